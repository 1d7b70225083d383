"""Tracked changes settled in the source, all accepted or all rejected, as Word would leave it.

The rules are those of ECMA-376 part 1, 17.13.5 ("Revisions"). Every character outside the changes stays.
"""

import re
from collections.abc import Iterator

from lexveil.errors import InputError
from lexveil.formats.docx.vocabulary import SCHEMA, Scope
from lexveil.formats.markup.tokens import tokens

MAX_DEPTH = 150  # of elements around a change

_CHANGES, _ANCHORS = (frozenset(SCHEMA["changes"][name].split()) for name in ("marks", "anchors"))
LOOKS_CHANGED = re.compile(
    r"<(?:[\w.-]+:)?(?:ins|del|moveFrom|moveTo|cellIns|cellDel|cellMerge|numberingChange"
    r"|\w+PrChange|tblPrExChange|tblGridChange|\w+Range(?:Start|End))[\s/>]"
)
INSERTED = frozenset({"w:ins", "w:moveTo"})
DELETED = frozenset({"w:del", "w:moveFrom"})
_BETWEEN = _ANCHORS | {"w:proofErr"}
# What the old properties inside a change do not tell, so that it stays when they come back.
_LASTING = {
    "w:pPr": frozenset({"w:rPr", "w:sectPr"}),
    "w:sectPr": frozenset({"w:headerReference", "w:footerReference"}),
    "w:trPr": frozenset({"w:ins", "w:del"}),
    "w:tcPr": frozenset({"w:cellIns", "w:cellDel"}),
    "w:rPr": frozenset(INSERTED | DELETED),
}
_PLAIN_TEXT = {"w:delText": "t", "w:delInstrText": "instrText"}


class Node:
    """An element of the source."""

    __slots__ = ("children", "close", "end", "name", "parent", "start", "tag_end", "touched")

    def __init__(self, name: str, start: int, tag_end: int, parent: "Node | None") -> None:
        self.name, self.start, self.tag_end, self.parent = name, start, tag_end, parent
        self.close = self.end = tag_end  # where the end tag begins and ends
        self.children: list[Node] = []
        self.touched = False  # a change stands in it

    def child(self, *names: str) -> "Node | None":
        return next((each for each in self.children if each.name in names), None)


def settle(source: str, *, accept: bool) -> str:
    root = _tree(source)
    settled = _Settler(source, accept=accept).element(root)
    return source[: root.start] + settled + source[root.end :]


def _tree(source: str) -> Node:
    scope = Scope()
    top = Node("", 0, 0, None)
    node, depth = top, 0
    for token in tokens(source):
        if token.kind == "start":
            scope.enter(source, token, depth)
            made = Node(scope.element(token.name), token.start, token.end, node)
            node.children.append(made)
            if made.name in _CHANGES:
                _touch(made, depth)
            if token.empty:
                scope.leave(depth)
            else:
                node, depth = made, depth + 1
        elif token.kind == "end":
            node.close, node.end = token.start, token.end
            assert node.parent
            node, depth = node.parent, depth - 1
            scope.leave(depth)
    return top.children[0]


def _touch(node: Node, depth: int) -> None:
    if depth > MAX_DEPTH:
        raise InputError("docx.nested-changes")
    above: Node | None = node
    while above and not above.touched:
        above.touched = True
        above = above.parent


