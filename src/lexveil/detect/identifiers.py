"""Numbers that stand for a person, a company, an account or a thing.

A shape that only such a number has stands alone when its check holds; a plain run of digits also needs a
telling word before it. After an explicit label a number counts even when its check fails: Danish numbers
since 2007 have none that holds, and a misprint still names somebody.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from string import ascii_uppercase, digits

from stdnum import iban, luhn
from stdnum.es import referenciacatastral

from lexveil.detect.labels import either, glued, in_each_language, labelled, labels, lowered, one_of
from lexveil.jurisdictions import table
from lexveil.jurisdictions.identity import identity, months
from lexveil.languages import Language
from lexveil.model import Span
from lexveil.text.patterns import UPPER
from lexveil.text.quick import Quick


class Patterns:
    def __init__(self, language: Language) -> None:
        words = language.labels
        self.decimal = language.decimal
        self.near = {
            "NATIONAL_ID": re.compile(rf"\b{one_of(words['national']['person_near'])}(?!\w)"),
            "COMPANY_ID": re.compile(rf"\b{one_of(words['national']['company_near'])}(?!\w)"),
        }
        self.national_labels = labels(language, words["national"]["labels"])
        self.bodies: str = words["national"].get("bodies", "")
        self.bank_labels = labels(language, words["banking"]["labels"])
        self.account_near = re.compile(rf"\b{either(words['banking']['account_near'])}\b")
        self.card_near = re.compile(rf"\b{either(words['banking']['card_near'])}\b")
        self.card_end = re.compile(rf"{words['banking']['card_end']} (\d{{4}})\b")
        self.part = Quick(
            rf"\b{either(words['banking']['part_near'])}\b[^.;\n]{{0,24}}"
            rf"\b{words['banking']['part_end']} (?P<number>\d{{2,6}})\b"
        )
        self.branched = re.compile(either(words["banking"].get("branched", ("(?!)",))))
        self.no_account: str = words["banking"]["no_account"]
        coins, money = language.numbers["money"]["coins"], table("currencies")
        self.sum = re.compile(rf"\s?(?:{money['after']}|(?i:{one_of((*coins, *money['codes']))}))")
        measures = language.numbers["measures"]
        # A number in groups of thousands, where the decimal mark is the comma; no sum and no measure.
        self.grouped = re.compile(
            r"\d{1,3}(?:\.\d{3}){1,3}(?:[-/ ]?[A-Z]{1,2}(?![\w.]))?"
            rf"(?![\d%]|[.,]\d|{self.sum.pattern}|\s?(?:{measures['glued']}|{measures['short']}\b))"
        )
        self.document_labels = labels(language, words["documents"])
        self.plate_labels = labels(language, {"plate": words["plates"]["plate"]})
        self.vehicle = re.compile(rf"\b{either(words['plates']['vehicles'])}\b")
        plates = table("plates")
        self.plate_alone = Quick(either((*plates["alone"], *words["plates"].get("alone", ()))))
        self.land = re.compile(either(words.get("land", {}).get("named", ("(?!)",))))
        self.plate_shaped = Quick(
            rf"\b(?i:{either(words['plates']['vehicles'])}|{either(plates['makes'])})\b[^.;!?\n]{{0,40}}?[\s,(:“\"]"
            rf"(?P<plate>{plates['shaped']})(?![\w/-]|[.,]\d)"
        )
        self.licence = re.compile(
            rf"(?i:\b{words['plates']['licence']})\b[^.;]{{0,40}}?(?<![\w-])(?P<number>{plates['licence']})(?![\w-])"
        )
        answers = words["numbered"].get("answers", ())
        self.answered = Quick(
            rf"(?m)^[^\S\n]*(?:\d{{1,3}}[^\S\n]+)?[A-Z][.:][^\S\n]+(?:(?i:{either(answers)})[^\S\n]+)?"
            r"(?P<number>(?:[A-Z]{1,2}[ -]?)?\d[\d -]{4,}\d)(?![\w,/])"
            if answers
            else "(?!)"
        )
        self.no_plate = re.compile(plates["no_plate"])
        professionals = words["professionals"]
        self.ranked = Quick(rf"\b{either(professionals['ranks'])}\.? (?P<number>\d{{2,6}})\b(?![./:,-]\d)")
        self.listed = re.compile(
            rf"(?<=[a-z.]) \((?P<number>\d{{5,8}})\)(?=[^\n]{{0,90}}\b(?i:{professionals['appears']}))"
        )


_patterns = cache(Patterns)


# National numbers.

_BIRTH = 6  # digits of a date of birth in such a number
_SHAPE_OF = str.maketrans(digits + ascii_uppercase + " ", "9" * 10 + "A" * 26 + "_")
_CHUNK = r"(?:[A-Z]{0,6}[0-9][0-9A-Z]{0,20})"
_TOKEN = re.compile(
    rf"\b(?:[A-Z]{{1,3}}[ -]|[A-Z]{{3}} [A-Z]{{3}} )?{_CHUNK}(?:[ .+/-](?:{_CHUNK}"
    rf"|[A-Z]{{1,2}}(?![A-Za-z]))){{0,7}}(?![a-z])"
)
# A date of birth in parts, and the digits behind it: 01.01.80 12371, 1 jan 1980-12371.
_BORN = (
    r"(?<![\w./-])\d{{1,2}}(?:[./-]\d{{1,2}}[./-]|\.? ?-?{months}[ -]?)(?:\d\d)?\d\d"
    r"[ -]{{1,3}}\d{{4,5}}(?![\w/]|[.,]\d)"
)
_SECTION = re.compile(r"[§¶]\s?\Z")  # before the number of a provision
_NINO = re.compile(r"[A-Z]{2} ?\d\d ?\d\d ?\d\d ?[A-D](?!\w)")


@cache
def _shapes() -> dict[str, list[tuple[str, str, bool]]]:
    """From shape to the numbers that have it: module, category, whether it stands alone."""
    found: dict[str, list[tuple[str, str, bool]]] = {}
    for section, category in (("persons", "NATIONAL_ID"), ("companies", "COMPANY_ID")):
        for row in table("national")[section]:
            for key, alone in (("alone", True), ("worded", False)):
                for shape in row[key]:
                    found.setdefault(shape, []).append((row["check"], category, alone))
    return found


@cache
def _tolerant() -> re.Pattern[str]:
    return re.compile(either(table("national")["tolerant"]))


@cache
def _born() -> re.Pattern[str]:
    return re.compile(_BORN.format(months=rf"(?i:{months()})"))


@cache
def _unchecked() -> Quick:
    return Quick(either(table("national")["unchecked"]))


@in_each_language(_patterns)
def national(patterns: Patterns, text: str, start: int, end: int) -> Iterator[Span]:
    """NATIONAL_ID and COMPANY_ID."""
    for token in _TOKEN.finditer(text, start, end):
        if len(token[0]) > 7 and not glued(text, token.start()):
            yield from _shaped(text, token, patterns)
    for born in _born().finditer(text, start, end):
        if span := _known(text, born.start(), born[0], patterns):
            yield span
    for value in (_tolerant(), _born()):
        for found in labelled(text, patterns.national_labels, value, start=start, end=end, digits=6):
            if found.rule == "person":
                category = (
                    "COMPANY_ID" if _is_bodys(text[found.start : found.end], patterns) else "NATIONAL_ID"
                )
                yield Span(found.start, found.end, category, 0.95, ("national:tolerant",))
    for shape in _unchecked().finditer(text, start, end):
        yield Span(*shape.span(), "NATIONAL_ID", 0.85, ("national:shape",))
    for found in labelled(text, patterns.national_labels, start=start, end=end, digits=5):
        body = found.rule != "person" or _is_bodys(text[found.start : found.end], patterns)
        category = "COMPANY_ID" if body else "NATIONAL_ID"
        score = 0.75 if found.sure else 0.55
        yield Span(found.start, found.end, category, score, (f"national:{found.rule}",))


def _is_bodys(number: str, patterns: Patterns) -> bool:
    """Called as people's numbers are, and of a kind that only bodies have: C.F. 80224030587."""
    return bool(patterns.bodies) and import_module(f"stdnum.{patterns.bodies}").is_valid(number)


