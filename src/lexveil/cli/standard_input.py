"""`lexveil run - --format text`: a document from standard input, its twin to standard output.

Nothing touches the disk but a dictionary that was asked for by name, and the vault. What else is to be said
goes to standard error.
"""

import dataclasses
import json
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lexveil import config, formats, pipeline
from lexveil.cli.output import UNREVIEWED, Steps, console, errors, language, worded
from lexveil.errors import InputError, OutputError, VaultError
from lexveil.formats.tables import TABLES
from lexveil.pipeline.case_memory import VaultMemory
from lexveil.pipeline.files import Staging

if TYPE_CHECKING:
    from lexveil.cli.run import Order

NAMES = {"text": ".txt", "markdown": ".md", "word": ".docx"}


def run(order: "Order", *, suffix: str, listed: Path | None) -> int:
    """The exit code. `suffix` is the word for the format, `listed` where the dictionary goes."""
    known = NAMES.get(suffix.lower(), f".{suffix.lower().lstrip('.')}")
    if known in TABLES:
        raise InputError("cli.table-piped")
    if known not in formats.suffixes():
        choices = ", ".join(sorted({*NAMES, *(each[1:] for each in formats.suffixes())}))
        raise InputError("cli.unknown", name="format", given=suffix, choices=choices)
    if order.vault and not order.case:
        raise VaultError("cli.piped-case")
    if listed and (listed.is_dir() or not listed.suffix):
        raise OutputError("cli.piped-dictionary", file=listed)
    with Steps("-") as steps:
        with_: Any = {"settings": order.settings, "progress": steps}
        about = config.metadata(order.metadata) if order.metadata else None
        document = pipeline.read_source(sys.stdin.buffer, suffix=known, metadata=about, **with_)
        notes = pipeline.unapproved(document.notes, order.policy)
        document = dataclasses.replace(document, notes=notes)
        pipeline.covered([document], order.settings.allow_uncovered)
        memory = VaultMemory(order.vault, order.case) if order.vault else nullcontext()
        with memory as kept:
            (result,) = pipeline.analyze_case(
                [document], policy=order.policy, case=order.case, memory=kept, **with_
            )
            made = pipeline.finished(result, known, **with_)
            if listed and not order.dry:
                _list(result, listed)
            if kept and not order.dry:
                kept.finish()
    if not order.dry:
        sys.stdout.buffer.write(made.data)
        sys.stdout.buffer.flush()
    _say(result)
    return UNREVIEWED if result.needs_review else 0


def _list(result: pipeline.Result, file: Path) -> None:
    with Staging(file.parent) as staging:
        listed = json.dumps(result.dictionary(), ensure_ascii=False, indent=1)
        staging.write_secret(file, listed + "\n")
        staging.move([file])


def _say(result: pipeline.Result) -> None:
    """What somebody must know of it, on standard error."""
    if console.quiet:
        return
    lines = [note.render(language()) for note in result.document.notes]
    if result.listed:
        lines.append(worded("cli.needs-review", number=len(result.listed)))
    for line in lines:
        errors.print(f"lexveil: {line}", markup=False)
