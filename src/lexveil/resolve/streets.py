"""The street in somebody's address, in every way to write it: what tells the home when it is named again."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import product

from lexveil.jurisdictions import table
from lexveil.text.fold import squeeze

SHORTEST = 8  # letters of a street, with its kind
MOST = 12  # ways to write one street
_PIECES = re.compile(r"\s*[,;()\n]\s*")
_NUMBER = re.compile(r"(?i)(?<!\w)(?:\d{1,4}(?!\d)[^\s,]{0,4}|n(?:[.ºo°]{0,2}|r\.?|úm\.?)\s*(?=\d))")
_STOP = r"\."  # at the end of the pattern of an abbreviation


def ways(address: str) -> Iterator[str]:
    """
    >>> sorted(ways("Roxley Str. 14, 31141 Exampleton"))
    ['roxley str', 'roxley str.', 'roxley strase', 'roxley strasse']
    >>> sorted(ways("80331 Exampleton, la piazza Roe n. 2"))
    ['p.za roe', 'p.zza roe', 'piazza roe']
    """
    for piece in _PIECES.split(address):
        before, after = (*_NUMBER.split(piece, maxsplit=1), "")[:2]
        name = (before if any(map(str.isalpha, before)) else after).strip(" .-")
        first = _first_kind().search(name)
        name = name[first.start() :] if first else name
        told = first or _last_kind().search(name)
        if told and len(name) >= SHORTEST and (" " in name or _ending().search(name)):
            spelled = product(*(_spellings(word) for word in squeeze(name).text.split()))
            yield from (" ".join(words) for words, _ in zip(spelled, range(MOST), strict=False))
            return


@cache
def _spellings(word: str) -> tuple[str, ...]:
    """`calle`, `c/` and `c.`; `examplestrasse` and `examplestr.`, where the kind ends the word."""
    bare = word.rstrip(".")
    for same in table("addresses")["same_kinds"]:
        kinds = {each.rstrip(".") for each in same["words"]} | {*same["words"]}
        if bare in kinds:
            return tuple(sorted(kinds))
        ending = next(
            (each for each in sorted(kinds, key=len)[::-1] if same["ending"] and bare.endswith(each)), ""
        )
        if ending:
            return tuple(sorted(bare.removesuffix(ending) + each for each in kinds))
    return (word,)


@cache
def _first_kind() -> re.Pattern[str]:
    forms = table("addresses")
    kinds = [kind for form in forms.values() if isinstance(form, dict) for kind in form.get("kinds", ())]
    kinds += forms["number_last"]["kind_first"]
    return re.compile(rf"(?i)(?<![\w.])(?:{'|'.join(kinds)})(?!\w)")


@cache
def _last_kind() -> re.Pattern[str]:
    forms = table("addresses")
    kinds = [*forms["number_last"]["kind_last"], *forms["english"]["streets"]]
    return re.compile(rf"(?i)(?<!\w)(?:{'|'.join(each.removesuffix(_STOP) for each in kinds)})\.?$|{_ends()}")


@cache
def _ending() -> re.Pattern[str]:
    return re.compile(rf"(?i){_ends()}")


def _ends() -> str:
    endings = (re.escape(each.rstrip(".")) for each in table("addresses")["number_last"]["endings"])
    return rf"\w{{3}}(?:{'|'.join(endings)})\.?$"
