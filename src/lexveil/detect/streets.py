"""Addresses that begin with the kind of street: `calle Mayor, n.º 3, 2.º B, 50001 Exampleton`.

ADDRESS spans. Without a number, a door or a postcode a street is an address only after the words for a home
(`labels.toml`, section addresses), since streets are also where things happen.
"""

import re
from collections.abc import Iterator
from functools import cache

from lexveil.detect.capitals import UPPER
from lexveil.detect.labels import either, in_each_language
from lexveil.jurisdictions import table
from lexveil.languages import Language, people
from lexveil.model import Span
from lexveil.names.given import is_given
from lexveil.names.places import is_place
from lexveil.text.fold import fold

NUMBERED, CUED = 0.95, 0.85
_NEAR = 80  # characters before a street in which a word for a home may stand
_FULL_STOP = re.compile(r"[^\W\d_]{4}\.\Z")  # ends the sentence, not an abbreviation
_ENDS = re.compile(r"\s*(?:[.,;:)\n]|$)")


class Patterns:
    def __init__(self, language: Language) -> None:
        words = language.labels["addresses"]
        forms = table("addresses")[words.get("streets", "iberian")]
        small = rf"(?:{either(forms['small'])} |(?:[dl]|dell|all|sull)['’])"
        titles = people.titles(language)
        others = [word for word in words["no_place"] if word.lower() not in titles]
        cap = rf"(?-i:(?!{either(others)}\b)[{UPPER}])[\w’'·-]{{0,60}}+\.?"
        whole = rf"{cap}(?: {small}{{0,3}}{cap}){{0,5}}"
        name = rf"{small}{{0,3}}{whole}"
        part = rf"{either(forms['parts'])} ?(?:(?:n\.?º|núm\.) ?)?(?:\d{{1,4}}[A-Za-z]?|(?-i:[A-Z]{{1,3}}))\b"
        inner = either([part, forms["door"], rf"{either(forms['alone'])}(?!\w)", forms["number"]])
        town = rf"(?P<town>{name})(?: ?\({name}\))?"
        after_code = forms["after_code"].replace("{cap}", cap) if "after_code" in forms else name
        post = rf"{forms['post']}\b(?:,? ?[-–]? ?{after_code})?(?: ?\({name}\))?"
        into = rf",? (?P<into>{either(forms['before_town'])})"
        place = rf"(?:(?:, ?{name}){{0,3}}(?:,? ?[-–]?,? ?|,?\n){post}|(?:{into}|, ?){town})"
        self.street = re.compile(
            rf"(?i)(?<![\w/.])(?:{forms['crossing']}|{either(forms['kinds'])} ?{name})"
            rf"(?:,? ?{inner})*(?:, ?{either(forms['kinds'])} {name}(?:,? ?{inner})*)?(?P<place>{place}?)"
        )
        at = rf"(?:{either(forms['before_street'])})?"
        code = rf"(?P<code>{forms['post']})"
        self.name = re.compile(
            rf"(?i)(?<![\w'’])(?:{code} )?(?P<town>{whole})(?:(?: ?\({name}\))?, ?{at}| \(\d{{4,5}}\),? )\Z"
        )
        self.home = re.compile(rf"(?i)(?<![\w-]){either(words['home_at'])}\s*(?:el |la |l['’])?\Z")
        self.lived_after = re.compile(words["lived_after"])
        self.digit = re.compile(r"\d|s/n")


_patterns = cache(Patterns)


@in_each_language(_patterns)
def find(patterns: Patterns, text: str, first: int, last: int) -> Iterator[Span]:
    for found in patterns.street.finditer(text, first, last):
        start, end = found.start(), found.end()
        if found["town"] and not _is_town(text, found):
            end = found.start("place")
        end -= bool(_FULL_STOP.search(text, start, end))
        before = text[max(first, start - _NEAR) : start].rpartition("\n")[2]
        town = patterns.name.search(before)
        known = town and (town["code"] or is_place(fold(town["town"])))
        if town and (known or patterns.home.search(before[: town.start()])):
            start -= len(before) - town.start()
            before = before[: town.start()]
        numbered = patterns.digit.search(text, start, end)
        if numbered or patterns.home.search(before) or patterns.lived_after.match(text, end):
            yield Span(start, end, "ADDRESS", NUMBERED if numbered else CUED, ("streets:kind-first",))


def _is_town(text: str, found: re.Match[str]) -> bool:
    """What follows a comma: a town, and not somebody who did something there."""
    town = fold(found["town"])
    ends = bool(found["into"] or _ENDS.match(text, found.end()))
    return is_place(town) or (ends and not is_given(town.split()[0]))
