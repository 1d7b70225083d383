"""Homes that have no house number: `lives at The Lodge, Canal Bank, Exampleton`.

ADDRESS spans, by the words that lead to a home, or by the shape of a house, its street and its town. What
follows `in` or `of` may be a town, so a street or a house must be named there.
"""

import re
from collections.abc import Iterator
from functools import cache

from lexveil.detect.capitals import UPPER
from lexveil.detect.labels import either, in_each_language, one_of
from lexveil.jurisdictions import table
from lexveil.languages import Language, owner
from lexveil.languages.common import is_common
from lexveil.model import Span
from lexveil.names.given import is_given
from lexveil.names.places import is_place
from lexveil.text.fold import fold

CUED, SHAPED = 0.95, 0.75
LONGEST = 100  # characters before a postcode
_ACRONYM = re.compile(r"[A-Z]{2,5}(?![\w-])(?![ ,]+[A-Z0-9])")


class Patterns:
    def __init__(self, language: Language) -> None:
        words, forms = language.labels["addresses"], table("addresses")
        english, post = forms["english"], forms["post"]
        months = owner(language, "labels", "addresses").dates["months"]["long"]
        ends = [word for word in words["no_place"] if word not in words["may_stand"]]
        code = rf"(?:{post['british']}|{post['canadian']}|{post['irish']}|{post['australian']}|\d{{5,6}}\b)"
        stop = r"(?:(?<=\bSt|\bCo|\bNo)\.|(?<=\bApt)\.)?"
        cap = rf"(?!{code})(?!{either((*ends, *months))}\b)[{UPPER}][\w’'-]{{0,60}}+{stop}"
        small = rf"(?:{either(post['small'])})"
        named = rf"{cap}(?: (?:{small} ){{0,2}}{cap}| [\d/]{{1,6}}[A-Za-z]?\b){{0,5}}(?: \w+(?=, [A-Z]))?"
        numbered = rf"\d{{1,5}}[A-Za-z]?(?:[-/]\d{{1,4}})? {cap}(?: {cap}){{0,3}}(?: \d{{1,5}}\b)?"
        head = rf"(?:{numbered}|{named})"
        part = rf"(?:{either(words['beside'])} )?{head}"
        self.home = re.compile(
            rf"{head}(?:,\s?(?:{code}|{part}|{words['flat']} \w{{1,4}}\b)){{0,6}}(?: {code})?(?:,? {code})?"
            r"(?: \([A-Z]{2}\))?"
        )
        at, within = either(words["home_at"]), either(words["home_in"])
        self.cue = re.compile(rf"(?i)(?<![\w-])(?:(?P<at>{at})|(?P<in>{within}))\s+(?-i:(?=[A-Z0-9]))")
        streets = (*english["streets"], *english["houses"])
        self.house = re.compile(rf"\b{one_of(streets)}\b")
        last = forms["number_last"]
        kinds = (*(re.escape(ending) for ending in last["endings"]), *words.get("endings", ()))
        street = rf"\b{either(last['kind_last'])}(?!\w)|\w{{3}}{either(kinds)}(?!\w)"
        self.kind = re.compile(rf"\b{one_of(streets)}\b|\d|{street}")
        self.language = language
        self.numbered = re.compile(rf"\d [^\d,]{{3,40}}{one_of(english['streets'])}\b")
        street, house = one_of(english["streets"]), one_of(english["houses"])
        self.shape = re.compile(
            rf"\b(?:The (?:{cap} ){{0,3}}{cap}|(?:{cap} ){{1,3}}{house})"
            rf",\s(?:{cap} ){{1,3}}(?:{street}|{house})"
            rf",\s{cap}(?: {cap}){{0,2}}"
            rf"(?:,\s(?:{cap}(?: {cap}){{0,2}}))?(?:,? {code})?"
        )
        self.lived_after = re.compile(
            rf"(?P<home>(?:{cap} ){{1,3}}(?:{street}|{house}))\b{words['lived_after']}"
        )
        self.postcode = re.compile(
            rf"(?<![\w-])(?:{post['british']}|{post['canadian']}|{post['australian']})"
        )
        self.before_postcode = re.compile(
            rf"(?<![\w'’-]){head},\s?(?:{part},\s?){{0,3}}(?:{named}\s)?\Z|(?<![\w'’-]){numbered}\s\Z"
        )


_patterns = cache(Patterns)


@in_each_language(_patterns)
def find(patterns: Patterns, text: str, first: int, last: int) -> Iterator[Span]:
    for cue in patterns.cue.finditer(text, first, last):
        home = patterns.home.match(text, cue.end())
        if home and _is_home(patterns, text, cue, home):
            yield Span(*home.span(), "ADDRESS", CUED, ("homes:cue",))
    for lived in patterns.lived_after.finditer(text, first, last):
        yield Span(*lived.span("home"), "ADDRESS", CUED, ("homes:lived",))
    for home in patterns.shape.finditer(text, first, last):
        yield Span(*home.span(), "ADDRESS", SHAPED, ("homes:shape",))
    for code in patterns.postcode.finditer(text, first, last):
        home = patterns.before_postcode.search(text, max(first, code.start() - LONGEST), code.start())
        if home:
            yield Span(home.start(), code.end(), "ADDRESS", SHAPED, ("homes:postcode",))


def _is_home(patterns: Patterns, text: str, cue: re.Match[str], home: re.Match[str]) -> bool:
    surface = home[0]
    several = "," in surface
    kind = bool(patterns.kind.search(surface))
    if text[home.end() : home.end() + 1] == "@" or _ACRONYM.match(surface):
        return False
    if cue["at"]:
        if several and not is_given(fold(surface.split()[0])):
            return True
        return kind or (cue["at"].rstrip().endswith("at") and not is_place(fold(surface)))
    if cue["in"].lower() != "of":
        return kind
    before = text[max(0, cue.start() - 24) : cue.start()].rstrip(" ,").rpartition(" ")[2]
    if text[max(0, cue.start() - 2) : cue.start()] == ", " and patterns.numbered.search(surface):
        return True  # a roofer, of Basement Flat, 5 Mill Villas
    named = before[:1].isupper() and before[-1].isalpha() and not is_common(fold(before), patterns.language)
    return several and named and bool(patterns.house.search(surface))
