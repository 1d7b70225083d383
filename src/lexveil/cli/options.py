"""What several commands take: documents, policy, metadata, and how files are read and written.

An option that is not given leaves the setting of the environment as it is.
"""

import dataclasses
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from lexveil import config
from lexveil.config import CHOICES, Settings
from lexveil.errors import LexveilError
from lexveil.policy import Policy, override

_file_option = partial(typer.Option, rich_help_panel="Files")

PolicyName = Annotated[
    str, typer.Option("--policy", "-p", help="A preset (see `lexveil policies`) or a .toml file.")
]
Only = Annotated[
    str | None,
    typer.Option("--only", metavar="A,B", help="Replace only these of what the policy replaces: person,org."),
]
Keep = Annotated[
    str | None,
    typer.Option("--keep", metavar="A,B", help="Keep these, whatever the policy says: judge,lawyer."),
]
Language = Annotated[
    str | None,
    typer.Option("--language", "-l", help="Of the documents: en, fi, da, de, fr, it, es, nb, sv, ca."),
]
Hips = Annotated[
    str | None,
    typer.Option(
        "--hips",
        metavar="|".join(CHOICES["hips"]),
        help="Hide in plain sight: surrogates of people change from mention to mention.",
    ),
]
Metadata = Annotated[
    Path | None,
    typer.Option("--metadata", "-m", help="Case metadata, a JSON file: parties, judges, counsel …"),
]
Out = Annotated[Path, typer.Option("--out", "-o", help="Folder for the results.")]
WithDictionary = Annotated[
    bool | None,
    typer.Option(
        "--json/--no-json",
        help="Write NAME.lexveil.json, the dictionary with the real names; done unless there is a vault.",
        show_default=False,
    ),
]
WithReport = Annotated[
    bool,
    typer.Option("--report/--no-report", help="Write NAME.report.html and .json: what was done, no names."),
]
Show = Annotated[bool, typer.Option("--show", help="Print passages before and after.")]
Balance = Annotated[
    bool, typer.Option("--balance", help="Fewer needless hits, a few more misses (LEXVEIL_BALANCE).")
]
CaseOf = Annotated[
    str, typer.Option("--case", help="The files are one case: same person, same pseudonym in all of them.")
]
NoVault = Annotated[
    bool,
    typer.Option("--no-vault", help="Keep nothing: the output cannot be undone.", rich_help_panel="Vault"),
]
Tracked = Annotated[
    str | None,
    _file_option(
        "--tracked",
        metavar="|".join(CHOICES["tracked"]),
        help="Tracked changes in DOCX and ODT: accept them, reject them, or keep them as changes.",
    ),
]
KeepMetadata = Annotated[
    bool,
    _file_option(
        "--keep-metadata",
        help="Keep author, company and dates of a file, with replaced names in them; else they are emptied.",
    ),
]
BlockTags = Annotated[
    str | None,
    _file_option(
        "--block-tags", metavar="A,B", help="XML elements that stand for themselves, as paragraphs do."
    ),
]
TextAttributes = Annotated[
    str | None,
    _file_option("--text-attributes", metavar="A,B", help="Further XML attributes that hold text."),
]
Annotate = Annotated[
    str | None,
    _file_option(
        "--annotate", metavar="|".join(CHOICES["annotate"]), help="Mark replacements in XML with elements."
    ),
]
TextColumns = Annotated[
    list[str] | None,
    _file_option(
        "--text-column",
        metavar="NAME",
        help="A column of a table that holds text; may be given several times.",
    ),
]
Boxes = Annotated[
    bool, _file_option("--boxes", help="PDF: a box of constant width in place of each pseudonym.")
]
AllowUncovered = Annotated[
    list[str] | None,
    _file_option(
        "--allow-uncovered",
        metavar="PART",
        help="Let a part go out that may hold text and was not read (see `lexveil parts`); may be repeated.",
    ),
]


def policy(name: str, *, only: str | None = None, keep: str | None = None) -> Policy:
    """The policy of that name with what the command line says on top."""
    return override(config.policy(name), only=_words(only or ""), keep=_words(keep or ""))


def _words(given: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in given.split(",") if word.strip())


def settings(**given: Any) -> Settings:
    """The settings of the environment with what the command line says on top."""
    for name, choices in CHOICES.items():
        if given.get(name) and given[name] not in choices:
            raise LexveilError("cli.unknown", name=name, given=given[name], choices=", ".join(choices))
    for name in ("block_tags", "text_attributes"):
        if given.get(name):
            given[name] = _words(given[name])
    for name in ("text_columns", "allow_uncovered"):
        if given.get(name):
            given[name] = tuple(given[name])
    said = {name: value for name, value in given.items() if value not in (None, False, ())}
    return dataclasses.replace(config.settings(), **said)
