"""What an element means for the text: whether it is a block, runs in the line, or is a line end itself.

The vocabularies of `schema.toml` decide; for one that is not known the document itself: elements that have
text right beside them more often than another element of their name are inline. `block_tags` of the user goes
before both.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from functools import cache, cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

from lexveil import languages
from lexveil.errors import InputError
from lexveil.formats.markup.tokens import Token, tokens
from lexveil.formats.source import schema

NOTHING: frozenset[str] = frozenset()
NUMBER = "number"  # the shape of what is a heading in some elements: `Vocabulary.titled`


class Vocabulary(NamedTuple):
    name: str  # for the report
    namespaces: re.Pattern[str]  # its own
    inline: frozenset[str]
    roots: frozenset[str] = NOTHING  # what its documents begin with, where they have no namespace
    sign: str = ""  # what the beginning of a document says, for roots that others have too
    notes: frozenset[str] = NOTHING  # text that interrupts the line it stands in
    parted: frozenset[str] = NOTHING  # elements whose children never run together, inline or not
    choices: frozenset[str] = NOTHING  # elements whose children are versions of the same words
    lines: frozenset[str] = NOTHING  # a line end
    spaces: frozenset[str] = NOTHING  # a line or page end of the original that the text runs across
    kept: frozenset[str] = NOTHING  # white space shows as it is
    code: frozenset[str] = NOTHING  # no text for readers
    things: frozenset[str] = NOTHING  # elements that name kinds of things, and never somebody
    kinds: frozenset[str] = NOTHING  # attributes that do
    also: str = ""  # further namespaces that its table holds for, in its own documents
    shapes: Mapping[str, str] = MappingProxyType({})  # what blocks and notes are on the page
    titled: frozenset[str] = NOTHING  # elements whose number stands above their text


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _shapes(names: Mapping[str, str]) -> dict[str, str]:
    """Element → what it is on the page; the level of a `heading` depends on where it stands."""
    return {name: shape for shape, listed in names.items() for name in listed.split()}


def _vocabulary(told: Mapping[str, Any]) -> Vocabulary:
    values: dict[str, Any] = {
        key: value if key in ("name", "sign", "also") else _words(value)
        for key, value in told.items()
        if key not in ("namespaces", "shapes")
    }
    namespaces, shapes = re.compile(told["namespaces"]), _shapes(told.get("shapes", {}))
    return Vocabulary(namespaces=namespaces, shapes=shapes, **values)


SCHEMA = schema("lexveil.formats.xml")
KNOWN = tuple(map(_vocabulary, SCHEMA["vocabulary"]))
AKOMA_NTOSO = KNOWN[0]
_USUAL = SCHEMA["usual"]
USUAL_INLINE, USUAL_BLOCKS, USUAL_LINES = (_words(_USUAL[name]) for name in ("inline", "blocks", "lines"))
_UNKNOWN = Vocabulary("", re.compile("(?!)"), NOTHING, kept=_words("pre"), shapes=_shapes(_USUAL["shapes"]))
# What an office program wrote belongs to the reader of that program's format: here its runs would fall apart.
_OFFICE = (
    (re.compile(r".*/office/2006/xmlPackage|.*wordprocessingml|.*/office/word/2003/"), "DOCX"),
    (re.compile(r"urn:oasis:names:tc:opendocument:"), "ODT"),
)  # fmt: skip


def recognise(namespace: str, root: str, beginning: str) -> Vocabulary | None:
    """The vocabulary of a document, from its root element and its first characters."""
    for pattern, suffix in _OFFICE:
        if pattern.match(namespace):
            raise InputError("xml.office", suffix=suffix)
    rooted = (each for each in KNOWN if root in each.roots)
    signed = (each for each in rooted if not each.sign or re.search(each.sign, beginning))
    return by_namespace(namespace) or next(signed, None)


def by_namespace(namespace: str) -> Vocabulary | None:
    """The vocabulary of an element that stands in a document of another one."""
    return next((each for each in KNOWN if namespace and each.namespaces.match(namespace)), None)


@cache
def name_parts() -> frozenset[str]:
    """Elements that are parts of a name, in any language: words of their own even without a space between."""
    own = (languages.own(code, "people").get("elements", {}) for code in languages.codes())
    return _words(_USUAL["name_parts"]).union(*(each.get("name_parts", ()) for each in own))


_TEXT = ""  # stands for text where the name of the element before would stand


def inline_names(source: str) -> frozenset[str]:
    """
    >>> sorted(inline_names("<r><t>by <n>A</n> and <n>B</n></t><l>of: <i>x</i><i>y</i><i>z</i></l></r>"))
    ['n']
    """
    beside_text: Counter[str] = Counter()
    beside_alike: Counter[str] = Counter()
    before: str | None = None  # what stands before, in the same parent
    for token in tokens(source):
        if token.kind in ("text", "cdata"):
            if source[token.start : token.end].strip():
                if before:
                    beside_text[before] += 1
                before = _TEXT
        elif token.kind == "start":
            if before == _TEXT:
                beside_text[token.name] += 1
            elif before == token.name:
                beside_alike[token.name] += 1
            before = token.name if token.empty else None
        elif token.kind == "end":
            before = token.name
    return frozenset(name for name, count in beside_text.items() if count > beside_alike[name])


BLOCK, INLINE, NOTE, LINE, SPACE, CODE = "block", "inline", "note", "line", "space", "code"
SIGNED = 2000  # characters in which a document says what it is
ANNOTATION = "anonym"  # what `annotate` writes must run in the line when it is read again
ANNOTATED = "http://docs.oasis-open.org/legaldocml/ns/akn/3.0"  # its namespace in documents of others
AKOMA_NTOSO_MARKS = {"PERSON": "person", "ORG": "organization", "LOC": "location", "QUANTITY": "quantity"}
RAISED = frozenset({"sup", "superscript"})

ROLES = frozenset({"judge", "lawyer", "party"})  # elements of Akoma Ntoso around people
# Where nothing more is marked: what is marked already, and the data about the document.
_MARKED = frozenset("entity judge lawyer party date time meta".split()).union(AKOMA_NTOSO_MARKS.values())


class Manner(NamedTuple):
    kind: str
    namespace: str
    local: str  # the name without its prefix
    keeps: bool  # shows white space as it is
    parts: bool  # its children never run together
    chooses: bool  # its children are versions of the same words
    name_part: bool
    things: frozenset[str]  # its attributes that name kinds of things
    shape: str  # what it is on the page, where it is a block or a note
    titled: bool  # its number stands above its text, as a heading does
    annotates: bool  # was put around a replacement, and changes nothing about the text


class Elements:
    def __init__(self, source: str, root: Token, block_tags: Collection[str]) -> None:
        self.source = source
        self.block_tags = frozenset(block_tags)
        self._scope: defaultdict[str, list[str]] = defaultdict(list)  # prefix → namespaces, the last in force
        self._known: dict[tuple[str, str], Manner] = {}
        declared = self.enter(root)
        self.prefix, _, local = root.name.rpartition(":")  # the prefix of the document's own vocabulary
        self.namespace = self._namespace(self.prefix)
        self.leave(declared)
        self.vocabulary = recognise(self.namespace, local, source[: root.end + SIGNED])

    def enter(self, token: Token) -> tuple[str, ...]:
        """Put the namespaces that a start tag declares in force; returns their prefixes, for `leave`."""
        declared = []
        for attribute in token.attributes:
            if attribute.name == "xmlns" or attribute.name.startswith("xmlns:"):
                prefix = attribute.name.partition(":")[2]
                self._scope[prefix].append(self.source[attribute.start : attribute.end].strip())
                declared.append(prefix)
        return tuple(declared)

    def leave(self, declared: tuple[str, ...]) -> None:
        for prefix in declared:
            self._scope[prefix].pop()

    def names_role(self, manner: "Manner") -> bool:
        """`<judge>`, `<lawyer>` and `<party>` of Akoma Ntoso say who their text names."""
        return AKOMA_NTOSO is self.vocabulary and manner.local in ROLES

    def stays_unmarked(self, style: str, name: str, namespace: str) -> bool:
        """Whether replacements in that element get no element around them."""
        prefix, _, local = name.rpartition(":")
        if style != "akoma-ntoso":
            return local == ANNOTATION
        own = AKOMA_NTOSO is self.vocabulary
        return own and (local in _MARKED or namespace != self.namespace or prefix != self.prefix)

    def manner(self, name: str) -> Manner:
        prefix, _, local = name.rpartition(":")
        key = (self._namespace(prefix), name)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._manner(key[0], name, local)
        return found

    def _namespace(self, prefix: str) -> str:
        found = self._scope.get(prefix)
        return found[-1] if found else ""

    def _manner(self, namespace: str, name: str, local: str) -> Manner:
        known = self._vocabulary(namespace)
        by = known or _UNKNOWN
        foreign = namespace == ANNOTATED and self.vocabulary is not AKOMA_NTOSO
        manner = Manner(
            _listed(known, local) if known else self._guessed(name, local),
            namespace,
            local,
            keeps=local in by.kept,
            parts=local in by.parted,
            chooses=local in by.choices,
            name_part=local.lower() in name_parts(),
            things=by.kinds | ({"showAs", "value"} if local in by.things else set()),
            shape=by.shapes.get(local if known else local.lower(), ""),
            titled=local in by.titled,
            annotates=local == ANNOTATION or foreign,
        )
        if not self.block_tags:
            return manner
        if name in self.block_tags or local in self.block_tags:
            return manner._replace(kind=BLOCK)
        return manner._replace(kind=INLINE if manner.kind == BLOCK else manner.kind, parts=False)

    def _vocabulary(self, namespace: str) -> Vocabulary | None:
        own = self.vocabulary
        if own and (not namespace or namespace == self.namespace or re.match(own.also or r"(?!)", namespace)):
            return own
        return by_namespace(namespace)

    def _guessed(self, name: str, local: str) -> str:
        lower = local.lower()
        if lower in USUAL_LINES:
            return LINE
        if lower in USUAL_INLINE:
            return INLINE
        return BLOCK if lower in USUAL_BLOCKS or name not in self._inline else INLINE

    @cached_property
    def _inline(self) -> frozenset[str]:
        return inline_names(self.source)


def _listed(vocabulary: Vocabulary, local: str) -> str:
    kinds = {LINE: vocabulary.lines, SPACE: vocabulary.spaces, NOTE: vocabulary.notes, CODE: vocabulary.code}
    found = next((kind for kind, names in kinds.items() if local in names), BLOCK)
    inline = local in vocabulary.inline or local == ANNOTATION
    return INLINE if found == BLOCK and inline else found
