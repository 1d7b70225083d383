"""A case over several runs, and the way back: `run`, then `restore`."""

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from builders import for_arbitration
from lexveil.cli import app
from lexveil.store import keys, open_vault

ROOT = Path(__file__).parent.parent
FIRST = (
    "Ms Ann Torvund QC appeared. Mr Ivo Lundgren testified. Lundgren had a bag. Mrs Pia Quellmark saw him.\n"
)
SECOND = "Mrs Quellmark testified again. Mr Olaf Karlmark saw Ivo Lundgren, he said.\n"


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setenv("LEXVEIL_VAULT", str(tmp_path / "cases.vault"))
    monkeypatch.setenv("LEXVEIL_VAULT_KEY", "07" * 32)

    def call(*arguments):
        return CliRunner().invoke(app, for_arbitration(arguments))

    return call


def test_a_document_added_later_gets_the_same_pseudonyms(run, tmp_path):
    twins = []
    for number, text in enumerate((FIRST, SECOND, FIRST)):
        (tmp_path / f"{number}.txt").write_text(text, "utf8")
        result = run("run", tmp_path / f"{number}.txt", "--case", "K", "--out", tmp_path / "out")
        assert result.exit_code == 0, result.output
        twins.append((tmp_path / "out" / f"{number}.txt").read_text("utf8"))
    assert twins[1] == "WITNESS_2 testified again. WITNESS_3 saw WITNESS_1, he said.\n"
    assert twins[2] == twins[0]
    with open_vault(tmp_path / "cases.vault", keys.random_key("07" * 32)) as vault:
        assert [each.pseudonym for each in vault.known("K")] == ["WITNESS_1", "WITNESS_2", "WITNESS_3"]


@pytest.mark.parametrize(
    "name",
    ["examples/award.html", "examples/judgment.txt", "tests/golden/xml/decision-finlex.xml",
     "tests/golden/docx/tracked.docx", "tests/golden/odt/canary.odt", "tests/golden/odt/canary.fodt"],
)  # fmt: skip
def test_restoring_undoes_a_run_byte_for_byte(run, tmp_path, name):
    source = tmp_path / Path(name).name
    shutil.copy(ROOT / name, source)
    assert run("run", source, "--policy", "strict", "--out", tmp_path / "out").exit_code in (0, 4)
    assert (tmp_path / "out" / source.name).read_bytes() != source.read_bytes()
    assert run("restore", tmp_path / "out" / source.name, "--out", tmp_path / "back").exit_code == 0
    assert (tmp_path / "back" / source.name).read_bytes() == source.read_bytes()


def test_without_a_vault_nothing_is_kept(run, tmp_path):
    (tmp_path / "a.txt").write_text(FIRST, "utf8")
    assert run("run", tmp_path / "a.txt", "--no-vault", "--out", tmp_path / "out").exit_code == 0
    assert not (tmp_path / "cases.vault").exists()


def test_a_run_that_fails_leaves_the_vault_as_it_was(run, tmp_path, monkeypatch):
    (tmp_path / "a.txt").write_text(FIRST, "utf8")
    assert run("run", tmp_path / "a.txt", "--case", "K", "--out", tmp_path / "out").exit_code == 0
    before = (tmp_path / "cases.vault").read_bytes()
    (tmp_path / "b.txt").write_text(SECOND, "utf8")
    (tmp_path / "file").write_text("in the way")
    assert run("run", tmp_path / "b.txt", "--case", "K", "--out", tmp_path / "file").exit_code == 1
    assert (tmp_path / "cases.vault").read_bytes() == before
