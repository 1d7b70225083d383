"""Several runs on one vault, runs that are killed, and disks that are full or may not be written."""

import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lexveil.errors import VaultError
from lexveil.store import keys, open_vault
from lexveil.store import vault as vault_file

RUNS = Path(__file__).with_name("runs.py")
SOURCE = Path(__file__).parents[2] / "src"
KEY = keys.random_key("07" * 32)
DOCUMENTS, PROCESSES, KILLS = 200, 8, 50


def start(*arguments):
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    return subprocess.Popen(
        [sys.executable, str(RUNS), *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )


def intact(path):
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()


def test_eight_processes_give_nobody_two_pseudonyms_and_no_two_people_one(path):
    running = [start("work", path, first, PROCESSES, DOCUMENTS) for first in range(PROCESSES)]
    lines = [line for each in running for line in each.communicate()[0].splitlines()]
    assert [each.returncode for each in running] == [0] * PROCESSES
    twins = dict(line.split("\t", 1) for line in lines)
    assert len(twins) == DOCUMENTS
    intact(path)
    with open_vault(path, KEY, create=False) as vault:
        known = vault.known("case")
        pseudonym = {each.forms[0]: each.pseudonym for each in known}
        assert len(known) == len(pseudonym) == len(set(pseudonym.values()))  # no duplicate, no collision
        assert set(pseudonym.values()) == {f"WITNESS_{n}" for n in range(1, len(known) + 1)}
        assert vault.cases()[0].documents == DOCUMENTS  # none lost
        for document, twin in twins.items():
            [original] = vault.originals(twin.encode())
            names = original.data.decode().removesuffix(f" in document {document}").split()
            people = [" ".join(pair) for pair in zip(names[::2], names[1::2], strict=True)]
            assert twin == " ".join(pseudonym[name] for name in people) + f" in document {document}"


@pytest.mark.skipif(sys.platform == "win32", reason="no fork")
def test_a_vault_is_whole_after_every_kill(path):
    """Killed fifty times at random: what was said to be done is there, and nothing is half done."""
    rng = random.Random(6)
    done = -1
    open_vault(path, KEY).close()
    with start("victims", path) as parent:
        for _ in range(KILLS):
            said = killed(parent, rng)
            assert said[0] == "open"
            done = max([done, *map(int, said[1:])])
            with open_vault(path, KEY, create=False) as vault:
                documents = [each for _, each in vault.documents()]
                assert documents == [f"doc-{at}" for at in range(len(documents))]
                assert done + 1 <= len(documents) <= done + 2
                assert all(each.entries == len(vault.known(each.name)) for each in vault.cases())
                done = len(documents) - 1
            intact(path)
        parent.stdin.close()
    assert done >= KILLS // 2


def killed(parent, rng):
    """What a run said until it was killed, somewhere in the midst of writing."""
    child = int(asked(parent))
    said = [parent.stdout.readline().strip() for _ in range(1 + rng.randrange(3))]
    time.sleep(rng.random() * 0.03)
    os.kill(child, signal.SIGKILL)
    line = asked(parent)
    while not line.startswith("ended"):
        said.append(line)
        line = parent.stdout.readline().strip()
    assert line == f"ended\t{-signal.SIGKILL}"
    return said


def asked(parent):
    parent.stdin.write("\n")
    parent.stdin.flush()
    return parent.stdout.readline().strip()


@pytest.mark.skipif(sys.platform == "win32", reason="no limit on the size of files")
def test_a_full_disk_leaves_the_vault_as_it_was(path, known):
    with open_vault(path, KEY) as vault, vault.case("case") as case:
        case.save([known("Ivo Lundgren")])
    before = path.read_bytes()
    for limit in (0, 5000, 60_000):
        told, added = start("fill", path, limit).communicate()[0].splitlines()
        assert "the disk may be full; the vault is unchanged" in told
        assert added == "0"
        assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("SQLITE_READONLY_DIRECTORY", "cannot be written: check that it and its folder are writable"),
        ("SQLITE_CANTOPEN", "cannot be written"),
        ("SQLITE_FULL", "the disk may be full"),
        ("SQLITE_IOERR_WRITE", "the disk may be full"),
        ("SQLITE_CORRUPT", "no vault, or a damaged one"),
        ("SQLITE_BUSY", "in use by another run"),
        ("SQLITE_CONSTRAINT_UNIQUE", "two people"),
        ("SQLITE_MISUSE", "cannot be used"),
    ],
)
def test_trouble_with_the_file_is_told_in_one_line(path, name, said):
    def fails():
        with vault_file._explaining(path):
            error = sqlite3.OperationalError("near Lundgren")
            error.sqlite_errorname = name
            raise error

    with pytest.raises(VaultError, match=said) as caught:
        fails()
    assert "\n" not in str(caught.value)
    assert "Lundgren" not in str(caught.value)
    assert caught.value.__suppress_context__


def test_a_vault_that_may_not_be_written_can_be_read(path, known):
    with open_vault(path, KEY) as vault, vault.case("case") as case:
        case.save([known("Ivo Lundgren")])
    before = path.read_bytes()
    with open_vault(path, KEY) as vault:
        vault.connection.execute("PRAGMA query_only = ON")  # what root may write too
        assert len(vault.known("case")) == 1
        with pytest.raises(VaultError, match="cannot be written"), vault.case("case") as case:
            case.save([known("Pia Holt", pseudonym="WITNESS_2")])
        assert len(vault.known("case")) == 1
    assert path.read_bytes() == before


def test_a_vault_that_cannot_be_made_leaves_nothing(tmp_path, monkeypatch):
    def full(connection):
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorname = "SQLITE_FULL"
        raise error

    monkeypatch.setattr(vault_file, "_build", full)
    with pytest.raises(VaultError, match=re.escape("the disk may be full")):
        open_vault(tmp_path / "new.vault", KEY)
    assert list(tmp_path.iterdir()) == []
