"""Case, application and file numbers of courts, tribunals and prosecutors; and numbers of provisions.

A case number comes out without the words before it (`36110/97` of `application no. 36110/97`). Never the
number of a statute (`Law no. 13/2005`, `Directive 95/46/EC`), a fraction, a date or a season. Three ways in:
a form that only one kind of court uses (C-583/97, ECLI, CAS 2019/A/6298), a label before the number (`case
no.`), or a slash (36110/97), which needs a label or a telling shape.
"""

import re
from collections.abc import Iterator
from functools import cache

from lexveil.detect.labels import either, in_each_language, labelled, labels, lowered, one_of
from lexveil.jurisdictions import table
from lexveil.languages import Language, each, owner
from lexveil.model import Document, Span
from lexveil.text.quick import Quick

_DATE = re.compile(r"\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d\d)|\d{4}([./-])\d{1,2}\2\d{1,2}")
_REPORTED = re.compile(r"\((?:1[89]|20)\d\d\) \d{1,3} [A-Z][A-Za-z.]{1,8}(?: [A-Z][A-Za-z.]{0,8})? \d{1,5}\b")
_WORD = re.compile(r"[^\W_]+|[°º#№§]")
_INSIDE = frozenset("_/-–:§")
_ABBREVIATED = re.compile(r"(?<!\w)(?:[A-Z]\. ?){2,6}(?:\([A-Za-z]{1,4}\) ?)?$|(?<!\w)[A-Z]{2,5} $")
PROVISION = 0.4  # of low certainty as an identifier, whatever it is as a number
_PROVISION = r"\d{1,4}[A-Z]{0,2}(?:[^\S\n]?\((?:\d{1,3}|[a-z]{1,4})\)){0,4}"
_EACH_PROVISION = re.compile(_PROVISION)


class Patterns:
    def __init__(self, language: Language) -> None:
        words, dockets = language.labels["cases"], table("dockets")
        joining = either(words["joining"])
        self.capitals = re.compile(dockets["capitals"])
        self.letter_led = re.compile(rf"{either(dockets['letter_led'])}(?![\w/])")
        reports = rf"\d\d\d {either(dockets['reports'])} \d{{1,5}}\b"
        self.digit_led = re.compile(rf"\d{either([*dockets['digit_led'], reports])}")
        self.dated = re.compile(either(dockets["dated"]))
        # `[2019] UKSC 12`, `[2001] 3 WLR 206`, `[2004] EWHC 123 (Admin)`, `[1985] Appeal Cases, p. 339`
        self.neutral = re.compile(
            r"\[(?:1[89]|20)\d\d\] (?:\d{1,2} )?[A-Z][A-Za-z.]{0,11}"
            rf"(?:,? (?:[A-Z][A-Za-z.']{{0,11}}|\([A-Z][A-Za-z]{{0,3}}\)|{words['in_report']})){{0,3}}"
            r" \d{1,5}\b(?: \([A-Z][A-Za-z]{1,8}\))?"
        )
        before = (*words["words"], *dockets["registers"], *words["more_labels"])
        self.labels = labels(language, {"label": before})
        self.persons = re.compile(
            rf"(?i)\b{one_of(language.labels['documents']['person'])}\b[^.;,\n]{{0,16}}$"
        )
        self.case_nouns = frozenset(words["words"])
        self.value = _value(words["small_of"], dockets["kinds"])
        months = owner(language, "labels", "cases").dates["months"]["long"]
        self.month = re.compile(rf" {either(months)}\b")
        # `36110/97`, `2005/17/230`, `6 Ob 123/04x`, `15 and 32 of 1973`
        self.of = re.compile(rf"/| {words['of']} ")
        self.slashed = re.compile(
            r"[0-9]{1,7}(?:/[0-9]{1,7}(?:/[0-9]{1,6}){0,3}(?:/[A-Z][A-Za-z]{0,7}\b|[a-z]\b)?"
            rf"|(?:(?: ?[,&-] ?| {words['and']} )[0-9]{{1,7}}){{0,9}} {words['of']} (?:19|20)\d\d\b)"
        )
        # A court's chamber and register before the number: `2 BvR`, `XV GC`, `17 C`, `6 Ob`, `IVK`.
        self.register = re.compile(
            r"(?<![\w./-])(?:(?:\d{1,4}|[IVX]{1,6}[a-z]?|[A-Z] \d{1,2})[ .]{1,2}"
            rf"(?!{'|'.join(words['no_register'])})[A-Z][A-Za-z]{{0,4}}(?: ?\([A-Za-z]{{1,5}}\))?"
            r"|[IVX]{1,5}[A-Z][a-z]{0,3})[ ]$"
        )
        self.number_words = frozenset(words["number"])
        self.skipped = self.number_words | frozenset(words["skipped"])
        self.statutes = frozenset(words["statutes"])
        self.places = frozenset((*words["places"], *language.labels["documents"]["land"]))
        self.acts = frozenset(dockets["acts"])
        again = language.labels["numbered"]["again"]
        self.series = re.compile(rf"(?: ?[,;&]| ?,? {joining}) ?(?:{again}\.? ?)?")
        provisions = language.labels["provisions"]
        self.provisions = Quick(
            rf"\b{provisions['section']}[^\S\n]({_PROVISION})"
            rf"((?:(?:,|[^\S\n]{either(provisions['joining'])})[^\S\n]{_PROVISION}){{0,8}})"
        )


