"""The letters of Mina et al. 2024, each on a message that has it."""

import json

import pytest
from typer.testing import CliRunner

from lexveil import config
from lexveil.cli import app
from lexveil.evaluate.gold import Gold, Mention, read
from lexveil.evaluate.typology import evaluate, letter
from lexveil.model import Entity, Replacement, Span
from lexveil.pipeline import Result

TEXT = "Ann Roe of Oslo"
NAME, TOWN = Mention(0, 7, "PERSON"), Mention(11, 15, "LOC", masked=False)


def gold(*mentions, name="1", case=""):
    return Gold(name, TEXT, mentions, case=case)


def result(*hidden):
    """Hidden are ranges, each with the category that it was taken for."""
    made = [Entity(f"e{at}", kind, "", 1, (Span(a, b, kind),)) for at, (a, b, kind) in enumerate(hidden)]
    written = tuple(Replacement(a, b, "X", f"e{at}") for at, (a, b, _) in enumerate(hidden))
    return Result(gold().document, config.policy("court-eu"), (), tuple(made), (), written)


@pytest.mark.parametrize(
    ("mentions", "hidden", "wanted"),
    [
        ([NAME, TOWN], [(0, 7, "PERSON")], "D"),
        ([NAME, TOWN], [(0, 7, "ORG")], "C"),
        ([NAME, TOWN], [(0, 3, "PERSON")], "B"),
        ([NAME, TOWN], [], "B"),
        ([NAME], [(0, 7, "PERSON"), (11, 15, "LOC")], "A"),
        ([NAME], [(0, 3, "PERSON"), (11, 15, "LOC")], "B"),  # the graver
        ([TOWN], [(11, 15, "LOC")], "E"),
        ([TOWN], [], "F"),
        ([], [(0, 3, "PERSON")], "A"),
    ],
)
def test_a_message_has_the_gravest_letter(mentions, hidden, wanted):
    assert letter(gold(*mentions), result(*hidden)) == wanted


def test_a_conversation_has_the_gravest_letter_of_its_messages():
    named = (gold(NAME, name=name, case=case) for name, case in (("1", "a"), ("2", "a"), ("3", "b")))
    documents = [*named, gold(name="4")]
    right, nothing = result((0, 7, "PERSON")), result()
    found = {"1": right, "2": nothing, "3": right, "4": nothing}
    report = evaluate(documents, lambda group: [found[each.id] for each in group])
    assert report["messages"]["letters"] == {"A": 0, "B": 1, "C": 0, "D": 2, "E": 0, "F": 1}
    assert report["conversations"]["letters"] == {"A": 0, "B": 1, "C": 0, "D": 1, "E": 0, "F": 1}
    # Of messages 2 are found and 1 is missed: F2 = 5 * 2 / (5 * 2 + 4 * 1).
    assert report["messages"]["recall"] == 2 / 3
    assert report["messages"]["f2"] == 10 / 14
    assert report["conversations"]["recall"] == 1 / 2


def test_the_command_groups_by_a_field(tmp_path):
    path, out = tmp_path / "gold.jsonl", tmp_path / "figures.json"
    lines = [
        {"id": "1", "text": "Me llamo Marisol Quintanar.", "language": "es", "chat": 7,
         "mentions": [{"start": 9, "end": 26, "type": "PERSON"}]},
        {"id": "2", "text": "Muchas gracias por todo.", "language": "es", "chat": 7, "mentions": []},
    ]  # fmt: skip
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf8")
    assert {each.case for each in read(path, case_by="chat")} == {"7"}
    asked = ["evaluate", "typology", "--gold", str(path), "--case-by", "chat", "--json", str(out)]
    assert CliRunner().invoke(app, asked).exit_code == 0
    report = json.loads(out.read_text("utf8"))
    assert report["messages"]["letters"] == {"A": 0, "B": 0, "C": 0, "D": 1, "E": 0, "F": 1}
    assert report["conversations"]["letters"]["D"] == 1
