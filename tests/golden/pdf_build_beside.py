"""What the golden PDF holds beside its pages: comments, links, fields, bookmarks, structure, scripts.

Used by `pdf_build`; every function puts its own part into an open PDF, with the names it is given.
"""

from collections.abc import Callable, Mapping

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream, String

Make = Callable[..., pikepdf.Object]


def annotations(pdf: pikepdf.Pdf, names: Mapping[str, str], form: Make) -> None:
    page = pdf.pages[0]
    font = page.Resources.Font.F1
    plain = Dictionary(Font=Dictionary(F1=font))

    def note(kind: str, at: int, **entries: object) -> pikepdf.Object:
        rect = Array([300, 540 - 12 * at, 410, 551 - 12 * at])
        return pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name(f"/{kind}"), Rect=rect, **entries))

    def look(string: str, **more: object) -> pikepdf.Object:
        made = form(pdf, f"BT /F1 8 Tf 1 0 0 1 2 2 Tm ({string}) Tj ET", plain, **more)
        made.BBox = Array([0, 0, 110, 11])
        return made

    def action(kind: str, **entries: object) -> pikepdf.Object:
        return Dictionary(Type=Name.Action, S=Name(f"/{kind}"), **entries)

    comment = note(
        "Text",
        0,
        Contents=String(f"Ask {names['comment']} about it"),
        T=String(names["comment_author"]),
        RC=String(f"<body><p>{names['comment_rich']}</p></body>"),
        Subj=String(f"About {names['comment_subject']}"),
        M=String("D:20210303120000Z"),
    )
    popup = note("Popup", 1, Parent=comment, Contents=String(f"Popped up: {names['popup']}"))
    comment.Popup = popup
    free = note(
        "FreeText",
        2,
        Contents=String(f"Typed: {names['free_text']}"),
        DA=String("/F1 8 Tf 0 g"),
        AP=Dictionary(N=look(f"Looks: {names['free_text_look']}")),
    )
    stamp = note("Stamp", 3, AP=Dictionary(N=look(f"Stamp of {names['stamp_look']}")))
    escaped = (
        "".join(f"%{ord(letter):02X}" for letter in names["link_escaped"][:3]) + names["link_escaped"][3:]
    )
    file = Dictionary(
        Type=Name.Filespec, F=String(f"{names['other_file']}.pdf"), UF=String(f"{names['other_file']}.pdf")
    )
    attached = pdf.make_stream(f"Secret notes on {names['attached']}".encode())
    attached.Type = Name.EmbeddedFile
    carried = Dictionary(
        Type=Name.Filespec,
        F=String(f"{names['attached_name']}.txt"),
        UF=String(f"{names['attached_name']}.txt"),
        EF=Dictionary(F=attached),
    )
    pdf.Root.Names.EmbeddedFiles = Dictionary(Names=Array([String(names["attached_name"]), carried]))
    page.Annots = Array(
        [
            comment,
            popup,
            free,
            stamp,
            note("Link", 4, A=action("URI", URI=String(f"https://example.org/people/{names['link']}"))),
            note("Link", 5, A=action("URI", URI=String(f"https://example.org/?who={escaped}"))),
            note(
                "Link",
                6,
                A=action("URI", URI=String(f"mailto:{names['mail_link']}@example.org?subject=hello")),
            ),
            note("Link", 7, A=action("GoToR", F=file, D=Array([0, Name.Fit]))),
            note("Link", 8, A=action("Launch", F=String(f"/home/{names['launch']}/award.pdf"))),
            note("Link", 9, Dest=String(names["place_tree"])),
            note("FileAttachment", 10, FS=carried, Contents=String(names["attached_note"])),
        ]
    )
    page.AA = Dictionary(O=action("JavaScript", JS=String(f"app.alert('{names['page_script']}')")))
    fields(pdf, names, note, look)


def fields(pdf: pikepdf.Pdf, names: Mapping[str, str], note: Make, look: Make) -> None:
    value = note(
        "Widget",
        12,
        FT=Name.Tx,
        T=String(f"name {names['field_name']}"),
        TM=String(f"map {names['field_mapping']}"),
        TU=String(f"Fill in {names['field_tooltip']}"),
        V=String(f"Dr {names['field_value']}"),
        DV=String(f"Dr {names['field_default']}"),
        AP=Dictionary(N=look(f"Dr {names['field_look']}")),
        DA=String("/F1 8 Tf 0 g"),
        MK=Dictionary(CA=String(f"Press for {names['caption']}")),
    )
    choice = note(
        "Widget",
        13,
        FT=Name.Ch,
        T=String("choice"),
        Opt=Array([String("nobody"), String(names["field_option"])]),
    )
    spaced = " ".join(names["comb"])
    comb = note(
        "Widget",
        14,
        FT=Name.Tx,
        T=String("comb"),
        Ff=1 << 24,
        MaxLen=20,
        V=String(names["comb"]),
        AP=Dictionary(N=look(spaced)),
        DA=String("/F1 8 Tf 0 g"),
    )
    states = Dictionary({f"/{names['button']}": look("x"), "/Off": look("o")})
    button = note(
        "Widget",
        15,
        FT=Name.Btn,
        T=String("box"),
        AS=Name(f"/{names['button']}"),
        V=Name(f"/{names['button']}"),
        AP=Dictionary(N=states),
    )
    signature = note(
        "Widget",
        16,
        FT=Name.Sig,
        T=String("sign here"),
        AP=Dictionary(N=look("Signed")),
        V=Dictionary(
            Type=Name.Sig,
            Filter=Name("/Adobe.PPKLite"),
            Name=String(names["signer"]),
            Reason=String(f"Approved by {names['signature_reason']}"),
            Contents=String(b"\x30\x00"),
            ByteRange=Array([0, 1, 2, 3]),
        ),
    )
    made = [value, choice, comb, button, signature]
    pdf.pages[0].Annots.extend(made)
    pdf.Root.AcroForm = Dictionary(
        Fields=Array(made),
        DR=Dictionary(Font=Dictionary(F1=pdf.pages[0].Resources.Font.F1)),
        XFA=pdf.make_stream(f"<xdp><name>{names['xfa']}</name></xdp>".encode()),
        SigFlags=3,
    )


