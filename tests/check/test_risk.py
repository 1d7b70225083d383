import dataclasses
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from builders import doc
from lexveil import config
from lexveil.check.leaks import Checked
from lexveil.check.page import risk_line, risk_lines
from lexveil.check.report import Subject, page, report
from lexveil.check.risk import Left, Risk, assess, partial, summary
from lexveil.cli import app
from lexveil.model import BIRTH, CATEGORIES, SIGNS, Decision, Document, Entity, Replacement, Span

WEIGHTS = config.policy("court-eu").risk
TABLE = {name: weight for name, weight in WEIGHTS.items() if name not in SIGNS}
EXAMPLES = Path(__file__).parent.parent.parent / "examples"


def _born(text, span):
    """As the detector of dates has it."""
    born = text[: span.start].endswith("born on ")
    return dataclasses.replace(span, sources=("dates:birth",)) if born else span


def risk(marked, *, keep=(), cover=None, style="label", threshold=5, weights=TABLE, **more):
    """One entity for each surface that is marked; people are hidden unless listed in `keep`.

    `cover` says, for a surface, how many characters from the end of each mention stay readable.
    """
    document, spans, _ = doc(marked)
    spans = [_born(document.text, span) for span in spans]
    groups = {}
    for span in spans:
        groups.setdefault(document.text[span.start : span.end], []).append(span)
    entities, decisions, replacements = [], [], []
    for number, (surface, found) in enumerate(groups.items(), 1):
        goes = found[0].category == "PERSON" and surface not in keep
        goes = goes or surface in (cover or {})
        entities.append(Entity(f"e{number}", found[0].category, "", 1, tuple(found)))
        decisions.append(Decision(f"e{number}", "replace" if goes else "keep", "r", style=style))
        left = (cover or {}).get(surface, 0)
        replacements += [Replacement(s.start, s.end - left, "X", f"e{number}") for s in found if goes]
    return assess(
        document,
        entities,
        decisions,
        sorted(replacements, key=lambda r: r.start),
        threshold=threshold,
        weights=weights,
        **more,
    )


def test_every_category_and_sign_has_a_weight_in_every_preset():
    for policy in config.presets().values():
        assert policy.risk.keys() == {*CATEGORIES, BIRTH, *SIGNS}


def test_the_weights_are_those_of_table_6():
    """The infoType of the table that each category is, and its score there."""
    table = {
        "PERSON": 5, "NATIONAL_ID": 5, "PASSPORT": 5, "IBAN": 5, "CARD": 5, "PLATE": 5,
        "EMAIL": 4, "PHONE": 4, "ADDRESS": 4, "CODE": 4, "CASE_NUMBER": 4, "PROFESSIONAL_ID": 4,
        BIRTH: 3, "IP": 3, "MAC": 3, "LOC": 2, "ORG": 2, "URL": 2, "COMPANY_ID": 2,
        "AGE": 1, "DEM": 1, "MISC": 0,
    }  # fmt: skip
    assert {category: WEIGHTS[category] for category in table} == table


def test_a_case_number_that_the_policy_keeps_was_not_missed():
    marked = "[Ann Torvund](PERSON) sued in [2020/17](CASE_NUMBER)."
    assert risk(marked, keep=("2020/17",)).score == 0


def test_the_example_of_the_paper():
    """Table 2 and equation 1: the company of the speaker 2, half of a name 3, half of an e-mail; a company
    that is nobody's 0. The paper's sum takes 3 for an e-mail, its table 6 has 4: half of that is 2."""
    found = risk(
        "[Quellmark Paper](ORG), this is [Rika Grenholm](PERSON) speaking.\n\n"
        "[Torvund](PERSON) here. It is worse than what we had from them before.\n\n"
        "[Staplers](ORG) sell better paper.\n\n"
        "[Torvund](PERSON) can be reached at [mk21@abc.example](EMAIL).",
        cover={"Quellmark Paper": 15, "Rika Grenholm": 8, "Staplers": 8, "mk21@abc.example": 11},
    )
    assert found.left == (Left("PERSON", 3, 1), Left("EMAIL", 2, 1), Left("ORG", 2, 1))
    assert found.score == 7


