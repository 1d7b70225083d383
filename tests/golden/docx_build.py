"""The golden Word documents, made from code: `PYTHONPATH=tests python -m golden.docx_build` writes them anew.

`canaries.docx` has an invented name in every place of a Word document that can hold one; `CANARIES` tells
which name stands where, `CLEANED` which of the places are emptied or removed instead of read.
`uncovered.docx` has what nobody can read, `tracked.docx` changes of every kind, `strict.docx` the other
edition of the standard with odd prefixes, names and encodings, `runs.docx` a short decision with names in
pieces.
"""

from pathlib import Path

from golden.docx_body import body
from golden.docx_lists import document_rels, document_types
from golden.docx_members import chart, diagrams, properties, settings, stories, workbook
from golden.docx_pieces import (
    CANARIES,
    CLEANED,
    FAMILY,
    GIVEN_END,
    HEAD,
    MS,
    NAMESPACES,
    PACKAGE,
    REL,
    WORD,
    change,
    p,
    png,
    r,
    rels,
    small,
    t,
    types,
    who,
    zipped,
)

__all__ = ["CANARIES", "CLEANED", "HERE", "MEMBERS", "UNCOVERED"]

HERE = Path(__file__).parent / "docx"
UNCOVERED: dict[str, str] = {}  # member of uncovered.docx → the name in it


def canaries() -> dict[str, str | bytes]:
    document = (
        f'{HEAD}<w:document {NAMESPACES}><w:body>{body()}<w:sectPr w:rsidR="00A1B2C3">'
        '<w:headerReference w:type="default" r:id="rId10"/>'
        '<w:footerReference w:type="default" r:id="rId11"/><w:pgSz w:w="11906" w:h="16838"/>'
        '<w:pgMar w:top="1417" w:right="1417" w:bottom="1134" w:left="1417" w:header="708" '
        'w:footer="708" w:gutter="0"/>'
        '<w:printerSettings r:id="rId31"/></w:sectPr></w:body></w:document>'
    )
    named = f"word/media/{who('name of a member', cleaned=True, joint='_')}.png"
    item = (
        f'{HEAD}<case xmlns="urn:example:case"><person name="{who("attribute in custom XML")}">'
        f"{who('text in custom XML')}</person>"
        f"<note>Heard was <b>{who('mixed text in custom XML')[:5]}</b>"
        f"{CANARIES['mixed text in custom XML'][5:]}.</note></case>"
    )
    page = (
        f"<html><head><title>{who('title of an embedded page')}</title></head>"
        f"<body><p>{who('embedded page')}</p></body></html>"
    )
    members: dict[str, str | bytes] = {
        "word/document.xml": document,
        **properties(),
        **stories(),
        **settings(),
        **diagrams(),
        "word/charts/chart1.xml": chart(),
        "word/charts/_rels/chart1.xml.rels": rels(
            ("rId1", f"{REL}package", "../embeddings/Microsoft_Excel_Worksheet1.xlsx", False)
        ),
        "word/embeddings/Microsoft_Excel_Worksheet1.xlsx": workbook(),
        "customXml/item1.xml": item,
        "customXml/itemProps1.xml": f"{HEAD}<ds:datastoreItem "
        f'ds:itemID="{{11111111-2222-3333-4444-555555555555}}'
        '" '
        'xmlns:ds="http://schemas.openxmlformats.org/officeDocument/2006/customXml"/>',
        "customXml/_rels/item1.xml.rels": rels(("rId1", f"{REL}customXmlProps", "itemProps1.xml", False)),
        named: png(),
        "word/media/image2.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="30"><title>'
        f'{who("title of a drawing")}</title><text x="1" y="9">{who("text of a drawing")}</text>'
        "</svg>",
        "word/printerSettings/printerSettings1.bin": "\\\\printer\\".encode("utf-16-le")
        + who("printer", cleaned=True).encode("utf-16-le"),
        "word/afchunk1.html": page,
        "[trash]/0000.dat": who("member that nothing refers to", cleaned=True),
    }
    members["word/_rels/document.xml.rels"] = document_rels(named)
    members["_rels/.rels"] = rels(
        ("rId1", f"{REL}officeDocument", "word/document.xml", False),
        ("rId2", f"{PACKAGE}relationships/metadata/core-properties", "docProps/core.xml", False),
        ("rId3", f"{REL}extended-properties", "docProps/app.xml", False),
        ("rId4", f"{REL}custom-properties", "docProps/custom.xml", False),
        ("rId5", f"{PACKAGE}relationships/metadata/thumbnail", "docProps/thumbnail.jpeg", False),
        ("rId6", f"{PACKAGE}relationships/digital-signature/origin", "_xmlsignatures/origin.sigs", False),
        ("rId7", f"{MS}2020/02/relationships/classificationlabels", "docMetadata/LabelInfo.xml", False),
        ("rId8", f"{MS}2007/relationships/ui/extensibility", "customUI/customUI14.xml", False),
    )
    return {"[Content_Types].xml": document_types(), **members}


