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
        ("en", "see https://example.org/eli/lov/2011/434.", "https://example.org/eli/lov/2011/434"),
    ],
)
def test_statutes_are_found(language, text, wanted):
    found = cited_statutes(Document("d", text, language))
    assert wanted in [each.label for each in found]
    for each in found:
        for start, end in each.places:
            assert " ".join(text[start:end].split()).strip(" ,") == each.label or each.key


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
