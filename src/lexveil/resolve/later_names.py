"""People who go by a later part of their full name: Sven Torbjörn Ek is Torbjörn Ek.

Two people may as well be meant: a father and the son who has his middle name. So it is one person only where
nobody is ever called by the first given name, and where no third person fits.
"""

from collections.abc import Sequence

from lexveil.names import given
from lexveil.names.parse import Name
from lexveil.resolve.features import EXCLUSIVE, gender
from lexveil.resolve.people import Person

OTHERS = frozenset(["RELATIVE", "CHILD", "WITNESS"])  # whoever is introduced as one is somebody else
KINDRED = frozenset(["RELATIVE", "CHILD"])
FULL = 3  # words of a name that has a later part


def later_named(people: Sequence[Person]) -> list[tuple[Person, Person]]:
    """Who is known in full, and who turns out to be the same person; all with full names."""
    by_family: dict[str, list[Person]] = {}
    for person in people:
        for family in {name.family for name in person.names() if not name.bare}:
            by_family.setdefault(family, []).append(person)
    found = []
    for alike in by_family.values():
        pairs = [(one, other) for one in alike for other in alike if _goes_by_later(one, other)]
        found += [
            (one, other)
            for one, other in pairs
            if sum(one is first or other is second for first, second in pairs) == 1
        ]
    return found


def _goes_by_later(person: Person, other: Person) -> bool:
    full = [name for name in person.names() if not name.bare]
    somebody_else = OTHERS.intersection(other.roles) - person.roles.keys()
    if _has_double_family(other):
        somebody_else &= KINDRED
    if person is other or not full or other.kin or person.kin or somebody_else:
        return False
    whole = max(full, key=lambda name: len(name.tokens))
    own = all(name.tokens == whole.tokens for name in full)  # never by a shorter one
    part = all(_is_later_part(name, whole) for name in other.names())
    return own and part and not _are_opposed(person, other)


def _has_double_family(person: Person) -> bool:
    """Counsel Storm Poe, of Ann Storm Poe: where nobody has a title, two family names stand alone."""
    words = {word for name in person.names() for word in name.tokens[:-1]}
    return all(map(given.is_family, words)) and all(form.untitled for form in person.forms)


def _is_later_part(name: Name, whole: Name) -> bool:
    inner = whole.tokens[1:-1]
    wanted = name.tokens[:-1]
    if len(whole.tokens) < FULL or not wanted or name.family != whole.family or name.abbreviated:
        return False
    if any(len(word) == 1 for word in (*wanted, whole.tokens[0])):
        return False
    return any(inner[at : at + len(wanted)] == wanted for at in range(len(inner)))


def _are_opposed(person: Person, other: Person) -> bool:
    roles = ({role for role in each.roles if role in EXCLUSIVE} for each in (person, other))
    mine, theirs = roles
    genders = {gender(person), 0 if _has_double_family(other) else gender(other)} - {0}
    suffixes = {name.suffix for each in (person, other) for name in each.names()} - {""}
    apart = person.sides and other.sides and person.sides.isdisjoint(other.sides)
    return bool((mine and theirs and mine.isdisjoint(theirs)) or len(genders) > 1 or len(suffixes) or apart)
