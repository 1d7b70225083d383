"""Ages, sums of money, and other amounts that may tell a person apart.

Comes in: the view of a document. Goes out: AGE (`34-year-old`, `aged 16`), MONEY (`EUR 12,000`, `three
hundred dollars`) and, with a low score, QUANTITY: durations (`six years' imprisonment`), measures and
percentages. Never a bare number: an amount has its unit.
"""

import re
from collections.abc import Iterable, Iterator

from lexveil.detect.labelled import apart, lowered, one_of
from lexveil.model import Document, Span

_ONES = "one two three four five six seven eight nine".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
_SCALES = "hundred thousand million billion lakh lakhs crore crores".split()
_WORD = one_of(_ONES + _TENS + _TEENS + _SCALES + [f"{ten}-{one}" for ten in _TENS for one in _ONES]) + r"\b"

# An amount in figures is tried at each run of digits, one in words at each number word.
_DIGITS = re.compile(r"[0-9]+")
_FIGURE = (
    r"(?:\d{1,3}(?:[,.' ]\d{2,3}){0,4}[,.' ]\d{3}(?!\d)(?:[.,]\d{1,2}(?!\d))?|\d{1,15}(?:[.,]\d{1,4}(?!\d))?)"
)
_AMOUNT = (
    rf"{_FIGURE}(?:[ -]?(?:hundred|thousand|million|billion|lakhs?|crores?|bn|m)\b)?(?:/-|[.,]--?(?!\w))?"
)
_ONE = re.compile(_AMOUNT)
_TWO = re.compile(rf"{_AMOUNT}(?: ?[-–—] ?| (?:to|or|and|x|by) ){_AMOUNT}")
_GROUPED = re.compile(r"(?: ?[-–—] ?| (?:to|or|and) )\d{1,3}(?:[,.']\d{3}){1,4}(?![\d.,]\d)")
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d\b(?![,.]\d)")
_SPOKEN = rf"{_WORD}(?:(?: and |[ -]){_WORD}){{0,8}}"
_WORDS = re.compile(
    rf"\b(?:{_SPOKEN}(?: (?:to|or) {_SPOKEN})?(?: and a half)?|(?P<vague>several|many|few|some|couple of|half"
    rf" an?))\b"
)

# ISO 4217 codes in use and withdrawn, and the older abbreviations of court reports.
_CODES = frozenset(
    "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD"
    " CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD"
    " GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT"
    " LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR"
    " NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP"
    " STN SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF"
    " YER ZAR ZMW AS ATS BEF BGL CSK CYP DEM DM ECU EEK ESP FF FIM FRF GRD HRK IEP ITL LTL LUF LVL MTL NLG"
    " PLZ PTE ROL RUR SIT SKK TRL UAK YTL YUD YUM".split()
)
_SIGNS = frozenset(
    "US$ A$ C$ CA$ AU$ NZ$ HK$ S$ NT$ R$ Rs. Rs Re. Fr. SFr. SFr fr. kr. kr RM € $ £ ¥ ₹ ₺ ₽ ₤ ₴ ₪ ₩".split()
)
_COINS = (
    "euro euros dollar dollars pound pounds franc francs mark marks deutschmark deutschmarks schilling"
    " schillings shilling shillings lira liras lire zloty zlotys zloties złoty złotys kronor kroner krona"
    " krone kronur crown crowns koruna korunas forint forints lei leu lev levs leva rouble roubles ruble"
    " rubles rupee rupees peseta pesetas peso pesos yen yuan renminbi drachma drachmas guilder guilders"
    " escudo escudos dinar dinars rand rands hryvnia hryvnias hryvnya hryvnyas tolar tolars kuna kunas"
    " litas litai lats cent cents pence reais dirham dirhams riyal riyals shekel shekels won baht ringgit"
    " naira cedi dong markka markkas kroon kroons".split()
)
_COIN = rf"(?:{one_of(_COINS + [coin.title() for coin in _COINS])}|[Dd]eutsche [Mm]arks?)\b"
_CODE = one_of(_CODES)
_MONEY_AFTER = re.compile(
    rf"[ -]?(?:(?:(?:[A-Z][\w.]{{1,15}}|new|old) ){{0,3}}?{_COIN}(?: sterling)?|{_CODE}\b|[€£$₹]|kr\b|Kč|zł\b"
    rf"|/-)(?: ?\((?:{_CODE}|[€£$])\))?"
)
_MONEY_BEFORE = re.compile(rf"(?:(?:[A-Z][a-z]{{2,14}} )?{_COIN} \({_CODE}\)|{_COIN}) $")