def uncovered() -> dict[str, str | bytes]:
    def hidden(name: str) -> bytes:
        column = len(UNCOVERED)
        UNCOVERED[name] = f"Uncov{GIVEN_END[column % 8]} {FAMILY[column]}quell"
        return UNCOVERED[name].encode()

    base64 = "QWxsIHRoaXMgaXMgYSBmaWxlIGluIGJhc2U2NCB0aGF0IG5vYm9keSBjYW4gcmVhZA" * 8
    members: dict[str, str | bytes] = {
        "word/embeddings/oleObject1.bin": bytes.fromhex("d0cf11e0a1b11ae1")
        + hidden("word/embeddings/oleObject1.bin"),
        "word/vbaProject.bin": bytes.fromhex("d0cf11e0a1b11ae1") + hidden("word/vbaProject.bin"),
        "word/media/image1.png": b"\x89PNG\r\n\x1a\n" + hidden("word/media/image1.png"),  # damaged
        "word/media/image2.emf": b"\x01\x00\x00\x00"
        + hidden("word/media/image2.emf").decode().encode("utf-16-le"),
        "word/media/media1.mp4": b"\x00\x00\x00\x18ftypmp42" + hidden("word/media/media1.mp4"),
        "word/ink/ink1.xml": '<inkml:ink xmlns:inkml="http://www.w3.org/2003/InkML"><inkml:trace>1 2, 3 4, 5 '
        "6</inkml:trace></inkml:ink>",
        "word/afchunk1.mht": b"MIME-Version: 1.0\r\n\r\n" + hidden("word/afchunk1.mht"),
        "word/activeX/activeX1.bin": b"\x01\x02\x03\x04" + hidden("word/activeX/activeX1.bin"),
        "customXml/item1.xml": f"<data>{base64}</data>",
        "word/tmp1.dat": b"\x00\x01" + hidden("word/tmp1.dat"),
    }
    UNCOVERED["word/ink/ink1.xml"] = UNCOVERED["customXml/item1.xml"] = ""
    kinds = "oleObject vbaProject image image video ink aFChunk control customXml custom".split()
    entries = tuple(
        (f"rId{number}", REL + kind, f"/{name}", False)
        for number, (kind, name) in enumerate(zip(kinds, members, strict=True), 1)
    )
    return small(p(r("The court heard a witness.")), members=members, entries=entries)


def tracked() -> dict[str, str | bytes]:
    clerk = change(1, "Aldo Quellmark")
    row = "<w:tr>{}<w:tc>{}</w:tc></w:tr>"
    content = "".join(
        [
            p(
                r("First came "),
                f"<w:ins {clerk}>{r('Ylva ')}</w:ins>",
                r("Torvund"),
                f'<w:del {clerk}><w:r><w:delText xml:space="preserve"> and Odd Brask</w:delText>'
                "</w:r></w:del>",
                r("."),
            ),
            p(
                r("Jo"),
                f"<w:del {clerk}><w:r><w:delText>hn S</w:delText></w:r></w:del>",
                f"<w:ins {clerk}>{r('hann Sch')}</w:ins>",
                r("mith spoke."),
            ),
            p(r("This line ends"), properties=f'<w:jc w:val="left"/><w:rPr><w:del {clerk}/></w:rPr>'),
            '<w:bookmarkStart w:id="5" w:name="here"/>',
            p(
                r(" in the next, by Mr Tor"),
                properties=f'<w:jc w:val="right"/><w:rPr><w:ins {clerk}/></w:rPr>',
            ),
            '<w:bookmarkEnd w:id="5"/>',
            p(r("vund."), properties='<w:jc w:val="center"/>'),
            p(
                f"<w:ins {clerk}>{r('kept', '')}<w:del {clerk}><w:r><w:delText>never</w:delText>"
                "</w:r></w:del></w:ins>",
                f'<w:moveFromRangeStart {clerk} w:name="m"/><w:moveFrom {clerk}>'
                f'{r(" moved away")}</w:moveFrom><w:moveFromRangeEnd w:id="1"/>',
                f'<w:moveToRangeStart {clerk} w:name="m"/><w:moveTo {clerk}>'
                f'{r(" moved here")}</w:moveTo><w:moveToRangeEnd w:id="1"/>',
            ),
            p(
                f"<w:r><w:rPr><w:b/><w:rPrChange {clerk}><w:rPr><w:i/></w:rPr></w:rPrChange></w:rPr>"
                f"{t('Bold, once italic.')}</w:r>",
                properties=f'<w:jc w:val="center"/><w:rPr><w:u w:val="single"/></w:rPr><w:pPrChange {clerk}>'
                '<w:pPr><w:jc w:val="left"/></w:pPr></w:pPrChange>',
            ),
            p(
                f"<w:del {clerk}><w:r><w:delText>A line before the table.</w:delText></w:r></w:del>",
                properties=f"<w:rPr><w:del {clerk}/></w:rPr>",
            ),
            '<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid><w:gridCol '
            'w:w="4000"/></w:tblGrid>',
            row.format("", p(r("Row that stays"))),
            row.format(f"<w:trPr><w:ins {clerk}/></w:trPr>", p(f"<w:ins {clerk}>{r('Row put in')}</w:ins>")),
            row.format(
                f"<w:trPr><w:del {clerk}/></w:trPr>",
                p(f"<w:del {clerk}><w:r><w:delText>Row taken out</w:delText></w:r></w:del>"),
            ),
            "</w:tbl>",
            p(r("The end.")),
        ]
    )
    return small(content)


