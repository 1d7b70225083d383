"""`lexveil parts`: what a file is made of, and what becomes of each part."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Column, Table

from lexveil import pipeline
from lexveil.cli import options
from lexveil.cli.options import KeepMetadata, TextColumns, Tracked
from lexveil.cli.output import Steps, console, one_line
from lexveil.pipeline import tables


def parts(
    path: Annotated[Path, typer.Argument(help="A document.", show_default=False)],
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    tracked: Tracked = None,
    keep_metadata: KeepMetadata = False,
    text_columns: TextColumns = None,
) -> None:
    """Show the parts of a file: what is read, what is cleaned or kept, and what stops an export.

    An uncovered part may hold text that was not read; `run --allow-uncovered PART` lets it go out as it is.
    """
    with one_line():
        settings = options.settings(tracked=tracked, keep_metadata=keep_metadata, text_columns=text_columns)
        with Steps(str(path)) as steps:
            if tables.is_table(path):
                document = tables.whole(tables.read_table(path, settings=settings, progress=steps))
            else:
                document = pipeline.read(path, settings=settings, progress=steps)
    if as_json:
        rows = [{"part": part.name, "state": part.state, "why": part.explain()} for part in document.parts]
        console.print(
            json.dumps(
                {"document": document.id, "parts": rows, "notes": list(map(str, document.notes))}, indent=1
            ),
            markup=False,
            highlight=False,
            soft_wrap=True,
        )
        return
    if not document.parts:
        console.print("All of the file is read.")
    table = Table(Column("part", overflow="fold"), "state", "why")  # whole: --allow-uncovered wants it so
    for part in document.parts:
        state = f"[red]{part.state}[/]" if part.state == "uncovered" else part.state
        table.add_row(escape(part.name), state, escape(part.explain()))
    if document.parts:
        console.print(table)
    for note in document.notes:
        console.print(escape(str(note)), highlight=False, soft_wrap=True)
