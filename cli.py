"""The command ``bingzhan``: casts, judges and explains Liu Ren war charts.

Thin: each command parses its words, calls the engine and hands the document to a view.
"""

from __future__ import annotations

import gc
import signal
import sys
from collections.abc import Callable, Iterable
from typing import Any

import click

from engine.views.asked import FORMAT, Asked, Failure, chart_command
from engine.views.commands.base import Command, LazyGroup
from rules.reader.diagnostics import InputError

QUESTION = click.option(
    "--question", "questions", multiple=True, metavar="Q", help="Only this question; repeatable."
)


LAZY = {
    "apparatus": "engine.views.commands.apparatus:apparatus",
    "batch": "engine.views.commands.batch:batch",
    "check": "engine.views.commands.check:check",
    "coverage": "engine.views.commands.coverage:coverage",
    "days": "engine.views.commands.days:days",
    "diff": "engine.views.commands.diff:diff",
    "fmt": "engine.views.commands.fmt:fmt",
    "omens": "engine.views.commands.omens:omens",
    "new": "engine.views.commands.new:new",
    "schema": "engine.views.commands.schema:schema",
    "tally": "engine.views.commands.tally:tally",
}


@click.group(cls=LazyGroup, lazy=LAZY, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="bingzhan")
def bingzhan() -> None:
    """An executable edition of the Liu Ren 六壬 war oracles.

    Try: bingzhan explain 丙辰日 亥將 丑時 春

    What was read is kept from one start to the next; BINGZHAN_CACHE names the folder, or is off.

    Exit codes: 0 fine, 1 findings or a chart that cannot be read, 2 wrong usage.
    """


def main() -> None:
    """Run the command; a closed pipe or Ctrl-C ends it silently, as other filters end."""
    gc.set_threshold(50_000)  # a start makes much and drops nothing
    from engine.views.streams import prepare

    for name in ("SIGINT", "SIGPIPE"):  # Windows has no SIGPIPE
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    prepare()
    try:
        bingzhan()
    except OSError as error:  # a full disk, a stream that cannot be read or written
        sys.exit(f"bingzhan: {error}")


def rulebase() -> Any:
    """The rule base, with all its errors where it has any."""
    from engine.rulebase import load
    from engine.views.streams import drawn

    try:
        base = load()
    except InputError as error:
        raise Failure(drawn(error, sys.stderr)) from None
    gc.freeze()  # the rule base stays to the end: the collector need not walk it for each chart
    return base


def answer(
    asked: Asked,
    document: Callable[[Any], dict[str, Any]],
    view: Callable[[Any, Any], None],
) -> None:
    """Answer for each chart: bad lines of standard input are reported and the rest goes on.

    In JSON, one of several charts is a line.
    """
    from engine.views.streams import drawn, dumps, error_dict, read_charts

    form = asked.form
    screen = out() if form == "text" else None
    failed = False
    for number, line, found in read_charts(asked.chart, asked.school, asked.almanac, asked.seen):
        if isinstance(found, InputError):
            failed = True
            if screen is not None:
                click.echo(drawn(found, sys.stderr) + "\n" * (number > 0), err=True)
            else:
                shown = error_dict(line, found, number)
                click.echo(dumps(shown, lines=form == "jsonl" or number > 0))
            continue
        for place, chart in enumerate(found):
            if screen is not None:
                from engine.views.cast import show_note

                show_note(screen, chart)
                view(screen, chart)
                screen.print(end="\n" if number or place + 1 < len(found) else "")
            else:
                many = number > 0 or len(found) > 1
                click.echo(dumps(document(chart), lines=form == "jsonl" or many))
    if failed:
        raise click.exceptions.Exit(1)


def show(items: Iterable[Any], form: str, document: Callable[[Any], Any]) -> None:
    """Print documents as JSON: one alone or all in a list, or each on a line."""
    from engine.views.streams import dumps

    documents = [document(item) for item in items]
    if form == "jsonl":
        for shown in documents:
            click.echo(dumps(shown, lines=True))
    else:
        click.echo(dumps(documents[0] if len(documents) == 1 else documents))


def out() -> Any:
    """The console of this run."""
    from engine.views.console import console

    return console()


@bingzhan.command(cls=Command, example="cast 丙辰日 亥將 丑時 春")
@click.option("-v", "--verbose", is_flag=True, help="The steps, the spirits' sources, the school.")
@click.option("--compare-schools", is_flag=True, help="Where the casting schools part on it.")
@chart_command
def cast(asked: Asked, verbose: bool, compare_schools: bool) -> None:
    """Cast a chart: board, lessons, transmissions, spirits."""
    from engine.spirits import spirits_of
    from facts.describe import cast_dict, partings_list

    base = rulebase()

    def document(found: Any) -> dict[str, Any]:
        shown = cast_dict(found, spirits_of(base, found))
        return shown | ({"partings": partings_list(found)} if compare_schools else {})

    def view(screen: Any, found: Any) -> None:
        from engine.views.cast import show_cast, show_partings

        show_cast(screen, base, found, verbose=verbose)
        if compare_schools:
            show_partings(screen, found)

    answer(asked, document, view)


