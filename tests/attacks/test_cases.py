"""Every attack on the text that `cases.toml` lists ends as it says there."""

import json
import re
import tomllib
from pathlib import Path

import pytest

import lexveil
from lexveil import config
from lexveil.errors import LeakError
from lexveil.policy import parse
from lexveil.text.search import plain

TABLE = tomllib.loads((Path(__file__).parent / "cases.toml").read_text("utf8"))
NAMES = {
    "usual": ["welhaven", "dagny", "prohaska", "tomas"],
    "words": ["ruth", "william"],
    "short": [],
    "none": [],
}
CASES = [
    pytest.param(group, text, id=f"{group['kind']}-{number}")
    for group in TABLE["group"]
    for number, text in enumerate(group["texts"], 1)
]


def run(group, text, folder):
    opening = TABLE["openings"].get(group.get("people", "usual"), "")
    path = folder / "note.txt"
    path.write_text(f"{opening}\n\n{text}\n", "utf8")
    own = f"{group.get('policy', '')}\ntitles ="
    policy = parse(config.policy_text("court-eu").replace("titles =", own, 1), name="mine")
    result = lexveil.pseudonymize(path, policy=policy, out=folder / "out")
    return result, (folder / "out" / "note.txt").read_text("utf8")


def letters(text):
    """The letters and digits alone, forwards and backwards: a name is read however it is set."""
    bare = re.sub(r"[\W_]", "", plain(text))
    return f"{bare} {bare[::-1]}"


@pytest.mark.parametrize(("group", "text"), CASES)
def test_an_attack_ends_as_listed(group, text, tmp_path):
    if group["outcome"] == "stopped":
        with pytest.raises(LeakError):
            run(group, text, tmp_path)
        assert not (tmp_path / "out").exists()
        return
    result, written = run(group, text, tmp_path)
    assert all(shown in written for shown in group.get("shows", ()) if shown in text)
    report = json.loads((tmp_path / "out" / "note.report.json").read_text("utf8"))
    assert bool(report["needs_review"]) == (group["outcome"] == "listed") == result.needs_review
    assert (report["risk"]["verdict"] != "acceptable") or group["outcome"] != "listed"
    if group["outcome"] == "replaced":
        names = group.get("names", NAMES.get(group.get("people", "usual"), []))
        assert [name for name in names if name in letters(written)] == []


def test_short_names_in_small_letters_go(tmp_path):
    for group in TABLE["group"]:
        if group.get("people") == "short":
            for number, text in enumerate(group["texts"]):
                folder = tmp_path / str(number)
                folder.mkdir()
                _, written = run(group, text, folder)
                assert not re.search(r"\b(?:ng|roe|lee|kim)\b", written, re.IGNORECASE), text


def test_there_are_many():
    assert len(CASES) >= 80
