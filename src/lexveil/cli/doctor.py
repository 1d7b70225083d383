"""`lexveil doctor`: what is installed, what is missing, what that is for and how to get it.

Nothing here needs a document, and nothing is asked of any other machine.
"""

import json
import os
import platform
import shutil
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Column

from lexveil import __version__, config
from lexveil.cli import settings_file
from lexveil.cli.output import FAILED, one_line, say, show_table, worded
from lexveil.detect import models, plugins
from lexveil.errors import LexveilError
from lexveil.formats import ocr
from lexveil.languages import codes, packs

OK, MISSING, BROKEN = "ok", "missing", "broken"
COLOURS = {OK: "[green]ok[/]", MISSING: "missing", BROKEN: "[red]broken[/]"}
INSTALL = "pip install 'lexveil[{}]'"
# Extra → a module that is there when it is.
EXTRAS = {
    "postgres": "psycopg",
    "oidc": "jwt",
    "parquet": "pyarrow",
    "remote": "fsspec",
    "ray": "ray",
    "rdf": "pyshacl",
    "hf": "transformers",
    "gliner": "gliner",
    "spacy": "spacy",
}
AsJson = Annotated[bool, typer.Option("--json", help="For programs.")]


@dataclass(frozen=True, slots=True)
class Finding:
    """One row: `needed` says whether Lexveil can do nothing without it."""

    name: str
    state: str
    about: str = ""  # which one is there
    purpose: str = ""
    get: str = ""  # how to get it
    needed: bool = False


def doctor(as_json: AsJson = False) -> None:
    with one_line():
        found = list(findings())
    broken = [each for each in found if each.state != OK and each.needed]
    if as_json:
        sys.stdout.write(
            json.dumps({"findings": [asdict(each) for each in found]}, ensure_ascii=False) + "\n"
        )
    else:
        rows = ((each.name, COLOURS[each.state], escape(each.about), escape(_advice(each))) for each in found)
        show_table(("", "state", Column("which", overflow="fold"), Column("what for", overflow="fold")), rows)
        say(worded("doctor.broken" if broken else "doctor.well"))
    if broken:
        raise typer.Exit(FAILED)


def _advice(finding: Finding) -> str:
    if finding.state == OK or not finding.get:
        return finding.purpose
    return f"{finding.purpose} ({worded('doctor.get', how=finding.get)})"


def findings() -> Iterator[Finding]:
    python = f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores"
    yield Finding("lexveil", OK, f"{__version__} · {python}")
    yield from _models()
    yield _accelerator()
    yield _pictures()
    if ocr.available():
        yield _scripts()
    yield _office()
    for extra, module in EXTRAS.items():
        there = find_spec(module) is not None
        about = f"{module} {_version(module)}" if there else ""
        state = OK if there else MISSING
        yield Finding(extra, state, about, worded(f"doctor.{extra}"), INSTALL.format(extra))
    yield _settings()


def _models() -> Iterator[Finding]:
    """Each is loaded: a file that was cut off by a bad download shows here."""
    for name in models.names() or (models.DEFAULT,):
        purpose, how = worded("doctor.model"), "pip install --force-reinstall lexveil"
        try:
            models.load(name)
        except Exception as error:
            about = error.code if isinstance(error, LexveilError) else type(error).__name__
            yield Finding(name, BROKEN, about, purpose, how, needed=True)
        else:
            yield Finding(name, OK, str(models.about(name)["checksum"])[:12], purpose, needed=True)


def _accelerator() -> Finding:
    card = plugins.accelerator()
    return Finding("gpu", OK if card else MISSING, card, worded("doctor.gpu"), INSTALL.format("gpu"))


def _pictures() -> Finding:
    if not ocr.available():
        return Finding("tesseract", MISSING, "", worded("doctor.tesseract"), ocr.INSTALL)
    return Finding("tesseract", OK, ", ".join(sorted(ocr.installed())), worded("doctor.tesseract"))


def _scripts() -> Finding:
    """Whether scans are read in each of our languages; without its pack, one is read as English."""
    wanted = {packs()[code]: code for code in codes()}
    missing = sorted(set(wanted) - ocr.installed())
    purpose = worded("doctor.packs", languages=", ".join(sorted(wanted[pack] for pack in missing)))
    how = "apt-get install " + " ".join(f"{ocr.PACKAGE}-{pack.replace('_', '-')}" for pack in missing)
    if not missing:
        return Finding("tesseract-languages", OK, ", ".join(sorted(wanted)), worded("doctor.tesseract"))
    return Finding("tesseract-languages", MISSING, ", ".join(missing), purpose, how)


def _office() -> Finding:
    program = shutil.which("soffice") or shutil.which("libreoffice")
    how = "apt-get install libreoffice-writer-nogui"
    return Finding("libreoffice", OK if program else MISSING, program or "", worded("doctor.office"), how)


def _settings() -> Finding:
    """Which file of settings holds, and that the environment makes sense."""
    config.settings()
    config.service()
    there = Path(settings_file.NAME).is_file()
    about = str(Path(settings_file.NAME).absolute()) if there else worded("doctor.defaults")
    return Finding("settings", OK, about, worded("doctor.settings"))


def _version(module: str) -> str:
    try:
        return version(module)
    except PackageNotFoundError:
        return ""
