"""Is a person spoken of as a man or a woman, and what family name does either bear?

The document tells by a title, then by a given name, then by the pronouns that follow the mentions. Everybody
with one family name gets one surrogate: Ivanov and Ivanova, Novák and Nováková stay one family, and so do
the halves of a double name.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, partial

from lexveil.languages import Language, all_words, load
from lexveil.languages.people import courtesy, particles
from lexveil.model import Span
from lexveil.names import given
from lexveil.replace.surrogates import name_lists
from lexveil.replace.surrogates.assignments import Assignments
from lexveil.text.fold import fold

AFTER = 120  # characters in which a pronoun is still taken for the last name
MOST = 60  # mentions that are looked at
_BEFORE = re.compile(r"([^\W\d_]+)\.?\s+$")


def gender(
    text: str, spans: Sequence[Span], names: Iterable[str], starts: list[int], *, language: str, origin: str
) -> str:
    """`names` are folded given names; `starts` are the sorted places where any person is named."""
    genders = _genders(load(language))
    told = {genders.get(_word_before(text, span.start), "") for span in spans[:MOST]}
    told |= {genders.get(_first_word(text, span), "") for span in spans[:MOST]}
    if len(told - {""}) == 1:
        return (told - {""}).pop()
    for name in names:
        if found := given.gender(name) or name_lists.gender(name, origin):
            return found
    return _by_pronouns(text, spans, starts, language)


def _word_before(text: str, start: int) -> str:
    found = _BEFORE.search(text[max(0, start - 20) : start])
    return fold(found[1]) if found else ""


def _first_word(text: str, span: Span) -> str:
    words = text[span.start : span.end].split(maxsplit=1)
    return fold(words[0]).strip(".") if len(words) > 1 else ""


def _by_pronouns(text: str, spans: Sequence[Span], starts: Sequence[int], language: str) -> str:
    told: Counter[int | None] = Counter()
    pattern = _pronouns(load(language))
    for span in spans[:MOST]:
        at = bisect_right(starts, span.start)
        end = min(starts[at] if at < len(starts) else len(text), span.end + AFTER)
        if found := pattern.search(text, span.end, end):
            told[found.lastindex] += 1
    if told[1] > 2 * told[2]:
        return "m"
    return "f" if told[2] > 2 * told[1] else ""


@cache
def _pronouns(language: Language) -> re.Pattern[str]:
    pronouns = language.people["pronouns"]
    male, female = ("|".join(pronouns[gender]) for gender in ("m", "f"))
    return re.compile(rf"(?<!\w)(?:({male})|({female}))(?!\w)", re.IGNORECASE)


@cache
def _genders(language: Language) -> dict[str, str]:
    """Title, or another word before a name, folded → the gender that it tells."""
    found = {word: gender for gender in ("m", "f") for word in all_words("people", "gender_words", gender)}
    return {fold(word): gender for word, gender in {**courtesy(language), **found}.items() if gender}


# Feminine and masculine ends of family names, folded, as they are written.
_ENDS = (
    ("owska", "owski"), ("ewska", "ewski"), ("ska", "ski"), ("cka", "cki"), ("skaya", "sky"), ("ova", "ov"),
    ("eva", "ev"), ("ина", "ин"), ("ова", "ов"), ("ева", "ев"), ("ская", "ский"),
)  # fmt: skip


def family_surrogate(assigned: Assignments, word: str, *, origin: str, gender: str, script: str) -> str:
    """`word` as written. A double name is one of two; each half is a family of its own."""
    if "-" in word:
        surrogate = partial(family_surrogate, assigned, origin=origin, gender=gender, script=script)
        return "-".join(map(surrogate, word.split("-")))
    folded = fold(word)
    if folded in particles(assigned.spoken):
        return word  # Al-Masri
    if folded.endswith("dottir") or (origin == "is_IS" and folded.endswith("son")):
        return _patronymic(assigned, word, folded)
    if gender != "m" and _is_czech(assigned, word, folded, origin):
        return _czech(_drawn_family(assigned, folded[:-3], origin, "m", script))
    for feminine, masculine in _ENDS:
        if folded.endswith(feminine) and gender != "m" and len(folded) > len(feminine) + 1:
            root = folded[: -len(feminine)] + masculine
            name = _drawn_family(assigned, root, origin, "m", script, end=masculine)
            return name[: -len(masculine)] + feminine if fold(name).endswith(masculine) else name
        if folded.endswith(masculine) and len(folded) > len(masculine) + 1:
            return _drawn_family(assigned, folded, origin, "m", script, end=masculine)
    return _drawn_family(assigned, folded, origin, gender, script)


def _is_czech(assigned: Assignments, word: str, folded: str, origin: str) -> bool:
    """Nováková, not Petrova."""
    if not folded.endswith("ova") or origin[:2] not in ("cs", "sk"):
        return False
    russian = ("family", folded[:-1]) in assigned.words or name_lists.listed(folded[:-1])
    return word.lower().endswith("ová") or not russian


def is_feminine(folded: str) -> bool:
    """A family name that only women bear."""
    return len(folded) > 5 and folded.endswith(("ska", "cka", "ova", "dottir", "skaya", "ская", "ова", "ева"))


def _drawn_family(
    assigned: Assignments, folded: str, origin: str, gender: str, script: str, *, end: str = ""
) -> str:
    listed = name_lists.names(origin, script)
    pool = {"m": listed.family_male, "f": listed.family_female}.get(gender, listed.family)
    pool = pool or name_lists.names(name_lists.default_locale(assigned.language), script).family
    for names in (pool, name_lists.names("ru_RU").family) if end else ():
        if ended := tuple(name for name in names if fold(name).endswith(end)):
            return assigned.family(folded, ended)
    return assigned.family(folded, pool)


def _czech(name: str) -> str:
    """
    >>> _czech("Dvořák"), _czech("Svoboda"), _czech("Čermý"), _czech("Hájek")
    ('Dvořáková', 'Svobodová', 'Čermá', 'Hájková')
    """
    if name.endswith("ý"):
        return name[:-1] + "á"
    if name.endswith("ek"):
        return name[:-2] + "ková"
    return (name[:-1] if name[-1] in "aáoe" else name) + "ová"


def _patronymic(assigned: Assignments, word: str, folded: str) -> str:
    """Jónsdóttir and Jónsson have one father: his name is drawn, the end stays."""
    size = 6 if folded.endswith("dottir") else 3
    father = assigned.family(folded[:-size], name_lists.names("is_IS").male)
    return father + ("" if father.endswith("s") else "s") + word[-size:].lower()
