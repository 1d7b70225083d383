"""Which members belong to the document, and the lists of them put right.

Comes in: the relationships of all members. Goes out: what each member is, by the relationship that leads to
it; which members go, and why; and the changes to relationships and content types when members go or get
another name. Never opens a member.
"""

import html
import re
from collections import deque
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field

from lexveil.formats.docx.attributes import Fix
from lexveil.formats.docx.relations import TYPES, Relation, content_types, owner, resolved, spelled
from lexveil.formats.docx.renaming import says_nothing
from lexveil.model import Reason, because

# By the kind of relationship that leads to a member: it goes.
REMOVED = {
    "thumbnail": because("part.thumbnail"),
    "printersettings": because("part.printer"),
    "origin": because("part.void-signature"),
}
REMOVED_METADATA = {
    "people": because("part.authors"),
    "attachedtemplate": because("part.template"),
    "mailmergesource": because("part.mail-merge"),
    "mailmergeheadersource": because("part.mail-merge"),
    "recipientdata": because("part.recipients"),
    "classificationlabels": because("part.classification"),
}
_UNUSED = because("part.unused")


@dataclass(slots=True)
class Reached:
    """Members by their names in small letters."""

    kinds: dict[str, str] = field(default_factory=dict)  # those that stay → the kind of relationship
    aside: set[str] = field(default_factory=set)  # those of the glossary, which no page shows
    removed: dict[str, Reason] = field(default_factory=dict)  # those that go → why


def reach(
    names: Mapping[str, str], relations: Mapping[str, list[Relation]], gone: Mapping[str, Reason]
) -> Reached:
    """Follow the relationships from the container itself, first those that stay, then those that go."""
    found = Reached()
    leaving: list[tuple[str, Reason]] = []
    queue = deque([""])
    while queue:
        source = queue.popleft()
        for relation, name in _inside(names, relations, source):
            if relation.kind in gone:
                leaving.append((name, gone[relation.kind]))
            elif name not in found.kinds:
                found.kinds[name] = relation.kind
                if relation.kind == "glossarydocument" or source in found.aside:
                    found.aside.add(name)
                queue.append(name)
    for name, why in leaving:
        if name not in found.kinds and name not in found.removed:
            found.removed[name] = why
            leaving += ((inner, why) for _, inner in _inside(names, relations, name))
    for name in names:
        if not _belongs(name, found.kinds):
            found.removed.setdefault(name, _UNUSED)
    return found


def fixed_relations(
    source: str,
    relations: list[Relation],
    reached: Reached,
    gone: Container[str],
    names: Mapping[str, str],
    renamed: Mapping[str, str],
) -> Iterator[Fix]:
    """Changes to the relationships of `source`: what goes, and what is called otherwise now."""
    moved = names.get(source) in renamed
    for relation in relations:
        name = resolved(source, relation.target)
        inside = not relation.external and name in names
        if relation.kind in gone or (inside and name in reached.removed):
            yield Fix(relation.start, relation.end, "")
        elif inside and (moved or names[name] in renamed):
            yield spelled(f"/{renamed.get(names[name], names[name])}", relation.target_at)


def fixed_types(
    source: str, reached: Reached, names: Mapping[str, str], renamed: Mapping[str, str]
) -> Iterator[Fix]:
    """Changes to the list of content types."""
    new_names = {old.lower(): new for old, new in renamed.items()}
    defaults = {}
    for line in content_types(source):
        if not line.override:
            defaults[line.key] = line.type
            if not says_nothing(f"part{line.key}"):
                yield Fix(line.start, line.end, "")
        elif line.key not in names or line.key in reached.removed:
            yield Fix(line.start, line.end, "")
        elif line.key in new_names:
            yield spelled(f"/{new_names.pop(line.key)}", line.key_at)
    # A member that was typed by its suffix and has another one now.
    typed = ((new, defaults.get(f".{old.rpartition('.')[2]}")) for old, new in new_names.items())
    lost = [
        (new, type_) for new, type_ in typed if type_ and defaults.get(f".{new.rpartition('.')[2]}") != type_
    ]
    end = re.search(r"</((?:[^\s:>]+:)?)[^\s>]+\s*>\s*\Z", source)
    if lost and end:
        added = (
            f'<{end[1]}Override PartName="/{html.escape(new)}" ContentType="{html.escape(type_)}"/>'
            for new, type_ in lost
        )
        yield Fix(end.start(), end.start(), "".join(added))


def _inside(
    names: Mapping[str, str], relations: Mapping[str, list[Relation]], source: str
) -> Iterator[tuple[Relation, str]]:
    """The relationships of `source` that lead to members."""
    for relation in relations.get(source, ()):
        name = resolved(source, relation.target)
        if not relation.external and name in names:
            yield relation, name


def _belongs(name: str, kinds: Mapping[str, str]) -> bool:
    if name in kinds or name == TYPES.lower():
        return True
    of = owner(name) if name.endswith(".rels") else None
    return of is not None and (of in kinds or of == "")