def test_a_thing_counts_once_however_often_it_stands_there():
    once = risk("[Ann Torvund](PERSON) works for [Quellmark](ORG).")
    often = risk("[Ann Torvund](PERSON) works for [Quellmark](ORG). " * 4)
    assert once.people[0].score == often.people[0].score == 2
    assert often.people[0].left == (Left("ORG", 2, 1),)


def test_a_thing_beside_two_people_counts_for_both_and_once_for_the_document():
    found = risk("[Ann Torvund](PERSON) and [Bo Lindqvast](PERSON) work for [Quellmark](ORG).")
    assert [person.score for person in found.people] == [2, 2]
    assert found.score == 0
    missed = risk(
        "[Ann Torvund](PERSON) and [Bo Lindqvast](PERSON) work for [Quellmark](ORG).", cover={"Quellmark": 9}
    )
    assert missed.score == 2


def test_indirect_identifiers_count_in_the_sentence_and_direct_ones_in_the_paragraph():
    found = risk("[Ann Torvund](PERSON) spoke first. She lives in [Velmora](LOC). Call [0123456789](PHONE).")
    assert found.people[0].left == (Left("PHONE", 4, 1),)
    assert risk("[Ann Torvund](PERSON) spoke.\n\nIt was in [Velmora](LOC).").people[0].score == 0


def test_abbreviations_and_wrapped_lines_end_no_sentence():
    assert risk("[Ann Torvund](PERSON), of No. 5 and Mr. Bean, lives in [Velmora](LOC).").people[0].score == 2
    wrapped = "A line of this judgment that is as wide as all the others, which says that\n"
    assert risk(wrapped * 3 + "[Ann Torvund](PERSON) has a house, a garden and a boat that lie in the town\n"
                "of [Velmora](LOC), where nobody else has a boat.").people[0].score == 2  # fmt: skip


def test_a_birth_date_weighs_more_than_another_date():
    assert risk("[Ann Torvund](PERSON), born on [3 May 1970](DATE), left.").people[0].left == (
        Left(BIRTH, 3, 1),
    )
    assert risk("[Ann Torvund](PERSON) left on [3 May 1970](DATE).").people[0].left == ()


def test_a_mention_that_nothing_covers_is_a_name_left():
    document, spans, _ = doc("[Ann Torvund](PERSON) left. [Torvund](PERSON) came.")
    entity = Entity("e1", "PERSON", "WITNESS", 1, spans)
    decision = Decision("e1", "replace", "r", kept=(spans[0],))
    one, other = (Replacement(span.start, span.end, "W1", "e1") for span in spans)
    assert assess(document, [entity], [decision], [other], weights=TABLE).people[0].left == (
        Left("PERSON", 5, 1),
    )
    assert assess(document, [entity], [decision], [one], weights=TABLE).people[0].left == (
        Left("PERSON", 3, 1),
    )
    assert assess(document, [entity], [decision], [one, other], weights=TABLE).score == 0


def test_initials_and_generalised_details_are_parts():
    assert risk("[Ann Torvund](PERSON) left.", style="initials").people[0].score == 3
    place = risk(
        "[Ann Torvund](PERSON), born on [3 May 1970](DATE).", cover={"3 May 1970": 0}, style="generalize"
    )
    assert Left(BIRTH, 1, 1) in place.people[0].left
    assert risk("[Ann Torvund](PERSON) left.", style="surrogate").score == 0


def test_whom_the_policy_names_is_not_scored():
    found = risk(
        "[Ann Torvund](PERSON) of [Quellmark](ORG), tel. [0123456789](PHONE).", keep=("Ann Torvund",)
    )
    assert (found.score, found.people, found.named, found.verdict) == (0, (), 1, "acceptable")


