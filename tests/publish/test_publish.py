"""The examples of all languages, published; then what must never go out."""

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import lexveil
from lexveil import formats
from lexveil.cli import app
from lexveil.errors import InputError, LeakError, MetadataError
from lexveil.evaluate import gold as golds
from lexveil.formats.source import Options
from lexveil.publish import folder, validate
from lexveil.publish.iris import base_iri
from lexveil.publish.publication import publication
from lexveil.text.search import Form

rdflib = pytest.importorskip("rdflib")  # the extra `rdf`
pytest.importorskip("rdflib.compare")
pytest.importorskip("pyshacl")

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted([*(ROOT / "examples").glob("*.txt"), ROOT / "examples" / "award.html"])
BASE = "https://example.org/decisions"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("publish") / "site"
    about = out.with_name("about.json")
    known = {
        "judgment.txt": {"ecli": "ECLI:XX:NCHR:2021:41873", "date": "2021-05-12", "eli": f"{BASE}/eli/x"}
    }
    about.write_text(json.dumps(known), "utf8")
    call = ["publish", *map(str, EXAMPLES), "--base", BASE, "--out", str(out), "--about", str(about),
            "--approved-by", "Registry 3", "--licence", "https://creativecommons.org/licenses/by/4.0/",
            "--unreviewed", "--validate"]  # fmt: skip
    done = CliRunner().invoke(app, call)
    assert done.exit_code == 0, done.output + done.stderr
    return out


@pytest.fixture(scope="module")
def graph(site: Path) -> Any:
    return validate.loaded(site)


def decisions(site: Path) -> list[Path]:
    return sorted((site / "decision").iterdir())


def answers(graph: Any, name: str) -> list[tuple[str, ...]]:
    return [tuple(str(each) for each in row) for row in validate.answers(graph, folder.queries()[name])]


def test_every_language_is_published_and_conforms_to_the_shapes(site, graph):
    assert len(decisions(site)) == len(EXAMPLES)
    languages = {str(each) for each in graph.objects(None, rdflib.DCTERMS.language)}
    assert languages == {"ca", "da", "de", "en", "es", "fi", "fr", "it", "nb", "nn", "sv"}
    assert validate.violations(graph) == []


@pytest.mark.parametrize(
    ("subject", "predicate", "value"),
    [
        ("lv:PseudonymousPerson", "http://xmlns.com/foaf/0.1/name", "Ann Roe"),
        ("lv:PseudonymousPerson", "http://www.w3.org/2002/07/owl#sameAs", "https://example.org/register/1"),
        ("dcat:Dataset", "http://www.w3.org/ns/prov#wasDerivedFrom", "https://example.org/original"),
        ("dcat:Dataset", "http://purl.org/dc/terms/identifier", "a second one"),
    ],
)
def test_the_shapes_refuse_names_and_originals(graph, subject, predicate, value):
    known = {"lv": "urn:lexveil:vocab:", "dcat": "http://www.w3.org/ns/dcat#"}
    prefix, _, name = subject.partition(":")
    somebody = next(graph.subjects(rdflib.RDF.type, rdflib.URIRef(known[prefix] + name)))
    added = (somebody, rdflib.URIRef(predicate), rdflib.Literal(value))
    changed = graph + rdflib.Graph().add(added)
    assert [str(somebody) in each for each in validate.violations(changed)] == [True]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # rdflib's own, when it reads JSON-LD
def test_turtle_and_json_ld_say_the_same(site):
    for path in [*(each / "decision.ttl" for each in decisions(site)[:3]), site / "catalogue.ttl"]:
        one = rdflib.Graph().parse(path, format="turtle")
        other = rdflib.Graph().parse(path.with_suffix(".jsonld"), format="json-ld")
        assert len(one) > 20
        assert rdflib.compare.isomorphic(one, other), path


def test_the_example_questions_have_answers(graph):
    assert ("NORDIC COURT OF HUMAN RIGHTS", "1") in answers(graph, "decisions-by-court.rq")
    people = answers(graph, "who-is-in-a-decision.rq")
    assert len({each[0] for each in people}) == len(EXAMPLES)
    assert {each[2] for each in people} >= {"PARTY", "JUDGE", "WITNESS"}
    assert "code civil" in {each[0] for each in answers(graph, "decisions-that-cite-a-statute.rq")}
    made = answers(graph, "how-it-was-made.rq")
    assert {each[1:] for each in made} >= {
        ("Lexveil " + lexveil.__version__, "court-eu", "en-legal", "Registry 3")
    }


def test_mentions_stand_where_the_annotations_say(site, graph):
    oa = rdflib.Namespace("http://www.w3.org/ns/oa#")
    seen = 0
    for note in graph.subjects(rdflib.RDF.type, oa.Annotation):
        target = graph.value(note, oa.hasTarget)
        source = str(graph.value(target, oa.hasSource)).removeprefix(f"{BASE}/")
        place = graph.value(target, oa.hasSelector)
        start, end = (int(graph.value(place, key)) for key in (oa.start, oa.end))
        pseudonym = str(graph.value(graph.value(note, oa.hasBody), rdflib.SKOS.prefLabel))
        said = (site / source).read_text("utf8")[start:end]
        seen += pseudonym.split()[-1] in said
        assert said
    assert seen > 200


