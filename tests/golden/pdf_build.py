"""Makes the golden PDFs: a name of its own, ours and invented, in every place where a PDF can hold text.

`python tests/golden/pdf_build.py` writes `tests/golden/pdf/*.pdf` anew, the same bytes every time. `CANARIES`
says which name stands where. The files are written by hand, stream by stream, so that each place is spelled
in the way that is hardest to find.
"""

import io
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream, String

sys.path.insert(0, str(Path(__file__).parent))
from pdf_build_beside import annotations, beside

FOLDER = Path(__file__).parent / "pdf"
WIDTH, HEIGHT = 420, 595

_PLACES = """
line kerning letters hyphen quote spaced_quote split_token form nested_form shared_form unused_form pattern
mask identity type3 ligature accents invisible layer off_page white copied shadow rotated column_left
column_right page_end turned marked_inline marked_resource marked_glyphs marked_alt structure_text
structure_alt structure_expansion structure_title structure_language comment comment_author comment_rich
comment_subject popup free_text free_text_look stamp_look link link_escaped mail_link other_file launch
field_value field_default field_tooltip field_name field_mapping field_option field_look comb button xfa
attached attached_name attached_note script open_script page_script title author keywords xmp bookmark
bookmark_named place_tree place_old label thumbnail private thread web layer_name signer signature_reason
history orphan stream_comment after_end template picture_comment output_intent caption style colour
""".split()
_HEADS = "Zarv Quel Brom Flim Trusk Vond Skelp Gramp Plosk Dremm Hval Spirr Jonk".split()
_TAILS = "undet mirk oskar elund avik ombre istad urdal".split()
CANARIES: dict[str, str] = dict(
    zip(_PLACES, (head + tail for tail in _TAILS for head in _HEADS), strict=False)
)
# Places that do not go out at all; every other name is read.
REMOVED = frozenset(
    """comment_author comment_rich other_file launch xfa attached attached_name attached_note script
    open_script page_script title author keywords xmp place_tree place_old thumbnail private thread web signer
    signature_reason history orphan stream_comment after_end template picture_comment button""".split()
)
CANARIES["ligature"] = CANARIES["ligature"][:4] + "fi" + CANARIES["ligature"][4:]
CANARIES["accents"] = CANARIES["accents"][:4] + "\u00fc" + CANARIES["accents"][4:]
C = CANARIES


def text(string: str, x: float, y: float, *, font: str = "F1", size: float = 11, more: str = "") -> str:
    """One line of text in a text object of its own."""
    return f"BT /{font} {size} Tf {more} 1 0 0 1 {x} {y} Tm ({string}) Tj ET\n"


def standard_font(pdf: pikepdf.Pdf, name: str, **more: object) -> pikepdf.Object:
    return pdf.make_indirect(
        Dictionary(
            Type=Name.Font,
            Subtype=Name.Type1,
            BaseFont=Name(f"/{name}"),
            Encoding=Name.WinAnsiEncoding,
            **more,
        )
    )


def identity_font(pdf: pikepdf.Pdf) -> tuple[pikepdf.Object, dict[str, str]]:
    """A composite font whose codes have nothing to do with characters, but for its map."""
    letters = sorted(set("Mr ." + C["identity"] + C["marked_glyphs"]))
    codes = {letter: f"{0x0101 + 3 * at:04X}" for at, letter in enumerate(letters)}
    rows = "\n".join(f"<{code}> <{ord(letter):04X}>" for letter, code in codes.items())
    unicode = pdf.make_stream(
        f"begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange {len(codes)} beginbfchar\n{rows}\n"
        "endbfchar endcmap".encode()
    )
    inner = Dictionary(
        Type=Name.Font,
        Subtype=Name.CIDFontType2,
        BaseFont=Name("/ABCDEF+Helvetica"),
        CIDSystemInfo=Dictionary(Registry=String("Adobe"), Ordering=String("Identity"), Supplement=0),
        DW=540,
        FontDescriptor=pdf.make_indirect(
            Dictionary(
                Type=Name.FontDescriptor,
                FontName=Name("/ABCDEF+Helvetica"),
                Flags=4,
                ItalicAngle=0,
                Ascent=700,
                Descent=-200,
                CapHeight=700,
                StemV=80,
                FontBBox=Array([0, -200, 1000, 900]),
            )
        ),
    )
    made = Dictionary(
        Type=Name.Font,
        Subtype=Name.Type0,
        BaseFont=Name("/ABCDEF+Helvetica"),
        Encoding=Name("/Identity-H"),
        DescendantFonts=Array([pdf.make_indirect(inner)]),
        ToUnicode=unicode,
    )
    return pdf.make_indirect(made), codes


