"""Organisations: by legal form, as law firms, by head word, as clubs, and their acronyms."""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from lexveil.detect.bodies import after, before, may_stand_in
from lexveil.detect.capitals import LETTER, Stretch, Words, at, stretches
from lexveil.detect.labels import either
from lexveil.jurisdictions.legalforms import entries, is_legal_form, keys, pattern
from lexveil.languages import Language, people
from lexveil.model import Document, Span
from lexveil.names.given import is_given
from lexveil.names.places import is_country
from lexveil.text.fold import fold
from lexveil.text.patterns import UPPER, any_of
from lexveil.text.quick import Quick

FORM, FIRM, HEAD, CLUB, ACRONYM, LETTERS = 0.95, 0.9, 0.7, 0.7, 0.75, 0.5

_QUOTED = re.compile(rf"[“\"«]([{UPPER}][^“”\"«»\n]{{1,60}})[”\"»]")
# What may stand in brackets inside a company's name: Company (Country) Ltd.
PARTICLE = 8  # characters, at most, of a small word before a family name
_INITIALLED = re.compile(rf"(?:[{UPPER}]\.? ?){{1,3}}[{UPPER}][^\W\d_]+")
_AFTER_CO = re.compile(r"\.? ([^\W\d_a-z][^\W\d_]+)")
_BRACKETS = re.compile(rf"\([{UPPER}][{LETTER}. ]{{1,30}}\)$")


class Patterns:
    def __init__(self, language: Language) -> None:
        words = language.labels["organizations"]
        self.forms = Quick(
            rf"(?<=[\w)”\"'’&.])(?:,? )(?!\(\w+\.?\)\s*(?:\n|$))\(?(?P<form>{pattern('forms')})(?![\w-])"
        )
        self.firms = Quick(rf"(?<=[\w)]) (?P<form>{pattern('firms')})(?![\w-])")
        self.prefixes = Quick(
            rf"(?<![\w.])(?:(?P<firm>{'|'.join(map(re.escape, entries('before')))})|"
            rf"(?P<form>{'|'.join(map(re.escape, entries('prefixes')))}))(?: |(?<=\.))(?=[“\"'«]?[{UPPER}])"
        )
        self.ambiguous = frozenset(entry.rstrip(".").lower() for entry in entries("ambiguous"))
        self.addresses = tuple(entries("addressed"))
        self.known = frozenset(entries("acronyms"))
        self.clubs = frozenset(entry.replace(".", "") for entry in entries("clubs"))
        self.acronym_after = re.compile(
            rf" ?\((?:{words['introducing']}|“|\"|')*(?P<short>[A-Z][A-Za-z.&-]{{1,11}})[”\"']?\)"
        )
        self.acronym_before = re.compile(
            rf"\b(?P<short>[{UPPER}]{{2,8}}) \((?:{words['introducing_before']}|“|\")*(?=[{UPPER}])"
        )
        self.law = re.compile(rf" {words['law']}\b")  # a law named after a body is not the body
        self.acts_before = re.compile(rf"\b{either(words['acts_before'])}{words['the']} (?:[“\"'])?$")
        self.acts_after = re.compile(rf"(?:'s?)?[”\"']? {either(words['acts_after'])}\b")
        self.law_before = re.compile(rf"\b{words['law_before']}$")
        self.no_bodies = frozenset(words["no_bodies"])
        # Heads that make an organisation; `bodies` takes the public ones of those that are shared.
        self.heads = keys("heads") | frozenset(words["shared"])
        self.weak = frozenset(words["weak"])
        self.never_alone: str = words["never_alone"]
        self.versus: str = words["versus"]
        self.joints = frozenset(["space", "&", words["and"], "."])


_patterns = cache(Patterns)


def find(document: Document) -> Iterator[Span]:
    text = document.text
    for stretch in stretches(document):
        listed = stretch.words
        found = [
            *_by_form(text, stretch), *_by_firm(text, stretch), *_by_prefix(text, stretch),
            *_by_head(text, listed), *_by_club(text, listed), *_letters(text, listed),
        ]  # fmt: skip
        yield from _outermost(found)
        yield from _acronyms(text, stretch, found)


def _outermost(found: Sequence[Span]) -> Iterator[Span]:
    """Without those inside a longer one: of `Roe & Sons` and `Roe & Sons Limited` the second."""
    end = 0
    for span in sorted(found, key=lambda span: (span.start, -span.end)):
        if span.end > end:
            yield span
            end = span.end


