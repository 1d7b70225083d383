"""Searching the text of a document: plain, by a regular expression, or roughly.

Comes in: the text and what was typed. Goes out: places, in order, at most `MOST`. Plain search sees neither
case nor accents. A regular expression is run by a process of its own that is ended after `SECONDS`, for there
are short ones that take for ever. The rough search finds what is nearly spelt so, over as many words as were
typed.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from rapidfuzz import fuzz, process

from lexveil.review.errors import CommandError
from lexveil.review.request import Place
from lexveil.text.fold import fold

MODES = ("plain", "regex", "fuzzy")
MOST = 2_000
LONGEST = 500  # characters typed
SECONDS = 3.0
NEARLY = 78.0  # of 100: how far windows must agree with what was typed

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_CHILD = Path(__file__).with_name("expression.py")


def search(text: str, query: str, mode: str = "plain") -> list[Place]:
    if mode not in MODES:
        raise CommandError("review.unknown-mode", choices=", ".join(MODES))
    if not query.strip() or len(query) > LONGEST:
        raise CommandError("review.search-text", most=LONGEST)
    if mode == "regex":
        return _by_expression(text, query)
    found = _plain(text, query) if mode == "plain" else _roughly(text, query)
    return list(islice(found, MOST))


def _plain(text: str, query: str) -> Iterator[Place]:
    pattern = " +".join(map(re.escape, fold(query).split()))
    return (match.span() for match in re.finditer(pattern, fold(text)))


def _roughly(text: str, query: str) -> Iterator[Place]:
    wanted = " ".join(_WORD.findall(fold(query)))
    if not wanted:
        return _plain(text, query)
    folded = fold(text)
    words = [match.span() for match in _WORD.finditer(folded)]
    size = len(wanted.split())
    windows: dict[str, list[Place]] = {}
    for first, last in zip(words, words[size - 1 :], strict=False):
        if "\n\n" not in text[first[0] : last[1]]:
            windows.setdefault(folded[first[0] : last[1]], []).append((first[0], last[1]))
    near = process.extract(wanted, list(windows), scorer=fuzz.ratio, score_cutoff=NEARLY, limit=None)
    return _apart(sorted(place for window, _, _ in near for place in windows[window]))


def _apart(places: list[Place]) -> Iterator[Place]:
    last = 0
    for start, end in places:
        if start >= last:
            yield start, end
            last = end


def _by_expression(text: str, query: str) -> list[Place]:
    asked = json.dumps({"text": text, "pattern": query, "most": MOST, "seconds": int(SECONDS) + 1})
    try:
        child = subprocess.run(  # noqa: S603 - our own file, and what was typed goes in as data
            [sys.executable, "-I", "-S", str(_CHILD)],
            input=asked.encode(),
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise CommandError("review.search-slow") from None
    if child.returncode:
        raise CommandError("review.search-heavy")
    found = json.loads(child.stdout)
    if found is None:
        raise CommandError("review.search-bad")
    return [(start, end) for start, end in found]