def test_a_direct_identifier_that_is_nobodys_counts_for_the_document():
    found = risk("[Ann Torvund](PERSON) left.\n\nPaid to [XX00 1234](IBAN).")
    assert (found.score, found.people[0].score, found.verdict) == (5, 0, "review")


@pytest.mark.parametrize(
    ("marked", "verdict"),
    [
        ("[Ann Torvund](PERSON) lives in [Velmora](LOC), works for [Quellmark](ORG).", "acceptable"),
        (
            "[Ann Torvund](PERSON) lives in [Velmora](LOC), is [52](AGE), works for [Quellmark](ORG).",
            "acceptable",
        ),
        ("[Ann Torvund](PERSON) has the account [XX00 1234](IBAN).", "review"),
        ("[Ann Torvund](PERSON) met Mr Lindqvast and Ms Kelmoor there.", "review"),
        ("[Ann Torvund](PERSON) met Mr Lindqvast there, and Borgmund and Kelmoor.", "doubtful"),
    ],
)
def test_the_verdict_tells_what_was_missed_from_what_is_kept(marked, verdict):
    assert risk(marked).verdict == verdict
    assert risk(marked, threshold=50).verdict == "acceptable"


def test_the_combination_lists_what_is_left_together():
    found = risk("[Ann Torvund](PERSON), [52](AGE), lives in [Velmora](LOC) near [Bresk](LOC).")
    assert found.people[0].combination == ("LOC", "AGE")
    assert risk("[Ann Torvund](PERSON) lives in [Velmora](LOC).").people[0].combination == ()


def test_words_that_may_be_names_are_scored_once_each_by_how_likely_they_are():
    marked = "[Ann Torvund](PERSON) met Mr Lindqvast. Lindqvast and Kelmoor saw the House in March."
    found = risk(marked, weights={**TABLE, "POSSIBLE_NAME": 1})
    assert found.left == (Left("POSSIBLE_NAME", 3, 1),)  # an unknown word is shown, and weighs nothing
    assert found.possible == ((19, 28), (44, 51))
    assert risk("[Ann Torvund](PERSON) saw [Kelmoor](LOC) in THE HALL. The hall was shut.").score == 0


def signs(marked, **more):
    """How many signs of each kind; a mention marked as MISC, LOC or ORG is the model's, and unsure."""
    document, spans, _ = doc(marked)
    spans = [
        span if span.category == "PERSON" else dataclasses.replace(span, score=0.6, sources=("ner:m",))
        for span in spans
    ]
    groups = {}
    for span in spans:
        groups.setdefault(document.text[span.start : span.end].lower(), []).append(span)
    entities = [Entity(name, found[0].category, "", 1, tuple(found)) for name, found in groups.items()]
    hides = {each.id for each in entities if each.category == "PERSON"}
    decisions = [Decision(each.id, "replace" if each.id in hides else "keep", "r") for each in entities]
    replacements = [
        Replacement(s.start, s.end, "X", e.id) for e in entities if e.id in hides for s in e.spans
    ]
    found = assess(document, entities, decisions, replacements, weights=dict.fromkeys(SIGNS, 1), **more)
    return {each.category: each.count for each in found.left}


