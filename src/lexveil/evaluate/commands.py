"""`lexveil evaluate`: figures of a gold file, on the screen and as JSON."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress

from lexveil.errors import OutputError
from lexveil.evaluate import gold as golds
from lexveil.evaluate.predict import predictor
from lexveil.evaluate.report import evaluate, steps
from lexveil.evaluate.tables import missed, tables

app = typer.Typer(
    help="Measure against documents marked by hand.", no_args_is_help=True, pretty_exceptions_enable=False
)

GoldFile = Annotated[Path, typer.Option("--gold", help="Gold documents, JSON lines (plain, gzip or xz).")]
MapFile = Annotated[
    Path | None, typer.Option("--map", help='TOML or JSON that renames labels: PETITIONER = "PERSON".')
]
OutFile = Annotated[Path | None, typer.Option("--json", help="Write the figures to this file.")]


@app.callback()
def _evaluate() -> None:
    """Measure against documents marked by hand."""


@app.command()
def detection(
    gold: GoldFile,
    *,
    policy: Annotated[str, typer.Option(help="What is masked: a preset or a policy file.")] = "strict",
    model: Annotated[
        str | None, typer.Option(help="The neural detector, or hf:, gliner:, spacy: one.")
    ] = None,
    out: OutFile = None,
    errors: Annotated[int, typer.Option(min=0, help="Show so many misses, in their context.")] = 0,
    labels: MapFile = None,
    balance: Annotated[bool, typer.Option(help="Measure the balanced operating point as well.")] = True,
    origins: Annotated[
        bool, typer.Option(help="Measure recall by origin of names (ten more passes).")
    ] = False,
) -> None:
    """How much of what must be hidden is found."""
    documents = golds.read(gold, labels=golds.read_labels(labels) if labels else None)
    predict = predictor(policy=policy, model=model, balance=False)
    balanced = predictor(policy=policy, model=model, balance=True) if balance else None
    total = steps(len(documents), balanced=balance, with_origins=origins)
    screen = Console(stderr=True)
    with Progress(console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task("evaluating", total=total)
        step: Callable[[], object] = lambda: progress.advance(task)  # noqa: E731
        found = evaluate(documents, predict, balanced=balanced, with_origins=origins, step=step)
    console = Console()
    for table in tables(found.report):
        console.print(table)
    for line in missed(found.pairs["uniform"], limit=errors):
        console.print(line, soft_wrap=True, highlight=False)
    if out:
        write(found.report, out)


def write(report: dict[str, Any], path: Path) -> None:
    """The report as JSON, whole or not at all."""
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        partial.write_text(json.dumps(report, indent=2, sort_keys=False) + "\n", "utf8")
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise OutputError(f"{path}: cannot be written ({error.strerror}); choose another place") from None
