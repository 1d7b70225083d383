"""The other members of `canaries.docx`: properties, notes, settings, chart and workbook, diagram."""

import zipfile

from golden.docx_pieces import (
    CANARIES,
    HEAD,
    MS,
    NAMESPACES,
    PACKAGE,
    REL,
    A,
    R,
    change,
    p,
    r,
    rels,
    types,
    who,
    zipped,
)


def chart() -> str:
    return (
        f'{HEAD}<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" '
        f'xmlns:a="{A}" xmlns:r="{R}">'
        "<c:chart><c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:t>"
        f"{who('title of a chart')}</a:t></a:r></a:p></c:rich></c:tx></c:title>"
        '<c:plotArea><c:layout/><c:barChart><c:barDir val="col"/><c:grouping val="clustered"/>'
        '<c:ser><c:idx val="0"/><c:order val="0"/>'
        f"<c:tx><c:strRef><c:f>{who('sheet in a formula', joint='_')}!$B$1</c:f><c:strCache>"
        '<c:ptCount val="1"/><c:pt idx="0">'
        f"<c:v>{who('series of a chart')}</c:v></c:pt></c:strCache></c:strRef></c:tx>"
        '<c:cat><c:strRef><c:f>Sheet1!$A$2</c:f><c:strCache><c:ptCount val="1"/>'
        f'<c:pt idx="0"><c:v>{who("category of a chart")}</c:v></c:pt></c:strCache></c:strRef></c:cat>'
        "<c:val><c:numRef><c:f>Sheet1!$B$2</c:f><c:numCache><c:formatCode>"
        'General</c:formatCode><c:ptCount val="1"/>'
        '<c:pt idx="0"><c:v>4.3</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser><c:axId '
        'val="1"/><c:axId val="2"/></c:barChart>'
        '<c:catAx><c:axId val="1"/><c:scaling><c:orientation val="minMax"/></c:scaling>'
        '<c:delete val="0"/><c:axPos val="b"/><c:crossAx val="2"/></c:catAx>'
        '<c:valAx><c:axId val="2"/><c:scaling><c:orientation val="minMax"/></c:scaling>'
        '<c:delete val="0"/><c:axPos val="l"/><c:crossAx val="1"/></c:valAx>'
        '</c:plotArea></c:chart><c:externalData r:id="rId1"><c:autoUpdate val="0"/>'
        "</c:externalData></c:chartSpace>"
    )


def workbook() -> bytes:
    x = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    sheet_type = "application/vnd.openxmlformats-officedocument.spreadsheetml."
    first, second = who("shared string over two runs").split()
    return zipped(
        {
            "[Content_Types].xml": types(
                {"rels": f"{PACKAGE}relationships+xml", "xml": "application/xml"},
                {
                    "xl/workbook.xml": f"{sheet_type}sheet.main+xml",
                    "xl/worksheets/sheet1.xml": f"{sheet_type}worksheet+xml",
                    "xl/sharedStrings.xml": f"{sheet_type}sharedStrings+xml",
                    "docProps/core.xml": "application/vnd.openxmlformats-package.core-properties+xml",
                },
            ),
            "_rels/.rels": rels(
                ("rId1", f"{REL}officeDocument", "xl/workbook.xml", False),
                ("rId2", f"{PACKAGE}relationships/metadata/core-properties", "docProps/core.xml", False),
            ),
            "xl/workbook.xml": f'{HEAD}<workbook xmlns="{x}" xmlns:r="{R}"><sheets><sheet '
            f'name="{who("sheet of the workbook")}" '
            'sheetId="1" r:id="rId1"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": rels(
                ("rId1", f"{REL}worksheet", "worksheets/sheet1.xml", False),
                ("rId2", f"{REL}sharedStrings", "sharedStrings.xml", False),
            ),
            "xl/worksheets/sheet1.xml": f'{HEAD}<worksheet xmlns="{x}"><sheetData><row '
            'r="1"><c r="A1" t="s"><v>0</v></c>'
            f'<c r="B1" t="inlineStr"><is><t>{who("inline string of the workbook")}</t></is></c>'
            f'<c r="C1" t="str"><f>A1&amp;"{who("formula of the workbook")}"</f><v>'
            f"{who('cached value of the workbook')}</v></c></row></sheetData></worksheet>",
            "xl/sharedStrings.xml": f'{HEAD}<sst xmlns="{x}" count="1" uniqueCount="1">'
            '<si><r><t xml:space="preserve">'
            f"{first} </t></r>"
            f"<r><t>{second}</t></r></si></sst>",
            "docProps/core.xml": core(who("author of the workbook", cleaned=True), ""),
        },
        method=zipfile.ZIP_STORED,
    )


