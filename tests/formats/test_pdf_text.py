"""What is read from a page: the order of words, lines, columns and pages."""

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from golden.pdf_build import saved, simple, text
from lexveil.formats import pdf


def read(*contents: str) -> str:
    return pdf.read(simple(*contents)).text


def lines(*listed: str, x: float = 40, top: float = 550, step: float = 13, size: float = 11) -> str:
    return "".join(text(line, x, top - step * at, size=size) for at, line in enumerate(listed))


LONG = (
    "The witness stated that the vessel had been in port for several days and",
    "that nobody had told the owners of the delay before Monday, when Halvard",
    "Torvund called the office.",
)


def test_lines_of_a_paragraph_are_joined_by_spaces():
    assert read(lines(*LONG)) == " ".join(LONG)


def test_a_gap_between_lines_parts_paragraphs():
    found = read(lines(*LONG) + lines("Signed in Bergen.", top=480))
    assert found == " ".join(LONG) + "\n\nSigned in Bergen."


def test_an_indented_line_begins_a_paragraph():
    second = ("Another paragraph begins here and goes on to the right edge of the", *LONG[1:])
    found = read(lines(*LONG) + text(second[0], 56, 511) + lines(*second[1:], top=498))
    assert found == " ".join(LONG) + "\n\n" + " ".join(second)


def test_a_short_line_is_followed_by_a_line_break():
    found = read(lines("Halvard Torvund", "Storgata 5", "0155 Oslo") + lines(*LONG, top=400))
    assert found.startswith("Halvard Torvund\nStorgata 5\n0155 Oslo\n\n")


def test_a_word_broken_at_the_end_of_a_line_is_one_word():
    found = read(
        lines("The letter was not written by the claimant but by her brother Sigurd Torv-", "und in May.")
    )
    assert "Sigurd Torvund in May" in found


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("the claim of Mrs Anna Fiskerud-", "Lindqvist was dismissed", "Fiskerud-Lindqvist"),
        ("the invoices of the years 2019-", "2021 were not paid", "2019-2021"),
    ],
)
def test_a_hyphen_before_a_capital_or_a_number_stays(first, second, expected):
    assert expected in read(lines("It was held by the court of appeal that " + first, second))


def test_columns_are_read_one_after_the_other():
    left = [
        "Left column of text that",
        "runs on for some lines so",
        "that one can tell, and it",
        "ends here.",
    ]
    right = [
        "Right column of text that",
        "has nothing to do with the",
        "left one, and that goes on",
        "till here.",
    ]
    found = read(
        text("A heading over both of the columns that reaches over the gutter", 40, 560, size=12)
        + "".join(lines(one, x=40, top=530 - 13 * at) + lines(two, x=220, top=530 - 13 * at - 2)
                  for at, (one, two) in enumerate(zip(left, right, strict=True)))
    )  # fmt: skip
    heading, *columns = found.split("\n\n")
    assert heading.startswith("A heading over both")
    assert columns == [" ".join(left), " ".join(right)]


def test_cells_of_a_table_are_blocks_row_by_row():
    rows = [
        ("Claimant", "Torvund AS", "Oslo"),
        ("Respondent", "Ottesen GmbH", "Hamburg"),
        ("Witness", "Halvard Fisk", "Bergen"),
    ]
    drawn = "".join(
        text(cell, x, 500 - 24 * at)
        for at, row in enumerate(rows)
        for cell, x in zip(row, (40, 150, 300), strict=True)
    )
    assert read(drawn) == "\n\n".join(cell for row in rows for cell in row)


def test_numbers_of_paragraphs_stay_with_them():
    drawn = "".join(
        text(f"{at + 1}.", 40, 540 - 40 * at) + lines(*LONG[1:], x=60, top=540 - 40 * at) for at in range(3)
    )
    assert read(drawn).split("\n\n") == [f"{at}. " + " ".join(LONG[1:]) for at in (1, 2, 3)]


