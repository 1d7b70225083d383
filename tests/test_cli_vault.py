"""`lexveil vault` and `lexveil restore` as a user meets them."""

import csv
import io
import stat

import pytest
import typer
from typer.testing import CliRunner

from builders import for_arbitration
from lexveil.cli import vault as commands
from lexveil.cli.restore import restore
from lexveil.store import Known, keys, open_vault

ORIGINAL = b"Mr Ivo Lundgren met Ms Pia Holt. Lundgren left.\n"
TWIN = b"WITNESS_1 met WITNESS_2. WITNESS_1 left.\n"
NAMES = ("Lundgren", "Holt", "Torvund")

app = typer.Typer(pretty_exceptions_enable=False)
app.command()(restore)
app.add_typer(commands.app, name="vault")


@pytest.fixture
def key_file(tmp_path):
    path = tmp_path / "vault.key"
    keys.new_key_file(path)
    return path


@pytest.fixture
def vault_file(tmp_path, key_file):
    """A vault with a case of one document, and another in which a Lundgren is known too."""
    path = tmp_path / "cases.vault"
    with open_vault(path, keys.key_file(key_file)) as vault:
        with vault.case("Quellmark") as case:
            ivo = Known("v1", "PERSON", "WITNESS", ("Ivo Lundgren", "Lundgren"), "WITNESS_1")
            pia = Known("v2", "PERSON", "WITNESS", ("Pia Holt",), "WITNESS_2")
            case.save([ivo, pia])
            case.remember(TWIN, ORIGINAL, document="doc-1", entities=["v1", "v2"])
        with vault.case("Karlmark") as case:
            case.save([Known("v3", "PERSON", "EXPERT", ("Ivo Lundgren",), "EXPERT_1")])
    return path


@pytest.fixture
def twin(tmp_path):
    path = tmp_path / "award.txt"
    path.write_bytes(TWIN)
    return path


