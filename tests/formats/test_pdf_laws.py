"""What must hold for any line of text, however it is drawn."""

import re
from collections import Counter

import pypdfium2
from hypothesis import given, settings
from hypothesis import strategies as st

from golden.pdf_build import simple
from lexveil.formats import pdf
from lexveil.model import Replacement

NAMES = ("Torvund", "Quellmark", "Li", "Fiskerud-Osterholm")
WORDS = ("the", "witness", "Mr", "who", "spoke,", "(then)", "of", "Bergen.")
NEW = ("A", "person B", "WITNESS_1", "")


def shown(line: str, how: str) -> str:
    """The instructions that show a line."""
    safe = line.replace("(", "\\(").replace(")", "\\)")
    if how == "kerned":
        parts = re.findall(r"\\?.", safe)
        return "[" + " ".join(f"({part}) {-(at % 5) * 4}" for at, part in enumerate(parts)) + "] TJ"
    if how == "letters":
        return " ".join(f"({part}) Tj" for part in re.findall(r"\\?.", safe))
    if how == "next line":
        return f"({safe}) '"
    if how == "spaced":
        return f'1 0.3 ({safe}) "'
    return f"({safe}) Tj"


lines = st.lists(st.sampled_from(NAMES + WORDS), min_size=1, max_size=7).map(" ".join)
states = st.builds(
    lambda font, size, spacing, words, stretch, mode: (
        f"/{font} {size} Tf {spacing} Tc {words} Tw {stretch} Tz {mode} Tr"
    ),
    st.sampled_from(("F1", "F2", "F3")),
    st.sampled_from((7, 10, 11.5)),
    st.sampled_from((0, 0.4)),
    st.sampled_from((0, 2)),
    st.sampled_from((85, 100, 110)),
    st.sampled_from((0, 2, 3)),
)
ways = st.sampled_from(("plain", "kerned", "letters", "next line", "spaced"))
pages = st.lists(st.tuples(lines, states, ways), min_size=1, max_size=4)


def drawn(page: list[tuple[str, str, str]]) -> bytes:
    rows = (
        f"BT {state} 13 TL 1 0 0 1 30 {550 - 30 * at} Tm {shown(line, how)} (End.) Tj ET"
        for at, (line, state, how) in enumerate(page)
    )
    return simple("\n".join(rows))


def glyphs(data: bytes) -> Counter[tuple[str, int, int]]:
    """The characters PDFium finds and where each begins, to a point."""
    document = pypdfium2.PdfDocument(data)
    page = document[0].get_textpage()
    found = Counter(
        (char, round(left), round(bottom))
        for at in range(page.count_chars())
        if (char := page.get_text_range(at, 1)).strip()
        for left, bottom, _, _ in [page.get_charbox(at)]
    )
    document.close()
    return found


@settings(max_examples=80, deadline=None)
@given(page=pages, new=st.sampled_from(NEW), chosen=st.sets(st.sampled_from(NAMES), min_size=1))
def test_names_go_and_neighbours_stay_on_their_lines(page, new, chosen):
    data = drawn(page)
    document = pdf.read(data)
    found = list(re.finditer("|".join(sorted(chosen, key=len, reverse=True)), document.text))
    written = pdf.write(document, [Replacement(each.start(), each.end(), new, "e1") for each in found])
    again = pdf.read(written).text
    expected = re.sub("|".join(sorted(chosen, key=len, reverse=True)), new, document.text)
    assert Counter("".join(again.split())) == Counter("".join(expected.split()))
    kept = {(char, high) for char, _, high in glyphs(written)}
    gone = Counter("".join(each[0] for each in found))
    lost = Counter(
        char for char, _, high in glyphs(data) if not any((char, high + step) in kept for step in (-1, 0, 1))
    )
    assert not lost - gone


@settings(max_examples=60, deadline=None)
@given(page=pages)
def test_every_word_is_read(page):
    words = [word for line, _, _ in page for word in (line + " End.").split()]
    text = pdf.read(drawn(page)).text
    assert Counter("".join(text.split())) == Counter("".join(words))


@settings(max_examples=40, deadline=None)
@given(page=pages)
def test_writing_again_changes_nothing(page):
    once = pdf.write(pdf.read(drawn(page)), ())
    assert pdf.write(pdf.read(once), ()) == once
