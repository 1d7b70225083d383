"""The database of the service and its key on the command line: closed folders, full disks, modes."""

import errno
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from lexveil.cli import app
from lexveil.store.keys import new_key_file

PASSWORD = "three-quiet-harbours-at-noon"


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """With one user, under the key in the file beside it."""
    for name in ("LEXVEIL_VAULT_KEY", "LEXVEIL_VAULT_PASSPHRASE", "LEXVEIL_SERVE_DATABASE"):
        monkeypatch.delenv(name, raising=False)
    secret, path = tmp_path / "password", tmp_path / "desk" / "desk.sqlite"
    secret.write_text(PASSWORD)
    assert asked("users", "add", "ada", "--password-file", str(secret), at=path).exit_code == 0
    return path


def asked(*arguments: str, at: Path) -> Result:
    return CliRunner().invoke(app, [*arguments, "--database", str(at)])


def refused(result: Result) -> str:
    """The one line that says why."""
    assert result.exit_code == 1
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return " ".join(result.output.split())


@pytest.mark.parametrize("command", [("users", "list"), ("desk", "rotate-key")])
def test_a_folder_that_is_closed_to_us_is_told(
    database: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, str]
) -> None:
    def closed(_: Path) -> bool:  # root may look everywhere
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "exists", closed)
    assert "cannot be reached (Permission denied)" in refused(asked(*command, at=database))


def test_a_key_that_cannot_be_read_is_no_change_of_the_key(database: Path) -> None:
    new_key_file(database.with_name("desk.key.new"))
    key = database.with_name("desk.key")
    key.unlink()
    key.mkdir()
    told = refused(asked("users", "list", at=database))
    assert "cannot be read" in told
    assert "rotate-key" not in told


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a file has no such mode")
def test_a_key_that_others_can_read_is_told(database: Path) -> None:
    assert "others can read" not in asked("users", "list", at=database).output
    database.with_name("desk.key").chmod(0o644)
    result = asked("users", "list", at=database)
    assert result.exit_code == 0
    assert "others can read the key" in " ".join(result.output.split())


def test_no_part_of_a_key_is_left_where_the_disk_is_full(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    new_key_file(database.with_name("desk.key.new"))
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        told = refused(asked("desk", "rotate-key", at=database))
    assert "No space left on device" in told
    assert sorted(each.name for each in database.parent.iterdir()) == [
        "desk.key",
        "desk.key.new",
        "desk.sqlite",
        "desk.sqlite.audit",
    ]
    assert asked("desk", "rotate-key", at=database).exit_code == 0
    assert "ada" in asked("users", "list", at=database).output
