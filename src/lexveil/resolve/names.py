"""A person's name as parts that can be compared.

Comes in: the surface of a PERSON span and the title before it. Goes out: a `Name`, and how well two names
agree. It never sees the document: who is who is decided in `cluster`.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz.distance import OSA

from lexveil.lexicon import given, titles
from lexveil.lexicon.fold import fold, unbroken

# How much a pair of name tokens agrees. Below ONE_LETTER nothing counts as the same word.
SAME, NICKNAME, INITIAL, ONE_LETTER = 1.0, 0.9, 0.7, 0.6
FUZZY_LENGTH = 4  # shorter words differ by a letter too easily

_LEADING = titles.COURTESY.keys() | titles.ROLE_BEFORE.keys()
_TRAILING = {word for word in titles.SUFFIXES | titles.ROLE_AFTER.keys() if len(word) > 1}
_ALSO_GIVEN = {"ben", "al", "mac"}
_WORD_END = re.compile(r"[.,;:]+$")


class Name(NamedTuple):
    tokens: tuple[str, ...]  # folded, given name first, particles left out, initials one letter each
    gender: str = ""  # "m" or "f" by the title, "" when none tells
    suffix: str = ""  # jr, sr, iii …
    particles: frozenset[str] = frozenset()  # van, de, al …

    @property
    def likely_gender(self) -> str:
        return self.gender or ("" if self.bare else given.gender(self.tokens[0]))

    @property
    def family(self) -> str:
        return self.tokens[-1] if self.tokens else ""

    @property
    def bare(self) -> bool:
        return len(self.tokens) == 1


@lru_cache(maxsize=65536)
def parse(surface: str, *, title: str = "") -> Name:
    """
    >>> parse("Michael S. Blatter").tokens
    ('michael', 's', 'blatter')
    >>> parse("DE VRIES, Jan Jr.", title="Mr")
    Name(tokens=('jan', 'vries'), gender='m', suffix='jr', particles=frozenset({'de'}))
    """
    words = [word for part in _given_first(unbroken(surface)) for word in _words(part)]
    gender = _title_gender(title)
    while len(words) > 1 and words[0] in _LEADING:
        gender = gender or titles.COURTESY.get(words[0], "")
        words = words[1:]
    suffix = ""
    while len(words) > 1 and words[-1] in _TRAILING:
        suffix = words[-1] if words[-1] in titles.SUFFIXES else suffix
        words = words[:-1]
    tokens = tuple(word for at, word in enumerate(words) if not _particle(word, at)) or tuple(words)
    return Name(tokens, gender, suffix, frozenset(words) - set(tokens))


def _given_first(surface: str) -> list[str]:
    """Turn "DOE, John" and "DOE John" round."""
    before, comma, after = surface.partition(",")
    if comma and fold(after).strip(" .") not in _TRAILING | {""}:
        words = after.split()
        cut = next((at for at, word in enumerate(words) if fold(word).strip(".,") in _TRAILING), len(words))
        return [" ".join(words[:cut]), before, " ".join(words[cut:])]
    words = surface.split()
    if len(words) > 1 and _shouted(words[0]) and not any(_shouted(word) for word in words[1:]):
        return [" ".join(words[1:]), words[0]]
    return [surface]


def _shouted(word: str) -> bool:
    letters = [char for char in word if char.isalpha()]
    return len(letters) > 1 and all(char.isupper() for char in letters) and "." not in word


def _words(part: str) -> list[str]:
    words: list[str] = []
    for raw in re.split(r"[\s,]+", part):
        if len(raw) == 1 and raw.islower():
            continue  # Ortega y Gasset
        word = _WORD_END.sub("", fold(raw))
        if re.fullmatch(r"(?:[^\W\d_]\.-?){1,4}[^\W\d_]?,?", raw):
            words += [char for char in word if char.isalpha()]  # J.R. → j r
        elif word:
            words.append(word.strip("'\"“”()[]"))
    return [word for word in words if word]


def _particle(word: str, at: int) -> bool:
    """`de` is one anywhere; `Ben` and `Al` at the start of a name are given names."""
    return len(word) > 1 and word in titles.PARTICLES and (at > 0 or word not in _ALSO_GIVEN)


def _title_gender(title: str) -> str:
    for word in _words(title):
        if titles.COURTESY.get(word):
            return titles.COURTESY[word]
    return ""


def similar(a: str, b: str) -> float:
    """How far two folded name tokens are the same word.

    >>> similar("mahmood", "mahmoud") == ONE_LETTER, similar("bill", "william") == NICKNAME
    (True, True)
    """
    if a == b:
        return SAME
    if len(a) == 1 or len(b) == 1:
        return INITIAL if a[0] == b[0] else 0.0
    if given.same_given(a, b):
        return NICKNAME
    if min(len(a), len(b)) >= FUZZY_LENGTH and a[0] == b[0]:
        allowed = 2 if min(len(a), len(b)) >= 9 else 1
        if OSA.distance(a, b, score_cutoff=allowed) <= allowed:
            return ONE_LETTER
    return 0.0


def clash(a: Name, b: Name) -> bool:
    """What two forms of one name never have: two genders, or both Jr and Sr.

    Titles decide. What a given name suggests counts only where the other form shows no given name: Mr Puerta
    is not Laura Puerta, but Mr Andrea Rossi is Andrea Rossi.
    """
    if a.suffix and b.suffix and a.suffix != b.suffix:
        return True
    if a.gender and b.gender:
        return a.gender != b.gender
    both_given = all(len(name.tokens) > 1 and len(name.tokens[0]) > 1 for name in (a, b))
    genders = {a.likely_gender, b.likely_gender} - {""}
    return not both_given and len(genders) == 2


def agree(a: Name, b: Name) -> float:
    """0 when the names cannot be one person's, else how well they agree (1: the same words).

    The shorter name must lie in the longer one, in order, and family names must meet.

    >>> agree(parse("L Merchant"), parse("Lalit Merchant")) > 0
    True
    >>> agree(parse("Mariano Puerta"), parse("Laura Puerta"))
    0.0
    """
    if clash(a, b):
        return 0.0
    one, other = _without_particle(a, b), _without_particle(b, a)
    short, long = (one, other) if len(one) <= len(other) else (other, one)
    if not short:
        return 0.0
    if len(short) == 1:
        return _agree_bare(short[0], long)
    if sorted(short) == sorted(long):
        return SAME if short == long else 0.9  # the other name order: Zhang Wei, Wei Zhang
    family = _similar_family(short[-1], long[1:])
    if not family:
        return 0.0
    links = _align(short[:-1], long[:-1])
    if links is None or (family < SAME and not any(link >= NICKNAME for link in links)):
        return 0.0
    return min([family, *links]) * (0.97 if len(short) != len(long) else 1.0)


def _without_particle(name: Name, other: Name) -> tuple[str, ...]:
    """`Al Jaber` against `Sultan Al Jaber`: what looked like a given name is a particle."""
    drop = len(name.tokens) > 1 and name.tokens[0] in other.particles
    return name.tokens[1:] if drop else name.tokens


def _agree_bare(word: str, tokens: tuple[str, ...]) -> float:
    """One word against a name: best as the family name, then a part of it, then the given name."""
    if len(word) == 1:
        return 0.0
    if len(tokens) == 1:
        return similar(word, tokens[0])
    family = _similar_family(word, tokens[-1:])
    if family:
        return 0.65 * family
    inner = _similar_family(word, tokens[1:-1])
    if inner == SAME:
        return 0.5
    return 0.45 if similar(word, tokens[0]) >= NICKNAME and len(tokens[0]) > 1 else 0.0


def _similar_family(word: str, tokens: tuple[str, ...]) -> float:
    """A family name against the family names of a longer name; `Jones` meets `Jones-Smith`."""
    best = 0.0
    for token in tokens:
        if len(token) == 1 or len(word) == 1:
            continue
        if given.same_given(word, token) and word != token:
            continue  # nicknames are for given names
        best = max(best, similar(word, token))
        if best < SAME and ("-" in token or "-" in word):
            parts = set(token.split("-")) & set(word.split("-"))
            best = max(best, 0.9 if parts else 0.0)
    return best


def _align(short: tuple[str, ...], long: tuple[str, ...]) -> list[float] | None:
    """Each given name of the shorter must meet one of the longer, in order; the first ones must meet
    unless the longer name has more given names than the shorter."""
    links: list[float] = []
    at = 0
    for word in short:
        while at < len(long) and not similar(word, long[at]):
            at += 1
        if at == len(long):
            return None
        links.append(similar(word, long[at]))
        at += 1
    return links
