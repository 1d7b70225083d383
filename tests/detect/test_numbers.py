"""Whose a number is, by what stands beside it; and numbers that go on from others."""

import pytest

from builders import doc
from lexveil.detect import contacts, find, identifiers, view
from lexveil.detect.numbers import told_apart
from lexveil.detect.series import carried_on
from lexveil.model import Document, Span

RULES = ("internet", "national", "phones", "references", "documents", "dates", "quantities")


def kinds(marked, source="ner:model", language="en"):
    document, spans, _ = doc(marked, language=language)
    spans = [Span(span.start, span.end, span.category, 0.6, (source,)) for span in spans]
    return [span.category for span in told_apart(spans, document)]


def ruled(text, language="en"):
    found = find(Document("d", text, language), RULES)
    return {text[span.start : span.end]: span.category for span in found}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("His disability was recognised (file [43/1008817](CASE_NUMBER)).", "en"),
        ("The asylum application, [2016/00847](CASE_NUMBER), was refused.", "en"),
        ("den Führerschein (Nr. [14/288071](CASE_NUMBER))", "de"),
        ("un taux d'incapacité de 50 % (dossier n° [59/118037](CASE_NUMBER))", "fr"),
        ("dell'Ospedale (cartella n. [2016/00847](CASE_NUMBER))", "it"),
        ("Innsatte (fangenr. [4471/19](CASE_NUMBER))", "nb"),
    ],
)
def test_a_file_about_somebody_is_theirs(text, language):
    assert kinds(text, "references:slash", language) == ["CODE"]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The disability appeal, case no. [2016/00847](CASE_NUMBER)", "en"),
        ("The hospital was heard in appeal [43/1008817](CASE_NUMBER).", "en"),
        ("Potilaslain ([785/1992](CASE_NUMBER)) 3 §", "fi"),
        ("Seguretat Social, procediment núm. [318/2023](CASE_NUMBER)", "ca"),
        ("la demanda, que con el número [44718/2021](CASE_NUMBER) pende ante la Sala", "es"),
    ],
)
def test_a_file_of_a_court_and_a_statute_are_not(text, language):
    assert kinds(text, "references:slash", language) == ["CASE_NUMBER"]


def test_a_number_as_only_courts_have_them_needs_the_word_right_before_it():
    assert kinds("the passport [FP4410927](CASE_NUMBER)", "references:court") == ["CODE"]
    assert kinds("his phone, see [HR-2019-1391-U](CASE_NUMBER)", "references:court") == ["CASE_NUMBER"]


@pytest.mark.parametrize(
    "text",
    [
        "They found a passport in the glovebox, [533 019 447](QUANTITY).",
        "the account ending in [4471](DATE)",
    ],
)
def test_what_a_model_takes_for_an_amount_after_the_word_for_a_number(text):
    assert kinds(text) == ["CODE"]


@pytest.mark.parametrize(
    "text", ["He had a patient in [1988](DATE).", "the prisoner of [12.05.2004](DATE)", "[4471](QUANTITY) kg"]
)
def test_years_dates_and_amounts_stay_what_they_are(text):
    assert kinds(text) != ["CODE"]


def test_a_word_for_a_number_makes_no_law_of_a_long_one():
    assert kinds("Vertrag Nr. [44-7102.6](CODE)", language="de") == ["CODE"]
    assert kinds("nach Nr. [7000](CODE) VV", language="de") == ["PROVISION"]
    assert kinds("Art. [44](CODE) und Rn. [159](CODE)]–[[162](CODE)", language="de") == ["PROVISION"] * 3


def test_a_model_takes_the_title_of_a_book_along():
    assert kinds("Roe, [Haftung4 Rz 188](CODE);", language="de") == ["PROVISION"]


def test_a_telephone_number_with_a_stroke():
    text = "Seine Telefonnummer ([02622/88 41 30](CASE_NUMBER))"
    assert kinds(text, "references:slash", "de") == ["CODE"]


def test_a_plate_stays_beside_a_vehicle():
    assert kinds("a motorcycle, Yamaha MT-07, [LU 6127](CODE),") == ["CODE"]
    assert kinds("Mr van der Roe ([CWS-1](CODE))") == ["PROVISION"]


def test_long_numbers_that_nobody_explains():
    assert ruled("The dog is chipped under 985 112 004 471 882.") == {"985 112 004 471 882": "CODE"}
    assert ruled("Payments went to 20-44-91 73110482 every week.") == {"20-44-91 73110482": "CODE"}
    assert "CODE" not in ruled("The sum was 12 450 000, then 12000 and 3 500 shares in 2015-16.").values()
    assert "CODE" not in ruled("On 12-05-2004 10:30 he paid EUR 12000000.").values()


