import html
import json
import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lexveil.cli import app
from lexveil.errors import DetectorError, InputError
from lexveil.evaluate import gold as golds
from lexveil.evaluate.book import bootstrap, compare, corpora, curves, learning, pages, papers, peers
from lexveil.evaluate.detection import Mask, Prediction, pair
from lexveil.evaluate.gold import Gold, Mention
from lexveil.model import Span

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small folder: examples as one corpus, one of words, one that models learned from, no gold."""
    folder = tmp_path_factory.mktemp("data")
    lines = [
        (EXAMPLES / f"{name}.gold.jsonl").read_text("utf8") for name in ("dom-sv", "kendelse-da", "dom-nb")
    ]
    (folder / "north").mkdir()
    (folder / "north" / "dev.jsonl").write_text("".join(lines), "utf8")
    (folder / "big-train.jsonl").write_text(lines[0], "utf8")
    (folder / "lists.jsonl").write_text('{"t": ["a"]}\n', "utf8")
    words = {
        "t": "Herr Roe aus Leipzig klagt am 3. Mai .".split(),
        "g": ["O", "B-PER", "O", "B-LOC", *"OOOOO"],
    }
    (folder / "de-words.jsonl").write_text(json.dumps(words) + "\n", "utf8")
    return folder


@pytest.fixture(scope="module")
def site(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("book") / "site"
    own = out.with_name("own.jsonl")
    marks = [{"start": 3, "end": 7, "type": "PERSON"}, {"start": 15, "end": 18, "type": "PERSON"}]
    made = (
        {"id": f"d{at}", "text": f"Mr Roe{'abcde'[at]} met Mr Doe. He left.", "mentions": marks}
        for at in range(5)
    )
    own.write_text("".join(json.dumps(each) + "\n" for each in made), "utf8")
    call = ["evaluate", "book", "--data", str(data), "--out", str(out), "--gold", str(own), "--origins"]
    done = CliRunner().invoke(app, call)
    assert done.exit_code == 0, done.output + done.stderr
    return out


def test_every_corpus_has_its_figures_and_what_is_left_out_is_said(site):
    book = json.loads((site / "book.json").read_text("utf8"))
    assert list(book["corpora"]) == ["de-words", "north/dev", "own"]
    assert {each["name"] for each in book["left_out"]} == {"lists", "big-train"}
    north = book["corpora"]["north/dev"]
    assert {"detection", "reading", "clusters", "roles"} <= set(north)
    recall = north["figures"]["mentions hidden (recall)"]
    assert recall["low"] <= recall["value"] <= recall["high"]
    assert north["detection"]["by_type"]["types"]["PERSON"]["f2"] > 0.8
    assert set(north["detection"]["by_language"]) == {"da", "nb", "sv"}
    assert book["corpora"]["own"]["learning"]["points"]
    assert book["corpora"]["own"]["origins"]["groups"]["nordic"]["recall"] is not None


def test_a_corpus_of_words_tells_of_people_places_and_organisations_alone(site):
    words = json.loads((site / "book.json").read_text("utf8"))["corpora"]["de-words"]
    assert words["languages"] == ["de"]
    assert list(words["figures"]) == ["mentions hidden (recall)"]
    assert words["detection"]["by_type"]["types"]["PERSON"]["precision"] == 1.0
    assert sum(each["spans"] for each in words["detection"]["calibration"]) == 2  # the day is none of them


def test_the_figures_are_those_of_the_single_commands(site, data, tmp_path):
    out = tmp_path / "reading.json"
    call = ["evaluate", "reading", "--gold", str(data / "north" / "dev.jsonl"), "--json", str(out)]
    assert CliRunner().invoke(app, call).exit_code == 0
    alone = json.loads(out.read_text("utf8"))
    north = json.loads((site / "book.json").read_text("utf8"))["corpora"]["north/dev"]
    for name in ("people_exposed", "hidden_for_nothing", "merges", "splits", "wrong_roles"):
        assert north["reading"][name] == alone[name]
    assert north["figures"]["people exposed"]["value"] == alone["people_exposed_share"]


class Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value for key, value in attrs if key == "href" and value]


def test_pages_are_linked_plots_are_whole_and_no_text_of_a_document_is_in_them(site):
    plots = 0
    for path in site.glob("*.html"):
        parser, text = Links(), path.read_text("utf8")
        parser.feed(text)
        assert [link for link in parser.links if not (site / link).is_file()] == []
        for drawn in re.findall(r"<svg.*?</svg>", text, re.DOTALL):
            ET.fromstring(drawn)
            plots += 1
    assert plots > 10
    names = {gold.text[e.start : e.end] for gold in golds.read(EXAMPLES / "dom-sv.gold.jsonl")
             for e in gold.mentions if e.type == "PERSON"}  # fmt: skip
    everything = "".join(path.read_text("utf8") for path in site.iterdir())
    assert [name for name in names if len(name) > 6 and name in everything] == []


def test_what_fell_between_two_books_is_named(site, data, tmp_path):
    book = json.loads((site / "book.json").read_text("utf8"))
    better = json.loads(json.dumps(book))
    figure = better["corpora"]["north/dev"]["figures"]["hidden for nothing"]
    figure |= {"value": 0.0, "low": 0.0, "high": 0.0}
    (change,) = compare.changes(better, book)
    assert (change["figure"], change["fell"], change["beyond_chance"]) == ("hidden for nothing", True, True)
    (other,) = compare.changes(book, better)
    assert not other["fell"]
    better["corpora"]["north/dev"]["documents"] += 1  # of other documents nothing is known to have fallen
    assert not compare.changes(better, book)[0]["beyond_chance"]
    better["corpora"]["north/dev"]["documents"] -= 1
    (tmp_path / "old.json").write_text(json.dumps(better), "utf8")
    call = [
        "evaluate",
        "book",
        "--data",
        str(data),
        "--out",
        str(tmp_path / "new"),
        "--against",
        str(tmp_path / "old.json"),
    ]
    done = CliRunner().invoke(app, call)
    assert done.exit_code == 1
    assert "hidden for nothing" in done.output
    assert "fell" in (tmp_path / "new" / "changes.html").read_text("utf8")


def test_what_cannot_be_compared_is_named():
    old = {"corpora": {"a": {"figures": {}, "documents": 9}, "b": {"figures": {}, "documents": 3}}}
    new = {"corpora": {"b": {"figures": {}, "documents": 2}, "c": {"figures": {}, "documents": 1}}}
    found = dict(compare.apart(old, new))
    assert sorted(found) == ["a", "b", "c"]
    assert found["b"] == "3 documents then, 2 now"
    assert "a" in pages.site({**new, "version": "", "policy": "", "command": "", "left_out": []} | {
        "corpora": {}}, [], list(found.items()))["changes.html"]  # fmt: skip


def test_the_papers_stand_beside_ours_and_what_cannot_be_made_again_says_why():
    book = {
        "corpora": {
            "own-dev/da": {"reading": {"corrections": {"NER+NEN, pruned": {"danish": {"recall": 0.9}}}}}
        }
    }
    found = {each["table"]: each for each in papers.beside(book)}
    assert found["table II, NER+NEN pruned: recall, precision"]["ours"] == [0.9, None]
    for each in papers.tables():
        assert each["command"]
        assert each.get("ours") or each.get("why")


def test_every_paper_has_a_page_with_all_its_tables(site):
    listed = (site / "papers.html").read_text("utf8")
    known = papers.tables()
    for name in {each["paper"] for each in known}:
        (file,) = re.findall(rf'<a href="(paper-\d+\.html)">{re.escape(html.escape(name))}</a>', listed)
        page = (site / file).read_text("utf8")
        for each in known:
            assert (f"<td>{html.escape(each['table'])}</td>" in page) is (each["paper"] == name)
            assert each["paper"] != name or html.escape(each["theirs"]) in page
    danish = re.search(r"href=\"(paper-\d+\.html)\">Povlsen", listed)
    assert "what ours would be measured on is not in this book" in (site / danish[1]).read_text("utf8")


def test_an_interval_holds_the_figure_and_narrows_with_documents():
    few = bootstrap.interval([(1, 2), (0, 2), (2, 2)])
    many = bootstrap.interval([(1, 2), (0, 2), (2, 2)] * 30)
    assert few.low <= few.value == many.value == 0.5 <= few.high
    assert many.high - many.low < few.high - few.low
    assert bootstrap.interval([(1, 1)]) == (1.0, None, None)
    assert bootstrap.interval([(0, 0)]).value is None


def judged(text: str, mentions: list[tuple[int, int, str]], spans: list[tuple[int, int, str, float]]):
    gold = Gold("d", text, tuple(Mention(*each) for each in mentions))
    found = tuple(Span(*each) for each in spans)
    return pair(gold, Prediction(found, tuple(Mask(each.start, each.end) for each in found)))


def test_types_are_weighed_and_f2_minds_recall_more():
    one = judged("Ann Roe of Derby on Monday", [(0, 7, "PERSON"), (11, 16, "LOC")],
                 [(0, 7, "PERSON", 0.9), (20, 26, "PERSON", 0.2)])  # fmt: skip
    found = curves.by_type([one])
    person = found["types"]["PERSON"]
    assert (person["precision"], person["recall"]) == (0.5, 1.0)
    assert person["f1"] == pytest.approx(2 / 3)
    assert person["f2"] == pytest.approx(5 / 6)
    assert found["macro"]["recall"] == 0.5 == found["weighted"]["recall"]


def test_a_type_that_is_not_ours_has_a_recall_by_whatever_category():
    one = judged("Ann Roe of Derby on Monday", [(0, 7, "NOMBRE"), (11, 16, "LOC"), (20, 26, "FECHA")],
                 [(0, 7, "PERSON", 0.95), (11, 16, "LOC", 0.5)])  # fmt: skip
    found = curves.by_type([one])
    recalls = {name: each["recall"] for name, each in found["types"].items()}
    assert recalls == {"FECHA": 0.0, "LOC": 1.0, "NOMBRE": 1.0}
    assert found["types"]["NOMBRE"]["precision"] is None is found["types"]["NOMBRE"]["f1"]
    assert found["types"]["LOC"]["f1"] == 1.0
    assert (found["macro"]["recall"], found["macro"]["f1"]) == (pytest.approx(2 / 3), None)
    assert [each["right"] for each in curves.calibration([one])] == [1.0, 1.0]


def test_a_higher_threshold_finds_less_and_is_more_often_right():
    one = judged(
        "Ann Roe of Derby on Monday", [(0, 7, "PERSON")], [(0, 7, "PERSON", 0.9), (20, 26, "LOC", 0.2)]
    )
    points = {each["threshold"]: each for each in curves.by_threshold([one])}
    assert points[0.0]["precision"] < points[0.5]["precision"] == 1.0
    assert points[0.95]["recall"] == 0.0
    assert [(each["right"], each["spans"]) for each in curves.calibration([one])] == [(0.0, 1), (1.0, 1)]


def test_gender_is_told_by_title_or_given_name():
    one = judged(
        "Mrs Roe saw Bill Doe and Poe", [(4, 7, "PERSON"), (12, 20, "PERSON"), (25, 28, "PERSON")], []
    )
    assert [curves.gender_of(one, each) for each in one.gold.mentions] == ["f", "m", ""]


def test_a_first_page_alone_is_partial_and_names_alone_are_known():
    page = Gold("a", "Roe" + " x" * 100, (Mention(0, 3, "PERSON", "PARTY"),))
    assert corpora.Corpus("c", (page,), 1).partial
    names = Gold(
        "a", "Roe met Roe", (Mention(0, 3, "PERSON", cluster="1"), Mention(8, 11, "PERSON", cluster="1"))
    )
    assert corpora.Corpus("c", (names,), 1).names_alone


def test_learning_needs_documents_and_gets_better_with_them():
    documents = [Gold(f"d{at}", f"then Mr Roe{at} said", (Mention(8, 12, "PERSON"),)) for at in range(9)]
    found = learning.curves(documents, [(1.0, 1.0)] * 9)
    assert [each["documents"] for each in found["points"]] == [1, 2, 3, 5, 8]
    assert found["points"][-1]["learned_f1"] >= found["points"][0]["learned_f1"] > 0
    assert learning.curves(documents[:3], [(1.0, 1.0)] * 3) is None


def test_a_peer_is_measured_by_what_it_finds():
    gold = Gold("d", "Ann Roe of Derby", (Mention(0, 7, "PERSON"), Mention(11, 16, "LOC")))
    found = peers.measure([gold], lambda _: [Span(0, 7, "PERSON", 0.8)])
    assert found["masked_mention_recall"] == {"all": 0.5, "LOC": 0.0, "PERSON": 1.0}
    assert found["by_type"]["types"]["PERSON"]["f1"] == 1.0


def test_a_peer_that_is_not_there_is_an_error(monkeypatch):
    monkeypatch.setattr(peers, "find_spec", lambda name: None)
    with pytest.raises(DetectorError) as error:
        peers.finder("presidio:en_core_web_sm")
    assert error.value.code == "evaluate.peer_missing"


@pytest.mark.parametrize("content", ["", "[]", '{"corpora": {"a": 1}}', '{"corpora": {"a": {"figures": 1}}}'])
def test_another_book_must_be_one(tmp_path, content):
    (tmp_path / "old.json").write_text(content, "utf8")
    with pytest.raises(InputError):
        compare.read(tmp_path / "old.json")


def test_a_folder_without_gold_is_an_error(tmp_path):
    for folder in (tmp_path, tmp_path / "none"):
        with pytest.raises(InputError):
            corpora.found(folder)


@pytest.mark.parametrize(
    "name", ["tab/test", "TAB-test", "echr_test", "ner/es-echr-manual-dev", "tab/facts-test"]
)
def test_the_exam_is_not_opened_even_when_asked_for(tmp_path, name):
    line = json.dumps({"id": "a", "text": "Roe met Doe", "mentions": [{"start": 0, "end": 3}]}) + "\n"
    exam, other = tmp_path / f"{name}.jsonl", tmp_path / "clinic-test.jsonl"
    exam.parent.mkdir(exist_ok=True)
    exam.write_text("nobody reads this, so nobody sees that it is no gold")
    other.write_text(line, "utf8")
    read, left_out = corpora.found(tmp_path, [exam])
    assert [each.name for each in read] == ["clinic-test"]
    assert {each.why for each in left_out} == {"an exam, which no book opens"}


def test_of_corpora_that_were_learned_from_only_the_test_part_counts(tmp_path):
    kept = golds.splits()["litbank"][0]
    marks = [{"start": 0, "end": 3, "cluster": "1"}]
    lines = [{"id": name, "text": "Roe met Roe", "mentions": marks} for name in (kept, "x")]
    (tmp_path / "litbank.jsonl").write_text("".join(json.dumps(each) + "\n" for each in lines), "utf8")
    (corpus,), _ = corpora.found(tmp_path)
    assert [gold.id for gold in corpus.documents] == [kept]