def test_letters_drawn_in_any_order_make_words():
    drawn = "BT /F3 10 Tf " + "".join(
        f"1 0 0 1 {40 + 6 * at} 500 Tm ({letter}) Tj "
        for at, letter in sorted(enumerate("Torvund spoke"), key=lambda pair: pair[1])
    )
    assert read(drawn + "ET") == "Torvund spoke"


def test_words_without_spaces_between_them_are_parted_by_their_gaps():
    assert (
        read("BT /F1 11 Tf 1 0 0 1 40 500 Tm [(Mr)-300(Halvard)-280(Torvund)] TJ ET") == "Mr Halvard Torvund"
    )


def test_letters_set_apart_are_one_word():
    assert read("BT /F1 11 Tf 4 Tc 1 0 0 1 40 500 Tm (TORVUND) Tj ET") == "TORVUND"
    array = " -300 ".join(f"({letter})" for letter in "TORVUND")
    assert read(f"BT /F1 11 Tf 1 0 0 1 40 500 Tm [{array}] TJ ET") == "TORVUND"


def test_the_mark_of_a_footnote_is_no_part_of_the_name():
    drawn = (
        "BT /F1 11 Tf 1 0 0 1 40 500 Tm (Mr Torvund) Tj /F1 7 Tf 4 Ts (1) Tj /F1 11 Tf 0 Ts (, he said) Tj ET"
    )
    assert read(drawn) == "Mr Torvund, he said\n\n1"


def test_raised_letters_belong_to_their_word():
    drawn = "BT /F1 11 Tf 1 0 0 1 40 500 Tm (M) Tj /F1 7 Tf 4 Ts (me) Tj /F1 11 Tf 0 Ts ( Torvund) Tj ET"
    assert read(drawn) == "Mme Torvund"


def test_a_paragraph_goes_on_over_the_end_of_a_page():
    page = (
        text("Torvund v. Ottesen", 150, 575, size=9)
        + lines(*LONG[:2], top=100)
        + text("Page 1", 190, 20, size=9)
    )
    following = (
        text("Torvund v. Ottesen", 150, 575, size=9) + lines(LONG[2]) + text("Page 2", 190, 20, size=9)
    )
    found = read(page, following).split("\n\n")
    assert found == ["Torvund v. Ottesen", " ".join(LONG), "Page 1", "Torvund v. Ottesen", "Page 2"]


def test_a_paragraph_that_ended_does_not_go_on():
    assert read(lines(*LONG), lines("New page.")) == " ".join(LONG) + "\n\nNew page."


def test_text_drawn_twice_is_read_once():
    assert read(text("Torvund", 40, 500) + text("Torvund", 40.4, 500.2)) == "Torvund"


def test_text_that_does_not_show_is_hidden():
    document = pdf.read(simple(text("Shown", 40, 500) + text("Torvund", 40, 900)))
    hidden = [document.text[zone.start : zone.end] for zone in document.zones if zone.kind == "hidden"]
    assert hidden == ["Torvund"]


def test_turned_text_stands_apart():
    drawn = lines(*LONG) + "BT /F1 11 Tf 0 1 -1 0 410 300 Tm (Along the edge) Tj ET"
    assert read(drawn).split("\n\n") == [" ".join(LONG), "Along the edge"]


def test_a_form_drawn_on_every_page_is_read_once():
    made = pikepdf.new()
    font = made.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))
    fonts = Dictionary(F1=font)
    head = made.make_stream(text("Torvund v. Ottesen", 40, 570).encode())
    head.update(Dictionary(Subtype=Name.Form, BBox=Array([0, 0, 600, 800]), Resources=Dictionary(Font=fonts)))
    for number in range(3):
        page = made.add_blank_page(page_size=(420, 595))
        page.Resources = Dictionary(Font=fonts, XObject=Dictionary(head=head))
        page.Contents = made.make_stream(f"/head Do {text(f'Words of page {number}.', 40, 300)}".encode())
    found = pdf.read(saved(made)).text
    assert found.count("Torvund v. Ottesen") == 1
    assert "Words of page 2." in found