def core(creator: str, more: str) -> str:
    return (
        f'{HEAD}<cp:coreProperties xmlns:cp="{PACKAGE}metadata/core-properties" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" '
        'xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
        f'<dc:creator>{creator}</dc:creator>{more}<dcterms:created xsi:type="dcterms:W3CDTF">'
        "2024-03-05T10:00:00Z</dcterms:created></cp:coreProperties>"
    )


def properties() -> dict[str, str | bytes]:
    more = "".join(
        f"<{tag}>{who(f'property {tag}', cleaned=True)}</{tag}>"
        for tag in (
            "dc:title dc:subject dc:description cp:keywords cp:category cp:contentStatus "
            "cp:lastModifiedBy dc:identifier cp:version"
        ).split()
    )
    vt = "http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes"
    own = "http://schemas.openxmlformats.org/officeDocument/2006/"
    title = who("title of a part", cleaned=True)
    parts = f'<vt:vector size="1" baseType="lpstr"><vt:lpstr>{title}</vt:lpstr></vt:vector>'
    return {
        "docProps/core.xml": core(who("author", cleaned=True), more),
        "docProps/app.xml": f'{HEAD}<Properties xmlns="{own}extended-properties" xmlns:vt="{vt}"><Template>'
        f"{who('template', cleaned=True)}.dotm</Template>"
        "<Pages>1</Pages><Application>Microsoft Office Word</Application><Manager>"
        f"{who('manager', cleaned=True)}</Manager><Company>"
        f"{who('company', cleaned=True)}</Company>"
        f"<TitlesOfParts>{parts}</TitlesOfParts><HyperlinkBase>"
        f"file:///C:/{who('base of links', cleaned=True, joint='_')}</HyperlinkBase>"
        "</Properties>",
        "docProps/custom.xml": f'{HEAD}<Properties xmlns="{own}custom-properties" xmlns:vt="{vt}"><property '
        f'fmtid="{{D5CDD505-2E9C-101B-9397-08002B2CF9AE}}" pid="2" '
        f'name="{who("name of a custom property", cleaned=True)}"><vt:lpwstr>'
        f"{who('custom property', cleaned=True)}</vt:lpwstr></property></Properties>",
        "docProps/thumbnail.jpeg": b"\xff\xd8\xff\xe0"
        + who("thumbnail", cleaned=True).encode()
        + b"\xff\xd9",
        "docMetadata/LabelInfo.xml": f'{HEAD}<clbl:labelList xmlns:clbl="{MS}'
        '2020/mipLabelMetadata"><clbl:label '
        f'id="{{33333333-2222-3333-4444-555555555555}}" '
        f'name="{who("sensitivity label", cleaned=True)}"/></clbl:labelList>',
        "_xmlsignatures/origin.sigs": b"",
        "_xmlsignatures/_rels/origin.sigs.rels": rels(
            ("rId1", f"{PACKAGE}relationships/digital-signature/signature", "sig1.xml", False)
        ),
        "_xmlsignatures/sig1.xml": f'{HEAD}<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><Object>'
        f"{who('digital signature', cleaned=True)}</Object></Signature>",
        "customUI/customUI14.xml": f'{HEAD}<customUI xmlns="{MS}2009/07/customui"><ribbon><tabs><tab id="t" '
        f'label="{who("label of the ribbon")}"/></tabs></ribbon></customUI>',
    }