def drawn_font(pdf: pikepdf.Pdf) -> tuple[pikepdf.Object, dict[str, int]]:
    """A Type 3 font: each letter is a drawing; its names say nothing, its map does."""
    letters = sorted(set("Mr ." + C["type3"]))
    codes = {letter: 65 + at for at, letter in enumerate(letters)}
    drawings = {
        f"/g{code}": pdf.make_stream(f"600 0 0 0 600 700 d1 40 0 {300 + code} 600 re f".encode())
        for code in codes.values()
    }
    rows = " ".join(f"<{code:02X}> <{ord(letter):04X}>" for letter, code in codes.items())
    made = Dictionary(
        Type=Name.Font,
        Subtype=Name.Type3,
        FontBBox=Array([0, 0, 600, 700]),
        FontMatrix=Array([0.001, 0, 0, 0.001, 0, 0]),
        CharProcs=Dictionary(drawings),
        Encoding=Dictionary(Type=Name.Encoding, Differences=Array([65, *(Name(name) for name in drawings)])),
        FirstChar=65,
        LastChar=64 + len(codes),
        Widths=Array([600] * len(codes)),
        Resources=Dictionary(),
        ToUnicode=pdf.make_stream(
            f"1 begincodespacerange <00> <FF> endcodespacerange 9 beginbfchar {rows} endbfchar".encode()
        ),
    )
    return pdf.make_indirect(made), codes


def form(pdf: pikepdf.Pdf, content: str, resources: pikepdf.Object, **more: object) -> pikepdf.Object:
    made = pdf.make_stream(content.encode("cp1252"))
    made.update(
        Dictionary(
            Type=Name.XObject,
            Subtype=Name.Form,
            BBox=Array([0, 0, WIDTH, HEIGHT]),
            Resources=resources,
            **more,
        )
    )
    return made


def spread(name: str) -> str:
    """A name as a kerning array: two letters, then one by one."""
    return f"[({name[:2]}) -12 " + " 9.5 ".join(f"({letter})" for letter in name[2:]) + "]"


def one_by_one(name: str, x: float, y: float) -> str:
    steps = " ".join(f"({letter}) Tj 6.2 0 Td" for letter in name)
    return f"BT /F2 11 Tf 1 0 0 1 {x} {y} Tm (Mr ) Tj 18 0 Td {steps} (said.) Tj ET\n"


