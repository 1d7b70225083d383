"""What a reviewer asks for, and what is refused.

LexveilError
├── CommandError    a command that cannot be carried out: correct it
└── Conflict        what the command or the undo touches has changed meanwhile: look at it again

`parse` makes a `Command` of the JSON of the page or a program; whether it fits the document is for `changes`
to say. No message quotes the document, nor what was typed.
"""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from lexveil.errors import LexveilError
from lexveil.model import CATEGORIES, ROLES, SIDES


class CommandError(LexveilError):
    pass


class Conflict(LexveilError):  # noqa: N818 - two people at work are no mistake of either
    pass


# Commands -----------------------------------------------------------------------------------------


Place = tuple[int, int]  # of a mention: half-open offsets of characters

SCOPES = ("document", "case", "always")
DOUBTS = (
    "role-conflict", "ambiguous-surname", "shared-surname", "certainty", "risk", "no-person",
    "left-readable",
)  # fmt: skip
LEFT = DOUBTS[-1]
MOST = 20_000  # mentions or entities in one command
_PLACES = ("mention", "to")
_WORDS = ("entity", "category", "role", "side", "pseudonym", "scope", "doubt")


@dataclass(frozen=True, slots=True)
class Command:
    """One of the kinds of `changes.CHANGES`; each takes some of the arguments."""

    kind: str
    entity: str | None = None
    entities: tuple[str, ...] = ()  # to merge, the one that stays first
    mentions: tuple[Place, ...] | None = None  # None: all mentions of the entity
    mention: Place | None = None
    to: Place | None = None
    category: str | None = None
    role: str | None = None
    side: str | None = None  # of a party
    pseudonym: str | None = None
    scope: str | None = None
    doubt: str | None = None  # the code of one that is answered

    def __post_init__(self) -> None:
        known = {
            "category": tuple(CATEGORIES),
            "role": ROLES,
            "side": ("", *SIDES),
            "scope": SCOPES,
            "doubt": DOUBTS,
        }
        for name, choices in known.items():
            if getattr(self, name) not in (None, *choices):
                raise CommandError(f"review.unknown-{name}", choices=", ".join(choices))

    @property
    def named(self) -> frozenset[str]:
        """The entities that it names."""
        return frozenset([*self.entities, *([self.entity] if self.entity else [])])


def parse(data: Mapping[str, Any]) -> Command:
    """A command from JSON data."""
    known = ("kind", *_WORDS, *_LISTS, *_PLACES)
    if not isinstance(data, Mapping) or any(key not in known for key in data):
        raise CommandError("review.unknown-field", choices=", ".join(known))
    given = {key: value for key, value in data.items() if value is not None}
    values: dict[str, Any] = {key: _word(given[key], key) for key in ("kind", *_WORDS) if key in given}
    values |= {key: _place(given[key], key) for key in _PLACES if key in given}
    for key in (key for key in _LISTS if key in given):
        if not isinstance(given[key], list | tuple) or len(given[key]) > MOST:
            raise CommandError("review.field-list", field=key, most=MOST)
        values[key] = tuple(_LISTS[key](each, key) for each in given[key])
    if "kind" not in values:
        raise CommandError("review.no-kind")
    return Command(**values)


def _word(value: Any, key: str) -> str:
    if not isinstance(value, str):
        raise CommandError("review.field-text", field=key)
    return value


def _place(value: Any, key: str) -> Place:
    pair = isinstance(value, list | tuple) and len(value) == 2 and all(type(each) is int for each in value)
    if not pair:
        raise CommandError("review.field-place", field=key)
    return value[0], value[1]


_LISTS: Mapping[str, Callable[[Any, str], Any]] = {"entities": _word, "mentions": _place}


def left_alone(doubt: str, place: Place) -> str:
    """What a decision keeps of a doubt that was answered about a place which is no mention."""
    return f"{doubt} {place[0]} {place[1]}"


# Places in the text -------------------------------------------------------------------------------


LONGEST = 1_000  # characters: nobody is called by more
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")


def placed(text: str, places: Collection[Place]) -> tuple[Place, ...]:
    if not places:
        raise CommandError("review.needs", what="mentions: give at least one [start, end]")
    found = tuple(sorted({_trimmed(text, *place) for place in places}))
    if any(before[1] > after[0] for before, after in pairwise(found)):
        raise CommandError("review.overlap")
    return found


def _trimmed(text: str, start: int, end: int) -> Place:
    if not 0 <= start < end <= len(text):
        raise CommandError("review.outside", most=len(text))
    if end - start > LONGEST:
        raise CommandError("review.mention-long", most=LONGEST)
    surface = text[start:end]
    if not surface.strip():
        raise CommandError("review.mention-blank")
    start += len(surface) - len(surface.lstrip())
    end -= len(surface) - len(surface.rstrip())
    if _BLANK_LINE.search(text, start, end):
        raise CommandError("review.paragraph")
    return start, end
