"""The body of `canaries.docx`: a name in every place of a document that is not a member of its own."""

from golden.docx_pieces import CANARIES, change, field, graphic, p, picture, r, t, text_box, who


def body() -> str:
    split = who("a name over three runs")
    mail = who("a field's address", joint=".")
    return "".join(
        [
            p(r("Judgment of the court"), properties='<w:pStyle w:val="Heading1"/>'),
            p(
                r(f"The witness {who('body')} was heard."),
                text_box(
                    who("text box"),
                    who("text box, fallback"),
                    who("name of a text box"),
                    who("alternative text of a text box"),
                ),
                r(" The hearing went on."),
            ),
            p(
                r("Counsel asked "),
                r(split[:3], "<w:b/>"),
                r(split[3:9]),
                r(split[9:], "<w:i/>"),
                r(" twice."),
            ),
            p(
                "<w:r><w:t>Signed</w:t><w:tab/><w:t>by</w:t><w:br/></w:r>",
                f"<w:r>{t(who('a name with a soft hyphen')[:4])}<w:softHyphen/></w:r>",
                r(CANARIES["a name with a soft hyphen"][4:]),
            ),
            table(),
            controls(),
            fields(mail),
            links(),
            changes(),
            pictures(),
            anchors(),
            f"<!-- {who('comment in the XML')} -->",
            '<w:altChunk r:id="rId30"/>',
        ]
    )


def changes() -> str:
    ins, dele = who("author of an insertion", cleaned=True), who("author of a deletion", cleaned=True)
    given, family = who("a name half inserted").split()
    return "".join(
        [
            p(
                r("He said that "),
                f"<w:ins {change(1, ins)}>{r(who('inserted text') + ' ')}</w:ins>",
                f'<w:del {change(2, dele)}><w:r><w:delText xml:space="preserve">'
                f"{who('deleted text')} </w:delText></w:r></w:del>",
                r("came, and that " + given[:3]),
                f"<w:del {change(3, 'Clerk')}><w:r><w:delText>{given[3:]} Oxley</w:delText></w:r></w:del>",
                f"<w:ins {change(4, 'Clerk')}>{r(given[3:] + ' ' + family[:4])}</w:ins>",
                r(family[4:] + " left."),
                properties='<w:jc w:val="both"/><w:rPr><w:ins '
                f"{change(5, who('author of a paragraph mark', cleaned=True))}/></w:rPr>"
                "<w:pPrChange "
                f"{change(6, who('author of a change of properties', cleaned=True))}><w:pPr/>"
                "</w:pPrChange>",
            ),
            p(
                f'<w:moveFromRangeStart {change(7, who("author of a move", cleaned=True))} w:name="move1"/>'
                f"<w:moveFrom {change(8, 'Clerk')}>"
                f"{r('Moved: ' + who('moved text, where it was'))}</w:moveFrom>"
                '<w:moveFromRangeEnd w:id="7"/>'
                f'<w:moveToRangeStart {change(9, "Clerk")} w:name="move1"/>'
                f"<w:moveTo {change(10, 'Clerk')}>{r('Moved: ' + who('moved text, where it is'))}</w:moveTo>"
                '<w:moveToRangeEnd w:id="9"/>',
            ),
        ]
    )


