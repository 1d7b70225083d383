import json

import pytest
from typer.testing import CliRunner

from lexveil.errors import InputError
from lexveil.evaluate import commands
from lexveil.evaluate import gold as golds
from lexveil.evaluate.align import align

BEFORE = "Mr Ivo Lundgren lives at Krookgatan 3. Ann Roe, his wife, met Bo Day. Lundgren left with Roe."
AFTER = "Person A lives at [address 1]. Person B, his wife, met person C. Person A left with person B."


def marked(gold):
    return [(gold.text[each.start : each.end], each.cluster) for each in gold.mentions]


def test_what_was_replaced_is_a_mention_and_equal_pseudonyms_are_one_group():
    assert marked(align("a", BEFORE, AFTER)) == [
        ("Ivo Lundgren", "person a"),
        ("Krookgatan 3", "address 1"),
        ("Ann Roe", "person b"),
        ("Bo Day", "person c"),
        ("Lundgren", "person a"),
        ("Roe", "person b"),
    ]


def test_nothing_replaced_nothing_marked_and_no_pair_is_refused():
    assert align("a", BEFORE, BEFORE).mentions == ()
    with pytest.raises(InputError) as refused:
        align("a", BEFORE, "Something else was said on another day by nobody in particular whom we know.")
    assert "Lundgren" not in str(refused.value)


def test_long_texts_are_aligned_by_words_that_stand_once():
    text = " ".join(f"Clause number{at} binds Ivo Roe and word{at % 7} so." for at in range(4000))
    gold = align("a", text, text.replace("Ivo Roe", "WITNESS_1"))
    assert len(gold.mentions) == 4000
    assert len({each.cluster for each in gold.mentions}) == 1


def test_the_command_reads_files_of_any_format_and_writes_gold(tmp_path):
    before, after, out = tmp_path / "before.txt", tmp_path / "after.html", tmp_path / "gold.jsonl"
    before.write_text(BEFORE, "utf8")
    after.write_text(f"<html><body><p>{AFTER}</p></body></html>", "utf8")
    result = CliRunner().invoke(
        commands.app, ["align", "--original", str(before), "--published", str(after), "--out", str(out)]
    )
    assert result.exit_code == 0, result.output
    (gold,) = golds.read(out)
    assert len(gold.mentions) == 6
    assert "Lundgren" not in result.output
    assert json.loads(out.read_text("utf8"))["mentions"][0]["cluster"]
    refused = CliRunner().invoke(commands.app, ["align", "--original", str(before), "--original", str(before),
                                                "--published", str(after), "--out", str(out)])  # fmt: skip
    assert isinstance(refused.exception, InputError)
