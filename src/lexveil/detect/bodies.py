"""Courts, tribunals and public bodies as COURT spans; and how far a body's name reaches around its head."""

import re
from collections.abc import Iterator
from functools import cache

from lexveil.detect.capitals import LETTER, Word, Words, name_words, stretches
from lexveil.detect.labels import either
from lexveil.jurisdictions.legalforms import entries, is_head, is_mark, keys
from lexveil.languages import Language
from lexveil.languages.common import is_common
from lexveil.model import Document, Span
from lexveil.names.given import is_given
from lexveil.names.places import is_country, is_place
from lexveil.text.fold import fold
from lexveil.text.patterns import UPPER
from lexveil.text.quick import Quick

SURE, LIKELY, ACRONYM = 0.9, 0.75, 0.7
_LONGEST = 9  # words on either side of the head
_HOUSE = re.compile(r"(?<![\w/.,-])\d{1,3}[A-Za-z]? \Z")  # 12 Abbey Court, Exampleton
_BEFORE = frozenset(["space", "&", "-", "'s", "'", "'s-"])
_INSIDE = frozenset(["space", "&", "-", "'s", "'", "particle"])


class Patterns:
    def __init__(self, language: Language) -> None:
        words = language.labels["bodies"]
        self.most_before: int = words.get("before", _LONGEST)
        self.after = frozenset(words["after"])
        self.small = frozenset(words["small"])
        self.joint: str = words["and"][0]
        self.last_joint = frozenset(words["and"])
        self.stops = frozenset(words["stops"])
        self.ordinals = frozenset(words["ordinals"])
        self.titles = name_words(language).titles - frozenset(words["titles_within"])
        self.calendar = language.words["calendar"]
        self.stopped = frozenset(words["stopped"])
        self.after_and = frozenset(words["after_and"])
        courts = language.labels["courts"]
        self.shared = frozenset(courts["shared"])
        self.public = frozenset(courts["public"])
        self.offices = frozenset(courts["offices"])
        self.custody = frozenset(courts["custody"])
        self.centres = frozenset(courts["centres"])
        self.states = frozenset(courts["states"])
        self.place_alone: str = courts["place_alone"]
        self.bare = frozenset(courts["bare"])
        self.local_name = re.compile(
            rf" \(((?:{courts['the']})?[{UPPER}][{LETTER}'-]+(?: [{LETTER}'-]+){{0,6}})\)"
        )
        # Heads in small letters: Ankara public prosecutor's office.
        self.small_head = re.compile(rf" {either(courts['small_heads'])}(?![\w-])")
        self.state = re.compile(courts["state"])
        self.law = re.compile(rf" {courts['law']}\b")
        self.known = Quick(rf"\b{either(courts['known'])}\b")


_patterns = cache(Patterns)


def find(document: Document) -> Iterator[Span]:
    public, text = frozenset(entries("public")), document.text
    for start, end, language, listed in stretches(document):
        for match in _patterns(language).known.finditer(text, start, end):
            yield Span(*match.span(), "COURT", SURE, ("courts:known",))
        done = 0
        for index, word in enumerate(listed):
            if word.text in public:
                yield Span(word.start, word.end, "COURT", ACRONYM, ("courts:acronym",))
            if index < done:
                continue
            if _is_head(word):
                found = _body(listed, index)
                if found:
                    done = found[1]
                    yield from _spans(text, listed, *found)
            else:
                yield from _by_small_head(text, listed, index)


def _spans(text: str, listed: Words, first: int, last: int) -> Iterator[Span]:
    start, end = listed[first].start, listed[last - 1].end
    patterns = _patterns(listed[first].language)
    if patterns.law.match(text, end) or (text[end : end + 1] == "," and _HOUSE.search(text, 0, start)):
        return
    court = any(word.key in keys("courts") for word in listed[first:last])
    rule = "court" if court else "state" if patterns.state.match(text[start:end]) else "body"
    yield Span(start, end, "COURT", SURE if court else LIKELY, (f"courts:{rule}",))
    local = patterns.local_name.match(text, end) if court else None
    parts = local[1].split() if local else ()
    ordinary = all(is_common(fold(part), listed[first].language) for part in parts)
    titled = any(fold(part) in patterns.titles for part in parts[:1])  # the judge: (Sir Jim Roe)
    if local and not (ordinary or titled or local[1].isupper() or is_place(fold(local[1]))):
        yield Span(*local.span(1), "COURT", LIKELY, ("courts:local-name",))


