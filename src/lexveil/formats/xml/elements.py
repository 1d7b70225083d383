"""What an element means for the text: whether it is a block, runs in the line, or is a line end itself.

The tables of `vocabularies` decide; for a vocabulary that is not known the document itself: elements that
have text right beside them more often than another element of their name are inline, all others are
blocks, so that an item of a list with a line of text above it stays a block and a judge between commas
does not. `block_tags` of the user goes before both.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection
from functools import cached_property
from typing import NamedTuple

from lexveil.formats.markup.tokens import Token, tokens
from lexveil.formats.xml.vocabularies import (
    AKOMA_NTOSO,
    NAME_PARTS,
    USUAL_BLOCKS,
    USUAL_INLINE,
    USUAL_LINES,
    USUAL_SHAPES,
    Vocabulary,
    by_namespace,
    recognise,
)

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

# Where nothing more is marked: what is marked already, and the data about the document.
_MARKED = frozenset(
    {*AKOMA_NTOSO_MARKS.values(), "entity", "judge", "lawyer", "party", "date", "time", "meta"}
)


class Manner(NamedTuple):
    kind: str
    namespace: str
    local: str  # the name without its prefix
    keeps: bool = False  # shows white space as it is
    parts: bool = False  # its children never run together
    chooses: bool = False  # its children are versions of the same words
    name_part: bool = False
    things: frozenset[str] = frozenset()  # its attributes that name kinds of things
    shape: str = ""  # what it is on the page, where it is a block or a note
    titled: bool = False  # its number stands above its text, as a heading does
    annotates: bool = False  # was put around a replacement, and changes nothing about the text


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
        vocabulary = self._vocabulary(namespace)
        name_part = local.lower() in NAME_PARTS
        if vocabulary is None:
            kind = self._guessed(name, local)
            shape = USUAL_SHAPES.get(local.lower(), "")
            manner = Manner(kind, namespace, local, keeps=local == "pre", name_part=name_part, shape=shape)
        else:
            manner = Manner(
                _listed(vocabulary, local),
                namespace,
                local,
                keeps=local in vocabulary.kept,
                parts=local in vocabulary.parted,
                chooses=local in vocabulary.choices,
                name_part=name_part,
                things=vocabulary.kinds | ({"showAs", "value"} if local in vocabulary.things else set()),
                shape=vocabulary.shapes.get(local, ""),
                titled=local in vocabulary.titled,
            )
        foreign = namespace == ANNOTATED and self.vocabulary is not AKOMA_NTOSO
        manner = manner._replace(annotates=local == ANNOTATION or foreign)
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
    for kind, names in (
        (LINE, vocabulary.lines),
        (SPACE, vocabulary.spaces),
        (NOTE, vocabulary.notes),
        (CODE, vocabulary.code),
        (INLINE, vocabulary.inline),
    ):
        if local in names:
            return kind
    return INLINE if local == ANNOTATION else BLOCK
