import time

import pytest

from lexveil.formats.encoding import LATIN_PAGES, latin_page

# Short, for a page must be told from a letter or a single sheet.
SAMPLES = [
    ("cp1252", "L’arrêt – « affaire Dupont » – était motivé; M. Lefèvre n’a pas comparu à l’audience."),
    ("cp1252", "Le cœur de l’affaire; les œuvres de M. Lefèvre, sœur Thérèse"),
    ("cp1252", "Svaranden Åke Söderström yrkade att käromålet skulle ogillas."),
    ("cp1252", "Käräjäoikeus katsoi, että syytetty Äijälä oli syyllistynyt pahoinpitelyyn."),
    ("cp1252", "Sagsøgeren, Søren Ågård, påstod at kæden var ødelagt."),
    ("cp1252", "Stefnandi, Jón Þórðarson, býr í Reykjavík og höfðaði málið með stefnu."),
    ("cp1252", "O autor João Gonçalves não compareceu à audiência de instrução."),
    ("cp1252", "El señor Muñoz declaró que el niño vivía en España."),
    ("cp1252", "Il ricorrente Niccolò Rossi è comparso perché la società ciò esigeva, più volte; così"),
    ("cp1252", "He paid £500 – “nothing more”, said Mr Smith’s counsel."),
    ("cp1252", "Mr Müller, Ms Søndergård, M. François Lefèvre and Sr. Muñoz met João at the Café."),
    ("cp1252", "O’Brien’s note"),
    ("cp1252", "Café Müller"),
    ("cp1252", "MÜLLER UND GRÖSSE, ÅKE SÖDERSTRÖM"),
    ("iso8859_15", "Le cœur de l'affaire; les œuvres de M. Lefèvre, sœur Thérèse"),
    ("mac_roman", "Herr Müller wohnt in Zürich und sprach mit Frau Größe über die Straße."),
    ("mac_roman", "Käräjäoikeus katsoi, että syytetty Äijälä oli syyllistynyt"),
    ("mac_roman", "He said “no” – Mr Müller’s counsel"),
    ("mac_roman", "L’arrêt du 3 mars – «affaire Dupont» – était motivé par le juge"),
    ("mac_roman", "MÜLLER UND GRÖSSE, ÅKE SÖDERSTRÖM"),
    ("cp1250", "Soud rozhodl, že žalobce Jiří Dvořák nemá nárok na náhradu škody."),
    ("cp1250", "Pan Wiesław Łukaszewicz złożył skargę kasacyjną do Sądu Najwyższego."),
    ("cp1250", "A bíróság Kovács László felperes keresetét elutasította, mert őszintén örült és tűrt."),
    ("cp1250", "Sud je utvrdio da je tužitelj Đorđe Žarković štetu pretrpio u Čakovcu."),
    ("cp1250", "Curtea a respins cererea reclamantului Ştefan Ţepeş împotriva ăstuia"),
    ("cp1254", "Davacı Ayşe Yılmaz, İstanbul’da oturduğunu söyledi ve şikâyet etti."),
    ("cp1257", "Ieškovas Žygimantas Šimkus kreipėsi į teismą dėl žalos atlyginimo."),
    ("cp1257", "Tiesa noraidīja Jāņa Bērziņa prasību par zaudējumu atlīdzību."),
]


@pytest.mark.parametrize(("name", "text"), SAMPLES)
@pytest.mark.parametrize("times", [1, 40])
def test_text_in_a_language_of_the_page_is_read_right(name, text, times):
    data = f"{text} ".encode(name) * times
    assert data.decode(latin_page(data)) == f"{text} " * times


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("cp1251", "Суд установил, что Иванов проживал в Москве."),
        ("cp1251", "The applicant, Иван Иванов, lives in Москва."),
        ("cp1253", "Ο Γεώργιος Παπαδόπουλος κατέθεσε ένσταση."),
        ("gb18030", "The claimant 王小明 lives in 北京市."),
    ],
)
def test_other_scripts_are_not_taken_for_latin(name, text):
    assert latin_page(text.encode(name)) == ""


def test_nonsense_is_no_text():
    assert latin_page(b"a\xa4b\xa6c\xd7d \xf7x\xbc " * 50) == ""


@pytest.mark.parametrize("part", [b"\xe4", b"a\xe4", b"\xe4 ", b"a" * 50 + b" "])
def test_the_cost_is_linear(part):
    before = time.perf_counter()
    assert latin_page(part * (2_000_000 // len(part))) in {"", *LATIN_PAGES}
    assert time.perf_counter() - before < 5
