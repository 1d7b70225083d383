import pytest

from lexveil.detect.bounds import LONGEST, bounded
from lexveil.model import Document, Span


def names(text, *surfaces):
    spans = [Span(text.index(each), text.index(each) + len(each), "PERSON") for each in surfaces]
    return [text[span.start : span.end] for span in bounded(spans, Document(id="x", text=text))]


@pytest.mark.parametrize(
    ("text", "found", "wanted"),
    [
        ("Surname: HOLLIN   Forename(s): Ann", ["HOLLIN   Forename", "Ann"], ["HOLLIN", "Ann"]),
        ("Accused: ROEBUCK, Ann Mary", ["ROEBUCK", "Ann Mary"], ["ROEBUCK, Ann Mary"]),
        ("ROEBUCK, ANN and", ["ROEBUCK", "ANN"], ["ROEBUCK", "ANN"]),
        ("Joana Pereira da Silva, seen", ["Joana Pereira", "Silva"], ["Joana Pereira da Silva"]),
        ("Ann Roe and Bo Doe", ["Ann Roe", "Bo Doe"], ["Ann Roe", "Bo Doe"]),
        ("signed M.-A. FONTARD", ["A. FONTARD"], ["M.-A. FONTARD"]),
        ("Ann Lee   DOB: 3/4/1998", ["Ann Lee   DOB"], ["Ann Lee"]),
        ("PAUL LEE   ANNA: I saw him.", ["PAUL LEE   ANNA"], ["PAUL LEE", "ANNA"]),
        ("W1  Ann Roe, neighbour", ["W1  Ann Roe"], ["Ann Roe"]),
        ("13 Ann Roe, who is ten", ["13 Ann Roe"], ["Ann Roe"]),
        ("ANN ROE            BO DOE", ["ANN ROE            BO DOE"], ["ANN ROE", "BO DOE"]),
        ("Her sister is ST. SB is the lodger", ["ST. SB"], ["ST", "SB"]),
        ("The claimant is DT. Her", ["DT."], ["DT"]),
        ("ANN P. ROE, JR., Defendant", ["ANN P. ROE"], ["ANN P. ROE, JR."]),
        ("It was Ann Roe III who", ["Ann Roe"], ["Ann Roe III"]),
        ("Deputy Whis- enhunt and", ["Whis-"], ["Whis- enhunt"]),
        ("Deputy Whis- enhunt and", ["Whis"], ["Whis- enhunt"]),
        ("Ann Roe-Doe was", ["Ann Roe-Doe"], ["Ann Roe-Doe"]),
        ("Roe - and others", ["Roe"], ["Roe"]),
        ("Ann Roe and", ["Ann Roe"], ["Ann Roe"]),
        ('"two lads and Big Mick" ran', ["Mick"], ["Big Mick"]),
        ("He left. Big Roe", ["Roe"], ["Roe"]),
        ("J. R. Roe", ["J. R. Roe"], ["J. R. Roe"]),
        ("of the minors B. A., born in", ["B. A."], ["B. A."]),
        ("said Ann Roe Q.C., who", ["Ann Roe Q.C."], ["Ann Roe"]),
        ("by Roe L.J. in", ["Roe L.J."], ["Roe"]),
        ("ROE, D.J. and others", ["ROE, D.J."], ["ROE, D.J."]),
        ("Sir Bo Roe P said", ["Bo Roe P"], ["Bo Roe"]),
        ("Lord Roe M.R. said", ["Roe M.R."], ["Roe"]),
        ("Bo Roe P said", ["Bo Roe P"], ["Bo Roe P"]),
        ("LORD JUSTICE ROE LORD JUSTICE DOE", ["ROE LORD JUSTICE DOE"], ["ROE", "DOE"]),
        ("Q. You?\nA. I was.\nQ. Who else?\nA. J. was.", ["A. I", "J."], ["J."]),
        ("Q. Do you know them? A. No.\nQ. Who came? A. Bo Roe.", ["A", "Bo Roe"], ["Bo Roe"]),
        ("to Ann Roe-Wells. Benno died", ["Ann Roe-Wells. Benno"], ["Ann Roe-Wells", "Benno"]),
        ("ANN ROE, M.D., was sworn", ["ANN ROE", "M.D."], ["ANN ROE"]),
        ("Q. Who?\nA. Bo Roe.\nQ. And?\nA. Di Doe.", ["A. Bo Roe", "A. Di Doe"], ["Bo Roe", "Di Doe"]),
        ("He signed.\nA. Bo Roe", ["A. Bo Roe"], ["A. Bo Roe"]),
        ("17   A.  Roe. And", ["A.  Roe"], ["Roe"]),
        ('from "W Brightling", cook', ["Brightling"], ["W Brightling"]),
        ("as Lord Roe MR said", ["Roe MR"], ["Roe"]),
        ("LIEVEN DBE, sitting", ["LIEVEN DBE"], ["LIEVEN"]),
        ("Wei MA came", ["Wei MA"], ["Wei MA"]),
        ("acting for the appellant, IOPC Ms Ann Roe", ["IOPC Ms Ann Roe"], ["Ann Roe"]),
        ("Ann Roe Mr Bo Doe", ["Ann Roe Mr Bo Doe"], ["Ann Roe", "Bo Doe"]),
        ("Anders / Pikevale", ["Anders / Pikevale"], ["Anders", "Pikevale"]),
        (
            "MORAG MACRAILD or MACQUEEN, spouses",
            ["MORAG MACRAILD", "MACQUEEN"],
            ["MORAG MACRAILD or MACQUEEN"],
        ),
        ("Mr Justice Roe said", ["Mr Justice Roe"], ["Roe"]),
        ("LORD JUSTICE BO ROE LORD JUSTICE DOE", ["BO ROE LORD"], ["BO ROE"]),
        ("Lady Justice Doe 33\nI agree.", ["Doe 33"], ["Doe"]),
        ("UT Judge Quellby sat", ["UT Judge Quellby"], ["Quellby"]),
        ("Mr Bo Roe, Senior Prosecutor", ["Bo Roe"], ["Bo Roe"]),
        ("Mr Bo Roe, Senior, came", ["Bo Roe"], ["Bo Roe, Senior"]),
        ("so Quellby J held", ["Quellby J"], ["Quellby"]),
        ("Sarah J. was ten", ["Sarah J."], ["Sarah J."]),
    ],
)
def test_a_name_ends_where_it_ends(text, found, wanted):
    assert names(text, *found) == wanted


