"""A name in small letters that is a word too: is somebody spoken of there? `> ask marsh`, `marsh's car`.

In a message nobody puts a capital, so what stands beside the word decides: an article makes it a thing.
"""

import re

from lexveil.languages import Language
from lexveil.languages.common import is_function
from lexveil.names.ordinary import ranks
from lexveil.text.fold import fold
from lexveil.text.search import Found

FREQUENT = 1500  # a word so frequent is one, also in a chat
NEAR = 40

_QUOTED = re.compile(r"[ \t]*>")
_CLOSES = re.compile(r"[.?!…)\s]*(?:\n|\Z)")
_WORD_BEFORE = re.compile(r"([^\W\d_]+)['’]?\s+\Z")
_WORD_AFTER = re.compile(r"[\s,]*([^\W\d_]*)")
_FEW_WORDS = re.compile(r"(?:[^\W\d_]+[ \t]+){1,3}\Z")
_OWNER = re.compile(r"['’]s(?!\w)")
_SOMEBODY = r" *[^\W\d_]+(?: [^\W\d_]+)? *"
_FIELD = re.compile(rf"\W*[^\W\d_]{{1,12}}:{_SOMEBODY}(?:[,;&]{_SOMEBODY})*\s*")  # cc: roe, ann doe
_IN_FIELD = re.compile(r"[:,;&]\s*(?:[^\W\d_]+ )?\Z")


def word_before(text: str, at: int) -> str:
    found = _WORD_BEFORE.search(text, max(0, at - NEAR), at)
    return fold(found[1]) if found else ""


class SmallLetters:
    """State: the lines of a text that were looked at."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._lines: dict[int, tuple[bool, bool]] = {}  # start → in small letters, a field
        self._small: dict[int, bool] = {}  # paragraphs

    def is_somebody(self, found: Found, language: Language) -> bool:
        return (
            self._owns(found, language) or self._spoken_of(found, language) or self._in_chat(found, language)
        )

    def _owns(self, found: Found, language: Language) -> bool:
        """marsh's car; not the marsh's edge."""
        if not _OWNER.match(self.text, found.end):
            return False
        before = _FEW_WORDS.search(self.text, max(0, found.start - NEAR), found.start)
        words = fold(before[0]).split() if before else []
        return not any(word in language.people["beside"]["determiners"] for word in words)

    def _spoken_of(self, found: Found, language: Language) -> bool:
        """`> i spoke to green about it`, `did green pay`, `cc: green, marsh`."""
        first = self.text.rfind("\n", 0, found.start) + 1
        small, field = self._line(first)
        if not small or field:
            return small and _IN_FIELD.search(self.text, first, found.start) is not None
        words, before = language.people["addressed"], word_before(self.text, found.start)
        after = _WORD_AFTER.match(self.text, found.end)
        ends = after is None or not after[1] or is_function(fold(after[1]), language)
        asked = before in words.get("asked_of", ()) or (before in words.get("spoken_to", ()) and ends)
        return asked and self._written(first)

    def _in_chat(self, found: Found, language: Language) -> bool:
        """Whether somebody is called there: `marsh, come`, `> ask marsh`."""
        frequent = ranks(language.code).get(found.form.text, 0) < FREQUENT
        thing = word_before(self.text, found.start) in language.people["beside"]["determiners"]
        first = self.text.rfind("\n", 0, found.start) + 1
        if frequent or thing or not self._line(first)[0]:
            return False
        return found.start == first or (
            self._written(first) and _CLOSES.match(self.text, found.end) is not None
        )

    def _line(self, first: int) -> tuple[bool, bool]:
        if first not in self._lines:
            last = self.text.find("\n", first)
            line = self.text[first : last if last >= 0 else None]
            self._lines[first] = (line.islower(), _FIELD.fullmatch(line) is not None)
        return self._lines[first]

    def _written(self, first: int) -> bool:
        """Whether the line stands in a message: quoted, or in a paragraph without capitals."""
        if _QUOTED.match(self.text, first):
            return True
        start = self.text.rfind("\n\n", 0, first) + 1
        if start not in self._small:
            end = self.text.find("\n\n", first)
            self._small[start] = self.text[start : end if end >= 0 else None].islower()
        return self._small[start]
