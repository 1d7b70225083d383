"""The key and the values of a sentence that the service says, so that the page can say it in any language.

Comes in: an English sentence of ours, be it of an error, a reason or a part of a file. Goes out: the key
under which the catalogues of the page (`static/messages`) have it and the values that stand in it; nothing
for a sentence that no table knows, which is then shown as it is. The tables are the one place where keys are
given: `tests/review/test_sentences.py` sees to it that every sentence has one and every catalogue has it.

The values are cut out of the sentence, so they hold nothing that it did not. Sentences are matched and not
carried as keys through every step, because steps speak to the command line too, and because those of an
analysis are kept as text for years.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, TypedDict

from lexveil.model import ROLES
from lexveil.review.sentences import files, reasons, refusals

TABLES: tuple[Mapping[str, str], ...] = (reasons.LINES, refusals.LINES, files.LINES, files.PARTS)
# What a role is called in a reason, beside the words of the role itself.
SPOKEN_ROLES = {"president": "PRESIDENT", "representation": "REPRESENTATION"} | {
    role.lower().replace("_", " "): role for role in ROLES
}
LONGEST = 2000  # characters; a longer one lists more than the page has words for
_PLACE = re.compile(r"\{(\w+)\}")


class Said(TypedDict):
    key: str
    values: dict[str, str | int]


def keys() -> frozenset[str]:
    """Every key that a sentence can have."""
    return frozenset((refusals.FIELDS, *(key for table in TABLES for key in table.values())))


def keyed(sentence: str) -> Said | None:
    """
    >>> keyed("list judge, line 12")
    {'key': 'review.says.list', 'values': {'role': 'JUDGE', 'line': 12}}
    >>> keyed("word/styles.xml: it is encrypted with a password: save it without")
    {'key': 'said.file.encrypted', 'values': {'where': 'word/styles.xml'}}
    >>> keyed("nothing that we say")
    """
    found = _found(sentence)
    return {"key": found[0], "values": dict(found[1])} if found else None


def glossary(sentences: Iterable[str]) -> dict[str, Said]:
    """Each sentence with its key, once, however often it is said."""
    return {each: said for each in dict.fromkeys(sentences) if each and (said := keyed(each))}


# Matching ----------------------------------------------------------------------------------------

Found = tuple[str, tuple[tuple[str, str | int], ...]]


class Line(NamedTuple):
    """A line of a table with places for values: what stands around them, their names, its key."""

    around: tuple[str, ...]
    names: tuple[str, ...]
    key: str


@lru_cache(maxsize=4096)
def _found(sentence: str) -> Found | None:
    if len(sentence) > LONGEST:
        return None
    return _whole(sentence) or _placed(sentence) or _listed(sentence)


def _whole(sentence: str) -> Found | None:
    if sentence in _FIXED:
        return _FIXED[sentence], ()
    for line in _VARIED:
        cut = _cut(line, sentence)
        values = _values(line.names, cut) if cut else None
        if values is not None:
            return line.key, values
    return None


def _cut(line: Line, sentence: str) -> list[str]:
    """What stands at the places of the line, each as short as can be; nothing if it is another sentence.

    One look from left to right: a pattern with several gaps would try all their lengths, and what stands in
    them (the name of a member of an archive) is chosen by whoever made the file.
    """
    first, *between, last = line.around
    if not sentence.startswith(first) or not sentence.endswith(last):
        return []
    values: list[str] = []
    at, end = len(first), len(sentence) - len(last)
    for words in between:
        found = sentence.find(words, at + 1, end)
        if found < 0:
            return []
        values.append(sentence[at:found])
        at = found + len(words)
    return [*values, sentence[at:end]] if at < end else []


def _placed(sentence: str) -> Found | None:
    """What is wrong with a part of a file: `word/styles.xml: …`."""
    for colon in re.finditer(": ", sentence):
        rest = _whole(sentence[colon.end() :])
        if rest:
            return rest[0], (*rest[1], ("where", sentence[: colon.start()]))
    return None


def _listed(sentence: str) -> Found | None:
    """Several reasons in a row, such as those of a page: the first speaks for all."""
    first, *others = sentence.split(", ")
    found = _whole(first) if others else None
    return found if found and all(map(_whole, others)) else None


def _values(names: Iterable[str], cut: Iterable[str]) -> tuple[tuple[str, str | int], ...] | None:
    """None where a role is named that is none of ours."""
    values: dict[str, str | int] = {}
    for name, text in zip(names, cut, strict=True):
        values[name] = int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else text
        if name == "role":
            values[name] = _role(text)
    return None if values.get("role") == "" else tuple(values.items())


def _role(words: str) -> str:
    """
    >>> _role("tribunal member"), _role("judges"), _role("baker")
    ('TRIBUNAL_MEMBER', 'JUDGE', '')
    """
    word = words.replace("'", "")
    return SPOKEN_ROLES.get(word) or SPOKEN_ROLES.get(word.removesuffix("s"), "")


def _lines() -> Iterator[Line]:
    for table in TABLES:
        for line, key in table.items():
            parts = tuple(_PLACE.split(line))  # words and names by turns
            if len(parts) > 1:
                yield Line(parts[::2], parts[1::2], key)


_FIXED = {line: key for table in TABLES for line, key in table.items() if not _PLACE.search(line)}
_VARIED = tuple(_lines())
