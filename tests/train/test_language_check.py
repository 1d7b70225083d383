"""Paragraphs are counted where they stand."""

from train.language_check import alone, share, within

GERMAN = (
    "Das Gericht stellte fest, dass die Klägerin den Brief der Bank nicht gesehen hatte, als sie ihn erhielt."
)
FRENCH = (
    "Le tribunal a retenu que la requérante n’avait pas vu la lettre que la banque lui avait envoyée en mai."
)


def test_paragraphs_are_told_alone_and_in_their_document():
    assert alone("de", [GERMAN, FRENCH]) == [("de", "de"), ("de", "fr")]
    assert list(within("de", f"{GERMAN}\n\nBern\n\n{FRENCH}")) == [("de", "de"), ("de", "fr")]


def test_norwegian_is_of_several_kinds():
    assert share([("no", "nb"), ("no", "nn"), ("no", "sv")]) == (2, 3)
