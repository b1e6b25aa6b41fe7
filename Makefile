# Two commands do everything on a machine with Python 3.11-3.13 and a package registry:
#   make judge CHART="丙辰日 亥將 丑時 春"      sets up and judges a chart
#   make test                                 sets up and passes the tests
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CHART ?= 丙辰日 亥將 丑時 春

.PHONY: judge explain test lint check exhaustive bench clean

judge: $(VENV)/.run
	@$(BIN)/bingzhan judge $(CHART)

explain: $(VENV)/.run
	@$(BIN)/bingzhan explain $(CHART)

test: $(VENV)/.dev
	$(BIN)/python -m pytest -n auto --dist worksteal

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/bingzhan fmt --check

check: $(VENV)/.run
	$(BIN)/bingzhan check

exhaustive: $(VENV)/.dev
	$(BIN)/python -m pytest -m exhaustive

bench: $(VENV)/.dev
	for script in tests/bench/bench_*.py; do $(BIN)/python $$script; done

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' || \
	  { echo "Python 3.11, 3.12 or 3.13 is needed: make PYTHON=python3.12 ..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/.run
