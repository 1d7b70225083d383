"""A publication as Akoma Ntoso 3.0: the published text, `<person refersTo>` around pseudonyms, `<ref>`
around what is cited.
"""

import re
from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from lexveil.publish.publication import Publication
from lexveil.publish.triples import case_iri, decision_iri, role_iri, statute_iri

NAMESPACE = "http://docs.oasis-open.org/legaldocml/ns/akn/3.0"
NO_DATE = "0001-01-01"  # where it is not known: the schema asks for one
ISO_639_2 = {
    "ca": "cat", "da": "dan", "de": "deu", "en": "eng", "es": "spa", "fi": "fin", "fr": "fra", "it": "ita",
    "nb": "nob", "nl": "nld", "nn": "nno", "pt": "por", "sv": "swe",
}  # fmt: skip
_ILLEGAL = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Mark(NamedTuple):
    """An element around start..end of the text."""

    start: int
    end: int
    opening: str
    closing: str


def akoma_ntoso(published: Publication, base: str) -> str:
    blocks = list(_blocks(published, base))
    head, body = blocks[:1] or ["<p/>"], blocks[1:] or ["<p/>"]
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'<akomaNtoso xmlns="{NAMESPACE}">',
            '<judgment name="judgment" contains="singleVersion">',
            *_meta(published, base),
            "<header>",
            *head,
            "</header>",
            "<judgmentBody>",
            "<motivation>",
            *body,
            "</motivation>",
            "</judgmentBody>",
            "</judgment>",
            "</akomaNtoso>",
            "",
        ]
    )


def _meta(published: Publication, base: str) -> Iterator[str]:
    iri, day = decision_iri(base, published.name), published.date or NO_DATE
    work, language = f"{iri}work", ISO_639_2.get(published.language, "und")
    alias = f'<FRBRalias value="{_attribute(published.ecli)}" name="ECLI"/>' if published.ecli else ""
    yield '<meta>\n<identification source="#lexveil">'
    for kind, this in (
        ("FRBRWork", work),
        ("FRBRExpression", f"{work}/{language}"),
        ("FRBRManifestation", iri),
    ):
        yield f'<{kind}>\n<FRBRthis value="{_attribute(this)}"/>\n<FRBRuri value="{_attribute(this)}"/>'
        if kind == "FRBRWork" and alias:
            yield alias
        yield f'<FRBRdate date="{day}" name="{"judgment" if kind == "FRBRWork" else "publication"}"/>'
        yield '<FRBRauthor href="#court"/>'
        if kind == "FRBRWork":
            yield f'<FRBRcountry value="{_country(published)}"/>'
        if kind == "FRBRExpression":
            yield f'<FRBRlanguage language="{language}"/>'
        yield f"</{kind}>"
    yield '</identification>\n<references source="#lexveil">'
    yield f'<TLCOrganization eId="lexveil" href="{_attribute(base)}agent/lexveil" showAs="Lexveil"/>'
    court = published.court or "–"
    yield f'<TLCOrganization eId="court" href="{_attribute(base)}court" showAs="{_attribute(court)}"/>'
    for person in published.people:
        yield (
            f'<TLCPerson eId="person-{person.number}" href="{_attribute(iri)}#person-{person.number}" '
            f'showAs="{_attribute(person.pseudonym)}"/>'
        )
    for role in sorted({person.role for person in published.people}):
        yield f'<TLCRole eId="{_role(role)}" href="{_attribute(role_iri(base, role))}" showAs="{role}"/>'
    yield "</references>\n</meta>"


def _country(published: Publication) -> str:
    """By the ECLI; the schema asks for one."""
    return published.ecli.split(":")[1].lower() if published.ecli.count(":") > 1 else "un"


def _role(role: str) -> str:
    return f"role-{role.lower().replace('_', '-')}"


def marks(published: Publication, base: str) -> list[Mark]:
    """Outermost elements of the text, in order, none within another."""
    found = [
        Mark(start, end, f'<person refersTo="#person-{each.number}" as="#{_role(each.role)}">', "</person>")
        for each in published.people
        for start, end in each.places
    ]
    cited = [(statute_iri(base, each), each) for each in published.statutes]
    cited += [(case_iri(base, each), each) for each in published.decisions]
    found += [
        Mark(start, end, f'<ref href="{_attribute(iri)}">', "</ref>")
        for iri, each in cited
        for start, end in each.places
    ]
    outermost: list[Mark] = []
    for each in sorted(found, key=lambda mark: (mark.start, -mark.end)):
        if not outermost or each.start >= outermost[-1].end:
            outermost.append(each)
    return outermost


def _blocks(published: Publication, base: str) -> Iterator[str]:
    """Paragraphs; line breaks inside stay."""
    text, at = published.text, 0
    listed = marks(published, base)
    for number, found in enumerate(re.finditer(r"\S(?:[^\n]|\n(?!\s*\n))*", text), 1):
        start, end = found.start(), len(text[: found.end()].rstrip())
        parts: list[str] = []
        last = start
        while at < len(listed) and listed[at].start < end:
            each = listed[at]
            inner = _text(text[each.start : min(each.end, end)])
            parts += (_text(text[last : each.start]), each.opening, inner, each.closing)
            last, at = min(each.end, end), at + 1
        yield f'<p eId="p_{number}">{"".join([*parts, _text(text[last:end])])}</p>'


def _text(text: str) -> str:
    return escape(_ILLEGAL.sub("\ufffd", text), quote=False).replace("\n", "<eol/>\n")


def _attribute(text: str) -> str:
    return escape(_ILLEGAL.sub("\ufffd", text), quote=True)
