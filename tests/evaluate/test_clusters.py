import json

import pytest
from typer.testing import CliRunner

from lexveil.cli import app
from lexveil.errors import InputError
from lexveil.evaluate import clusters
from lexveil.evaluate.gold import Gold, Mention
from lexveil.model import Entity, Span

TEXT = "Mr Ann Roe met Bo Poe. Roe left. Poe's dog barked."


def gold(*mentions, text=TEXT, name="one"):
    return Gold(name, text, tuple(Mention(start, end, "PERSON", cluster=who) for start, end, who in mentions))


PEOPLE = gold((0, 10, "a"), (15, 21, "b"), (23, 26, "a"), (33, 36, "b"))


def test_the_report_has_ours_the_baselines_and_lengths():
    report = clusters.evaluate([PEOPLE])
    assert report["conll"] == {"macro": 1.0, "micro": 1.0}
    assert set(report["baselines"]) == {"exact", "surname", "rule"}
    assert report["baselines"]["exact"]["conll"]["macro"] < 1
    assert report["by_length"] == {"up to 1,000": {"documents": 1, "macro": 1.0, "micro": 1.0}}


def test_found_mentions_are_compared_without_titles_and_possessives():
    entities = [
        Entity("e1", "PERSON", "WITNESS", 1, (Span(3, 10, "PERSON"), Span(23, 26, "PERSON"))),
        Entity("e2", "PERSON", "WITNESS", 1, (Span(15, 21, "PERSON"), Span(33, 38, "PERSON"))),
        Entity("e3", "LOC", "LOCATION", 1, (Span(39, 42, "LOC"),)),
    ]
    assert clusters.evaluate([PEOPLE], find=lambda _: entities)["conll"]["macro"] == 1
    missed = clusters.evaluate([PEOPLE], find=lambda _: entities[:1])
    assert 0 < missed["conll"]["macro"] < 1


def test_of_two_mentions_at_one_place_the_first_counts():
    doubled = gold((0, 10, "a"), (0, 10, "b"), (23, 26, "a"))
    assert clusters.evaluate([doubled])["mentions"] == 2


def test_crossing_mentions_are_grouped():
    crossing = gold((0, 10, "a"), (7, 14, "b"), (23, 26, "a"))
    assert clusters.evaluate([crossing])["mentions"] == 3


def test_gold_without_clusters_is_refused():
    with pytest.raises(InputError, match="cluster"):
        clusters.evaluate([gold((0, 10, ""))])


def test_a_document_without_people_counts_nowhere():
    report = clusters.evaluate([PEOPLE, gold(name="two")])
    assert report["conll"]["macro"] == 1


def test_an_unknown_split_lists_the_choices():
    with pytest.raises(InputError, match="litbank"):
        clusters.choose([PEOPLE], "nonsense")
    with pytest.raises(InputError, match="none of the documents"):
        clusters.choose([PEOPLE], "litbank")


def test_the_command_writes_its_figures(tmp_path):
    file = tmp_path / "gold.jsonl"
    mentions = [{"start": m.start, "end": m.end, "cluster": m.cluster} for m in PEOPLE.mentions]
    file.write_text(json.dumps({"id": "one", "text": TEXT, "mentions": mentions}), "utf8")
    done = CliRunner().invoke(
        app, ["evaluate", "clusters", "--gold", str(file), "--json", str(tmp_path / "out.json")]
    )
    assert done.exit_code == 0, done.output
    assert "CoNLL" in done.output
    report = json.loads((tmp_path / "out.json").read_text("utf8"))
    assert report["conll"] == {"macro": 1.0, "micro": 1.0}
    assert {"muc", "b3", "ceafe", "lea", "baselines"} <= set(report)


def test_a_wrong_kind_of_mentions_is_refused(tmp_path):
    file = tmp_path / "gold.jsonl"
    file.write_text('{"id": "one", "text": "x", "mentions": []}', "utf8")
    done = CliRunner().invoke(app, ["evaluate", "clusters", "--gold", str(file), "--mentions", "guessed"])
    assert done.exit_code != 0


def test_clusters_of_a_role_count_on_both_sides():
    text = "Ann Roe, judge, heard Bo Day. Day left. Cy Fay saw it."
    gold = Gold(
        "a",
        text,
        (
            Mention(0, 7, "PERSON", "JUDGE", "a"),
            Mention(22, 28, "PERSON", "WITNESS", "b"),
            Mention(30, 33, "PERSON", "", "b"),
            Mention(40, 46, "PERSON", "RELATIVE", "c"),
        ),
    )

    def entity(name, role, *places):
        return Entity(name, "PERSON", role, 1, tuple(Span(*place, "PERSON") for place in places))

    found = (
        entity("e1", "UNKNOWN", (22, 28), (30, 33)),
        entity("e2", "WITNESS", (0, 7)),  # the judge, taken for a witness
        entity("e3", "LAWYER", (40, 46)),
    )
    report = clusters.evaluate([gold], role="WITNESS", find=lambda _: found)
    assert report["mentions"] == 3, "the judge is none of the key"
    assert report["b3"]["micro"] == pytest.approx(2 / 3)
    assert clusters.evaluate([gold], role="WITNESS", find=lambda _: found[:1])["muc"]["micro"] < 1
    assert clusters.key_of(gold, "PERSON", "JUDGE")[1] == [Span(0, 7, "PERSON")]
