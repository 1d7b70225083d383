"""Places: postal addresses, and countries, regions and cities from the gazetteer.

A place that is also a word or a person's name (Nice, Reading, Victoria) needs support.
"""

import re
from collections.abc import Iterator
from functools import cache

from lexveil.detect.capitals import UPPER, Stretch, Words, at, is_body, opens_line, stretches
from lexveil.detect.labels import either, in_each_language, one_of
from lexveil.jurisdictions import table
from lexveil.jurisdictions.legalforms import is_head, is_legal_form
from lexveil.languages import Language, Table, owner, people
from lexveil.languages.common import is_common
from lexveil.model import Document, Span
from lexveil.names.places import is_ambiguous, is_country, is_place, reach
from lexveil.text.fold import fold

# Addresses.

_HOUSE = r"\d{1,5}(?: ?[A-Za-z](?![\w]))?(?: ?[-–/] ?\d{1,5}[A-Za-z]?)?"
_NUMBER_LAST = re.compile(
    r"\d{1,4}(?: ?[-–/] ?\d{1,4})?(?: ?[A-Za-z](?:(?: |-)?\d{1,3})?(?![\w.]))?"
    r"(?:/(?:\d{1,3}|[IVX]{1,4}(?!\w))){0,3}(?![\w%:]|[.,/]\d)"
)
LONGEST_TOWN = 60  # characters before a street: 5100 Exampleville, rue du Moulin 3
_DIGITS = re.compile(r"[0-9]+")
_CAPITALS = re.compile(r"[A-Z]{1,3}-?[0-9]")  # where a postcode with letters may begin
_FULL_STOP = re.compile(r"[^\W\d_]{4}\.\Z")  # ends the sentence, not an abbreviation
_GOES_ON = re.compile(r" ?\d")
_ARTICLE = "The"  # as addresses.toml has it: 14 The Row
_EDGES = frozenset(["", " ", "\n", "(", ",", ";", ":", '"', "“"])


class AddressPatterns:
    def __init__(self, language: Language) -> None:
        words, forms = language.labels["addresses"], table("addresses")
        english, french, last, post = (forms[key] for key in ("english", "french", "number_last", "post"))
        self.language = language
        months = owner(language, "labels", "addresses").dates["months"]["long"]
        no_place = rf"(?!{either((*words['no_place'], *months))}\b)"
        cap = rf"{no_place}[A-ZÀ-ÖØ-ÞŁŚŽŠČ][^\W\d_]*+(?:['.-][^\W\d_]++)*+\.?"
        small = rf"(?:{either(post['small'])} |[dl]')"
        name = rf"{small}{{0,3}}{cap}(?: {small}{{0,3}}{cap}){{0,3}}"
        self.tail = _tail(words, forms, cap, name)
        street = rf"{one_of(english['streets'])}\b|{either(english['short'])}\b\.?"
        self.english = re.compile(
            rf"{_HOUSE},? (?:(?:{cap} ){{1,4}}?(?:{street}"
            rf"|{either(english['before_comma'])}\b(?=,))|{english['alone_before_comma']}(?=,))"
        )
        self.french = re.compile(
            rf"{_HOUSE}(?: ?{either(french['again'])}\b)?,? {either(french['streets'])} {name}"
        )
        self.door = re.compile(rf"\b{english['door']} ?[\w/-]{{1,10}}(?=,)")
        self.flat = re.compile(
            rf"(?:\b{english['flat']} (?:[\w-]{{1,6}},? )?|\b{words['before_number']}\.? )$"
        )
        self.kind_first = re.compile(
            rf"(?:\b{either(last['kind_first'])}|C/) ?{name},? {last['number_first']}$"
        )
        self.kind_last = re.compile(rf"(?:{cap} ){{1,3}}{either(last['kind_last'])},? {last['number']}$")
        self.endings = (*last["endings"], *words.get("endings", ()))
        self.small_kinds = frozenset(last["small"])
        self.town_before = re.compile(rf"(?<![\w-])(?:[A-Z]{{1,2}}-)?\d{{4,5}} {name}(?:, {name})?, $")
        self.month = re.compile(rf" ?{either(months)}\b")
        self.box = re.compile(rf"{either(post['boxes'])} ?{post['box_number']}\d{{1,6}}\b")
        letters = one_of(post["letters"])
        # A postcode with letters; a town with the country before its postcode.
        self.lettered = re.compile(
            rf"(?:{post['british']}|{post['canadian']}|{letters}-\d{{3,5}}(?: \d\d)?(?: [A-Z]{{2}})? {name})"
        )
        self.american = re.compile(rf", {one_of(post['states'])} \d{{5}}(?:-\d{{4}})?\b")
        self.american_town = re.compile(rf"\b{name}$")
        self.named_street = re.compile(rf"{either(english['named'])}\b(?! {either(english['named_not'])})")
        self.street_name = re.compile(rf"(?<![\w-])(?:{cap} ){{1,3}}$")
        word = rf"{no_place}[{UPPER}][^\W\d_]*+(?:['’-][^\W\d_]++)*+"
        self.street = re.compile(_streets(words, word)) if "street_endings" in words else None
        self.street_first, self.code_first = _by_postcode(forms["by_postcode"], cap)
        self.before_year = frozenset(words["before_year"])
        self.no_streets = frozenset((*months, *words["no_streets"]))