def _by_form(text: str, stretch: Stretch) -> Iterator[Span]:
    """Words before a legal form: Example Holding (Cyprus) Ltd."""
    patterns = _patterns(stretch.language)
    for match in patterns.forms.finditer(text, stretch.start, stretch.end):
        form = match["form"].rstrip(".")
        ambiguous = form.lower() in patterns.ambiguous
        first = _left(text, stretch.words, match.start(), plain=ambiguous)
        if first is None or (ambiguous and _is_shouted(text, first, match.end())):
            continue
        if match[0].startswith(",") and _may_be_letters(form) and _is_initialled(text, first, match):
            continue
        if _is_county(text, match):
            continue
        if "(" in match[0] and text[match.end() : match.end() + 1] != ")":  # Ann Roe (PC 1187)
            continue
        if _is_of_counsel(text, stretch.language, first, match.start(), form):
            continue
        rule = "law-firm" if form.replace(".", "") == "LLP" else "form"
        yield Span(first, match.end("form"), "ORG", FORM, (f"organizations:{rule}",))


def _is_county(text: str, form: re.Match[str]) -> bool:
    """Abbey Court, Exampleton, Co. Kerry"""
    place = _AFTER_CO.match(text, form.end())
    return form[0].rstrip(".") == ", Co" and place is not None and not is_legal_form(fold(place[1]))


def _is_initialled(text: str, first: int, form: re.Match[str]) -> bool:
    """An initial and a surname before a comma: A. Roe, A/S says what a person is, not what a company is."""
    return _INITIALLED.fullmatch(text, first, form.start()) is not None


def _is_of_counsel(text: str, language: Language, start: int, end: int, letters: str) -> bool:
    """Letters of an office after somebody whom the text calls so elsewhere too: A Roe SC, Ms Roe, Roe SC."""
    if letters.replace(".", "").lower() not in people.role_after(language):
        return False
    name = text[start:end]
    first, *others = fold(name).split()
    before = text[max(0, start - PARTICLE) : start].split()
    if before and before[-1] in people.particles(language):  # Cy bin Roe, SC
        return True
    if others and (is_given(first) or first in people.particles(language)):
        return True
    return _INITIALLED.fullmatch(name) is not None or _introduced(language, name).search(text) is not None


@lru_cache(maxsize=256)
def _introduced(language: Language, name: str) -> re.Pattern[str]:
    """A title or an initial before the name."""
    titled = rf"(?i:{any_of(people.titles(language))})\.?|(?:[{UPPER}]\.? ?){{1,3}}"
    return re.compile(rf"(?<![\w.])(?:{titled})[^\S\n]?(?<![^\W\d_]){re.escape(name)}(?!\w)")


def _may_be_letters(form: str) -> bool:
    return "/" in form or form.lower().replace(".", "") in keys("ambiguous") | keys("initials")


def _by_firm(text: str, stretch: Stretch) -> Iterator[Span]:
    for match in _patterns(stretch.language).firms.finditer(text, stretch.start, stretch.end):
        first = _left(text, stretch.words, match.start(), plain=True)
        if first is not None:
            yield Span(first, match.end("form"), "ORG", FIRM, ("organizations:law-firm",))


def _left(text: str, listed: Words, end: int, *, plain: bool) -> int | None:
    """Where the name that ends at `end` starts. `plain`: the mark after it is also a word."""
    if text[end - 1 : end] == ")":
        opened = _BRACKETS.search(text, max(0, end - 34), end)
        if not opened:
            return None
        end = opened.start()
        while end and text[end - 1] == " ":
            end -= 1
    if text[end - 1 : end] in '”"»':
        quoted = max(text.rfind("“", max(0, end - 62), end), text.rfind('"', max(0, end - 62), end - 1))
        return quoted if quoted >= 0 and "\n" not in text[quoted:end] else None
    last = at(listed, end) - 1
    if last < 0 or listed[last].end + listed[last].gap.startswith(".") < end:
        return None
    first = before(listed, last)
    ordinary = plain and all(word.plain for word in listed[first : last + 1])
    return None if ordinary or not may_stand_in(listed[last]) else _over_and(listed, first)


def _over_and(listed: Words, first: int) -> int:
    """Take in partners before `&` and initials: Roe, J. Doe & Poe Ltd."""
    while first > 0 and may_stand_in(listed[first - 1]):
        previous = listed[first - 1]
        link = previous.link
        partner = link == "," and "&" in listed[first].gap and not previous.common
        initial = link == "." and previous.initial and previous.key != _patterns(previous.language).versus
        if first > 1 and listed[first - 2].gap.endswith("/"):  # sold to Torvund A/S. Krogh ApS paid
            initial = False
        if link != "&" and not partner and not initial:
            break
        first -= 1
    return listed[first].start


def _is_shouted(text: str, start: int, end: int) -> bool:
    """Whether the form stands in a line of capitals, where AS and SE are words."""
    return text[start:end].isupper() and text[end : end + 12].strip().isupper()