def _body(listed: Words, head: int) -> tuple[int, int] | None:
    """The words of the body with this head; None for a bare head or a body that may be private."""
    first, last = before(listed, head), after(listed, head)
    while last < len(listed) and listed[last - 1].link in ("space", "'s", "'") and _is_head(listed[last]):
        last = after(listed, last)  # Public Prosecutor's Office, Police Department
    modifiers = [word for index, word in enumerate(listed[first:last], first) if index != head]
    key, patterns = listed[head].key, _patterns(listed[head].language)
    if not modifiers:
        return (first, last) if key in patterns.bare else None
    private = (
        (key == patterns.place_alone and last == head + 1)
        or (key in patterns.states and not _is_state(modifiers))
        or (key in patterns.shared and not any(map(_is_public, modifiers)))
        or (key in patterns.centres and not any(word.key in patterns.custody for word in modifiers))
        or (key in patterns.offices and (first == head or any(map(_is_given, listed[first:head]))))
    )
    return None if private else (first, last)


def _is_head(word: Word) -> bool:
    return word.key in keys("courts") or word.key in keys("bodies")


def _is_given(word: Word) -> bool:
    """A given name and nothing else: Jane Roe, Registrar is a person."""
    return is_given(word.key) and not (word.common or is_place(word.key))


def _is_public(word: Word) -> bool:
    public = word.key in _patterns(word.language).public or word.key in keys("courts")
    return public or word.demonym or is_place(word.key)


def _is_state(modifiers: Words) -> bool:
    """Polish Government, Republic of Poland, Government of the Russian Federation."""
    whole = " ".join(word.key for word in modifiers)
    return is_country(whole) or any(
        word.demonym or is_country(word.key) or word.key in _patterns(word.language).public
        for word in modifiers
    )


def _by_small_head(text: str, listed: Words, index: int) -> Iterator[Span]:
    """A place and a head in small letters: Ankara public prosecutor's office, Fatih police station."""
    word = listed[index]
    if word.gap[:1] != " " or word.gap[1:2].isspace() or word.common or word.initial:
        return
    patterns = _patterns(word.language)
    match = patterns.small_head.match(text, word.end)
    if match and may_stand_in(word):
        first = before(listed, index, most=patterns.most_before)
        yield Span(listed[first].start, match.end(), "COURT", LIKELY, ("courts:small-head",))


def may_stand_in(word: Word) -> bool:
    """Whether a word can be part of a body's name at all."""
    key, patterns = word.key, _patterns(word.language)
    if key in patterns.ordinals:
        return True
    return not (word.function or key in patterns.stops or key in patterns.titles or key in patterns.calendar)


def before(listed: Words, head: int, *, most: int = _LONGEST) -> int:
    """The index of the first word of the name that ends with `head`, going left."""
    first, patterns = head, _patterns(listed[head].language)
    while first > 0 and head - first < most:
        word = listed[first - 1]
        link = word.link
        joined = link == patterns.joint and word.plain and first < head
        if joined and not (is_head(word.key) or is_mark(word.key)):
            link = "space"
        if link == "." and word.key in patterns.stopped:
            link = "space"
        if link not in _BEFORE or not may_stand_in(word):
            break
        first -= 1
    return first


def after(listed: Words, head: int, *, most: int = _LONGEST) -> int:
    """The index after the last word of the name that begins with `head`, going right over `of` and `for`."""
    last, patterns = head + 1, _patterns(listed[head].language)
    while last < len(listed) and last - head < most:
        link, following = listed[last - 1].link, last
        if link == "space" and listed[last].key in patterns.small:
            small = _patterns(listed[last].language).small
            while (
                following < len(listed)
                and listed[following].key in small
                and listed[following].link == "space"
            ):
                following += 1
        elif link not in patterns.after:
            break
        end = _run(listed, following)
        if end == following:
            break
        last = end
    return last


def _run(listed: Words, first: int) -> int:
    """The words after `of`: Labour and Social Affairs, Cassation, the Republic of Poland."""
    index, word = first, listed[first] if first < len(listed) else None
    if word and _is_given(word):
        return first  # In the Court of Jane Roe, Magistrate
    while index < len(listed) and index - first < _LONGEST and may_stand_in(listed[index]):
        index += 1
        if index == len(listed):
            break
        link = listed[index - 1].link
        if link == _patterns(listed[index].language).joint:
            goes_on = _goes_on_after_and(listed, index)
        else:
            goes_on = _is_enumeration(listed, index) if link == "," else link in _INSIDE
        if not goes_on:
            break
    return index


def _goes_on_after_and(listed: Words, index: int) -> bool:
    """`and` joins two ordinary words of one name, not two bodies: Justice and Home Affairs."""
    word = listed[index]
    pair = word.plain and listed[index - 1].plain
    north = word.key in _patterns(word.language).after_and
    return (pair or north) and not is_head(word.key) and may_stand_in(word)


def _is_enumeration(listed: Words, index: int) -> bool:
    """Labour, Family and Social Affairs: ordinary words, the last after `and`."""
    for step in range(index, min(index + 3, len(listed))):
        if not listed[step].plain or is_head(listed[step].key):
            return False
        link = listed[step].link
        if link in _patterns(listed[step].language).last_joint:
            return step + 1 < len(listed) and listed[step + 1].plain
        if link != ",":
            return False
    return False
