"""`lexveil desk rotate-key`: a key in a file beside the database, keys that are named, and a change that was
stopped half way."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from lexveil.cli import app
from lexveil.cli import desk as commands
from lexveil.errors import VaultError
from lexveil.store.desk import open_desk, rotate
from lexveil.store.keys import key_file, new_key_file


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    for name in ("LEXVEIL_VAULT_KEY", "LEXVEIL_VAULT_PASSPHRASE", "LEXVEIL_SERVE_DATABASE"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def database(folder):
    """A desk with a project, under a key beside it."""
    new_key_file(folder / "desk.key")
    with open_desk(folder / "desk.sqlite", key_file(folder / "desk.key")) as desk:
        desk.add_case("Quellmark v. Torvund", "strict", "")
    return folder / "desk.sqlite"


def run(*words, status=0):
    result = CliRunner().invoke(app, ["desk", "rotate-key", *map(str, words)])
    assert result.exit_code == status, result.output
    return " ".join(result.output.split())


def opens(database: Path, key: Path) -> bool:
    try:
        with open_desk(database, key_file(key)) as desk:
            assert [each.name for each in desk.cases()] == ["Quellmark v. Torvund"]
            assert desk.verify_audit() is None
    except VaultError:
        return False
    return True


def test_the_key_beside_the_database_is_changed_in_place(database, folder):
    old = (folder / "desk.key").read_bytes()
    told = run("--database", database)
    assert "opens with the new key only" in told
    assert opens(database, folder / "desk.key")
    assert not opens(database, folder / "desk.key.old1")
    assert (folder / "desk.key.old1").read_bytes() == old
    assert (folder / "desk.key").stat().st_mode & 0o077 == 0
    assert (folder / "desk.key.old1").stat().st_mode & 0o077 == 0
    with commands.opened_desk(str(database), None, None) as desk:
        assert [row.kind for row in desk.audit_rows()] == ["key changed"]
    run("--database", database)
    assert opens(database, folder / "desk.key")
    assert sorted(each.name for each in folder.glob("desk.key*")) == [
        *("desk.key", "desk.key.old1", "desk.key.old2")
    ]


def test_keys_that_are_named_stay_where_they_are(database, folder):
    new_key_file(folder / "new.key")
    run("--database", database, "--vault-key", folder / "desk.key", "--new-vault-key", folder / "new.key")
    assert opens(database, folder / "new.key")
    assert not opens(database, folder / "desk.key")
    (folder / "words").write_text("seven grey herons over the harbour\n")
    given = ("--vault-key", folder / "new.key", "--new-passphrase-file", folder / "words")
    run("--database", database, *given)
    with commands.opened_desk(str(database), None, folder / "words") as desk:
        assert len(desk.cases()) == 1


def test_stopped_before_the_new_key_took_its_place_it_is_brought_to_its_end(database, folder):
    new_key_file(folder / "desk.key.new")
    rotate(database, key_file(folder / "desk.key"), key_file(folder / "desk.key.new"))
    with pytest.raises(VaultError, match="rotate-key` again"):
        commands.opened_desk(str(database), None, None)
    run("--database", database)
    assert opens(database, folder / "desk.key")
    assert not (folder / "desk.key.new").exists()


def test_stopped_before_anything_was_sealed_anew_the_old_key_still_opens(database, folder):
    new_key_file(folder / "desk.key.new")
    commands.opened_desk(str(database), None, None).close()
    run("--database", database)
    assert opens(database, folder / "desk.key")


def test_refused_while_the_database_is_open(database, folder):
    with open_desk(database, key_file(folder / "desk.key")):
        assert "in use: stop every service" in run("--database", database, status=1)
    assert opens(database, folder / "desk.key")


def test_without_a_database_or_a_key_nothing_is_made(folder):
    assert "no key" in run("--database", folder / "none.sqlite", status=1)
    new_key_file(folder / "desk.key")
    assert "no database" in run("--database", folder / "none.sqlite", status=1)
    assert not (folder / "none.sqlite").exists()