def lines_page(codes: dict[str, str], drawn: dict[str, int]) -> Iterator[str]:
    """The first page: ways of showing text."""
    yield text(f"The witness Mr {C['line']} was heard in the morning.", 40, 550)
    yield "BT /F2 11 Tf 1 0 0 1 40 530 Tm [(The wit) -8 (ness Mr )] TJ "
    yield f"{spread(C['kerning'])} TJ ( left.) Tj ET\n"
    yield one_by_one(C["letters"], 40, 510)
    half = len(C["hyphen"]) // 2
    yield text(f"This long line of the award ends in a part of the name {C['hyphen'][:half]}-", 40, 490)
    yield text(f"{C['hyphen'][half:]} and the rest of the sentence stands on this line here.", 40, 477)
    yield f"BT /F1 11 Tf 14 TL 1 0 0 1 40 458 Tm (Quoted:) Tj (Mr {C['quote']} spoke.) '\n"
    yield f'1.5 0.25 (Mr {C["spaced_quote"]} left us.) " ET\n'
    hexed = "".join(codes[letter] for letter in f"Mr {C['identity']}.")
    yield f"BT /F3 11 Tf 1 0 0 1 40 400 Tm <{hexed}> Tj ET\n"
    shown = "".join(f"{drawn[letter]:02X}" for letter in f"Mr {C['type3']}.")
    yield f"BT /F4 11 Tf 1 0 0 1 40 380 Tm <{shown}> Tj ET\n"
    yield f"BT /F5 11 Tf 1 0 0 1 40 360 Tm (Mr {C['ligature'].replace('fi', chr(92) + '001')} left.) Tj ET\n"
    first, second = C["accents"].split("\u00fc")
    yield f"BT /F1 11 Tf 1 0 0 1 40 340 Tm (Mr {first}) Tj [(\\250) 444 (u{second} stayed.)] TJ ET\n"
    yield text(f"Recognised: {C['invisible']}.", 40, 320, more="3 Tr") + "0 Tr\n"
    yield "/OC /off BDC " + text(f"A draft named {C['layer']} here.", 40, 300) + "EMC\n"
    yield text(f"Beyond the edge stands {C['off_page']} alone.", 40, -80)
    yield "1 g " + text(f"In white: {C['white']}.", 40, 280) + "0 g\n"
    for step in (0, 0.3):
        yield text(f"Bold twice: {C['copied']}.", 40 + step, 260)
    for step in (0, 1.8):
        yield text(f"{C['shadow']} shaded", 40 + step, 240 - step, size=14)
    yield f"BT /F1 11 Tf 0 1 -1 0 400 200 Tm (Along the edge: {C['rotated']}) Tj ET\n"
    yield "q 1 0 0 1 0 0 cm /form Do Q /shared Do\n"
    yield "/Pattern cs /tile scn 40 120 120 40 re f /masked gs 0 g 200 120 40 40 re f\n"
    styled = text(f"Set in the style of {C['style']}, in blue of {C['colour']}", 40, 60)
    yield f"/{C['style']} << /MCID 9 >> BDC /spot cs 0.5 scn {styled} 0 g EMC\n"
    yield text("Neighbours", 300, 100) + text("stand", 366, 100)


def marked_page(codes: dict[str, str]) -> Iterator[str]:
    """The second page: marked content, columns, and a paragraph that goes on on the third."""
    read = "FEFF" + "".join(f"{ord(letter):04X}" for letter in C["marked_inline"])
    yield f"/Span << /ActualText <{read}> /MCID 0 >> BDC {text('shown instead', 40, 550)} EMC\n"
    yield f"/Span /named BDC {text('shown too', 40, 530)} EMC\n"
    name = C["marked_glyphs"]
    hexed = "".join(codes[letter] for letter in name)
    yield f"/Span << /ActualText ({name}) >> BDC BT /F6 11 Tf 1 0 0 1 40 510 Tm <{hexed}> Tj ET EMC\n"
    yield f"/Figure << /Alt (A picture of {C['marked_alt']}) /MCID 1 >> BDC 40 480 20 20 re S EMC\n"
    for column, (x, who) in enumerate(((40, C["column_left"]), (230, C["column_right"]))):
        lines = (
            "Running text in a column",
            "that is set beside another",
            f"about {who} and",
            "the hearing of the day.",
        )
        for at, line in enumerate(lines):
            yield text(line, x, 440 - 13 * at - 3 * column, size=10.5)
    yield text("At last the page is nearly full and this line of it reaches the edge", 40, 60)
    half = len(C["page_end"]) // 2
    yield text(f"so that there is room for the first part only of the name {C['page_end'][:half]}-", 40, 46)
    yield text("Page 2", 190, 20, size=8) + "/shared Do\n"


