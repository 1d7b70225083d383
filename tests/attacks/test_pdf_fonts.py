"""A font of a PDF that says other characters than it shows is not believed."""

import io
from collections.abc import Mapping

import pikepdf
import pytest
from pdfminer.fontmetrics import FONT_METRICS
from pikepdf import Array, Dictionary, Name, String

from golden.pdf_build import simple, text
from lexveil.formats import ocr, pdf

PLAIN = text("The witness was heard at length.", 40, 500)
WELL = "Dagny Welhaven and Torgrim Prohaska"
WIDTHS = FONT_METRICS["Helvetica"][1]


def character_map(reads: Mapping[str, str], width: int = 2) -> bytes:
    pairs = (f"<{ord(shown):0{width}X}> <{read.encode('utf-16-be').hex()}>" for shown, read in reads.items())
    space = f"<{'00' * (width // 2)}> <{'FF' * (width // 2)}>"
    chars = "\n".join(pairs)
    return f"1 begincodespacerange {space} endcodespacerange 1 beginbfchar\n{chars}\nendbfchar".encode()


def file_of(shown: str, reads: Mapping[str, str], *, composite: bool = False, **entries: object) -> bytes:
    """A page with plain text, and more in a font of its own whose map reads as told."""
    codes = shown.encode("utf-16-be" if composite else "latin-1").hex()
    with pikepdf.open(io.BytesIO(simple(f"{PLAIN} BT /F9 11 Tf 1 0 0 1 40 300 Tm <{codes}> Tj ET"))) as file:
        widths = {ord(char): WIDTHS.get(char, 500) for char in shown}
        made = Dictionary(Type=Name.Font, BaseFont=Name.Other, **entries)
        made.ToUnicode = file.make_stream(character_map(reads, 4 if composite else 2))
        if composite:
            inner = Dictionary(
                Type=Name.Font, Subtype=Name.CIDFontType2, BaseFont=Name.Other,
                CIDSystemInfo=Dictionary(Registry=String("Adobe"), Ordering=String("Identity"), Supplement=0),
                W=Array([part for code, wide in widths.items() for part in (code, Array([wide]))]),
            )  # fmt: skip
            made.update(
                Dictionary(Subtype=Name.Type0, Encoding=Name("/Identity-H"), DescendantFonts=Array([inner]))
            )
        else:
            wide = [widths.get(code, 0) for code in range(32, 256)]
            made.update(Dictionary(Subtype=Name.Type1, FirstChar=32, LastChar=255, Widths=Array(wide)))
        file.pages[0].Resources.Font["/F9"] = file.make_indirect(made)
        saved = io.BytesIO()
        file.save(saved)
        return saved.getvalue()


def uncovered(data: bytes) -> list[str]:
    return [part.explain() for part in pdf.read(data).parts if part.state == "uncovered"]


SAME = {char: char for char in WELL}
TURNED = {char: WELL[-1 - at] for at, char in enumerate(dict.fromkeys(WELL))}
ALPHABET = "abcdefghijklmnopqrstuvwxyz"
CIPHER = dict(zip(ALPHABET, "mlwkifjhsrtuvqonpzxycgaebd", strict=True))
LIES = {
    "all spaces": ("Berg", dict.fromkeys("Berg", " ")),
    "spaces of many kinds": ("Berg", dict(zip("Berg", "\u00a0\u2003\u2009\u3000", strict=True))),
    "all one letter": (WELL, dict.fromkeys(WELL, "x")),
    "all full stops": (WELL, dict.fromkeys(WELL, ".")),
    "a cipher": (ALPHABET, CIPHER),
}
WIN = {"Encoding": Name.WinAnsiEncoding}


@pytest.mark.parametrize("kind", LIES)
@pytest.mark.parametrize("composite", [False, True])
def test_a_font_that_lies_is_refused(kind: str, composite: bool) -> None:
    shown, reads = LIES[kind]
    told = uncovered(file_of(shown, reads, composite=composite))
    assert told == ["a font that says other characters than it shows"]


CONTRADICTED = {
    "the letters of a font that is not in the file": ("Berg", {"B": "T", "e": "h", "r": "e", "g": "n"}, {}),
    "the names of an encoding": ("Berg", {"B": "T", "e": "h", "r": "e", "g": "n"}, WIN),
    "names of its own": (
        "abcd",
        {"a": "T", "b": "h", "c": "e", "d": "n"},
        {"Encoding": Dictionary(Differences=Array([97, Name.B, Name.e, Name.r, Name.g]))},
    ),
}


@pytest.mark.parametrize("kind", CONTRADICTED)
def test_a_map_that_contradicts_the_names_of_glyphs_is_refused(kind: str) -> None:
    shown, reads, entries = CONTRADICTED[kind]
    assert len(uncovered(file_of(shown, reads, **entries))) == 1


HONEST = {
    "the same": (WELL, SAME, WIN),
    "one space": (" ", {" ": " "}, {}),
    "two spaces alike": ("a b", {"a": "a", " ": "\u00a0", "b": "b"}, {}),
    "accents and capitals": ("oe", {"o": "\u00d6", "e": "\u00e9"}, WIN),
    "codes without names": (
        "abcd",
        {"a": "B", "b": "e", "c": "r", "d": "g"},
        {"Encoding": Dictionary(Differences=Array([97, Name.g1, Name.g2, Name.g3, Name.g4]))},
    ),
    "the whole alphabet": (ALPHABET, {char: char for char in ALPHABET}, {}),
}


@pytest.mark.parametrize("kind", HONEST)
def test_an_honest_font_stops_nothing(kind: str) -> None:
    shown, reads, entries = HONEST[kind]
    assert uncovered(file_of(shown, reads, **entries)) == []


EMBEDDED = {"FontDescriptor": Dictionary(Flags=4, FontFile2=Dictionary())}  # shows what nobody can tell
READS = dict(zip("DagnyWelhv", "LucasMorti", strict=True))  # few letters, of such widths as fonts have


@pytest.mark.skipif(not ocr.available(), reason="nothing reads pictures here")
@pytest.mark.parametrize(("reads", "found"), [(READS, 1), (SAME, 0)])
def test_a_map_is_held_against_what_the_page_shows(reads: Mapping[str, str], found: int) -> None:
    data = file_of("Dagny Welhaven", {char: reads.get(char, char) for char in "Dagny Welhaven"}, **EMBEDDED)
    assert len(uncovered(data)) == found


def test_where_nothing_reads_pictures_such_a_map_is_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "available", lambda: False)
    reads = {char: READS.get(char, char) for char in "Dagny Welhaven"}
    assert uncovered(file_of("Dagny Welhaven", reads, **EMBEDDED)) == []
