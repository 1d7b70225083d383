"""What the matches of a regular expression begin with, read from the pattern.

Comes in: a compiled pattern; goes out: letters with which every match begins, or the kind of its first sign,
or None where that is unknown. Never too few: a match that begins otherwise would not be found (`quick`).
"""

import re
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any, NamedTuple

LONG = 6  # letters of a beginning: what follows makes no place rarer
MOST = 4000  # beginnings of a pattern
FEW = 8  # letters of a class that are taken one by one

_ALIKE = {"\u0130": "i", "\u0131": "i", "\u017f": "s"}  # the letters that have two small forms
_HALF = re.compile("[\ud800-\udfff]")  # a damaged file: half a letter, which the automaton does not take
_FAMILIAR = 0x250  # Latin letters; others are not looked into
_MICRO = 0xB5  # … nor this one, which is Greek too
WIDTHLESS = frozenset(["AT", "ASSERT", "ASSERT_NOT"])
_REPEATS = frozenset(["MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"])
_CLASSES = {
    "CATEGORY_DIGIT": r"\d", "CATEGORY_NOT_DIGIT": r"\D", "CATEGORY_SPACE": r"\s",
    "CATEGORY_NOT_SPACE": r"\S", "CATEGORY_WORD": r"\w", "CATEGORY_NOT_WORD": r"\W",
}  # fmt: skip

try:  # how `re` itself reads a pattern
    _parse: Any = import_module("re._parser").parse
except ImportError:  # of another Python: nothing is known, and every place is tried
    _parse = None

Items = Sequence[tuple[Any, Any]]  # of the parser: what kind, and what


class Beginning(NamedTuple):
    """What a match may begin with."""

    letters: str = ""  # in small ones; none where only the kind of the first sign is known
    first: str = ""  # the first of them, as it is written inside the brackets of a pattern
    whole: bool = False  # it may be all that this part of the pattern stands for
    word: bool = False  # the first is a letter, a digit or an underscore
    apart: bool = False  # no such sign stands before it


def beginnings(pattern: re.Pattern[str]) -> list[Beginning] | None:
    """
    >>> [each.letters for each in beginnings(re.compile(r"(?i)\\b(?:sections?|rules?) \\d+")) or ()]
    ['sectio', 'rules ', 'rule ']
    """
    tree = parsed(pattern)
    if tree is None:
        return None
    found = _of_sequence(tree, ignoring=bool(tree.state.flags & re.IGNORECASE))
    return None if found is None or not all(each.first for each in found) else found


def parsed(pattern: re.Pattern[str]) -> Any:
    """The pattern as `re` reads it; None on a Python that reads it another way."""
    return None if _parse is None else _parse(pattern.pattern, pattern.flags & ~re.UNICODE)


def in_any_case(code: int) -> bool:
    """Whether all is known that `re` holds for this letter where case counts for nothing."""
    return (code < _FAMILIAR and code != _MICRO) or not chr(code).isalpha()


def alike(text: str) -> str:
    """Small letters, in which whatever `re` holds for the same letter is one; of the same length."""
    if text.isascii():
        return text.lower()
    for letter, small in _ALIKE.items():  # quicker than a table: most texts have none
        text = text.replace(letter, small)
    return _HALF.sub("\ufffd", text.lower())


def _cases() -> dict[str, list[int]]:
    """A letter → all that `re` holds for it where case counts for nothing."""
    found: dict[str, list[int]] = {"k": [0x212A], "å": [0x212B], "ß": [0x1E9E], "s": [0x17F]}
    for code in range(_FAMILIAR):
        found.setdefault(alike(chr(code)), []).append(code)
    return found


_CASES = _cases()


def _of_sequence(items: Iterable[tuple[Any, Any]], *, ignoring: bool) -> list[Beginning] | None:
    ready: list[Beginning] = []
    growing = [Beginning(whole=True)]
    edges: set[str] = set()  # what must be before it
    for kind, value in items:
        if kind.name == "FAILURE" or (kind.name == "ASSERT_NOT" and not value[1]):  # (?!)
            return []
        if kind.name in WIDTHLESS:
            edges.add(_edge(kind.name, value))
            continue
        part = _of_item(kind.name, value, ignoring=ignoring)
        begun = all(each.first for each in growing)
        if part is None or (begun and len(part) * len(growing) > MOST):
            return [*ready, *(each._replace(whole=False) for each in growing)] if begun else None
        both = dict.fromkeys(_joined(one, other, edges) for one in growing for other in part)
        ready += (each for each in both if not each.whole)
        growing = [each for each in both if each.whole]
    return [*ready, *growing]