_address_patterns = cache(AddressPatterns)


def _streets(words: Table, cap: str) -> str:
    """A street by how its name ends, its number, and its town: Roxgatan 9 lgh 1301, 411 28 Roxås; Roen
    rantatie 3 as. 2; or the name of a farm before a postcode with its town."""
    named = rf"(?:{cap} ){{0,3}}(?!{either(words['no_street'])})[{UPPER}][^\W\d_-]*?(?:-[^\W\d_]+?)*?"
    street = rf"(?:{named}{either(words['street_endings'])}|(?:{cap} ){{1,3}}{either(words['street_words'])})"
    number = r"\d{1,4}(?: ?[-–] ?\d{1,4})?(?: ?[A-ZÅÄÖa-d](?!\w))?(?: \d{1,3}(?![\w ]*\d\d [A-Z]))?"
    flat = r", \d{4}(?=, \d{3} ?\d\d )"  # 22 A, 1201, 214 57 Roxås
    unit = rf"(?:,? {either(words['units'])}\.? ?\d{{1,4}}|, \d{{1,2}} {either(words['floors'])}|{flat})?"
    code = rf"(?:[A-Z]{{2,3}}-)?\d{{3}} ?\d\d {cap}(?: {cap}){{0,2}}"
    town = rf"(?:,?\s{{1,3}}{code}(?:, {cap})?|(?:,| i) {cap}(?=[\s.,;)]|$))?"
    farm = rf"(?!{either(words['no_farm'])}){cap}(?: {cap}){{0,3}}(?: \d{{1,4}}[A-Za-z]?)?, {code}"
    lives_on = either(f"(?<={each} )" for each in words["lives_on"])
    alone = rf"{lives_on}{named}{either(words['street_endings'])}(?!\w| \d)"
    return rf"(?<![\w-])(?:{street} {number}{unit}{town}|{farm}|{alone})"