def last_page() -> Iterator[str]:
    """The third page, turned and cropped."""
    half = len(C["page_end"]) // 2
    rest = f"{C['page_end'][half:]} and the sentence ends here in peace."
    turned = "0 1 -1 0"
    yield f"BT /F1 11 Tf {turned} 50 40 Tm ({rest}) Tj ET\n"
    yield f"BT /F1 11 Tf {turned} 100 40 Tm (Turned page, Mr {C['turned']}, as it is read.) Tj ET\n"
    yield f"BT /F1 8 Tf {turned} 400 190 Tm (Page 3) Tj ET\n"


def pages(pdf: pikepdf.Pdf) -> None:
    identity, codes = identity_font(pdf)
    bare = pikepdf.Dictionary({key: value for key, value in identity.items() if key != "/ToUnicode"})
    drawn, drawn_codes = drawn_font(pdf)
    ligature = standard_font(pdf, "Times-Roman")
    ligature.Encoding = Dictionary(BaseEncoding=Name.WinAnsiEncoding, Differences=Array([1, Name("/fi")]))
    fonts = Dictionary(
        F1=standard_font(pdf, "Helvetica"),
        F2=standard_font(pdf, "Times-Bold"),
        F3=identity,
        F4=drawn,
        F5=ligature,
        F6=pdf.make_indirect(bare),
    )
    plain = Dictionary(Font=fonts)
    layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String(f"Draft of {C['layer_name']}")))
    pdf.Root.OCProperties = Dictionary(OCGs=Array([layer]), D=Dictionary(OFF=Array([layer])))
    nested = form(pdf, text(f"Within within: {C['nested_form']}.", 40, 200), plain)
    inner = Dictionary(Font=fonts, XObject=Dictionary(nested=nested))
    resources = Dictionary(
        Font=fonts,
        XObject=Dictionary(
            form=form(pdf, text(f"In a form: {C['form']}.", 40, 215) + "/nested Do", inner),
            shared=form(pdf, text(f"Head of every page: {C['shared_form']}", 40, 575, size=8), plain),
            unused=form(pdf, text(f"Never drawn: {C['unused_form']}", 40, 40), plain),
            dot=picture(pdf),
        ),
        Pattern=Dictionary(tile=tile(pdf, plain)),
        ColorSpace=Dictionary(spot=spot(pdf)),
        ExtGState=Dictionary(masked=Dictionary(SMask=mask(pdf, plain))),
        Properties=Dictionary(off=layer, named=Dictionary(ActualText=String(C["marked_resource"]))),
    )
    contents = ["".join(lines_page(codes, drawn_codes)), "".join(marked_page(codes)), "".join(last_page())]
    for content in contents:
        page = pdf.add_blank_page(page_size=(WIDTH, HEIGHT))
        page.Resources = resources
        page.Contents = pdf.make_stream(content.encode("cp1252"))
    # The end of a stream may stand in the middle of an operator's operands.
    page, half = pdf.pages[0], C["split_token"][:4]
    parts = (f"BT /F1 11 Tf 1 0 0 1 40 90 Tm [(Cut in two: {half}) -5", f"({C['split_token'][4:]}.)] TJ ET")
    streams = [pdf.make_stream(part.encode()) for part in (*parts, f"q % {C['stream_comment']}\nQ")]
    page.Contents = Array([page.Contents, *streams])
    pdf.pages[2].Rotate = 90
    pdf.pages[2].CropBox = Array([10, 10, WIDTH - 5, HEIGHT - 5])


def tile(pdf: pikepdf.Pdf, resources: pikepdf.Object) -> pikepdf.Object:
    made = pdf.make_stream(text(f"Tile {C['pattern']}", 2, 2, size=6).encode())
    made.update(
        Dictionary(
            Type=Name.Pattern,
            PatternType=1,
            PaintType=1,
            TilingType=1,
            BBox=Array([0, 0, 100, 20]),
            XStep=100,
            YStep=20,
            Resources=resources,
        )
    )
    return made


