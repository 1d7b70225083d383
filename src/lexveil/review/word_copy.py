"""A review copy: the text of a document as a Word file with a comment on each proposal.

It holds real names, so it is no publication: it says so on its first page and in its properties, and every
reader of ours refuses it as a document (`formats.review_copies`). It says of which document and revision it
is, under a seal, so that what a reader made of it (`word_answers`) comes back to no other.
"""

import hashlib
import hmac
import io
import json
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from xml.sax.saxutils import escape

from lexveil import messages
from lexveil.errors import InputError
from lexveil.formats.review_copies import MARK
from lexveil.model import Document
from lexveil.review.commands import Place
from lexveil.review.state import State, going
from lexveil.review.view import blocks

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_FIXED = (1980, 1, 1, 0, 0, 0)
_UNFIT = re.compile("[^\t\n\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # of XML 1.0


@dataclass(frozen=True, slots=True)
class Origin:
    """What a copy was made of."""

    document: str
    analysis: int
    number: int  # of the last edit
    seal: str = field(default="", repr=False)


def origin_from(found: re.Match[str] | re.Match[bytes] | None) -> Origin:
    """What a copy says of itself, as JSON in the first group of what was found in it."""
    if not found:
        raise InputError("review-copy.none")
    try:
        told = json.loads(found[1])
        return Origin(str(told["document"]), int(told["analysis"]), int(told["number"]), str(told["seal"]))
    except (ValueError, KeyError, TypeError):
        raise InputError("review-copy.none") from None


def sealed(origin: Origin, text: str, key: bytes) -> Origin:
    """With the seal that only the holder of the key can make."""
    words = hashlib.sha256(text.encode("utf8", "surrogatepass")).hexdigest()
    told = json.dumps([origin.document, origin.analysis, origin.number, words])
    seal = hmac.new(key, f"review copy {told}".encode(), hashlib.sha256).hexdigest()
    return Origin(origin.document, origin.analysis, origin.number, seal)


# Written -------------------------------------------------------------------------------------------


def proposals(state: State) -> dict[Place, str]:
    """What goes, and who it is."""
    return {
        (span.start, span.end): entity.id
        for entity in state.entities.values()
        for span in going(entity, state.decisions[entity.id])
    }


def write(document: Document, state: State, origin: Origin, *, language: str = messages.DEFAULT) -> bytes:
    """The bytes of the Word file; `origin` is sealed."""
    found = sorted(proposals(state).items())
    lines = said(state, [entity for _, entity in found], language)
    members = {
        "[Content_Types].xml": _TYPES,
        "_rels/.rels": _RELATIONS,
        "word/_rels/document.xml.rels": _WORD_RELATIONS,
        "word/document.xml": _body(document, [place for place, _ in found], language),
        "word/comments.xml": comments(lines),
        "docProps/core.xml": _CORE.format(escape(_notice(language))),
        "docProps/custom.xml": _custom(origin),
    }
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, text in members.items():
            archive.writestr(zipfile.ZipInfo(name, _FIXED), text.encode(), zipfile.ZIP_DEFLATED)
    return made.getvalue()


def _notice(language: str) -> str:
    """What says that it is a copy with real names, to people and to our readers."""
    return f"{messages.render('review-copy.notice', language=language)} ({MARK})"


def said(state: State, entities: Iterable[str], language: str) -> list[list[str]]:
    """The lines of each comment: the pseudonym, and who that is."""
    return [[state.decisions[each].pseudonym, _about(state, each, language)] for each in entities]


def told(origin: Origin, language: str) -> list[str]:
    """The lines that say that it is a copy, and of what, where no page of its own can."""
    how = messages.render("review-copy.how", language=language)
    return [_notice(language), how, _marked(origin)]


def _marked(origin: Origin) -> str:
    return f"{MARK}:{json.dumps({name: getattr(origin, name) for name in Origin.__slots__})}"


def _about(state: State, entity: str, language: str) -> str:
    found = state.entities[entity]
    role = found.role and messages.render(f"role.{found.role}", language=language)
    return role or messages.render(f"category.{found.category}", language=language)


def _body(document: Document, places: Sequence[Place], language: str) -> str:
    front = "".join(
        f'<w:p><w:r><w:rPr><w:b/><w:color w:val="C00000"/></w:rPr>{_run(line)}</w:r></w:p>'
        for line in (_notice(language), messages.render("review-copy.how", language=language))
    )
    starts, ends = _edges(places)
    text = document.text
    body = "".join(
        f"<w:p>{''.join(_pieces(text, *block[:2], starts, ends))}</w:p>" for block in paragraphs(document)
    )
    return f'{_XML}<w:document xmlns:w="{WORD}"><w:body>{front}{body}</w:body></w:document>'


def paragraphs(document: Document) -> list[Place]:
    """The stretches of the text that stand in the copy, in order."""
    return [(start, end) for start, end, *_ in blocks(document.text, document.shape) if end > start]


def _edges(places: Sequence[Place]) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """Where which comments begin and end."""
    starts: dict[int, list[int]] = {}
    ends: dict[int, list[int]] = {}
    for number, (start, end) in enumerate(places):
        starts.setdefault(start, []).append(number)
        ends.setdefault(end, []).append(number)
    return starts, ends


def _pieces(
    text: str, start: int, end: int, starts: Mapping[int, list[int]], ends: Mapping[int, list[int]]
) -> Iterator[str]:
    """A paragraph, cut where comments begin and end."""
    inside = (at for at in sorted({*starts, *ends}) if start < at < end)
    for at, to in pairwise((start, *inside, end)):
        yield from map(_closed, ends.get(at, ()))
        yield from (f'<w:commentRangeStart w:id="{number}"/>' for number in starts.get(at, ()))
        yield f"<w:r>{_run(text[at:to])}</w:r>"
    yield from map(_closed, ends.get(end, ()))


def fit(text: str) -> str:
    """What XML cannot hold has a sign in its place, so that every character stays where it is."""
    return _UNFIT.sub("\ufffd", text)


def _closed(number: int) -> str:
    return f'<w:commentRangeEnd w:id="{number}"/><w:r><w:commentReference w:id="{number}"/></w:r>'


def _run(text: str) -> str:
    parts = re.split("([\t\n])", fit(text))
    signs = {"\t": "<w:tab/>", "\n": "<w:br/>"}
    return "".join(
        signs.get(part) or f'<w:t xml:space="preserve">{escape(part)}</w:t>' for part in parts if part
    )


def comments(said: Iterable[Sequence[str]]) -> str:
    made = "".join(
        f'<w:comment w:id="{number}" w:author="Lexveil" w:initials="LV">'
        + "".join(f"<w:p><w:r>{_run(line)}</w:r></w:p>" for line in lines)
        + "</w:comment>"
        for number, lines in enumerate(said)
    )
    return f'{_XML}<w:comments xmlns:w="{WORD}">{made}</w:comments>'


def _custom(origin: Origin) -> str:
    return _CUSTOM.format(name=MARK, value=escape(_marked(origin)))


_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006"
_PROPERTIES = "application/vnd.openxmlformats"
_KIND = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_TYPES = f"""{_XML}<Types xmlns="{_PACKAGE}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/word/document.xml" ContentType="{_KIND}.document.main+xml"/>
<Override PartName="/word/comments.xml" ContentType="{_KIND}.comments+xml"/>
<Override PartName="/docProps/core.xml" ContentType="{_PROPERTIES}-package.core-properties+xml"/>
<Override PartName="/docProps/custom.xml" ContentType="{_PROPERTIES}-officedocument.custom-properties+xml"/>
</Types>"""
_RELATIONS = f"""{_XML}<Relationships xmlns="{_PACKAGE}/relationships">
<Relationship Id="r1" Type="{_OFFICE}/relationships/officeDocument" Target="word/document.xml"/>
<Relationship Id="r2" Type="{_PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/>
<Relationship Id="r3" Type="{_OFFICE}/relationships/custom-properties" Target="docProps/custom.xml"/>
</Relationships>"""
_WORD_RELATIONS = f"""{_XML}<Relationships xmlns="{_PACKAGE}/relationships">
<Relationship Id="r1" Type="{_OFFICE}/relationships/comments" Target="comments.xml"/>
</Relationships>"""
_CORE = f"""{_XML}<cp:coreProperties xmlns:cp="{_PACKAGE}/metadata/core-properties"
 xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{{0}}</dc:title><cp:contentStatus>{{0}}</cp:contentStatus>
</cp:coreProperties>"""
_CUSTOM = f"""{_XML}<Properties xmlns="{_OFFICE}/custom-properties" xmlns:vt="{_OFFICE}/docPropsVTypes">
<property fmtid="{{{{D5CDD505-2E9C-101B-9397-08002B2CF9AE}}}}" pid="2" name="{{name}}">
<vt:lpwstr>{{value}}</vt:lpwstr></property>
</Properties>"""
