import json
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from lexveil import config
from lexveil.cli import app
from lexveil.evaluate import damaged, reading
from lexveil.evaluate.gold import Gold, Mention
from lexveil.model import Decision, Entity, Replacement, Span, because
from lexveil.pipeline import Result

TEXT = "Judge Ida Poe heard Ann Roe and Bo Roe of 4 Elm Row on A99. The Roes left. Roe Ltd stayed. Poe sat."


def at(surface, nth=0, **fields):
    start = -1
    for _ in range(nth + 1):
        start = TEXT.index(surface, start + 1)
    return Mention(start, start + len(surface), fields.pop("type", "PERSON"), **fields)


GOLD = Gold(
    "one",
    TEXT,
    (
        at("Ida Poe", role="JUDGE", cluster="p1"),
        at("Ann Roe", role="PARTY", cluster="p2"),
        at("Bo Roe", role="RELATIVE", cluster="p3"),
        at("4 Elm Row", type="LOC", mark="ADDRESS"),
        at("A99", type="CODE", mark="CODE", kind="DOCKET", masked=False),
        at("Roes", cluster="p2+p3"),
        at("Roe Ltd", type="ORG", mark="ORG", masked=False),
        at("Poe", 1, role="JUDGE", cluster="p1"),
    ),
)
ALL = {
    "e1": ("PERSON", "JUDGE", [("Ida Poe", 0), ("Poe", 1)]),
    "e2": ("PERSON", "PARTY", [("Ann Roe", 0)]),
    "e3": ("PERSON", "UNKNOWN", [("Bo Roe", 0)]),
    "e4": ("ADDRESS", "LOCATION", [("4 Elm Row", 0)]),
    "e5": ("PERSON", "UNKNOWN", [("Roes", 0)]),
}


def result(entities, policy="court-eu", kept=()):
    """As the pipeline gives it: what each entity is, its role, and where it stands."""
    made, replacements = [], []
    for name, (category, role, places) in entities.items():
        found = [at(surface, nth) for surface, nth in places]
        made.append(Entity(name, category, role, 1, tuple(Span(m.start, m.end, category) for m in found)))
        if name not in kept:
            replacements += [Replacement(m.start, m.end, "X", name) for m in found]
    decisions = tuple(
        Decision(name, "keep" if name in kept else "replace", because("context", policy="p"))
        for name in entities
    )
    ordered = tuple(sorted(replacements, key=lambda each: each.start))
    return Result(GOLD.document, config.policy(policy), (), tuple(made), decisions, ordered)


def figures(*given, **told):
    counts, errors = reading.measure(GOLD, result(*given, **told))
    return reading.report(counts), [error.kind for error in errors]


def test_all_is_right():
    report, errors = figures(ALL)
    assert errors == []
    assert (report["people"], report["mentions"], report["identifiers"]) == (3, 5, 1)
    assert (report["found"], report["named"]) == (5, 5)
    assert report["people_precision"] == 1
    assert report["wrong_roles"] == 0
    assert report["wrong_exact_roles"] == 1  # the relative, whose role is unknown


def test_one_letter_that_can_be_read_exposes():
    entities = {**ALL, "e2": ("PERSON", "PARTY", [("Ann Ro", 0)])}
    report, errors = figures(entities)
    assert report["people_exposed"] == report["mentions_exposed"] == 1
    assert "exposed" in errors


def test_a_family_named_together_exposes_each():
    report, _ = figures({name: each for name, each in ALL.items() if name != "e5"})
    assert (report["people_exposed"], report["mentions_exposed"]) == (2, 1)


def test_an_address_that_stays_is_an_identifier_exposed():
    report, errors = figures({name: each for name, each in ALL.items() if name != "e4"})
    assert report["identifiers_exposed"] == 1
    assert errors == ["identifier"]


def test_docket_numbers_count_where_the_policy_hides_them():
    report, _ = figures(ALL, policy="strict")
    assert (report["identifiers"], report["identifiers_exposed"]) == (2, 1)


def test_hidden_for_nothing_and_a_company_named_after_somebody_hidden():
    entities = {
        **ALL,
        "e6": ("PERSON", "UNKNOWN", [("stayed", 0)]),
        "e7": ("PERSON", "UNKNOWN", [("Roe", 3)]),
    }
    report, errors = figures(entities)
    assert (report["hidden_for_nothing"], report["replacements"]) == (1, 7)
    assert errors == ["nothing"]


def test_a_company_is_not_hidden_for_nothing_where_the_policy_hides_companies():
    entities = {**ALL, "e6": ("ORG", "ORGANIZATION", [("Roe Ltd", 0)])}
    kept, gone = (figures(entities, policy=name)[0] for name in ("court-eu", "switzerland"))
    assert (kept["replacements"], gone["replacements"]) == (6, 7)
    assert kept["hidden_for_nothing"] == gone["hidden_for_nothing"] == 0


def test_legal_professionals_are_told_from_others():
    right, _ = figures(ALL)
    assert (right["professionals_agreed"], right["professionals_either"]) == (4, 4)
    wrong, _ = figures({**ALL, "e2": ("PERSON", "LAWYER", [("Ann Roe", 0)])})
    assert wrong["professionals_f1"] == 4 / 5  # two mentions of the judge on both sides, one of ours alone