_NAME_AFTER_YEAR = re.compile(r"(?:1[89]|20)\d\d [A-Z][a-z]")  # `In 2004 Marks was dismissed`

_SPAN_OF_TIME = (
    r"(?:years?|months?|weeks?|days?|hours?|minutes?|seconds?|nights?|weekends?|decades?|fortnights?)"
)
_DURATION_AFTER = re.compile(
    r"[ ‑-](?:(?:and a quarter|and a half|full|more|further|other|additional|calendar|working|consecutive"
    r"|whole"
    rf"|long) )?{_SPAN_OF_TIME}\b(?!-(?:fine|old))(?:'s?(?!\w))?(?: (?:later|ago|earlier|and a half)\b)?"
)
# `a year later`, `a month and a half`: found by their ends.
_ENDS = tuple(re.compile(rf" {end}\b") for end in ("later", "ago", "earlier", "and a half"))
_ONE_LEFT = re.compile(rf"\b(?:an?|one|the) {_SPAN_OF_TIME}$")
_PRISON = re.compile(
    r"'?(?: of)?(?: (?:strict|rigorous|simple|solitary|heavy|unconditional|suspended))?"
    r" (?:imprisonment|custody|detention|probation|prison)\b"
)
_AGE_AFTER = re.compile(
    r"(?: and a half)?[ ‑-]{1,2}(?:years?|months?|weeks?|days?)(?:[ ‑-]{1,2}olds?\b| of age\b)|[- ]odd years"
    r" old\b"
)
_AGE_BEFORE = re.compile(
    r"\b(?:aged?(?: of| at| only| just| about| approximately)?|ages of|turn(?:ed|ing)?)(?: between)? $"
)
_AGE_MORE = re.compile(rf" (?:and|to|or) (?:\d{{1,3}}|{_SPOKEN})\b")
_DECADE_OF_LIFE = re.compile(
    r" in (?:his|her|their) ((?:(?:early|mid|late)[ -])?"
    r"(?:teens|twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties|[2-9]0s))\b"
)
_MEASURE_AFTER = re.compile(
    r" ?(?:%|per ?cent\b|percent\b|°|m²|km²|m³)|[ -]?(?:kgs?|mg/l|mg|g|cm|mm|km/h|km|m2|ml|cl|mph|dBA?|ha)\b"
    r"|[ -](?:m|kilos?|kilograms?|grams?|grammes?|tonnes?|tons?|centimet(?:re|er)s?|millimet(?:re|er)s?"
    r"|met(?:re|er)s?|kilomet(?:re|er)s?|miles?|feet|foot|inch(?:es)?|hectares?|acres?|lit(?:re|er)s?"
    r"|sq\.? ?(?:m|km|ft|met(?:re|er)s)|square (?:met(?:re|er)s?|kilomet(?:re|er)s?|miles|feet|yards))\b"
)
# What stands before a digit that is no amount; codes that are also words need a larger amount.
_INSIDE = frozenset("_/.,:-§")
_ALSO_WORDS = frozenset("ALL TOP AS CUP PEN SIT MOP MAD NAD BAM SOS LAK".split())
_LARGE = re.compile(r"\d{3}|\d{1,2}[,.' ]\d{3}")
_CLOCK = re.compile(r"[0-2]?\d\.[0-5]\d(?:-[0-2]?\d\.[0-5]\d)? hours|[0-2]\d[0-5]\d hours")


def find(document: Document) -> Iterator[Span]:
    yield from _joined(document.text, apart(_all(document.text)))


