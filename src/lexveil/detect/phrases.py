"""How far the name of a body reaches around its head word: Royal Roe *Federation*, *Court* of Appeal.

Comes in: the capitalised words of a text and the index of one. Goes out: the first and last word of the name.
It never takes in an article, the opening word of a sentence, a title or a date.
"""

from collections.abc import Sequence

from lexveil.detect.words import TITLES, Word, joint
from lexveil.jurisdictions.legalforms import is_head, is_mark
from lexveil.languages.common import is_common, is_function, is_plain, words
from lexveil.names.given import is_given
from lexveil.names.places import is_place

_LONGEST = 9  # words on either side of the head
_BEFORE = frozenset(["space", "&", "-", "'s", "'", "'s-"])
_AFTER = frozenset(["of", "of the", "for", "for the", "of the state of", "on", "against"])
_INSIDE = frozenset(["space", "&", "-", "'s", "'", "of", "of the", "particle", "."])
_SMALL = frozenset(["of", "for", "and", "the", "at"])  # written large in a title

# Words that stand before a body's name and are no part of it: who it belongs to, what was done to it.
_STOPS = frozenset(
    "applicant applicants claimant claimants respondent respondents appellant appellants plaintiff "
    "plaintiffs defendant defendants petitioner petitioners article articles section rule exhibit annex "
    "paragraph judgment decision award order counsel witness expert versus hon'ble honble said learned "
    "dear re mr mrs ms".split()
)
_ORDINALS = frozenset("first second third fourth fifth sixth seventh eighth ninth tenth".split())
_TITLES = TITLES - {
    "general",
    "justice",
    "king",
    "queen",
    "major",
    "prince",
    "minister",
    "registrar",
    "magistrate",
    "judge",
}


def may_stand_in(word: Word) -> bool:
    """Whether a word can be part of a body's name at all."""
    key = word.key
    if key in _ORDINALS:
        return True
    return not (is_function(key) or key in _STOPS or key in _TITLES or key in words("calendar"))


def before(listed: Sequence[Word], head: int, *, most: int = _LONGEST) -> int:
    """The index of the first word of the name that ends with `head`, going left."""
    first = head
    while first > 0 and head - first < most:
        word = listed[first - 1]
        link = joint(word.gap)
        if (
            link == "and"
            and is_plain(word.key)
            and first < head
            and not (is_head(word.key) or is_mark(word.key))
        ):
            link = "space"
        if link == "." and word.key in ("st", "u", "s", "n", "e", "w", "no"):
            link = "space"
        if link not in _BEFORE or not may_stand_in(word):
            break
        first -= 1
    return first


def after(listed: Sequence[Word], head: int, *, most: int = _LONGEST) -> int:
    """The index after the last word of the name that begins with `head`, going right over `of` and `for`."""
    last = head + 1
    while last < len(listed) and last - head < most:
        link = joint(listed[last - 1].gap)
        small = link == "space" and listed[last].key in _SMALL
        if small:
            following = _over_small(listed, last)
        elif link in _AFTER:
            following = last
        else:
            break
        end = _run(listed, following)
        if end == following:
            break
        last = end
    return last


def _over_small(listed: Sequence[Word], index: int) -> int:
    while index < len(listed) and listed[index].key in _SMALL and joint(listed[index].gap) == "space":
        index += 1
    return index


def _run(listed: Sequence[Word], first: int) -> int:
    """The words after `of`: Labour and Social Affairs, Cassation, the Republic of Poland."""
    index = first
    if first < len(listed) and _is_persons_name(listed[first].key):
        return first  # In the Court of Jane Roe, Magistrate
    while index < len(listed) and index - first < _LONGEST and may_stand_in(listed[index]):
        index += 1
        if index == len(listed):
            break
        link = joint(listed[index - 1].gap)
        if link == "and":
            if not _goes_on_after_and(listed, index):
                break
        elif link == ",":
            if not _is_enumeration(listed, index):
                break
        elif link not in ("space", "&", "-", "'s", "'", "particle"):
            break
    return index


def _is_persons_name(key: str) -> bool:
    return is_given(key) and not (is_common(key) or is_place(key))


def _goes_on_after_and(listed: Sequence[Word], index: int) -> bool:
    """`and` joins two ordinary words of one name, not two bodies: Justice and Home Affairs."""
    word = listed[index]
    pair = is_plain(word.key) and is_plain(listed[index - 1].key)
    north = word.key in ("northern", "herzegovina", "montenegro", "principe", "tobago", "wales")
    return (pair or north) and not is_head(word.key) and may_stand_in(word)


def _is_enumeration(listed: Sequence[Word], index: int) -> bool:
    """Labour, Family and Social Affairs: ordinary words, the last after `and`."""
    for step in range(index, min(index + 3, len(listed))):
        if not is_plain(listed[step].key) or is_head(listed[step].key):
            return False
        link = joint(listed[step].gap)
        if link in ("and", ", and"):
            return step + 1 < len(listed) and is_plain(listed[step + 1].key)
        if link != ",":
            return False
    return False
