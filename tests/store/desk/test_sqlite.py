"""A desk in a file."""

import sqlite3
import stat
import threading

import pytest

from lexveil.errors import VaultError
from lexveil.store import open_vault
from lexveil.store.desk import DeskError, Missing, Taken, open_desk
from lexveil.store.desk.database import Away
from lexveil.store.desk.sqlite import SQLite


@pytest.fixture
def path(tmp_path):
    return tmp_path / "desk.db"


def test_only_the_owner_can_read_it(path, key):
    with open_desk(path, key) as desk:
        desk.audit("ann", "looked")
        modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in path.parent.iterdir()}
    names = ("desk.db", "desk.db-wal", "desk.db-shm", "desk.db.audit")
    assert modes == dict.fromkeys(names, 0o600)
    at_rest = sorted(each.name for each in path.parent.iterdir())
    assert at_rest == ["desk.db", "desk.db.audit"]  # one file and the anchor of its log


def test_every_connection_is_durable_and_wipes_what_it_deletes(path, key):
    with open_desk(path, key) as desk:
        found = desk.database.dialect.connect()
        values = [
            found.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "secure_delete", "foreign_keys")
        ]
        found.close()
    assert values == ["wal", 2, 1, 1]


@pytest.mark.parametrize("content", [b"hello", b"hello, this is some other file", b"SQLite"])
def test_a_file_of_another_kind_stays_as_it_is(path, key, content):
    path.write_bytes(content)
    with pytest.raises(DeskError, match="no database of the review service"):
        open_desk(path, key)
    assert path.read_bytes() == content


def test_a_vault_or_another_database_stays_as_it_is(path, key, tmp_path):
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE mine (id)")
    connection.close()
    open_vault(path, key).close()
    for file in (path, other):
        before = file.read_bytes()
        with pytest.raises(DeskError, match="no database of the review service"):
            open_desk(file, key)
        assert file.read_bytes() == before


def test_a_desk_is_no_vault(path, key):
    open_desk(path, key).close()
    with pytest.raises(VaultError, match="some other database"):
        open_vault(path, key)


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("", "is a folder"),
        ("nowhere/desk.db", "cannot be opened (No such file or directory)"),
        ("a\0b", "not a path"),
    ],
)
def test_a_path_that_cannot_be_is_told(tmp_path, key, where, said):
    with pytest.raises(DeskError) as caught:
        open_desk(f"{tmp_path}/{where}".removesuffix("/"), key)
    assert said in str(caught.value)


def test_another_program_that_holds_the_file_is_told(path, key):
    with open_desk(path, key, wait=0.1) as desk:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DeskError, match="in use by another program"):
            desk.audit("ann", "looked")
        assert desk.audit_rows() == []  # readers need not wait
        other.execute("ROLLBACK")
        other.close()
        desk.audit("ann", "looked")
        assert len(desk.audit_rows()) == 1


def test_a_thread_that_waits_too_long_is_told(path, key):
    with open_desk(path, key, wait=0.1) as desk:
        with desk.database.write():
            thread_said = []

            def late():
                try:
                    desk.audit("ann", "looked")
                except DeskError as error:
                    thread_said.append(str(error))

            thread = threading.Thread(target=late)
            thread.start()
            thread.join()
        assert thread_said == ["the database is too busy: try again in a while"]
        desk.audit("ann", "looked")


def test_a_file_that_may_only_be_read_is_refused_at_once(path, key, monkeypatch):
    """SQLite itself opens it, and the first change fails; root may write all, so the answer is made up."""
    open_desk(path, key).close()
    monkeypatch.setattr("lexveil.store.desk.sqlite.os.access", lambda *_: False)
    with pytest.raises(DeskError, match="cannot be written: check that it and its folder"):
        open_desk(path, key)


@pytest.mark.parametrize(
    ("name", "kind", "said"),
    [
        ("SQLITE_READONLY_DIRECTORY", DeskError, "check that it and its folder are writable"),
        ("SQLITE_FULL", DeskError, "the disk may be full"),
        ("SQLITE_IOERR_WRITE", DeskError, "the disk may be full"),
        ("SQLITE_CORRUPT", DeskError, "a damaged one"),
        ("SQLITE_BUSY", Away, "in use by another program"),
        ("SQLITE_CONSTRAINT_TRIGGER", DeskError, "kept for good"),
        ("SQLITE_CONSTRAINT_FOREIGNKEY", Missing, "not there"),
        ("SQLITE_CONSTRAINT_PRIMARYKEY", Taken, "somebody else was first"),
        ("SQLITE_MISUSE", DeskError, "cannot be used"),
    ],
)
def test_trouble_with_the_file_is_told_in_one_line(path, name, kind, said):
    error = sqlite3.OperationalError("near Torvund")
    error.sqlite_errorname = name
    found = SQLite(path, wait=1).explained(error)
    assert type(found) is kind
    assert said in str(found)
    assert "\n" not in str(found)
    assert "Torvund" not in str(found)


def test_what_is_forgotten_leaves_the_file(path, key):
    """Sealed values are random to the reader: found by their bytes, before and after."""
    with open_desk(path, key) as desk:
        case = desk.add_case("Case", "strict", "").id
        document = desk.add_document(case, "a.txt", b"text" * 500, "d").id
        desk.add_edit(document, 1, "ann", "rename", b"record")
        with desk.database.read() as transaction:
            sealed = [
                transaction.one(f"SELECT sealed FROM {table}")[0][:40] for table in ("originals", "edits")
            ]
        before = b"".join(each.read_bytes() for each in path.parent.iterdir())
        assert all(each in before for each in sealed)
        desk.forget_document(document)
        after = b"".join(each.read_bytes() for each in path.parent.iterdir())
        assert not any(each in after for each in sealed)


def test_what_cannot_be_wiped_now_is_still_removed(path, key):
    with open_desk(path, key, wait=0.1) as desk, desk.database.write():
        assert desk.database.scrub("originals") is None


def test_a_closed_desk_says_so(path, key):
    desk = open_desk(path, key)
    desk.close()
    desk.close()
    with pytest.raises(DeskError, match="closed"):
        desk.users()


def test_an_error_in_the_middle_undoes_all(path, key):
    with open_desk(path, key) as desk:
        case = desk.add_case("Case", "strict", "").id

        def fails():
            with desk.database.write() as transaction:
                transaction.run("DELETE FROM projects")
                raise RuntimeError

        with pytest.raises(RuntimeError):
            fails()
        assert desk.case(case)
