"""How clerks, mail systems and passports write a name that a document has in another way.

Comes in: the name of a person as it stands in the text. Goes out: the forms to look for besides: family name
first (`Roe, Ann`, `roe_ann`, `ROE<<ANN`), an initial for the given name (`a.roe`), no space at all
(`annroe`), each in every customary spelling of its letters. Never one that is made of ordinary words alone.
"""

import re
from collections.abc import Iterator

from lexveil.languages import common, titles
from lexveil.text.fold import fold, unbroken
from lexveil.text.spelling import spellings

LEAST_FAMILY = 3  # letters of a family name that an initial is put before
LEAST_GLUED = 6  # letters of a name without a space
MOST_WORDS = 6  # a longer "name" is none

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_TITLES = frozenset({*titles.COURTESY, *titles.ROLE_BEFORE, *titles.SUFFIXES})


def writings(surface: str) -> Iterator[str]:
    """The forms of a full name, squeezed; nothing for one word.

    >>> sorted(writings("Mr Jan Roe"))[:5]
    ['j roe', 'j. roe', 'jan roe', 'janroe', 'jroe']
    """
    words = _name(surface)
    if not 2 <= len(words) <= MOST_WORDS:
        return
    for spelled in spellings(" ".join(words)):
        *given, family = spelled.split(" ")
        if not given or all(map(_ordinary, (*given, family))):
            continue
        yield from _in_full(given, family)
        if len(family) >= LEAST_FAMILY and not _ordinary(family):
            yield from _with_initial(given, family)


def _name(surface: str) -> list[str]:
    """The words of the name, the family name last, less titles and what is no name."""
    before, comma, after = unbroken(surface).partition(",")
    turned = f"{after} {before}" if comma and len(_WORD.findall(before)) == 1 and after.strip() else surface
    words = [word for word in _WORD.findall(unbroken(turned)) if fold(word).rstrip(".") not in _TITLES]
    return [] if any(word.islower() and fold(word) not in titles.PARTICLES for word in words) else words


def _in_full(given: list[str], family: str) -> Iterator[str]:
    for names in dict.fromkeys((tuple(given), tuple(given[:1]))):  # no set: its order varies
        first = " ".join(names)
        if len(first) == 1:
            continue
        yield f"{first} {family}"
        if not _ordinary(names[0]):  # "Torvund will testify" is no Will Torvund
            yield from (f"{family}{gap}{first}" for gap in (" ", ", ", ",", "; ", ";"))
        yield f"{family}<<{'<'.join(names)}"
        for glued in ("".join([*names, family]), "".join([family, *names])):
            plain = glued.replace("-", "")
            if len(plain) >= LEAST_GLUED and not common.is_common(plain):
                yield plain


def _with_initial(given: list[str], family: str) -> Iterator[str]:
    letter = given[0][0]
    yield from (f"{letter} {family}", f"{letter}. {family}", f"{family} {letter}", f"{family}, {letter}")
    if not common.is_common(letter + family):
        yield letter + family


def _ordinary(word: str) -> bool:
    return len(word) == 1 or common.is_common(word) or word in titles.PARTICLES
