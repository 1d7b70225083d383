"""Homes that have no house number: `lives at The Lodge, Canal Bank, Exampleton`.

By the words that lead to a home, or by the shape of a house, its street and its town. What follows `in` or
`of` may be a town, so a street or a house must be named there.
"""

import re
from collections.abc import Iterator

from lexveil.detect.addresses.words import Words
from lexveil.detect.labels import either, one_of
from lexveil.languages import Language
from lexveil.languages.common import is_common
from lexveil.model import Span
from lexveil.names.given import is_given
from lexveil.names.places import is_place
from lexveil.text.fold import fold
from lexveil.text.patterns import UPPER
from lexveil.text.quick import Quick

CUED, SHAPED = 0.95, 0.75
LONGEST = 160  # characters before a postcode
_BLACKENED = r"(?:\[[^\]\n]{1,20}\],? )"  # the number of the house: [redacted] High Road
_ACRONYM = re.compile(r"[A-Z]{2,5}(?![\w-])(?![ ,]+[A-Z0-9]|\.? ?\d)")


class Homes:
    def __init__(self, language: Language) -> None:
        words = Words(language)
        own, english, post = words.own, words.english, words.post
        self.language = language
        ends = [word for word in own["no_place"] if word not in own["may_stand"]]
        ends += [word.upper() for word in ends if len(word) > 1]
        code = rf"(?:{post['british']}|{post['canadian']}|{post['irish']}|{post['australian']}|\d{{5,6}}\b)"
        stop = f"(?:{either(f'(?<={word})' for word in english['stopped'])}[.])?"
        no_name = either((*ends, *words.months))
        cap = rf"(?!{code})(?!{no_name}\b)[{UPPER}][\w’'-]{{0,60}}+(?:/[{UPPER}]\w+)?{stop}"
        small = either(post["small"])
        named = rf"{cap}(?: (?:{small} ){{0,2}}{cap}| [\d/]{{1,6}}[A-Za-z]?\b){{0,5}}(?: \w+(?=, [A-Z]))?"
        numbered = (
            rf"\d{{1,5}}[A-Za-z]?(?:[-/]\d{{1,4}})? {cap}(?: (?:{small} )?{cap}){{0,3}}(?: \d{{1,5}}\b)?"
        )
        quoted = rf"(?:[\"“‘']{cap}(?: {cap}){{0,2}}[\"”’'],? )"  # the name of the house
        head = rf"(?:{english['by_number']}(?=,)|{numbered}|{named})"
        flat = rf"(?:{own['flat']}|{english['flat_after']})"
        part = rf"(?:{either(own['beside'])} |{english['division']})?{head}"
        crossing = rf"\d{{1,3}}(?i:st|nd|rd|th) {cap}(?: {cap})?"
        part = rf"(?:{part}|{crossing})"
        self.home = re.compile(
            rf"{_BLACKENED}?{quoted}?{head}(?:,\s?(?:{code}|{part}|{flat} \w{{1,4}}\b)){{0,6}}(?: {code})?"
            rf"(?:,? {code})?(?: \([A-Z]{{2}}\))?"
        )
        at, within = either(own["home_at"]), either(own["home_in"])
        begins = r"(?-i:(?=[\"“‘'\[]?[A-Z0-9]|\[[a-z]))"
        self.cue = Quick(rf"(?i)(?<![\w-])(?:(?P<at>{at})|(?P<in>{within}))\s+{begins}")
        number = own.get("house_number", "(?!)")
        self.by_number = Quick(rf"(?i)(?<![\w-]){at}\s+(?P<home>{number})(?![\w/-]|[.,]\d)")
        self.at, self.of = own.get("at", ""), own.get("of", "")
        street, house = one_of(english["streets"]), one_of(english["houses"])
        either_kind = rf"\b{one_of((*english['streets'], *english['houses']))}\b"
        self.house = re.compile(either_kind)
        counted = either(own.get("counted", ["(?!)"]))
        self.counted = re.compile(rf"(?i:{counted}) \d{{1,3}}")  # to address Ground 6
        last = words.forms["number_last"]
        endings = either(map(re.escape, words.street_endings()))
        self.kind = re.compile(
            rf"{either_kind}|\d|\b{either(last['kind_last'])}(?!\w)|\w{{3}}{endings}(?!\w)"
        )
        self.numbered = re.compile(rf"\d [^\d,]{{3,40}}{street}\b")
        self.shape = Quick(
            rf"\b(?:{english['article']} (?:{cap} ){{0,3}}{cap}|(?:{cap} ){{1,3}}{house})"
            rf",\s(?:{cap} ){{1,3}}(?:{street}|{house})"
            rf",\s{cap}(?: {cap}){{0,2}}"
            rf"(?:,\s(?:{cap}(?: {cap}){{0,2}}))?(?:,? {code})?"
        )
        self.county = Quick(rf"\b(?:{cap}(?: {cap}){{0,2}}, ){{2,5}}{english['county']}{cap}")
        self.lived_after = Quick(rf"(?P<home>(?:{cap} ){{1,3}}(?:{street}|{house}))\b{own['lived_after']}")
        self.postcode = Quick(
            rf"(?<![\w-])(?:{post['british']}|{post['canadian']}|{post['australian']}|{post['irish']}"
            rf"|{post['indian']})"
        )
        crossing = rf"(?:{english['by_number']}|{crossing})"
        piece = rf"(?:{part}|{english['by_number']})"
        self.before_postcode = re.compile(
            rf"(?<![\w'’-])(?:{head}|{crossing}),\s?(?:{piece},\s?){{0,6}}(?:{named}\s)?\Z"
            rf"|(?<![\w'’-]){numbered}\s\Z"
        )
        self.before_home = re.compile(own.get("before_home", "(?!)"))

    def find(self, text: str, first: int, last: int) -> Iterator[Span]:
        for cue in self.cue.finditer(text, first, last):
            home = self.home.match(text, cue.end())
            if home and self._is_home(text, cue, home):
                yield _home(*home.span())
        for pattern in (self.lived_after, self.by_number):
            yield from (_home(*found.span("home")) for found in pattern.finditer(text, first, last))
        for pattern in (self.shape, self.county):
            for home in pattern.finditer(text, first, last):
                yield Span(*home.span(), "ADDRESS", SHAPED, ("addresses:home",))
        for code in self.postcode.finditer(text, first, last):
            left = max(first, code.start() - LONGEST)
            cues = [cue.end() for cue in self.before_home.finditer(text, left, code.start())]
            home = self.before_postcode.search(text, max(cues, default=left), code.start())
            if home:
                score = CUED if home.start() in cues else SHAPED
                yield Span(home.start(), code.end(), "ADDRESS", score, ("addresses:before-postcode",))

    def _is_home(self, text: str, cue: re.Match[str], home: re.Match[str]) -> bool:
        surface = home[0]
        several = "," in surface
        kind = bool(self.kind.search(surface))
        if text[home.end() : home.end() + 1] == "@" or _ACRONYM.match(surface):
            return False
        if self.counted.fullmatch(surface):
            return False
        if cue["at"]:
            if several and not is_given(fold(surface.split()[0])):
                return True
            names_house = self.at and cue["at"].rstrip().endswith(self.at)
            return kind or bool(names_house and not is_place(fold(surface)))
        if cue["in"].lower() != self.of:
            return kind
        if text[max(0, cue.start() - 2) : cue.start()] == ", " and self.numbered.search(surface):
            return True  # a roofer, of Basement Flat, 5 Mill Villas
        before = text[max(0, cue.start() - 24) : cue.start()].rstrip(" ,").rpartition(" ")[2]
        named = before[:1].isupper() and before[-1].isalpha() and not is_common(fold(before), self.language)
        return several and named and bool(self.house.search(surface))


def _home(start: int, end: int) -> Span:
    return Span(start, end, "ADDRESS", CUED, ("addresses:home",))
