"""How the members of an Office container hang together, by the Open Packaging Conventions (ECMA-376 part 2).

From relationships and content types follows what each member is, which members go and why, and how the two
lists must be put right. A member keeps its name only if it is made of the words that office suites use:
`word/media/image3.png` stays, `word/media/ann-roe.png` cannot.
"""

import html
import posixpath
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple
from urllib.parse import unquote

from lexveil.formats.docx.vocabulary import MEMBER_SUFFIXES, MEMBER_WORDS, Scope
from lexveil.formats.markup import Cut
from lexveil.formats.markup.tokens import Attribute, Token, tokens
from lexveil.model import Reason, because

_PARTS = re.compile(r"[^A-Za-z]+")
_LONGEST = 60  # characters of a step: digits can tell as well


def says_nothing(name: str) -> bool:
    """
    >>> says_nothing("word/media/image12.png"), says_nothing("word/media/ann-roe.png")
    (True, False)
    """
    *folders, file = name.split("/")
    stem, _, suffix = file.rpartition(".")
    if suffix == "rels" and folders and folders[-1] == "_rels":
        return True  # goes by the name of its owner
    if suffix == "psmdcp":  # core properties by a random number, as System.IO.Packaging calls them
        return bool(re.fullmatch(r"package/services/metadata/core-properties/[0-9a-f]{32}\.psmdcp", name))
    words = [word.lower() for step in (*folders, stem) for word in _PARTS.split(step) if word]
    plain = name.isascii() and all(len(re.sub(r"\D", "", step)) < 6 for step in (*folders, stem))
    short = len(name) < _LONGEST * 3
    return plain and short and suffix.lower() in MEMBER_SUFFIXES and set(words) <= MEMBER_WORDS


def neutral_names(members: Iterable[tuple[str, str]]) -> dict[str, str]:
    """New names for those that need one. Each member comes with the word for what it is, such as `image`."""
    listed = list(members)
    taken = {name.lower() for name, _ in listed}
    numbers: dict[str, Iterator[int]] = {}
    made = {}
    for name, base in listed:
        if not says_nothing(name):
            for number in numbers.setdefault(base, count(1)):
                made[name] = _neutral_name(name, f"{base}{number}")
                if made[name].lower() not in taken:
                    break
    return made


def _neutral_name(name: str, stem: str) -> str:
    """The folder stays if it says nothing, the suffix if it is a usual one."""
    folder, _, file = name.rpartition("/")
    suffix = file.rpartition(".")[2].lower()
    if folder and not says_nothing(f"{folder}/part.xml"):
        folder = "parts"
    return f"{folder}/{stem}.{suffix if suffix in MEMBER_SUFFIXES else 'bin'}".lstrip("/")


TYPES = "[Content_Types].xml"


class Relation(NamedTuple):
    kind: str  # the last step of its type, in small letters without hyphens: `officedocument`
    target: str
    external: bool
    start: int  # of the element
    end: int
    target_at: Attribute
    id_at: Attribute | None
    type_at: Attribute | None


class Typed(NamedTuple):
    """A line of the list of content types."""

    key: str  # a suffix with its dot, or the name of a member, in small letters
    type: str
    override: bool
    start: int
    end: int
    key_at: Attribute


def listed_relations(source: str) -> list[Relation]:
    found = []
    for token, end in _elements(source, "rel:Relationship"):
        values = _values(source, token)
        if "Target" in values:
            type_, type_at = values.get("Type", ("", None))
            kind = type_.rstrip("/").rpartition("/")[2].replace("-", "").lower()
            external = values.get("TargetMode", ("", None))[0].lower() == "external"
            target, target_at = values["Target"]
            id_at = values.get("Id", ("", None))[1]
            found.append(Relation(kind, target, external, token.start, end, target_at, id_at, type_at))
    return found


def content_types(source: str) -> list[Typed]:
    found = []
    for wanted, name in (("ct:Default", "Extension"), ("ct:Override", "PartName")):
        for token, end in _elements(source, wanted):
            values = _values(source, token)
            if name in values:
                key, place = values[name]
                type_ = values.get("ContentType", ("", None))[0].lower()
                override = name == "PartName"
                key = unquote(key).lstrip("/").lower() if override else f".{key.lower()}"
                found.append(Typed(key, type_, override, token.start, end, place))
    return found


def type_of(name: str, types: Mapping[str, str]) -> str:
    """By `types`, name or suffix (with its dot) → type."""
    lower = name.lower()
    return types.get(lower) or types.get("." + lower.rpartition(".")[2], "")


def owner(name: str) -> str:
    """The member whose relationships a `.rels` member lists, "" for the container itself."""
    folder, _, file = name.rpartition("/")
    return posixpath.join(posixpath.dirname(folder), file[: -len(".rels")])


def rels_of(name: str) -> str:
    folder, file = posixpath.split(name)
    return posixpath.join(folder, "_rels", f"{file}.rels")


def resolved(source: str, target: str) -> str:
    """The member that a relationship of `source` leads to, in small letters."""
    path = unquote(target.partition("#")[0]).replace("\\", "/")
    return posixpath.normpath(posixpath.join("/", posixpath.dirname(source), path)).lstrip("/").lower()


