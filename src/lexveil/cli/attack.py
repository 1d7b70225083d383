"""`lexveil attack`: tries to find people in what was published."""

import json
from pathlib import Path
from typing import Annotated

import typer

from lexveil import pipeline
from lexveil.cli import options
from lexveil.cli.output import LEAKED, Steps, console, one_line
from lexveil.cli.vault import KeyFile, PassphraseFile, VaultPath, opened
from lexveil.errors import InputError
from lexveil.evaluate.attacks import files, knowledge
from lexveil.evaluate.attacks.display import file_tables
from lexveil.evaluate.attacks.published import Place, Published
from lexveil.evaluate.console import writable, write

_known = "People and what is publicly known of them, JSON lines (docs/attacks.md)."
_report = "Write what was found to this file, as JSON: ids and places, no names."


def attack(
    context: typer.Context,
    paths: Annotated[
        list[Path], typer.Argument(metavar="PUBLISHED...", help="Published documents.", show_default=False)
    ],
    known: Annotated[Path | None, typer.Option("--knowledge", metavar="FILE", help=_known)] = None,
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FILE", callback=writable, help=_report)
    ] = None,
    language: options.Language = None,
    vault: VaultPath = None,
    vault_key: KeyFile = None,
    passphrase_file: PassphraseFile = None,
) -> None:
    with one_line():
        people = knowledge.read(known) if known else ()
        originals = _originals(vault, vault_key, passphrase_file) if vault else []
        documents: list[Published] = []
        suspects: dict[str, list[Place]] = {}
        settings = options.settings(context)
        names = [path.name for path in paths]
        with Steps(str(paths[0]), len(paths)) as steps:
            for path in paths:
                name = path.name if names.count(path.name) == 1 else str(path)
                if name in suspects:
                    raise InputError("attack.twice", name=name)
                document = pipeline.read(path, settings=settings)
                published, suspects[name] = files.looked_at(document, name, settings=settings)
                documents.append(published)
                steps(name)
        found = files.evaluate(documents, suspects, known=people, originals=originals)
        for table in file_tables(found):
            console.print(table)
        if report:
            write(json.dumps(found, ensure_ascii=False, indent=1) + "\n", report)
    if found["leaks"]:
        raise typer.Exit(LEAKED)


def _originals(vault: Path, key_file: Path | None, passphrase_file: Path | None) -> list[tuple[str, str]]:
    """Everyone in the vault who has a pseudonym: the vault's own id, and the full name."""
    with opened(vault, key_file, passphrase_file) as found:
        return [
            (each.entity, each.forms[0])
            for about in found.cases()
            for each in found.known(about.name)
            if each.category == "PERSON" and each.pseudonym and each.forms
        ]
