"""What a gesture costs is fixed, and titles cost nothing."""

import json
from pathlib import Path
from typing import Any

import pytest

from lexveil.review import Command, State
from lexveil.review.effort import actions
from lexveil.review.gestures import BEFORE, NOW, main, measured, spent, steps, without_titles
from review.worlds import World, world


@pytest.fixture
def review() -> World:
    return world()


def cost(review: World, *commands: Command) -> tuple[int, int]:
    """Now, and before."""
    found, text = steps(review.editor, review.base, commands), review.document.text
    return spent(text, found, NOW), spent(text, found, BEFORE)


def gold(review: World, *marked: tuple[str, str, int, str]) -> dict[str, object]:
    """Of words, role, which occurrence, and who."""
    mentions = [
        {"start": start, "end": end, "type": "PERSON", "role": role, "cluster": who}
        for words, role, number, who in marked
        for start, end in [review.at(words, number)]
    ]
    return {"text": review.document.text, "mentions": mentions}


def test_one_command_has_its_price(review: World) -> None:
    assert cost(review, Command("role", entity="e1", role="JUDGE")) == (1, 1)
    assert cost(review, Command("role", entity="e1", role="RELATIVE")) == (1, 2)
    assert cost(review, Command("role", entity="e1", role="CLERK")) == (2, 2)
    assert cost(review, Command("reject", entity="e1")) == (1, 1)
    assert cost(review, Command("merge", entities=("e1", "e3", "e8"))) == (2, 2)
    assert cost(review, Command("rename", entity="e1", pseudonym="W")) == (2, 2)
    assert cost(review, Command("category", entity="e1", category="ORG")) == (2, 2)


def test_several_that_were_picked_are_decided_on_in_one(review: World) -> None:
    places = review.at("Ann Torvund"), review.at("Torvund", 1)
    assert cost(review, Command("reject", entity="e1", mentions=places)) == (1, 2)
    assert cost(review, Command("reject", entity="e1"), Command("reject", entity="e3")) == (1, 2)
    assert cost(review, Command("reject", entity="e1"), Command("keep", entity="e3")) == (2, 2)
    same = [Command("role", entity=each, role="JUDGE") for each in ("e1", "e3", "e9")]
    assert cost(review, *same) == (1, 3)
    other = Command("role", entity="e10", role="PARTY")
    assert cost(review, *same[:2], other, same[2]) == (3, 4)


def test_a_mention_is_given_away_in_one_gesture(review: World) -> None:
    """Before, it was split off in a dialog and then merged."""
    first, second = review.at("Torvund", 1), review.at("Torvund", 2)
    assert cost(review, Command("add", entity="e3", mentions=(first,), category="PERSON")) == (1, 3)
    assert cost(review, Command("add", entity="e3", mentions=(first, second), category="PERSON")) == (1, 4)
    assert cost(review, Command("move", entity="e1", entities=("e3",), mentions=(first,))) == (1, 3)
    new = Command("add", mentions=(first,), category="PERSON", role="WITNESS")
    assert cost(review, new) == (1, 2)
    assert cost(review, Command("add", mentions=(first,), category="PERSON", role="JUDGE")) == (1, 3)
    assert cost(review, Command("add", mentions=(first,), category="PERSON", role="CLERK")) == (3, 3)
    of_two = Command("add", mentions=(first, review.at("Lindqvae", 1)), category="PERSON", role="JUDGE")
    assert cost(review, of_two) == (1, 6)


def test_words_that_nobody_has_are_selected_and_marked(review: World) -> None:
    place = (review.at("Osterholm", 1),)
    assert cost(review, Command("add", mentions=place, category="PERSON", role="UNKNOWN")) == (2, 3)
    assert cost(review, Command("add", mentions=place, category="PERSON", role="PARTY")) == (2, 4)
    assert cost(review, Command("add", mentions=place, category="PERSON", role="OFFICIAL")) == (4, 4)
    assert cost(review, Command("add", mentions=place, category="ADDRESS")) == (4, 4)
    assert cost(review, Command("add", mentions=place, entity="e10")) == (2, 4)


def test_the_same_words_are_cut_off_in_two(review: World) -> None:
    def cut(words: str, to: str, entity: str) -> Command:
        start, end = review.at(words)
        new = start + words.index(to)
        return Command("span", entity=entity, mention=(start, end), to=(new, new + len(to)))

    assert cost(review, cut("Ann Torvund", "Torvund", "e1")) == (1, 1)
    different = cut("Ann Torvund", "Torvund", "e1"), cut("Bo Lindqvae", "Lindqvae", "e3")
    assert cost(review, *different) == (2, 2)
    longer = [
        Command("span", entity="e3", mention=review.at("Lindqvae", 2), to=review.at("Mr Lindqvae")),
        Command("span", entity="e10", mention=review.at("Dag Osterholm"), to=review.at("Osterholm")),
        Command("span", entity="e8", mention=review.at("Carla Finchley"), to=review.at("Finchley")),
    ]
    assert cost(review, *longer) == (3, 3)


def test_titles_are_free(review: World) -> None:
    start, end = review.at("Mr Lindqvae")
    told: dict[str, Any] = {
        "text": review.document.text,
        "mentions": [{"start": start, "end": end, "type": "PERSON"}],
    }
    (mention,) = without_titles(told, review.base, language="en")["mentions"]
    assert (mention["start"], mention["end"]) == review.at("Lindqvae", 2)
    start, end = review.at("said that Finchley")
    told["mentions"] = [{"start": start, "end": end, "type": "PERSON"}]
    (mention,) = without_titles(told, review.base, language="en")["mentions"]
    assert (mention["start"], mention["end"]) == (start, end)


def test_gold_tells_dates_of_birth_from_others() -> None:
    """A policy asks which rule found a date; gold says it with `mark`."""
    place = world("court-eu")
    start, end = place.at("4 May 2021")
    wanted = {"start": start, "end": end, "type": "DATETIME", "mark": "BIRTH"}
    base = State(0, {}, {})
    (done,) = actions(place.editor, base, {"text": place.document.text, "mentions": [wanted]})
    assert (done.kind, done.category) == ("add", "DATE")
    other = {**wanted, "mark": "DATE"}
    assert actions(place.editor, base, {"text": place.document.text, "mentions": [other]}) == []


def test_from_nothing_every_name_is_marked(review: World) -> None:
    told = gold(review, ("Ann Torvund", "WITNESS", 0, "a"), ("Bo Lindqvae", "WITNESS", 0, "b"))
    found = measured(review.editor, review.base, told)
    assert found.nothing == 4
    assert found.now < found.before
    assert found.ways > 0


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
    assert "1: 0 now, 0 before, 2 from nothing" in told
    assert "all: 0 now" in told
    assert main([str(tmp_path / "none.jsonl")]) == 1