def test_what_an_extended_name_holds_goes_with_it():
    text = "ANN ROE, JR., Defendant"
    assert names(text, "ANN ROE", "JR.") == ["ANN ROE, JR."]


def test_what_is_longer_than_any_name_is_cut_between_words_and_covered():
    text = "Aa Bb " * 400
    spans = list(bounded([Span(0, len(text) - 1, "PERSON")], Document(id="x", text=text)))
    assert max(span.end - span.start for span in spans) <= LONGEST
    covered = {at for span in spans for at in range(span.start, span.end)}
    assert [text[at] for at in range(len(text)) if at not in covered] == [" "] * (len(spans))
    glued = "Ab" * 900
    cut = list(bounded([Span(0, len(glued), "ORG")], Document(id="x", text=glued)))
    assert "".join(glued[span.start : span.end] for span in cut) == glued
    address = Span(0, len(glued), "URL")
    assert list(bounded([address], Document(id="x", text=glued))) == [address]


@pytest.mark.parametrize(
    ("language", "text", "found", "wanted"),
    [
        ("it", "Il giorno dopo la Munteri non venne", "la Munteri", "Munteri"),
        ("it", "il sig. La Munteri disse", "La Munteri", "La Munteri"),
        ("it", "avanti a noi Mar. Ca. ZORDI Walter", "Ca. ZORDI Walter", "ZORDI Walter"),
        ("it", "l'omicidio di Aldo Zordi, padre del ricorrente", "Aldo Zordi", "Aldo Zordi"),
        ("ca", "com diu en Pere Rull, que", "en Pere Rull", "Pere Rull"),
        ("de", "wonach von Hans Achterberg zu", "von Hans Achterberg", "Hans Achterberg"),
        ("de", "dass Ludwig von Achterberg zu", "von Achterberg", "von Achterberg"),
        ("de", "der Vorstand Graf von Tannberg hat", "Graf von Tannberg", "Graf von Tannberg"),
        ("de", "A. Konrad Kallmeyer kam.\nB. Er ging.", "A. Konrad Kallmeyer", "Konrad Kallmeyer"),
        ("de", "A. Konrad Kallmeyer kam und ging.", "A. Konrad Kallmeyer", "A. Konrad Kallmeyer"),
        ("fr", "Faits :\nA.a. Germaine Bovard est née", "A.a. Germaine Bovard", "Germaine Bovard"),
        ("fr", "que M. Lemeunet est venu", "M. Lemeunet", "Lemeunet"),
        ("fr", "M. Luc Decoq, fils d'un marin", "Luc Decoq", "Luc Decoq"),
        ("de", "DI Thomas Schnee kam", "Thomas Schnee", "Thomas Schnee"),
        ("it", "dell'avv. GIUDICI ANNA MARIA, con", "GIUDICI ANNA MARIA", "GIUDICI ANNA MARIA"),
        ("it", "il GIUDICE ANNA MARIA ROE, con", "GIUDICE ANNA MARIA ROE", "ANNA MARIA ROE"),
    ],
)
def test_what_stands_before_and_after_a_name_is_no_part_of_it(language, text, found, wanted):
    span = Span(text.index(found), text.index(found) + len(found), "PERSON")
    (one,) = bounded([span], Document(id="x", text=text, language=language))
    assert text[one.start : one.end] == wanted


