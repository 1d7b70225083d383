"""Postal addresses, from the house number or street to the town, postcode and country on the same line.

Comes in: the view of a document. Goes out: ADDRESS spans: `221B Baker Street, London NW1 6XE`,
`Bahnhofstrasse 12, 8001 Zürich`, `P.O. Box 123`, a postcode or a named street alone (less sure). Never a
town alone: that is a location.

A number is where most addresses show: what follows it (`12 Rue …`, `14 High Road`) or stands before it
(`Calle Mayor 5`) tells whether it is a house.
"""

import re
from collections.abc import Iterator

from lexveil.detect.labelled import apart, one_of
from lexveil.model import Document, Span

_NOT_A_PLACE = (
    r"(?!(?:Mr|Mrs|Ms|Miss|Dr|Prof|Sir|Lord|Lady|Justice|The|He|She|On|In|At|And|It|His|Her|They|This|That"
    r"|Where|When|Who|Which|As|By|Judge|Article|Section|Case|No|January|February|March|April|May|June|July"
    r"|August|September|October|November|December|Court)\b)"
)
_CAP = rf"{_NOT_A_PLACE}[A-ZÀ-ÖØ-ÞŁŚŽŠČ][^\W\d_]*+(?:['.-][^\W\d_]++)*+\.?"
_SMALL = (
    r"(?:(?:de|du|des|la|le|les|del|della|delle|dei|di|da|do|dos|das|der|den|dem|van|von|am|an|of|the|upon|y"
    r"|e|i) |[dl]')"
)
_NAME = rf"{_SMALL}{{0,3}}{_CAP}(?: {_SMALL}{{0,3}}{_CAP}){{0,3}}"
_HOUSE = r"\d{1,5}(?: ?[A-Za-z](?![\w]))?(?: ?[-–/] ?\d{1,5}[A-Za-z]?)?"
_UK_POSTCODE = r"[A-PR-UWYZ][A-HK-Y]?\d[A-Z\d]? ?\d[ABD-HJLNP-UW-Z]{2}\b"
_CANADIAN_POSTCODE = r"[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d\b"
_POSTCODE = rf"(?:{_UK_POSTCODE}|{_CANADIAN_POSTCODE}|[A-Z]{{2}},? \d{{5}}(?:-\d{{4}})?\b|\d{{4,6}}\b)"
_COUNTRY = one_of(
    "Austria|Australia|Belgium|Bulgaria|Canada|Croatia|Cyprus|Czech Republic|Denmark|England|Estonia|Finland"
    "|France|Germany|Greece|Hungary|Iceland|India|Ireland|Israel|Italy|Latvia|Lithuania|Luxembourg|Malta"
    "|Monaco|Netherlands|the Netherlands|Northern Ireland|Norway|Poland|Portugal|Romania|Russia|Scotland"
    "|Serbia|Slovakia|Slovenia|South Africa|Spain|Sweden|Switzerland|Turkey|Ukraine|United Kingdom|UK|U.K."
    "|United States|USA|U.S.A.|Wales".split("|")
)
# Country letters as they stand before a postcode: `CH-8001`, `FIN-00100`.
_LETTERS = one_of("A B CH CZ D DE DK E ES F FI FIN FR GR H I IT L LT LV N NL NO P PL PT RO S SE SK".split())
_PREFIXED_POST = rf"(?:{_LETTERS}[- ])?\d{{3,6}}(?: \d\d\b)?(?:-\d{{3,4}})?"
# What may follow a street and number: parts of the town, then a postcode with its town; or one town. A town
# without a postcode may be anything with a capital, so what follows it must look like the end of an address.
_TOWN = (
    rf"(?:{_NAME}(?=[.,;:)\n]|$)"
    rf"|{_CAP}(?= (?:and|in|on|at|where|when|which|who|to|from|with|until|since|for|by|but|or|as)\b))"
)
_TAIL = re.compile(
    r"(?:,? (?:Flat|Apt\.?|Apartment|Unit|Suite|Room|Floor) [\w-]{1,6})?"
    r"(?:,? (?:NW|NE|SW|SE|North|South|East|West|[NSEW])\b\.?)?"
    rf"(?:(?:, (?:\d{{1,2}}(?:st|nd|rd|th) [Ff]loor|(?:Sector|Phase|Ward) [\w-]{{1,5}}|{_NAME})){{0,4}}"
    rf"(?:,? ?{_PREFIXED_POST}(?: [A-Z]{{2}}\b)? {_NAME}(?: (?:\d{{1,2}}|CEDEX)\b)?(?: \d{{1,2}}\b)?"
    rf"|,? ?[-–]? ?{_POSTCODE})(?:, {_COUNTRY})?|, {_TOWN}(?:, {_COUNTRY})?)?"
)
_STREET = one_of(
    "Street Road Avenue Lane Drive Square Place Close Crescent Terrace Way Gardens Grove Hill Row Walk Mews"
    " Boulevard Parade Highway Parkway Quay Embankment Buildings Mansions Circus Alley Esplanade Marg".split()
)
_SHORT_STREET = r"(?:St|Rd|Ave|Ln|Sq|Blvd|Hwy|Pkwy)\b\.?"
_ENGLISH = re.compile(
    rf"{_HOUSE},? (?:(?:{_CAP} ){{1,4}}?(?:{_STREET}\b|{_SHORT_STREET}"
    r"|(?:Court|House|Park|Green|View|Nagar)\b(?=,))|(?:Broadway|The [A-Z][a-z]{2,12})(?=,))"
)
_FRENCH = re.compile(
    rf"{_HOUSE}(?: ?(?:bis|ter|quater)\b)?,? (?:[Rr]ue|[Aa]venue|[Bb]oulevard|[Bb]d\.?|[Pp]lace|[Qq]uai"
    rf"|[Aa]llée|[Ii]mpasse|[Cc]hemin|[Rr]oute|[Cc]ours|[Pp]assage|[Ff]aubourg) {_NAME}"
)
# `House No. 12, Sector 5, New Delhi-110001`: only with the six figures of the postcode at its end.
_DOOR = re.compile(r"\b(?:House|H\.|Flat|Door|Shop|Quarter|Plot) ?No\.? ?[\w/-]{1,10}(?=,)")
_FLAT = re.compile(
    r"(?:\b(?:Flat|Apartment|Apt\.?|Unit|Suite|Room|House No\.?|Floor) (?:[\w-]{1,6},? )?|\b[Nn]o\.? )$"
)
# A street before its number, where the kind of street is its first word, its last word, or its ending.
_KIND_FIRST = re.compile(
    rf"(?:\b(?:Calle|Avenida|Avda\.?|Av\.|Paseo|Plaza|Carrer|Ronda|Via|Viale|Piazza|Corso|Largo|Vicolo|Rua"
    rf"|Praça|Travessa|Ulica|ul\.|Ul\.|al\.|pl\.|Strada|Str\.|Bulevardul|Calea|Rue|Avenue|Boulevard|Chemin"
    rf"|Route|Place|Quai|Am|An der|Im)|C/) ?{_NAME},? (?:no?\.? ?|n[°º] ?|nr\.? ?|núm\.? ?|No: ?)?$"
)
_KIND_LAST = re.compile(
    rf"(?:{_CAP} ){{1,3}}(?:[Uu]tca|út|tér|iela|tänav|gatvė|gate|Caddesi|Cad\.|Sokak|Sokağı|Sok\.|Bulvarı"
    r"|Straße|Strasse|Platz|Allee|Weg|Gasse|Ring|Damm|Ufer|Straat|Plein),? (?:no?\.? ?|[Nn]o: ?|nr\.? ?)?$"
)
_ENDINGS = tuple(
    "strasse straße gasse weg platz allee damm ufer steig chaussee laan straat gracht plein kade singel gatan"
    " vägen gränd torget backen stigen vej gade allé stræde plads veien vegen gaten plass katu tie kuja polku"
    " kaari ranta esplanadi bulevardi str.".split()
)
_NUMBER_LAST = re.compile(
    r"\d{1,4}(?: ?[-–/] ?\d{1,4})?(?: ?[A-Za-z](?:(?: |-)?\d{1,3})?(?![\w.]))?(?:/\d{1,3})?(?![\w%:]|[.,/]\d)"
)
_DIGITS = re.compile(r"[0-9]+")
_MONTH = re.compile(
    r" ?(?:January|February|March|April|May|June|July|August|September|October|November|December)\b"
)