def anchors() -> str:
    return "".join(
        [
            p(
                '<w:permStart w:id="20" '
                f'w:ed="{who("editor with a permission", cleaned=True, joint=".")}@example.org"/>',
                f'<w:bookmarkStart w:id="21" w:name="{who("bookmark", joint="_")}"/>',
                r("Here is the bookmark."),
                '<w:bookmarkEnd w:id="21"/><w:permEnd w:id="20"/>',
                f'<w:hyperlink w:anchor="{CANARIES["bookmark"].replace(" ", "_")}">'
                f"{r('Back to it')}</w:hyperlink>",
                field(f"PAGEREF {CANARIES['bookmark'].replace(' ', '_')} \\h", "1"),
            ),
            p(
                '<w:smartTag w:uri="urn:example" w:element="person"><w:smartTagPr><w:attr '
                f'w:name="full" w:val="{who("smart tag")}"/>'
                f"</w:smartTagPr>{r('tagged')}</w:smartTag>",
                f"<m:oMath><m:r><m:t>{who('formula')}</m:t></m:r></m:oMath>",
                '<w:r><w:ruby><w:rubyPr><w:rubyAlign w:val="center"/><w:hps w:val="10"/>'
                '<w:hpsRaise w:val="18"/>'
                '<w:hpsBaseText w:val="21"/><w:lid w:val="ja-JP"/></w:rubyPr>'
                f"<w:rt>{r(who('ruby'))}</w:rt><w:rubyBase>{r('base')}</w:rubyBase></w:ruby></w:r>",
            ),
            p(
                r("Footnote", ""),
                '<w:r><w:footnoteReference w:id="2"/></w:r>',
                r(" endnote"),
                '<w:r><w:endnoteReference w:id="2"/></w:r>',
                f'<w:commentRangeStart w:id="1"/>{r(" comment")}<w:commentRangeEnd w:id="1"/>'
                '<w:r><w:commentReference w:id="1"/></w:r>',
                r(" numbered"),
                properties=f'<w:pStyle w:val="{who("style", joint="")}"/><w:numPr><w:ilvl w:val="0"/>'
                '<w:numId w:val="1"/></w:numPr>',
            ),
        ]
    )


def table() -> str:
    return (
        f'<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/><w:tblCaption w:val="{who("caption of a table")}"/>'
        f'<w:tblDescription w:val="{who("description of a table")}"/></w:tblPr><w:tblGrid>'
        '<w:gridCol w:w="4000"/>'
        '<w:gridCol w:w="4000"/></w:tblGrid><w:tr><w:tc><w:tcPr><w:tcW w:w="4000" '
        f'w:type="dxa"/></w:tcPr>{p(r("Party"))}</w:tc>'
        '<w:tc><w:tcPr><w:tcW w:w="4000" w:type="dxa"/></w:tcPr>'
        f"{p(r(who('table cell')))}</w:tc></w:tr></w:tbl>"
    )


def controls() -> str:
    return (
        f'<w:sdt><w:sdtPr><w:alias w:val="{who("title of a content control")}"/><w:tag '
        f'w:val="{who("tag of a content control", joint="_")}"/>'
        '<w:id w:val="77"/><w:placeholder><w:docPart '
        f'w:val="{who("placeholder of a content control", joint="")}"/></w:placeholder>'
        "<w:dataBinding w:prefixMappings=\"xmlns:n='urn:example:case'\" "
        f"w:xpath=\"/n:case/n:person[@name='{who('data binding')}']\" "
        'w:storeItemID="{11111111-2222-3333-4444-555555555555}"/><w:dropDownList>'
        f'<w:listItem w:displayText="{who("item of a drop-down list")}" '
        f'w:value="{who("value of a drop-down list")}"/>'
        f"</w:dropDownList></w:sdtPr><w:sdtContent>{p(r(who('content control')))}</w:sdtContent></w:sdt>"
        + p(
            '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="Text1"/>'
            '<w:enabled/><w:calcOnExit w:val="0"/>'
            f'<w:helpText w:type="text" w:val="{who("help of a form field")}"/><w:statusText '
            f'w:type="text" w:val="{who("status of a form field")}"/>'
            f'<w:textInput><w:default w:val="{who("default of a form field")}"/></w:textInput>'
            "</w:ffData></w:fldChar></w:r>"
            '<w:r><w:instrText xml:space="preserve"> FORMTEXT </w:instrText></w:r><w:r>'
            '<w:fldChar w:fldCharType="separate"/></w:r>'
            f'{r(who("result of a form field"))}<w:r><w:fldChar w:fldCharType="end"/></w:r>'
        )
    )


