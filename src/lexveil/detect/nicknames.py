"""What people are called beside their names: an introduced nickname, a name spelled out letter by letter.

`a man known as "Smokes"`, `an older man everyone called Chief`, `I knew him as Darek`; `M-A-R-K`.
"""

import re
from collections.abc import Iterator
from functools import cache

from lexveil.languages import Language, each, people
from lexveil.model import Document, Span
from lexveil.text.patterns import UPPER, any_of, one_of

CALLED, SPELLED = 0.7, 0.75

_SPELLED = re.compile(rf"(?<![\w-])(?:[{UPPER}]-){{2,}}[{UPPER}](?![\w-])")
# A stroke before the name of whoever wrote it, at the end of a message: `… är skuren. /Leffe"`
_SIGNED = re.compile(
    rf"(?:(?<=[.!?] )|(?<=[.!?\n])|^)[^\S\n]*/([{UPPER}][^\W\d_]{{2,20}})(?=[\"”’»]|[^\S\n]*(?:\n|\Z))"
)
_NAME = (
    r"[\"“‘'«„»‚›]?([^\W\d_a-zß-ÿ][\w'’-]*[^\W\d_](?: [^\W\d_a-zß-ÿ][\w'’-]*[^\W\d_]){0,2})"
    r"[,.]?[\"”’'»“«‘]?"
)


@cache
def _called(language: Language) -> re.Pattern[str]:
    """Somebody, what they are called, and the name, in one sentence."""
    words = language.people["nicknames"]
    somebody, called = one_of(words["somebody"]), one_of(words["called"])
    article = rf"(?i:(?:{one_of(words['articles'])}\s+)?(?:{any_of(people.titles(language))}\.?\s+)?)"
    return re.compile(rf"(?i:\b{somebody}\b[^.;\n]{{0,40}}?\b{called})\s+[\"“‘'«]?{article}{_NAME}")


def find(document: Document) -> Iterator[Span]:
    for start, end, language in each(document):
        for found in _called(language).finditer(document.text, start, end):
            yield Span(*found.span(1), "PERSON", CALLED, ("nicknames:called",))
    for found in _SIGNED.finditer(document.text):
        yield Span(*found.span(1), "PERSON", CALLED, ("nicknames:signed",))
    for found in _SPELLED.finditer(document.text):
        yield Span(*found.span(), "PERSON", SPELLED, ("nicknames:spelled",))