def test_one_pseudonym_for_two_and_two_for_one():
    entities = {
        **ALL,
        "e1": ("PERSON", "JUDGE", [("Ida Poe", 0)]),
        "e2": ("PERSON", "PARTY", [("Ann Roe", 0), ("Poe", 1)]),
    }
    report, errors = figures(entities)
    assert (report["merges"], report["splits"]) == (1, 1)
    assert {"merge", "split"} <= set(errors)


def test_roles_and_who_is_exposed_by_them(tmp_path):
    policy = tmp_path / "keep.toml"
    kept = '[[rule]]\nrole = "JUDGE"\naction = "keep"\n'
    policy.write_text(f'format = 1\n{kept}[[rule]]\ncategory = "PERSON"\nlabel = "{{A}}"\n')
    entities = {**ALL, "e2": ("PERSON", "JUDGE", [("Ann Roe", 0)])}
    report, errors = figures(entities, policy=str(policy), kept=("e1", "e2"))
    assert (report["people"], report["people_exposed"], report["people_exposed_by_role"]) == (2, 1, 1)
    assert (report["kept_people"], report["kept_people_hidden"]) == (1, 0)
    assert report["wrong_roles"] == 1
    assert set(errors) == {"exposed-by-role", "role"}
    report, errors = figures(ALL, policy=str(policy))
    assert report["kept_people_hidden"] == 1
    assert errors == ["hidden"]


@pytest.mark.parametrize("name", damaged.CHANGES)
def test_damaged_copies_keep_their_marks(name):
    gold = replace(GOLD, text=GOLD.text.replace("Ida", "Zoë"))
    copy = damaged.CHANGES[name](gold)
    assert len(copy.text) == len(gold.text)
    assert copy == damaged.CHANGES[name](gold)
    assert name in ("scanned", "plain") or copy.text != gold.text
    assert name != "plain" or "Zoe Poe" in copy.text


def test_the_command(tmp_path):
    file, out = tmp_path / "gold.jsonl", tmp_path / "out.json"
    text = "Mr Ann Roe of Leeds left. Frankly it was late."
    mentions = [{"start": 3, "end": 10, "type": "PERSON", "role": "PARTY", "cluster": "p1"}]
    file.write_text(json.dumps({"id": "one", "text": text, "mentions": mentions}), "utf8")
    run = [
        "evaluate",
        "reading",
        "--gold",
        str(file),
        "--policy",
        "court-eu",
        "--json",
        str(out),
        "--errors",
        "5",
    ]
    done = CliRunner().invoke(app, [*run, "--policy", "court-eu"])
    assert done.exit_code == 0, done.output
    assert "people exposed" in done.output
    report = json.loads(out.read_text("utf8"))
    assert (report["people"], report["people_exposed"]) == (1, 0)
    assert report["documents"]["one"]["wrong_roles"] == 1
    assert "Ann Roe" in done.output  # the wrong role, in its context
    assert CliRunner().invoke(app, [*run, "--changed", "burnt"]).exit_code != 0


def test_the_safer_half_has_the_exposed_people_of_the_documents_of_least_risk():
    rows = [
        {"risk": risk, "people_exposed": exposed}
        for risk, exposed in ((9, 4), (1, 0), (1, 1), (5, 2), (5, 0))
    ]
    assert reading._safer_half(rows) == {"safer_half_exposed": 1.5, "safer_half_share": 1.5 / 7}
    assert reading._safer_half([])["safer_half_share"] is None


def test_with_metadata_the_figures_stand_beside_those_without(tmp_path):
    text = "Ann Puerta came. Ms Laura Puerta, her sister, saw it."
    start = text.index("Laura")
    marks = [
        {"start": 0, "end": 10, "type": "PERSON", "role": "PARTY", "cluster": "p1"},
        {"start": start, "end": start + 12, "type": "PERSON", "role": "WITNESS", "cluster": "p2"},
    ]
    line = {"id": "one", "text": text, "mentions": marks, "metadata": {"parties": ["Ann Puerta"]}}
    gold, out = tmp_path / "gold.jsonl", tmp_path / "out.json"
    gold.write_text(json.dumps(line), "utf8")
    words = ["evaluate", "reading", "--gold", str(gold), "--policy", "arbitration", "--metadata"]
    shown = CliRunner().invoke(app, [*words, "--json", str(out)])
    assert shown.exit_code == 0, shown.output
    assert "with metadata" in shown.output
    told = json.loads(out.read_text("utf8"))["with_metadata"]
    assert (told["people"], told["people_exposed"], told["wrong_roles"]) == (1, 0, 0)


def test_metadata_of_the_gold_must_be_an_object(tmp_path):
    gold = tmp_path / "gold.jsonl"
    gold.write_text(json.dumps({"id": "one", "text": "x", "mentions": [], "metadata": ["Ann"]}), "utf8")
    assert CliRunner().invoke(app, ["evaluate", "reading", "--gold", str(gold)]).exit_code != 0


def test_the_first_page_of_the_gold_is_the_metadata_of_a_document_without():
    mentions = (
        reading.Mention(0, 7, "PERSON", "PARTY", "p1"),
        reading.Mention(12, 24, "PERSON", "PARTY", "p1"),
        reading.Mention(29, 36, "PERSON", "WITNESS", "p2"),
    )
    text = "Roe Ann and Ann Mary Roe and Tim Doe."
    gold = reading.Gold("one", text, mentions)
    assert gold.with_metadata.metadata == {"party": ["Ann Mary Roe"]}