@pytest.mark.parametrize(
    ("marked", "found"),
    [
        ("[Ann Torvund](PERSON) left. [Ann Torvund](PERSON) came back.", {}),
        ("[Ann Torvund](PERSON) left.", {"MENTIONED_ONCE": 1}),
        ("[Ann Torvund](PERSON) wrote: [ann torvund](PERSON) here", {"SMALL_NAME": 1}),
        (
            "[Ann Torvund](PERSON), [Ann Torvund](PERSON) at [Mark](LOC) with [Mark](LOC), [Brand](ORG).",
            {"DOUBTFUL_NAME": 2},
        ),
        ("[Ann Torvund](PERSON) and [Ann Torvund](PERSON). AT: yes. BT: no.", {"POSSIBLE_INITIALS": 1}),
        ("Ref. 118/AT/x. [Ann Torvund](PERSON), [Ann Torvund](PERSON).", {"POSSIBLE_INITIALS": 1}),
        ('[Ann Torvund](PERSON), [Ann Torvund](PERSON): "See you. A."', {"POSSIBLE_INITIALS": 1}),
        ("[Ann Torvund](PERSON), [Ann Torvund](PERSON): see point A. It is so.", {}),
    ],
)
def test_signs_of_a_missed_name_are_counted_by_kind(marked, found):
    assert signs(marked) == found


def test_signs_count_by_the_page_so_that_a_long_text_is_not_riskier_for_it():
    short, long = "[Ann Torvund](PERSON) left.", "[Ann Torvund](PERSON) left." + " They went on." * 700
    one, other = (risk(marked, weights={"MENTIONED_ONCE": 2}).score for marked in (short, long))
    assert one == 2
    assert other < 1


def test_a_policy_weighs_otherwise():
    marked = "[Ann Torvund](PERSON) works for [Quellmark](ORG) and met Kelmoor."
    assert risk(marked, weights={**TABLE, "ORG": 5}).left[0] == Left("ORG", 5, 1)
    assert risk(marked, weights={**TABLE, "PERSON": 0}).score == 0


def test_partial_halves_are_rounded_up_for_names_only():
    assert [partial(weight, "PERSON") for weight in (5, 4)] == [3, 2]
    assert [partial(weight, "LOC") for weight in (5, 4, 3, 2, 1)] == [2, 2, 1, 1, 0]


def test_nothing_of_the_text_is_in_what_comes_out():
    found = risk("[Ann Torvund](PERSON) lives in [Velmora](LOC) with [Quellmark](ORG).")
    told = repr(found) + json.dumps(dataclasses.asdict(found)) + risk_line(found)
    assert not any(word in told for word in ("Torvund", "Velmora", "Quellmark"))


def test_a_list_of_many_people_is_no_product():
    """A text without an end of sentence is cut: people and things meet only within reach."""
    people = [Span(at * 20, at * 20 + 8, "PERSON") for at in range(4000)]
    things = [Span(at * 20 + 10, at * 20 + 18, "ORG") for at in range(4000)]
    document = Document("doc-1", "Torvund, Quellmark, " * 4000)
    entities = [Entity(f"p{n}", "PERSON", "", 1, (each,)) for n, each in enumerate(people)]
    entities += [Entity(f"o{n}", "ORG", "", 1, (each,)) for n, each in enumerate(things)]
    decisions = [Decision(each.id, "replace" if each.id[0] == "p" else "keep", "r") for each in entities]
    replaced = [Replacement(s.start, s.end, "X", "p") for s in people]
    found = assess(document, entities, decisions, replaced, weights=TABLE)
    assert found.score <= 1
    assert max(person.score for person in found.people) <= 2 * 31


def scored(*scores):
    return [Risk(f"doc-{at}", score, (), (), (), 0, "acceptable", 5) for at, score in enumerate(scores)]


def test_the_figures_over_documents():
    found = summary(scored(0, 0, 2, 6))
    assert (found.documents, found.mean, found.highest, found.verdict) == (4, 2.0, 6, "acceptable")
    assert found.sigma == pytest.approx(6**0.5)
    assert found.mean_plus_sigma == pytest.approx(2 + 6**0.5)
    assert found.p95 == pytest.approx(5.4)
    assert [(bar.low, bar.high, bar.count) for bar in found.histogram if bar.count] == [
        (0, 0, 2), (1, 2, 1), (5, 9, 1),
    ]  # fmt: skip
    assert summary(scored(4, 9)).verdict == "review"


