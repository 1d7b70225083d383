"""What a detector took for a person and is none, whatever its score."""

from dataclasses import replace

import pytest

from builders import doc
from lexveil.resolve.only_people import only_people


@pytest.mark.parametrize(
    ("language", "text", "left"),
    [
        ("de", "Die Stellung der Frau [in der](PERSON) Kirche.", []),
        (
            "es",
            "La casa de [Ana de la Fuente](PERSON), viuda [de la](PERSON) que sí.",
            ["Ana de la Fuente"],
        ),
        ("en", "later [ben](PERSON) said so", ["ben"]),
        ("da", "[T1](PERSON) findes skyldig, [T2](PERSON) frifindes.", []),
        ("es", "[Blanca Mora](PERSON), [C.C.](PERSON) 34.900.118, [T.P.](PERSON): 140.922", ["Blanca Mora"]),
        ("en", "[A.B.](PERSON) was 12.", ["A.B."]),
        ("en", "the [hand-down](PERSON) of this", []),
        ("en", "between Mr [Bell](PERSON) and [Inc](PERSON), as in [Re U](PERSON)", ["Bell"]),
        ("en", "[Joan Hope](PERSON) and joan hope", ["Joan Hope"]),
        (
            "it",
            "comma 17 della [L.](PERSON)\nn. 69 del 2009, [D.](PERSON) Lgs. 5; la minore [L.](PERSON)",
            ["L."],
        ),
        ("nb", "staten ved [Sosial- og](PERSON) helseavdelingen", []),
    ],
)
def test_particles_and_labels_are_nobody(language, text, left):
    marked = doc(text, language=language)
    spans = [replace(span, sources=("ner:eu-legal",)) for span in marked.spans]
    kept = only_people(marked.document, spans)
    assert [marked.document.text[span.start : span.end] for span in kept] == left


def test_a_phrase_that_the_text_writes_in_small_letters_is_nobody():
    marked = doc("[PROSPECTIVE ADOPTERS](PERSON) v [ANN HOPE](PERSON). The prospective adopters asked Ann.")
    spans = [replace(span, score=0.58, sources=("citations:parties",)) for span in marked.spans]
    kept = only_people(marked.document, spans)
    assert [marked.document.text[span.start : span.end] for span in kept] == ["ANN HOPE"]


def kept_in(language, text, sources):
    marked = doc(text, language=language)
    pairs = zip(marked.spans, sources, strict=True)
    spans = [replace(span, score=0.85, sources=tuple(each.split())) for span, each in pairs]
    return [
        (marked.document.text[span.start : span.end], span.category)
        for span in only_people(marked.document, spans)
    ]


@pytest.mark.parametrize(
    ("language", "text", "left"),
    [
        ("de", "[BF](PERSON): Das war mein Bruder.", []),
        ("it", "[ADR](PERSON): Non lo so.", []),
        ("de", "[RH](PERSON): Das war mein Bruder.", [("RH", "PERSON")]),
    ],
)
def test_a_part_in_the_case_does_not_speak_as_somebody(language, text, left):
    assert kept_in(language, text, ["chats:speaker"]) == left


def test_a_place_that_lists_and_models_see_is_one_everywhere():
    text = "Der Hof in [Villach](LOC). Sie ging zum LKH [Villach](PERSON). Herr [Roe](PERSON) blieb."
    found = kept_in("de", text, ["locations:city ner:eu-legal", "ner:eu-legal", "titles:courtesy"])
    assert found == [("Villach", "LOC"), ("Villach", "LOC"), ("Roe", "PERSON")]


def test_a_state_is_nobody_whatever_stands_before_it():
    assert kept_in("de", "StA. [Irak](PERSON), vertreten", ["titles:courtesy"]) == [("Irak", "LOC")]


def test_words_that_somebody_surely_bears_are_a_name_under_a_decision():
    text = "La testimoni [Tonina Vives Server](PERSON) parla.\n\n[T. Vives Server](PERSON)"
    found = kept_in("ca", text, ["ner:eu-legal", "ner:eu-legal"])
    assert [name for name, _ in found] == ["Tonina Vives Server", "T. Vives Server"]


def test_a_family_name_that_is_a_title_is_borne_by_somebody_with_a_full_name():
    marked = doc(
        "[Chance Bishop](PERSON) fled. SGT. ROE: Who?\nMR. DOE: [Bishop](PERSON). A [Bishop](PERSON) came."
    )
    spans = [
        replace(span, score=0.97 if span.start == 0 else 0.33, sources=("ner:en-legal",))
        for span in marked.spans
    ]
    kept = only_people(marked.document, spans)
    assert [span.start for span in kept] == [0, marked.spans[1].start]


def test_the_name_of_a_company_alone_is_the_company_unless_somebody_bears_it():
    def kinds(text):
        document, spans, _ = doc(text)
        found = [replace(span, score=0.9, sources=("ner:en-legal",)) for span in spans]
        return [
            document.text[span.start : span.end]
            for span in only_people(document, found)
            if span.category == "ORG"
        ]

    assert kinds("[Quellco](PERSON) A/S sued. [Quellco](PERSON) paid.") == ["Quellco", "Quellco"]
    assert kinds("[QUELLCO FREIGHT, INC.](ORG) sued. [Quellco](PERSON) paid.")[1:] == ["Quellco"]
    assert kinds("[Ann Quellco](PERSON) owns Quellco A/S. [Quellco](PERSON) paid.") == []
    assert kinds("[Quellco](PERSON) as a witness. [Quellco](PERSON) paid.") == []
