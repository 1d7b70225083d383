import pytest

from lexveil.model import Decision, Document, Entity, Span, Stretch
from lexveil.replace import Pseudonyms, form_of, inflect, render


@pytest.mark.parametrize(
    ("language", "name", "text"),
    [
        ("da", "A", "A's"), ("da", "person 1", "person 1's"), ("da", "[person1]", "[person1]s"),
        ("da", "Holm", "Holms"), ("da", "Lars", "Lars'"), ("da", "A.________", "A.________s"),
        ("sv", "A", "A:s"), ("sv", "Lind", "Linds"), ("sv", "Lars", "Lars"),
        ("nb", "A", "As"), ("nb", "person A", "person As"), ("nb", "Lars", "Lars'"), ("no", "A", "As"),
        ("de", "A", "As"), ("de", "Person X", "Person X’"), ("de", "Huber", "Hubers"), ("de-CH", "A", "As"),
        ("de", "A.________", "A.________s"), ("fr", "A", "A"), ("xx", "A", "A"),
    ],
)  # fmt: skip
def test_the_genitive(language, name, text):
    assert inflect(name, "genitive", language) == text


@pytest.mark.parametrize(
    ("name", "forms"),
    [
        ("A", "A:n A:ta A:ssa A:sta A:han A:lla A:lta A:lle A:na A:ksi A:tta"),
        ("B", "B:n B:tä B:ssä B:stä B:hen B:llä B:ltä B:lle B:nä B:ksi B:ttä"),
        ("H", "H:n H:ta H:ssa H:sta H:hon H:lla H:lta H:lle H:na H:ksi H:tta"),
        ("L", "L:n L:ää L:ssä L:stä L:ään L:llä L:ltä L:lle L:nä L:ksi L:ttä"),
        ("I", "I:n I:tä I:ssä I:stä I:hin I:llä I:ltä I:lle I:nä I:ksi I:ttä"),
        ("U", "U:n U:ta U:ssa U:sta U:hun U:lla U:lta U:lle U:na U:ksi U:tta"),
        ("3", "3:n 3:a 3:ssa 3:sta 3:een 3:lla 3:lta 3:lle 3:na 3:ksi 3:tta"),
        ("7", "7:n 7:ää 7:ssä 7:stä 7:ään 7:llä 7:ltä 7:lle 7:nä 7:ksi 7:ttä"),
    ],
)
def test_finnish_cases_after_a_letter_or_figure(name, forms):
    cases = (
        "genitive partitive inessive elative illative adessive ablative allative essive translative abessive"
    )
    assert [inflect(name, case, "fi") for case in cases.split()] == forms.split()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("henkilö A", "henkilön A"), ("Organisaatio AB", "Organisaation AB"), ("M.S.B.", "M.S.B:n"),
        ("[henkilö 1]", "[henkilö 1]:n"), ("A.________", "A.________:n"), ("________", "________"),
        ("Lahtinen", "Lahtisen"), ("Matti Kivimäki", "Matti Kivimäen"), ("Quellmark Oy", "Quellmark Oy:n"),
        ("ABC", "ABC"),
    ],
)  # fmt: skip
def test_finnish_words_and_names_are_declined_and_signs_take_their_ending_after_a_colon(name, text):
    assert inflect(name, "genitive", "fi") == text


@pytest.mark.parametrize(
    ("base", "surface", "form"),
    [
        ("Virtanen", "Virtasen", "genitive"),
        ("Virtanen", "Virtasta", "partitive"),
        ("Virtanen", "Virtasesta", "elative"),
        ("Virtanen", "Virtaseen", "illative"),
        ("Matti Virtanen", "Matti Virtaselle", "allative"),
        ("Metsäranta", "Metsärannan", "genitive"),
        ("Metsäranta", "Metsärantaa", "partitive"),
        ("Korpisaari", "Korpisaaren", "genitive"),
        ("Korpisaari", "Korpisaarella", "adessive"),
        ("Korpisaari", "Korpisaareen", "illative"),
        ("Lehvä", "Lehvällä", "adessive"),
        ("Smith", "Smithin", "genitive"),
        ("Smith", "Smithille", "allative"),
        ("Espoo", "Espoon", "genitive"),
        ("Espoo", "Espooseen", "illative"),
        ("Turku", "Turussa", "inessive"),
        ("Virtanen", "Virtanen", ""),
        ("Virtanen", "Matti", ""),
        ("A", "A:lle", "allative"),
        ("Virtanen", "Virtaselleen", "allative+en"),
        ("Virtanen", "Virtasensa", "+nsa"),
        ("Mäkelä", "Mäkelänkin", "genitive+kin"),
        ("Nieminen", "Niemisten", "plural genitive"),
        ("Ahmed", "Ahmedille", "allative"),
        ("Kangas", "Kankaaseen", "illative"),
        ("Papadopoulos", "Papadopoulokselta", "ablative"),
    ],
)
def test_the_case_of_a_finnish_name_is_read_off_its_ending(base, surface, form):
    assert form_of(surface, [base, surface], "fi") == form


@pytest.mark.parametrize(
    ("language", "surface", "forms", "form"),
    [
        ("da", "Jensens", ["Peter Jensen"], "genitive"),
        ("da", "Jens", ["Jens Holm", "Jens"], ""),
        ("sv", "Linds", ["Lind"], "genitive"),
        ("de", "Quellmarks", ["Frau Quellmark", "Quellmarks"], "genitive"),
        ("nb", "Lars'", ["Lars"], "genitive"),
        ("da", "Jensens", ["Jensens"], "genitive"),  # the lists know Jensen
        ("sv", "Quellmarks", ["Quellmarks"], ""),
        ("en", "Jensens", ["Jensen"], ""),
        ("fr", "Jensens", ["Jensen"], ""),
    ],
)
def test_a_genitive_is_one_beside_its_base_form(language, surface, forms, form):
    assert form_of(surface, forms, language) == form


@pytest.mark.parametrize(
    ("form", "letter", "name"),
    [
        ("allative+en", "A:lleen", "Virtaselleen"),
        ("+nsa", "A:nsa", "Virtasensa"),
        ("illative+nsa", "A:hansa", "Virtaseensa"),
        ("genitive+kin", "A:nkin", "Virtasenkin"),
        ("plural", "A:t", "Virtaset"),
        ("plural allative", "A:ille", "Virtasille"),
        ("essive", "A:na", "Virtasena"),
    ],
)
def test_finnish_possessives_clitics_and_the_plural_stay(form, letter, name):
    assert inflect("A", form, "fi") == letter
    assert inflect("Virtanen", form, "fi") == name


def test_english():
    assert inflect("WITNESS_1", "possessive", "en") == "WITNESS_1's"
    assert inflect("Lang", "plural", "en") == "Langs"
    assert inflect("person A", "", "en") == "person A"


def test_a_mention_is_inflected_in_the_language_of_its_paragraph():
    text = "Jensen kom. Jensens bil. Jensenin auto."
    spans = tuple(Span(*place, "PERSON") for place in ((0, 6), (12, 19), (25, 33)))
    stretches = (Stretch(0, 25, "da"), Stretch(25, len(text), "fi"))
    document = Document("d", text, language="da", stretches=stretches)
    entity = Entity("e", "PERSON", "WITNESS", 1, spans)
    names = Pseudonyms({"e": "person A"}, {})
    decision = Decision("e", "replace", "test", "person {A}")
    replaced = render(document, [entity], [decision], names, language="da")
    assert [each.text for each in replaced] == ["Person A", "Person A's", "Personin A"]