def _by_prefix(text: str, stretch: Stretch) -> Iterator[Span]:
    """A form before the name: OOO “Romashka”, M/s Roe Traders."""
    patterns, listed = _patterns(stretch.language), stretch.words
    for match in patterns.prefixes.finditer(text, stretch.start, stretch.end):
        quoted = _QUOTED.match(text, match.end())
        if quoted:
            yield Span(match.start(), quoted.end(), "ORG", FORM, ("organizations:prefix",))
            continue
        first = at(listed, match.end())
        if first == len(listed) or listed[first].start != match.end():
            continue
        last = first
        while last < len(listed) and last - first < 5 and may_stand_in(listed[last]):
            last += 1
            if listed[last - 1].link not in patterns.joints:
                break
        # M/s says that a firm follows and is no part of its name; some write it before people.
        address = match[0].startswith(patterns.addresses)
        if address and (listed[first].initial or is_given(listed[first].key)):
            continue
        if last > first:
            start = listed[first].start if address else match.start()
            rule = "law-firm" if match["firm"] else "prefix"
            yield Span(start, listed[last - 1].end, "ORG", HEAD, (f"organizations:{rule}",))


def _by_head(text: str, listed: Words) -> Iterator[Span]:
    """A head word with what belongs to it: University of Exampleton, Royal Roe Federation."""
    done = 0
    for index, word in enumerate(listed):
        patterns = _patterns(word.language)
        heads = patterns.heads
        if index < done or word.key not in heads:
            continue
        first, last = before(listed, index), after(listed, index)
        while last < len(listed) and listed[last - 1].link == "space" and listed[last].key in heads:
            last = after(listed, last)
        law = patterns.law.match(text, listed[last - 1].end)
        if not law and _is_organization(listed, first, index, last):
            done = last
            yield Span(listed[first].start, listed[last - 1].end, "ORG", HEAD, ("organizations:head",))


def _is_organization(listed: Words, first: int, head: int, last: int) -> bool:
    """A bare head is none, nor one with only the words of any document around it."""
    others = [word for index, word in enumerate(listed[first:last], first) if index != head]
    patterns = _patterns(listed[head].language)
    if not others or (listed[head].key == patterns.never_alone and last == head + 1):
        return False
    if listed[head].key in patterns.weak and first == head:
        return any(not word.common for word in others)
    return True


def _by_club(text: str, listed: Words) -> Iterator[Span]:
    """FC Example, Example SK; known acronyms."""
    for index, word in enumerate(listed):
        if word.text in _patterns(word.language).known:
            yield Span(word.start, word.end, "ORG", ACRONYM, ("organizations:known",))
        if word.text not in _patterns(word.language).clubs:
            continue
        if word.link == "space" and index + 1 < len(listed) and not listed[index + 1].common:
            if may_stand_in(listed[index + 1]) and not listed[index + 1].text.isupper():
                yield Span(word.start, listed[index + 1].end, "ORG", CLUB, ("organizations:club",))
        elif index and listed[index - 1].link == "space" and not listed[index - 1].common:
            first = before(listed, index, most=2)
            person = first < index and _is_of_counsel(
                text, word.language, listed[first].start, listed[index - 1].end, word.text
            )
            if first < index and not person:
                yield Span(listed[first].start, word.end, "ORG", CLUB, ("organizations:club",))


def _letters(text: str, listed: Words) -> Iterator[Span]:
    """Letters that act as a body does: `the HADEP appealed`, `a member of the DKP`."""
    acting: set[str] = set()
    laws: set[str] = set()
    for word in listed:
        patterns = _patterns(word.language)
        if 3 <= len(word.text) <= 6 and word.text.isupper() and word.key not in patterns.no_bodies:
            if patterns.law_before.search(text, max(0, word.start - 24), word.start) or is_country(word.key):
                laws.add(word.text)
            elif patterns.acts_before.search(
                text, max(0, word.start - 24), word.start
            ) or patterns.acts_after.match(text, word.end):
                acting.add(word.text)
    for word in listed:
        if word.text in acting - laws and not _is_shouted(text, word.start, word.end):
            yield Span(word.start, word.end, "ORG", LETTERS, ("organizations:letters",))


def _acronyms(text: str, stretch: Stretch, found: Sequence[Span]) -> Iterator[Span]:
    """Short names that a bracket introduces, there and wherever else the text has them."""
    shorts, patterns = set(), _patterns(stretch.language)
    for span in found:
        match = patterns.acronym_after.match(text, span.end)
        if match and _abbreviates(match["short"], text[span.start : span.end]):
            shorts.add(match["short"].rstrip("."))
    for match in patterns.acronym_before.finditer(text, stretch.start, stretch.end):
        if _abbreviates(match["short"], text[match.end() : match.end() + 80].split(")")[0]):
            shorts.add(match["short"])
    for word in stretch.words:
        if word.text in shorts:
            yield Span(word.start, word.end, "ORG", ACRONYM, ("organizations:acronym",))


def _abbreviates(short: str, name: str) -> bool:
    """Whether the capitals of the short name are, in order, capitals of the long one, or its first word."""
    capitals = [char for char in short if char.isupper()]
    if len(capitals) < 2:
        return False
    letters = iter(char for char in name.title() if char.isupper())
    return all(char in letters for char in capitals)