def _edge(kind: str, value: Any) -> str:
    """`border` of a word, or `apart` from one: no letter stands before."""
    if kind == "AT":
        return "border" if value.name == "AT_BOUNDARY" else ""
    if kind == "ASSERT_NOT" and value[0] < 0 and len(value[1]) == 1:
        ((inner, signs),) = value[1]
        if inner.name == "IN" and signs[0][0].name != "NEGATE":
            named = (getattr(each, "name", "") for _, each in signs)
            return "apart" if "CATEGORY_WORD" in named else ""
    return ""


def _joined(one: Beginning, other: Beginning, edges: set[str]) -> Beginning:
    if not one.first:
        return other._replace(apart=other.apart or "apart" in edges or ("border" in edges and other.word))
    letters = (one.letters + other.letters)[:LONG] if one.letters else ""
    return one._replace(letters=letters, whole=one.whole and other.whole and len(letters) < LONG)


def _of_item(kind: str, value: Any, *, ignoring: bool) -> list[Beginning] | None:
    if kind == "LITERAL":
        return _of_letter(value, ignoring=ignoring)
    if kind == "IN":
        return _of_class(value, ignoring=ignoring)
    if kind == "BRANCH":
        parts = [_of_sequence(each, ignoring=ignoring) for each in value[1]]
        return _united(parts)
    if kind == "SUBPATTERN":
        _, more, less, inner = value
        return _of_sequence(inner, ignoring=(ignoring or bool(more & re.I)) and not less & re.I)
    if kind == "ATOMIC_GROUP":
        return _of_sequence(value, ignoring=ignoring)
    if kind in _REPEATS:
        least, most, inner = value
        return _of_repeated(_of_sequence(inner, ignoring=ignoring), least, once=most == 1)
    return None


def _united(parts: Iterable[list[Beginning] | None]) -> list[Beginning] | None:
    found: dict[Beginning, None] = {}
    for part in parts:
        if part is None:
            return None
        found.update(dict.fromkeys(part))
    return list(found)


def _of_repeated(part: list[Beginning] | None, least: int, *, once: bool) -> list[Beginning] | None:
    if part is None:
        return None
    found = [each._replace(whole=each.whole and (once or not each.first)) for each in part]
    return found if least else list(dict.fromkeys([Beginning(whole=True), *found]))


def _of_letter(code: int, *, ignoring: bool) -> list[Beginning] | None:
    word = _is_word(chr(code))
    if code >= _FAMILIAR or code == _MICRO:
        return None if ignoring else [Beginning(first=_escaped(code), word=word)]
    first = _in_any_case(code) if ignoring else _escaped(code)
    return [Beginning(alike(chr(code)), first, whole=True, word=word)]


def _of_class(items: Items, *, ignoring: bool) -> list[Beginning] | None:
    """Each of a few letters, or one sign of a kind."""
    letters = [value for kind, value in items if kind.name == "LITERAL"]
    if len(letters) == len(items) <= FEW and all(code < _FAMILIAR and code != _MICRO for code in letters):
        return _united(_of_letter(code, ignoring=ignoring) for code in letters)
    if any(kind.name == "NEGATE" for kind, _ in items):
        return None
    if ignoring and any(code >= _FAMILIAR or code == _MICRO for code in _codes(items)):
        return None
    first = "".join(_in_class(kind.name, value, ignoring=ignoring) for kind, value in items)
    words = first in (r"\d", r"\w") or (
        all(kind.name != "CATEGORY" for kind, _ in items)
        and all(code < _FAMILIAR and _is_word(chr(code)) for code in _codes(items))
    )
    return [Beginning(first=first, word=words)]


def _codes(items: Items) -> list[int]:
    """All letters of a class that are named there, one by one or from the first to the last."""
    ranges = (
        value if kind.name == "RANGE" else (value, value) for kind, value in items if kind.name != "CATEGORY"
    )
    return [code for first, last in ranges for code in range(first, last + 1)]


def _in_class(kind: str, value: Any, *, ignoring: bool) -> str:
    if kind == "CATEGORY":
        return _CLASSES[value.name]
    first, last = value if kind == "RANGE" else (value, value)
    if ignoring:
        return "".join(map(_in_any_case, range(first, last + 1)))
    return f"{_escaped(first)}-{_escaped(last)}"


def _in_any_case(code: int) -> str:
    return "".join(map(_escaped, _CASES[alike(chr(code))]))


def _is_word(sign: str) -> bool:
    return sign.isalnum() or sign == "_"


def _escaped(code: int) -> str:
    return f"\\U{code:08x}"
