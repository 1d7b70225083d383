"""A policy that decides the same has the same fingerprint, and no other has."""

import subprocess
import sys

import pytest

from lexveil import config
from lexveil.policy import fingerprint, parse

HEAD = 'format = 1\ndescription = "One"\n'
RULE = '[[rule]]\ncategory = ["PERSON", "ORG"]\nlabel = "P{n}"\n'
LISTS = '[keep]\nnames = ["Torvund", "Quellmark"]\n[replace]\nnames = ["Norma"]\n'
MINE = HEAD + RULE + LISTS


def mark(text: str, name: str = "mine") -> str:
    return fingerprint(parse(text, name=name))


@pytest.mark.parametrize(
    "same",
    [
        "# a comment\n" + MINE,
        MINE.replace("One", "Other words"),
        "approval = true\n" + MINE,
        'titles = "drop"\n' + MINE,
        MINE.replace('"Torvund", "Quellmark"', '"Quellmark", "Torvund"'),
        MINE.replace('["PERSON", "ORG"]', '["ORG", "PERSON"]'),
    ],
)
def test_what_decides_the_same_is_the_same(same: str) -> None:
    assert mark(same) == mark(MINE)


LONG = "(?:" + "|".join(f"Harbour{number}" for number in range(60)) + ")"


@pytest.mark.parametrize(
    "other",
    [
        MINE.replace("P{n}", "Q{n}"),
        'titles = "keep"\n' + MINE,
        'language = "fi"\n' + MINE,
        MINE.replace('"Norma"', '"Norma", "Nils"'),
        MINE.replace('"Torvund", ', ""),
        MINE + f"patterns = ['{LONG}']\n",
        MINE.replace("label", "certainty = 1\nlabel"),
        MINE.replace(RULE, RULE + '[[rule]]\ncategory = "DATE"\nstyle = "shift"\n'),
    ],
)
def test_what_decides_otherwise_is_another(other: str) -> None:
    assert mark(other) != mark(MINE)


def test_the_end_of_a_long_pattern_counts() -> None:
    one, other = (MINE + f"patterns = ['{LONG}{end}']\n" for end in ("a", "b"))
    assert mark(one) != mark(other)


def test_the_name_counts() -> None:
    assert mark(MINE, "mine") != mark(MINE, "yours")


def test_presets_differ() -> None:
    marks = [fingerprint(each) for each in config.presets().values()]
    assert len(set(marks)) == len(marks)


def test_it_is_the_same_in_another_process() -> None:
    code = "from lexveil import config, policy; print(policy.fingerprint(config.policy('strict')))"
    told = [
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True, text=True, check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    ]  # fmt: skip
    assert told == [fingerprint(config.policy("strict"))] * 2
