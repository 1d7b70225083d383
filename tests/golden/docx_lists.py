"""Relationships and content types of `canaries.docx`."""

from golden.docx_pieces import CANARIES, DRAWING, MS, REL, WORD, rels, types, who

OPC = "application/vnd.openxmlformats-package."
OFFICE = "application/vnd.openxmlformats-officedocument."


def document_rels(named: str) -> str:
    names = "styles settings webSettings fontTable numbering footnotes endnotes comments".split()
    return rels(
        *((f"rId{number}", f"{REL}{name}", f"{name}.xml", False) for number, name in enumerate(names, 1)),
        ("rId9", f"{REL}theme", "theme/theme1.xml", False),
        ("rId10", f"{REL}header", "header1.xml", False),
        ("rId11", f"{REL}footer", "footer1.xml", False),
        ("rId12", f"{MS}2011/relationships/commentsExtended", "commentsExtended.xml", False),
        ("rId13", f"{MS}2016/09/relationships/commentsIds", "commentsIds.xml", False),
        ("rId14", f"{MS}2018/08/relationships/commentsExtensible", "commentsExtensible.xml", False),
        ("rId15", f"{MS}2011/relationships/people", "people.xml", False),
        ("rId16", f"{REL}glossaryDocument", "glossary/document.xml", False),
        ("rId17", f"{REL}customXml", "../customXml/item1.xml", False),
        (
            "rId20",
            f"{REL}hyperlink",
            f"mailto:{who('address of a link', joint='.')}"
            f"@example.org?subject={who('subject of a link', joint='%20')}",
            True,
        ),
        (
            "rId21",
            f"{REL}hyperlink",
            f"file:///C:/Users/{who('path of a link', joint='%20')}/statement.docx",
            True,
        ),
        ("rId22", f"{REL}hyperlink", f"https://example.org/{who('page of a link', joint='-').lower()}", True),
        (
            CANARIES["key of a relationship"].replace(" ", ""),
            f"{REL}hyperlink",
            "https://example.org/odd",
            True,
        ),
        ("rId23", f"{REL}image", named.removeprefix("word/"), False),
        ("rId24", f"{REL}chart", "charts/chart1.xml", False),
        ("rId25", f"{REL}diagramData", "diagrams/data1.xml", False),
        ("rId26", f"{REL}diagramLayout", "diagrams/layout1.xml", False),
        ("rId27", f"{REL}diagramQuickStyle", "diagrams/quickStyle1.xml", False),
        ("rId28", f"{REL}diagramColors", "diagrams/colors1.xml", False),
        ("rId32", f"{MS}2007/relationships/diagramDrawing", "diagrams/drawing1.xml", False),
        ("rId29", f"{REL}image", "media/image2.svg", False),
        ("rId30", f"{REL}aFChunk", "afchunk1.html", False),
        ("rId31", f"{REL}printerSettings", "printerSettings/printerSettings1.bin", False),
    )


def document_types() -> str:
    names = (
        "styles settings webSettings fontTable numbering footnotes endnotes comments commentsExtended "
        "commentsIds commentsExtensible people"
    )
    return types(
        {
            "rels": f"{OPC}relationships+xml",
            "xml": "application/xml",
            "png": "image/png",
            "jpeg": "image/jpeg",
            "svg": "image/svg+xml",
            "html": "text/html",
            "bin": "application/octet-stream",
            "xlsx": f"{OFFICE}spreadsheetml.sheet",
            "sigs": f"{OPC}digital-signature-origin",
        },
        {
            "word/document.xml": f"{WORD}document.main+xml",
            **{f"word/{name}.xml": f"{WORD}{name}+xml" for name in names.split()},
            "word/header1.xml": f"{WORD}header+xml",
            "word/footer1.xml": f"{WORD}footer+xml",
            "word/glossary/document.xml": f"{WORD}document.glossary+xml",
            "word/theme/theme1.xml": f"{OFFICE}theme+xml",
            "word/charts/chart1.xml": f"{DRAWING}chart+xml",
            **{
                f"word/diagrams/{one}1.xml": f"{DRAWING}diagram{two}+xml"
                for one, two in (
                    ("data", "Data"),
                    ("layout", "Layout"),
                    ("quickStyle", "Style"),
                    ("colors", "Colors"),
                )
            },
            "word/diagrams/drawing1.xml": "application/vnd.ms-office.drawingml.diagramDrawing+xml",
            "docProps/core.xml": f"{OPC}core-properties+xml",
            "docProps/app.xml": f"{OFFICE}extended-properties+xml",
            "docProps/custom.xml": f"{OFFICE}custom-properties+xml",
            "docMetadata/LabelInfo.xml": "application/vnd.ms-office.classificationlabels+xml",
            "_xmlsignatures/sig1.xml": f"{OPC}digital-signature-xmlsignature+xml",
            "customXml/itemProps1.xml": f"{OFFICE}customXmlProperties+xml",
        },
    )