def _shaped(text: str, token: re.Match[str], patterns: Patterns) -> Iterator[Span]:
    """The numbers in a token: the whole, or a stretch of it between spaces."""
    edges = [0, *(i + 1 for i, char in enumerate(token[0]) if char == " "), len(token[0]) + 1]
    first = 0
    while first < len(edges) - 1:
        for last in range(len(edges) - 1, first, -1):
            number = token[0][edges[first] : edges[last] - 1]
            span = _known(text, token.start() + edges[first], number, patterns)
            if span:
                yield span
                first = last - 1
                break
        first += 1


def _known(text: str, start: int, number: str, patterns: Patterns) -> Span | None:
    shape = number.translate(_SHAPE_OF)
    length = len(number)
    if _born().fullmatch(number):
        number = identity(number)
        shape = f"{'9' * _BIRTH}_{'9' * (len(number) - _BIRTH)}"
    numbers = _shapes().get(shape, ())
    if not numbers and not (len(number) > 8 and _NINO.fullmatch(number)):
        return None
    before = lowered(text[max(0, start - 60) : start])
    worded = {category: bool(words.search(before)) for category, words in patterns.near.items()}
    if not numbers:
        score = 0.95 if worded["NATIONAL_ID"] else 0.85
        return Span(start, start + length, "NATIONAL_ID", score, ("national:gb.nino",))
    for module, category, alone in numbers:
        if (alone or worded[category]) and import_module(f"stdnum.{module}").is_valid(number):
            weak = shape in table("national")["weak"]
            score = 0.97 if worded[category] else 0.6 if weak else 0.9
            return Span(start, start + length, category, score, (f"national:{module}",))
    return None


