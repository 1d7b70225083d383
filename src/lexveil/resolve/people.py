"""What a document says of its people besides their names: forms, and what stands around them.

A `NameForm` is one way in which a name is written, with its places, the pronouns that follow, and the
mentions it is joined with ("Ann and Bob") or explained by ("Bob (Robert Roe)"). A `Person` is a group of
forms in the making. Nothing is decided here.
"""

import re
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from lexveil.model import Span
from lexveil.names import given
from lexveil.names.parse import Name, is_title, parse

AFTER = 120  # characters in which a pronoun is still taken for the last name
_TITLE_BEFORE = re.compile(r"([^\W\d_][\w']*)\.?\s+$")
_PRONOUN = re.compile(r"(?<!\w)(?:(he|him|his|himself)|(she|her|hers|herself))(?!\w)", re.IGNORECASE)
_JOINED = re.compile(
    r"\s*(?:,|,?\s*and|&|,?\s*or|nor|with|to|told|met)\s+((?:[^\W\d_]+\.?\s+)?)", re.IGNORECASE
)
_KIN = re.compile(
    r"\b(?:sons?|daughters?|wife|husband|brothers?|sisters?|father|mother|parents|uncle|aunt|nephew|niece|cousin"
    r"|children|child|widow|spouse|fianc[eé]e?|grand\w+)\b[^.;\n]{0,25}$",
    re.IGNORECASE,
)
_ALIAS = re.compile(
    r"\s*[,(]?\s*(?:\(|also\s|better\s|otherwise\s)*(?:hereinafter|hereafter|alias|a\.?k\.?a\.?|known\s+as|called"
    r"|nicknamed|n[ée]e|born|referred\s+to\s+as|or\s+simply)?[\s,:(\"“”'‘]*(?:the\s+|mr\.?\s+|ms\.?\s+|mrs\.?\s+)?",
    re.IGNORECASE,
)

_PARTY = r"(?:applicant|claimant|appellant|respondent|defendant|accused|plaintiff|petitioner|complainant)s?"
_PARTY_BEFORE = re.compile(
    rf"\b(?:{_PARTY}|versus|v\.?|against|appeal of|application of)[\s,:]*(?:(?:mr|mrs|ms|miss|dr)\b\.?\s*)?$",
    re.I,
)
_PARTY_AFTER = re.compile(
    rf"[\s,(–-]*(?:(?:the|as|first|second|third|fourth|an?)\s+){{0,3}}{_PARTY}\b", re.IGNORECASE
)
_YOUNG = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven)teen"
    r"|1[0-7]|\d)\b"
)
_MINOR_BEFORE = re.compile(
    r"\b(?:child|children|minors?|infants?|boy|girl|baby|pupils?)\b[^.;\n]{0,25}$", re.IGNORECASE
)
_MINOR_AFTER = re.compile(
    rf"[\s,(–-]*(?:(?:now\s+)?aged?\s+{_YOUNG}|who\s+(?:is|was)\s+(?:(?:now|then|only)\s+)?{_YOUNG}"
    r"|(?:an?|the|still)\s+(?:minor|infant|child|boy|girl|pupil)\b)",
    re.IGNORECASE,
)
_DEAD_BEFORE = re.compile(r"\b(?:late|deceased)\s+(?:(?:mr|mrs|ms|miss|dr)\b\.?\s*)?$", re.IGNORECASE)
_DEAD_AFTER = re.compile(r"[\s,(–-]*(?:(?:the|now|since|who)\s+)?(?:deceased|died)\b", re.IGNORECASE)
_CLOSED = re.compile(r"[\"“”'’»]*\s*[,;)\]]")  # what follows a short name that was just defined
SHORTEST = 3  # letters: initials are always capitals
LOOKED_AT = 3  # mentions of a form: what somebody is in a case stands where they are introduced


@dataclass(slots=True, eq=False)
class NameForm:
    """One way of writing a name, and all places where it stands."""

    name: Name
    spans: list[Span] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    titles: Counter[str] = field(default_factory=Counter)
    male: int = 0  # mentions that "he" or "his" follows
    female: int = 0
    kin: bool = False  # first named as somebody's relative: "his daughter Ann Roe"
    joined: set[int] = field(default_factory=set)  # where mentions stand that this one is coordinated with
    aliases: set[int] = field(default_factory=set)  # … that this one is introduced as another name of
    defined: set[int] = field(default_factory=set)  # … that this one is the short name of: (“Mr Roe”)
    party: bool = False  # claimant, accused …, by the words next to it
    minor: bool = False  # "aged nine", "the children Ann and Bob"
    dead: bool = False  # "the late John Roe"
    capitals: bool = False

    @property
    def first(self) -> int:
        return self.starts[0]


