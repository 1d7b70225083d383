"""Ages, sums of money, and other amounts that may tell a person apart.

AGE (`34-year-old`, `aged 16`), MONEY (`EUR 12,000`, `three hundred dollars`) and, with a low score, QUANTITY:
durations (`six years' imprisonment`), measures and percentages. Never a bare number: an amount has its unit.
"""

import re
from collections.abc import Iterator
from functools import cache, partial

from lexveil.detect.labels import apart, either, joined, lowered, one_of
from lexveil.jurisdictions import table
from lexveil.languages import Language, each, people
from lexveil.model import Document, Span
from lexveil.text.quick import Quick

# An amount in figures is tried at each run of digits, one in words at each number word.
_DIGITS = re.compile(r"[0-9]+")
_FIGURE = (
    r"(?:\d{1,3}(?:[,.' ]\d{2,3}){0,4}[,.' ]\d{3}(?!\d)(?:[.,]\d{1,2}(?!\d))?|\d{1,15}(?:[.,]\d{1,4}(?!\d))?)"
)
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d\b(?![,.]\d)")
_NAME_AFTER_YEAR = re.compile(r"(?:1[89]|20)\d\d [A-Z][a-z]")  # `In 2004 Marks was dismissed`
_INSIDE = frozenset("_/.,:-§")  # what stands before a digit that is no amount
_LONG = re.compile(r"\d{4}|\d{1,3} \d")  # too long for an age
_SUM_BEFORE = re.compile(r"\d ?\Z")  # 500 kr, to account 8150-5
_LARGE = re.compile(r"\d{3}|\d{1,2}[,.' ]\d{3}")


class Patterns:
    def __init__(self, language: Language) -> None:
        amounts, currencies = language.numbers["amounts"], table("currencies")
        amount = rf"{_FIGURE}(?:[ -]?{amounts['scales']}\b)?(?:/-|[.,]--?(?!\w))?"
        self.one = re.compile(amount)
        self.two = re.compile(rf"{amount}(?: ?[-–—] ?| {either(amounts['joining'])} ){amount}")
        self.grouped = re.compile(
            rf"(?: ?[-–—] ?| {either(amounts['grouped'])} )\d{{1,3}}(?:[,.']\d{{3}}){{1,4}}(?![\d.,]\d)"
        )
        cardinals, scales = language.numbers["cardinals"], language.numbers["scales"]
        small, tens = cardinals["small"], cardinals["tens"]
        both = [f"{ten}-{one}" for ten in tens for one in small[1:10]]
        forms = cardinals.get("forms", {})
        listed = [*small[1:], *forms, *tens, cardinals["hundred"], *scales, *both]
        word = one_of(sorted(listed, key=len, reverse=True)) + ("" if cardinals.get("glued") else r"\b")
        gap = "[ -]?" if cardinals.get("glued") else "[ -]"
        spoken = rf"{word}(?:(?: {amounts['and']} |{gap}){word}){{0,8}}"
        self.words = Quick(
            rf"\b(?:{spoken}(?: {either(amounts['or'])} {spoken})?(?:{amounts['half']})?"
            rf"|(?P<vague>{amounts['vague']}))\b"
        )
        self.same_duration = frozenset(amounts["same_duration"])
        self.codes = frozenset(currencies["codes"])
        self.also_words = frozenset(currencies["also_words"])
        self.signs = frozenset(currencies["signs"])
        money = language.numbers["money"]
        coins = [*money["coins"], *(coin.title() for coin in money["coins"])]
        coin, code = rf"(?:{one_of(coins)}|{money['mark']})\b", one_of(currencies["codes"])
        no_title = rf"(?!(?i:{one_of(sorted(people.titles(language)))})\b)"  # paragraph 7 on Mr Pound
        self.money_after = re.compile(
            rf"[ -]?(?:(?:(?:{no_title}[A-Z][\w.]{{1,15}}|{either(money['kinds'])}) ){{0,3}}?"
            rf"{coin}{money['sterling']}|{code}\b|{currencies['after']})"
            rf"(?: ?\((?:{code}|{currencies['in_brackets']})\))?"
        )
        self.money_before = re.compile(rf"(?:(?:[A-Z][a-z]{{2,14}} )?{coin} \({code}\)|{coin}) $")
        self.money_ends = tuple(money["ends"])
        durations = language.numbers["durations"]
        units = durations["units"]
        self.duration_after = re.compile(
            rf"[ ‑-](?:{either(durations['before_unit'])} )?{units}\b(?!-{durations['not_after']})"
            rf"(?:'s?(?!\w))?(?: {either(durations['ends'])}\b)?"
        )
        # `a year later`, `a month and a half`: found by their ends.
        self.ends = tuple(re.compile(rf" {end}\b") for end in durations["ends"])
        self.one_left = re.compile(rf"\b{durations['one']} {units}$")
        self.prison = re.compile(rf"{durations['prison']}\b")
        self.clock = re.compile(durations["clock"])
        ages = language.numbers["ages"]
        self.age_after = re.compile(ages["after"])
        self.age_before = re.compile(rf"\b{ages['before']} $", re.IGNORECASE)
        self.age_unit = re.compile(ages.get("unit", ""))  # âgé de 34 ans
        self.age_two = tuple(ages["two"])
        self.age_more = re.compile(rf" {either(ages['joining'])} (?:\d{{1,3}}|{spoken})\b")
        self.decade_of_life = re.compile(rf"{ages['decade_of_life']}\b")
        measures = language.numbers["measures"]
        self.measure_after = re.compile(
            rf" ?(?:{measures['glued']})|[ -]?{measures['short']}\b|[ -]{either(measures['long'])}\b"
        )