def _all(text: str) -> Iterator[Span]:
    end = 0
    for digits in _DIGITS.finditer(text):
        if digits.start() >= end and (span := _in_figures(text, digits.start())):
            end = span.end
            yield span
    plain = lowered(text).replace("\u2010", "-").replace("\u2011", "-")
    for words in _WORDS.finditer(plain):
        span = _with_unit(text, *words.span())
        if span and (span.category == "QUANTITY" or not words["vague"]):
            yield span
    for pattern in _ENDS:
        for found in pattern.finditer(text):
            left = max(0, found.start() - 16)
            one = _ONE_LEFT.search(lowered(text[left : found.start()]))
            if one:
                yield Span(left + one.start(), found.end(), "QUANTITY", 0.35, ("quantities:duration",))
    for found in _DECADE_OF_LIFE.finditer(text):
        yield Span(*found.span(1), "AGE", 0.7, ("quantities:age",))


def _in_figures(text: str, start: int) -> Span | None:
    """The amount that begins with the digits at `start`, with the unit before or after it."""
    one, sign = _ONE.match(text, start), _sign_before(text, start)
    if one and sign:
        more = _GROUPED.match(text, one.end())
        return Span(start - sign, (more or one).end(), "MONEY", 0.95, ("quantities:money",))
    last = text[start - 1 : start]
    if not one or last in _INSIDE or last.isalnum():
        return None
    span = _with_unit(text, *one.span())
    if span or _YEAR.match(text, start):
        return span
    two = _TWO.match(text, start)
    return _with_unit(text, *two.span()) if two else None


def _sign_before(text: str, start: int) -> int:
    """How many characters before an amount are its currency."""
    before = text[max(0, start - 5) : start]
    word = before.rstrip(" ")
    word = word[max(word.rfind(" "), word.rfind("("), word.rfind("\n")) + 1 :]
    if word in _ALSO_WORDS and not _LARGE.match(text, start):
        return 0
    if word in _CODES or word in _SIGNS:
        return len(before) - before.rfind(word)
    if word[-1:] in _SIGNS:
        return len(before) - before.rfind(word[-1])
    found = _MONEY_BEFORE.search(text, max(0, start - 45), start) if before[-2:] in (") ", "s ") else None
    return start - found.start() if found else 0


def _with_unit(text: str, start: int, end: int) -> Span | None:
    """What the amount is, by what follows it or stands before it."""
    if unit := _AGE_AFTER.match(text, end):
        return Span(start, unit.end(), "AGE", 0.9, ("quantities:age",))
    if (unit := _MONEY_AFTER.match(text, end)) and not _NAME_AFTER_YEAR.match(text, start):
        return Span(start, unit.end(), "MONEY", 0.9, ("quantities:money",))
    if text[start - 1 : start] == " " and (age := _AGE_BEFORE.search(text, max(0, start - 26), start)):
        more = _AGE_MORE.match(text, end) if age[0].endswith(("between ", "ages of ")) else None
        return Span(age.start(), more.end() if more else end, "AGE", 0.8, ("quantities:age",))
    if unit := _DURATION_AFTER.match(text, end):
        if _CLOCK.match(text, start):
            return None
        rule, score = ("sentence", 0.5) if _PRISON.match(text, unit.end()) else ("duration", 0.35)
        return Span(start, unit.end(), "QUANTITY", score, (f"quantities:{rule}",))
    if unit := _MEASURE_AFTER.match(text, end):
        return Span(start, unit.end(), "QUANTITY", 0.35, ("quantities:measure",))
    return None


def _joined(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """Parts of one duration as one: `twelve years and six months`."""
    left: Span | None = None
    for right in spans:
        if left is not None:
            gap = text[left.end : right.start]
            if _lasting(left) and _lasting(right) and gap in (" and ", ", ", ", and ", " "):
                surer = max(left, right, key=lambda span: span.score)
                left = Span(left.start, right.end, "QUANTITY", surer.score, surer.sources)
                continue
            yield left
        left = right
    if left is not None:
        yield left


def _lasting(span: Span) -> bool:
    return span.sources[0] in ("quantities:duration", "quantities:sentence")
