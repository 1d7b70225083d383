"""What only a model has seen and is no name and no number of anybody."""

import pytest

from builders import doc
from lexveil.detect.noise import without_noise
from lexveil.model import Document, Span


def left(marked, source="ner:en-legal"):
    document, spans, _ = doc(marked)
    spans = [Span(span.start, span.end, span.category, 0.4, (source,)) for span in spans]
    return [document.text[span.start : span.end] for span in without_noise(spans, document)]


@pytest.mark.parametrize(
    "text",
    [
        "Day 1\n[Q.](PERSON) And who is he?\n[A.](PERSON) I do not know.",
        "[Q.](PERSON) (Mr Roe) You knew?",
        "His note in Exhibit [C-14](CODE) says so.",
        "ROE, Ann   [DOB](PERSON) 22.02.68   [Tel](PERSON) none",
        "see Annexes A-1, B-2 and [C-3](CODE)",
        "On 22 January cylinder [no. 3](CODE) failed.",
        "She left the [following day](DATE), after a [three-month](DATE) stay, [many years later](DATE).",
    ],
)
def test_marks_of_speakers_and_of_exhibits_and_vague_times_are_dropped(text):
    assert left(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "The child [A.](PERSON) lives with her mother.",
        "[A.](PERSON) was heard in camera.",
        "passport [C-14](CODE)",
        "It lasted [twelve years and six months](DATE).",
        "with the registration [no. 348812](CODE)",
        "[Q.](PERSON)",
    ],
)
def test_what_may_be_somebody_stays(text):
    assert len(left(text)) == 1


def test_what_a_rule_has_seen_stays():
    assert left("see Exhibit [C-14](CODE)", source="documents:label") == ["C-14"]


def told(marked, source="ner:en-legal"):
    document, spans, _ = doc(marked)
    found = [Span(span.start, span.end, span.category, 0.6, (source,)) for span in spans]
    return [span.category for span in without_noise(found, document)]


@pytest.mark.parametrize(
    "text",
    [
        "under CPR r [52.21(3)(a](CODE)) and § [45-5-622](CODE), MCA",
        "since [R(IS](CODE)) [15/04](CODE), regulation 46 of SI [1987/1967](CODE)",
        "O. Reg. [114/99](CODE), s. [16(10](CODE)) and ss. [16.9 to 16.96](CODE)",
        "[M. R. Evid](PERSON). [404(b](CODE)) and Fed. [R. Evid](PERSON). [702](CODE)",
        "Thorne v. Lam, 2003 CanLII [94418](CODE) (ON CA)",
        "at [[E114](CODE)] and [[NJ4/3](CODE)], exhibit [BE/6](CODE), (Tr. [41:6-19](CODE))",
        "form [MG11](CODE), the [A1139](CODE) and Junction [5](CODE)",
        "Bates [SC-000211](CODE), Dkt. [94](CODE), p. [41](CODE)",
    ],
)
def test_numbers_of_the_law_and_of_the_file_are_nobodys(text):
    assert set(told(text)) <= {"PROVISION"}


@pytest.mark.parametrize(
    "text",
    [
        "File Number: [2016/00188417](CODE)",
        "No: [HU/58810/2024](CODE)",
        "URN: [35FS0418822](CODE)",
        "No. [22CECG03358](CODE)",
    ],
)
def test_numbers_of_proceedings_are_told_apart(text):
    assert told(text) == ["CASE_NUMBER"]


@pytest.mark.parametrize(
    "text",
    [
        "the account ending in [6630](CODE)",
        "his prison number [A4471FX](CODE)",
        "patient [2016/001884](CODE)",
        "ID [77 18 204](CODE)",
    ],
)
def test_numbers_that_people_have_stay(text):
    assert told(text) == ["CODE"]


def test_a_code_is_taken_whole():
    document, spans, _ = doc("record [13/190226](CODE)T here")
    (span,) = without_noise([Span(spans[0].start, spans[0].end, "CODE", 0.6, ("ner:en-legal",))], document)
    assert document.text[span.start : span.end] == "13/190226T"


def test_numbers_of_the_court_of_justice_are_law():
    assert told("Cases [C404/15](CODE) and [C-659/15](CODE) PPU, EU:[C:2016:198](CODE)") == ["PROVISION"] * 3


def kinds(marked):
    document, spans, _ = doc(marked)
    return [(document.text[span.start : span.end], span.category) for span in without_noise(spans, document)]


def test_the_address_of_a_court_is_a_place():
    assert kinds("[Leeds County Court](COURT), [7 Exhibit Row, Leeds LS9 9ZZ](ADDRESS)")[-1][1] == "LOC"