# Bank accounts and cards. An IBAN or a card number stands alone when its check digits hold; one that fails
# them counts, with a lower score, near a word for it.

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
_IBAN = Quick(r"\b[A-Z]{2}[0-9]{2}(?=[ -]?[A-Z0-9])")
_GROUPS = re.compile(r"(?:[ -]?[A-Z0-9]){11,30}")
_CARD = re.compile(r"[2-6][0-9]{3}(?:[ -]?[0-9]){8,15}(?![\w-]|[.,]\d)")
_MASKED_CARD = re.compile(r"[Xx*•]{4}[ -]?(?:[Xx*•]{4}[ -]?){1,2}\d{4}\b")
_CODE = re.compile(
    r"(?:[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?\b|[A-Z]{4}0[A-Z0-9]{6}|\d(?:[ .-]?[0-9]){4,22})(?![\w/]|[.,]\d)"
)
_DATE = re.compile(r"\d{1,2}([.-])\d{1,2}\1(?:\d{4}|\d\d)|\d{4}([.-])\d\d\2\d\d")


@in_each_language(_patterns)
def banking(patterns: Patterns, text: str, start: int, end: int) -> Iterator[Span]:
    """IBAN and CARD, and CODE for account, sort and BIC codes that a label announces."""
    yield from _ibans(text, start, end, patterns)
    yield from _cards(text, start, end, patterns)
    for found in patterns.branched.finditer(text, start, end):  # reg.nr. 7650 kontonr. 0002418837
        yield Span(*found.span("number"), "CODE", 0.95, ("banking:branch",))
    table = patterns.bank_labels
    for rule, first, last, sure in labelled(text, table, _CODE, start=start, end=end, digits=0):
        if _fits(text, rule, first, last, patterns, sure=sure):
            score = 0.85 if sure or rule == "bic" else 0.65
            yield Span(first, last, "CODE", score, (f"banking:{rule}",))


