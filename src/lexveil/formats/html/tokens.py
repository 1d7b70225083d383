"""HTML source as a sequence of tokens with their exact places.

The rules are those of the HTML Living Standard (html.spec.whatwg.org, "Tokenization") or, for XHTML, those
of XML. A construct still open at the end of the file is an error: a browser would show nothing there, and we
would not know what is text. Every search goes forward from where the last one ended, so the cost is linear.
"""

import re
from collections.abc import Iterator

from lexveil.errors import InputError
from lexveil.formats.html.elements import BREAKOUT, CODE, FOREIGN, RAW, RCDATA
from lexveil.formats.markup.tokens import Attribute, Token

_MARKUP = re.compile(r"<(?:(/?[A-Za-z])|[!?]|/(?=[\s\S]))")
_TAG = re.compile(r"<(/?)([A-Za-z][^\t\n\f\r />]*+)(?:[\t\n\f\r ]*+(/?)>)?+")
_ATTRIBUTE = re.compile(
    r"[\t\n\f\r /]*+(?:"
    r"(>)"
    r"|([^\t\n\f\r />][^\t\n\f\r />=]*+)[\t\n\f\r ]*+(?:=[\t\n\f\r ]*+(?:"
    r"\"([^\"]*+)\"|'([^']*+)'|([\"'])|([^\t\n\f\r >\"'][^\t\n\f\r >]*+)"
    r")?+)?+)?+"
)
_COMMENT_END = re.compile(r"--!?>")
_SCRIPT_MARK = re.compile(r"<!--(?:-?>)?|-->|<(/?)script(?=[\t\n\f\r />])", re.IGNORECASE)
_RAW_END = {name: re.compile(rf"(?i)</{name}(?=[\t\n\f\r />])") for name in (RAW | RCDATA) - {"script"}}
_XML_DECLARATION = re.compile(r"<\?xml[\t\n\r ]")


def tokens(source: str, *, xml: bool = False) -> Iterator[Token]:
    at = foreign = 0
    while found := _MARKUP.search(source, at):
        start = found.start()
        if start > at:
            yield Token("text", at, start)
        if not found[1]:
            token, at = _declaration(source, start, xml=xml, foreign=foreign > 0)
            if token:
                yield token
            continue
        token, at = _tag(source, start)
        yield token
        foreign = _foreign(token, foreign)
        if not xml and token.kind == "start" and _holds_no_markup(token, foreign):
            raw = Token("raw", at, _raw_end(source, token), token.name)
            yield raw
            at = raw.end
    if at < len(source):
        yield Token("text", at, len(source))


def _unclosed(source: str, start: int, what: str, element: str = "") -> InputError:
    line = source.count("\n", 0, start) + 1
    return InputError(f"html.unclosed-{what}", line=line, place=start, element=element)


def _tag(source: str, start: int) -> tuple[Token, int]:
    found = _TAG.match(source, start)
    assert found  # the caller has seen "<" and a letter
    kind, name = "end" if found[1] else "start", found[2].lower()
    if found[3] is not None:
        return Token(kind, start, found.end(), name, (), bool(found[3])), found.end()
    attributes: list[Attribute] = []
    at = found.end()
    while True:
        part = _ATTRIBUTE.match(source, at)
        if not part or not (part[1] or part[2]):
            raise _unclosed(source, start, "tag")
        if part[1]:
            empty = part.start(1) > at and source[part.start(1) - 1] == "/"
            return Token(kind, start, part.end(), name, tuple(attributes), empty), part.end()
        if part[5]:
            raise _unclosed(source, part.start(5), "attribute")
        group = 3 if part[3] is not None else 4 if part[4] is not None else 6
        if part[group]:
            quote = {3: '"', 4: "'", 6: ""}[group]
            attributes.append(Attribute(part[2].lower(), *part.span(group), quote))
        at = part.end()


def _declaration(source: str, start: int, *, xml: bool, foreign: bool) -> tuple[Token | None, int]:
    """A comment or what is taken for one; `<!DOCTYPE>` and `<?xml?>` hold no text and make no token."""
    if source.startswith("<!--", start):
        return _comment(source, start)
    if (xml or foreign) and source.startswith("<![CDATA[", start):
        return _until(source, start, "]]>", Token("cdata", start + 9, 0), "section")
    if source.startswith("</>", start):
        return None, start + 3
    if source[start + 1] == "?":
        token = None if _XML_DECLARATION.match(source, start) else Token("instruction", start + 2, 0)
        return _until(source, start, "?>" if xml else ">", token, "instruction")
    if source[start + 2 : start + 9].lower() == "doctype":
        _, end = _until(source, start, ">", None, "doctype")
        if xml and "[" in source[start:end]:
            raise InputError("html.entities")
        return None, end
    return _until(source, start, ">", Token("comment", start + 2, 0), "comment")


def _comment(source: str, start: int) -> tuple[Token | None, int]:
    for short in ("<!-->", "<!--->"):
        if source.startswith(short, start):
            return None, start + len(short)
    found = _COMMENT_END.search(source, start + 4)
    if not found:
        raise _unclosed(source, start, "comment")
    return Token("comment", start + 4, found.start()), found.end()


def _until(source: str, start: int, mark: str, token: Token | None, what: str) -> tuple[Token | None, int]:
    end = source.find(mark, token.start if token else start)
    if end < 0:
        raise _unclosed(source, start, what)
    return token and token._replace(end=end), end + len(mark)


def _foreign(token: Token, depth: int) -> int:
    """How deep in SVG or MathML the source is after the token."""
    if token.name in FOREIGN:
        if token.kind == "end":
            return max(depth - 1, 0)
        return depth if token.empty else depth + 1
    return 0 if token.kind == "start" and token.name in BREAKOUT else depth


def _holds_no_markup(token: Token, foreign: int) -> bool:
    if foreign:
        return token.name in CODE and not token.empty
    return token.name in RAW or token.name in RCDATA or token.name == "plaintext"


def _raw_end(source: str, token: Token) -> int:
    if token.name == "plaintext":
        return len(source)
    found = _RAW_END[token.name].search(source, token.end) if token.name != "script" else None
    end = found.start() if found else _script_end(source, token.end) if token.name == "script" else -1
    if end < 0:
        raise _unclosed(source, token.start, "element", token.name)
    return end


def _script_end(source: str, start: int) -> int:
    """Inside `<!--`, a nested `<script>` hides the next `</script>`."""
    escaped = nested = False
    for mark in _SCRIPT_MARK.finditer(source, start):
        if mark[1] is None:
            escaped = mark[0] == "<!--"
            nested = nested and escaped
        elif mark[1]:
            if not nested:
                return mark.start()
            nested = False
        else:
            nested = escaped
    return -1
