"""Token corpora as running text, and decisions with letters in place of names."""

import re
from pathlib import Path

from train.corpora import Example
from train.multilingual_corpora import Settings, Text, _lettered, _running, chosen_on, trimmed

LABELS = {"PER": "PERSON", "LIT": "SKIP"}


def surfaces(made: Example) -> list[tuple[str, str]]:
    return [(made.text[m.start : m.end], m.type) for m in made.mentions]


def test_tokens_become_text_and_unknown_labels_are_anything_but_people() -> None:
    row = {
        "t": ["Die", "Zeugin", "Kr.", ",", "§", "1", "BGB", "."],
        "g": ["O", "O", "B-PER", "O", "B-GS", "I-GS", "I-GS", "O"],
    }
    made = _running("one", [row], LABELS, frozenset({"PERSON"}), True)
    assert made.text.startswith("Die Zeugin Kr., § 1 BGB.")
    assert surfaces(made) == [("Kr.", "PERSON"), ("§ 1 BGB", "OTHER")]


def test_titles_brackets_and_signs_stay_outside() -> None:
    text = "(advokat Ulrik Holm), M. Jean Roux."
    (first,) = trimmed(text, 0, text.index("),") + 2, "PERSON")
    (second,) = trimmed(text, text.index("M. "), len(text), "PERSON")
    assert text[first.start : first.end] == "Ulrik Holm"
    assert text[second.start : second.end] == "Jean Roux"


def test_in_decisions_with_letters_several_capitals_are_not_scored() -> None:
    made = _lettered("one", "A:n asia. Esittelijä Maija Laine.", re.compile(r"\b[A-H]:n\b"))
    assert surfaces(made) == [("A:n", "PERSON"), ("Esittelijä Maija Laine", "SKIP")]


def test_a_sentence_that_is_but_a_name_keeps_its_line() -> None:
    rows = [{"t": [name], "g": ["B-PER"]} for name in ("Quandt", "Ostrow")]
    closed = {"t": ["Er", "sagte", '"', "Nein", '"', "."], "g": ["O"] * 6}
    made = _running("one", [closed, *rows], LABELS, frozenset({"PERSON"}), True)
    assert made.text == 'Er sagte "Nein". Quandt\nOstrow\n'
    assert surfaces(made) == [("Quandt", "PERSON"), ("Ostrow", "PERSON")]


def test_a_person_with_digits_is_not_scored() -> None:
    text = "Zeuge Z1-4 kam"
    assert [m.type for m in trimmed(text, 6, 10, "PERSON")] == ["SKIP"]


def test_neighbours_in_a_corpus_are_kept_together_and_every_tenth_own_document() -> None:
    wanted = Settings(data=Path(), documents=Path(), out=Path(), court="de-court")

    def kept(source: str, name: str) -> bool:
        return chosen_on(Text(Example(name, "", ()), "de", source, 1, 0), wanted)

    assert len({kept("news", f"news-{number}") for number in range(200, 400)}) == 1
    assert [number for number in range(1, 31) if kept("own", f"own-de-de-{number:02}")] == [7, 17, 27]
    assert kept("de-court", "de-court-5")
