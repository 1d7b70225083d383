"""What lies with the published file tells nothing: no dictionary, no hash or length of the original."""

import hashlib
import json
import stat
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import lexveil
from lexveil.cli import app

NAMES = ("Dagny Welhaven", "Torgrim Prohaska", "Ada Oxx")


def text(name: str) -> str:
    return f"AWARD\n\nWe heard Ms {name}, witness. Ms {name.split()[1]} left in March.\n"


def run(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


def report(folder: Path, name: str) -> tuple[str, bytes]:
    """The report on the same text with another name in it, and what was published."""
    folder.mkdir()
    path, out = folder / "award.txt", folder / "out"
    path.write_text(text(name), "utf8")
    lexveil.pseudonymize(path, policy="arbitration", out=out)
    return (out / "award.report.json").read_text("utf8"), (out / "award.txt").read_bytes()


def test_reports_on_texts_that_differ_in_the_name_do_not_differ(tmp_path: Path) -> None:
    made = [report(tmp_path / str(number), name) for number, name in enumerate(NAMES)]
    assert len({output for _, output in made}) == 1
    found = []
    for told, _ in made:
        data = json.loads(told)
        data["document"].pop("id")  # opaque
        for each in (*data["uncertain"], *data["risk"]["people"]):
            each.pop("document")
        found.append(data)
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("how", ["md5", "sha1", "sha256", "sha512"])
def test_no_hash_of_the_original_is_in_the_folder_to_be_published(how: str, tmp_path: Path) -> None:
    report(tmp_path / "a", NAMES[0])
    whole = text(NAMES[0]).encode()
    digest = hashlib.new(how, whole).hexdigest()[:12]
    for path in (tmp_path / "a" / "out").iterdir():
        assert digest not in path.read_text("utf8")
        assert f": {len(whole)}," not in path.read_text("utf8")


def test_with_a_vault_the_id_of_a_document_is_the_same_over_time_and_keyed(tmp_path: Path) -> None:
    path = tmp_path / "award.txt"
    path.write_text(text(NAMES[0]), "utf8")
    found = []
    for vault in ("one", "one", "two"):
        run("vault", "new-key", tmp_path / f"{vault}.key")
        options = ("--vault", tmp_path / vault, "--vault-key", tmp_path / f"{vault}.key")
        made = run("run", path, "--out", tmp_path / "out", "--policy", "research", *options)
        assert made.exit_code == 0, made.output
        told = json.loads((tmp_path / "out" / "award.report.json").read_text("utf8"))
        found.append((told["document"]["id"], (tmp_path / "out" / "award.txt").read_bytes()))
    assert found[0] == found[1]
    assert found[0][0] != found[2][0]


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_dictionary_lies_in_a_folder_of_its_own_for_its_owner_alone(tmp_path: Path) -> None:
    report(tmp_path / "a", NAMES[0])
    folder = tmp_path / "a" / "out-dictionary"
    assert (mode(folder), mode(folder / "award.lexveil.json")) == (0o700, 0o600)
    assert not list((tmp_path / "a" / "out").glob("*.lexveil.json"))


def test_the_folder_of_the_dictionary_where_the_output_is_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "award.txt").write_text(text(NAMES[0]), "utf8")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    assert run("run", "../in/award.txt", "--out", ".").exit_code == 0
    assert (tmp_path / "here-dictionary" / "award.lexveil.json").exists()
    assert {each.name for each in Path().iterdir()} == {"award.txt", "award.report.html", "award.report.json"}


@pytest.fixture
def award(tmp_path: Path) -> Path:
    path = tmp_path / "award.txt"
    path.write_text(text(NAMES[0]), "utf8")
    return path


def test_the_dictionary_goes_where_it_is_wanted(award: Path, tmp_path: Path) -> None:
    wanted = tmp_path / "safe" / "names.json"
    assert run("run", award, "--out", tmp_path / "out", "--write-dictionary", wanted).exit_code == 0
    assert (mode(wanted), mode(wanted.parent)) == (0o600, 0o700)
    assert not (tmp_path / "out-dictionary").exists()
    assert run("check", tmp_path / "out" / "award.txt", "--dictionary", wanted).exit_code == 0


def test_the_dictionaries_of_several_documents_go_into_one_folder(award: Path, tmp_path: Path) -> None:
    other = tmp_path / "order.txt"
    other.write_text(text(NAMES[1]), "utf8")
    safe = tmp_path / "safe"
    made = run("run", award, other, "--out", tmp_path / "out", "--write-dictionary", safe)
    assert made.exit_code == 0, made.output
    assert {each.name for each in safe.iterdir()} == {"award.lexveil.json", "order.lexveil.json"}


@pytest.mark.parametrize("file", ["out/names.json", "out/deep/names.json", "out"])
def test_a_dictionary_in_the_folder_of_the_output_is_refused(file: str, award: Path, tmp_path: Path) -> None:
    made = run("run", award, "--out", tmp_path / "out", "--write-dictionary", tmp_path / file)
    assert made.exit_code == 1
    assert "--write-dictionary" in made.output
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("stem", ["Welhaven", "statement_welhaven", "WELHAVEN v State", "dagny-welhaven-1"])
@pytest.mark.parametrize("suffix", [".txt", ".html", ".jsonl"])
def test_no_written_file_is_called_after_somebody_hidden(stem: str, suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"{stem}{suffix}"
    said = json.dumps({"text": text(NAMES[0])}) if suffix == ".jsonl" else text(NAMES[0])
    path.write_text(said, "utf8")
    made = run("run", path, "--out", tmp_path / "out", "--policy", "arbitration")
    assert made.exit_code == 0, made.output
    written = {each.name for folder in ("out", "out-dictionary") for each in (tmp_path / folder).iterdir()}
    assert {f"document-1{suffix}", "document-1.lexveil.json"} <= written
    assert all(each.startswith("document-1.") for each in written)