def test_nothing_that_was_hidden_is_in_any_file(site):
    """By the gold: every full name of somebody who must be hidden, in every file of that decision."""
    for path in EXAMPLES:
        name = "ecli-xx-nchr-2021-41873" if path.stem == "judgment" else path.stem
        written = "\n".join(each.read_text("utf8") for each in (site / "decision" / name).iterdir())
        (gold,) = golds.read(path.with_name(f"{path.stem}.gold.jsonl"))
        people = [each for each in gold.mentions if each.type == "PERSON" and each.role != "AUTHOR"]
        names = {gold.text[each.start : each.end] for each in people}
        whole = {each for each in names if len(each.split()) > 1}
        assert [each for each in whole if re.search(rf"\b{re.escape(each)}\b", written)] == []


def test_an_export_that_would_leak_stops_and_leaves_nothing(tmp_path):
    document = lexveil.Document(id="d", text="The court heard Ms Zephyrine Torvund.", language="en")
    result = lexveil.analyze(document, policy="court-eu")
    made = publication(result, "one")
    with folder.Folder(tmp_path / "out", base_iri(BASE), language="en") as folder_, pytest.raises(LeakError):
        folder_.add(made, [*result.hidden, Form("heard", "name", "e9")])
    assert list(tmp_path.iterdir()) == []


def test_a_title_that_names_somebody_stops_it_too(tmp_path):
    document = lexveil.Document(id="d", text="The court heard Ms Zephyrine Torvund.", language="en")
    result = lexveil.analyze(document, policy="court-eu")
    made = publication(result, "one", about={"title": "Torvund v Roe"})
    with folder.Folder(tmp_path / "out", base_iri(BASE), language="en") as folder_, pytest.raises(LeakError):
        folder_.add(made, result.hidden)


def test_a_file_called_after_somebody_gets_a_number_and_no_hash_is_anywhere():
    document = lexveil.Document(
        id="0123456789abcdef", text="The court heard Ms Zephyrine Torvund.", language="en"
    )
    result = lexveil.analyze(document, policy="court-eu")
    assert publication(result, "torvund-2021").name == "decision-1"
    assert publication(result, "case 7", taken=["case-7"]).name == "decision-1"
    assert "0123456789abcdef" not in str(publication(result, "x"))


class Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self.links += [value for key in ("href", "src") if (value := told.get(key))]
        assert "id" not in told or told["id"] not in self.ids, told["id"]
        self.ids.add(told.get("id") or "")


def pages(site: Path) -> Iterator[tuple[Path, Links]]:
    for path in sorted(site.rglob("*.html")):
        parser = Links()
        parser.feed(path.read_text("utf8"))
        yield path, parser


def test_every_link_of_the_site_leads_somewhere(site):
    ids = {path.resolve(): parser.ids for path, parser in pages(site)}
    for path, parser in pages(site):
        for link in parser.links:
            file, _, anchor = link.partition("#")
            if link.startswith("https://"):
                continue
            target = (path.parent / file).resolve() if file else path.resolve()
            assert target.is_file(), (path, link)
            assert not anchor or anchor in ids[target], (path, link)


def test_every_decision_has_its_court_where_the_first_page_names_one(graph):
    courts = {row[0] for row in answers(graph, "decisions-by-court.rq")}
    assert courts >= {"Oberlandesgericht Bamberg", "COUR D'APPEL DE RENNES", "TRIBUNALE ORDINARIO DI FERRARA"}
    assert courts >= {"PIRKANMAAN KÄRÄJÄOIKEUS", "International Court for Sports Disputes"}
    assert len(courts) == len(EXAMPLES)


def test_the_line_of_a_court_ends_before_whoever_is_hidden():
    text = "TRIBUNAL OF HARBOURS, ZEPHYRINE TORVUND AGAINST THE PORT\n\nMs Zephyrine Torvund was heard."
    result = lexveil.analyze(lexveil.Document(id="d", text=text, language="en"), policy="court-eu")
    assert "TORVUND" not in publication(result, "one").court


def test_decisions_are_listed_by_court_statute_and_role(site):
    for name, wanted in (("courts", "NORDIC COURT"), ("statutes", "code civil"), ("roles", "witness")):
        assert wanted in (site / f"{name}.html").read_text("utf8")


def test_no_column_of_a_list_is_empty_or_says_its_heading_again(site):
    courts = (site / "courts.html").read_text("utf8")
    tables = re.findall(r"<table>(.*?)</table>", courts, re.DOTALL)
    assert len(tables) > 5
    assert [table for table in tables if "<th>Court</th>" in table] == []
    dated = [table for table in tables if "<th>Date</th>" in table]
    assert len(dated) == len(tables) - 1  # one example tells no day
    assert "2021-05-12" in "".join(dated)
    everything = (site / "index.html").read_text("utf8")
    assert re.findall(r"<th>(.*?)</th>", everything) == ["Decision", "Court", "Date", "Language"]


