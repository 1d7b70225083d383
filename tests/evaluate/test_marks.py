import json

import pytest
from typer.testing import CliRunner

from lexveil.errors import InputError
from lexveil.evaluate import commands
from lexveil.evaluate.marks import Marked, evaluate, missed, score, weighed, weights

CALL = """Person 1: (Corven Mills)[MISSED_ORGANIZATION_NAME_SPEAKER], this is [PERSON_NAME_1]
(Green)[MISSED_PERSON_NAME_PARTIAL] speaking.
Person 2: we ordered paper and it is worse than (Staplers)[MISSED_ORGANIZATION_NAME].
Person 2: It's (M-K two one)[MISSED_EMAIL_PARTIAL] [EMAIL_1]"""


def test_the_example_of_the_paper_scores_as_it_says():
    """Equation 1: 2 + 3 + 1, with 3 for an address of mail; table 6 has 4 for it, so 2 + 3 + 2."""
    assert score(Marked("a", CALL), weighed()) == 7
    assert score(Marked("a", CALL), weighed({"EMAIL": 3})) == 6


def test_an_identifier_counts_once_in_whatever_spelling():
    four = "(Marc)[MISSED_PERSON_NAME_PARTIAL] " * 4
    assert score(Marked("a", four), weighed()) == 3
    spelled = "(Mark)[MISSED_PERSON_NAME_PARTIAL:m] (M-A-R-C)(MISSED_PERSON_NAME_PARTIAL:m)"
    assert score(Marked("a", spelled), weighed()) == 3
    both = "(Roe)[MISSED_PERSON_NAME_PARTIAL:r] (Ann Roe)[MISSED_PERSON_NAME:r]"
    assert [each.partial for each in missed(Marked("a", both))] == [False]
    assert score(Marked("a", both), weighed()) == 5


def test_every_tag_of_table_6_is_there():
    assert len(weights()) == 40
    assert {tag for tag, each in weights().items() if each["score"] == 0} == {"ORGANIZATION_NAME", "PRODUCT"}
    assert weights()["SSN"]["score"] == weights()["PERSON_NAME"]["score"] == 5


def test_contexts_have_the_figures_of_table_4():
    texts = [Marked(str(at), "(Roe)[MISSED_PERSON_NAME]" * (at == 0), "sales") for at in range(5)]
    texts.append(Marked("z", "nothing", "support"))
    contexts = evaluate(texts)["contexts"]
    assert list(contexts) == ["sales", "support", "all"]
    assert contexts["sales"] | {"p95": 0} == {
        "texts": 5, "mean": 1.0, "sigma": 2.0, "p95": 0, "highest": 5, "mean_plus_sigma": 3.0, "above": 0,
        "acceptable": True,
    }  # fmt: skip
    assert contexts["sales"]["p95"] == pytest.approx(4.0)
    assert contexts["all"]["texts"] == 6
    assert not evaluate([Marked("a", "(Ann Roe)[MISSED_PERSON_NAME]")])["contexts"]["all"]["acceptable"]


@pytest.mark.parametrize("text", ["(Roe)[MISSED_KING]", "Roe [MISSED_PERSON_NAME]"])
def test_what_is_no_mark_is_refused_and_not_quoted(text):
    with pytest.raises(InputError) as refused:
        missed(Marked("a", text))
    assert "Roe" not in str(refused.value)


def test_the_command_takes_the_weights_of_a_policy(tmp_path):
    path, out, policy = tmp_path / "marks.jsonl", tmp_path / "risk.json", tmp_path / "own.toml"
    path.write_text(json.dumps({"id": "a", "text": CALL, "context": "sales"}), "utf8")
    policy.write_text(
        'format = 1\n[risk]\nEMAIL = 3\n[[rule]]\ncategory = "PERSON"\nlabel = "person {A}"\n', "utf8"
    )
    asked = ["risk", "--marks", str(path), "--json", str(out)]
    assert CliRunner().invoke(commands.app, asked).exit_code == 0
    assert json.loads(out.read_text("utf8"))["contexts"]["sales"]["highest"] == 7
    result = CliRunner().invoke(commands.app, [*asked, "--policy", str(policy)])
    assert result.exit_code == 0, result.output
    assert json.loads(out.read_text("utf8"))["contexts"]["sales"]["highest"] == 6
    assert "Green" not in result.output
