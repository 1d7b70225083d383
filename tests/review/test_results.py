"""Statistics, gold, suggestions, and the scripted reviewer."""

import json
from datetime import timedelta
from pathlib import Path

import pytest

from lexveil import config, pipeline
from lexveil.errors import InputError
from lexveil.evaluate import gold as reading
from lexveil.model import Document, Entity, Span
from lexveil.review import Command, Editor, apply, effort, fold, proposal, undo
from lexveil.review.effort import actions
from lexveil.review.saved import gold_row
from lexveil.review.statistics import compare
from lexveil.review.suggest import same
from review.worlds import KEY, TIME, reviewed, world

PLACE = world("arbitration")
EXAMPLES = Path(__file__).parents[2] / "examples"


# Statistics --------------------------------------------------------------------------------------


def test_an_untouched_proposal_was_right():
    found = compare(PLACE.base, PLACE.base, [])
    assert (found["edits"], found["seconds"], found["f1"]) == (0, 0.0, 1.0)


def test_what_a_review_cost_and_how_good_the_proposal_was():
    commands = [
        Command("reject", entity="e3"),
        Command("add", mentions=(PLACE.at("Osterholm", 1),), entity="e10"),
        Command("accept", entity="e1"),
    ]
    state, edits = PLACE.base, []
    for minute, command in enumerate(commands):
        time = TIME + timedelta(minutes=minute)
        edits.append(PLACE.editor.edit(state, command, author="ada", time=time))
        state = apply(state, edits[-1])
    edits.append(undo(edits, "ada", number=4, time=TIME + timedelta(minutes=5)))
    found = compare(PLACE.base, fold(PLACE.base, edits), edits)
    assert found["kinds"] == {"accept": 1, "add": 1, "reject": 1, "undo": 1}
    assert (found["edits"], found["actions"], found["seconds"]) == (4, 2, 300.0)
    assert (found["proposed"], found["replaced"], found["right"]) == (9, 7, 6)
    assert found["precision"] == pytest.approx(6 / 9)
    assert found["recall"] == pytest.approx(6 / 7)
    assert (found["accepted"], found["rejected"]) == (0, 3)


# Gold --------------------------------------------------------------------------------------------


def test_gold_is_read_again_and_leaves_out_what_was_rejected(tmp_path):
    state = PLACE.do(
        Command("reject", entity="e3"), Command("keep", entity="e1", mentions=(PLACE.at("Torvund", 1),))
    )
    path = tmp_path / "gold.jsonl"
    path.write_text(json.dumps(gold_row(PLACE.document, state)) + "\n", "utf8")
    (found,) = reading.read(path)
    assert found.text == PLACE.document.text
    clusters = {mention.cluster for mention in found.mentions}
    assert clusters == state.entities.keys() - {"e3"}
    own = [
        (mention.masked, mention.role, mention.type) for mention in found.mentions if mention.cluster == "e1"
    ]
    assert own == [(True, "WITNESS", "PERSON"), (False, "WITNESS", "PERSON"), (True, "WITNESS", "PERSON")]
    assert {mention.type for mention in found.mentions if mention.cluster == "e5"} == {"CODE"}


# The same person elsewhere -----------------------------------------------------------------------


def other(*names: str, pseudonym: str = "WITNESS_9"):
    text = ". ".join(names)
    spans = tuple(Span(text.index(name), text.index(name) + len(name), "PERSON") for name in names)
    place = reviewed(Document("d2", text), [Entity("e1", "PERSON", "WITNESS", 1, spans)], "arbitration")
    state = place.do(Command("rename", entity="e1", pseudonym=pseudonym))
    return "second", place.document, state


@pytest.mark.parametrize(
    ("name", "entity", "why"),
    [
        ("Bo Lindqvae", "e3", "same-name"),
        ("B. Lindqvae", "e3", "same-name"),
        ("Bo Lindqvaes", "e3", "similar-name"),
        ("Mr Lindqvae", "e3", "same-name"),
        ("Osterholm", "e10", "same-name"),
    ],
)
def test_somebody_who_resembles_one_of_another_document(name, entity, why):
    (found,) = same((PLACE.document, PLACE.base), [other(name)])
    assert (found.entity, found.document, found.other, found.pseudonym, found.why) == (
        entity, "second", "e1", "WITNESS_9", why,
    )  # fmt: skip


