"""How well two names agree: whether they can be one person's, word by word and as wholes."""

import re
from functools import lru_cache

from rapidfuzz.distance import OSA

from lexveil.names import given
from lexveil.names.parse import Name
from lexveil.names.romanized import same_romanized, two_genders

# How much a pair of name tokens agrees. Below ONE_LETTER nothing counts as the same word.
SAME, ROMANIZED, NICKNAME, INITIAL, ONE_LETTER = 1.0, 0.95, 0.9, 0.7, 0.6
HALF = 0.9  # of a double family name
FAMILY = 0.65  # how far the family name alone agrees with the whole
FUZZY_LENGTH = 4  # shorter words differ by a letter too easily

_SOUNDS = (
    ("ou", "u"), ("oo", "u"), ("ee", "i"), ("ie", "i"), ("ey", "i"), ("ph", "f"), ("ck", "k"), ("kh", "h"),
    ("gh", "g"), ("th", "t"), ("dh", "d"), ("tz", "z"), ("ts", "z"), ("cz", "c"), ("q", "k"), ("w", "v"),
    ("y", "i"), ("j", "i"), ("x", "ks"), ("dsh", "dzh"), ("aa", "a"),
)  # fmt: skip


_SCANNED = str.maketrans("01589", "olsbg")


@lru_cache(maxsize=1 << 14)
def similar(a: str, b: str) -> float:
    """How far two folded name tokens are the same word.

    >>> similar("mahmood", "mahmoud") == ROMANIZED, similar("bill", "william") == NICKNAME
    (True, True)
    """
    if a == b:
        return SAME
    if a == b.split("-")[0] or b == a.split("-")[0]:
        return NICKNAME  # Marius and Marius-Andrei
    if len(a) == 1 or len(b) == 1:
        return INITIAL if a[0] == b[0] else 0.0
    if "-" in a and "-" in b and hyphened(a) != hyphened(b):
        return INITIAL if [part[:1] for part in a.split("-")] == [part[:1] for part in b.split("-")] else 0.0
    if given.same_given(a, b):
        return NICKNAME
    both_given = given.is_given(a) and given.is_given(b)
    if {given.gender(a), given.gender(b)} == {"m", "f"} if both_given else two_genders(a, b):
        return 0.0  # Martin and Martina, Petrov and Petrova
    if same_romanized(a, b):
        return ROMANIZED
    if min(len(a), len(b)) >= FUZZY_LENGTH and (unscanned(a) == unscanned(b) or sound(a) == sound(b)):
        return ONE_LETTER
    if min(len(a), len(b)) >= FUZZY_LENGTH and a[0] == b[0]:
        allowed = 2 if min(len(a), len(b)) >= 9 else 1
        if OSA.distance(a, b, score_cutoff=allowed) <= allowed:
            return ONE_LETTER
    return 0.0


def hyphened(word: str) -> bool:
    """Initials of a double name: P-L."""
    return all(len(part) == 1 for part in word.split("-"))


def unscanned(word: str) -> str:
    """A folded word as it was before a scanner read l as 1 and m as rn.

    >>> unscanned("wi11iarns") == unscanned("williams")
    True
    """
    return word.translate(_SCANNED).replace("rn", "m")


@lru_cache(maxsize=65536)
def sound(word: str) -> str:
    """A folded word reduced to what survives its being written in other letters.

    >>> sound("mahmood") == sound("mahmoud"), sound("yusuf") == sound("youssef")
    (True, False)
    """
    for one, other in _SOUNDS:
        word = word.replace(one, other)
    return re.sub(r"(.)\1+", r"\1", word)


def clash(a: Name, b: Name) -> bool:
    """What two forms of one name never have: two genders, or both Jr and Sr. A given name counts only
    where the other shows none: Mr Puerta is not Laura Puerta, but Mr Andrea Rossi is Andrea Rossi."""
    if a.suffix and b.suffix and a.suffix != b.suffix:
        return True
    if a.gender and b.gender:
        return a.gender != b.gender
    both_given = all(len(name.tokens) > 1 and len(name.tokens[0]) > 1 for name in (a, b))
    genders = {a.likely_gender, b.likely_gender} - {""}
    return not both_given and len(genders) == 2


def agree(a: Name, b: Name) -> float:
    """0 when the names cannot be one person's, else how well: the shorter lies in the longer, in order."""
    if clash(a, b):
        return 0.0
    if both_families(a, b) or both_families(b, a):
        return 0.9
    if hyphened_elsewhere(a, b) or hyphened_elsewhere(b, a):
        return 0.9
    if _without_given(a, b) or _without_given(b, a):
        return 0.6
    one, other = _without_particle(a, b), _without_particle(b, a)
    short, long = (one, other) if len(one) <= len(other) else (other, one)
    if not short:
        return 0.0
    if len(short) == 1:
        return _agree_bare(short[0], long)
    if _family_first(short, long) or _family_first(long, short):
        return 0.9
    if has_letter(short) and len(long[-1]) > 1:
        return _agree_by_letter(short, long)
    if sorted(short) == sorted(long):
        if a.double and b.double and short != long:
            return 0.0  # Ana Roe Doe and her cousin Ana Doe Roe
        return SAME if short == long else 0.9  # the other name order: Zhang Wei, Wei Zhang
    if _is_initial_of(short, long):
        return INITIAL
    return _agree_in_order(a, b, short, long)