_patterns = cache(Patterns)


def _value(of: str, kinds: list[str]) -> re.Pattern[str]:
    """The number after a label, also as English courts write it: `ZC20P04012`, `F00AB123`."""
    chunk = (
        r"(?:[A-Z]{0,8}\d{1,12}(?:[A-Z]{1,2}\d{3,6})?[A-Za-z]?|[A-Z]{1,8}(?:\([A-Z]{1,4}\))?"
        r"|[A-Z][A-Za-z]{1,4})"
    )
    return re.compile(
        rf"(?=[A-Za-z(). /:_-]{{0,16}}\d){chunk}"
        rf"(?:[./_:-](?:{chunk}|{either(kinds)}(?=-))){{0,7}}"
        rf"(?: (?:[A-Z][A-Za-z]{{0,4}} )?\d{{1,7}}(?:[./_:-]{chunk}){{1,4}}){{0,3}}"
        rf"(?: {of} (?:19|20)\d\d\b)?(?![\w/]|[.,]\d)"
    )


def provisions(document: Document) -> Iterator[Span]:
    """PROVISION: `215(1)` of `section 215(1)`, which the Text Anonymization Benchmark counts as a code."""
    for start, end, language in each(document):
        for sections in _patterns(language).provisions.finditer(document.text, start, end):
            for number in _EACH_PROVISION.finditer(document.text, sections.start(1), sections.end()):
                yield Span(*number.span(), "PROVISION", PROVISION, ("provisions:section",))


@in_each_language(_patterns)
def find(patterns: Patterns, text: str, first: int, last: int) -> Iterator[Span]:
    """CASE_NUMBER."""
    for capitals in patterns.capitals.finditer(text, first, last):
        found = None if _glued(text, capitals.start()) else patterns.letter_led.match(text, capitals.start())
        if found:  # one letter and a space is what a table or an annex has, too
            yield _span(*found.span(), 0.6 if found[0][1] == " " else 0.9, "court")
    for found in patterns.dated.finditer(text, first, last):
        yield _span(*found.span("id"), 0.9, "dated")
    for pattern, score in ((patterns.neutral, 0.85), (_REPORTED, 0.6)):
        for found in pattern.finditer(text, first, last):
            yield _span(*found.span(), score, "report")
    for found in patterns.digit_led.finditer(text, first, last):
        if not _glued(text, found.start()):
            yield _span(*found.span(), 0.85, "court")
    yield from _labelled(patterns, text, first, last)
    yield from _slashed(patterns, text, first, last)


