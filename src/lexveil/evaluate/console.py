"""What the commands of `lexveil evaluate` share: their options, the screen, and files written whole."""

import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from lexveil.errors import OutputError
from lexveil.evaluate import gold as golds


def writable(path: Path | None) -> Path | None:
    """Told before anything is measured, not after."""
    if path and (path.is_dir() or not os.access(path.parent, os.W_OK)):
        raise OutputError("evaluate.not_writable", path=path)
    return path


Hides = Annotated[str, typer.Option(help="What is hidden: a preset or a policy file.")]
ModelName = Annotated[str | None, typer.Option(help="The neural detector, or hf:, gliner:, spacy: one.")]
GoldFile = Annotated[Path, typer.Option("--gold", help="Gold documents, JSON lines (plain, gzip or xz).")]
MapFile = Annotated[
    Path | None, typer.Option("--map", help='TOML or JSON that renames labels: PETITIONER = "PERSON".')
]
OutFile = Annotated[
    Path | None, typer.Option("--json", callback=writable, help="Write the figures to this file.")
]
PlotFile = Annotated[
    Path | None, typer.Option("--plot", callback=writable, help="Write a plot, SVG, to this file.")
]


def read(path: Path, labels: Path | None) -> tuple[golds.Gold, ...]:
    return golds.read(path, labels=golds.read_labels(labels) if labels else None)


@contextmanager
def progress(total: int) -> Iterator[Callable[[], object]]:
    screen = Console(stderr=True)
    with Progress(console=screen, transient=True, disable=not screen.is_terminal) as shown:
        task = shown.add_task("evaluating", total=total)
        yield lambda: shown.advance(task)


def show(shown: Iterable[Table], report: dict[str, Any], out: Path | None) -> None:
    console = Console()
    for table in shown:
        console.print(table)
    if out:
        write(json.dumps(report, indent=2) + "\n", out)


def write(text: str, path: Path) -> None:
    """Whole or not at all."""
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        partial.write_text(text, "utf8")
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise OutputError("evaluate.not_written", path=path, reason=error.strerror) from None
