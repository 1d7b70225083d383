"""What a reviewer asks for: a command and its arguments, as data.

Comes in: JSON data from the page or a program. Goes out: a `Command` whose values are of the right kinds;
whether they fit the document is for `changes` to say. Refused with `CommandError`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lexveil.model import CATEGORIES, ROLES
from lexveil.review.errors import CommandError

Place = tuple[int, int]  # of a mention: half-open offsets of characters

SCOPES = ("document", "case", "always")
MOST = 20_000  # mentions or entities in one command
_LISTS = ("entities", "mentions")
_PLACES = ("mention", "to")
_WORDS = ("entity", "category", "role", "pseudonym", "scope")


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
    pseudonym: str | None = None
    scope: str | None = None

    def __post_init__(self) -> None:
        if self.category is not None and self.category not in CATEGORIES:
            raise CommandError("review.unknown-category", choices=", ".join(CATEGORIES))
        if self.role is not None and self.role not in ROLES:
            raise CommandError("review.unknown-role", choices=", ".join(ROLES))
        if self.scope is not None and self.scope not in SCOPES:
            raise CommandError("review.unknown-scope", choices=", ".join(SCOPES))

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
    if "mentions" in given:
        values["mentions"] = tuple(_place(each, "mentions") for each in _list(given["mentions"], "mentions"))
    if "entities" in given:
        values["entities"] = tuple(_word(each, "entities") for each in _list(given["entities"], "entities"))
    if "kind" not in values:
        raise CommandError("review.no-kind")
    return Command(**values)


def _word(value: Any, key: str) -> str:
    if not isinstance(value, str):
        raise CommandError("review.field-text", field=key)
    return value


def _list(value: Any, key: str) -> list[Any] | tuple[Any, ...]:
    if not isinstance(value, list | tuple) or len(value) > MOST:
        raise CommandError("review.field-list", field=key, most=MOST)
    return value


def _place(value: Any, key: str) -> Place:
    pair = isinstance(value, list | tuple) and len(value) == 2 and all(type(each) is int for each in value)
    if not pair:
        raise CommandError("review.field-place", field=key)
    return value[0], value[1]