def test_an_address_after_somebody_is_theirs_whatever_court_stands_before():
    text = "before [Leeds County Court](COURT) by [Ann Roe](PERSON), [7 Exhibit Row, Leeds LS9 9ZZ](ADDRESS)"
    assert kinds(text)[-1][1] == "ADDRESS"


def in_language(marked, language):
    document, spans, _ = doc(marked, language=language)
    return [(document.text[span.start : span.end], span.category) for span in without_noise(spans, document)]


def test_how_a_court_is_reached_by_its_letterhead_is_nobodys():
    head = (
        "[JUZGADO DE EJEMPLO](COURT)\n[Ctra. Quell 120, 00005 Ejemplo](ADDRESS)\nTfno.: [900 80 72 11](PHONE)"
    )
    found = in_language(f"{head}\nNIG: [0401344420220001234](CODE)\n\nAutos", "es")
    assert [category for _, category in found] == ["COURT", "LOC"]
    found = in_language(f"{head}\n\nDemandante: D. [Ramón Roe](PERSON), tel. [611 22 33 44](PHONE)", "es")
    assert found[-1] == ("611 22 33 44", "PHONE")
    named = "[Juzgado de Ejemplo](COURT)\nD. [Ramón Roe](PERSON)\ntel. [611 22 33 44](PHONE)"
    assert in_language(named, "es")[-1] == ("611 22 33 44", "PHONE")


@pytest.mark.parametrize("category", ["CODE", "PHONE", "CASE_NUMBER"])
def test_prose_that_speaks_of_a_court_is_no_letterhead(category):
    text = (
        f"It was referred to the [Court of Quell](COURT) within the time laid down (no. [27/94]({category}))"
    )
    assert in_language(text, "en")[-1] == ("27/94", category)


@pytest.mark.parametrize(
    ("text", "language", "stays"),
    [
        ("en la cuenta de este Juzgado nº [0235 0000 65 0312 22](CODE)", "es", False),
        ("en la cuenta de consignaciones, IBAN [ES00 0049 3569 9200 0500 1274](IBAN)", "es", False),
        ("en la cuenta del actor, IBAN [ES00 0049 3569 9200 0500 1274](IBAN)", "es", True),
        ("sul conto della Pretura, IBAN [CH00 0900 0000 6900 1234 5](IBAN)", "it", False),
        ("an die Gerichtskasse, IBAN [DE00 1005 0000 0023 4567 89](IBAN)", "de", False),
        ("auf das Konto des Klägers, IBAN [DE00 1005 0000 0023 4567 89](IBAN)", "de", True),
        ("sur le compte du greffe, [BE00 6792 0058 2811](IBAN)", "fr", False),
        ("al compte d'aquest Jutjat, [ES00 0049 3569 9200 0500 1274](IBAN)", "ca", False),
    ],
)
def test_the_account_of_a_court_is_nobodys(text, language, stays):
    assert bool(in_language(text, language)) == stays


@pytest.mark.parametrize(
    ("text", "language", "category"),
    [
        (
            "assistée de Maître [Ida ROE](PERSON), avocate à [5000 EXEMPLE, avenue Quell 4](ADDRESS)",
            "fr",
            "LOC",
        ),
        (
            "la SA QUELL, dont le siège social est établi à [1070 EXEMPLE, quai Quell 12](ADDRESS)",
            "fr",
            "LOC",
        ),
        ("Madame [Ida ROE](PERSON), domiciliée à [5000 EXEMPLE, avenue Quell 4](ADDRESS)", "fr", "ADDRESS"),
        ("l'avv. [Ugo Roe](PERSON), con studio in [Esempio, corso Quell 3](ADDRESS)", "it", "LOC"),
        ("il sig. [Ugo Roe](PERSON), residente in [Esempio, corso Quell 3](ADDRESS)", "it", "ADDRESS"),
        ("Quell, S.L., con domicilio social en [la Avda. Quell, 5, Ejemplo](ADDRESS)", "es", "LOC"),
        ("D. [Luis Roe](PERSON), con domicilio en [la Avda. Quell, 5, Ejemplo](ADDRESS)", "es", "ADDRESS"),
        ("Quell, SL, amb domicili social a [la ronda Quell, 5, Exemple](ADDRESS)", "ca", "LOC"),
    ],
)
def test_offices_of_lawyers_and_companies_are_places(text, language, category):
    assert in_language(text, language)[-1][1] == category


