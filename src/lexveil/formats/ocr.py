"""Words in a picture, as the program tesseract reads them.

Never writes the picture to disk, never asks the network, and never guesses that a picture shows no text
because the program is missing: then `available` says so.
"""

import io
import os
import re
import shutil
import subprocess
import unicodedata
from dataclasses import dataclass, field
from functools import lru_cache

from PIL import Image

from lexveil.errors import InputError
from lexveil.languages import packs
from lexveil.model import Reason, because

MAX_PIXELS = 80_000_000  # A3 at 600 dpi has 70 million
SECONDS = 240  # for one picture; a dense page takes two or three
RESOLUTION = 300  # dpi at which tesseract reads best
SURE = 60.0  # confidence of a word that is surely one
PACKAGE = "tesseract-ocr"  # of Debian; each language has one of its own
INSTALL = f"apt-get install {PACKAGE}"

_LIGATURE = re.compile("[\ufb00-\ufb06]")
_ROTATE = re.compile(rb"^Rotate: (\d+)\s*$", re.MULTILINE)
_SURE_OF_TURN = re.compile(rb"^Orientation confidence: ([\d.]+)\s*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Word:
    text: str = field(repr=False)
    left: int
    top: int
    right: int
    bottom: int
    confidence: float  # 0 … 100
    block: int
    paragraph: int
    line: int  # within its paragraph, as the paragraph is within its block

    @property
    def row(self) -> tuple[int, int, int]:
        return self.block, self.paragraph, self.line


def available() -> bool:
    """Whether text in pictures can be read at all."""
    return bool(installed())


def note(language: str) -> Reason | None:
    """What a reader of the report should know about the reading of pictures."""
    if not available() or pack(language) == packs().get(language):
        return None
    wanted = packs().get(language, language).replace("_", "-")
    return because("note.ocr-language", pack=pack(language), language=language, wanted=wanted)


def pack(language: str) -> str:
    """The pack that a language is read with: its own, else English, else any."""
    there = installed()
    for wanted in (packs().get(language, ""), "eng", *sorted(there)):
        if wanted in there:
            return wanted
    raise InputError("ocr.missing", how=INSTALL)


def words(image: Image.Image, *, language: str, dpi: float = 0, sparse: bool = False) -> list[Word]:
    """The words in the order of reading, however unsure; signs alone only if they are sure.

    `sparse` looks for letters anywhere, without lines and columns: it finds more and reads it worse.
    """
    scale = enlargement(image.size, dpi)
    # Told the resolution, tesseract tells rules from letters; left to guess it, it loses whole tables.
    options = ("-l", pack(language), "--psm", "11" if sparse else "3", "--dpi", str(RESOLUTION), "tsv")
    table = _run(_grey(image, scale), *options)
    rows = (row.split("\t", 11) for row in table.decode("utf8", "replace").splitlines()[1:])
    found = [_word(row, scale) for row in rows if row[0] == "5" and row[-1].strip()]
    return [word for word in found if any(map(str.isalnum, word.text)) or word.confidence >= SURE]


def turn(image: Image.Image) -> int:
    """By how many degrees clockwise the picture must be turned for its text to be upright; 0 if unsure."""
    if "osd" not in _packs(shutil.which("tesseract") or ""):
        return 0
    try:
        found = _run(_grey(image, enlargement(image.size, 0)), "-l", "osd", "--psm", "0")
    except InputError:  # too little text to tell
        return 0
    rotate, sure = _ROTATE.search(found), _SURE_OF_TURN.search(found)
    return int(rotate[1]) % 360 if rotate and sure and float(sure[1]) >= 2 else 0


def enlargement(size: tuple[int, int], dpi: float) -> float:
    """The factor that brings a picture to the size tesseract reads best.

    A resolution is believed when it makes the picture no larger than a poster: cameras and screens write
    72 or 96 whatever they take. Without one, the longer side is taken to be that of a page.

    >>> enlargement((1240, 1754), 150), enlargement((600, 200), 0), enlargement((4000, 3000), 72)
    (2.0, 3.0, 1.0)
    """
    longer = max(size)
    if dpi >= 50 and longer / dpi <= 24:
        scale = RESOLUTION / dpi
        scale = 1.0 if 0.75 < scale < 1.1 else min(scale, 4.0)
    else:
        scale = max(1.0, min(3.0, 3300 / max(longer, 1)))
    return float(min(scale, (MAX_PIXELS / max(size[0] * size[1], 1)) ** 0.5))


def _grey(image: Image.Image, scale: float) -> bytes:
    width, height = image.size
    if width * height > MAX_PIXELS:
        raise InputError("ocr.many-pixels", count=MAX_PIXELS // 10**6)
    grey = image.convert("L")
    if scale != 1.0:
        size = max(1, round(width * scale)), max(1, round(height * scale))
        grey = grey.resize(size, Image.Resampling.BICUBIC)
    data = io.BytesIO()
    grey.save(data, "PPM")
    return data.getvalue()


def _run(picture: bytes, *options: str) -> bytes:
    program = shutil.which("tesseract")
    if program is None:
        raise InputError("ocr.missing", how=INSTALL)
    # One thread: tesseract's own threads make it slower, and its output the same.
    environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}
    try:
        command = [program, "-", "-", *options]  # no shell, and nothing of the document in it
        done = subprocess.run(  # noqa: S603
            command, input=picture, capture_output=True, timeout=SECONDS, env=environment, check=False
        )
    except subprocess.TimeoutExpired:
        raise InputError("ocr.slow", seconds=SECONDS) from None
    except OSError as error:
        raise InputError("ocr.broken", reason=error.strerror, how=INSTALL) from None
    if done.returncode:
        raise InputError("ocr.failed", status=done.returncode)
    return done.stdout


def _word(row: list[str], scale: float) -> Word:
    left, top, width, height = (int(value) for value in row[6:10])
    text = _LIGATURE.sub(lambda found: unicodedata.normalize("NFKC", found[0]), row[11].strip())
    box = int(left / scale), int(top / scale), -int(-(left + width) // scale), -int(-(top + height) // scale)
    return Word(text, *box, max(0.0, min(100.0, float(row[10]))), *map(int, row[2:5]))


def installed() -> frozenset[str]:
    """The languages that pictures can be read in, as tesseract calls them."""
    return _packs(shutil.which("tesseract") or "") - {"osd", "equ"}


@lru_cache(maxsize=4)
def _packs(program: str) -> frozenset[str]:
    """The packs of the program, none if it cannot be run."""
    if not program:
        return frozenset()
    try:
        done = subprocess.run(  # noqa: S603
            [program, "--list-langs"], capture_output=True, timeout=SECONDS, check=False, text=True
        )
    except (OSError, subprocess.SubprocessError):
        return frozenset()
    return frozenset(line.strip() for line in done.stdout.splitlines()[1:] if line.strip())
