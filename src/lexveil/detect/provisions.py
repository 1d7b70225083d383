"""Numbers of statute provisions: `section 215(1)`.

Comes in: the view of a document. Goes out: PROVISION spans, the number alone. No court hides them, and few
policies name them; the Text Anonymization Benchmark counts them as codes, so `strict` does. Articles are left
out: those of a convention or constitution stand in every judgment.
"""

import re
from collections.abc import Iterator

from lexveil.model import Document, Span

SCORE = 0.4  # of low certainty as an identifier, whatever it is as a number

_NUMBER = r"\d{1,4}[A-Z]{0,2}(?:[^\S\n]?\((?:\d{1,3}|[a-z]{1,4})\)){0,4}"
_SECTIONS = re.compile(
    rf"\b[Ss]ections?[^\S\n]({_NUMBER})((?:(?:,|[^\S\n](?:and|to|or))[^\S\n]{_NUMBER}){{0,8}})"
)
_EACH = re.compile(_NUMBER)


def find(document: Document) -> Iterator[Span]:
    for sections in _SECTIONS.finditer(document.text):
        for number in _EACH.finditer(document.text, sections.start(1), sections.end()):
            yield Span(*number.span(), "PROVISION", SCORE, ("provisions:section",))