def test_akoma_ntoso_has_the_text_and_its_people(site):
    namespace = {"akn": "http://docs.oasis-open.org/legaldocml/ns/akn/3.0"}
    for decision in decisions(site):
        path = decision / "decision.akn.xml"
        tree = ET.parse(path)
        ids = {each.get("eId") for each in tree.iter()}
        people = tree.findall(".//akn:person", namespace)
        assert people
        assert {each.get("refersTo", "").lstrip("#") for each in people} <= ids
        assert {each.get("as", "").lstrip("#") for each in people} <= ids
        body = [tree.find(f".//akn:{name}", namespace) for name in ("header", "judgmentBody")]
        said = "".join("".join(each.itertext()) for each in body if each is not None)
        assert "".join(said.split()) == "".join((decision / "text.txt").read_text("utf8").split())


def test_our_own_reader_reads_the_akoma_ntoso(site):
    path = decisions(site)[0] / "decision.akn.xml"
    document = formats.read_file(path, Options(language="fr"), metadata={})
    assert "personne A" in document.text


def test_folders_are_published_with_what_is_known_beside_their_documents(tmp_path):
    for name in ("a/one", "b/one"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / f"{name}.txt").write_text("Ms Zephyrine Torvund and Mr Bo Skarn were heard.", "utf8")
    (tmp_path / "a/one.metadata.json").write_text('{"judges": ["Bo Skarn"]}', "utf8")
    (tmp_path / "b/rows.jsonl").write_text('{"text": "no decision"}\n', "utf8")
    call = ["publish", str(tmp_path), "--base", BASE, "--language", "en", "--unreviewed"]
    done = CliRunner().invoke(app, [*call, "--out", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    assert "2 decisions" in done.output
    assert [each.name for each in decisions(tmp_path / "out")] == ["decision-1", "one"]
    roles = {each.name: (each / "decision.ttl").read_text("utf8") for each in decisions(tmp_path / "out")}
    assert "role/judge" in roles["one"]
    assert "role/judge" not in roles["decision-1"]


def test_what_needs_a_look_is_left_out_and_said(tmp_path):
    (tmp_path / "one.txt").write_text("The court heard Ms Zephyrine Torvund.", "utf8")
    long = "Nothing at all was said about the valve of the boat in the harbour. " * 80
    (tmp_path / "two.txt").write_text(long, "utf8")
    call = [
        "publish",
        str(tmp_path / "one.txt"),
        str(tmp_path / "two.txt"),
        "--base",
        BASE,
        "--language",
        "en",
    ]
    done = CliRunner().invoke(app, [*call, "--out", str(tmp_path / "out")])
    assert done.exit_code == 4, done.output
    assert [each.name for each in (tmp_path / "out" / "decision").iterdir()] == ["one"]
    assert "two.txt" in done.output


@pytest.mark.parametrize(
    "base", ["example.org", "ftp://x/y", "https://", "https://x/?q=1", "https://x/#a", "https://x/a b"]
)
def test_a_base_that_is_no_address_is_refused(base):
    with pytest.raises(InputError):
        base_iri(base)


@pytest.mark.parametrize("about", [{"date": "12 May 2021"}, {"judge": "x"}, {"title": 1}])
def test_what_is_told_of_a_decision_must_hold(about):
    result = lexveil.analyze(lexveil.Document(id="d", text="Nothing.", language="en"), policy="court-eu")
    with pytest.raises(MetadataError):
        publication(result, "one", about=about)


def test_a_folder_that_is_there_is_not_written_over(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_text("x", "utf8")
    (tmp_path / "one.txt").write_text("The court heard Ms Zephyrine Torvund.", "utf8")
    done = CliRunner().invoke(
        app, ["publish", str(tmp_path / "one.txt"), "--base", BASE, "--out", str(tmp_path / "out")]
    )
    assert done.exit_code == 1
    assert [each.name for each in (tmp_path / "out").iterdir()] == ["mine.txt"]


def test_the_same_decision_gives_the_same_bytes(tmp_path):
    (tmp_path / "one.txt").write_text("The court heard Ms Zephyrine Torvund.", "utf8")
    for name in ("a", "b"):
        call = ["publish", str(tmp_path / "one.txt"), "--base", BASE, "--language", "en"]
        assert CliRunner().invoke(app, [*call, "--out", str(tmp_path / name)]).exit_code == 0
    files = [path.relative_to(tmp_path / "a") for path in (tmp_path / "a").rglob("*") if path.is_file()]
    assert len(files) > 12
    assert [
        each for each in files if (tmp_path / "a" / each).read_bytes() != (tmp_path / "b" / each).read_bytes()
    ] == []
