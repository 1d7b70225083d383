"""Which elements of an unknown vocabulary run in a line of text, told from the document itself.

Comes in: the source. Goes out: the names, as written, of the elements that have text right beside them more
often than another element of their name: those are inline, all others are blocks. One pass; an item of a list
with a line of text above it stays a block, a judge between commas does not.
"""

from collections import Counter

from lexveil.formats.xml.tokens import tokens

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
