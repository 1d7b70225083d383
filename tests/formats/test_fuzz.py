"""Damaged golden files: whatever was changed, it is read and written without a leak, or a LexveilError.

Bounded: some mutations of each file, always the same ones. With FUZZ=1000 in the environment it does more.
"""

import io
import os
import random
import re
import zipfile
from pathlib import Path

import pytest

from golden import docx_build, odt_build
from lexveil import formats
from lexveil.check.leaks import leaks
from lexveil.errors import LexveilError
from lexveil.model import Replacement
from lexveil.text.fold import squeeze
from lexveil.text.search import Form

GOLDEN = Path(__file__).parent.parent / "golden"
ROUNDS = int(os.environ.get("FUZZ", "12"))
NAMES = {
    ".docx": list(docx_build.CANARIES.values()),
    ".odt": [name for place, name in odt_build.CANARIES.items() if place not in odt_build.UNCOVERED],
}
FILES = sorted(
    path
    for folder in ("docx", "odt", "pdf", "mail", "html", "text", "xml")
    for path in (GOLDEN / folder).iterdir()
    if path.is_file() and path.suffix not in (".read", ".written", ".py") and "uncovered" not in path.name
)


def mutated(data: bytes, draw: random.Random) -> bytes:
    """Some bytes changed, taken out, doubled, or the end cut off; of a container also inside a member."""
    if data.startswith(b"PK") and draw.random() < 0.8:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = {name: archive.read(name) for name in archive.namelist()}
        chosen = draw.choice(sorted(members))
        members[chosen] = mutated(members[chosen], draw)
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w") as archive:
            for name, content in members.items():
                archive.writestr(zipfile.ZipInfo(name), content)
        return made.getvalue()
    changed = bytearray(data)
    for _ in range(draw.randint(1, 8)):
        at, length = draw.randrange(len(changed) + 1), draw.randint(1, 40)
        kind = draw.randrange(5)
        if kind == 0:
            changed[at : at + 1] = bytes([draw.randrange(256)])
        elif kind == 1:
            del changed[at : at + length]
        elif kind == 2:
            changed[at:at] = changed[at : at + length]
        elif kind == 3:
            other = draw.randrange(len(changed) + 1)
            changed[at:at] = changed[other : other + length]
        elif draw.random() < 0.2:
            del changed[at:]
    return bytes(changed)


def words_of(path: Path) -> list[str]:
    return sorted(
        {word for name in NAMES.get(path.suffix, ()) for word in name.split()}, key=len, reverse=True
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_damaged_file_never_crashes_and_never_leaks(path, tmp_path):
    words = words_of(path)
    for seed in range(ROUNDS):
        broken = tmp_path / f"broken{path.suffix}"
        broken.write_bytes(mutated(path.read_bytes(), random.Random(seed)))
        said = through(broken, words)
        assert "\n" not in said, f"seed {seed}"
        assert "Error in " not in said, f"seed {seed}"  # foreseen, not just caught
        assert not [word for word in words if word in said], f"seed {seed}"


def through(path: Path, words: list[str]) -> str:
    """Reads, replaces the words and writes; what the error said, if it came to one."""
    pattern = re.compile("|".join(map(re.escape, words)) or r"(?!)", re.IGNORECASE)
    written = path.with_name(f"written{path.suffix}")
    try:
        document = formats.read_file(path)
        places = [each.span() for each in pattern.finditer(document.text)]
        written.write_bytes(formats.write(document, [Replacement(*place, "Ann B", "e1") for place in places]))
        hidden = {squeeze(document.text[start:end]).text for start, end in places}
        assert leaks(written.read_bytes(), [Form(word, "name", "e1") for word in sorted(hidden)]).leaks == ()
    except LexveilError as error:
        return str(error)
    return ""