@pytest.mark.parametrize(
    "text", ["[King](PERSON) v Doe", "[Queen](PERSON) v Doe", "[A.B.](PERSON) 3 children"]
)
def test_people_named_like_the_crown_or_a_code_of_law_stay(text):
    assert len(left(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "[Rex](PERSON) v Doe",
        "[R.](PERSON) v. Doe",
        "[R.](PERSON) (on the application of Doe)",
        "under [N.J.S.A.](PERSON) 2A:15-3",
    ],
)
def test_the_crown_and_codes_of_law_are_nobody(text):
    assert left(text) == []


def test_headings_and_versus_are_nobody():
    assert left("It was so.\n\n[V.](PERSON)   MERITS\n\n") == []
    assert left("Roe [v.](PERSON) Doe") == []


def test_sections_of_a_code_are_law():
    document, spans, _ = doc("under N.J.S.A. [2A:31-1 to -6](CODE) and N.J.S.A. [2A:15-5.12(a)](CODE)")
    spans = [Span(span.start, span.end, span.category, 0.6, ("ner:en-legal",)) for span in spans]
    assert [span.category for span in without_noise(spans, document)] == ["PROVISION"] * 2


def test_somebody_of_whom_nothing_is_known_is_no_place():
    document, spans, _ = doc(
        "The keeper was a [Lenka Dvorska](LOC), of Leeds. It is near [Lenka Dvorska](LOC)."
    )
    spans = [Span(span.start, span.end, span.category, 0.6, ("ner:en-legal",)) for span in spans]
    assert [span.category for span in without_noise(spans, document)] == ["PERSON", "LOC"]


def test_a_name_ends_before_the_next_field_of_a_form():
    assert left("Witness: [ROE, Ann   DOB](PERSON) 22.02.68") == ["ROE, Ann"]


def categories(marked):
    document, spans, _ = doc(marked)
    spans = [
        Span(span.start, span.end, span.category, 0.8, ("titles:courtesy" if role else "ner:en-legal",))
        for span, role in zip(spans, doc(marked)[2], strict=True)
    ]
    return [span.category for span in without_noise(spans, document)]


@pytest.mark.parametrize(
    "text",
    [
        "She took [Sertraline](PERSON) and [Zoloft](PERSON).",
        "[Omeprazol](PERSON) og [Paracetamol](PERSON) blev givet.",
        "He had [Quellmarin](PERSON) 500 mg at night.",
        "on [Tegretol and Lamictal](PERSON)",
    ],
)
def test_a_medicine_is_nobody(text):
    assert set(categories(text)) <= {"MISC"}


@pytest.mark.parametrize(
    "text",
    [
        "[Brekke](PERSON) took it.",
        "Mr [Prozac](PERSON:party) came. [Prozac](PERSON) left.",
        "[Anna Zoloft](PERSON) came. [Zoloft](PERSON) left.",
        "Mr [Brekke](PERSON:party) came. He gave [Brekke](PERSON) 500 mg.",
        "He gave [Anna](PERSON) 500 mg.",
    ],
)
def test_somebody_called_like_a_medicine_is_somebody(text):
    assert set(categories(text)) == {"PERSON"}


@pytest.mark.parametrize(
    ("text", "stays"),
    [
        ("Retten såg på kaien. Kaien vart bygd i 2003.", False),  # in small letters too
        ("Steinen ved naustet er borte.", False),  # stein is a word
        ("Eigaren, Ola Steinen, kom. Steinen forklarte seg.", True),  # somebody is called so
        ("Han kjende berre «Bikkja».", True),  # a nickname
    ],
)
def test_a_noun_that_opens_sentences_is_nobody(text, stays):
    word = next(each for each in ("Kaien", "Steinen", "Bikkja") if each in text)
    start = text.rindex(word)
    span = Span(start, start + len(word), "PERSON", 0.9, ("ner:eu-legal",))
    found = without_noise([span], Document("d", text, "nn"))
    assert (span in found) is stays


def test_the_home_of_somebody_named_after_a_lawyer_is_no_office():
    lawyer = "Rechtsanwalt Dr. [Ari Roe](PERSON), [Torvundstraße 3, 9500 Villach](ADDRESS)"
    other = "Vater [Bo Doe](PERSON), Koch, [Weg 5, 9500 Villach](ADDRESS)"
    home = f"Dr. [Ari Roe](PERSON), Rechtsanwalt in Graz, {other}"
    for text, wanted in ((lawyer, ["PERSON", "LOC"]), (home, ["PERSON", "PERSON", "ADDRESS"])):
        document, spans, _ = doc(text, language="de")
        spans = [Span(each.start, each.end, each.category, 0.8, ("titles:x",)) for each in spans]
        assert [span.category for span in without_noise(spans, document)] == wanted
