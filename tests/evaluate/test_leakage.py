import json
import xml.etree.ElementTree as ET

import pytest
from typer.testing import CliRunner

from lexveil.cli import app
from lexveil.errors import InputError, OutputError
from lexveil.evaluate import leakage
from lexveil.evaluate.gold import Gold, Mention
from lexveil.evaluate.svg import plot


def rates(report, measure="leakage"):
    return {name: [line[name][measure] for line in report["rates"]] for name in leakage.STRATEGIES}


@pytest.mark.parametrize("missed", leakage.MISSED)
@pytest.mark.parametrize("seed", [0, 1])
def test_markov_leaks_less_than_random_as_in_the_paper(missed, seed):
    """Table 3: 13.1 % of the notes with random replacement, 3.8 % with Markov."""
    report = leakage.evaluate(leakage.made(400, seed=seed), rates=(5, 10, 15), missed=missed, seed=seed)
    for line in report["rates"]:
        assert line["markov"]["leakage"] < line["random"]["leakage"]
        allowed = [line[name]["above_allowed"] for name in ("markov", "random", "consistent")]
        assert allowed == sorted(set(allowed))


def test_the_made_up_documents_are_like_those_of_the_paper():
    documents = leakage.made(400)
    report = leakage.evaluate(documents, rates=(12,))
    assert 10 < report["mentions"] / report["documents"] < 13  # 12 names a note
    assert 3.5 < report["original"]["mode"] < 4.1  # 3.8
    (line,) = report["rates"]
    assert 1.0 < line["random"]["mode"] < 1.6  # 1.5
    assert 3.5 < line["markov"]["mode"] <= 4.1  # 4.0


def test_nothing_missed_leaks_nothing_and_all_missed_leaks_everything():
    report = leakage.evaluate(leakage.made(50), rates=(0, 100))
    assert all(found == [0.0, 1.0] for found in rates(report).values())


@pytest.mark.parametrize(
    ("times", "random", "markov"), [(1, False, False), (2, True, False), (4, True, False), (5, True, True)]
)
def test_a_name_leaks_when_it_stands_there_more_often_than_any_surrogate(times, random, markov):
    assert leakage.Outcome(real=times, surrogate=1).by_mode == random
    assert leakage.Outcome(real=times, surrogate=4).by_mode == markov


def test_names_are_missed_everywhere_and_mentions_one_by_one():
    document = (("torvund",),) * 100
    (by_name,) = leakage.evaluate([document], rates=(50,), missed="names")["rates"]
    assert by_name["random"]["mode"] in (1, 100)
    (by_mention,) = leakage.evaluate([document], rates=(50,))["rates"]
    assert 30 < by_mention["random"]["mode"] < 70


def test_the_same_seed_gives_the_same_figures():
    one, two, other = (leakage.evaluate(leakage.made(60, seed=s), seed=s) for s in (3, 3, 4))
    assert one == two != other


def test_gold_gives_the_words_of_the_outermost_names():
    text = "Mr Bo van Torvund met A. Lindqvast of Quellmark."
    mentions = (
        Mention(0, 17, "PERSON"), Mention(3, 17, "PERSON"), Mention(22, 34, "PERSON"), Mention(38, 47, "ORG"),
    )  # fmt: skip
    assert leakage.of_gold([Gold("1", text, mentions)]) == [(("bo", "torvund"), ("lindqvast",))]


@pytest.mark.parametrize("documents", [[], [()], [((),)]])
def test_documents_without_people_are_refused(documents):
    with pytest.raises(InputError, match="no person"):
        leakage.evaluate(documents)