def test_no_documents_and_one_document_have_figures_too():
    assert summary([]).documents == 0
    assert (summary(scored(7)).sigma, summary(scored(7)).p95) == (0, 7)


def test_the_bars_of_the_histogram_are_as_long_as_they_count():
    lines = risk_lines(summary(scored(0, 0, 0, 0, 1)))
    assert lines[0].startswith("residual risk of 5 documents: mean 0.2, sigma 0.4, p95 0.8, highest 1")
    assert [line.count("#") for line in lines[1:]] == [40, 10, 0, 0, 0, 0, 0]


def told(*risks_of):
    subjects = []
    for marked in risks_of:
        document, spans, _ = doc(marked)
        entities = [Entity(f"e{at}", span.category, "", 1, (span,)) for at, span in enumerate(spans)]
        goes = [entity.id for entity in entities if entity.category == "PERSON"]
        decisions = [Decision(e.id, "replace" if e.id in goes else "keep", "r", "W{n}") for e in entities]
        replacements = [Replacement(s.start, s.end, "W1", "e0") for s in spans if s.category == "PERSON"]
        subjects.append(Subject(document, entities, decisions, replacements, dict.fromkeys(goes, "W1")))
    return report(
        subjects, whole=Document("doc-1", ""), rows=len(subjects) if len(subjects) > 1 else None, hidden=(),
        policy=("mine", ""), output=b"", checked=Checked(1, 1, 1), allowed=(),
        made_with={"version": "1"}, weights=TABLE | {"POSSIBLE_NAME": 1}, threshold=3,
    )  # fmt: skip


def test_the_report_has_the_risk_of_each_person_by_pseudonym():
    found = told("[Ann Torvund](PERSON) lives in [Velmora](LOC), aged [52](AGE).")
    assert (found["risk"]["score"], found["risk"]["verdict"], found["risk"]["threshold"]) == (
        0,
        "acceptable",
        3,
    )
    (person,) = found["risk"]["people"]
    assert (person["pseudonym"], person["combination"]) == ("W1", ["LOC", "AGE"])
    assert found["risk"]["corpus"] is None
    shown = page(found)
    assert "<h2>Residual risk</h2>" in shown
    assert "place + age" in shown


def test_the_report_of_a_table_has_the_figures_over_its_rows():
    found = told("[Ann Torvund](PERSON) lives with Kelmoor and Dermot.", "Nobody lives there.")
    assert (found["risk"]["score"], found["risk"]["corpus"]["mean"]) == (1, 0.5)
    assert found["risk"]["possible_names"] == [[14, 21], [26, 32]]  # in the result
    assert "μ+σ" in page(found)


def test_run_tells_the_risk_of_each_file_and_of_all(tmp_path):
    for name in ("one", "two"):
        (tmp_path / f"{name}.txt").write_text(
            f"Mr Bo Lindqvast ({name}) works for Quellmark Ltd in Paris.", "utf8"
        )
    files = [str(tmp_path / f"{name}.txt") for name in ("one", "two")]
    found = CliRunner().invoke(app, ["run", *files, "-p", "court-eu", "-o", str(tmp_path / "out")])
    assert found.exit_code == 0
    assert found.output.count("of hidden people, threshold 5:") == 2
    assert "residual risk of 2 documents: mean" in found.output
    alone = CliRunner().invoke(app, ["run", files[0], "-p", "court-eu", "-o", str(tmp_path / "out")])
    assert "residual risk of" not in alone.output


def test_the_threshold_is_a_setting(tmp_path, monkeypatch):
    monkeypatch.setenv("LEXVEIL_RISK_THRESHOLD", "1000")
    found = CliRunner().invoke(
        app, ["run", str(EXAMPLES / "judgment.txt"), "-p", "court-eu", "-o", str(tmp_path / "out")]
    )
    assert "threshold 1000: acceptable" in found.output
