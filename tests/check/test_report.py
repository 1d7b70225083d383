import html.parser
import json
from pathlib import Path

import pytest

from lexveil import config, messages, pipeline
from lexveil.check import Checked
from lexveil.check.report import Subject, page, report
from lexveil.model import Decision, Document, Entity, Part, Replacement, Span, because
from lexveil.text.search import Form

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
HIDDEN = (Form("ann torvund", "name", "e1"), Form("torvund", "part", "e1"))


def made(
    *, parts=(), notes=(), allowed=(), certainty=1, policy=("mine", "Hides <all> & everyone"), unread=()
):
    document = Document("doc-1", "Ann Torvund came. So did Quellmark.", parts=parts, notes=notes)
    entities = (
        Entity("e1", "PERSON", "WITNESS", certainty, (Span(0, 11, "PERSON"),)),
        Entity("e2", "ORG", "ORGANIZATION", 3, (Span(25, 34, "ORG"),)),
    )
    decisions = (Decision("e1", "replace", "r", "W{n}"), Decision("e2", "keep", "r"))
    subject = Subject(document, entities, decisions, (Replacement(0, 11, "W1", "e1"),), {"e1": "W1"})
    return report(
        [subject],
        whole=document,
        hidden=HIDDEN,
        policy=policy,
        output=b"out",
        checked=Checked(3, 60, 2, unread=unread),
        allowed=allowed,
        made_with={"version": "9.9", "model": "en-legal", "policy": "ann torvund"},
        weights={},
    )


def test_it_counts_by_category_role_and_decision():
    counts = made()["counts"]
    assert (counts["entities"], counts["mentions"], counts["replaced"], counts["places"]) == (2, 2, 1, 1)
    assert counts["by"][0] == {
        "category": "PERSON", "role": "WITNESS", "decision": "replace", "entities": 1, "mentions": 1,
    }  # fmt: skip


def test_it_has_the_hash_of_the_output_alone():
    found = made()
    assert found["output"]["bytes"] == 3
    assert "input" not in found
    assert found["document"]["characters"] == len("W1 came. So did Quellmark.")


def test_it_lists_doubtful_entities_without_their_names():
    assert made()["uncertain"] == []  # the doubtful company is kept
    (doubtful,) = made(certainty=3)["uncertain"]
    assert doubtful == {
        "document": "doc-1", "entity": "e1", "category": "PERSON", "role": "WITNESS", "role_certainty": 1,
        "certainty": 3, "decision": "replace", "pseudonym": "W1", "positions": [[0, 2]],
    }  # fmt: skip


def test_it_says_what_was_allowed():
    parts = (
        Part("word/document.xml", "read"),
        Part("word/media/image1.png", "uncovered", because("text", text="an image")),
    )
    found = made(parts=parts, allowed=("word/media/image1.png",))
    assert [part["allowed"] for part in found["coverage"]] == [False, True]
    assert "went out without having been read" in page(found)


def test_it_withholds_what_spells_out_a_hidden_name():
    parts = (Part("word/media/torvund.png", "uncovered", because("text", text="an image of Ann Torvund")),)
    found = made(parts=parts, notes=("by TORVUND",), policy=("torvund", "for Ann  Torvund"))
    assert "torvund" not in json.dumps(found).lower()
    withheld = messages.render("report.withheld")
    assert found["coverage"][0]["part"] == found["notes"][0] == found["policy"]["name"] == withheld


class Outline(html.parser.HTMLParser):
    """Every element must be closed in order; headings, captions and scripts are noted."""

    VOID = ("meta",)

    def __init__(self, text):
        super().__init__()
        self.open, self.seen, self.attributes = [], [], {}
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.seen.append(tag)
        self.attributes.setdefault(tag, []).append(dict(attrs))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_page_is_whole_and_readable_by_machines():
    found = Outline(page(made(certainty=3, notes=("a <b> note",), unread=("member 3, packed",))))
    assert found.open == []
    assert "script" not in found.seen
    assert "link" not in found.seen
    assert found.attributes["html"] == [{"lang": "en"}]
    assert found.seen.count("table") == found.seen.count("caption") == found.seen.count("thead") > 2
    assert all(each.get("scope") == "col" for each in found.attributes["th"])
    assert found.seen.count("h1") == 1


def test_the_page_escapes_what_it_shows():
    text = page(made(notes=("a <b> note",)))
    assert "Hides &lt;all&gt; &amp; everyone" in text
    assert "a &lt;b&gt; note" in text


@pytest.mark.parametrize(("file", "policy"), [("award.html", "strict"), ("judgment.txt", "court-eu")])
def test_no_form_of_any_person_is_in_a_report(tmp_path, file, policy):
    result = pipeline.analyze(pipeline.read(EXAMPLES / file), policy=config.policy(policy))
    places = pipeline.export(result, EXAMPLES / file, tmp_path / "out")
    people = {
        result.document.text[span.start : span.end].lower()
        for entity in result.entities
        if entity.category in ("PERSON", "ORG", "EMAIL", "PHONE", "NATIONAL_ID")
        for span in entity.spans
    }
    assert len(people) > 10
    for path in (places.page, places.report):
        text = path.read_text("utf8").lower()
        assert [form for form in people if len(form) > 3 and form in text] == []


def test_the_same_input_gives_the_same_report(tmp_path):
    for folder in ("one", "two"):
        pipeline.pseudonymize(EXAMPLES / "judgment.txt", policy="arbitration", out=tmp_path / folder)
    for name in ("judgment.report.html", "judgment.report.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_it_says_with_what_it_was_made_and_names_nobody():
    assert made()["made_with"] == {
        "version": "9.9",
        "model": "en-legal",
        "policy": messages.render("report.withheld"),
    }


def test_a_run_says_which_model_engine_and_policy_made_it(tmp_path):
    result = pipeline.pseudonymize(EXAMPLES / "judgment.txt", policy="court-eu", out=tmp_path)
    written = json.loads((tmp_path / "judgment.report.json").read_text("utf8"))["made_with"]
    assert written == result.made_with == result.dictionary()["lexveil"]["made_with"]
    assert (written["model"], written["policy"]) == ("en-legal", "court-eu")
    assert written["engine"].startswith("onnxruntime ")
    assert [len(each) for each in written["checksum"].split(", ")] == [64]
    assert len(written["fingerprint"]) == 64


@pytest.mark.parametrize("language", ["fi", "sv", "da", "nb", "de", "fr", "it", "es", "ca"])
def test_it_can_be_read_in_another_language(language):
    english = {key for key in messages.catalogue("en") if key.startswith("report.")}
    assert english <= set(messages.catalogue(language))
    parts = (Part("word/a.bin", "uncovered", because("text", text="data")), Part("b", "read"))
    shown = page(made(parts=parts, allowed=("word/a.bin",), certainty=3, unread=("a",)), language)
    body = shown.partition("<main>")[2]
    assert f'<html lang="{language}">' in shown
    assert messages.render("report.title", {}, language) in body
    assert "{" not in body
    assert "report." not in body
