"""Addresses by a number: that of the house, before or after the street, that of a box, a postcode."""

import re
from collections.abc import Iterator

from lexveil.detect.addresses.words import Words, is_sentence_end
from lexveil.detect.capitals import opens_line
from lexveil.detect.labels import either, one_of
from lexveil.languages import Language
from lexveil.languages.common import is_common, is_plain
from lexveil.model import Span
from lexveil.names.places import is_place
from lexveil.text.fold import fold
from lexveil.text.patterns import UPPER

LONGEST_TOWN = 60  # characters before a street: 5100 Exampleville, rue du Moulin 3
_HOUSE = r"\d{1,5}(?: ?[A-Za-z](?![\w]))?(?: ?[-–/] ?\d{1,5}[A-Za-z]?)?"
_NUMBER_LAST = re.compile(
    rf"\d{{1,4}}(?: ?[-–/] ?\d{{1,4}})?(?: ?(?!i [{UPPER}])[A-Za-z](?:(?: |-)?\d{{1,3}})?(?![\w.]))?"
    r"(?:/(?:\d{1,3}|[IVX]{1,4}(?!\w))){0,3}(?![\w%:]|[.,/]\d)"
)
_DIGITS = re.compile(r"[0-9]+")
_CAPITALS = re.compile(r"[A-Z]{1,3}-?[0-9]")  # where a postcode with letters may begin
_GOES_ON = re.compile(r" ?\d")
_EDGES = frozenset(["", " ", "\n", "(", ",", ";", ":", '"', "“"])


