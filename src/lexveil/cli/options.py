"""What several commands take: documents, policy, metadata, and how files are read and written.

An option that is not given leaves the setting of the environment as it is.
"""

import dataclasses
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from lexveil import config, languages
from lexveil.config import CHOICES, Settings
from lexveil.errors import LexveilError
from lexveil.policy import Policy, override

_option, _file = typer.Option, partial(typer.Option, rich_help_panel="Files")
_text = partial(_option, metavar="A,B")


def _beginning(incomplete: str, words: Iterable[str]) -> list[str]:
    """What a shell offers for a word that is begun."""
    return [word for word in words if word.startswith(incomplete)]


def _policies(incomplete: str) -> list[str]:
    return _beginning(incomplete, config.preset_names())


def _languages(incomplete: str) -> list[str]:
    return _beginning(incomplete, languages.codes())


PolicyName = Annotated[
    str,
    _option(
        "--policy",
        "-p",
        help="A preset (see `lexveil policies`) or a .toml file.",
        autocompletion=_policies,
    ),
]
Only = Annotated[
    str | None, _text("--only", help="Replace only these of what the policy replaces: person,org.")
]
Keep = Annotated[str | None, _text("--keep", help="Keep these, whatever the policy says: judge,lawyer.")]
Language = Annotated[
    str | None,
    _option(
        "--language",
        "-l",
        help="Of the documents: en, fi, sv, da, nb, nn, de, fr, it, es, ca; told from the text if not given.",
        autocompletion=_languages,
    ),
]
_hips = "Hide in plain sight: surrogates of people change from mention to mention."
Hips = Annotated[str | None, _option("--hips", metavar="|".join(CHOICES["hips"]), help=_hips)]
Metadata = Annotated[
    Path | None,
    _option(
        "--metadata",
        "-m",
        help="Case metadata (parties, judges, counsel …): a JSON file for all, or a folder with one for "
        "each, NAME.metadata.json; without it, one that lies beside a document.",
    ),
]
Out = Annotated[Path, _option("--out", "-o", help="Folder for the results.")]
_with = (
    "Write NAME.lexveil.json, the dictionary, which undoes it, into a folder beside that of the results; "
    "done unless there is a vault."
)
_dictionary = "Write the dictionary to this file; of several documents, into this folder."
WriteDictionary = Annotated[
    Path | None, _option("--write-dictionary", metavar="FILE", help=_dictionary, show_default=False)
]
WithDictionary = Annotated[
    bool | None, _option("--dictionary/--no-dictionary", " /--no-json", help=_with, show_default=False)
]
Quiet = Annotated[bool, _option("--quiet", "-q", help="Say nothing but errors; the exit code tells.")]
AsJson = Annotated[bool, _option("--json", help="Say what was done as JSON, for programs; no names.")]
_dry = "Write nothing: print what would stand where (it prints the names)."
DryRun = Annotated[bool, _option("--dry-run", "-n", help=_dry)]
_format = "Of standard input (-): text, html, docx …; the result goes to standard output."
Format = Annotated[str | None, _option("--format", metavar="NAME", help=_format, show_default=False)]
WithReport = Annotated[
    bool, _option("--report/--no-report", help="Write NAME.report.html and .json: what was done, no names.")
]
_apply = "Write by this dictionary, NAME.lexveil.json as you have corrected it, of one document."
Apply = Annotated[Path | None, _option("--apply", metavar="FILE", help=_apply, show_default=False)]
_copy = "Write by this review copy (`lexveil annotations copy`) as its reader left it, of one document."
ReviewCopy = Annotated[Path | None, _option("--review-copy", metavar="FILE", help=_copy, show_default=False)]
Show = Annotated[bool, _option("--show", help="Print passages before and after.")]
Balance = Annotated[
    bool, _option("--balance", help="Fewer needless hits, a few more misses (LEXVEIL_BALANCE).")
]
CaseOf = Annotated[
    str, _option("--case", help="The files are one case: same person, same pseudonym in all of them.")
]
_no_vault = "Keep nothing: the output cannot be undone."
NoVault = Annotated[bool, _option("--no-vault", help=_no_vault, rich_help_panel="Vault")]
_tracked = "Tracked changes in DOCX and ODT: accept them, reject them, or keep them as changes."
Tracked = Annotated[str | None, _file("--tracked", metavar="|".join(CHOICES["tracked"]), help=_tracked)]
_kept = partial(
    _file,
    help="Keep author, company and dates of a file, with replaced names in them; else they are emptied.",
)
KeepMetadata = Annotated[bool, _kept("--keep-metadata")]
_blocks = "XML elements that stand for themselves, as paragraphs do."
BlockTags = Annotated[str | None, _file("--block-tags", metavar="A,B", help=_blocks)]
_attributes = "Further XML attributes that hold text."
TextAttributes = Annotated[str | None, _file("--text-attributes", metavar="A,B", help=_attributes)]
_annotate = "Mark replacements in XML with elements."
Annotate = Annotated[str | None, _file("--annotate", metavar="|".join(CHOICES["annotate"]), help=_annotate)]
_citation = "A class of HTML elements that mark citations, `citation` if none is given; may be repeated."
CitationClasses = Annotated[list[str] | None, _file("--citation-class", metavar="NAME", help=_citation)]
_column = "A column of a table that holds text; may be given several times."
TextColumns = Annotated[list[str] | None, _file("--text-column", metavar="NAME", help=_column)]
Boxes = Annotated[bool, _file("--boxes", help="PDF: a box of constant width in place of each pseudonym.")]
_uncovered = "Let a part go out that may hold text and was not read (see `lexveil parts`); may be repeated."
AllowUncovered = Annotated[list[str] | None, _file("--allow-uncovered", metavar="PART", help=_uncovered)]

_image = "Let a picture go out that was not read, wherever it stands, by its mark; may be repeated."
AllowImage = Annotated[list[str] | None, _file("--allow-image", metavar="MARK", help=_image)]

WORDS, LISTS = (
    ("block_tags", "text_attributes"),
    ("citation_classes", "text_columns", "allow_uncovered", "allow_image"),
)
SETTINGS = ("balance", "language", "hips", "tracked", "keep_metadata", "annotate", "boxes", *WORDS, *LISTS)


def policy(name: str, *, only: str | None = None, keep: str | None = None) -> Policy:
    """The policy of that name with what the command line says on top."""
    return override(config.policy(name), only=_words(only or ""), keep=_words(keep or ""))


def _words(given: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in given.split(",") if word.strip())


def settings(context: typer.Context) -> Settings:
    """The settings of the environment with those options of the command on top that are settings."""
    given = {name: value for name, value in context.params.items() if name in SETTINGS}
    given = {name: value for name, value in given.items() if value not in (None, False, (), "")}
    for name, choices in CHOICES.items():
        if name in given and given[name] not in choices:
            raise LexveilError("cli.unknown", name=name, given=given[name], choices=", ".join(choices))
    given |= {name: _words(given[name]) for name in WORDS if name in given}
    given |= {name: tuple(given[name]) for name in LISTS if name in given}
    return dataclasses.replace(config.settings(), **given)
