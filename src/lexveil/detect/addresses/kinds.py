"""Addresses that begin with the kind of street: `calle Mayor, n.º 3, 2.º B, 50001 Exampleton`.

Without a number, a door or a postcode a street is an address only after the words for a home (`labels.toml`,
section addresses), since streets are also where things happen.
"""

import re
from collections.abc import Iterator

from lexveil.detect.addresses.words import Words, is_sentence_end
from lexveil.detect.labels import either
from lexveil.languages import Language, people
from lexveil.model import Span
from lexveil.names.given import is_given
from lexveil.names.places import is_place
from lexveil.text.fold import fold
from lexveil.text.patterns import UPPER
from lexveil.text.quick import Quick

NUMBERED, CUED = 0.95, 0.85
_NEAR = 80  # characters before a street in which a word for a home may stand
_ENDS = re.compile(r"\s*(?:[.,;:)\n]|$)")


class Kinds:
    def __init__(self, language: Language) -> None:
        words = Words(language)
        own = words.own
        forms = words.forms[own.get("streets", "iberian")]
        small = rf"(?:{either(forms['small'])} |{words.post['elided']})"
        titles = people.titles(language)
        others = [word for word in own["no_place"] if word.lower() not in titles]
        # A full stop only after few letters: Avda. Roe, not the end of the sentence.
        cap = rf"(?-i:(?!{either(others)}\b)[{UPPER}])(?:[\w’'·-]{{0,3}}\.|[\w’'·-]{{0,60}}+)"
        whole = rf"{cap}(?: {small}{{0,3}}{cap}){{0,5}}"
        name = rf"{small}{{0,3}}{whole}"
        part = rf"{either(forms['parts'])} ?{forms['part_sign']}(?:\d{{1,4}}[A-Za-z]?|(?-i:[A-Z]{{1,3}}))\b"
        inner = either([part, forms["door"], rf"{either(forms['alone'])}(?!\w)", forms["number"]])
        no_other = (
            rf"(?!{either(language.labels['lists']['and'])} |(?:{either(titles)})\b)"  # , et Monsieur Roe
        )
        named = rf"{no_other}{name}"
        town = rf"(?P<town>{named})(?: ?\({name}\))?"
        after_code = forms["after_code"].replace("{cap}", cap) if "after_code" in forms else name
        post = rf"{forms['post']}\b(?:,? ?[-–]? ?{after_code})?(?: ?\({name}\))?"
        into = rf",? (?P<into>{either(forms['before_town'])})"
        place = rf"(?:(?:, ?{named}){{0,3}}(?:,? ?[-–]?,? ?|,?\n){post}|(?:{into}|, ?){town})"
        self.street = Quick(
            rf"(?i)(?<![\w/.])(?:{forms['crossing']}|{either(forms['kinds'])} ?{name})"
            rf"(?:,? ?{inner})*(?:, ?{either(forms['kinds'])} {name}(?:,? ?{inner})*)?(?P<place>{place}?)"
        )
        at = rf"(?:{either(forms['before_street'])})?"
        code = rf"(?P<code>{forms['post']})"
        self.town = re.compile(
            rf"(?i)(?<![\w'’])(?:{code} )?(?P<town>{whole})(?:(?: ?\({name}\))?, ?{at}| \(\d{{4,5}}\),? )\Z"
        )
        self.home = re.compile(rf"(?i)(?<![\w-]){either(own['home_at'])}\s*{forms['the']}\Z")
        self.lived_after = re.compile(own["lived_after"])
        self.numbered = re.compile(rf"\d|{forms['no_number']}")
        self.article = re.compile(rf"(?i)(?<![\w'’]){forms['the']}\Z")

    def find(self, text: str, first: int, last: int) -> Iterator[Span]:
        for found in self.street.finditer(text, first, last):
            start, end = found.start(), found.end()
            if found["town"] and not _is_town(text, found):
                end = found.start("place")
            end -= is_sentence_end(text, start, end)
            before = text[max(first, start - _NEAR) : start].rpartition("\n")[2]
            town = self.town.search(before)
            known = town and (town["code"] or is_place(fold(town["town"])))
            if town and (known or self.home.search(before[: town.start()])):
                start -= len(before) - town.start()
                before = before[: town.start()]
            numbered = self.numbered.search(text, start, end)
            if numbered or self.home.search(before) or self.lived_after.match(text, end):
                score = NUMBERED if numbered else CUED
                the = self.article.search(before)
                start -= len(the[0]) if the else 0
                yield Span(start, end, "ADDRESS", score, ("addresses:kind-first",))


def _is_town(text: str, found: re.Match[str]) -> bool:
    """What follows a comma: a town, and not somebody who did something there."""
    town = fold(found["town"])
    ends = bool(found["into"] or _ENDS.match(text, found.end()))
    return is_place(town) or (ends and not is_given(town.split()[0]))
