"""Corpora of invented texts for the tests of `lexveil batch`."""

import io
import json
import tarfile
import zipfile

from typer.testing import CliRunner

from lexveil.cli import app

NAMES = "Ivo Lundgren,Pia Holt,Aurelio Brankov,Greta Hollis,Imre Farkas".split(",")
UNLIKE = ("times.json", "summary.html")  # say how long it took


def text(at):
    return f"Mr {NAMES[at % 5]} testified on {at % 27 + 1} May 2019 in case {at}."


def run(*words, language="en"):
    asked = ["batch", *map(str, words), "--language", language]
    return CliRunner().invoke(app, asked if "--workers" in words else [*asked, "--workers", "1"])


def made(out):
    files = sorted(path for path in out.rglob("*") if path.is_file() and path.name not in UNLIKE)
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in files}


def lines(out, name="results.jsonl"):
    return [json.loads(line) for line in (out / name).read_bytes().splitlines()]


def zipped(path, members):
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def tarred(path, members):
    with tarfile.open(path, "w:gz") as archive:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content.encode())
            archive.addfile(info, io.BytesIO(content.encode()))
    return path
