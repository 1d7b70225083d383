"""People in the rows of a form, family name first: `W1  ROE, ANN MAE "NAN"   F / W`, `OFFICER: DOE, J. #318`.

PERSON spans. The row or its label says that somebody is meant, or the lists know the given name.
"""

import re
from collections.abc import Iterator
from functools import cache

from lexveil.jurisdictions.legalforms import is_head, is_legal_form
from lexveil.languages import Language, each, people
from lexveil.languages.common import is_function
from lexveil.model import Document, Span
from lexveil.names.given import is_family, is_given
from lexveil.names.places import is_place
from lexveil.text.fold import fold
from lexveil.text.patterns import any_of

SURE, LIKELY = 0.9, 0.8
LABELS = ("row", "next", "label", "shouted")  # what stands before a name

_PART = r"[^\W\d_a-z][^\W\d_]*(?:['’-][^\W\d_]+)*"
_SHOUTED = r"[^\W\d_a-z]{2,}(?:['’-][^\W\d_a-z]+)*"
_NICKNAME = r" [\"“'][^\W\d_]{2,20}[\"”']"


class Patterns:
    def __init__(self, language: Language) -> None:
        suffix = rf"(?:,? (?i:{any_of(people.suffixes(language))})\b\.?)?"
        given = rf"(?P<given>(?:[^\W\d_]\.|{_PART}))(?: (?:[^\W\d_]\.?(?!\w)|{_PART})){{0,2}}"
        after = r"(?=\s*(?:$|[(#;|\"“]|[A-Z]? ?/)|[^\S\n]{2,}|,? \d)"
        row = r"(?P<row>[A-Z]{1,3}-?\d{1,2}[.):]?|\(\w{1,2}\))[^\S\n]+"
        label = r"(?P<label>[^\W\d_a-z][\w ./]{1,30}?):[^\S\n]*"
        shouted = r"(?P<shouted>[^\W\d_a-z][A-Z ./]{1,30}?):[^\S\n]*"  # run into the row above
        begins = (
            rf"(?m)(?:(?:^|(?<=[^\S\n]{{2}}))[^\S\n]*(?:{row}|{label})?"
            rf"|(?<=\s)(?:{row.replace('<row>', '<next>')}|{shouted}))"
        )
        small = rf"(?:(?i:{any_of(people.particles(language))}) ){{0,2}}"
        family = rf"(?P<family>{_SHOUTED}(?: {_SHOUTED}){{0,2}}|{small}{_PART})"
        self.entry = re.compile(
            rf"{begins}(?P<name>{family}{suffix}, {given}{suffix}(?:{_NICKNAME})?){after}"
        )


_patterns = cache(Patterns)


def find(document: Document) -> Iterator[Span]:
    for start, end, language in each(document):
        for entry in _patterns(language).entry.finditer(document.text, start, end):
            if score := _score(entry, language):
                yield Span(*entry.span("name"), "PERSON", score, ("forms:row",))


def _score(entry: re.Match[str], language: Language) -> float:
    family, given = fold(entry["family"]).split(), fold(entry["given"]).strip(".")
    words = (*family, *([given] if len(given) > 1 else ()))
    if any(is_head(word) or is_legal_form(word) or is_function(word, language) for word in words):
        return 0.0
    if is_place(" ".join(family)) and not is_family(family[-1]):
        return 0.0
    if is_given(given) and not is_place(given):
        return SURE
    shouted = entry["family"].isupper() and len(entry["family"]) > 1
    told = len(given) == 1 or (shouted and is_family(family[-1]))
    return LIKELY if told and any(entry[label] for label in LABELS) else 0.0