def test_the_command_writes_table_json_and_plot(tmp_path):
    out, picture = tmp_path / "leak.json", tmp_path / "leak.svg"
    call = ["evaluate", "leakage", "--documents", "50", "--rate", "10", "--rate", "5", "--json", str(out)]
    found = CliRunner().invoke(app, [*call, "--plot", str(picture)])
    assert found.exit_code == 0
    assert "consistent" in found.output
    assert "10 % missed" in found.output
    report = json.loads(out.read_text("utf8"))
    assert [line["rate"] for line in report["rates"]] == [5, 10]
    assert report["rates"][1].keys() == {"rate", *leakage.STRATEGIES}
    drawing = ET.fromstring(picture.read_text("utf8"))
    assert len(drawing.findall("{http://www.w3.org/2000/svg}polyline")) == 3
    again = picture.read_bytes()
    assert CliRunner().invoke(app, [*call, "--plot", str(picture)]).exit_code == 0
    assert picture.read_bytes() == again


def test_the_command_reads_gold_and_shows_no_name(tmp_path):
    gold = tmp_path / "gold.jsonl"
    gold.write_text(
        json.dumps({"id": "1", "text": "Torvund saw Torvund.", "mentions": [{"start": 0, "end": 7}]}), "utf8"
    )
    found = CliRunner().invoke(app, ["evaluate", "leakage", "--gold", str(gold), "--runs", "3"])
    assert found.exit_code == 0
    assert "Torvund" not in found.output


def test_an_unknown_way_to_miss_and_a_missing_folder_are_one_line(tmp_path):
    with pytest.raises(InputError, match="choose one of mentions, names"):
        leakage.evaluate(leakage.made(1), missed="some")
    call = ["evaluate", "leakage", "--documents", "1", "--plot", str(tmp_path / "no" / "l.svg")]
    found = CliRunner().invoke(app, call)
    assert isinstance(found.exception, OutputError)


def test_a_plot_is_escaped_and_holds_flat_and_single_lines():
    drawn = plot({"<b>": [(0.0, 0.0)], "flat": [(0.0, 0.0), (5.0, 0.0)]}, title="a & b", across="x", up="y")
    root = ET.fromstring(drawn)
    texts = [each.text for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"<b>", "flat", "a & b"} <= set(texts)


def test_p_and_t_are_those_of_the_corpus():
    documents = [((("ann",),) * 6 + (("bo",), ("bo",))), ((("cy",),) * 4)]
    chain = leakage.fitted(documents)
    assert chain == (0.75, 5)  # names stand there 4 times on average, the most frequent ones 6 and 4 times
    report = leakage.evaluate(documents, rates=(10,), chain=chain)
    assert report["chain"] == {"reuse": 0.75, "most": 5}
    assert report["allowed"]["own"] == 5
    with pytest.raises(InputError):
        leakage.fitted([])


def test_what_was_really_missed_leaks_with_the_tests_of_the_paper():
    text = "Roe met Day. Roe left. Roe came. Roe spoke. Day sat."
    places = [
        (0, 3, "WITNESS"),
        (8, 11, "JUDGE"),
        (13, 16, "WITNESS"),
        (23, 26, ""),
        (33, 36, "WITNESS"),
        (44, 47, "JUDGE"),
    ]
    mentions = tuple(Mention(start, end, "PERSON", role) for start, end, role in places)
    documents = [Gold(str(at), text, mentions) for at in range(8)]
    report = leakage.of_found(
        documents, lambda gold, mention: gold.text[mention.start] != "R" or mention.start == 0
    )
    found = report["found"]
    assert found["random"]["leakage"] == 1.0  # three of one name are left, no surrogate stands there twice
    assert found["consistent"]["leakage"] == 1.0
    assert found["random"]["mcnemar"] is None
    assert found["markov"]["mcnemar"] <= 1
    assert found["consistent"]["wilcoxon"] < 0.01  # the most frequent stands there 3 times, not 4
    assert report["roles"]["JUDGE"] == {"mentions": 16, "recall": 1.0}
    assert report["roles"]["WITNESS"]["recall"] == pytest.approx(1 / 3)
    assert report["roles"]["UNKNOWN"]["recall"] == 0


def test_simulated_misses_are_tested_too():
    (line,) = leakage.evaluate(leakage.made(200), rates=(15,))["rates"]
    assert line["markov"]["mcnemar"] < 0.001
    assert line["random"]["wilcoxon"] < 0.001