def _span(start: int, end: int, score: float, rule: str) -> Span:
    return Span(start, end, "CASE_NUMBER", score, (f"references:{rule}",))


def _glued(text: str, start: int) -> bool:
    before = text[start - 1 : start]
    if before == ".":  # `No.36110/97` is not glued, `1.36110/97` is
        return not text[start - 2 : start - 1].isalpha()
    return before.isalnum() or before in _INSIDE


def _labelled(patterns: Patterns, text: str, first: int, last: int) -> Iterator[Span]:
    for found in labelled(text, patterns.labels, patterns.value, start=first, end=last):
        number = text[found.start : found.end]
        act = number.rpartition("/")[2] in patterns.acts
        if act or _DATE.fullmatch(number) or patterns.month.match(text, found.end):
            continue
        numbered, before = _context(patterns, text, found.start)
        if before in patterns.statutes or patterns.persons.search(
            text, max(0, found.start - 40), found.start
        ):
            continue
        if numbered and len(number) > 1:
            yield _span(found.start, found.end, 0.9, "label")
        elif "/" in number or (found.sure and "-" in number) or re.fullmatch(r"\d\d-\d{4,6}", number):
            yield _span(found.start, found.end, 0.7, "label")


def _context(patterns: Patterns, text: str, start: int) -> tuple[bool, str]:
    """Whether a word for `number` stands before, and the first telling word before that."""
    numbered = False
    for word in reversed(_WORD.findall(lowered(text[max(0, start - 45) : start]))):
        if word not in patterns.skipped:
            return numbered, word
        numbered = numbered or word in patterns.number_words
    return numbered, ""


def _slashed(patterns: Patterns, text: str, first: int, last: int) -> Iterator[Span]:
    end, score = 0, 0.0
    for found in patterns.slashed.finditer(text, first, last):
        start = found.start()
        goes_on = text[found.end() : found.end() + 1].isalnum()
        if goes_on or _glued(text, start) or _DATE.fullmatch(found[0]):
            continue
        continues = end and start - end < 12 and patterns.series.fullmatch(text, end, start)
        register = patterns.register.search(text, max(0, start - 16), start)
        if not continues or register:
            score = 0.9 if register else _score(patterns, text, found)
        end = found.end()
        if score:
            rule = "register" if register else "slash"
            yield _span(register.start() if register else start, end, score, rule)


def _score(patterns: Patterns, text: str, found: re.Match[str]) -> float:
    """How sure a number with a slash, or `12 of 2010`, is one of a case; 0 where it is not."""
    numbered, word = _context(patterns, text, found.start())
    first, *rest = patterns.of.split(found[0])
    if word in patterns.statutes or word in patterns.places or rest[-1] in patterns.acts:
        return 0
    if numbered or word in patterns.case_nouns:
        return 0.9 if len(found[0]) > 4 else 0.6
    if "/" not in found[0]:
        return 0.7 if _ABBREVIATED.search(text, max(0, found.start() - 14), found.start()) else 0
    if len(rest) > 1:
        return 0.5 if len(found[0]) > 9 else 0
    return _bare_score(first, rest[0])


def _bare_score(first: str, second: str) -> float:
    year = len(first) == 4 and 1900 <= int(first) <= 2040
    if year and int(second[-2:]) == (int(first) + 1) % 100 and len(second) in (2, 4):
        return 0  # a season
    if len(second) == 2 and second.isdigit():
        return 0.5 if year else 0.85 if len(first) > 3 else 0.6 if len(first) == 3 else 0
    if year and len(second) >= 2:
        return 0 if len(second) == 4 and second[:2] in ("19", "20") else 0.5
    return 0.5 if len(second) == 4 and second[:2] in ("19", "20") and int(first) > 12 else 0
