"""A person in the making: the forms of the name, where they stand, and what is said there."""

from bisect import bisect_left, insort
from collections import Counter
from dataclasses import dataclass, field

from lexveil.model import Link, Span
from lexveil.names import given
from lexveil.names.parse import Name


@dataclass(slots=True, eq=False)
class NameForm:
    """One way of writing a name, and all places where it stands."""

    name: Name
    spans: list[Span] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    titles: Counter[str] = field(default_factory=Counter)
    male: int = 0  # mentions that "he" or "his" follows
    female: int = 0
    spoken: dict[int, int] = field(default_factory=dict)  # where: 1 for "he", -1 for "she" right after
    kin: bool = False  # first named as somebody's relative: "his daughter Ann Roe"
    child: bool = False  # "his daughter Ann Roe"; "Ann Roe, daughter of …"
    kin_gender: str = ""  # … and what that word tells
    joined: set[int] = field(default_factory=set)  # where mentions stand that this one is coordinated with
    aliases: set[int] = field(default_factory=set)  # … that this one is introduced as another name of
    called: set[int] = field(default_factory=set)  # … in so many words: "known as", "née"
    renamed: set[tuple[int, int]] = field(default_factory=set)  # … by a whole sentence, and where this stands
    defined: set[int] = field(default_factory=set)  # … that this one is the short name of: (“Mr Roe”)
    party: bool = False  # claimant, accused …, by the words next to it
    side: str = ""  # on the first page, where two of one name are set against each other: Roe v Roe
    sides: set[str] = field(default_factory=set)  # … of all mentions there
    callings: dict[int, str] = field(default_factory=dict)  # the word for what somebody is, beside mentions
    introduced_at: dict[int, str] = field(default_factory=dict)  # the role that mentions are introduced with
    role_at: dict[int, str] = field(default_factory=dict)  # what mentions are called where they stand
    roles: Counter[str] = field(default_factory=Counter)  # that mentions are given where they stand
    minor: bool = False  # "aged nine", "the children Ann and Bob"
    dead: bool = False  # "the late John Roe"
    capitals: bool = False
    untitled: bool = False  # in a language that writes names without Mr and Mrs
    bar_titled: bool = False  # … in which bench and bar have titles of their own, never a mere Mr

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
    child: bool = False
    kin_genders: set[str] = field(default_factory=set)
    party: bool = False
    sides: set[str] = field(default_factory=set)
    roles: Counter[str] = field(default_factory=Counter)
    minor: bool = False
    dead: bool = False
    capitals: bool = False  # written in capitals, as in a caption
    full_titles: Counter[str] = field(default_factory=Counter)  # of the full names: Mr Paul Roe
    spans: list[Span] = field(default_factory=list)
    certainty: int = 1
    links: list[Link] = field(default_factory=list)

    def add(self, form: NameForm) -> None:
        self.forms.append(form)
        self.spans += form.spans
        self.starts = sorted(self.starts + form.starts)
        if not form.name.bare:
            self.full = sorted(self.full + form.starts)
            self.full_titles += form.titles
        self.titles += form.titles
        self.roles += form.roles
        self.kin_genders |= {form.kin_gender} - {""}
        self.sides |= form.sides
        self.kin, self.party = self.kin or form.kin, self.party or form.party
        self.child = self.child or form.child
        self.minor, self.dead = self.minor or form.minor, self.dead or form.dead
        self.capitals = self.capitals or form.capitals
        self.male += form.male
        self.female += form.female
        if form.name.bare and not form.name.title:
            word = form.name.tokens[0]
            own = any(not name.bare and name.tokens[0] == word != name.family for name in self.names())
            self.given_only += len(form.starts) if own or given.is_given(word) else 0

    def add_mention(self, span: Span) -> None:
        """A mention decided by its context: it says where the person is spoken of, nothing about the name."""
        self.spans.append(span)
        insort(self.starts, span.start)

    def take(self, other: "Person") -> None:
        """All that is known of somebody who turned out to be this person."""
        alone = {span for form in other.forms for span in form.spans}
        for form in other.forms:
            self.add(form)
        for span in other.spans:
            if span not in alone:
                self.add_mention(span)
        self.links += other.links
        self.certainty = max(self.certainty, other.certainty)

    @property
    def first(self) -> int:
        return self.starts[0]

    def names(self) -> list[Name]:
        return [form.name for form in self.forms]

    def generations(self) -> set[str]:
        return {name.suffix for name in self.names()}

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
