"""`lexveil check`: is anything left in a file that was written before?"""

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from lexveil import pipeline
from lexveil.cli.output import LEAKED, Steps, console, one_line


def check(
    path: Annotated[Path, typer.Argument(help="A file that `lexveil run` wrote.", show_default=False)],
    dictionary: Annotated[
        Path,
        typer.Option("--dictionary", "-d", help="Its dictionary, NAME.lexveil.json.", show_default=False),
    ],
) -> None:
    """Search a written file for everything that had to go. It prints places, never names."""
    with one_line(), Steps(str(path)) as steps:
        steps("checking")
        checked = pipeline.recheck(path, dictionary)
    for part in checked.unread:
        console.print(f"could not be opened: {escape(part)}", style="yellow", soft_wrap=True, highlight=False)
    if not checked.leaks:
        console.print(
            f"nothing left: {checked.texts} texts searched for {checked.forms} forms", highlight=False
        )
        return
    table = Table("part", "first at", "kind", "count", title="Still readable")
    counts = Counter((leak.part, leak.kind) for leak in checked.leaks)
    first: dict[tuple[str, str], int] = {}
    for leak in checked.leaks:
        first.setdefault((leak.part, leak.kind), leak.offset)
    for (part, kind), count in counts.items():
        table.add_row(escape(part), str(first[part, kind]), kind, str(count))
    console.print(table)
    raise typer.Exit(LEAKED)
