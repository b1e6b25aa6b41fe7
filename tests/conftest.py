"""Settings of the property tests, and the edition's examples as tests.

No deadline for properties (the machine may be busy), and the same run in CI. A run has a cache of
its own, never the user's: it is empty at first, and its processes share it.
"""

import gc
import os
import shutil
import tempfile

import pytest
from hypothesis import HealthCheck, settings

CACHE = tempfile.mkdtemp(prefix="bingzhan-cache-")
os.environ["BINGZHAN_CACHE"] = CACHE  # before the alphabet is read

from engine import pytest_plugin  # noqa: E402
from rules import ROOT  # noqa: E402

settings.register_profile(
    "default", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile("ci", parent=settings.get_profile("default"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")


def pytest_configure(config: pytest.Config) -> None:
    """A run of all tests runs every example of the edition."""
    if not config.pluginmanager.is_registered(pytest_plugin):
        config.pluginmanager.register(pytest_plugin, "bingzhan")
    if config.args_source is config.ArgsSource.TESTPATHS:
        config.args.append(str(ROOT))


def pytest_collection_finish() -> None:
    """The edition and thousands of items stay to the end: the collector need not walk them."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def pytest_unconfigure() -> None:
    """Leave nothing behind."""
    shutil.rmtree(CACHE, ignore_errors=True)
