from collections.abc import Callable

import pytest

from lexveil.model import Document, Stretch
from lexveil.names.legible import legible, with_small_names


def read(text: str, language: str = "en") -> str:
    return legible(Document("test", text, language)).text


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        (
            "can you tell mrs lambkin-field that dermot hollowell jr. called? he is grant poole's cousin.",
            "Can you tell Mrs Lambkin-Field that Dermot Hollowell Jr. called? He is Grant Poole's cousin.",
        ),
        (
            "HON. JANE M. FIELDING, JUSTICE. MR. ROSE AND HIS DAUGHTER LILY APPEARED. THE ROSE WAS RED.",
            "Hon. Jane M. Fielding, Justice. Mr. Rose and his daughter Lily appeared. The rose was red.",
        ),
        (
            "the committee met on monday. it adopted the minutes. nothing else was done.",
            "The committee met on Monday. It adopted the minutes. Nothing else was done.",
        ),
        (
            "pc j field and d t saw ms low. lucinda low was there. a low wall stood near hollowell or low.",
            "PC J Field and D T saw Ms Low. Lucinda Low was there. A low wall stood near Hollowell or Low.",
        ),
        (
            "the van, xy19 kqc, came at 5pm on the 3rd. she lives in london e14 9zz under qm 30 77 52 a.",
            "The van, XY19 KQC, came at 5pm on the 3rd. She lives in London E14 9ZZ under QM 30 77 52 A.",
        ),
    ],
)
def test_text_in_one_case_is_read_as_if_typed_with_care(typed: str, wanted: str) -> None:
    assert read(typed) == wanted


def test_prose_in_which_hardly_anybody_is_named_keeps_its_small_letters() -> None:
    prose = (
        "Otra de las novedades de la norma es que las plusvalías generadas en menos de un año también"
        " serán gravadas, al tratarse de operaciones que pueden resultar especulativas para quienes "
        "las realizan, y ello aunque el contribuyente acredite que las transmitió por necesidad. "
        "Hasta aquí el contenido que someto a su consideración, pero antes de concluir quiero también"
        " anticiparme a algunas cuestiones que han surgido durante su tramitación parlamentaria."
    )
    assert read(prose, "es") == prose


def test_an_email_in_lower_case_is_recased_inside_a_judgment() -> None:
    email = "i met dermot hollowell there. he was with benedetta. please come soon.\n"
    before, after = "The Claimant wrote to Ms Roe:\n", "This was denied by her,\nas to the whole of it.\n"
    wanted = "I met Dermot Hollowell there. He was with Benedetta. Please come soon.\n"
    assert read(before + email + after).replace("\ni met", "\nI met") == before + wanted + after


@pytest.mark.parametrize(
    "text",
    [
        "The Court heard the parties.\n\nin personam and in rem; and\nthe costs of the appeal.\n",
        "IN THE HIGH COURT OF JUSTICE\nBETWEEN: JANE ROE\n\nThis is an appeal.",
        "Serial A5b, flat5b, Apt5b, 1st, x1@roe.example, b0b.example.org, sha1, B1a",
        "",
    ],
)
def test_other_text_stays_as_it_is(text: str) -> None:
    assert read(text) == text


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        ("de", "Der Kläger hat Herrn Hollowell im Garten gesehen. Das sagt Anna Vogel aus Dorn."),
        (
            "es",
            "Declara D.ª Delfina Montes del Mar. Nacieron Sol y Dermot según el Sr. de la Fuente.",
        ),
        ("fr", "Le Docteur Lê a vu M. le Meunier dans la cour. Nom : Cheval, gendarme : A. Traoré"),
        ("ca", "Cognoms i nom: Torres Blanch, Remei\n\nHa declarat que la Remei és propietària de la casa."),
        ("sv", "Han vill säga att Saga och Dermot bor hos Ulf Vinter, som är hennes man."),
        ("nn", "Mora, Vår-Helen Hollowell, var ikkje til stades den dagen."),
        ("fi", "Asiassa on kuultu Jorma Salo. Tuomioistuin on hylännyt Salon valituksen kokonaan."),
    ],
)
@pytest.mark.parametrize("case", [str.lower, str.upper])
def test_names_that_are_words_are_known_by_their_company(
    language: str, wanted: str, case: Callable[[str], str]
) -> None:
    assert read(case(wanted), language) == wanted


def test_digits_that_a_scanner_read_in_names_are_letters() -> None:
    assert read("Mr Ho1lowell met 5erge McAna1ly-8oyd.") == "Mr Hollowell met Serge McAnally-Boyd."
    assert read("Counse1: A Kelmoor (court1, Exhibit5)") == "Counsel: A Kelmoor (court1, Exhibit5)"


def test_long_rows_of_letters_cost_no_stack() -> None:
    assert len(read("a b " * 3000)) == 12000


def test_each_paragraph_is_read_in_its_language():
    text = "The counse1 spoke.\n\nDie Klage1 liegt vor."
    parts = (Stretch(0, 20, "de"), Stretch(20, len(text), "en"))
    assert legible(Document("test", text, "en")).text.startswith("The counsel spoke.")
    assert legible(Document("test", text, "en", stretches=parts)).text == text


@pytest.mark.parametrize(
    ("language", "typed", "wanted"),
    [
        ("ca", "soc en biel, visc a Olot", "Soc En Biel, visc a Olot"),
        ("ca", "la duia el meu fill guiu", "La duia el meu fill Guiu"),
        ("es", "mandalo a paqui.lorente@gmial porfa", "Mandalo a paqui.lorente@gmial porfa"),
        ("es", "Vive en Toledo con ella", "Vive en Toledo con ella"),
    ],
)
def test_a_message_typed_without_care(language: str, typed: str, wanted: str) -> None:
    assert read(typed, language) == wanted


def test_a_passage_in_another_language_names_nobody():
    text = "Kantaja vaati maksua. Han sade att hennes farfar hade byggt en vit motorbåt där."
    assert with_small_names(Document("d", text, "fi")).text == text


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        ("fi", "Todistajina kuultiin Pentti Kuusta ja Ulla-Maija Kuusi-Halkoa. Kuusi vuotta oli kulunut."),
        ("fi", "Velan maksoi Arvo Lumi, jonka veli T. Virtanen on. Auton arvo on vähäinen."),
        ("sv", "Utredaren Jennie Bäck skrev. Advokaten hörde Jonny F. berätta. Bäcken rinner förbi."),
        ("nb", "Hun så Egil Bekken. Så gikk Egil Bekken hjem. Egil svarte at bekken er grunn."),
        ("da", "I retten mødte advokat Hans Peter Bech. Retten hørte hans forklaring."),
        ("sv", "Berit Inga Eira bor där. Det fanns inga skäl."),
    ],
)
def test_a_word_is_a_surname_after_a_given_name_and_a_word_elsewhere(language: str, wanted: str) -> None:
    typed = wanted.lower()
    got = read(typed, language)
    names = [word.strip(".,") for word in wanted.split() if word[0].isupper()]
    assert [word for word in names if word not in got] == []
    assert sum(a != b for a, b in zip(got, wanted, strict=True)) <= 2, got