class _Settler:
    def __init__(self, source: str, *, accept: bool) -> None:
        self.source = source
        self.stays = INSERTED if accept else DELETED
        self.goes = DELETED if accept else INSERTED
        self.cell_goes = "w:cellDel" if accept else "w:cellIns"
        self.accept = accept

    def element(self, node: Node) -> str:
        source = self.source
        if not node.touched:
            return source[node.start : node.end]
        if node.name in self.stays:
            return self.inside(node)
        if node.name in self.goes:
            return "".join(source[each.start : each.end] for each in _anchors(node))
        if node.name in _PLAIN_TEXT:
            return self.plain_text(node)
        if node.name in _CHANGES or self.gone(node):  # a mark of a change, or old properties
            return ""
        old = None if self.accept else self.old_properties(node)
        body = self.restored(node, old) if old else self.inside(node)
        return source[node.start : node.tag_end] + body + source[node.close : node.end]

    def inside(self, node: Node) -> str:
        """The content of an element, its paragraphs joined where their marks go."""
        parts: list[str] = []
        last, at = node.tag_end, 0
        while at < len(node.children):
            child = node.children[at]
            parts.append(self.source[last : child.start])
            chain = self.chain(node.children, at)
            if len(chain) > 1:
                parts.append(self.joined(node.children, chain))
                at = chain[-1]
            elif not self.vanishes(node.children, at):
                parts.append(self.element(child))
            last = node.children[at].end
            at += 1
        parts.append(self.source[last : node.close])
        return "".join(parts)

    def old_properties(self, node: Node) -> Node | None:
        change = next((each for each in node.children if each.name.endswith("Change")), None)
        return change.child(node.name) if change and change.name == f"{node.name}Change" else None

    def restored(self, node: Node, old: Node) -> str:
        lasting = _LASTING.get(node.name, frozenset())
        kept = "".join(self.element(each) for each in node.children if each.name in lasting)
        before = self.source[old.tag_end : old.close]
        # The order of the schema: headers before the rest of a section, marks before the rest of a run.
        return kept + before if node.name in ("w:sectPr", "w:rPr") else before + kept

    def plain_text(self, node: Node) -> str:
        """Text that was deleted and is there again."""
        source = self.source
        local = node.name.partition(":")[2]
        opening = source[node.start : node.tag_end].replace(local, _PLAIN_TEXT[node.name], 1)
        closing = source[node.close : node.end].replace(local, _PLAIN_TEXT[node.name], 1)
        return opening + source[node.tag_end : node.close] + closing

    def gone(self, node: Node) -> bool:
        if node.name == "w:tr":
            properties = node.child("w:trPr")
            cells = [each for each in node.children if each.name == "w:tc"]
            row_goes = bool(properties and any(each.name in self.goes for each in properties.children))
            return row_goes or (bool(cells) and all(map(self.gone, cells)))
        if node.name == "w:tc":
            properties = node.child("w:tcPr")
            return bool(properties and properties.child(self.cell_goes))
        if node.name == "w:numPr":  # a number that the paragraph did not have, or has no more
            return node.child(*self.goes) is not None
        if node.name == "w:tbl":
            rows = [each for each in node.children if each.name == "w:tr"]
            return bool(rows) and all(map(self.gone, rows))
        return False

    def chain(self, siblings: list[Node], at: int) -> list[int]:
        """Paragraphs that become one with that at `at`, and what stands between them."""
        found = [at]
        while siblings[at].name == "w:p" and self.mark_goes(siblings[at]):
            following = at + 1
            while following < len(siblings) and self.between(siblings[following]):
                following += 1
            if following == len(siblings) or siblings[following].name != "w:p":
                break
            found.append(following)
            at = following
        return found

    def between(self, node: Node) -> bool:
        return node.name in _BETWEEN or (node.name in _CHANGES and node.name not in self.stays)

    def mark_goes(self, paragraph: Node) -> bool:
        properties = paragraph.child("w:pPr")
        run = properties.child("w:rPr") if properties else None
        return bool(run and any(each.name in self.goes for each in run.children))

    def vanishes(self, siblings: list[Node], at: int) -> bool:
        """An empty paragraph whose mark goes, with a table after it that it cannot join."""
        node = siblings[at]
        if node.name != "w:p" or not self.mark_goes(node) or at + 1 == len(siblings):
            return False
        body = (each.name for each in node.children if each.name != "w:pPr")
        return siblings[at + 1].name == "w:tbl" and all(name in self.goes for name in body)

    def joined(self, siblings: list[Node], chain: list[int]) -> str:
        """Several paragraphs as one, with the properties of the last."""
        last = siblings[chain[-1]]
        properties = last.child("w:pPr")
        parts = [self.source[last.start : last.tag_end]]
        if self.source[last.start : last.tag_end].endswith("/>"):
            parts = [self.source[last.start : last.tag_end - 2] + ">"]
        if properties:
            parts.append(self.element(properties))
        for at in range(chain[0], chain[-1] + 1):
            node = siblings[at]
            parts += self.content(node) if node.name == "w:p" else [self.element(node)]
        name = re.match(r"<([^\s/>]+)", parts[0])
        assert name
        return "".join([*parts, f"</{name[1]}>"])

    def content(self, paragraph: Node) -> Iterator[str]:
        last = paragraph.tag_end
        for child in paragraph.children:
            yield self.source[last : child.start]
            if child.name != "w:pPr":
                yield self.element(child)
            last = child.end
        yield self.source[last : paragraph.close]


def _anchors(node: Node) -> Iterator[Node]:
    queue = list(reversed(node.children))
    while queue:
        each = queue.pop()
        if each.name in _ANCHORS:
            yield each
        else:
            queue += reversed(each.children)