def hyphened_elsewhere(one: Name, other: Name) -> bool:
    """Lord Justice Vane Holt, who signs as Vane-Holt."""
    return one.bare and "-" in one.family and not other.bare and one.family == "-".join(other.tokens)


def _is_initial_of(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    """R. Roe or Roe R. against ROE Ruth, where the family name stands first."""
    if len(short) != 2 or len(min(short, key=len)) > 1 or len(max(short, key=len)) < FUZZY_LENGTH:
        return False
    letter, word = sorted(short, key=len)
    turned = word == long[0] and letter == long[1][0]
    return turned or (short[1] == letter and word == long[-1] and letter == long[0][0])


def _agree_in_order(a: Name, b: Name, short: tuple[str, ...], long: tuple[str, ...]) -> float:
    family = _similar_family(short[-1], long[1:])
    if not family and short[0] == long[0] and len(short[0]) > 1 and two_genders(short[-1], long[-1]):
        family = ONE_LETTER  # Irina Petrov, as some write Irina Petrova
    if not family:
        return 0.0
    links = _align(short[:-1], long[:-1])
    compound = short == long[-2:] and (a.particles & b.particles or (a.double and b.double))  # Paz de Cruz
    named = compound or short[0] in a.nicknames | b.nicknames
    if links is not None and not named and _only_by_letter(short, long, links):
        return 0.0
    if links is not None and not named and _by_middle_name(short, long):
        return 0.0
    if links is None or (family < HALF and not any(link >= NICKNAME for link in links)):
        return 0.0
    return min([family, *links]) * (0.97 if len(short) != len(long) else 1.0)


def _family_first(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Roe Ann Mary, as registers write it, is Ann Roe; Nguyen Thi Thu Huong, whose own name stands last, is
    Huong Nguyen."""
    longer = len(one) > 2 and len(one[0]) > 1 and len(one[1]) > 1
    own = one[1] if len(one) < 4 or len(other) > 2 else other[0]
    return longer and other[-1] == one[0] and other[0] == own and one[-1] != one[0] and own in one[1:]


def has_letter(tokens: tuple[str, ...]) -> bool:
    """A given name and a letter: Ann R."""
    return len(tokens) == 2 and len(tokens[0]) > 1 and len(tokens[1]) == 1


def _agree_by_letter(short: tuple[str, ...], long: tuple[str, ...]) -> float:
    """Ann R. is Ann Mary Roe, and so is Roe A.; Ann M. may be."""
    word, letter = short
    if word == long[-1]:
        return ONE_LETTER if long[0][0] == letter else 0.0
    called = max(_same_given(word, long[0]), NICKNAME * (word in given.short_forms_of_any(long[:-1])))
    if not called or len(long[0]) == 1:
        return 0.0
    return ONE_LETTER if long[-1][0] == letter else 0.5 * any(each[0] == letter for each in long[1:-1])


def both_families(short: Name, long: Name) -> bool:
    """Sr. Blanco Salvador is Juan Blanco Salvador, though people are called Blanco."""
    families = long.double and len(long.tokens) > 2 and set(long.tokens[-2:])
    return len(short.tokens) == 2 and families == set(short.tokens)


def _without_given(short: Name, long: Name) -> bool:
    """Sra. Roe Doe may be Ana Roe: nothing but the first family name can be compared."""
    alone = short.double and len(short.tokens) == 2
    return alone and not long.double and not long.bare and short.family == long.family


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
        return FAMILY * family
    inner = _similar_family(word, tokens[1:-1])
    if inner == SAME:
        return 0.5
    nickname = word in given.short_forms_of_any(tokens[:-1])
    return 0.45 if nickname or (similar(word, tokens[0]) >= NICKNAME and len(tokens[0]) > 1) else 0.0


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
            best = max(best, HALF if parts else 0.0)
    return best


def _by_middle_name(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    """Lee Roe is not Jordan Lee Roe, who may be the son: only an initial before it lets a middle name stand
    for the first. Family names without a given name may be parts of a longer row of them."""
    first = short[0]
    return len(long[0]) > 1 and not similar(first, long[0]) and given.is_given(first)


def _only_by_letter(short: tuple[str, ...], long: tuple[str, ...], links: list[float]) -> bool:
    """Sam Roe is not Ann S. Roe: a second initial is no given name that somebody goes by."""
    whole = len(short[0]) > 1 and len(long[0]) > 1 and len(long) > len(short)
    return whole and links[0] == INITIAL and not _same_given(short[0], long[0])


def _same_given(word: str, other: str) -> float:
    """Two forms of a given name, before one family name: Sade Roe, Folasade Roe."""
    short, whole = sorted((word, other), key=len)
    return similar(word, other) or NICKNAME * (len(short) > 3 and given.is_short(short, whole))


def _align(short: tuple[str, ...], long: tuple[str, ...]) -> list[float] | None:
    """Each given name of the shorter must meet one of the longer, in order; the first ones must meet
    unless the longer name has more given names than the shorter."""
    links: list[float] = []
    at = 0
    for word in short:
        while at < len(long) and not _same_given(word, long[at]):
            at += 1
        if at == len(long):
            return None
        links.append(_same_given(word, long[at]))
        at += 1
    return links