def strict() -> dict[str, str | bytes]:
    strict_ = "http://purl.oclc.org/ooxml/"
    document = (
        '<?xml version="1.0" encoding="UTF-16"?>'
        f"<ns0:document xmlns:ns0='{strict_}wordprocessingml/main' "
        f"xmlns:q='{strict_}officeDocument/relationships'><ns0:body><ns0:p>"
        "<ns0:r><ns0:t>The witness Yl</ns0:t></ns0:r><ns0:r><ns0:t>va Torvund\u00f8 and "
        "</ns0:t></ns0:r><ns0:hyperlink q:id='rId1'><ns0:r><ns0:t>Odd Brask</ns0:t></ns0:r>"
        "</ns0:hyperlink>"
        "<ns0:r><ns0:t> &amp; sons.</ns0:t></ns0:r></ns0:p></ns0:body></ns0:document>"
    )
    return {
        "[Content_Types].xml": types(
            {
                "rels": "application/vnd.openxmlformats-package.relationships+xml",
                "xml": "application/xml",
                "brask": "application/xml",
            },
            {"Brask/torvund.xml": f"{WORD}document.main+xml"},
        ),
        "_rels/.rels": rels(
            ("rId1", f"{strict_}officeDocument/relationships/officeDocument", "Brask/torvund.xml", False)
        ),
        "Brask/torvund.xml": document.encode("utf-16"),
        "Brask/_rels/torvund.xml.rels": rels(
            (
                "rId1",
                f"{strict_}officeDocument/relationships/hyperlink",
                "https://example.org/odd%20brask",
                True,
            ),
            ("rId2", f"{strict_}officeDocument/relationships/customXml", "ylva.brask", False),
        ),
        "Brask/ylva.brask": "<a><b>Ylva</b><b>Torvund\u00f8</b></a>",
    }


def runs() -> dict[str, str | bytes]:
    return small(
        "".join(
            [
                p(r("Decision"), properties='<w:pStyle w:val="Heading1"/>'),
                p(
                    r("The applicant, "),
                    r("Yl", "<w:b/>"),
                    r("va Tor"),
                    '<w:proofErr w:type="spellStart"/>',
                    r("vund", "<w:i/>"),
                    r(", was heard."),
                ),
                p(
                    "<w:r><w:t>Mr Brask</w:t></w:r>",
                    "<w:r><w:t>, her neighbour, and Ylva Torvund</w:t></w:r>",
                    "<w:r><w:t>agreed.</w:t></w:r>",
                ),
                p(
                    '<w:r><w:t xml:space="preserve">Anna</w:t><w:noBreakHyphen/><w:t>Lena '
                    "Torvund</w:t><w:br/><w:t>Oslo</w:t></w:r>"
                ),
            ]
        )
    )


BUILDERS = {"canaries": canaries, "uncovered": uncovered, "tracked": tracked, "strict": strict, "runs": runs}
MEMBERS = {name: build() for name, build in BUILDERS.items()}


def main() -> None:
    HERE.mkdir(exist_ok=True)
    for name, members in MEMBERS.items():
        (HERE / f"{name}.docx").write_bytes(zipped(members))


if __name__ == "__main__":
    main()
