"""The plain data that flows between the steps.

Offsets are half-open character offsets into `Document.text`, everywhere. No repr shows document text: a
repr ends up in logs. Nothing here reads a file, and nothing here decides anything.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from operator import attrgetter
from typing import Any

from lexveil import messages
from lexveil.errors import LexveilError

# What a span can be, and the type of the Text Anonymization Benchmark (Pilán et al. 2022) it counts as.
CATEGORIES: Mapping[str, str] = {
    "PERSON": "PERSON",
    "ORG": "ORG",
    "COURT": "ORG",  # courts and public bodies, apart so that policies can keep them
    "CARE_UNIT": "ORG",  # a hospital, a practice, a ward
    "LOC": "LOC",
    "ADDRESS": "LOC",
    "DATE": "DATETIME",
    "TIME": "DATETIME",
    "AGE": "QUANTITY",
    "MONEY": "QUANTITY",
    "DEM": "DEM",
    "RARE_DISEASE": "DEM",  # that few have
    "UNIQUE_JOB": "DEM",  # that one person has
    "QUANTITY": "QUANTITY",
    "EMAIL": "CODE",
    "URL": "CODE",
    "PHONE": "CODE",
    "IBAN": "CODE",
    "CARD": "CODE",
    "NATIONAL_ID": "CODE",
    "PASSPORT": "CODE",
    "PLATE": "CODE",
    "PROPERTY_ID": "CODE",
    "PROFESSIONAL_ID": "CODE",  # at the bar, of a doctor, a police officer: their trade, not their life
    "COMPANY_ID": "CODE",
    "CASE_NUMBER": "CODE",
    "PROVISION": "CODE",  # of a statute, or a place in the file; no policy but the benchmark's hides it
    "IP": "CODE",
    "MAC": "CODE",
    "USERNAME": "CODE",
    "FAMILY_NUMBER": "CODE",  # of a family book, or of a family with many children
    "CODE": "CODE",
    "MISC": "MISC",
}

# Categories that tell more than another, and that other: what a policy says of a trait holds for a rare
# disease, unless it says something of that before.
BROADER: Mapping[str, str] = {
    "RARE_DISEASE": "DEM", "UNIQUE_JOB": "DEM", "CARE_UNIT": "ORG", "USERNAME": "CODE",
    "FAMILY_NUMBER": "CODE",
}  # fmt: skip


def broader(category: str) -> str:
    """
    >>> broader("CARE_UNIT"), broader("PERSON")
    ('ORG', 'PERSON')
    """
    return BROADER.get(category, category)


# What the residual risk weighs besides the categories: a date of birth, and signs of a missed name.
BIRTH = "BIRTH_DATE"
SIGNS = (
    "POSSIBLE_NAME",  # a capitalised word that no detector explains, and that lists of names have
    "POSSIBLE_INITIALS",  # letters that nothing explains and that are those of somebody hidden
    "SMALL_NAME",  # a hidden name in small letters, as in a chat, where others may stand unseen
    "DOUBTFUL_NAME",  # a place, body or thing that stays and that only the model, hesitating, found
    "MENTIONED_ONCE",  # somebody hidden: who is mentioned rarely is missed easily
)

# The twelve types of PSILENCE (section 4.1), its WITNESS, and the roles that a reader of judgments expects
# besides. UNKNOWN is a person about whom nothing is said; PERSON, the type of such a mention.
ROLES = (
    "PARTY",
    "JUDGE",
    "LAWYER",
    "ARBITRATOR",
    "TRIBUNAL_MEMBER",
    "EXPERT",
    "AUTHOR",
    "LAW_FIRM",
    "PERSON",
    "ORGANIZATION",
    "MISCELLANEOUS",
    "LOCATION",
    "CHILD",
    "RELATIVE",
    "OFFICIAL",
    "CLERK",
    "UNKNOWN",
    "WITNESS",
)

# Roles of what is no person, and its category.
NO_PERSON: Mapping[str, str] = {
    "LOCATION": "LOC",
    "MISCELLANEOUS": "MISC",
    "LAW_FIRM": "ORG",
    "ORGANIZATION": "ORG",
}

# Which side a party is on: its role stays PARTY.
SIDES = (
    "CLAIMANT",
    "DEFENDANT",
    "APPELLANT",
    "RESPONDENT",
    "APPLICANT",
    "PLAINTIFF",
    "PETITIONER",
    "COMPLAINANT",
    "ACCUSED",
    "PROSECUTOR",
    "INTERVENER",
    "DEBTOR",
    "CREDITOR",
)

# A span's score is the strength of the vote for it; the bounds of the three certainty levels.
HIGH, MEDIUM = 0.8, 0.5
UNSURE = 3  # the certainty of an entity, or of its role, at which somebody should look


@dataclass(frozen=True, slots=True)
class Piece:
    """Characters start..end of the text and where they stand in the source.

    `place` is read only by the format that made it.
    """

    start: int
    end: int
    place: Any = field(repr=False)


@dataclass(frozen=True, slots=True)
class Zone:
    """A stretch of text that later steps treat apart.

    `citation`: a reference to case law or literature. `hidden`: text a reader of the document does not see
    on the page (a comment, an attribute). `code`: script, style or an address in a link; only names found
    elsewhere are looked for there. `judge`, `lawyer`, `party`: whom the source's own elements call so.
    """

    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class Stretch:
    """Characters start..end of a document are in this language."""

    start: int
    end: int
    language: str


# Parts of a file that text stands in, besides its body.
REGIONS = (
    "header", "footer", "footnote", "endnote", "comment", "properties", "bookmark", "alt-text", "link",
    "field", "style", "name", "script", "picture", "chart", "embedded", "data", "attribute", "mail-header",
)  # fmt: skip


Value = str | int | tuple["Reason", ...]  # of a reason


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is so: `reason.<code>` of the catalogues (`messages.py`) and what stands in its places.

    Never holds text of a document. Made with `because`, so that equal reasons are equal. Several reasons may
    stand in one place; `items` are worded as an enumeration.
    """

    code: str
    values: tuple[tuple[str, Value], ...] = ()

    @property
    def role(self) -> str:
        """The role that it speaks for, or ""."""
        return str(dict(self.values).get("role", ""))

    def render(self, language: str = messages.DEFAULT) -> str:
        """In the words of a language; a role is worded too, alone (`{role}`) or of several (`{roles}`).

        >>> because("before", role="JUDGE").render()
        'judge before the name'
        """
        values = {name: _worded(name, value, language) for name, value in self.values}
        if self.code == FAILED:
            return LexveilError(str(values.pop("error")), **values).render(language)
        if self.role:
            values["role"] = messages.render(f"reason.role.{self.role}", language=language)
            values["roles"] = messages.render(f"reason.roles.{self.role}", language=language)
        return messages.render(f"reason.{self.code}", values, language)

    def __str__(self) -> str:
        return self.render()


