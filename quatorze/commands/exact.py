"""``quatorze exact``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from quatorze import options, terminal

if TYPE_CHECKING:
    from quatorze.exact_values import ExactAnswer


@click.command("exact")
@click.argument("game")
@click.argument("topic", required=False)
@options.ruled
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.option("--csv", "as_csv", is_flag=True, help="Print the values as CSV.")
def command(game: str, topic: str | None, rules: str | None, as_json: bool, as_csv: bool) -> None:
    """Tell what is known exactly, by counting or enumeration; nothing is played.

    TOPIC is one of the game's topics, all of them by default; the page of the game in docs/reference lists them. Each
    value is a fraction, with its method; odds that old books print stand beside theirs.
    """
    options.one_format(as_json, as_csv)
    from quatorze import exact_values

    answer = exact_values.exact(game, topic, rules)
    if as_json:
        terminal.document(answer.as_dict())
    elif as_csv:
        terminal.say(answer.frame().to_csv(index=False), nl=False)
    else:
        _tell(answer)


def _tell(answer: ExactAnswer) -> None:
    """Print a table, and the methods beneath it, by their numbers."""
    from quatorze import catalogue

    methods = list(dict.fromkeys(value.method for value in answer.values))
    printed = any(value.printed for value in answer.values)
    rows = []
    for value in answer.values:
        group = " ".join(f"{key}={case}" for key, case in value.group.items())
        exactly = f"{value.fraction.numerator}/{value.fraction.denominator}"
        row = [value.id, value.name, group, exactly, f"{float(value.fraction):.10f}"]
        row.append(str(1 + methods.index(value.method)))
        rows.append(row + ([value.printed or "", value.remark or ""] if printed else []))
    terminal.say(f"{answer.game}, rules {catalogue.described(answer.game, answer.rules)}\n")
    headings = ["id", "what", "of", "exact", "decimal", "method", *(["printed", "remark"] if printed else [])]
    terminal.table(headings, rows, right=(3, 4, 5))
    terminal.say()
    for number, method in enumerate(methods, 1):
        terminal.say(f"method {number}: {method}")
