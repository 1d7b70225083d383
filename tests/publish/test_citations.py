import pytest

from lexveil.model import Document
from lexveil.publish.citations import cited_decisions, cited_statutes
from lexveil.publish.graph import Iri, Literal, Name, Triple, json_ld, turtle


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "under section 3 of the Sale of Boats Act 1979.", "Sale of Boats Act 1979"),
        ("en", "the Boats and Harbours Act 2007 applies", "Boats and Harbours Act 2007"),
        ("de", "nach § 823 Abs. 1 BGB haftet", "BGB"),
        ("de", "nach dem Bundesnaturschutzgesetz ist", "Bundesnaturschutzgesetz"),
        ("fr", "aux termes de l'article 545 du code civil, nul", "code civil"),
        ("es", "El artículo 118 del Real Decreto Legislativo 1/2007, de", "Real Decreto Legislativo 1/2007"),
        ("es", "Costas: art. 394 LEC. Sin", "LEC"),
        ("fi", "siten kuin kuluttajansuojalaki säätää", "kuluttajansuojalaki"),
        ("de", "beruht auf §§ 97, 101 ZPO.", "ZPO"),
        ("de", "aus § 280 Abs. 1, § 241 Abs. 2 BGB", "BGB"),
        ("it", "ai sensi degli artt. 91 e 92 c.p.c. le spese", "c.p.c."),
        ("da", "efter straffelovens § 266", "straffeloven"),
        ("nb", "HR-2019-1206-A, barnevernloven § 4-12", "barnevernloven"),
        ("en", "see https://example.org/eli/lov/2011/434.", "https://example.org/eli/lov/2011/434"),
    ],
)
def test_statutes_are_found(language, text, wanted):
    found = cited_statutes(Document("d", text, language))
    assert wanted in [each.label for each in found]
    for each in found:
        for start, end in each.places:
            assert " ".join(text[start:end].split()).strip(" ,") == each.label or each.key


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("de", "BGH NJW 2018, 389; BGHZ 188, 43 und 280 Abs. 1", ["NJW 2018, 389", "BGHZ 188, 43"]),
        ("de", "BGE 147 IV 73 und Art. 6 EMRK", ["BGE 147 IV 73"]),
        ("en", "see [2003] 1 AC 32, 410 U.S. 113 and ibid. at 5", ["[2003] 1 AC 32", "410 U.S. 113"]),
        ("fi", "ratkaisusta KKO 2015:12 ilmenee", ["KKO 2015:12"]),
        ("sv", "NJA 2010 s. 32 och 3 kap. 5 § brottsbalken", ["NJA 2010 s. 32"]),
        ("da", "U 2019.2187 V, straffelovens § 266", ["U 2019.2187 V"]),
        ("nb", "Rt. 2005 s. 833 og HR-2019-1206-A", ["Rt. 2005 s. 833", "HR-2019-1206-A"]),
        ("fr", "Cass. civ. 3e, 12 mai 2021, n° 20-12.345", ["Cass. civ. 3e, 12 mai 2021, n° 20-12.345"]),
        ("it", "Cass. civ., sez. III, n. 1234/2019;", ["Cass. civ., sez. III, n. 1234/2019"]),
        ("es", "STS 123/2019 de 3 de marzo", ["STS 123/2019"]),
    ],
)
def test_decisions_are_found_by_how_courts_cite_them(language, text, wanted):
    assert [each.label for each in cited_decisions(Document("d", text, language))] == wanted


@pytest.mark.parametrize("text", ["The Act says so.", "an act of kindness", "He broke the law."])
def test_a_word_for_statutes_alone_is_none(text):
    assert cited_statutes(Document("d", text, "en")) == ()


def test_one_work_is_listed_once_with_all_its_places():
    text = (
        "See ECLI:EU:C:2010:512. As in ECLI:EU:C:2010:512, and the Harbours Act 1964; the Harbours Act 1964."
    )
    (decision,) = cited_decisions(Document("d", text))
    assert decision.iri == "https://e-justice.europa.eu/ecli/ECLI:EU:C:2010:512"
    assert len(decision.places) == 2
    (statute,) = cited_statutes(Document("d", text))
    assert len(statute.places) == 2


def test_what_would_break_turtle_is_escaped():
    hostile = 'a "quoted"\nline \\ <b>'
    triples = [Triple("https://x/ y>", "dcterms:title", Literal(hostile, language="en")),
               Triple("https://x/ y>", "rdf:type", Name("dcat:Dataset")),
               Triple("https://x/ y>", "rdfs:seeAlso", Iri("https://x/<>"))]  # fmt: skip
    rdflib = pytest.importorskip("rdflib")
    graph = rdflib.Graph().parse(data=turtle(triples), format="turtle")
    assert [str(each) for each in graph.objects(None, rdflib.DCTERMS.title)] == [hostile]
    assert '"@language": "en"' in json_ld(triples)