def beside(pdf: pikepdf.Pdf, names: Mapping[str, str]) -> None:
    """What stands in no page: properties, bookmarks, scripts, structure, labels, threads, private data."""
    root, page = pdf.Root, pdf.pages[0]
    root.Names.Dests = Dictionary(Names=Array([String(names["place_tree"]), Array([page.obj, Name.Fit])]))
    root.Names.JavaScript = Dictionary(
        Names=Array(
            [String("start"), Dictionary(S=Name.JavaScript, JS=String(f"var who = '{names['script']}'"))]
        )
    )
    hidden = Dictionary(
        Type=Name.Page,
        MediaBox=Array([0, 0, 100, 100]),
        Resources=page.Resources,
        Contents=pdf.make_stream(f"BT /F1 9 Tf (Template {names['template']}) Tj ET".encode()),
    )
    root.Names.Templates = Dictionary(Names=Array([String("t"), pdf.make_indirect(hidden)]))
    root.Dests = Dictionary({f"/{names['place_old']}": Array([page.obj, Name.Fit])})
    root.OpenAction = Dictionary(S=Name.JavaScript, JS=String(f"app.alert('{names['open_script']}')"))
    root.PageLabels = Dictionary(Nums=Array([0, Dictionary(S=Name.D, P=String(f"{names['label']}-"))]))
    second = pdf.make_indirect(
        Dictionary(Title=String(f"Part on {names['bookmark_named']}"), Dest=Name(f"/{names['place_old']}"))
    )
    first = pdf.make_indirect(
        Dictionary(
            Title=String(f"Hearing of {names['bookmark']}"), Dest=Array([page.obj, Name.Fit]), Next=second
        )
    )
    second.Prev = first
    root.Outlines = pdf.make_indirect(Dictionary(Type=Name.Outlines, First=first, Last=second, Count=2))
    first.Parent = second.Parent = root.Outlines
    bead = pdf.make_indirect(Dictionary(P=page.obj, R=Array([0, 0, 9, 9])))
    bead.N = bead.V = bead
    root.Threads = Array([pdf.make_indirect(Dictionary(F=bead, I=Dictionary(Title=String(names["thread"]))))])
    page.B = Array([bead])
    page.PieceInfo = Dictionary(
        Maker=Dictionary(LastModified=String("D:2021"), Private=String(names["private"]))
    )
    thumbnail = Stream(pdf, names["thumbnail"].encode())
    thumbnail.update(Dictionary(Width=12, Height=1, BitsPerComponent=8, ColorSpace=Name.DeviceGray))
    page.Thumb = thumbnail
    root.SpiderInfo = Dictionary(
        V=1.0, C=Array([Dictionary(S=String(f"https://example.org/{names['web']}"))])
    )
    root.OutputIntents = Array(
        [
            Dictionary(
                Type=Name.OutputIntent,
                S=Name.GTS_PDFX,
                OutputConditionIdentifier=String("none"),
                Info=String(f"Press of {names['output_intent']}"),
            )
        ]
    )
    structure(pdf, names)
    pdf.docinfo["/Title"] = String(f"Award against {names['title']}")
    pdf.docinfo["/Author"] = String(names["author"])
    pdf.docinfo["/Keywords"] = String(names["keywords"])
    xmp = pdf.make_stream(
        f"<x:xmpmeta xmlns:x='adobe:ns:meta/'>{names['xmp']}</x:xmpmeta>".encode("utf-16-be")
    )
    xmp.Type, xmp.Subtype = Name.Metadata, Name.XML
    root.Metadata = xmp


def structure(pdf: pikepdf.Pdf, names: Mapping[str, str]) -> None:
    root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
    entries = (
        ("Span", Dictionary(ActualText=String(names["structure_text"]))),
        ("Figure", Dictionary(Alt=String(f"Portrait of {names['structure_alt']}"))),
        ("Span", Dictionary(E=String(names["structure_expansion"]))),
        ("Sect", Dictionary(T=String(f"Section on {names['structure_title']}"))),
        ("P", Dictionary(Lang=String(names["structure_language"]))),
        (names["style"], Dictionary(C=Name(f"/{names['style']}-class"))),
    )
    kids = []
    for kind, more in entries:
        kid = Dictionary(Type=Name.StructElem, S=Name(f"/{kind}"), P=root)
        kid.update(more)
        kids.append(pdf.make_indirect(kid))
    root.K = Array(kids)
    root.RoleMap = Dictionary({f"/{names['style']}": Name.P})
    root.ClassMap = Dictionary({f"/{names['style']}-class": Dictionary(O=Name.Layout)})
    pdf.Root.StructTreeRoot = root