READ_AS = "read-as"  # the code of a reason against a person: some mentions read as something else
FAILED = "failed"  # the code of a reason that is an error: `error` is the code of that


def because(code: str, **values: Value) -> Reason:
    """
    >>> because("list", role="JUDGE", line=12)
    Reason(code='list', values=(('line', 12), ('role', 'JUDGE')))
    """
    return Reason(code, tuple(sorted(values.items())))


def because_of(error: LexveilError) -> Reason:
    """An error that does not stop the work, as a reason."""
    values = {name: value if isinstance(value, int) else str(value) for name, value in error.values.items()}
    return because(FAILED, **{**values, "error": error.code})


def several(reasons: Sequence[Reason]) -> Reason | None:
    """All of them in one."""
    if not reasons:
        return None
    return reasons[0] if len(reasons) == 1 else because("part.several", reasons=tuple(reasons))


def _worded(name: str, value: Value, language: str) -> object:
    if not isinstance(value, tuple):
        return value
    words = [each.render(language) for each in value]
    if name != "items" or len(words) == 1:
        return ", ".join(words)
    first = ", ".join(words[:-1])
    return messages.render("reason.and", {"first": first, "last": words[-1]}, language)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the source file, and what becomes of it on the way out.

    `read`: its text is in the document. `cleaned`: emptied or removed, for it tells of people and shows
    nothing (an author, a thumbnail). `kept`: copied as it is, for it can hold no text of its own (a font).
    `uncovered`: it may hold text that was not read, which stops the export unless the user allows it.
    """

    name: str  # "word/footnotes.xml", "page 3, image 1"; never text of the document
    state: str
    why: Reason | None = None

    def explain(self, language: str = messages.DEFAULT) -> str:
        """Why, in the words of a language; "" where nothing is to be said."""
        return self.why.render(language) if self.why else ""


@dataclass(frozen=True, slots=True)
class Document:
    id: str  # opaque, drawn from a hash of the source, never from a file name
    text: str = field(repr=False)
    language: str = "en"
    pieces: tuple[Piece, ...] = field(default=(), repr=False)
    zones: tuple[Zone, ...] = field(default=(), repr=False)
    metadata: Mapping[str, Any] = field(default_factory=dict, repr=False)
    source: Any = field(default=None, repr=False)  # the format's own: what `write` needs
    parts: tuple[Part, ...] = ()  # what the file is made of; empty for a file that is one text
    notes: tuple[Reason, ...] = ()  # what the reader of the report should know
    # How the page shows it: `heading 1` … `heading 6`, `item`, `row`, `cell` (`cell 3`, `cell 3-4`: in those
    # columns), `note`, `page`. Zones in the order of their starts; what is in none is a paragraph. No step of
    # the analysis looks at it.
    shape: tuple[Zone, ...] = field(default=(), repr=False)
    # Which part of the file it stands in, one of REGIONS; what is in none stands in the body. Nor at this.
    regions: tuple[Zone, ...] = field(default=(), repr=False)
    # Where it is in which language, in order and without gaps; empty: all of it is in `language`.
    stretches: tuple[Stretch, ...] = ()

    def language_at(self, offset: int) -> str:
        if not self.stretches:
            return self.language
        at = bisect_right(self.stretches, offset, key=lambda stretch: stretch.start) - 1
        return self.stretches[at].language if at >= 0 else self.language

    def by_language(self) -> tuple[Stretch, ...]:
        """The whole document as stretches of one language each."""
        return self.stretches or (Stretch(0, len(self.text), self.language),)


@dataclass(frozen=True, slots=True, order=True)
class Span:
    start: int
    end: int
    category: str
    score: float = 1.0
    sources: tuple[str, ...] = ()  # "detector:rule", every one that voted for it

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end:
            raise ValueError(f"a span needs 0 <= start < end, got {self.start}..{self.end}")

    def __hash__(self) -> int:
        return hash((self.start, self.end, self.category))  # enough to tell most apart, and quick

    @property
    def certainty(self) -> int:
        return 1 if self.score >= HIGH else 2 if self.score >= MEDIUM else 3


# Sorts spans as they compare, in half the time.
in_order = attrgetter("start", "end", "category", "score", "sources")


@dataclass(frozen=True, slots=True)
class Link:
    """A mention that joined an entity, the mention it was matched with, how likely they are one, and why."""

    span: Span
    to: Span
    score: float
    why: Reason


@dataclass(frozen=True, slots=True)
class Entity:
    id: str  # opaque, never derived from the name
    category: str
    role: str
    certainty: int  # 1 high … 3 low
    spans: tuple[Span, ...]
    why: tuple[Reason, ...] = ()  # evidence for the role
    links: tuple[Link, ...] = ()  # why its mentions are one
    side: str = ""  # of a party, one of `SIDES`
    role_certainty: int = 1  # of the role: 1 stated or chosen, 2 by a slight sign, 3 assumed or in conflict

    @property
    def broad(self) -> str:
        """The category, or the broader one that it is a kind of."""
        return broader(self.category)


@dataclass(frozen=True, slots=True)
class Decision:
    entity: str  # the entity's id
    action: str  # keep, replace; reject: a reviewer says that it is no such thing, so it stays
    why: Reason  # the rule of the policy, or what a reviewer did
    label: str = ""  # the pattern of the pseudonym, for `replace`
    kept: tuple[Span, ...] = ()  # spans of the entity that stay as they are, by context
    style: str = "label"  # how a replaced entity is written: `policy.rules.STYLES`
    pseudonym: str = ""  # the one it has, once there is a review; empty: it is still to be given
    given: bool = False  # a reviewer chose the pseudonym, so it stays whatever the role becomes
    checked: tuple[Span, ...] = ()  # the mentions that a reviewer has accepted
    cleared: tuple[str, ...] = ()  # codes of the doubts about the whole that a reviewer has answered


@dataclass(frozen=True, slots=True)
class Replacement:
    start: int
    end: int
    text: str
    entity: str
    category: str = ""  # of the entity, for formats that mark replacements
    certainty: int = 0  # of the entity; 0: not told


@dataclass(frozen=True, slots=True)
class Edit:
    """One change by a reviewer. State is the fold of edits; undo swaps before and after."""

    number: int  # from 1, without gaps, in one document
    author: str  # the id of a user
    time: datetime
    kind: str  # accept, reject, role, merge …: what `review.commands` knows; also undo, redo
    before: tuple[Entity | Decision, ...]
    after: tuple[Entity | Decision, ...]
    undoes: int = 0  # the edit that this one takes back or brings back
    correction: int = 0  # the correction of the case that it follows; 0: made in this document
