"""Which language a text is in: our eleven, others by name, other scripts, and texts that say too little."""

from itertools import pairwise

import pytest

from lexveil.languages import codes
from lexveil.languages.identify import BASE, stretches, table

TEXTS = {
    "en": "The applicant told the court that she had not seen the letter which the bank had sent to her.",
    "fi": "Käräjäoikeus katsoi, ettei hakija ollut nähnyt kirjettä, jonka pankki oli hänelle lähettänyt.",
    "sv": "Tingsrätten fann att sökanden inte hade sett det brev som banken hade skickat till henne i maj.",
    "da": "Retten lagde til grund, at sagsøgeren ikke havde set det brev, som banken havde sendt til hende.",
    "nb": "Retten la til grunn at saksøkeren ikke hadde sett brevet som banken hadde sendt henne i mai.",
    "nn": "Retten la til grunn at saksøkjaren ikkje hadde sett brevet som banken hadde sendt henne i mai.",
    "de": "Das Gericht stellte fest, dass die Klägerin den Brief der Bank nicht gesehen hatte.",
    "fr": "Le tribunal a retenu que la requérante n’avait pas vu la lettre que la banque lui avait envoyée.",
    "it": "Il tribunale ha ritenuto che la ricorrente non avesse visto la lettera inviata dalla banca.",
    "es": "El juzgado consideró que la demandante no había visto la carta que el banco le había enviado.",
    "ca": "El jutjat va considerar que la demandant no havia vist la carta que el banc li havia enviat.",
    "pl": "Sąd oddalił powództwo i obciążył powódkę kosztami, ponieważ świadek nie był obecny na rozprawie.",
    "et": "Kohus jättis hagi rahuldamata ja menetluskulud hageja kanda, sest tunnistaja ei ilmunud kohale.",
    "el": "Το δικαστήριο απορρίπτει την αίτηση, διότι ο μάρτυρας δεν εμφανίστηκε στη συνεδρίαση.",
    "und-Arab": "قضت المحكمة برفض الدعوى وإلزام المدعي بالمصروفات.",
    "und-Cyrl": "Суд отклонил иск, поскольку свидетель не явился на заседание.",
}


@pytest.mark.parametrize("language", TEXTS)
@pytest.mark.parametrize("change", [str, str.upper])
def test_a_sentence_tells_its_language(language, change):
    text = change(TEXTS[language])
    assert [(each.start, each.end, each.language) for each in stretches(text)] == [(0, len(text), language)]


def test_paragraphs_of_a_document_have_their_own():
    parts = [TEXTS["de"], TEXTS["fr"], "Jonas Feldmann, Bern", TEXTS["fr"], TEXTS["de"], TEXTS["und-Cyrl"]]
    text = "\n\n".join(parts)
    found = stretches(text)
    assert [each.language for each in found] == ["de", "fr", "de", "und-Cyrl"]
    assert (found[0].start, found[-1].end) == (0, len(text))
    assert all(one.end == other.start for one, other in pairwise(found))
    assert text[found[1].start :].startswith(TEXTS["fr"])


def test_short_lines_have_the_language_of_their_neighbours():
    names = "Zoë Lindqvist\nBegründung\nJean-Luc Moreau, avocat\n\nS.p.A.\n"
    assert [each.language for each in stretches(f"{TEXTS['en']}\n\n{names}\n{TEXTS['en']}")] == ["en"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "1 2 3 " * 50,
        "Jane Roe",
        "TORVUND QUELLMARK",
        "Mr Torvund.",
        "№ ½ €",
        "Herr Jonas Feldmann wohnt dort.",
    ],
)
def test_of_a_few_names_and_numbers_nothing_is_told(text):
    assert stretches(text) == ()


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("裁判所は田中太郎の請求を棄却した。", "ja"),
        ("法院驳回了张伟的请求。", "zh"),
        ("The witness Иван Петров was heard by the court in Leeds.", "en"),
        ("ኢትዮጵያ ፍርድ ቤት", "und"),
    ],
)
def test_letters_of_other_scripts_tell(text, language):
    assert [each.language for each in stretches(text)] == [language]


@pytest.mark.parametrize("gap", ["\n", " ", "\n\n"])
def test_the_rows_of_a_table_are_no_language_of_their_own(gap):
    rows = gap.join(f"{number} Item {number}.00" for number in range(40))
    assert [each.language for each in stretches(f"{TEXTS['en']}\n\n{rows}")] == ["en"]


def test_a_long_text_is_told_like_a_short_one():
    text = "\n\n".join(TEXTS.values()) + "\n\n"
    short = [each.language for each in stretches(text)]
    assert [each.language for each in stretches(text * 40)][: len(short) - 1] == short[:-1]


def test_five_words_can_be_enough():
    assert [each.language for each in stretches("The witness had seen Jane Roe.")] == ["en"]


def test_the_table_has_every_language_with_a_folder():
    assert set(codes()) <= set(table().languages)
    assert abs(table().weights).max() <= BASE
