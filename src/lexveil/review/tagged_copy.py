"""A review copy in the document's own format: a page or an XML document with a tag around each proposal.

`<span class="lexveil-name" …>` in HTML, `<anonym cat="pers" certain="1" …>` in XML (Povlsen and others).
It holds real names and is what `word_copy` makes for Word: it says so on top, is refused as a document by
every reader of ours, and comes back into its own document and revision alone. A reader may take a tag away
(no name), move it, write another pseudonym or category into it, `stays="yes"`, or put one around a name that
was missed; nothing else.
"""

import html
import json
import re

from lexveil import messages
from lexveil.errors import InputError
from lexveil.formats.html.tokens import tokens
from lexveil.formats.markup import Range
from lexveil.formats.markup.tagging import NUMBER, Tag, in_text, with_tags, without_tags
from lexveil.formats.review_copies import MARK
from lexveil.formats.xml import category_of, danish_word
from lexveil.model import CATEGORIES, Document
from lexveil.review.commands import Place
from lexveil.review.state import State
from lexveil.review.word_answers import STAYS, Said
from lexveil.review.word_copy import Origin, origin_from, proposals

PAGES, XML = (".html", ".htm", ".xhtml"), (".xml", ".akn")
SUFFIXES = (*PAGES, *XML)
NAMES = {**dict.fromkeys(PAGES, "span"), **dict.fromkeys(XML, "anonym")}
CLASS = "lexveil-name"
_DECLARATION = re.compile(r"\A<\?xml.*?\?>\s*", re.DOTALL)
_BODY = re.compile(r"<body\b[^<>]*>", re.IGNORECASE)
_NOTICE = re.compile(rf"<!--{MARK}:(\{{[^<>]*?\}}) [^<>]*?-->\n?|<style>\.{CLASS}[^<>]*</style><p>[^<>]*</p>")
_STYLE = f"<style>.{CLASS}{{background:#ffe08a;outline:1px solid #8a6d00}}</style>"


def write(document: Document, state: State, origin: Origin, *, language: str = messages.DEFAULT) -> bytes:
    """The bytes of the copy; `origin` is sealed."""
    source, suffix = document.source.content, document.source.suffix
    tags = [_tag(state, place, entity, suffix) for place, entity in sorted(proposals(state).items())]
    made = with_tags(source.text, document.pieces, tags, NAMES[suffix], _closed(document))
    made = _noticed(made, origin, suffix, language)
    return bytes(source.bom + made.encode(_encoding(document), "xmlcharrefreplace"))


def _tag(state: State, place: Place, entity: str, suffix: str) -> Tag:
    found, decision = state.entities[entity], state.decisions[entity]
    told = {"pseudonym": decision.pseudonym}
    certain = str(next(each.certainty for each in found.spans if (each.start, each.end) == place))
    if suffix in XML:
        return Tag(*place, {"cat": danish_word(found.category), "certain": certain, **told})
    kind = {"class": CLASS, "data-category": found.category, "data-certain": certain}
    return Tag(*place, {**kind, "data-pseudonym": decision.pseudonym, "title": decision.pseudonym})


def _noticed(made: str, origin: Origin, suffix: str, language: str) -> str:
    """What says that it is a copy with real names: to programs on top, to people at the head of the page."""
    notice = messages.render("review-copy.notice", language=language)
    how = messages.render("review-copy.how-tags", language=language)
    told = json.dumps({name: getattr(origin, name) for name in Origin.__slots__})
    plain = html.escape(f"{notice}. {how}").replace("--", "–")
    body = _BODY.search(made) if suffix in PAGES else None
    if body:
        shown = f"{_STYLE}<p>{html.escape(notice)}</p>"
        made = made[: body.end()] + shown + made[body.end() :]
    declaration = _DECLARATION.match(made)
    at = declaration.end() if declaration else 0
    return f"{made[:at]}<!--{MARK}:{told} {plain}-->\n{made[at:]}"


def _closed(document: Document) -> list[Range]:
    """Where a page holds no elements: titles, scripts."""
    if document.source.suffix not in PAGES:
        return []
    xml = document.source.suffix == ".xhtml"
    found = tokens(document.source.content.text, xml=xml)
    return [(each.start, each.end) for each in found if each.kind == "raw"]


def _encoding(document: Document) -> str:
    told = document.source.content.encoding
    return str(getattr(told, "read", told))


# Read back -------------------------------------------------------------------------------------------


def origin_of(data: bytes) -> Origin:
    """What a copy says that it was made of; whether that is true, its seal tells."""
    return origin_from(re.search(rf"{MARK}:(\{{[^<>]*?\}})".encode(), data.replace(b"\0", b"")))


def read(data: bytes, document: Document, state: State) -> list[Said]:
    """Its tags, in places of the document, as the comments of a copy for Word say them. What could get no
    tag stands as it is. Raises `InputError` where anything but tags was changed."""
    source, suffix = document.source.content, document.source.suffix
    try:
        text = data.removeprefix(source.bom).decode(_encoding(document))
    except UnicodeDecodeError:
        raise InputError("review-copy.text-changed") from None
    text = _NOTICE.sub("", text, count=2)
    tags = without_tags(source.text, text, NAMES[suffix])
    said = [_said(place, tag, suffix) for place, tag in in_text(document.pieces, tags)]
    return sorted([*said, *_untagged(document, state)], key=lambda each: each.place)


def _said(place: Range, tag: Tag, suffix: str) -> Said:
    told = tag.attributes
    if told.get("stays", told.get("data-stays", "")).lower() in ("yes", "true", "1"):
        return Said(place, STAYS)
    pseudonym = told.get("pseudonym", told.get("data-pseudonym", ""))
    category = category_of(told.get("cat", "")) if suffix in XML else told.get("data-category", "")
    return Said(place, " ".join(pseudonym.split()), category if category in CATEGORIES else "")


def _untagged(document: Document, state: State) -> list[Said]:
    """The proposals where no tag can stand."""
    source, closed, name = document.source.content.text, _closed(document), NAMES[document.source.suffix]
    places = sorted(proposals(state).items())
    made = with_tags(source, document.pieces, [Tag(*place) for place, _ in places], name, closed)
    tagged = {int(each.attributes[NUMBER]) for each in without_tags(source, made, name)}
    left = [each for number, each in enumerate(places, 1) if number not in tagged]
    return [Said(place, state.decisions[entity].pseudonym) for place, entity in left]