def test_a_surname_of_several_is_a_question_for_each():
    found = same((PLACE.document, PLACE.base), [other("Torvund")])
    assert {(each.entity, each.why) for each in found} == {("e1", "family-name"), ("e9", "family-name")}


def test_no_suggestion_where_the_pseudonym_is_shared_already_or_the_name_is_another():
    assert same((PLACE.document, PLACE.base), [other("Bo Lindqvae", pseudonym="WITNESS_2")]) == []
    assert same((PLACE.document, PLACE.base), [other("Ida Quellmark")]) == []


# The scripted reviewer ---------------------------------------------------------------------------


def gold_of(place, state):
    return gold_row(place.document, state)


@pytest.mark.parametrize(
    "commands",
    [
        [],
        [Command("role", entity="e1", role="JUDGE")],
        [Command("role", entity="e8", role="WITNESS")],
        [Command("merge", entities=("e1", "e9"))],
        [Command("split", entity="e1", mentions=(PLACE.at("Torvund", 1),), role="WITNESS")],
        [Command("reject", entity="e3", mentions=(PLACE.at("Lindqvae", 1),))],
        [Command("add", mentions=(PLACE.at("Osterholm", 1),), entity="e10")],
        [Command("span", entity="e3", mention=PLACE.at("Lindqvae", 2), to=PLACE.at("Mr Lindqvae"))],
        [Command("merge", entities=("e1", "e9")), Command("role", entity="e3", role="PARTY")],
    ],
)
def test_the_way_back_to_a_reviewed_result_is_as_short_as_the_way_there(commands):
    reached = PLACE.do(*commands)
    assert len(actions(PLACE.editor, PLACE.base, gold_of(PLACE, reached))) == len(commands)


def test_gold_of_another_text_is_refused():
    with pytest.raises(InputError, match="another text"):
        actions(PLACE.editor, PLACE.base, {"text": "x", "mentions": []})


def test_the_example_award_takes_at_most_five_actions():
    policy = config.policy("arbitration")
    metadata = config.metadata(EXAMPLES / "award.metadata.json")
    document = pipeline.read(EXAMPLES / "award.html", metadata=metadata)
    base = proposal(pipeline.analyze(document, policy=policy, key=KEY))
    gold = json.loads((EXAMPLES / "award.gold.jsonl").read_text("utf8").splitlines()[0])
    editor = Editor(document, policy, key=KEY, language=document.language)
    assert len(actions(editor, base, gold)) <= 5


def test_effort_on_the_command_line_says_what_is_wrong(tmp_path, capsys):
    path = tmp_path / "a.txt"
    path.write_text("Mr Torvund came.", "utf8")
    assert effort.main([str(path), str(tmp_path / "none.jsonl")]) == 1
    assert "cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("language", "text", "name", "typed", "expected"),
    [
        ("fi", "Matti Virtanen tuli. Kuultiin Virtasen vaimoa.", "Matti Virtanen", "Osakas Lahtinen",
         "Osakas Lahtinen tuli. Kuultiin Osakas Lahtisen vaimoa."),
        ("da", "Peter Quellmark kom. Quellmarks bil er væk.", "Peter Quellmark", "Skipper Ravn",
         "Skipper Ravn kom. Skipper Ravns bil er væk."),
    ],
)  # fmt: skip
def test_a_pseudonym_that_a_reviewer_types_is_inflected_too(language, text, name, typed, expected):
    document = Document("d", text, language)
    second = text.index(name.split()[1][:4], len(name))
    end = next(at for at in range(second, len(text)) if not text[at].isalpha())
    spans = (Span(0, len(name), "PERSON"), Span(second, end, "PERSON"))
    place = reviewed(document, [Entity("e1", "PERSON", "WITNESS", 1, spans)], "strict")
    state = place.do(Command("rename", entity="e1", pseudonym=typed))
    decisions, entities = tuple(state.decisions.values()), tuple(state.entities.values())
    made = pipeline.rendered(document, entities, decisions, place.editor.policy, key=KEY)
    assert made.text == expected