def stories() -> dict[str, str | bytes]:
    notes = '<w:{0} w:type="separator" w:id="0"><w:p><w:r><w:separator/></w:r></w:p></w:{0}>'
    return {
        "word/header1.xml": f"{HEAD}<w:hdr {NAMESPACES}>{p(r(who('header')))}</w:hdr>",
        "word/footer1.xml": f"{HEAD}<w:ftr {NAMESPACES}>{p(r(who('footer')))}</w:ftr>",
        "word/footnotes.xml": f"{HEAD}<w:footnotes {NAMESPACES}>"
        f'{notes.format("footnote")}<w:footnote w:id="2">'
        f"{p('<w:r><w:footnoteRef/></w:r>', r(' ' + who('footnote')))}</w:footnote>"
        "</w:footnotes>",
        "word/endnotes.xml": f'{HEAD}<w:endnotes {NAMESPACES}>{notes.format("endnote")}<w:endnote w:id="2">'
        f"{p('<w:r><w:endnoteRef/></w:r>', r(' ' + who('endnote')))}</w:endnote></w:endnotes>",
        "word/comments.xml": f"{HEAD}<w:comments {NAMESPACES}><w:comment "
        f"{change(1, who('author of a comment', cleaned=True))} "
        f'w:initials="{who("initials of a comment", cleaned=True)}">'
        f'<w:p w14:paraId="00000001">{r(who("comment"))}</w:p></w:comment></w:comments>',
        "word/commentsExtended.xml": f"{HEAD}<w15:commentsEx {NAMESPACES}>"
        '<w15:commentEx w15:paraId="00000001" '
        'w15:done="0"/>'
        "</w15:commentsEx>",
        "word/commentsIds.xml": f'{HEAD}<w16cid:commentsIds xmlns:w16cid="{MS}'
        'word/2016/wordml/cid"><w16cid:commentId '
        'w16cid:paraId="00000001" w16cid:durableId="2A0B0C0D"/></w16cid:commentsIds>',
        "word/commentsExtensible.xml": f"{HEAD}<w16cex:commentsExtensible "
        f'xmlns:w16cex="{MS}word/2018/wordml/cex">'
        '<w16cex:commentExtensible w16cex:durableId="2A0B0C0D" '
        'w16cex:dateUtc="2024-03-05T10:00:00Z"/></w16cex:commentsExtensible>',
        "word/people.xml": f"{HEAD}<w15:people {NAMESPACES}><w15:person "
        f'w15:author="{CANARIES["author of a comment"]}"><w15:presenceInfo w15:providerId="AD" '
        f'w15:userId="S::{who("account of an author", cleaned=True, joint=".")}@example.org"/>'
        "</w15:person></w15:people>",
        "word/glossary/document.xml": f"{HEAD}<w:glossaryDocument {NAMESPACES}>"
        "<w:docParts><w:docPart><w:docPartPr><w:name "
        f'w:val="{who("name of a building block")}"/>'
        f'<w:category><w:name w:val="{who("category of a building block")}"/><w:gallery '
        'w:val="placeholder"/></w:category><w:description '
        f'w:val="{who("description of a building block")}"/></w:docPartPr>'
        f"<w:docPartBody>{p(r(who('building block')))}</w:docPartBody></w:docPart></w:docParts>"
        "</w:glossaryDocument>",
    }