@bingzhan.command(cls=Command, example="judge 丙辰日 亥將 丑時 春 --question enemy_coming")
@QUESTION
@click.option("--brief", is_flag=True, help="A line an answer, in text.")
@chart_command
def judge(asked: Asked, questions: tuple[str, ...], brief: bool) -> None:
    """Judge a chart: what the passages answer."""
    from engine.judgement import judge as judged
    from engine.judgement import judgement_dict
    from engine.views.lookup import questions_of

    base = rulebase()
    wanted = questions_of(base, questions)

    def view(screen: Any, found: Any) -> None:
        from engine.views.brief import show_brief
        from engine.views.judgement import show_judgement

        shown = show_brief if brief else show_judgement
        shown(screen, base, judged(base, found, wanted))

    answer(asked, lambda c: judgement_dict(judged(base, c, wanted)), view)


@bingzhan.command(cls=Command, example="explain 丙辰日 亥將 丑時 春 --rule DQ-0891.d")
@QUESTION
@click.option("--rule", "only", multiple=True, metavar="RULE", help="Only this rule; repeatable.")
@chart_command
def explain(asked: Asked, questions: tuple[str, ...], only: tuple[str, ...]) -> None:
    """Judge a chart, with the proof of each answer."""
    from engine.explain import explained, explanation_dict
    from engine.views.lookup import questions_of, rules_of

    base = rulebase()
    wanted = questions_of(base, questions)
    rules = [rule.id for name in only for rule in rules_of(base, name)]

    def view(screen: Any, found: Any) -> None:
        from engine.views.judgement import show_judgement

        judgement, prover = explained(base, found, wanted, rules)
        show_judgement(screen, base, judgement, prover=prover)

    answer(asked, lambda c: explanation_dict(base, c, wanted, rules), view)


@bingzhan.command("why-not", cls=Command, example="why-not DQ-0891.d 丙辰日 亥將 子時")
@click.argument("rule")
@chart_command
def why_not(asked: Asked, rule: str) -> None:
    """Say why RULE is silent on a chart, and where it is not."""
    from engine.views.lookup import rules_of
    from engine.whynot import why_not as explained
    from engine.whynot import why_not_dict

    base = rulebase()
    rows = rules_of(base, rule)

    def document(found: Any) -> dict[str, Any]:
        shown = [why_not_dict(explained(base, row, found)) for row in rows]
        return shown[0] if len(shown) == 1 else {"rule": rule, "rows": shown}

    def view(screen: Any, found: Any) -> None:
        from engine.views.whynot import show_why_not

        for number, row in enumerate(rows):
            if number:
                screen.print()
            show_why_not(screen, base, explained(base, row, found))

    answer(asked, document, view)


@bingzhan.command(cls=Command, example="facts 丙辰日 亥將 丑時 春 --all")
@click.option("--all", "everything", is_flag=True, help="Also the facts that do not hold.")
@click.option("--every", is_flag=True, help="Every fact between the places of the chart.")
@chart_command
def facts(asked: Asked, everything: bool, every: bool) -> None:
    """List the facts of a chart that the rules read."""
    from engine.factlist import every_fact, fact_list

    base = rulebase()

    def found_on(chart: Any) -> list[dict[str, Any]]:
        return every_fact(base, chart) if every else fact_list(base, chart, everything)

    def document(chart: Any) -> dict[str, Any]:
        return {"chart": chart.notation, "facts": found_on(chart)}

    def view(screen: Any, chart: Any) -> None:
        from engine.views.factlist import show_facts

        show_facts(screen, chart, found_on(chart))

    answer(asked, document, view)


@bingzhan.command("read", cls=Command, example="read DQ-0891.d")
@click.argument("rule")
@FORMAT
def read_rule(rule: str, form: str) -> None:
    """Read RULE as a sentence, in English and Chinese."""
    from engine.views.lookup import rules_of
    from engine.views.rule import sentence, show_sentence

    base = rulebase()
    rows = rules_of(base, rule)
    if form == "text":
        screen = out()
        for row in rows:
            show_sentence(screen, base, row)
    else:
        show(rows, form, lambda row: {"rule": row.id, **sentence(base, row)._asdict()})


@bingzhan.command("rule", cls=Command, example="rule DQ-0891.d")
@click.argument("rule")
@FORMAT
def rule_page(rule: str, form: str) -> None:
    """Show the page of RULE: verse, sentence, charts."""
    from engine.views.lookup import rules_of
    from engine.views.rule import rule_dict, show_rule

    base = rulebase()
    rows = rules_of(base, rule)
    if form == "text":
        screen = out()
        for number, row in enumerate(rows):
            if number:
                screen.print()
            show_rule(screen, base, row)
    else:
        show(rows, form, lambda row: rule_dict(base, row))


@bingzhan.command(cls=Command, example="passage DQ-0891")
@click.argument("passage")
@FORMAT
def passage(passage: str, form: str) -> None:
    """Show PASSAGE, and what was made of every span."""
    from engine.views.lookup import passage_of
    from engine.views.passage import passage_dict, show_passage

    base = rulebase()
    found = passage_of(base, passage)
    if form == "text":
        show_passage(out(), base, found)
    else:
        show([found], form, lambda item: passage_dict(base, item))


if __name__ == "__main__":
    main()
