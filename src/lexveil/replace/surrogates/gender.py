"""Is a person spoken of as a man or a woman?

Comes in: the text, the spans of one entity and its given names. Goes out: `m`, `f`, or nothing where the
document does not tell: by title, then by given name, then by the pronouns that follow the mentions.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence

from lexveil.languages.titles import COURTESY
from lexveil.model import Span
from lexveil.names import given
from lexveil.replace.surrogates import origins
from lexveil.text.fold import fold

AFTER = 120  # characters in which a pronoun is still taken for the last name
MOST = 60  # mentions that are looked at
_TITLES = {
    **COURTESY, "herra": "m", "rouva": "f", "neiti": "f", "hr": "m", "fru": "f", "frk": "f", "sr": "m",
    "sra": "f", "srta": "f", "don": "m", "dona": "f", "señorita": "f", "uncle": "m", "aunt": "f",
    "widow": "f",
}  # fmt: skip
_GENDERS = {fold(title): gender for title, gender in _TITLES.items() if gender}
_BEFORE = re.compile(r"([^\W\d_]+)\.?\s+$")
# `sie` and `lei` are left out: they are also they, and you.
_PRONOUNS = {
    "en": (r"he|him|his|himself", r"she|her|hers|herself"),
    "de": (r"er|ihm|seine[rmns]?", r"ihre[rmns]?"),
    "fr": (r"il|lui", r"elle"),
    "es": (r"él", r"ella"),
    "it": (r"egli|lui", r"ella"),
    "da": (r"han|ham|hans", r"hun|hende|hendes"),
    "nb": (r"han|ham|hans", r"hun|henne|hennes"),
    "sv": (r"han|honom|hans", r"hon|henne|hennes"),
    "ca": (r"ell", r"ella"),
}  # fmt: skip


def gender(
    text: str,
    spans: Sequence[Span],
    names: Iterable[str],
    starts: Sequence[int],
    *,
    language: str,
    origin: str,
) -> str:
    """`names` are folded given names; `starts` are the sorted places where any person is named."""
    told = {_GENDERS.get(_word_before(text, span.start), "") for span in spans[:MOST]}
    told |= {_GENDERS.get(_first_word(text, span), "") for span in spans[:MOST]}
    if len(told - {""}) == 1:
        return (told - {""}).pop()
    for name in names:
        if found := given.gender(name) or origins.gender(name, origin):
            return found
    return _by_pronouns(text, spans, starts, language)


def _word_before(text: str, start: int) -> str:
    found = _BEFORE.search(text[max(0, start - 20) : start])
    return fold(found[1]) if found else ""


def _first_word(text: str, span: Span) -> str:
    words = text[span.start : span.end].split(maxsplit=1)
    return fold(words[0]).strip(".") if len(words) > 1 else ""


def _by_pronouns(text: str, spans: Sequence[Span], starts: Sequence[int], language: str) -> str:
    male = female = 0
    pattern = _pattern(language)
    for span in spans[:MOST]:
        at = bisect_right(starts, span.start)
        end = min(starts[at] if at < len(starts) else len(text), span.end + AFTER)
        if found := pattern.search(text, span.end, end):
            male += found[1] is not None
            female += found[2] is not None
    if male > 2 * female:
        return "m"
    return "f" if female > 2 * male else ""


_COMPILED = {
    language: re.compile(rf"(?<!\w)(?:({male})|({female}))(?!\w)", re.IGNORECASE)
    for language, (male, female) in _PRONOUNS.items()
}


def _pattern(language: str) -> re.Pattern[str]:
    return _COMPILED.get(language, _COMPILED["en"])
