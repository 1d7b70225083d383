"""Where something that had to go still stands in a text: one search for sweeping and for checking.

Comes in: the forms, then any number of texts. Goes out: where a form stands in each, whatever its case,
accents, line breaks, invisible characters and the signs that join its words; identifiers also with other
separators or none. One pass of an automaton, whatever the number of forms. Which forms there are is decided
in `replace.sweep`.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ahocorasick_rs import AhoCorasick

from lexveil.lexicon.fold import fold, squeeze, whole_word

KINDS = ("name", "part", "identifier", "detail")
SHORTEST_NUMBER = 6  # letters and digits of an identifier that may stand with other separators
GLUED = 9  # an identifier this long is met right after a word too: "CPR0102034567"

_JOINTS = str.maketrans("-_.+/%", "      ")
_GAP = re.compile(r"(?<=\d)[ ():]{1,3}(?=[^\W_])|(?<=[^\W\d_])[ ():]{1,3}(?=\d)")
_BEYOND = re.compile(r"[^\x00-\x7f]+")
# What `squeeze` takes out, one after the other: three quick passes instead of one slow.
_HYPHEN = re.compile(r"[-\u2010]\r?\n[ \t]*(?=[^\W\d_])")
_BLANK = re.compile(r"\s{2,}")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff\u0300-\u036f]")
_SPACES = str.maketrans("\t\n\v\f\r\x1c\x1d\x1e\x1f-_.+/%\x00`", " " * 15 + "\n'")
_SIGNS = bytes(code for code in range(128) if not chr(code).isalnum())


@dataclass(frozen=True, slots=True)
class Form:
    """`name`: a full name. `part`: one word of a name, or a name that is one word. `identifier`: a number, an
    address of a person. `detail`: anything else that was replaced, such as a date."""

    text: str = field(repr=False)  # squeezed
    kind: str
    entity: str


class Found(NamedTuple):
    start: int  # in the text as it was given
    end: int
    form: Form


class Search:
    """The forms as automata, built once."""

    def __init__(self, forms: Iterable[Form]) -> None:
        self.plain: dict[str, Form] = {}
        self.bare: dict[str, Form] = {}
        for form in forms:
            self.plain.setdefault(form.text.translate(_JOINTS).strip(), form)  # `ranta-` is `ranta`
            if form.kind == "identifier":
                for bare in _bare_forms(form.text):
                    self.bare.setdefault(bare, form)
        self._plain = (list(self.plain), AhoCorasick(list(self.plain)) if self.plain else None)
        self._bare = (list(self.bare), AhoCorasick(list(self.bare)) if self.bare else None)

    def find(self, text: str) -> Iterator[Found]:
        """
        >>> search = Search([Form("ann roe", "name", "e1"), Form("010203-4567", "identifier", "e2")])
        >>> [found[:2] for found in search.find("ANN  RÖE, ann_roe, 010203 4567, Joann Roe")]
        [(0, 8), (10, 17), (19, 30)]
        """
        if not self._may_stand_in(plain(text)):
            return
        squeezed = squeeze(text)
        joined = squeezed.text.translate(_JOINTS)
        found = dict.fromkeys([*self._whole(joined), *self._numbers(joined)])  # no set: its order varies
        places = sorted(found, key=lambda place: place[:2])
        for start, end, form in places:
            yield Found(squeezed.original(start), squeezed.original(end - 1) + 1, form)

    def _may_stand_in(self, joined: str) -> bool:
        """Most texts are clean, and that can be told without knowing where each character stood."""
        if next(self._whole(joined), None):
            return True
        listed, automaton = self._bare
        if automaton is None:
            return False
        if not all(map(str.isascii, listed)):
            return True
        signs = joined.encode("ascii", "ignore").translate(None, _SIGNS).decode("ascii")
        return bool(automaton.find_matches_as_indexes(signs))

    def _whole(self, text: str) -> Iterator[tuple[int, int, Form]]:
        listed, automaton = self._plain
        if automaton is None:
            return
        for at, start, end in automaton.find_matches_as_indexes(text, overlapping=True):
            if whole_word(text, start, end):
                yield start, end, self.plain[listed[at]]

    def _numbers(self, text: str) -> Iterator[tuple[int, int, Form]]:
        """Identifiers in the text less what separates digits; whether they stand apart, the text tells."""
        listed, automaton = self._bare
        if automaton is None:
            return
        parts: list[str] = []
        starts, shifts = [0], [0]
        last = length = 0
        for gap in _GAP.finditer(text):
            parts.append(text[last : gap.start()])
            length += gap.start() - last
            last = gap.end()
            starts.append(length)
            shifts.append(last - length)
        parts.append(text[last:])
        for at, first, after in automaton.find_matches_as_indexes("".join(parts), overlapping=True):
            start = first + shifts[bisect_right(starts, first) - 1]
            end = after + shifts[bisect_right(starts, after - 1) - 1]
            if _apart(text, start, end, glued=len(listed[at]) >= GLUED):
                yield start, end, self.bare[listed[at]]


def plain(text: str) -> str:
    """The text squeezed, and what joins words made a space: quickly, and without a way back.

    >>> plain("Ann  Smi-\\nth, Jörg_Roe") == squeeze("Ann  Smi-\\nth, Jörg_Roe").text.translate(_JOINTS)
    True
    """
    cut = _BLANK.sub(_gap, _HYPHEN.sub(_joined, text))
    if not cut.isascii():
        cut = _BEYOND.sub(lambda found: fold(found[0]), _INVISIBLE.sub("", cut))
    return cut.lower().translate(_SPACES)


def _joined(hyphen: re.Match[str]) -> str:
    before = hyphen.string[hyphen.start() - 1 : hyphen.start()]
    return "" if before.isalpha() else hyphen[0]


def _gap(blank: re.Match[str]) -> str:
    return "\x00" if blank[0].count("\n") > 1 else " "


def _bare_forms(form: str) -> set[str]:
    """An identifier less its separators: all of them, and only those beside a digit."""
    joined = form.translate(_JOINTS).strip()
    found = {_GAP.sub("", joined), "".join(char for char in joined if char.isalnum())}
    return {bare for bare in found if len(bare) >= SHORTEST_NUMBER and any(map(str.isdigit, bare))}


def _apart(text: str, start: int, end: int, *, glued: bool) -> bool:
    return (start == 0 or _breaks(text[start - 1], text[start], glued=glued)) and (
        end == len(text) or _breaks(text[end], text[end - 1], glued=glued)
    )


def _breaks(outside: str, inside: str, *, glued: bool) -> bool:
    return not outside.isalnum() or (glued and outside.isdigit() != inside.isdigit())
