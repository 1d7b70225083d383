import pytest

from lexveil.replace.styles import worded


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "person {A}"), ("fi", "henkilö {A}"), ("da", "person {A}"), ("de", "Person {A}"),
        ("fr", "personne {A}"), ("it", "persona {A}"), ("es", "persona {A}"), ("nb", "person {A}"),
        ("sv", "person {A}"), ("ca", "persona {A}"), ("no", "person {A}"), ("de-CH", "Person {A}"),
        ("xx", "person {A}"),
    ],
)  # fmt: skip
def test_a_person_has_a_word_in_every_language(language, text):
    assert worded("{word} {A}", language, category="PERSON", role="WITNESS") == text


@pytest.mark.parametrize(
    ("label", "text"),
    [
        ("{Word} {A}", "Virksomhed {A}"),
        ("[{role}{n}]", "[advokatfirma{n}]"),
        ("{Role} {n}", "Advokatfirma {n}"),
        ("[{word:birth} {n}]", "[fødselsdato {n}]"),
        ("{Word:law_firm} {n}", "Advokatfirma {n}"),
        ("WITNESS_{n}", "WITNESS_{n}"),
    ],
)
def test_a_label_asks_for_a_word(label, text):
    assert worded(label, "da", category="ORG", role="LAW_FIRM") == text