def test_an_age_is_no_longer_than_an_age():
    assert ruled("Han kunne nås på 447 18 820.", "nb") == {"447 18 820": "PHONE"}


def test_a_currency_belongs_to_the_sum_before_it():
    assert "MONEY" not in {ruled("89 000 kr 8150-5", "sv").get("kr 8150")}


def carried(marked, language="en"):
    document, spans, _ = doc(marked, language=language)
    spans = [Span(span.start, span.end, span.category, 0.9, ("documents:label",)) for span in spans]
    found = carried_on(spans, document)
    return [document.text[span.start : span.end] for span in found]


def test_numbers_of_one_shape_after_one_another_are_of_one_kind():
    assert carried("passports [FP4410927](PASSPORT), FP4410928 and FP4410929") == [
        "FP4410927", "FP4410928", "FP4410929",
    ]  # fmt: skip
    assert carried("passport [FP4410927](PASSPORT) and 12 others") == ["FP4410927"]
    assert carried("les finques [5.522](PROPERTY_ID) (lloc, de la Sra. Roe) i 12.904", "ca") == [
        "5.522",
        "12.904",
    ]


def test_other_entries_of_a_land_register_that_is_spoken_of():
    assert carried("[Ängen 1:14](PROPERTY_ID) gränsar till 1:22, klockan 10:22", "sv")[-1] == "1:22"
    assert "212/1" in carried("Gnr./bnr. Eigar\n212/1 Roe", "nb")
    assert carried("see 212/1 and 1:22") == []


@pytest.mark.parametrize(
    ("text", "language", "found"),
    [
        ("die Liegenschaft EZ 311 KG 56109 Muster gehört ihr", "de", "EZ 311 KG 56109 Muster"),
        ("(Grundbuch Musterdorf Art. 4402)", "de", "4402"),
        ("catasto, foglio 22, mappale 814, sub 1 e 2;", "it", "foglio 22, mappale 814, sub 1 e 2"),
        ("inscrita al tomo 1.204, libro 88, folio 44.", "es", "tomo 1.204, libro 88, folio 44"),
        ("over tunet på gnr. 12 eller", "nn", "12"),
        ("grensa for gnr. 118 bnr. 1, bnr. 3 og bnr. 7 går", "nn", "gnr. 118 bnr. 1, bnr. 3 og bnr. 7"),
        ("laga skifte (akt 14-SVA-318)", "sv", "14-SVA-318"),
    ],
)
def test_parts_of_an_entry_in_a_land_register(text, language, found):
    seen = view(Document("d", text, language))
    spans = [span for span in identifiers.documents(seen) if span.category == "PROPERTY_ID"]
    assert found in [text[span.start : span.end] for span in spans]


def test_a_holding_without_its_farm_is_no_entry():
    seen = view(Document("d", "Ho gjekk over tunet på bnr. 2 eller bruksnr. 5.", "nn"))
    assert [span for span in identifiers.documents(seen) if span.category == "PROPERTY_ID"] == []


@pytest.mark.parametrize(
    ("text", "language", "found"),
    [
        ("His log-in was jroe_1984 and he wrote as dark.fox77.", "en", ["jroe_1984", "dark.fox77"]),
        ("con el usuario «presi» desde", "es", ["presi"]),
        ("kl. 22.47, brukar hdyrdal. Dette", "nn", ["hdyrdal"]),
        ("en la cuenta de su bazar", "es", []),
        ("the file report_2019.pdf of the user concerned", "en", []),
    ],
)
def test_names_of_users_without_their_sign(text, language, found):
    seen = view(Document("d", text, language))
    spans = [span for span in contacts.internet(seen) if span.category == "CODE"]
    assert sorted(text[span.start : span.end] for span in spans) == sorted(found)


def test_a_regulation_of_a_union_is_law():
    assert kinds("Council Regulation (EC) No [2201/2003](CODE) of 27 November") == ["PROVISION"]


@pytest.mark.parametrize(
    "text",
    [
        "ICD-10 [G40.2](CODE)", "CPT [99213](CODE)", "CPT code [99213](CODE)", "SNOMED CT [73211009](CODE)",
        "DSM-5 [296.32](CODE)", "NDC [0002-8215-01](CODE)", "OPCS-4 codes W37.1, [W37.14](CODE)",
        "procedure code [K40251](CODE)", "ICD-10: F32.1, [F33.10](CODE)",
    ],
)  # fmt: skip
def test_a_code_of_an_illness_or_a_treatment_is_nobodys(text):
    assert kinds(text) == ["PROVISION"]


@pytest.mark.parametrize(
    "text", ["(ICD-10 F32.1), patient number [99213771](CODE)", "CPT members passport [99213771](CODE)"]
)
def test_a_number_beside_such_a_code_is_somebodys(text):
    assert kinds(text) == ["CODE"]