class Numbers:
    def __init__(self, language: Language) -> None:
        words = Words(language)
        own, english, post, last = words.own, words.english, words.post, words.forms["number_last"]
        no_place = rf"(?!{either((*own['no_place'], *words.months))}\b)"
        cap = rf"{no_place}[{UPPER}][^\W\d_]{{0,40}}+(?:['.-][^\W\d_]{{1,40}}+){{0,6}}+(?:(?<!\w{{5}})\.)?"
        name = rf"{words.small}{{0,3}}{cap}(?: {words.small}{{0,3}}{cap}){{0,3}}"
        self.language = language
        self.tail = re.compile(_tail(words, cap, name))
        self.number_first = re.compile(_number_first(words, cap, name))
        self.article = english["article"]
        self.flat = re.compile(rf"(?:\b{english['flat']} (?:[\w-]{{1,6}},? )?|\b{own['before_number']}\.? )$")
        self.before_year = frozenset(own["before_year"])
        self.kind_first = re.compile(rf"\b{either(last['kind_first'])} ?{name},? {last['number_first']}$")
        self.kind_last = re.compile(rf"(?:{cap} ){{1,3}}{either(last['kind_last'])},? {last['number']}$")
        self.endings = words.street_endings()
        self.small_kinds = frozenset(last["small"])
        self.no_streets = frozenset((*words.months, *own["no_streets"]))
        self.town_before = re.compile(rf"(?<![\w-])(?:[A-Z]{{1,2}}-)?\d{{4,5}} {name}(?:, {name})?, $")
        self.month = re.compile(rf" ?{either(words.months)}\b")
        self.street = re.compile(_by_ending(words, no_place) if "street_endings" in own else "(?!)")
        self.street_first, self.code_first = _by_postcode(words, cap)
        self.box = re.compile(rf"{either(post['boxes'])} ?{post['box_number']}\d{{1,6}}\b{post['route']}")
        self.door = re.compile(rf"\b{english['door']} ?[\w/-]{{1,10}}(?=,)")
        # A postcode with letters; a town with the country before its postcode.
        self.lettered = re.compile(
            rf"(?:{post['british']}|{post['canadian']}"
            rf"|{one_of(post['letters'])}-\d{{3,5}}(?: \d\d)?(?: [A-Z]{{2}})? {name})"
        )
        self.american = re.compile(rf", {one_of(post['states'])} \d{{5}}(?:-\d{{4}})?\b")
        self.american_town = re.compile(rf"\b{name}$")
        self.named_street = re.compile(rf"{either(english['named'])}\b(?! {either(english['named_not'])})")
        self.street_name = re.compile(rf"(?<![\w-])(?:{cap} ){{1,3}}$")

    def find(self, text: str, first: int, last: int) -> Iterator[Span]:
        yield from self._by_house(text, first, last)
        yield from self._by_postcode(text, first, last)
        for found in self.street.finditer(text, first, last):
            yield _address(*found.span(), 0.97, "named")
        for found in self.box.finditer(text, first, last):
            yield self._with_tail(text, *found.span(), 0.85, "box")
        for found in self.door.finditer(text, first, last):
            span = self._with_tail(text, *found.span(), 0.8, "door")
            if text[span.end - 6 : span.end].isdigit():
                yield span
        for found in self.named_street.finditer(text, first, last):
            name = self.street_name.search(text, max(0, found.start() - 40), found.start())
            if name:
                yield Span(name.start(), found.end(), "LOC", 0.4, ("addresses:street",))

    def _by_house(self, text: str, first: int, last: int) -> Iterator[Span]:
        end = 0
        for digits in _DIGITS.finditer(text, first, last):
            start = digits.start()
            if start >= end and digits.end() - start < 6 and text[start - 1 : start] in _EDGES:
                span = self._number_first(text, start) or self._number_last(text, start)
                if span:
                    end = span.end
                    yield span

    def _number_first(self, text: str, start: int) -> Span | None:
        found = self.number_first.match(text, start)
        if not found or _GOES_ON.match(text, found.end()):  # 77 Ohio St.3d 102
            return None
        if opens_line(text, start) and "," not in found[0] and found[0].split()[1] == self.article:
            return None  # the number of a paragraph
        if text[start : start + 4].isdigit() and _word_before(text, start) in self.before_year:
            return None
        flat = self.flat.search(text, max(0, start - 20), start)
        return self._with_tail(text, flat.start() if flat else start, found.end(), 0.9, "number-first")

    def _number_last(self, text: str, start: int) -> Span | None:
        word = _word_before(text, start)
        if (not word[:1].isupper() and word not in self.small_kinds) or word in self.no_streets:
            return None
        number = _NUMBER_LAST.match(text, start)
        street = self._street_before(text, max(0, start - 45), start, word) if number else None
        if number is None or street is None or self.month.match(text, number.end()):
            return None
        town = self.town_before.search(text, max(0, street - LONGEST_TOWN), street)
        return self._with_tail(text, town.start() if town else street, number.end(), 0.85, "number-last")

    def _street_before(self, text: str, left: int, start: int, word: str) -> int | None:
        for pattern in (self.kind_last, self.kind_first):
            found = pattern.search(text, left, start)
            if found:
                return found.start()
        return text.rfind(word, left, start) if self._is_street(word) and len(word) > 5 else None

    def _is_street(self, word: str) -> bool:
        return word.lower().endswith(self.endings)

    def _by_postcode(self, text: str, first: int, last: int) -> Iterator[Span]:
        for found in self.street_first.finditer(text, first, last):
            yield _address(*found.span(), 0.85, "postcode")
        for found in self.code_first.finditer(text, first, last):
            street = found["street"].rpartition(" ")[2]
            if is_plain(fold(found["town"].split()[0]), self.language):  # the 1998 Act, Roe must
                continue
            told = found["number"] or self._is_street(street)
            if told or not (is_common(fold(street), self.language) or is_place(fold(street))):
                yield _address(*found.span(), 0.85, "postcode")
        for capitals in _CAPITALS.finditer(text, first, last):
            start = capitals.start()
            if text[start - 1 : start] in _EDGES and (lettered := self.lettered.match(text, start)):
                yield _address(start, lettered.end(), 0.7, "postcode")
        for found in self.american.finditer(text, first, last):
            town = self.american_town.search(text, max(0, found.start() - 30), found.start())
            if town:
                yield _address(town.start(), found.end(), 0.7, "town")

    def _with_tail(self, text: str, start: int, end: int, score: float, rule: str) -> Span:
        tail = self.tail.match(text, end)
        end = tail.end() if tail else end
        return _address(start, end - is_sentence_end(text, start, end), score, rule)


def _address(start: int, end: int, score: float, rule: str) -> Span:
    return Span(start, end, "ADDRESS", score, (f"addresses:{rule}",))


def _word_before(text: str, start: int) -> str:
    line = text[max(0, start - 26) : start].rpartition("\n")[2]
    return line.rstrip(" ,").rpartition(" ")[2]


def _number_first(words: Words, cap: str, name: str) -> str:
    """14 High Road; 12 bis, rue du Moulin."""
    english, french = words.english, words.forms["french"]
    street = rf"{one_of(words.streets())}\b|{either(english['short'])}\b\.?{english['counted_again']}"
    before_comma = rf"{either(english['before_comma'])}\b(?=,)"
    return (
        rf"{_HOUSE}(?:,? (?:(?:{english['points']}\.? )?{either(english['numbered_roads'])} \d{{1,4}}[A-Z]?\b"
        rf"|(?:(?:{cap}|{english['ordinal']}) ){{1,4}}?(?:{street}|{before_comma})"
        rf"|{english['alone_before_comma']}(?=,)|{either(english['kind_before'])} {name})"
        rf"|(?: ?{either(french['again'])}\b)?,? {either(french['streets'])} {name})"
    )


