"""Files in which a sentence stands in every part that somebody who looks for a name has to be led to."""

import io
from collections.abc import Mapping

import docx
import pikepdf
from docx.opc.constants import RELATIONSHIP_TYPE as RELATION
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import parse_xml

from golden.docx_pieces import NAMESPACES, WORD


def word_file(body: list[str], told: Mapping[str, str]) -> bytes:
    """`told`: the part → what stands there."""
    made = docx.Document()
    paragraphs = [made.add_paragraph(each) for each in body]
    last = paragraphs[-1]
    section = made.sections[0]
    section.header.paragraphs[0].text = told["header"]
    section.footer.paragraphs[0].text = told["footer"]
    made.add_comment(last.runs, told["comment"], author="A", initials="A")
    notes = (
        f'<w:footnotes {NAMESPACES}><w:footnote w:id="2"><w:p><w:r><w:t>{told["footnote"]}</w:t></w:r></w:p>'
        "</w:footnote></w:footnotes>"
    )
    part = Part(PackURI("/word/footnotes.xml"), f"{WORD}footnotes+xml", notes.encode(), made.part.package)
    made.part.relate_to(part, RELATION.FOOTNOTES)
    last._p.append(parse_xml(f'<w:r {NAMESPACES}><w:footnoteReference w:id="2"/></w:r>'))
    name = told["bookmark"].replace(" ", "_")
    last._p.append(parse_xml(f'<w:bookmarkStart {NAMESPACES} w:id="7" w:name="{name}"/>'))
    last._p.append(parse_xml(f'<w:bookmarkEnd {NAMESPACES} w:id="7"/>'))
    described = made.add_table(1, 1)._tbl.tblPr
    described.append(parse_xml(f'<w:tblDescription {NAMESPACES} w:val="{told["attribute"]}"/>'))
    picture = (
        f'<w:r {NAMESPACES}><w:drawing><wp:inline><wp:extent cx="300000" cy="300000"/>'
        f'<wp:docPr id="12" name="" descr="{told["alt-text"]}"/></wp:inline></w:drawing></w:r>'
    )
    last._p.append(parse_xml(picture))
    data = io.BytesIO()
    made.save(data)
    return data.getvalue()


def page(body: list[str], told: Mapping[str, str]) -> bytes:
    """A page of HTML."""
    paragraphs = "".join(f"<p>{each}</p>\n" for each in body)
    return (
        f'<!DOCTYPE html><html lang="en"><head><title>{told["properties"]}</title></head><body>\n'
        f'{paragraphs}<!-- {told["comment"]} --><img alt="{told["alt-text"]}" src="a.png">\n'
        f'<p data-note="{told["attribute"]}">End.</p></body></html>\n'
    ).encode()


def with_bookmark_and_note(pdf: bytes, bookmark: str, comment: str) -> bytes:
    """A PDF with an outline and a comment on its last page."""
    made = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf)) as file:
        with file.open_outline() as outline:
            outline.root.append(pikepdf.OutlineItem(bookmark, 0))
        note = pikepdf.Dictionary(
            Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Text, Rect=[10, 10, 30, 30], Contents=comment
        )
        file.pages[-1].Annots = pikepdf.Array([file.make_indirect(note)])
        file.save(made)
    return made.getvalue()