@pytest.fixture
def run(vault_file, key_file, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    for name in ("VAULT", "VAULT_KEY", "VAULT_PASSPHRASE"):
        monkeypatch.delenv(f"LEXVEIL_{name}", raising=False)

    def call(*arguments, key=True, vault=True, **more):
        options = (["--vault", vault_file] if vault else []) + (["--vault-key", key_file] if key else [])
        return CliRunner().invoke(app, for_arbitration((*arguments, *options)), **more)

    return call


def said(result):
    """The one line of an error."""
    lines = [line for line in result.stderr.splitlines() if line.strip()]
    assert result.exit_code == 1, result.output
    assert len(lines) == 1, result.stderr
    assert not any(name in result.output for name in NAMES)
    return lines[0]


def test_list_shows_cases_and_counts_and_no_people(run):
    result = run("vault", "list")
    assert result.exit_code == 0
    rows = [
        [cell.strip() for cell in line.split("│")] for line in result.output.splitlines() if "mark" in line
    ]
    assert [row[1:4] for row in rows] == [["Quellmark", "2", "1"], ["Karlmark", "1", "0"]]
    assert not any(name in result.output for name in NAMES)


def test_show_prints_the_real_names(run):
    result = run("vault", "show", "Quellmark")
    assert result.exit_code == 0
    assert "WITNESS_1" in result.output
    assert "Ivo Lundgren · Lundgren" in result.output
    assert "EXPERT_1" not in result.output
    assert "no case of this name" in said(run("vault", "show", "Torvund"))


def test_export_writes_a_private_table(run, tmp_path):
    path = tmp_path / "names.csv"
    result = run("vault", "export", "Quellmark", "--csv", path)
    assert result.exit_code == 0
    assert not any(name in result.output for name in NAMES)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with path.open(newline="", encoding="utf8") as file:
        rows = list(csv.DictReader(file))
    assert [(row["pseudonym"], row["name"], row["other forms"]) for row in rows] == [
        ("WITNESS_1", "Ivo Lundgren", "Lundgren"),
        ("WITNESS_2", "Pia Holt", ""),
    ]
    assert "exists already" in said(run("vault", "export", "Quellmark", "--csv", path))
    assert "cannot be written" in said(
        run("vault", "export", "Quellmark", "--csv", tmp_path / "no" / "n.csv")
    )


def test_nothing_is_shown_without_the_key(run, tmp_path):
    other = tmp_path / "other.key"
    keys.new_key_file(other)
    for command in (["list"], ["show", "Quellmark"], ["export", "Quellmark", "--csv", tmp_path / "n.csv"]):
        assert "the vault needs its key" in said(run("vault", *command, key=False))
        wrong = run("vault", *command, "--vault-key", other, key=False)
        assert "wrong passphrase or key for this vault" in said(wrong)
    assert not (tmp_path / "n.csv").exists()


def test_new_key_makes_a_private_file_once(run, tmp_path):
    path = tmp_path / "new.key"
    assert run("vault", "new-key", path, key=False, vault=False).exit_code == 0
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert "exists already" in said(run("vault", "new-key", path, key=False, vault=False))


def test_rotate_key_locks_the_old_key_out(run, tmp_path, vault_file):
    (tmp_path / "pass").write_text("seven quiet herons\n")
    assert run("vault", "rotate-key", "--new-passphrase-file", tmp_path / "pass").exit_code == 0
    assert "it opens with a passphrase" in said(run("vault", "list"))
    assert run("vault", "list", "--passphrase-file", tmp_path / "pass", key=False).exit_code == 0
    with open_vault(vault_file, keys.passphrase("seven quiet herons")) as vault:
        assert len(vault.known("Quellmark")) == 2
    assert "--new-vault-key" in said(
        run("vault", "rotate-key", "--passphrase-file", tmp_path / "pass", key=False)
    )


def test_forget_erases_somebody_for_good(run, tmp_path, vault_file, key_file, twin):
    assert "say --yes" in said(run("vault", "forget", "Pia Holt"))
    result = run("vault", "forget", "PIA HOLT", "--yes")
    assert result.exit_code == 0
    assert "forgotten: 1; documents that can no longer be restored: 1" in result.output
    assert "nobody who is written so" in said(run("vault", "forget", "Pia Holt", "--yes"))
    with open_vault(vault_file, keys.key_file(key_file)) as vault:
        assert [each.entity for each in vault.known("Quellmark")] == ["v1"]
        assert vault.originals(TWIN) == ()


def test_forget_does_not_guess_who_is_meant(run, vault_file, key_file):
    assert "2 entities are written so (v1, v3)" in said(run("vault", "forget", "Ivo Lundgren", "--yes"))
    assert run("vault", "forget", "Ivo Lundgren", "--case", "Karlmark", "--yes").exit_code == 0
    assert run("vault", "forget", "v1", "--yes").exit_code == 0
    with open_vault(vault_file, keys.key_file(key_file)) as vault:
        assert vault.find("Ivo Lundgren") == ()


def test_forget_all_erases_all(run, vault_file, key_file):
    assert run("vault", "forget", "Ivo Lundgren", "--all", "--yes").exit_code == 0
    with open_vault(vault_file, keys.key_file(key_file)) as vault:
        assert (vault.find("Ivo Lundgren"), vault.known("Karlmark")) == ((), ())


def test_trouble_with_vault_and_key_is_one_line(run, tmp_path, key_file):
    (tmp_path / "text").write_text("Mr Ivo Lundgren" * 30)
    missing = ["--vault", tmp_path / "none", "--vault-key", key_file]
    assert "there is no vault" in said(run("vault", "list", *missing, key=False, vault=False))
    foreign = ["--vault", tmp_path / "text", "--vault-key", key_file]
    assert "no vault" in said(run("vault", "list", *foreign, key=False, vault=False))
    assert "which vault" in said(run("vault", "list", vault=False))
    assert "holds no vault key" in said(run("vault", "list", "--vault-key", tmp_path / "text", key=False))
    assert "cannot be read" in said(run("vault", "list", "--vault-key", tmp_path / "none", key=False))
    assert "not both" in said(run("vault", "list", "--passphrase-file", tmp_path / "text"))
    assert not (tmp_path / "none").exists()


def test_a_passphrase_is_asked_for_on_a_terminal(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    asked = []

    def prompt(text, **options):
        asked.append((text, options["hide_input"], options["confirmation_prompt"]))
        return "seven quiet herons"

    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setattr(typer, "prompt", prompt)
    assert commands.key(None, None) == keys.passphrase("seven quiet herons")
    assert commands.key(None, None, new=True, environment=False) == keys.passphrase("seven quiet herons")
    assert asked == [("Passphrase of the vault", True, False), ("New passphrase for the vault", True, True)]


def test_restore_brings_back_every_byte(run, twin, tmp_path):
    result = run("restore", twin, "--out", tmp_path / "back")
    assert result.exit_code == 0, result.output
    assert (tmp_path / "back" / "award.txt").read_bytes() == ORIGINAL
    assert twin.read_bytes() == TWIN
    assert not any(name in result.output for name in NAMES)


def test_restore_puts_names_back_into_an_edited_file(run, twin, tmp_path):
    twin.write_bytes(TWIN.replace(b"left", b"went away").replace(b"WITNESS_2", b"somebody"))
    result = run("restore", twin, "--case", "Quellmark", "--out", tmp_path / "back")
    assert result.exit_code == 0, result.output
    restored = b"Ivo Lundgren met somebody. Ivo Lundgren went away.\n"
    assert (tmp_path / "back" / "award.txt").read_bytes() == restored
    assert "edited" in result.output
    assert "names put back: 2, of entities: 1" in result.output
    assert "not in this file: 1" in result.output
    assert "not as it was written" in said(run("restore", twin, "--exact"))


def test_restore_of_an_edited_file_keeps_its_format(run, tmp_path):
    page = tmp_path / "award.html"
    page.write_text("<p>By <b>WITNESS</b>_1 &amp; <i>WITNESS_2</i>, with &eacute;clat</p>", "utf8")
    assert run("restore", page, "--case", "Quellmark", "--out", tmp_path / "back").exit_code == 0
    restored = (tmp_path / "back" / "award.html").read_text("utf8")
    assert restored == "<p>By <b>Ivo Lundgren</b> &amp; <i>Pia Holt</i>, with &eacute;clat</p>"


def test_restore_asks_whose_file_an_edited_one_is(run, twin, tmp_path, vault_file, key_file):
    twin.write_bytes(b"EXPERT_1 heard WITNESS_1.\n")
    assert "pseudonyms of 2 of its cases" in said(run("restore", twin, "--out", tmp_path / "back"))
    twin.write_bytes(b"Somebody else's WITNESS_2.\n")
    assert "name its case with --case" in said(run("restore", twin, "--out", tmp_path / "back"))
    assert "no pseudonym that proves" in said(run("restore", twin, "--case", "Karlmark"))
    twin.write_bytes(b"EXPERT_1 heard WITNESS_1.\n")
    assert not (tmp_path / "back").exists()
    for option in (["--case", "Quellmark"], ["--document", "doc-1"]):
        assert run("restore", twin, "--out", tmp_path / "back", *option).exit_code == 0
        assert (tmp_path / "back" / "award.txt").read_bytes() == b"EXPERT_1 heard Ivo Lundgren.\n"
    assert "no document 'doc-9'" in said(run("restore", twin, "--document", "doc-9"))
    assert "no case of this name" in said(run("restore", twin, "--case", "Torvund"))


def test_restore_asks_for_the_document_when_two_gave_one_file(run, twin, tmp_path, vault_file, key_file):
    with open_vault(vault_file, keys.key_file(key_file)) as vault, vault.case("Karlmark") as case:
        case.remember(TWIN, b"Another original.\n", document="doc-2", entities=["v3"])
    assert "2 originals gave this very file (doc-1, doc-2)" in said(run("restore", twin))
    assert run("restore", twin, "--document", "doc-2", "--out", tmp_path / "back").exit_code == 0
    assert (tmp_path / "back" / "award.txt").read_bytes() == b"Another original.\n"


def test_restore_of_a_foreign_file_is_one_line_and_writes_nothing(run, twin, tmp_path):
    twin.write_text("Nobody of this vault is here.\n")
    assert "was not written with this vault" in said(run("restore", twin, "--out", tmp_path / "back"))
    assert "no such file" in said(run("restore", tmp_path / "none.txt"))
    (tmp_path / "rows.csv").write_text("text\nWITNESS_1 left\n")
    assert run("restore", tmp_path / "rows.csv").exit_code == 1
    assert not (tmp_path / "back").exists()
    assert not (tmp_path / "restored").exists()


def test_restore_never_writes_over_the_file(run, twin):
    assert "is the written file itself" in said(run("restore", twin, "--out", twin.parent))
    assert twin.read_bytes() == TWIN


def test_restore_needs_the_right_key(run, twin, tmp_path):
    other = tmp_path / "other.key"
    keys.new_key_file(other)
    assert "wrong passphrase or key" in said(run("restore", twin, "--vault-key", other, key=False))
    assert "needs its key" in said(run("restore", twin, key=False))