@dataclass(slots=True, eq=False)
class Person:
    """A group in the making."""

    forms: list[NameForm] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)  # sorted
    full: list[int] = field(default_factory=list)  # sorted: where the full name stands
    titles: Counter[str] = field(default_factory=Counter)
    male: int = 0
    female: int = 0
    given_only: int = 0  # mentions by the given name alone
    kin: bool = False
    party: bool = False
    minor: bool = False
    dead: bool = False
    capitals: bool = False  # written in capitals, as in a caption
    full_titles: Counter[str] = field(default_factory=Counter)  # of the full names: Mr Paul Roe
    spans: list[Span] = field(default_factory=list)
    certainty: int = 1

    def add(self, form: NameForm) -> None:
        self.forms.append(form)
        self.spans += form.spans
        self.starts = sorted(self.starts + form.starts)
        if not form.name.bare:
            self.full = sorted(self.full + form.starts)
            self.full_titles += form.titles
        self.titles += form.titles
        self.kin, self.party = self.kin or form.kin, self.party or form.party
        self.minor, self.dead = self.minor or form.minor, self.dead or form.dead
        self.capitals = self.capitals or form.capitals
        self.male += form.male
        self.female += form.female
        if form.name.bare and not form.name.title and self._by_given(form.name):
            self.given_only += len(form.starts)

    def _by_given(self, name: Name) -> bool:
        word = name.tokens[0]
        own = any(not other.bare and other.tokens[0] == word != other.family for other in self.names())
        return own or given.is_given(word)

    def add_mention(self, span: Span) -> None:
        """A mention decided by its context: it says where the person is spoken of, nothing about the name."""
        self.spans.append(span)
        insort(self.starts, span.start)

    @property
    def first(self) -> int:
        return self.starts[0]

    def names(self) -> list[Name]:
        return [form.name for form in self.forms]

    def stands_at(self, start: int) -> bool:
        place = bisect_left(self.starts, start)
        return place < len(self.starts) and self.starts[place] == start

    def since_full(self, at: int) -> int:
        """How far before `at` the full name stands; a large number where it does not."""
        place = bisect_left(self.full, at)
        return at - self.full[place - 1] if place else 1 << 30

    def distance(self, at: int) -> tuple[int, int]:
        """How far before and after `at` the person is next named; a large number where nowhere."""
        place = bisect_left(self.starts, at)
        before = at - self.starts[place - 1] if place else 1 << 30
        if place < len(self.starts) and self.starts[place] == at:
            place += 1
        after = self.starts[place] - at if place < len(self.starts) else 1 << 30
        return before, after


def name_of(text: str, span: Span) -> Name:
    """The parsed name, with the title that stands before it."""
    before = _TITLE_BEFORE.search(text[max(0, span.start - 20) : span.start])
    title = before[1] if before and is_title(before[1].lower()) else ""
    return parse(text[span.start : span.end], title=title)


def name_forms(text: str, spans: Sequence[Span]) -> list[NameForm]:
    """The forms of the sorted spans, in order of first appearance."""
    forms: dict[tuple[object, ...], NameForm] = {}
    of: list[NameForm] = []
    for at, span in enumerate(spans):
        name = name_of(text, span)
        form = forms.setdefault(_key(name), NameForm(name))
        if not form.spans:
            form.kin = bool(_KIN.search(text[max(0, span.start - 40) : span.start]))
        form.spans.append(span)
        form.starts.append(span.start)
        if name.title:
            form.titles[name.title] += 1
        if len(form.spans) <= LOOKED_AT:
            _standing(text, span, form)
        limit = spans[at + 1].start if at + 1 < len(spans) else len(text)
        found = _PRONOUN.search(text, span.end, min(limit, span.end + AFTER))
        if found:
            form.male += found[1] is not None
            form.female += found[2] is not None
        of.append(form)
    for (span, form), (other, following) in pairwise(zip(spans, of, strict=True)):
        _relate(text, span, form, other, following)
    return list(forms.values())


def _standing(text: str, span: Span, form: NameForm) -> None:
    """What the words next to a mention say of the person's place in the case."""
    before, after = text[max(0, span.start - 40) : span.start], text[span.end : span.end + 60]
    form.party = form.party or bool(_PARTY_BEFORE.search(before) or _PARTY_AFTER.match(after))
    form.minor = form.minor or bool(_MINOR_BEFORE.search(before) or _MINOR_AFTER.match(after))
    form.dead = form.dead or bool(_DEAD_BEFORE.search(before) or _DEAD_AFTER.match(after))
    form.capitals = form.capitals or (
        span.end - span.start > SHORTEST and text[span.start : span.end].isupper()
    )


def _key(name: Name) -> tuple[object, ...]:
    """Mentions with one key are one form. Of a full name the title says no more than the gender."""
    title = name.title if name.bare else name.gender
    return name.tokens, title, name.suffix, name.several


def _relate(text: str, span: Span, form: NameForm, other: Span, following: NameForm) -> None:
    if not 0 <= other.start - span.end <= 40:
        return
    between = text[span.end : other.start]
    if "(" in between or re.search(r"alias|known|a\.?k\.?a|called|nicknamed|n[ée]e\b|born", between, re.I):
        if _ALIAS.fullmatch(between):
            form.aliases.add(other.start)
            following.aliases.add(span.start)
            if "(" in between and following.name.bare and _CLOSED.match(text, other.end, other.end + 10):
                following.defined.add(span.start)
        return
    joined = _JOINED.fullmatch(between)
    if joined and (not joined[1] or is_title(joined[1].strip(". ").lower())):
        form.joined.add(other.start)
        following.joined.add(span.start)