_patterns = cache(Patterns)


def find(document: Document) -> Iterator[Span]:
    for start, end, language in each(document):
        patterns, text = _patterns(language), document.text
        yield from joined(apart(_all(patterns, text, start, end)), partial(_joined, patterns, text))


def _all(patterns: Patterns, text: str, first: int, last: int) -> Iterator[Span]:
    end = 0
    for digits in _DIGITS.finditer(text, first, last):
        if digits.start() >= end and (span := _in_figures(patterns, text, digits.start())):
            end = span.end
            yield span
    plain = lowered(text[first:last]).replace("\u2010", "-").replace("\u2011", "-")
    for words in patterns.words.finditer(plain):
        span = _with_unit(patterns, text, first + words.start(), first + words.end())
        if span and (span.category == "QUANTITY" or not words["vague"]):
            yield span
    for pattern in patterns.ends:
        for found in pattern.finditer(text, first, last):
            left = max(0, found.start() - 16)
            one = patterns.one_left.search(lowered(text[left : found.start()]))
            if one:
                yield Span(left + one.start(), found.end(), "QUANTITY", 0.35, ("quantities:duration",))
    for found in patterns.decade_of_life.finditer(text, first, last):
        yield Span(*found.span(1), "AGE", 0.7, ("quantities:age",))


def _in_figures(patterns: Patterns, text: str, start: int) -> Span | None:
    """The amount that begins with the digits at `start`, with the unit before or after it."""
    one, sign = patterns.one.match(text, start), _sign_before(patterns, text, start)
    if one and sign:
        more = patterns.grouped.match(text, one.end())
        return Span(start - sign, (more or one).end(), "MONEY", 0.95, ("quantities:money",))
    last = text[start - 1 : start]
    if not one or last in _INSIDE or last.isalnum():
        return None
    span = _with_unit(patterns, text, *one.span())
    if span or _YEAR.match(text, start):
        return span
    two = patterns.two.match(text, start)
    return _with_unit(patterns, text, *two.span()) if two else None


def _sign_before(patterns: Patterns, text: str, start: int) -> int:
    """How many characters before an amount are its currency."""
    before = text[max(0, start - 5) : start]
    word = before.rstrip(" ")
    word = word[max(word.rfind(" "), word.rfind("("), word.rfind("\n")) + 1 :]
    if word in patterns.also_words and not _LARGE.match(text, start):
        return 0
    if word in patterns.codes or word in patterns.signs:
        size = len(before) - before.rfind(word)
        return 0 if _SUM_BEFORE.search(text, max(0, start - size - 3), start - size) else size
    if word[-1:] in patterns.signs:
        return len(before) - before.rfind(word[-1])
    if not before.endswith(patterns.money_ends):
        return 0
    found = patterns.money_before.search(text, max(0, start - 45), start)
    return start - found.start() if found else 0


def _with_unit(patterns: Patterns, text: str, start: int, end: int) -> Span | None:
    """What the amount is, by what follows it or stands before it."""
    if unit := patterns.age_after.match(text, end):
        return Span(start, unit.end(), "AGE", 0.9, ("quantities:age",))
    if (unit := patterns.money_after.match(text, end)) and not _NAME_AFTER_YEAR.match(text, start):
        return Span(start, unit.end(), "MONEY", 0.9, ("quantities:money",))
    spaced = text[start - 1 : start] == " "
    age = patterns.age_before.search(text, max(0, start - 26), start) if spaced else None
    if age and not _LONG.match(text, start):
        more = patterns.age_more.match(text, end) if age[0].endswith(patterns.age_two) else None
        stop = more.end() if more else end
        of = patterns.age_unit.match(text, stop)
        return Span(age.start(), of.end() if of else stop, "AGE", 0.8, ("quantities:age",))
    if unit := patterns.duration_after.match(text, end):
        if patterns.clock.match(text, start):
            return None
        rule, score = ("sentence", 0.5) if patterns.prison.match(text, unit.end()) else ("duration", 0.35)
        return Span(start, unit.end(), "QUANTITY", score, (f"quantities:{rule}",))
    if unit := patterns.measure_after.match(text, end):
        return Span(start, unit.end(), "QUANTITY", 0.35, ("quantities:measure",))
    return None


def _joined(patterns: Patterns, text: str, left: Span, right: Span) -> Span | None:
    """Parts of one duration as one: `twelve years and six months`."""
    lasting = all(span.sources[0] in ("quantities:duration", "quantities:sentence") for span in (left, right))
    if not lasting or text[left.end : right.start] not in patterns.same_duration:
        return None
    surer = max(left, right, key=lambda span: span.score)
    return Span(left.start, right.end, "QUANTITY", surer.score, surer.sources)