def _by_postcode(forms: Table, cap: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """A street before its postcode and town, with a number; a street or a hamlet after them."""
    street, town = (forms[key].replace("{cap}", cap) for key in ("street", "town"))
    number, code = forms["number"], forms["code"]
    street_first = rf"{street} {number}(?:, [^,\n\d]{{3,30}})?,?\s{{1,2}}{code} {town}"
    code_first = rf"{code} {town}, (?P<street>{street})(?: (?P<number>{number}))?(?!\w)"
    return re.compile(rf"(?<![\w-]){street_first}"), re.compile(rf"(?<![\w./-]){code_first}")


def _tail(words: Table, forms: Table, cap: str, name: str) -> re.Pattern[str]:
    """What may follow a street and number: parts of the town, then a postcode with its town; or one town."""
    english, post = forms["english"], forms["post"]
    country = one_of(words["countries"])
    prefixed = rf"(?:{one_of(post['letters'])}[- ])?\d{{3,6}}(?: \d\d\b)?(?:-\d{{3,4}})?"
    code = rf"(?:{post['british']}|{post['canadian']}|[A-Z]{{2}},? \d{{5}}(?:-\d{{4}})?\b|\d{{4,6}}\b)"
    town = rf"(?:{name}(?=[.,;:)\n]|$)|{cap}(?= {either(words['after_town'])}\b))"
    street = rf"(?:, (?:{cap} ){{1,3}}{one_of(english['streets'])}\b)?"
    return re.compile(
        rf"(?:{words.get('floors', '(?!)')})?(?:,? {english['flat_after']} [\w-]{{1,6}})?"
        rf"(?:,? {english['points']}\b\.?)?"
        rf"(?:(?:, (?:{english['floor']}|{english['sector']} [\w-]{{1,5}}|{name})){{0,4}}"
        rf"(?:,? ?{prefixed}(?: [A-Z]{{2}}\b)? {name}(?: (?:\d{{1,2}}|CEDEX)\b)?(?: \d{{1,2}}\b)?"
        rf"|,? ?[-–]? ?{code})(?:, {country})?"
        rf"|(?:, {name}){{0,2}}, {cap} \d{{1,2}}(?=[.,;:)\n]|$)|{street}, {town}(?:, {country})?"
        rf"| {words.get('in_town', '(?!)')} {name})?"
    )


@in_each_language(_address_patterns)
def addresses(patterns: AddressPatterns, text: str, first: int, last: int) -> Iterator[Span]:
    """ADDRESS; a town or a street alone is LOC."""
    end = 0
    for digits in _DIGITS.finditer(text, first, last):
        start = digits.start()
        if start >= end and digits.end() - start < 6 and text[start - 1 : start] in _EDGES:
            span = _number_first(patterns, text, start) or _number_last(patterns, text, start)
            if span:
                end = span.end
                yield span
    for found in patterns.street_first.finditer(text, first, last):
        yield Span(*found.span(), "ADDRESS", 0.85, ("addresses:postcode",))
    for found in patterns.code_first.finditer(text, first, last):
        street = found["street"].rpartition(" ")[2]
        told = found["number"] or street.lower().endswith(patterns.endings)
        if told or not (is_common(fold(street), patterns.language) or is_place(fold(street))):
            yield Span(*found.span(), "ADDRESS", 0.85, ("addresses:postcode",))
    for found in patterns.box.finditer(text, first, last):
        yield _span(patterns, text, *found.span(), 0.85, "box")
    for capitals in _CAPITALS.finditer(text, first, last):
        start = capitals.start()
        if text[start - 1 : start] in _EDGES and (lettered := patterns.lettered.match(text, start)):
            yield Span(start, lettered.end(), "ADDRESS", 0.7, ("addresses:postcode",))
    for found in patterns.street.finditer(text, first, last) if patterns.street else ():
        yield Span(*found.span(), "ADDRESS", 0.97, ("addresses:named",))
    for found in patterns.american.finditer(text, first, last):
        town = patterns.american_town.search(text, max(0, found.start() - 30), found.start())
        if town:
            yield Span(town.start(), found.end(), "ADDRESS", 0.7, ("addresses:town",))
    for found in patterns.named_street.finditer(text, first, last):
        name = patterns.street_name.search(text, max(0, found.start() - 40), found.start())
        if name:
            yield Span(name.start(), found.end(), "LOC", 0.4, ("addresses:street",))
    for found in patterns.door.finditer(text, first, last):
        span = _span(patterns, text, *found.span(), 0.8, "door")
        if text[span.end - 6 : span.end].isdigit():
            yield span


def _span(patterns: AddressPatterns, text: str, start: int, end: int, score: float, rule: str) -> Span:
    tail = patterns.tail.match(text, end)
    end = tail.end() if tail else end
    end -= bool(_FULL_STOP.search(text, start, end))
    return Span(start, end, "ADDRESS", score, (f"addresses:{rule}",))


def _number_first(patterns: AddressPatterns, text: str, start: int) -> Span | None:
    found = patterns.english.match(text, start) or patterns.french.match(text, start)
    if found and opens_line(text, start) and "," not in found[0] and found[0].split()[1] == _ARTICLE:
        return None  # the number of a paragraph
    if found and _GOES_ON.match(text, found.end()):  # 77 Ohio St.3d 102
        return None
    if not found or (text[start : start + 4].isdigit() and _word_before(text, start) in patterns.before_year):
        return None
    flat = patterns.flat.search(text, max(0, start - 20), start)
    return _span(patterns, text, flat.start() if flat else start, found.end(), 0.9, "number-first")


def _word_before(text: str, start: int) -> str:
    line = text[max(0, start - 26) : start].rpartition("\n")[2]
    return line.rstrip(" ,").rpartition(" ")[2]


def _number_last(patterns: AddressPatterns, text: str, start: int) -> Span | None:
    word = _word_before(text, start)
    if (not word[:1].isupper() and word not in patterns.small_kinds) or word in patterns.no_streets:
        return None
    number = _NUMBER_LAST.match(text, start)
    street = _street_before(patterns, text, max(0, start - 45), start, word) if number else None
    if number is None or street is None or patterns.month.match(text, number.end()):
        return None
    town = patterns.town_before.search(text, max(0, street - LONGEST_TOWN), street)
    return _span(patterns, text, town.start() if town else street, number.end(), 0.85, "number-last")


def _street_before(patterns: AddressPatterns, text: str, left: int, start: int, word: str) -> int | None:
    for pattern in (patterns.kind_last, patterns.kind_first):
        found = pattern.search(text, left, start)
        if found:
            return found.start()
    if len(word) > 5 and word.lower().endswith(patterns.endings):
        return text.rfind(word, left, start)
    return None


# Countries, regions, cities.

COUNTRY, PLACE, CUED, SUPPORTED, NAMED = 0.9, 0.8, 0.75, 0.65, 0.6


class Patterns:
    def __init__(self, language: Language) -> None:
        words = language.labels["locations"]
        self.before = re.compile(rf"(?i)\b{either(words['before'])}{words['the']} $")
        self.sure_before = re.compile(rf"(?i)\b{either(words['sure_before'])} $")
        self.cue = re.compile(rf"\b{either(words['cue'])} (?=[{UPPER}])")
        self.kinds_after = frozenset(words["kinds_after"])
        self.kinds_before = frozenset(words["kinds_before"])
        self.kind_small = re.compile(rf" {either(words['small_kinds'])}\b")
        self.people = re.compile(rf" {either(words['people'])}\b")
        self.person_before = frozenset(people.courtesy(language))
        self.small = frozenset(words["small"])
        self.list = frozenset([",", *words["joining"]])


_patterns = cache(Patterns)


def locations(document: Document) -> Iterator[Span]:
    """LOC, and DEM for `a Polish national`."""
    for stretch in stretches(document):
        patterns = _patterns(stretch.language)
        yield from _by_cue(patterns, document.text, stretch)
        yield from _by_list(patterns, document.text, stretch.words)


def _by_list(patterns: Patterns, text: str, listed: Words) -> Iterator[Span]:
    index = 0
    while index < len(listed):
        size = _listed_size(patterns, listed, index)
        if size:
            score, rule = _support(patterns, text, listed, index, index + size)
            if score:
                last = index + size
                if last < len(listed) and listed[last - 1].gap == " ":
                    last += listed[last].key in patterns.kinds_after
                yield Span(listed[index].start, listed[last - 1].end, "LOC", score, (f"locations:{rule}",))
            index += size
            continue
        if listed[index].demonym and patterns.people.match(text, listed[index].end):
            yield Span(listed[index].start, listed[index].end, "DEM", PLACE, ("locations:demonym",))
        else:
            last = _named_kind(patterns, text, listed, index)
            if last:
                yield Span(listed[index].start, listed[last - 1].end, "LOC", NAMED, ("locations:kind",))
        index += 1


def _by_cue(patterns: Patterns, text: str, stretch: Stretch) -> Iterator[Span]:
    """Any name after words that only a place can follow: `lives in Exampleton`."""
    listed = stretch.words
    for cue in patterns.cue.finditer(text, stretch.start, stretch.end):
        first = last = at(listed, cue.end())
        while last < len(listed) and last - first < 5:
            word = listed[last]
            if word.function or word.initial or is_head(word.key) or word.demonym or is_legal_form(word.key):
                break
            last += 1
            if listed[last - 1].link not in ("space", "particle"):
                break
        if last > first and listed[first].start == cue.end() and not is_body(listed, last):
            yield Span(listed[first].start, listed[last - 1].end, "LOC", CUED, ("locations:cue",))


def _listed_size(patterns: Patterns, listed: Words, first: int) -> int:
    """How many words from `first` are the longest listed place; 0 where none is."""
    most = reach(listed[first].key)
    if not most:
        return 0
    name, best = listed[first].key, int(is_place(listed[first].key))
    last = first
    while last + 1 < len(listed):
        link = listed[last].link
        small = link.removeprefix(".") if link not in ("space", ".") else ""
        if link == "particle" or (small and all(part in patterns.small for part in small.split())):
            small = listed[last].gap.strip(". ")
        elif link not in ("space", ".", "-"):
            break
        last += 1
        name = f"{name} {small} {listed[last].key}" if small else f"{name} {listed[last].key}"
        if name.count(" ") >= most:
            break
        if is_place(name):
            best = last - first + 1
    return best


def _support(patterns: Patterns, text: str, listed: Words, first: int, last: int) -> tuple[float, str]:
    """How sure a listed place is one here, and by which rule."""
    name = " ".join(word.key for word in listed[first:last])
    start = listed[first].start
    letters = listed[first].text.isupper() and len(listed[first].text) < 4 and not is_country(name)
    if letters or _is_part_of_name(patterns, listed, first, last):
        return 0.0, ""
    before = text[max(0, start - 32) : start]
    if not is_ambiguous(name):
        return (COUNTRY, "country") if is_country(name) else (PLACE, "city")
    cued = patterns.sure_before.search(before) or (is_country(name) and patterns.before.search(before))
    return (SUPPORTED, "supported") if cued or _is_in_list(patterns, listed, first, last) else (0.0, "")


def _is_in_list(patterns: Patterns, listed: Words, first: int, last: int) -> bool:
    """Whether a country follows or another place stands before: Nice, France; Georgia and Jordan."""
    if last < len(listed) and listed[last - 1].link in (",", "(") and is_country(listed[last].key):
        return True
    if first == 0 or listed[first - 1].link not in patterns.list:
        return False
    before = listed[first - 1].key
    return is_country(before) or (is_place(before) and not is_ambiguous(before))


def _is_part_of_name(patterns: Patterns, listed: Words, first: int, last: int) -> bool:
    """Whether capitalised words that are no place go on before or after: Paris Roe, Mr London."""
    if first and listed[first - 1].link in ("space", "."):
        before = listed[first - 1]
        if before.initial or before.key in patterns.person_before:
            return True
        if not (before.plain or is_place(before.key) or before.function):
            return True
    if last < len(listed) and listed[last - 1].gap == " ":
        after = listed[last]
        return not (after.plain or is_place(after.key) or after.initial)
    return False


def _named_kind(patterns: Patterns, text: str, listed: Words, index: int) -> int:
    """The end of a name that a word beside it makes a place: Exampleton village, Lake Example; 0 if none."""
    word = listed[index]
    beside = listed[index + 1] if index + 1 < len(listed) and word.link == "space" else None
    if word.key in patterns.kinds_before:
        return index + 2 if beside and not (beside.common or beside.initial) else 0
    if word.common or word.initial or opens_line(text, word.start):
        return 0
    if beside and beside.key in patterns.kinds_after:
        return index + 2
    return index + 1 if word.gap[:1] == " " and patterns.kind_small.match(text, word.end) else 0
