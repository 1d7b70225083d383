"""What tells of somebody without naming them: a disease that few have, a title or office that one person has.

A disease is known by its Greek or Latin name, by what the language calls it, or by the name of its discoverer
where that is no common one. An office is one person's where the name of what it is held in stands beside it:
mayor of Exampleton, Exampletons borgmästare. And whether a body's name is that of a place of care.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from lexveil.languages import Language, owner, sections
from lexveil.names.eponyms import medical_names
from lexveil.text.fold import fold
from lexveil.text.patterns import any_of, one_of
from lexveil.text.quick import Quick

DISEASE, JOB = "ailment", "office"
AILMENT = f"traits:{DISEASE}"  # the source of spans
_NAMED_BEFORE = re.compile(r"(\w[\w'’-]*) \Z")
NEAR = 60  # characters


class Trait(NamedTuple):
    start: int
    end: int
    kind: str


class Patterns:
    def __init__(self, language: Language) -> None:
        language = owner(language, "labels", "traits")
        words = language.labels["traits"]
        eponyms = language.replace["eponyms"]
        names = any_of(medical_names())
        heads = any_of(map(fold, eponyms["illnesses"]))
        before = one_of(map(fold, eponyms["heads_before"]))  # the text is folded too
        latin = rf"{one_of(_latin()['stems'])}\w*(?: {any_of(_latin()['after'])})?"
        self.diseases = Quick(
            rf"(?<!\w)(?:{one_of(words['rare'])}(?!\w)|{latin}(?!\w)"
            rf"|{names}(?:'?s|s'|n|in)?[ -]{heads}\w{{0,4}}(?!\w)|{before} ?{names}(?!\w))"
        )
        self.jobs = Quick(rf"(?<!\w){one_of(words['jobs'])}(?!\w)")
        self.offices = Quick(rf"(?<!\w){one_of(words['offices'])}(?!\w)")
        self.of = re.compile(rf",? {one_of(words['of'])}(?<=['\w]) ?")
        self.genitive = tuple(words["genitive"])
        self.care = re.compile(rf"(?<!\w){one_of(words['care'])}(?!\w)")


_patterns = cache(Patterns)


def traits(text: str, start: int, end: int, language: Language) -> Iterator[Trait]:
    patterns, folded = _patterns(language), fold(text)
    for found in patterns.diseases.finditer(folded, start, end):
        yield Trait(*found.span(), DISEASE)
    for found in patterns.jobs.finditer(folded, start, end):
        yield Trait(*found.span(), JOB)
    for found in patterns.offices.finditer(folded, start, end):
        if _has_one_holder(text, folded, *found.span(), patterns):
            yield Trait(*found.span(), JOB)


def _has_one_holder(text: str, folded: str, start: int, end: int, patterns: Patterns) -> bool:
    """Whether a name stands beside the office: of Exampleton, Exampleton's."""
    after = patterns.of.match(folded, end)
    if after and text[after.end() : after.end() + 1].isupper():
        return True
    before = _NAMED_BEFORE.search(text, max(0, start - NEAR), start)
    return bool(
        before and patterns.genitive and before[1][0].isupper() and before[1].endswith(patterns.genitive)
    )


def is_of(kind: str, text: str, start: int, end: int, language: Language) -> bool:
    """Whether what stands there, by whomever it was found, holds a trait of that kind."""
    return any(
        each.kind == kind and start <= each.start and each.end <= end
        for each in traits(text, start, min(len(text), end + NEAR), language)
    )


def is_care_unit(name: str, language: Language) -> bool:
    return _patterns(language).care.search(fold(name)) is not None


@cache
def _latin() -> dict[str, list[str]]:
    return sections(files("lexveil.names") / "data" / "diseases.txt", "\n")
