"""Metadata out of the source of a member, before anything is read: properties, authors, dates, printers.

Fields that show a property are fixed to what they show.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from lexveil.formats.markup import Cut
from lexveil.formats.markup.escaping import escaped
from lexveil.formats.markup.tokens import Token, tokens, value, value_of
from lexveil.formats.odt.container import Plan, referred
from lexveil.formats.odt.vocabulary import SCHEMA, SIGNATURES, SIGNED

KEPT_PROPERTIES, SETTINGS, FIELDS = (
    frozenset(SCHEMA["metadata"][name].split()) for name in ("kept_properties", "settings", "fields")
)
# Marks of editing sessions, which tell what was written together.
SESSION = frozenset(("officeooo:rsid", "officeooo:paragraph-rsid"))
ZEROS = frozenset(("Rsid", "RsidRoot"))
ADDRESSES = frozenset(("xlink:href", "rdf:about", "rdf:resource"))
DATE = "1970-01-01T00:00:00"


@dataclass(slots=True)
class Cleaning:
    """What is known of the whole document while its members are cleaned one by one."""

    plan: Plan
    keep_metadata: bool = False
    authors: dict[str, int] = field(default_factory=dict)  # by their order of appearance

    def author(self, name: str) -> int:
        return self.authors.setdefault(name, len(self.authors) + 1)


@dataclass(slots=True)
class _Path:
    folder: str
    open: list[Token] = field(default_factory=list)
    signed: int = 0  # how many open elements are comments or changes
    author: int = 1  # who wrote the one that was met last


def cuts(source: str, cleaning: Cleaning, folder: str = "") -> Iterator[Cut]:
    """`folder`: that of the member, with its slash; addresses within the container may count from there."""
    path = _Path(folder)
    for token in tokens(source):
        if token.kind == "start":
            yield from _tag(source, token, cleaning, folder)
            if not token.empty:
                path.open.append(token)
                path.signed += token.name in SIGNED
            else:
                yield from _element(source, token, token, path, cleaning)
        elif token.kind == "end":
            start = path.open.pop()
            path.signed -= start.name in SIGNED
            yield from _element(source, start, token, path, cleaning)


def _tag(source: str, token: Token, cleaning: Cleaning, folder: str) -> Iterator[Cut]:
    for attribute in token.attributes:
        if attribute.name in SESSION and not cleaning.keep_metadata:
            start = source.rindex(attribute.name, token.start, attribute.start)
            yield Cut(start - 1, attribute.end + 1)
        elif attribute.name in ADDRESSES and cleaning.plan.words:
            address = value(source, attribute)
            member = referred(address, folder, cleaning.plan.paths)
            new = cleaning.plan.renamed(member)
            if new != member:
                yield Cut(attribute.start, attribute.end, escaped("./" * address.startswith("./") + new))
    if token.name in FIELDS and not cleaning.keep_metadata:
        yield from _fixed(source, token)


def _fixed(source: str, token: Token) -> Iterator[Cut]:
    for attribute in token.attributes:
        if attribute.name == "text:fixed":
            if value(source, attribute) != "true":
                yield Cut(attribute.start, attribute.end, "true")
            return
    end = token.end - (2 if token.empty else 1)
    yield Cut(end, end, ' text:fixed="true"')


def _element(source: str, start: Token, end: Token, path: _Path, cleaning: Cleaning) -> Iterator[Cut]:
    """An element has ended; `path` is where it stood."""
    name, within = start.name, path.open[-1].name if path.open else ""
    if name == "draw:image":
        removed = cleaning.plan.removed
        if removed and referred(value_of(source, start, "xlink:href"), path.folder, removed):
            yield Cut(start.start, end.end)
    elif name == "config:config-item":
        yield from _setting(source, start, end, cleaning)
    elif cleaning.keep_metadata:
        return
    elif within == "office:meta" and name not in KEPT_PROPERTIES:
        yield Cut(start.start, end.end)
    elif path.signed and name in SIGNATURES and start is not end:
        old = source[start.end : end.start]
        if name == "dc:creator":
            path.author = cleaning.author(old.strip())
        neutral = {"dc:creator": f"Author {path.author}", "meta:date-string": "", "dc:date": DATE}
        new = neutral.get(name, f"A{path.author}")
        if new != old:
            yield Cut(start.end, end.start, new)


def _setting(source: str, start: Token, end: Token, cleaning: Cleaning) -> Iterator[Cut]:
    """Printers and data sources; what is in base64 nobody can read, and it may name them too."""
    name = value_of(source, start, "config:name")
    coded = value_of(source, start, "config:type") == "base64Binary"
    if coded or (name in SETTINGS and not cleaning.keep_metadata):
        new = "0" if name in ZEROS else ""
        if start is not end and source[start.end : end.start] != new:
            yield Cut(start.end, end.start, new)