def _fits(text: str, rule: str, start: int, end: int, patterns: Patterns, *, sure: bool) -> bool:
    """Whether the label can announce the code: for an account not letters, a sum or a date."""
    if rule == "bic":
        return text[start].isalpha()
    if rule == "routing":
        return True
    if not text[start].isdigit() or _DATE.fullmatch(text, start, end) or patterns.sum.match(text, end):
        return False
    return sure or (end - start > 5 and not text.endswith(patterns.no_account, 0, start))


def _ibans(text: str, first: int, last: int, patterns: Patterns) -> Iterator[Span]:
    for found in _IBAN.finditer(text, first, last):
        length = _LENGTHS.get(found[0][:2])
        groups = _GROUPS.match(text, found.end()) if length else None
        end = _cut(text, found.end(), groups.end(), (length or 0) - 4) if groups else None
        if end is None:
            continue
        if iban.is_valid(text[found.start() : end]):
            yield Span(found.start(), end, "IBAN", 0.99, ("banking:iban",))
        elif patterns.account_near.search(lowered(text[max(0, found.start() - 40) : found.start()])):
            yield Span(found.start(), end, "IBAN", 0.6, ("banking:iban-unchecked",))


def _cut(text: str, start: int, end: int, wanted: int) -> int | None:
    """The offset after `wanted` letters and digits; none where a word would be cut."""
    for at in range(start, end):
        wanted -= text[at].isalnum()
        if wanted == 0:
            return None if text[at + 1 : at + 2].isalnum() else at + 1
    return None


def _cards(text: str, first: int, last: int, patterns: Patterns) -> Iterator[Span]:
    for found in _CARD.finditer(text, first, last):
        before = lowered(text[max(0, found.start() - 40) : found.start()])
        number = re.sub(r"\D", "", found[0])
        worded = bool(patterns.card_near.search(before))
        if before[-1:].isalnum() or before[-1:] in ("-", "+", "/", ".", ","):
            continue
        if luhn.is_valid(number) and (_issued(number) or worded):
            score = 0.95 if worded or not found[0].isdigit() else 0.75
            yield Span(*found.span(), "CARD", score, ("banking:card",))
        elif worded and len(number) > 12:
            yield Span(*found.span(), "CARD", 0.6, ("banking:card-unchecked",))
    for found in _MASKED_CARD.finditer(text, first, last):
        yield Span(*found.span(), "CARD", 0.7, ("banking:card-part",))
    for found in patterns.card_end.finditer(text, first, last):
        if patterns.card_near.search(lowered(text[max(0, found.start() - 30) : found.start()])):
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
    others = first == 6011 or 6440 <= first < 6600 or first // 100 == 62 or 3528 <= first < 3590
    return length in (16, 19) and others


# Passports, plates, land, policies, prisoners, machines.

_CATEGORY = {
    "passport": "PASSPORT", "land": "PROPERTY_ID", "plate": "PLATE", "professional": "PROFESSIONAL_ID",
}  # fmt: skip
_LONG_NUMBER = re.compile(r"\d{5,}|(?=(?: ?\d){6})\d{2,}(?: \d{2,})+")
# Labels so narrow that a number may follow them with nothing between.
_NARROW = {"passport", "land", "card", "machine", "professional"}
_PLATE = re.compile(
    r"(?:[A-Z]{2}[ -]?\d{1,2}[A-Z]?[ -]?[A-Z]{1,3}[ -]?\d{1,4}|[A-Z]{1,2}\d{1,3}-\d{3,5}"
    rf"|[{UPPER}]{{1,3}}[ -]?\d{{1,4}}(?:[ -]?[A-Z]{{1,3}})?"
    r"|\d{1,4}[ -]?[A-Z]{1,3}(?:[ -]?\d{1,4})?"
    rf"|[{UPPER}]{{1,3}}[ -][A-Z]{{1,2}}[ -]?\d{{1,4}})(?!\w|-\d)"
)
_IN_GROUPS = {"land": "PROPERTY_ID", "professional": "PROFESSIONAL_ID"}
# A Finnish property identifier: municipality, village, holding, unit. A Spanish cadastral reference.
_SELF_STANDING = Quick(
    r"\b\d(?:\d{0,2}-\d{1,3}-\d{1,4}-\d{1,4}(?:-M\d{3,4})?|\d{6}[A-Z]{2}\d{4}[A-Z]\d{4}[A-Z]{2})(?![\w/-]|\.\d)"
)


