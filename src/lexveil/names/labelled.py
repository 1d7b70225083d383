"""The first page of courts that write the word before the names: Kantaja, Ombud, VASTAAJAT over them.

Running text comes in, places with their roles go out, as from `captions`; the words are in `roles.toml`,
section page_labels. A label may stand in a line by itself, before a colon, in a column or right before the
names, and holds until the next label, a heading or the end of the paragraph.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from lexveil.languages import Language, own
from lexveil.names.columns import LINE
from lexveil.text.patterns import one_of

PROSE = 8  # words in small letters that make a sentence of a line
SENTENCES = 2  # so many, and the first page is over
LABELS = 3  # in one line, one after the other

_ITEM = re.compile(r"\(?\d{1,2}[.)]\s+|[-–•]\s+")
_SMALL = re.compile(r"(?<![\w-])[^\W\d_A-ZÅÄÖÆØ]{2,}(?![\w-])")
_HEADING = re.compile(r"[^a-zåäöæøß,\d]{6,}")


class Line(NamedTuple):
    start: int
    text: str
    role: str
    side: str = ""


class Labels:
    """What a language's first pages are made of."""

    def __init__(self, language: Language) -> None:
        words = own(language.code, "roles")["page_labels"]
        sides = {f"PARTY_{side}": listed for side, listed in words["sides"].items()}
        roles = {**sides, **words["roles"], "END": words["ends"]}
        listed = "|".join(f"(?P<{role}>{one_of(each)})" for role, each in roles.items())
        self.label = re.compile(
            rf"(?:{listed})(?!\w)(?:\s+\d{{1,2}}(?!\w))?"
            rf"(?:\s*\([^()\n]*\))?(?:\s*[:–-]\s*|\s*$|\s{{2,}}|\s+(?=\d{{1,2}}[.)]|(?-i:[^\W\d_a-zåäöæøß])))",
            re.IGNORECASE,
        )
        self.represented = re.compile(rf"(?<!\w){one_of(words['represented'])}(?!\w)[\s:]*", re.IGNORECASE)
        self.stop = re.compile(rf"(?<!\w){one_of(words['stops'])}", re.IGNORECASE)


labels = cache(Labels)


def is_labelled(language: Language) -> bool:
    return "page_labels" in own(language.code, "roles")


def lines(text: str, language: Language) -> Iterator[Line]:
    """The lines, or parts of them, that hold names of a role."""
    words = labels(language)
    role = side = ""
    given, sentences, last = False, 0, 0
    for found in LINE.finditer(text):
        line, start = found[0].strip(), found.start() + len(found[0]) - len(found[0].lstrip())
        opens = text.count("\n", last, found.start()) > 1
        last = found.end()
        at = 0
        for _ in range(LABELS):
            label = words.label.match(line, at)
            if label is None or not label.lastgroup:
                break
            kind, _, other = label.lastgroup.partition("_")
            if kind == "OFFICIAL" and role == "PARTY" and not opens and label.end() == len(line) and not at:
                at = len(line)  # the prosecutor is one of the parties listed
                break
            side = other
            role, given, at = "" if kind == "END" else kind, False, label.end()
        if at == 0 and len(_SMALL.findall(line)) >= PROSE:
            role, sentences = "", sentences + 1
            if sentences == SENTENCES:
                return
        if at == 0 and ((opens and given) or (given and _HEADING.fullmatch(line)) or line.endswith(":")):
            role = ""
        if role and at < len(line):
            given = True
            yield from _parts(Line(start + at, line[at:], role, side), words)


def _parts(line: Line, words: Labels) -> Iterator[Line]:
    """A party's line less who represents the party, and less where it lives."""
    item = _ITEM.match(line.text)
    if item:
        line = line._replace(start=line.start + item.end(), text=line.text[item.end() :])
    stop = words.stop.search(line.text)
    text = line.text[: stop.start()] if stop else line.text
    represented = words.represented.search(text) if line.role == "PARTY" else None
    if represented:
        yield Line(line.start + represented.end(), text[represented.end() :], "LAWYER")
        text = text[: represented.start()]
    if text.strip():
        yield line._replace(text=text)