_BOX = re.compile(
    r"(?:P\. ?O\. ?Box|PO Box|P\.O\.B\.|Postfach|Postbus|Casella Postale|B\.P\.|Boîte postale) ?(?:[Nn]o\.?"
    r" ?)?\d{1,6}\b"
)
# A postcode with letters; a town with the country before its postcode. Tried where capitals meet a digit.
_CAPITALS = re.compile(r"[A-Z]{1,3}-?[0-9]")
_LETTERED = re.compile(
    rf"(?:{_UK_POSTCODE}|{_CANADIAN_POSTCODE}|{_LETTERS}-\d{{3,5}}(?: \d\d)?(?: [A-Z]{{2}})? {_NAME})"
)
_STATES = one_of(
    "AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND"
    " OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY".split()
)
_AMERICAN = re.compile(rf", {_STATES} \d{{5}}(?:-\d{{4}})?\b")
_AMERICAN_TOWN = re.compile(rf"\b{_NAME}$")
_NAMED_STREET = re.compile(r"(?:Street|Road|Avenue|Boulevard|Crescent)\b(?! (?:Journal|Act|Traffic|Bank))")
_STREET_NAME = re.compile(rf"(?<![\w-])(?:{_CAP} ){{1,3}}$")
_FULL_STOP = re.compile(r"[^\W\d_]{4}\.\Z")  # ends the sentence, not an abbreviation
_EDGES = frozenset(["", " ", "\n", "(", ",", ";", ":", '"', "“"])
_YEAR_WORDS = ("in", "since", "of", "from", "until", "by", "In", "Since", "during")
_SMALL_KINDS = frozenset("utca út tér iela tänav gatvė gate no. n° nº nr nr. No. No: no: núm.".split())
_NO_STREETS = frozenset(
    "January February March April May June July August September October November December Article Articles"
    " Act Section Rule Rules Protocol No No. Nos Nos. Law Directive Regulation Brigade Chamber Court Code"
    " Convention EUR".split()
)


