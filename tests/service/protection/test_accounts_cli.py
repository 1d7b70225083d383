"""`lexveil users`: the first administrator, and a way back in."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from lexveil.cli import app as commands
from lexveil.store.desk import open_desk
from lexveil.store.keys import key_file, new_key_file
from service.protection.protected import Browser, make_app

PASSWORD, NEW = "seven green kettles", "a lantern in the fog"


class Shell:
    """The command line beside a desk, with its key in a file."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.desk, self.key = folder, folder / "desk.sqlite", folder / "desk.key"
        new_key_file(self.key)

    def run(self, *words: str, status: int = 0) -> str:
        where = ["--database", str(self.desk), "--vault-key", str(self.key)]
        result = CliRunner().invoke(commands, ["users", *words, *where])
        assert result.exit_code == status, result.output
        assert PASSWORD not in result.output
        return " ".join(result.output.split())

    def file(self, password: str) -> str:
        path = self.folder / "password"
        path.write_text(password + "\n", "utf8")
        return str(path)

    def logs_in(self, name: str, password: str) -> bool:
        with open_desk(self.desk, key_file(self.key)) as desk:
            return bool(Browser(make_app(desk)).log_in(name, password).status_code == 200)


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def test_the_first_administrator_is_made_on_the_command_line(shell: Shell) -> None:
    told = shell.run("add", "ada", "--role", "administrator", "--password-file", shell.file(PASSWORD))
    assert "ada can log in as administrator" in told
    assert shell.logs_in("ada", PASSWORD)
    assert "ada" in shell.run("list")
    with open_desk(shell.desk, key_file(shell.key)) as desk:
        assert next((row.actor, row.kind) for row in desk.audit_rows()) == ("system", "user created")


def test_a_new_password_opens_a_locked_account(shell: Shell) -> None:
    shell.run("add", "ada", "--password-file", shell.file(PASSWORD))
    for _ in range(5):
        assert not shell.logs_in("ada", "a wrong guess")
    assert not shell.logs_in("ada", PASSWORD)
    assert "new password" in shell.run("password", "ada", "--password-file", shell.file(NEW))
    assert shell.logs_in("ada", NEW)
    assert not shell.logs_in("ada", PASSWORD)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("add", "two words"), "a user name has"),
        (("add", "ada", "--role", "king"), "choose one of reviewer, second reader, administrator"),
        (("add", "ada"), "give --password-file"),  # no terminal to ask at
        (("add", "ada", "--password-file", "no/such/file"), "check the path"),
        (("password", "nobody"), "there is no user of this name"),
        (("password", "local"), "there is no user of this name"),
    ],
)
def test_what_cannot_be_is_told_on_one_line(shell: Shell, words: tuple[str, ...], told: str) -> None:
    shell.run("add", "bo", "--password-file", shell.file(PASSWORD))
    assert told in shell.run(*words, status=1)


def test_a_weak_password_is_refused(shell: Shell) -> None:
    told = shell.run("add", "ada", "--password-file", shell.file("short"), status=1)
    assert "at least 12 characters" in told


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "desk.example", ""])
def test_without_accounts_the_service_listens_to_this_machine_alone(host: str) -> None:
    result = CliRunner().invoke(commands, ["serve", "--no-browser", "--host", host])
    assert result.exit_code == 1
    assert "without --accounts" in " ".join(result.output.split())


@pytest.mark.parametrize("names", [[], ["--allowed-host", ""], ["--allowed-host", " "]])
def test_with_accounts_the_service_must_know_its_name(names: list[str]) -> None:
    result = CliRunner().invoke(commands, ["serve", "--accounts", *names])
    assert result.exit_code == 1
    assert "--accounts needs --allowed-host" in " ".join(result.output.split())