def fields(mail: str) -> str:
    secret = who("data of a field", cleaned=True)
    encoded = secret.encode().hex()
    return p(
        field(f'HYPERLINK "mailto:{mail}@example.org"', "write"),
        field(f"MERGEFIELD {who('merge field', joint='_')}", who("result of a merge field")),
        field(f'INCLUDETEXT "C:\\\\Users\\\\{who("path in a field")}\\\\file.docx"', "included"),
        field("AUTHOR", who("result of an author field")),
        field(f'TOC \\o "1-3" \\t "{who("style in a table of contents")},1"', "Contents"),
        f'<w:fldSimple w:instr=" DOCPROPERTY {who("simple field", joint="_")} ">'
        f"{r(who('result of a simple field'))}</w:fldSimple>",
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> '
        "IF </w:instrText></w:r>",
        field("MERGEFIELD X", who("result inside an instruction")),
        f'<w:r><w:instrText> = "{who("condition of a field")[:6]}</w:instrText></w:r><w:r>'
        f'<w:instrText>{CANARIES["condition of a field"][6:]}" "a" "b"</w:instrText></w:r>'
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r>' + r("a"),
        f'<w:r><w:fldChar w:fldCharType="end"><w:fldData>{encoded}</w:fldData></w:fldChar></w:r>',
    )


def links() -> str:
    return p(
        f'<w:hyperlink r:id="rId20" w:tooltip="{who("tooltip of a link")}">'
        f"{r(who('text of a link'))}</w:hyperlink>",
        f'<w:hyperlink r:id="rId21">{r("file")}</w:hyperlink>',
        f'<w:hyperlink r:id="rId22">{r("page")}</w:hyperlink>',
        f'<w:hyperlink r:id="{who("key of a relationship", joint="")}">{r("odd")}</w:hyperlink>',
    )


def pictures() -> str:
    chart = graphic(13, "http://schemas.openxmlformats.org/drawingml/2006/chart", '<c:chart r:id="rId24"/>')
    diagram = graphic(
        14,
        "http://schemas.openxmlformats.org/drawingml/2006/diagram",
        '<dgm:relIds r:dm="rId25" r:lo="rId26" r:qs="rId27" r:cs="rId28"/>',
    )
    word_art = (
        '<w:r><w:pict><v:shapetype id="_x0000_t136" coordsize="21600,21600" o:spt="136" '
        'adj="10800" path="m@7,l@8,m@5,21600l@6,21600e">'
        '<v:textpath on="t" fitshape="t"/></v:shapetype>'
        f'<v:shape id="{who("name of a shape", joint="_x0020_")}" type="#_x0000_t136" '
        f'style="width:150pt;height:30pt" alt="{who("alternative text of a shape")}" '
        f'o:gfxdata="{who("packed data of a shape", cleaned=True).encode().hex()}'
        '" '
        'fillcolor="black">'
        f'<v:textpath style="font-family:Arial" string="{who("word art")}"/></v:shape></w:pict></w:r>'
    )
    signature = (
        '<w:r><w:pict><v:shape id="_x0000_i1030" type="#_x0000_t75" '
        'style="width:192pt;height:30pt"><o:signatureline v:ext="edit" '
        f'id="{{22222222-2222-3333-4444-555555555555}}" provid="{{00000000-0000-0000-0000-000000000000}}" '
        f'o:suggestedsigner="{who("suggested signer")}" o:suggestedsigner2="{who("role of the signer")}" '
        f'o:suggestedsigneremail="{who("address of the signer", joint=".")}@example.org" '
        'issignatureline="t"/></v:shape></w:pict></w:r>'
    )
    return p(
        picture(
            "rId23",
            who("name of a picture"),
            who("alternative text of a picture"),
            who("title of a picture"),
            who("file name of a picture", joint="_") + ".png",
        ),
        picture("rId29", "Picture 2", "a drawing", "", "image2.svg"),
        chart,
        diagram,
        word_art,
        signature,
    )
