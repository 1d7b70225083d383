"""The commands of `lexveil evaluate` that look at gold and at corpora, rather than at what is found."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from lexveil import config
from lexveil.errors import InputError
from lexveil.evaluate import agreement as agreeing
from lexveil.evaluate import confusion as confusing
from lexveil.evaluate.console import GoldFile, Hides, MapFile, ModelName, OutFile, progress, read, show
from lexveil.evaluate.corpus_tables import agreement_tables, confusion_tables
from lexveil.evaluate.report import analyzer


def confusion(
    gold: GoldFile,
    *,
    policy: Hides = config.DEFAULT_POLICY,
    model: ModelName = None,
    out: OutFile = None,
    labels: MapFile = None,
) -> None:
    """Which types are taken for which: people for places, bodies for people."""
    documents = read(gold, labels)
    with progress(len(documents)) as step:
        report = confusing.evaluate(documents, analyzer(policy=policy, model=model), step=step)
    show(confusion_tables(report), report, out)


def agreement(
    gold: Annotated[
        list[Path],
        typer.Option("--gold", help="A gold file with several annotators, or several files, one for each."),
    ],
    *,
    out: OutFile = None,
    labels: MapFile = None,
) -> None:
    """How far annotators agree: Cohen's κ of every two, Krippendorff's α of all."""
    if len(gold) == 1:
        documents = read(gold[0], labels)
    else:
        if len({path.stem for path in gold}) < len(gold):
            raise InputError("evaluate.same_annotator")
        documents = agreeing.of_files({path.stem: read(path, labels) for path in gold})
    report = agreeing.agreement(documents)
    show(agreement_tables(report), report, out)


COMMANDS: tuple[Callable[..., None], ...] = (confusion, agreement)
