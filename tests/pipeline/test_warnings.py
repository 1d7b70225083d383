"""A result that was guessed never passes for an acceptable one."""

import json
import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

import lexveil
from lexveil.cli import app
from lexveil.errors import CoverageError
from lexveil.policy import parse

SYLLABLES = "kor pi saa ri van ta lin de mar go sel tor vik hal man der ros ten bru ka nel mo zu dri".split()
OPENING = (
    "Dagny Welhaven, claimant, sued Tomas Prohaska, defendant. Ms Welhaven gave evidence that Mr Prohaska "
    "owed her money. Mr Prohaska denied it, and said that Ms Welhaven had never asked him."
)


def invented(count: int) -> list[str]:
    """Words that no language and no list of names has."""
    chance = random.Random(5)
    return ["".join(chance.choices(SYLLABLES, k=4)).capitalize() for _ in range(count)]


W = invented(240)
STRANGE = {
    "words": " ".join(W),
    "sentences": " ".join(f"{a} {b} {c}." for a, b, c in zip(W[::3], W[1::3], W[2::3], strict=True)),
    "lines": "\n".join(W),
    "a list": ", ".join(W),
    "in English sentences": " ".join(
        f"The {a} of {b} went home." for a, b in zip(W[:40], W[40:80], strict=True)
    ),
    "few, in English sentences": " ".join(f"{a} met {b} there." for a, b in zip(W[:6], W[6:12], strict=True)),
    "in German sentences": " ".join(
        f"Der {a} von {b} klagte." for a, b in zip(W[:40], W[40:80], strict=True)
    ),
    "in capitals": " ".join(W).upper(),
    "in small letters": " ".join(W).lower(),
}
UNREAD = {
    "Latin": "Iudex invenit actorem Marcum Tullium et ream Liviam contractum fecisse.",
    "without vowels": "Thclmnt Hp Wntrbrn sd th dfndnt Rt Fshwck bcs h wd hr mny.",
    "a name in Chinese": f"{OPENING} The witness was called \u738b\u5c0f\u660e.",
    "a name in Russian": f"{OPENING} \u0411\u0443\u043b\u0430\u0442\u043e\u0432\u0438\u0447 was there.",
    "a name in Arabic": f"{OPENING} He signed as \u0642\u0645\u0631\u0627\u0646.",
}
PLAIN = {
    "the opening": OPENING,
    "a Greek letter": f"{OPENING} The angle was \u03b1, the wave 5 \u03bcm long, the sum \u03a3.",
    "letters that look alike": f"{OPENING} W\u0435lhav\u0435n came.",
}


def codes(text: str, folder: Path, policy: str = "court-eu") -> tuple[list[str], lexveil.Result]:
    path = folder / "note.txt"
    path.write_text(text, "utf8")
    result = lexveil.pseudonymize(path, policy=policy, out=folder / "out")
    return [note.code for note in result.document.notes], result


@pytest.mark.parametrize("case", STRANGE)
def test_words_that_nobody_knows_are_warned_of(case: str, tmp_path: Path) -> None:
    notes, result = codes(STRANGE[case], tmp_path)
    assert result.needs_review
    assert {"note.strange-names", "note.language-unknown"}.intersection(notes)
    report = json.loads((tmp_path / "out" / "note.report.json").read_text("utf8"))
    assert report["risk"]["verdict"] in ("open", "review")


@pytest.mark.parametrize("case", UNREAD)
def test_a_language_or_letters_that_no_model_reads_are_warned_of(case: str, tmp_path: Path) -> None:
    notes, result = codes(UNREAD[case], tmp_path)
    assert "note.language-unknown" in notes
    assert result.needs_review


@pytest.mark.parametrize("case", PLAIN)
def test_nobody_is_bothered_by_what_is_known(case: str, tmp_path: Path) -> None:
    notes, result = codes(PLAIN[case], tmp_path)
    assert not {"note.strange-names", "note.language-unknown"}.intersection(notes)
    assert not result.needs_review


@pytest.mark.parametrize("name", ["judgment.txt", "urteil-de.txt", "tuomio-fi.txt", "dom-nn.txt"])
def test_the_examples_are_read_as_known(name: str) -> None:
    result = lexveil.pseudonymize(Path(__file__).parents[2] / "examples" / name)
    assert result.document.notes == ()


def test_the_command_says_it_and_the_exit_code_tells(tmp_path: Path) -> None:
    path = tmp_path / "note.txt"
    path.write_text(STRANGE["sentences"], "utf8")
    done = CliRunner().invoke(app, ["run", str(path), "--out", str(tmp_path / "out")])
    assert done.exit_code == 4
    assert "neither ordinary words nor names" in " ".join(done.output.split())


def test_a_policy_may_stop_there(tmp_path: Path) -> None:
    path = tmp_path / "note.txt"
    path.write_text(STRANGE["sentences"], "utf8")
    stops = parse(
        'format = 1\nwarnings = "stop"\n[[rule]]\ncategory = "PERSON"\nlabel = "person {A}"\n', name="mine"
    )
    with pytest.raises(CoverageError):
        lexveil.pseudonymize(path, policy=stops, out=tmp_path / "out")
    assert not (tmp_path / "out").exists()