def settings() -> dict[str, str | bytes]:
    return {
        "word/settings.xml": f'{HEAD}<w:settings {NAMESPACES}><w:attachedTemplate r:id="rId1"/><w:mailMerge>'
        '<w:mainDocumentType w:val="formLetters"/>'
        '<w:dataType w:val="textFile"/><w:connectString '
        f'w:val="DSN={who("connection of a mail merge", cleaned=True)}"/><w:query w:val="SELECT '
        f'* FROM {who("query of a mail merge", cleaned=True, joint="_")}"/>'
        '<w:dataSource r:id="rId2"/></w:mailMerge><w:defaultTabStop w:val="708"/><w:rsids>'
        '<w:rsidRoot w:val="00A1B2C3"/><w:rsid w:val="00A1B2C3"/></w:rsids>'
        f'<w:docVars><w:docVar w:name="{who("name of a document variable", joint="_")}" '
        f'w:val="{who("document variable")}"/></w:docVars>'
        '<w14:docId w14:val="1A2B3C4D"/><w15:docId '
        'w15:val="{44444444-2222-3333-4444-555555555555}"/></w:settings>',
        "word/_rels/settings.xml.rels": rels(
            (
                "rId1",
                f"{REL}attachedTemplate",
                f"file:///C:/Users/{who('path of a template', cleaned=True, joint='.')}/Normal.dotm",
                True,
            ),
            (
                "rId2",
                f"{REL}mailMergeSource",
                f"file:///C:/{who('path of a mail merge', cleaned=True, joint='%20')}.csv",
                True,
            ),
        ),
        "word/webSettings.xml": f"{HEAD}<!-- {who('comment in the web settings')} -->"
        f"<w:webSettings {NAMESPACES}>"
        "<w:optimizeForBrowser/></w:webSettings>",
        "word/styles.xml": f"{HEAD}<w:styles {NAMESPACES}><w:docDefaults><w:rPrDefault>"
        '<w:rPr><w:sz w:val="22"/>'
        "</w:rPr></w:rPrDefault></w:docDefaults>"
        '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/>'
        '<w:basedOn w:val="Normal"/><w:rsid w:val="00A1B2C3"/><w:rPr><w:b/><w:sz w:val="32"/>'
        "</w:rPr></w:style>"
        '<w:style w:type="paragraph" w:customStyle="1" '
        f'w:styleId="{CANARIES["style"].replace(" ", "")}"><w:name w:val="{CANARIES["style"]}"/>'
        f'<w:aliases w:val="{who("other name of a style")}"/><w:basedOn w:val="Normal"/>'
        "</w:style></w:styles>",
        "word/numbering.xml": f'{HEAD}<w:numbering {NAMESPACES}><w:abstractNum w:abstractNumId="0"><w:name '
        f'w:val="{who("name of a list", joint="_")}"/><w:lvl w:ilvl="0"><w:start w:val="1"/>'
        '<w:numFmt w:val="decimal"/>'
        f'<w:lvlText w:val="{who("label of a list")} %1"/><w:lvlJc w:val="left"/></w:lvl>'
        '</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>',
        "word/theme/theme1.xml": f'{HEAD}<a:theme xmlns:a="{A}" '
        f'name="{who("name of a theme")}"><a:themeElements>'
        '<a:clrScheme name="Office"><a:dk1><a:sysClr val="windowText"/></a:dk1></a:clrScheme>'
        "</a:themeElements></a:theme>",
        "word/fontTable.xml": f'{HEAD}<w:fonts {NAMESPACES}><w:font w:name="Arial">'
        '<w:charset w:val="00"/></w:font>'
        "</w:fonts>",
    }


def diagrams() -> dict[str, str | bytes]:
    dgm = 'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"'
    dsp = f'xmlns:dsp="{MS}drawing/2008/diagram"'
    name = who("diagram")
    return {
        "word/diagrams/data1.xml": f'{HEAD}<dgm:dataModel {dgm} xmlns:a="{A}">'
        '<dgm:ptLst><dgm:pt modelId="1"><dgm:t>'
        f"<a:bodyPr/><a:p><a:r><a:t>{name[:5]}</a:t></a:r><a:r><a:t>{name[5:]}</a:t></a:r></a:p>"
        "</dgm:t></dgm:pt></dgm:ptLst><dgm:cxnLst/></dgm:dataModel>",
        "word/diagrams/layout1.xml": f'{HEAD}<dgm:layoutDef {dgm} uniqueId="urn:example"><dgm:title '
        f'val="{who("title of a diagram layout")}"/><dgm:desc '
        f'val="{who("description of a diagram layout")}"/><dgm:layoutNode name="a"/>'
        "</dgm:layoutDef>",
        "word/diagrams/quickStyle1.xml": f'{HEAD}<dgm:styleDef {dgm} uniqueId="urn:example"/>',
        "word/diagrams/colors1.xml": f'{HEAD}<dgm:colorsDef {dgm} uniqueId="urn:example"/>',
        "word/diagrams/drawing1.xml": f'{HEAD}<dsp:drawing {dsp} xmlns:a="{A}">'
        '<dsp:spTree><dsp:nvGrpSpPr><dsp:cNvPr id="0" '
        'name=""/><dsp:cNvGrpSpPr/></dsp:nvGrpSpPr><dsp:grpSpPr/>'
        '<dsp:sp modelId="1"><dsp:nvSpPr><dsp:cNvPr id="1" name="" '
        f'descr="{who("alternative text in a diagram")}"/><dsp:cNvSpPr/></dsp:nvSpPr><dsp:spPr>'
        '<a:xfrm><a:off x="0" y="0"/><a:ext cx="2000000" cy="900000"/></a:xfrm><a:prstGeom '
        'prst="rect"><a:avLst/></a:prstGeom></dsp:spPr>'
        f"<dsp:txBody><a:bodyPr/><a:p><a:r><a:t>{who('picture of a diagram')}</a:t></a:r></a:p>"
        "</dsp:txBody></dsp:sp></dsp:spTree></dsp:drawing>",
    }