def spelled(text: str, at: Attribute) -> Cut:
    """A new value for an attribute."""
    return Cut(at.start, at.end, html.escape(text, quote=True))


def _elements(source: str, wanted: str) -> Iterator[tuple[Token, int]]:
    """Start tags of that name, and where their element ends."""
    scope = Scope()
    depth = 0
    begun: Token | None = None
    for token in tokens(source):
        if token.kind == "start":
            scope.enter(source, token, depth)
            if depth == 1 and scope.element(token.name) == wanted:
                begun = token
                if token.empty:
                    yield token, token.end
            if token.empty:
                scope.leave(depth)
            depth += not token.empty
        elif token.kind == "end":
            depth -= 1
            if depth == 1 and begun and scope.element(token.name) == wanted:
                yield begun, token.end
            scope.leave(depth)


def _values(source: str, token: Token) -> dict[str, tuple[str, Attribute]]:
    return {each.name: (html.unescape(source[each.start : each.end]), each) for each in token.attributes}


# By the kind of relationship that leads to a member: it goes.
REMOVED = {
    "thumbnail": because("part.thumbnail"),
    "printersettings": because("part.printer"),
    "origin": because("part.void-signature"),
}
REMOVED_METADATA = {
    "people": because("part.authors"),
    "attachedtemplate": because("part.template"),
    **dict.fromkeys(("mailmergesource", "mailmergeheadersource"), because("part.mail-merge")),
    "recipientdata": because("part.recipients"),
    "classificationlabels": because("part.classification"),
}


@dataclass(slots=True)
class Members:
    """The members of a container by their names in small letters, and what the relationships make of them."""

    names: dict[str, str]  # → as they are written
    gone: Mapping[str, Reason]  # kinds of relationships to members that go → why
    relations: dict[str, list[Relation]] = field(default_factory=dict)  # owner → its relationships
    kinds: dict[str, str] = field(default_factory=dict)  # those that stay → the kind of relationship
    aside: set[str] = field(default_factory=set)  # those of the glossary, which no page shows
    removed: dict[str, Reason] = field(default_factory=dict)  # those that go → why

    def inside(self, source: str) -> Iterator[tuple[Relation, str]]:
        """The relationships of `source` that lead to members."""
        for relation in self.relations.get(source, ()):
            name = resolved(source, relation.target)
            if not relation.external and name in self.names:
                yield relation, name


def reach(found: Members) -> None:
    """Follow the relationships from the container itself, first those that stay, then those that go."""
    leaving: list[tuple[str, Reason]] = []
    queue = deque([""])
    while queue:
        source = queue.popleft()
        for relation, name in found.inside(source):
            if relation.kind in found.gone:
                leaving.append((name, found.gone[relation.kind]))
            elif name not in found.kinds:
                found.kinds[name] = relation.kind
                if relation.kind == "glossarydocument" or source in found.aside:
                    found.aside.add(name)
                queue.append(name)
    for name, why in leaving:
        if name not in found.kinds and name not in found.removed:
            found.removed[name] = why
            leaving += ((inner, why) for _, inner in found.inside(name))
    for name in found.names:
        of = owner(name) if name.endswith(".rels") else None
        if name not in found.kinds and name != TYPES.lower() and of != "" and of not in found.kinds:
            found.removed.setdefault(name, because("part.unused"))


def cuts_in_relations(source: str, found: Members, renamed: Mapping[str, str]) -> Iterator[Cut]:
    """Changes to the relationships of `source`: what goes, and what is called otherwise now."""
    names = found.names
    moved = names.get(source) in renamed
    for relation in found.relations[source]:
        name = resolved(source, relation.target)
        inside = not relation.external and name in names
        if relation.kind in found.gone or (inside and name in found.removed):
            yield Cut(relation.start, relation.end, "")
        elif inside and (moved or names[name] in renamed):
            yield spelled(f"/{renamed.get(names[name], names[name])}", relation.target_at)


def cuts_in_types(source: str, found: Members, renamed: Mapping[str, str]) -> Iterator[Cut]:
    """Changes to the list of content types."""
    new_names = {old.lower(): new for old, new in renamed.items()}
    defaults = {}
    for line in content_types(source):
        if not line.override:
            defaults[line.key] = line.type
            if not says_nothing(f"part{line.key}"):
                yield Cut(line.start, line.end, "")
        elif line.key not in found.names or line.key in found.removed:
            yield Cut(line.start, line.end, "")
        elif line.key in new_names:
            yield spelled(f"/{new_names.pop(line.key)}", line.key_at)
    # A member that was typed by its suffix and has another one now.
    typed = ((new, defaults.get(f".{old.rpartition('.')[2]}")) for old, new in new_names.items())
    end = re.search(r"</((?:[^\s:>]+:)?)[^\s>]+\s*>\s*\Z", source)
    added = (
        f'<{end[1]}Override PartName="/{html.escape(new)}" ContentType="{html.escape(type_)}"/>'
        for new, type_ in typed
        if end and type_ and defaults.get(f".{new.rpartition('.')[2]}") != type_
    )
    if end and (lost := "".join(added)):
        yield Cut(end.start(), end.start(), lost)