def mask(pdf: pikepdf.Pdf, resources: pikepdf.Object) -> pikepdf.Object:
    group = form(
        pdf,
        text(f"Masked {C['mask']}", 40, 130),
        resources,
        Group=Dictionary(S=Name.Transparency, CS=Name.DeviceGray),
    )
    return Dictionary(Type=Name.Mask, S=Name.Luminosity, G=group)


def spot(pdf: pikepdf.Pdf) -> pikepdf.Object:
    tint = pdf.make_stream(b"{ dup dup }")
    tint.update(Dictionary(FunctionType=4, Domain=Array([0, 1]), Range=Array([0, 1, 0, 1, 0, 1])))
    return Array([Name.Separation, Name(f"/{C['colour']} Blue"), Name.DeviceRGB, tint])


def picture(pdf: pikepdf.Pdf) -> pikepdf.Object:
    """A grey JPEG of eight by eight pixels with a comment."""
    from PIL import Image

    made = io.BytesIO()
    Image.new("L", (8, 8), 128).save(made, "JPEG", comment=f"Photo by {C['picture_comment']}".encode())
    stream = Stream(pdf, made.getvalue())
    stream.update(
        Dictionary(
            Type=Name.XObject,
            Subtype=Name.Image,
            Width=8,
            Height=8,
            BitsPerComponent=8,
            ColorSpace=Name.DeviceGray,
            Filter=Name.DCTDecode,
        )
    )
    return stream


def canaries() -> bytes:
    """Everything at once, then a later revision, an object that nothing needs, and bytes after the end."""
    pdf = pikepdf.new()
    pdf.Root.Names = Dictionary()
    pages(pdf)
    annotations(pdf, C, form)
    beside(pdf, C)
    data = saved(pdf)
    with pikepdf.open(io.BytesIO(data)) as again:
        count = len(again.objects)
        start = int(data.rsplit(b"startxref", 1)[1].split()[0])
    old = f"{count + 1} 0 obj\n(An earlier draft named {C['orphan']})\nendobj\n".encode()
    packed = zlib.compress(f"BT (Before: {C['history']}) Tj ET".encode())
    older = f"{count + 2} 0 obj\n<< /Length {len(packed)} /Filter /FlateDecode >>\nstream\n".encode()
    body = old + older + packed + b"\nendstream\nendobj\n"
    table = f"xref\n{count + 1} 2\n{len(data):010} 00000 n \n{len(data) + len(old):010} 00000 n \n"
    refers = {
        key: data.rsplit(f"/{key} ".encode(), 1)[1].split(b" 0 R")[0].decode() for key in ("Root", "Info")
    }
    refer = " ".join(f"/{key} {number} 0 R" for key, number in refers.items())
    end = (
        f"trailer << /Size {count + 3} {refer} /Prev {start} >>\nstartxref\n{len(data) + len(body)}\n%%EOF\n"
    )
    return data + body + (table + end).encode() + f"left behind: {C['after_end']}\n".encode()


def saved(pdf: pikepdf.Pdf) -> bytes:
    made = io.BytesIO()
    pdf.save(
        made,
        static_id=True,
        object_stream_mode=pikepdf.ObjectStreamMode.disable,
        preserve_pdfa=False,
        fix_metadata_version=False,
    )
    return made.getvalue()


def simple(*contents: str, **resources: object) -> bytes:
    """A PDF of these pages, in Helvetica (F1), Times (F2) and Courier (F3)."""
    pdf = pikepdf.new()
    names = {"F1": "Helvetica", "F2": "Times-Roman", "F3": "Courier"}
    fonts = Dictionary({f"/{key}": standard_font(pdf, name) for key, name in names.items()})
    for content in contents:
        page = pdf.add_blank_page(page_size=(WIDTH, HEIGHT))
        page.Resources = Dictionary(Font=fonts, **resources)
        page.Contents = pdf.make_stream(content.encode("cp1252"))
    return saved(pdf)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "canaries.pdf").write_bytes(canaries())


if __name__ == "__main__":
    main()