@cache
def _property() -> Quick:
    """Of one country each, so that their groups must not share a name; each begins a word."""
    forms = enumerate(table("property")["forms"])
    return Quick(r"(?<!\w)(?=\w)" + either(form.replace("?P<id>", f"?P<id{at}>") for at, form in forms))


@in_each_language(_patterns)
def documents(patterns: Patterns, text: str, first: int, last: int) -> Iterator[Span]:
    """PASSPORT, PLATE, PROPERTY_ID, PROFESSIONAL_ID and CODE, the number alone without its label."""
    for rule, start, end, sure in labelled(text, patterns.document_labels, start=first, end=last):
        if rule == "number":
            if _LONG_NUMBER.fullmatch(text, start, end):
                yield Span(start, end, "CODE", 0.4, ("documents:number",))
        elif sure or rule in _NARROW:
            score = 0.9 if sure and rule in _NARROW else 0.7
            yield Span(start, end, _CATEGORY.get(rule, "CODE"), score, (f"documents:{rule}",))
    if patterns.decimal == ",":
        grouped = labelled(
            text, patterns.document_labels, patterns.grouped, start=first, end=last, series=True
        )
        for rule, start, end, _ in grouped:
            if rule in _IN_GROUPS:
                yield Span(start, end, _IN_GROUPS[rule], 0.9, (f"documents:{rule}",))
    for _, start, end, _ in labelled(text, patterns.plate_labels, _PLATE, start=first, end=last):
        if patterns.vehicle.search(lowered(text[max(0, start - 70) : start])):
            yield Span(start, end, "PLATE", 0.95, ("documents:plate",))
    for found in patterns.plate_alone.finditer(text, first, last):
        if _SECTION.search(text, max(0, found.start() - 3), found.start()):  # § 2174 BGB
            continue
        yield Span(*found.span(), "PLATE", 0.8, ("documents:plate",))
    for found in patterns.land.finditer(text, first, last):  # fastigheten Roxås 3:41
        yield Span(*found.span(found.lastgroup or 0), "PROPERTY_ID", 0.85, ("documents:land",))
    for found in patterns.plate_shaped.finditer(text, first, last):
        at = found.start("plate")
        cited = _SECTION.search(text, max(0, at - 3), at)
        long = len(re.sub("[ -]", "", found["plate"])) > 4
        if long and not cited and not patterns.no_plate.fullmatch(found["plate"]):
            yield Span(*found.span("plate"), "PLATE", 0.7, ("documents:plate",))
    for found in patterns.licence.finditer(text, first, last):
        yield Span(*found.span("number"), "CODE", 0.9, ("documents:card",))
    for found in patterns.answered.finditer(text, first, last):  # A. It's 19047731.
        yield Span(*found.span("number"), "CODE", 0.8, ("documents:answer",))
    for found in patterns.part.finditer(text, first, last):
        yield Span(*found.span("number"), "CODE", 0.7, ("documents:part",))
    for pattern, rule in ((patterns.ranked, "rank"), (patterns.listed, "counsel")):
        for found in pattern.finditer(text, first, last):
            yield Span(*found.span("number"), "PROFESSIONAL_ID", 0.9, (f"documents:{rule}",))
    for found in _property().finditer(text, first, last):
        yield Span(*found.span(str(found.lastgroup)), "PROPERTY_ID", 0.95, ("documents:land",))
    for found in _SELF_STANDING.finditer(text, first, last):
        if text[found.start() - 1 : found.start()] in ("-", "/", "."):
            continue
        if "-" in found[0]:
            yield Span(*found.span(), "PROPERTY_ID", 0.5, ("documents:finnish-property",))
        elif referenciacatastral.is_valid(found[0]):
            yield Span(*found.span(), "PROPERTY_ID", 0.95, ("documents:spanish-property",))
