"""What a gesture costs is fixed, and titles cost nothing."""

import json
from pathlib import Path

import pytest

from lexveil.review import Command, State
from lexveil.review.gestures import BEFORE, NOW, main, measured, spent, without_titles
from review.worlds import World, world


@pytest.fixture
def review() -> World:
    return world()


def cost(review: World, *commands: Command) -> tuple[int, int]:
    return spent(review.editor, review.base, commands, NOW), spent(
        review.editor, review.base, commands, BEFORE
    )


def gold(review: World, *marked: tuple[str, str, int, str]) -> dict[str, object]:
    """Of words, role, which occurrence, and who."""
    mentions = [
        {"start": start, "end": end, "type": "PERSON", "role": role, "cluster": who}
        for words, role, number, who in marked
        for start, end in [review.at(words, number)]
    ]
    return {"text": review.document.text, "mentions": mentions}


def test_each_command_has_its_price(review: World) -> None:
    torvund, second = review.at("Ann Torvund"), review.at("Torvund", 1)
    assert cost(review, Command("role", entity="e1", role="JUDGE")) == (1, 1)
    assert cost(review, Command("reject", entity="e1")) == (1, 1)
    assert cost(review, Command("reject", entity="e1", mentions=(torvund, second))) == (2, 2)
    assert cost(review, Command("merge", entities=("e1", "e3"))) == (1, 1)
    assert cost(review, Command("rename", entity="e1", pseudonym="W")) == (2, 2)
    place = review.at("Osterholm", 1)
    assert cost(review, Command("add", mentions=(place,), category="PERSON")) == (3, 3)


def test_a_mention_is_given_to_somebody_else_in_one_gesture(review: World) -> None:
    """Before, it was split off in a dialog and then merged, or taken over in the dialog of a new name."""
    one = (review.at("Torvund", 1),)
    assert cost(review, Command("add", entity="e3", mentions=one, category="PERSON")) == (1, 3)
    assert NOW["move"] < BEFORE["move"]


def test_titles_are_free(review: World) -> None:
    start, end = review.at("Mr Lindqvae")
    told = {"text": review.document.text, "mentions": [{"start": start, "end": end, "type": "PERSON"}]}
    (mention,) = without_titles(told, review.base, language="en")["mentions"]
    assert (mention["start"], mention["end"]) == review.at("Lindqvae", 2)
    start, end = review.at("said that Finchley")
    told["mentions"] = [{"start": start, "end": end, "type": "PERSON"}]
    (mention,) = without_titles(told, review.base, language="en")["mentions"]
    assert (mention["start"], mention["end"]) == (start, end)


def test_from_nothing_every_name_is_marked(review: World) -> None:
    told = gold(review, ("Ann Torvund", "WITNESS", 0, "a"), ("Bo Lindqvae", "WITNESS", 0, "b"))
    found = measured(review.editor, review.base, told)
    assert found.nothing == 6
    assert found.now <= found.before
    empty = State(0, {}, {})
    assert spent(review.editor, empty, (), NOW) == 0


def test_the_command_prints_the_three_sums(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "Mr Ivo Lundgren, witness, was heard. Lundgren came late."
    mentions = [
        {"start": at, "end": at + len(words), "type": "PERSON", "role": "WITNESS", "cluster": "a"}
        for words, at in (("Ivo Lundgren", 3), ("Lundgren", text.rindex("Lundgren")))
    ]
    path = tmp_path / "gold.jsonl"
    path.write_text(json.dumps({"text": text, "mentions": mentions}) + "\n")
    assert main([str(path)]) == 0
    told = capsys.readouterr().out
    assert "1: 0 now, 0 before, 3 from nothing" in told
    assert "all: 0 now" in told
    assert main([str(tmp_path / "none.jsonl")]) == 1
