"""Bank accounts and cards.

Comes in: the view of a document. Goes out: IBAN and CARD spans, and CODE for account, sort and BIC codes
that a label announces. An IBAN or a card number stands alone when its check digits hold; one that fails
them counts, with a lower score, after a label: a misprint still leads to somebody.
"""

import re
from collections.abc import Iterator

from stdnum import iban, luhn

from lexveil.detect.labelled import apart, labelled, labels, lowered
from lexveil.model import Document, Span

# Length of the IBAN by country, from the IBAN registry of SWIFT.
_LENGTHS = {
    row[:2]: int(row[2:])
    for row in (
        "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28"
        " EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26"
        " IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28"
        " NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25"
        " SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30"
    ).split()
}
_IBAN = re.compile(r"\b[A-Z]{2}[0-9]{2}(?=[ -]?[A-Z0-9])")
_GROUPS = re.compile(r"(?:[ -]?[A-Z0-9]){11,30}")
_IBAN_WORD = re.compile(r"\b(?:iban|account|a/c|konto|transfer|bank)\b")

_CARD = re.compile(r"[2-6][0-9]{3}(?:[ -]?[0-9]){8,15}(?![\w-]|[.,]\d)")
_CARD_WORD = re.compile(r"\b(?:cards?|visa|mastercard|amex|american express|maestro|discover)\b")
_MASKED_CARD = re.compile(r"[Xx*•]{4}[ -]?(?:[Xx*•]{4}[ -]?){1,2}\d{4}\b")
_CARD_END = re.compile(r"end(?:ing|ed|s) (?:in|with|on) (\d{4})\b")
_LABELS = labels(
    {
        "account": "account|accounts|bank account|bank accounts|account number|a/c|acct|current account"
        "|deposit account|savings account|konto|kontonummer|kontonr|bankgiro|plusgiro|clearing number"
        "|clearing|clabe|cbu",
        "routing": "sort code|routing|routing number|aba|aba number|bsb|ifsc|ifsc code|transit number"
        "|bank code|blz",
        "bic": "bic|swift|bic/swift|swift/bic|swift code|bic code|swift-bic",
    }
)
_CODE = re.compile(
    r"(?:[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?\b|[A-Z]{4}0[A-Z0-9]{6}|\d(?:[ .-]?[0-9]){4,22})(?![\w/]|[.,]\d)"
)
_DATE = re.compile(r"\d{1,2}([.-])\d{1,2}\1(?:\d{4}|\d\d)|\d{4}([.-])\d\d\2\d\d")


def find(document: Document) -> Iterator[Span]:
    yield from apart(_all(document.text))


def _all(text: str) -> Iterator[Span]:
    yield from _ibans(text)
    yield from _cards(text)
    for rule, start, end, sure in labelled(text, _LABELS, _CODE, digits=0):
        if _fits(text, rule, start, end, sure=sure):
            yield Span(start, end, "CODE", 0.85 if sure or rule == "bic" else 0.65, (f"banking:{rule}",))


def _fits(text: str, rule: str, start: int, end: int, *, sure: bool) -> bool:
    """Whether the code is one that the label can announce: not letters for an account, not a sum or a"
    " date."""
    if rule == "bic":
        return text[start].isalpha()
    if rule == "routing":
        return True
    if not text[start].isdigit() or _DATE.fullmatch(text, start, end):
        return False
    return sure or (end - start > 5 and text[max(0, start - 4) : start] != " of ")


def _ibans(text: str) -> Iterator[Span]:
    for found in _IBAN.finditer(text):
        length = _LENGTHS.get(found[0][:2])
        groups = _GROUPS.match(text, found.end()) if length else None
        end = _cut(text, found.end(), groups.end(), (length or 0) - 4) if groups else None
        if end is None:
            continue
        if iban.is_valid(text[found.start() : end]):
            yield Span(found.start(), end, "IBAN", 0.99, ("banking:iban",))
        elif _IBAN_WORD.search(lowered(text[max(0, found.start() - 40) : found.start()])):
            yield Span(found.start(), end, "IBAN", 0.6, ("banking:iban-unchecked",))


def _cut(text: str, start: int, end: int, wanted: int) -> int | None:
    """The offset after `wanted` letters and digits; none where a word would be cut."""
    for at in range(start, end):
        wanted -= text[at].isalnum()
        if wanted == 0:
            return None if text[at + 1 : at + 2].isalnum() else at + 1
    return None


def _cards(text: str) -> Iterator[Span]:
    for found in _CARD.finditer(text):
        before = lowered(text[max(0, found.start() - 40) : found.start()])
        number = re.sub(r"\D", "", found[0])
        worded = bool(_CARD_WORD.search(before))
        if before[-1:].isalnum() or before[-1:] in ("-", "+", "/", ".", ","):
            continue
        if luhn.is_valid(number) and (_issued(number) or worded):
            yield Span(
                *found.span(), "CARD", 0.95 if worded or not found[0].isdigit() else 0.75, ("banking:card",)
            )
        elif worded and len(number) > 12:
            yield Span(*found.span(), "CARD", 0.6, ("banking:card-unchecked",))
    for found in _MASKED_CARD.finditer(text):
        yield Span(*found.span(), "CARD", 0.7, ("banking:card-part",))
    for found in _CARD_END.finditer(text):
        if _CARD_WORD.search(lowered(text[max(0, found.start() - 30) : found.start()])):
            yield Span(*found.span(1), "CARD", 0.6, ("banking:card-part",))


def _issued(number: str) -> bool:
    """Whether a card issuer uses this beginning with this length (ISO/IEC 7812)."""
    first, length = int(number[:4]), len(number)
    if number[0] == "4":
        return length in (13, 16, 19)
    if 5100 <= first < 5600 or 2221 <= first < 2721:
        return length == 16
    if first // 100 in (34, 37):
        return length == 15
    if first // 100 in (36, 38, 39) or 3000 <= first < 3060:
        return length == 14
    return length in (16, 19) and (
        first == 6011 or 6440 <= first < 6600 or first // 100 == 62 or 3528 <= first < 3590
    )