def find(document: Document) -> Iterator[Span]:
    yield from apart(_all(document.text))


def _all(text: str) -> Iterator[Span]:
    end = 0
    for digits in _DIGITS.finditer(text):
        start = digits.start()
        if start >= end and digits.end() - start < 6 and text[start - 1 : start] in _EDGES:
            span = _number_first(text, start) or _number_last(text, start)
            if span:
                end = span.end
                yield span
    for found in _BOX.finditer(text):
        yield _span(text, *found.span(), 0.85, "box")
    for capitals in _CAPITALS.finditer(text):
        start = capitals.start()
        if text[start - 1 : start] in _EDGES and (lettered := _LETTERED.match(text, start)):
            yield Span(start, lettered.end(), "ADDRESS", 0.7, ("addresses:postcode",))
    for found in _AMERICAN.finditer(text):
        town = _AMERICAN_TOWN.search(text, max(0, found.start() - 30), found.start())
        if town:
            yield Span(town.start(), found.end(), "ADDRESS", 0.7, ("addresses:town",))
    for found in _NAMED_STREET.finditer(text):
        name = _STREET_NAME.search(text, max(0, found.start() - 40), found.start())
        if name:
            yield Span(name.start(), found.end(), "ADDRESS", 0.4, ("addresses:street",))
    for found in _DOOR.finditer(text):
        span = _span(text, *found.span(), 0.8, "door")
        if text[span.end - 6 : span.end].isdigit():
            yield span


def _span(text: str, start: int, end: int, score: float, rule: str) -> Span:
    tail = _TAIL.match(text, end)
    end = tail.end() if tail else end
    end -= bool(_FULL_STOP.search(text, start, end))
    return Span(start, end, "ADDRESS", score, (f"addresses:{rule}",))


def _number_first(text: str, start: int) -> Span | None:
    found = _ENGLISH.match(text, start) or _FRENCH.match(text, start)
    if not found or (text[start : start + 4].isdigit() and _word_before(text, start) in _YEAR_WORDS):
        return None
    flat = _FLAT.search(text, max(0, start - 20), start)
    return _span(text, flat.start() if flat else start, found.end(), 0.9, "number-first")


def _word_before(text: str, start: int) -> str:
    line = text[max(0, start - 26) : start].rpartition("\n")[2]
    return line.rstrip(" ,").rpartition(" ")[2]


def _number_last(text: str, start: int) -> Span | None:
    word = _word_before(text, start)
    if (not word[:1].isupper() and word not in _SMALL_KINDS) or word in _NO_STREETS:
        return None
    number = _NUMBER_LAST.match(text, start)
    street = _street_before(text, max(0, start - 45), start, word) if number else None
    if number is None or street is None or _MONTH.match(text, number.end()):
        return None
    return _span(text, street, number.end(), 0.85, "number-last")


def _street_before(text: str, left: int, start: int, word: str) -> int | None:
    for pattern in (_KIND_LAST, _KIND_FIRST):
        found = pattern.search(text, left, start)
        if found:
            return found.start()
    if len(word) > 5 and word.lower().endswith(_ENDINGS):
        return text.rfind(word, left, start)
    return None
