"""Telephone and fax numbers.

Comes in: the view of a document. Goes out: PHONE spans. An international number (`+358 40 123 4567`)
stands anywhere; a national one needs a word such as `tel.` before it, or the North American form. The
phonenumbers library judges candidates that a cheap pattern picks, never the whole text.
"""

import re
from collections.abc import Iterator

import phonenumbers

from lexveil.detect.labelled import apart, labelled, labels
from lexveil.model import Document, Span

_INTERNATIONAL = re.compile(r"(?:\+|\b00) ?[1-9][0-9 ()./–-]{5,22}[0-9]")
_AMERICAN = re.compile(r"\(?[2-9][0-9]{2}\)?[ .-][2-9][0-9]{2}[.-][0-9]{4}(?![\w-]|[.,]\d)")
_LABELS = labels(
    {
        "number": "tel|telephone|telephone number|telephone numbers|phone|phone number|phone numbers"
        "|mobile|mobile phone|mobile number|mob|cell|cell phone|cellphone|cellular|fax|telefax|facsimile"
        "|tél|tel./fax|tel/fax|tfn|tlf|puh|handy|hotline|whatsapp|telegram|viber|landline|switchboard|ph"
        "|telefon|sms|msisdn",
        "verb": "call|called|calls|dial|dialled|dialed|calling|rang|texted|telephoned|phoned",
    }
)
_NATIONAL = re.compile(r"(?:\+ ?|\(0\) ?)?[(0-9][0-9 ()./–-]{3,18}[0-9](?!\w|[.,]\d)")
_DATE = re.compile(r"\d{1,2}([./-]) ?\d{1,2}\1 ?\d{2,4}\b|\d{4}[./-]\d\d[./-]\d\d\b|(?:19|20)\d\d\b")
_NUMBERED = re.compile(r"\b[Nn]os?\.? $")
# Where a number without a country code may be from: Europe first, then the common-law world.
_REGIONS = "GB US FR DE CH AT IT ES NL BE DK SE NO FI IE IN PL PT TR GR AU CZ HU RO RU UA".split()


def find(document: Document) -> Iterator[Span]:
    yield from apart(_all(document.text))


def _all(text: str) -> Iterator[Span]:
    for found in _INTERNATIONAL.finditer(text):
        if not _glued(text, found.start()):
            yield from _international(found)
    for found in _AMERICAN.finditer(text):
        numbered = _NUMBERED.search(text, max(0, found.start() - 5), found.start())
        if not numbered and not _glued(text, found.start()) and _valid(found[0], "US"):
            yield Span(*found.span(), "PHONE", 0.6, ("phones:american",))
    for rule, start, end, _ in labelled(text, _LABELS, _NATIONAL, digits=5):
        number = text[start:end]
        if number[0] == "+" or _DATE.match(number) or sum(char.isdigit() for char in number) > 15:
            continue
        if rule == "number" or any(_valid(number, region) for region in _REGIONS):
            opened = text[start - 1] == "(" and ")" in number.partition("(")[0]
            yield Span(start - opened, end, "PHONE", 0.85 if rule == "number" else 0.6, (f"phones:{rule}",))


def _glued(text: str, start: int) -> bool:
    before = text[start - 1 : start]
    return before.isalnum() or before in ("-", ".", "/", "+", "_")


def _international(found: re.Match[str]) -> Iterator[Span]:
    """The longest beginning of the candidate, up to a space or a slash, that is a number."""
    number = found[0]
    ends = [
        len(number),
        *(i for i in range(len(number) - 1, 7, -1) if number[i] in " /(–" and number[i - 1].isdigit()),
    ]
    plus = "+" + number.removeprefix("00").removeprefix("+")
    lost = len(number) - len(plus)
    for end in ends[:4]:
        if _valid(plus[: end - lost], None):
            yield Span(found.start(), found.start() + end, "PHONE", 0.95, ("phones:international",))
            return
    if number[0] == "+" and 9 <= sum(char.isdigit() for char in number) <= 15:
        yield Span(*found.span(), "PHONE", 0.6, ("phones:unchecked",))


def _valid(number: str, region: str | None) -> bool:
    try:
        parsed = phonenumbers.parse(number, region)
    except phonenumbers.NumberParseException:
        return False
    return bool(phonenumbers.is_valid_number(parsed))
