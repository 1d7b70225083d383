"""Short names of companies."""

from builders import doc
from lexveil.resolve import resolve
from lexveil.resolve.organizations import short_names


def kinds(marked):
    document, spans, _ = doc(marked)
    found = short_names(document, spans)
    return [(document.text[span.start : span.end], span.category) for span in found]


def test_a_short_name_in_brackets_is_the_company_everywhere():
    text = (
        '[Quellmark Pumps GmbH ("Quellmark")](ORG) sold. [Quellmark](PERSON) delivered to [Quellmark](LOC).'
    )
    assert kinds(text) == [
        ("Quellmark Pumps GmbH", "ORG"),
        ("Quellmark", "ORG"),
        ("Quellmark", "ORG"),
        ("Quellmark", "ORG"),
    ]


def test_initials_and_a_second_short_name_count():
    text = "[Ostmare Port Services Ltd.](ORG) (the “Ostmare” or “OPS”), [Ostmare](PERSON), [OPS](PERSON)"
    assert [kind for _, kind in kinds(text)] == ["ORG"] * 5


def test_the_short_name_of_a_cited_case_stands_after_its_report():
    text = (
        "[Re Quellmark Homes Ltd](ORG) [2017] EWHC 5 (Ch) (“Quellmark”) says so. [Quellmark](PERSON) is not."
    )
    assert [kind for _, kind in kinds(text)] == ["ORG"] * 3


def test_whose_firm_stands_in_brackets_is_no_company():
    assert kinds("[Ann Roe](PERSON) (Calder Doe LLP) wrote.") == [("Ann Roe", "PERSON")]


def test_a_role_in_brackets_names_no_company():
    text = "[Quellmark Pumps GmbH](ORG) (“Claimant”) wrote. [Claimant](PERSON)"
    assert kinds(text)[-1] == ("Claimant", "PERSON")


def test_a_persons_name_is_never_the_companys():
    text = '[Torvund Ltd](ORG) ("Torvund") is owned by Ms [Ann Torvund](PERSON). [Torvund](PERSON) spoke.'
    assert kinds(text)[-1] == ("Torvund", "PERSON")


def test_somebody_with_a_title_stays_a_person():
    text = '[Quellmark Pumps GmbH](ORG) ("Quellmark") sold. Mr [Quellmark](PERSON) did not.'
    assert kinds(text)[-1] == ("Quellmark", "PERSON")


def test_the_short_name_joins_the_full_one():
    document, spans, _ = doc('[Quellmark Pumps GmbH ("Quellmark")](ORG) sold. [Quellmark](PERSON) paid.')
    (entity,) = resolve(document, spans)
    assert entity.category == "ORG"
    assert len(entity.spans) == 3


def groups(marked):
    document, spans, _ = doc(marked)
    return [
        [document.text[span.start : span.end] for span in entity.spans] for entity in resolve(document, spans)
    ]


def test_a_company_without_its_legal_form_or_what_it_does_is_the_company():
    text = "[Tamsel A/S](ORG) sued [KB Rohl Bank](ORG). [Tamsel](PERSON) paid [KB Rohl](ORG)."
    assert groups(text) == [["Tamsel A/S", "Tamsel"], ["KB Rohl Bank", "KB Rohl"]]


def test_a_slip_in_a_long_name_is_no_other_company():
    text = "[Vestmare Shipping Ltd](ORG) and [Vestmare](ORG) paid. [Vestmarre Shipping](ORG) did not."
    assert groups(text) == [["Vestmare Shipping Ltd", "Vestmare", "Vestmarre Shipping"]]


def test_a_company_named_after_its_founder_is_not_the_founder():
    text = (
        "[Ivo Brandt](PERSON) owns [Brandt Shipping Ltd](ORG). [Brandt Shipping](ORG) met [Brandt](PERSON)."
    )
    assert groups(text) == [["Ivo Brandt", "Brandt"], ["Brandt Shipping Ltd", "Brandt Shipping"]]


def test_who_instructs_counsel_or_has_a_legal_form_is_a_firm():
    text = "(instructed by [Slade](PERSON) & [Gorran](PERSON)) and [Harker Sint](PERSON) UK Limited"
    assert kinds(text) == [("Slade & Gorran", "ORG"), ("Harker Sint UK Limited", "ORG")]


def test_somebody_with_a_title_instructs_as_a_person():
    assert kinds("(instructed by Mr [Leigh Hunt](PERSON))") == [("Leigh Hunt", "PERSON")]


def test_as_in_a_capacity_is_no_legal_form():
    assert kinds("[ANN ROE](PERSON), AS GUARDIAN of [BO ROE](PERSON)")[0] == ("ANN ROE", "PERSON")


def test_a_solicitor_named_in_full_who_instructs_stays_a_person():
    text = "Mr [Bo Doe](PERSON) (instructed by [Susan Walker](PERSON)) for the claimant"
    assert kinds(text)[-1] == ("Susan Walker", "PERSON")


def test_a_company_says_nothing_about_a_name_that_people_have():
    text = "[Walker Shipping Ltd](ORG) sued. [Walker](PERSON) was not there."
    assert kinds(text)[-1] == ("Walker", "PERSON")


def test_a_party_is_called_by_the_first_word_of_its_company():
    text = (
        '[NORDDAM BUNKERING (UK) LIMITED](ORG) owes. The defendant ("[Norddam](PERSON)"). [Norddam](PERSON).'
    )
    assert [kind for name, kind in kinds(text) if name == "Norddam"] == ["ORG", "ORG"]


def test_a_school_named_after_a_saint_is_a_school_when_named_briefly():
    text = "at [St Oswin's C of E Primary School](ORG). He left [St Oswin](PERSON)'s."
    assert kinds(text)[-1] == ("St Oswin", "ORG")


def test_somebody_before_their_firm_stays_a_person():
    assert kinds("[W. Carter Field III](PERSON), [Underquell Pruitt LLP](ORG)")[0][1] == "PERSON"


def test_somebody_named_like_a_saint_stays_a_person():
    text = "[St Oswin's School](ORG) wrote. Witness 2: [ST OSWIN](PERSON)"
    assert kinds(text)[-1] == ("ST OSWIN", "PERSON")


def test_somebody_of_a_firm_leaves_the_firm_a_firm():
    text = "Mr [Amber](PERSON) and Ms [Noor Haddid](PERSON) of [Whyte Rasheen](PERSON) spoke."
    assert kinds(text)[-1] == ("Whyte Rasheen", "ORG")
    assert kinds("The sister of [Whyte](PERSON) left.") == [("Whyte", "PERSON")]
    assert kinds("Mr [Amber](PERSON) of [Ann Roe](PERSON)")[-1] == ("Ann Roe", "PERSON")


def test_partners_of_a_firm_are_the_firm_without_its_form():
    text = "instructed by [Carle Bastow LLP](ORG); [Isolde Marr](PERSON), of [Carle Bastow](PERSON), as well"
    assert kinds(text)[-1] == ("Carle Bastow", "ORG")


def test_a_foundation_lends_its_first_word():
    text = "[BERENGAR FOUNDATION](ORG). The fourth (“[Berengar](PERSON)”). [Berengar](PERSON) paid."
    assert [kind for _, kind in kinds(text)] == ["ORG"] * 3
