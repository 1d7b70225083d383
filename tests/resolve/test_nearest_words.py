"""Who somebody is by the words nearest to the name: an office before a title, a relative of a party."""

from dataclasses import replace

import pytest

from builders import doc
from lexveil.resolve import resolve


def roles(language, text):
    document, spans, _ = doc(text)
    entities = resolve(replace(document, language=language), spans)
    return [each.role for each in entities if each.category == "PERSON"]


@pytest.mark.parametrize(
    ("language", "text", "role"),
    [
        ("it", "Il Giudice di Pace di Exopoli, Avv. [Ada Verdi](PERSON), ha emesso la sentenza.", "JUDGE"),
        ("it", "Procuratrice pubblica: avv. [Ada Verdi](PERSON)", "OFFICIAL"),
        ("it", "Sentito il giudice, l'avv. [Ada Verdi](PERSON) ha concluso.", "LAWYER"),
        ("it", "assistita dal cancelliere sig.ra [Ada Verdi](PERSON), ha pronunciato", "CLERK"),
        ("es", "por medio de la abogada del Estado D.ª [Ada Verde](PERSON), invoca", "LAWYER"),
        ("ca", "Advocat/ada: Sra. [Ada Verd](PERSON)", "LAWYER"),
    ],
)
def test_an_office_outweighs_the_title_after_it(language, text, role):
    assert roles(language, text) == [role]


@pytest.mark.parametrize(
    ("language", "text", "role"),
    [
        ("it", "La madre dell'imputata, [Ada Verdi](PERSON), tace.", "RELATIVE"),
        ("it", "[Ada Verdi](PERSON) (sorella dell'imputato) tace.", "RELATIVE"),
        ("it", "La figlia dell'imputato [Bo Verdi](PERSON) tace.", "PARTY"),
        ("fr", "La mère de l'appelant, [Ada Vert](PERSON), se tait.", "RELATIVE"),
        ("es", "La hermana del demandante, [Ada Verde](PERSON), calla.", "RELATIVE"),
    ],
)
def test_a_relative_of_a_party_is_none(language, text, role):
    assert roles(language, text) == [role]


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("it", "La consulenza informatica dell'ing. [Bo Verdi](PERSON) è agli atti.", ["EXPERT"]),
        ("it", "Espletata c.t.u. (geom. [Bo Verdi](PERSON)), la domanda è accolta.", ["EXPERT"]),
        ("fr", "Le juge a désigné M. [Bo Vert](PERSON) en qualité d'expert.", ["EXPERT"]),
        (
            "de",
            "Gutachten von Dr. med. [Bo Grün](PERSON) (Neurologie), Dr. med. [Ada Blau](PERSON) (Hals)",
            ["EXPERT", "EXPERT"],
        ),
    ],
)
def test_an_expert_by_the_work_before_the_name(language, text, expected):
    assert roles(language, text) == expected


def test_counsel_named_on_the_line_of_the_party_is_counsel():
    text = (
        "TRA\n\n[VERDI Bo](PERSON), rappr. e dif. dall'Avv. [Ada Neri](PERSON)\nricorrente\n\nE\n\n"
        "[ROSSI Cia](PERSON)\nresistente"
    )
    assert roles("it", text) == ["PARTY", "LAWYER", "PARTY"]


def test_a_label_in_capitals_holds_for_all_names_of_its_line():
    text = "DEMANDANTE D. [BO VERDE SOTO](PERSON), D.ª [ADA GRIS LUNA](PERSON)\n\nAUTO"
    assert roles("es", text) == ["PARTY", "PARTY"]


def test_a_label_before_a_colon_heads_what_follows():
    text = "en présence de [Guy Noir](PERSON)\n\nPARTIES CIVILES :\n\nMadame [VERT Ada](PERSON), comparante"
    assert roles("fr", text)[-1] == "PARTY"


def test_a_long_line_that_ends_in_a_colon_heads_the_bench():
    text = (
        "Così deciso in Exopoli nella camera di consiglio del 3 maggio con l'intervento dei magistrati:\n"
        "[Ada Verdi](PERSON), Presidente\n[Bo Neri](PERSON), Consigliere"
    )
    assert roles("it", text) == ["JUDGE", "JUDGE"]


def test_the_name_of_a_late_husband_is_her_own():
    text = "concernente\n\n[Ada Verdi](PERSON) ved. [Neri](PERSON), nata a Exopoli"
    assert "RELATIVE" not in roles("it", text)


def test_who_is_represented_is_a_party_of_this_case_however_long_the_line():
    text = (
        "Sul ricorso proposto da [AGENZIA DELLE ENTRATE](ORG), rappresentata e difesa dall'Avvocatura "
        "contro [NERI BO](PERSON), rappresentato e difeso dall'avvocato [VERDI ADA](PERSON) avverso la "
        "sentenza della Commissione tributaria regionale, depositata il 3 maggio 2024, quanto all'atto."
    )
    document, spans, _ = doc(text)
    spans = [replace(span, sources=("citations:parties",)) for span in spans]
    entities = resolve(replace(document, language="it"), spans)
    assert [each.role for each in entities if each.category == "PERSON"] == ["PARTY", "LAWYER"]


def test_a_row_of_the_bench_without_commas():
    text = "[Ada Verdi](PERSON) Presidente [Bo Neri](PERSON) Consigliere [Cia Rossi](PERSON) Consigliere"
    assert roles("it", text) == ["JUDGE", "JUDGE", "JUDGE"]