@pytest.mark.parametrize(
    ("language", "category", "text", "found", "wanted"),
    [
        ("de", "ADDRESS", "geb. 1978, Pflegerin, 2410 Hainburg, Ring 4", "Pflegerin, 2410 Hainburg, Ring 4",
         "2410 Hainburg, Ring 4"),
        ("de", "ADDRESS", "bei dem Landgericht Kassel Alte Straße 9, 34117 Kassel",
         "Landgericht Kassel Alte Straße 9, 34117 Kassel", "Alte Straße 9, 34117 Kassel"),
        ("fr", "ADDRESS", "14 rue du Lac, 59270 Méteren Tél. : 06", "14 rue du Lac, 59270 Méteren Tél",
         "14 rue du Lac, 59270 Méteren"),
        ("ca", "ADDRESS", "Viu al carrer de les Basses, 9, de Vic.", "Viu al carrer de les Basses, 9, de Vic",
         "carrer de les Basses, 9, de Vic"),
        ("fr", "DATE", "née Cosandel le 17 mai 1928, veuve", "le 17 mai 1928", "17 mai 1928"),
        ("fr", "DATE", "en mai 1928, veuve", "mai 1928", "mai 1928"),
    ],
)  # fmt: skip
def test_an_address_and_a_date_are_cut_out(language, category, text, found, wanted):
    span = Span(text.index(found), text.index(found) + len(found), category)
    (one,) = bounded([span], Document(id="x", text=text, language=language))
    assert text[one.start : one.end] == wanted


@pytest.mark.parametrize(
    ("language", "text", "found", "wanted"),
    [
        ("fr", "Ann Roe, née Doe, a dit", ["Ann Roe", "Doe"], ["Ann Roe, née Doe"]),
        ("fr", "Tom Roe, épouse Mary Doe", ["Tom Roe", "Mary Doe"], ["Tom Roe", "Mary Doe"]),
        ("fi", "Elsa Esimerkki ent. Malli", ["Elsa Esimerkki", "Malli"], ["Elsa Esimerkki ent. Malli"]),
        ("it", "Lia Roe nata Doe, di Esempio", ["Lia Roe", "Doe"], ["Lia Roe nata Doe"]),
        ("es", "ANA ROE VIUDA DE DOE", ["ANA ROE", "DOE"], ["ANA ROE VIUDA DE DOE"]),
        ("fi", "ohjaaja Lamin Dumas'n kirje", ["Lamin Dumas"], ["Lamin Dumas'n"]),
        ("en", "Ann Roe's letter", ["Ann Roe"], ["Ann Roe"]),
    ],
)
def test_another_name_of_the_same_person_and_an_ending_after_an_apostrophe_belong_to_it(
    language, text, found, wanted
):
    spans = [Span(text.index(each), text.index(each) + len(each), "PERSON") for each in found]
    kept = bounded(spans, Document(id="x", text=text, language=language))
    assert [text[span.start : span.end] for span in kept] == wanted


@pytest.mark.parametrize(
    ("language", "text", "found", "wanted"),
    [
        ("ca", "la Rosa Torvund i Quell va", ["Rosa Torvund", "Quell"], ["Rosa Torvund i Quell"]),
        ("ca", "la Sra. Torvund i Quell va", ["Torvund", "Quell"], ["Torvund i Quell"]),
        ("es", "D. Juan Torvund y Quell va", ["Juan Torvund", "Quell"], ["Juan Torvund y Quell"]),
        ("ca", "els Srs. Torvund i Quell van", ["Torvund", "Quell"], ["Torvund", "Quell"]),
        ("ca", "Torvund i Quell van", ["Torvund", "Quell"], ["Torvund", "Quell"]),
        ("ca", "en Pau Torvund i Rosa van", ["Pau Torvund", "Rosa"], ["Pau Torvund", "Rosa"]),
    ],
)
def test_two_family_names_of_one_person_are_one_name(language, text, found, wanted):
    spans = [Span(text.index(each), text.index(each) + len(each), "PERSON") for each in found]
    document = Document(id="x", text=text, language=language)
    assert [text[span.start : span.end] for span in bounded(spans, document)] == wanted


def test_a_noun_after_a_particle_is_a_family_name():
    text = "der Käufer Joost van der Weide war da"
    document = Document(id="x", text=text, language="de")
    (span,) = bounded([Span(11, 30, "PERSON")], document)
    assert text[span.start : span.end] == "Joost van der Weide"