def _by_ending(words: Words, no_place: str) -> str:
    """A street by how its name ends, its number, and its town: Roxgatan 9 lgh 1301, 411 28 Roxås; Roen
    rantatie 3 as. 2; or the name of a farm before a postcode with its town."""
    own = words.own
    cap = rf"{no_place}[{UPPER}][^\W\d_]{{0,40}}+(?:['’-][^\W\d_]{{1,40}}+){{0,6}}+"
    named = rf"(?:{cap} ){{0,3}}(?!{either(own['no_street'])})[{UPPER}][^\W\d_-]*?(?:-[^\W\d_]+?)*?"
    street = rf"(?:{named}{either(own['street_endings'])}|(?:{cap} ){{1,3}}{either(own['street_words'])})"
    number = rf"\d{{1,4}}(?: ?[-–] ?\d{{1,4}})?(?: ?[{UPPER}a-d](?!\w))?(?: \d{{1,3}}(?![\w ]*\d\d [A-Z]))?"
    flat = r", \d{4}(?=, \d{3} ?\d\d )"  # Roxgatan 22 A, 1201, 214 57 Roxås
    unit = rf"(?:,? {either(own['units'])}\.? ?\d{{1,4}}|, \d{{1,2}} {either(own['storeys'])}|{flat})?"
    code = rf"(?:[A-Z]{{2,3}}-)?\d{{3}} ?\d\d {cap}(?: {cap}){{0,2}}"
    town = rf"(?:,?\s{{1,3}}{code}(?:, {cap})?|(?:,| {own['in_town']}) {cap}(?=[\s.,;)]|$))?"
    farm = rf"(?!{either(own['no_farm'])}){cap}(?: {cap}){{0,3}}(?: \d{{1,4}}[A-Za-z]?)?, {code}"
    lives_on = either(f"(?<={each} )" for each in own["lives_on"])
    alone = rf"{lives_on}{named}{either(own['street_endings'])}(?!\w| \d)"
    return rf"(?<![\w-])(?:{street} {number}{unit}{town}|{farm}|{alone})"


def _by_postcode(words: Words, cap: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """A street before its postcode and town, with a number; a street or a hamlet after them."""
    forms = words.forms["by_postcode"]
    street, town = (forms[key].replace("{cap}", cap) for key in ("street", "town"))
    number, code = forms["number"], forms["code"]
    street_first = rf"{street} {number}(?:, [^,\n\d]{{3,30}})?,?\s{{1,2}}{code} {town}"
    code_first = rf"{code} (?P<town>{town}), (?P<street>{street})(?: (?P<number>{number}))?(?!\w)"
    return re.compile(rf"(?<![\w-]){street_first}"), re.compile(rf"(?<![\w./-]){code_first}")


def _tail(words: Words, cap: str, name: str) -> str:
    """What may follow a street and number: parts of the town, then a postcode with its town; or one town."""
    own, english, post = words.own, words.english, words.post
    country = one_of(own["countries"])
    prefixed = rf"(?:{one_of(post['letters'])}[- ])?\d{{3,6}}(?: \d\d\b)?(?:-\d{{3,4}})?"
    state = rf"(?:[A-Z]{{2}}|(?i:{one_of(post['states'])}))"
    code = rf"(?:{post['british']}|{post['canadian']}|{state},? \d{{5}}(?:-\d{{4}})?\b|\d{{4,6}}\b)"
    town = rf"(?:{name}(?=[.,;:)\n]|$)|{cap}(?= {either(own['after_town'])}\b))"
    street = rf"(?:, (?:{cap} ){{1,3}}{one_of(words.streets())}\b)?"
    region = rf"(?:{english['county']}{cap}|{one_of(post['states'])}\b|(?i:{one_of(post['regions'])})\b)"
    points = rf"(?:,? {english['points']}\b\.?)?"
    flat = rf"(?:,? {english['flat_after']} [\w-]{{1,6}}|{english['flat_sign']})?"
    return (
        rf"(?i:{own.get('floors', '(?!)')})?{points}{flat}{points}"
        rf"(?:(?:, (?:{english['floor']}|{english['sector']} [\w-]{{1,5}}|{name}(?: \({cap}\))?)){{0,4}}"
        rf"(?:,? ?{prefixed}(?: [A-Z]{{2}}\b)? {name}{post['after_town']}|,? ?[-–]? ?{code})(?:, {country})?"
        rf"|(?:, {name}){{0,2}}, {cap} \d{{1,2}}(?=[.,;:)\n]|$)"
        rf"|{street}, {town}(?:,? {region})?(?:, {country})?"
        rf"| {own.get('in_town', '(?!)')} {name})?"
    )
