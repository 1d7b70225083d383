"""`examples`: the fictional documents that come with Lexveil, listed and copied, each with its gold."""

import shutil
import tomllib
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from lexveil.cli.output import one_line, say, show_table
from lexveil.errors import InputError, OutputError

PACKAGE = Path(__file__).parent.parent
INDEX = "examples.toml"

_out = "Copy them into this folder, each with its metadata and its gold."
Names = Annotated[list[str] | None, typer.Argument(help="Which of them. Default: all.", show_default=False)]
Out = Annotated[Path | None, typer.Option("--out", "-o", help=_out, show_default=False)]


def folder() -> Path:
    """Inside the installed package, or beside `src` where it runs from its sources."""
    inside = PACKAGE / "examples"
    return inside if inside.is_dir() else PACKAGE.parent.parent / "examples"


def listed() -> list[dict[str, str]]:
    index: dict[str, Any] = tomllib.loads((folder() / INDEX).read_text("utf8"))
    return list(index["example"])


def examples(names: Names = None, out: Out = None) -> None:
    with one_line():
        chosen = _chosen(names or [])
        if out is not None:
            for file in _copied(chosen, out):
                say(str(file))
            return
    rows = (
        (each["file"], each["language"], each["policy"], escape(each["about"]), str(len(companions(each))))
        for each in chosen
    )
    show_table(("example", "language", "policy", "what it is", "files"), rows)


def companions(example: dict[str, str]) -> list[Path]:
    """The document and what belongs to it: files of its name."""
    stem = Path(example["file"]).stem
    return sorted(path for path in folder().iterdir() if path.name.partition(".")[0] == stem)


def _chosen(names: list[str]) -> list[dict[str, str]]:
    known = {each["file"]: each for each in listed()}
    by_stem = {Path(file).stem: each for file, each in known.items()}
    for name in names:
        if name not in known and name not in by_stem:
            raise InputError("examples.unknown", name=name, known=", ".join(known))
    return [known.get(name) or by_stem[name] for name in names] or list(known.values())


def _copied(chosen: list[dict[str, str]], out: Path) -> list[Path]:
    """Copies that hold nothing else: a file that is there already stops it before anything is written."""
    files = [path for each in chosen for path in companions(each)]
    for path in files:
        if (out / path.name).exists():
            raise OutputError("examples.exists", path=str(out / path.name))
    try:
        out.mkdir(parents=True, exist_ok=True)
        return [Path(shutil.copyfile(path, out / path.name)) for path in files]
    except OSError as error:
        raise OutputError("file.unwritable", reason=error.strerror).within(str(out)) from None
