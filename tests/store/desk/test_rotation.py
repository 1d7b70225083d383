"""A new key for the desk: everything is there as before, the old key opens nothing, and a kill leaves one of
the two."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from lexveil.errors import VaultError
from lexveil.store import keys
from lexveil.store.desk import DeskError, open_desk, rotate
from lexveil.store.desk.setup import OTHERWISE, SEALED

RUNS = Path(__file__).with_name("runs.py")
SOURCE = Path(__file__).parents[3] / "src"
NEW = keys.random_key("5c" * 32)
CHEAP = keys.Cost(n=2**4)
LATER = "2099-01-01T00:00:00+00:00"


def fill(desk, document):
    """Something of every kind."""
    case = desk.document(document).case
    user = desk.add_user("Ann", "hash of Ann", "reviewer", audit=("", "user created", {})).id
    desk.add_session(user, "digest of a session", "csrf", LATER)
    desk.add_token(user, "digest of a token", "laptop")
    desk.add_member(case, user)
    desk.add_listed(case, ["Torvund"])
    desk.add_listed("", ["Quellmark", "Vinterhav"])
    desk.set_analysis(document, b"record " * 500, policy_digest="p", audit=("", "document analysed", {}))
    for number in range(1, 131):  # more than are held in memory at once
        audit = (user, "edit", {"number": number})
        desk.add_edit(document, number, user, "rename", b"edit %d" % number, audit=audit)
    desk.add_document(case, "Second.txt", b"bytes", "digest")
    desk.set_status(document, "failed", error="Torvund.txt is damaged")
    desk.add_export(document, {"award.txt": b"one", "award.json": b"two"}, LATER)


def whole(desk):
    """Everything that can be asked of a desk."""
    cases = desk.cases()
    documents = [each for case in cases for each in desk.documents(case.id)]
    with desk.database.read() as transaction:
        exports = [row[0] for row in transaction.all("SELECT id FROM exports")]
    return (
        *(cases, documents, desk.users(), desk.session("digest of a session")),
        [desk.tokens(user.id) for user in desk.users()],
        [(desk.secret(each.id), desk.listed(each.id), desk.members(each.id)) for each in cases],
        [(desk.original(each.id), desk.analysis(each.id), desk.edits(each.id)) for each in documents],
        [[desk.export_file(each, name) for name in desk.export(each).names] for each in exports],
        desk.audit_rows(limit=10_000)[:132],
    )


def test_everything_stands_under_the_new_key_and_the_old_one_opens_nothing(desk, url, key, document, clock):
    fill(desk, document)
    before, mark = whole(desk), desk.crypt.mark("the data key")
    desk.close()
    assert rotate(url, key, NEW, entry=("", "key changed", {}))
    with pytest.raises(VaultError, match="wrong passphrase or key"):
        open_desk(url, key)
    with open_desk(url, NEW, clock=clock) as again:
        assert whole(again) == before
        assert again.crypt.mark("the data key") != mark
        assert again.verify_audit() is None
        assert again.audit_rows(after=132)[-1].kind == "key changed"
        again.add_edit(document, 131, "ann", "rename", b"goes on", audit=("ann", "edit", {}))
        assert again.remove_listed("", ["Vinterhav"]) == 1  # found by its new mark
        assert again.verify_audit() is None


def test_what_is_kept_for_good_still_is(desk, url, key, document):
    fill(desk, document)
    desk.close()
    rotate(url, key, NEW)
    with open_desk(url, NEW) as again:
        for change in ("UPDATE audit SET actor = 'x'", "UPDATE edits SET author = 'x'", "DELETE FROM edits"):
            with pytest.raises(DeskError, match="kept for good"), again.database.write() as transaction:
                transaction.run(change)
        again.remove_document(document)


def test_nothing_sealed_is_left_as_it_was(desk, url, key, document):
    fill(desk, document)
    before = sealed(desk)
    desk.close()
    rotate(url, key, NEW)
    with open_desk(url, NEW) as again:
        after = sealed(again)
    assert before.keys() == after.keys()
    assert [place for place in before if before[place] & after[place]] == []
    if "://" not in url:
        data = Path(url).read_bytes()
        assert not any(value[:32] in data for values in before.values() for value in values)


def sealed(desk):
    """What stands in each column of bytes."""
    columns = {(each.table, each.column) for each in SEALED} | OTHERWISE
    with desk.database.read() as transaction:
        return {
            (table, column): {
                bytes(row[0])
                for row in transaction.all(f"SELECT {column} FROM {table} WHERE {column} IS NOT NULL")
            }
            for table, column in columns
        }


def test_every_column_of_bytes_is_known(desk):
    if "sqlite" not in type(desk.database.dialect).__module__:
        pytest.skip("both have the same tables")
    with desk.database.read() as transaction:
        found = {
            (table, row[1])
            for (table,) in transaction.all("SELECT name FROM sqlite_master WHERE type = 'table'")
            for row in transaction.all(f"PRAGMA table_info({table})")
            if row[2] == "BLOB"
        }
    assert found == {(each.table, each.column) for each in SEALED} | OTHERWISE


def test_a_log_that_was_changed_does_not_become_right(desk, url, key, tamper):
    for number in range(4):
        desk.audit("ann", f"step {number}")
    tamper("UPDATE audit SET seal = 'x' WHERE number = 3")
    assert desk.verify_audit() == 3
    desk.close()
    rotate(url, key, NEW, entry=("", "key changed", {}))
    with open_desk(url, NEW) as again:
        assert again.verify_audit() == 3


def test_refused_while_somebody_has_the_database_open(desk, url, key, document):
    before = whole(desk)
    with pytest.raises(DeskError, match="in use: stop every service"):
        rotate(url, key, NEW, wait=1)
    assert whole(desk) == before
    desk.close()
    with open_desk(url, key) as again:
        assert whole(again) == before


def test_a_service_that_slept_through_it_writes_nothing_under_the_old_key(desk, url, key, document):
    for connection in desk.database._idle:  # as if the server had ended them
        connection.close()
    desk.database._idle.clear()
    rotate(url, key, NEW)
    for use in (lambda: desk.document(document), lambda: desk.audit("ann", "looked")):
        with pytest.raises(DeskError, match="the key of the database was changed"):
            use()


def test_from_a_key_to_a_passphrase_and_back(desk, url, key, document):
    desk.close()
    words = keys.passphrase("seven grey herons over the harbour")
    assert rotate(url, key, words, cost=CHEAP)
    with pytest.raises(VaultError, match="passphrase"):
        open_desk(url, key)
    assert rotate(url, words, key)
    with open_desk(url, key) as again:
        assert again.original(document) == b"Torvund sued Quellmark."


def test_again_after_it_was_done_changes_nothing(desk, url, key, document):
    desk.close()
    assert rotate(url, key, NEW)
    assert not rotate(url, key, NEW)
    with open_desk(url, NEW) as again:
        assert again.document(document).name == "Torvund.txt"


def test_a_key_that_is_neither_is_refused(desk, url, key):
    desk.close()
    other = keys.random_key("33" * 32)
    with pytest.raises(VaultError, match="wrong passphrase or key"):
        rotate(url, other, NEW)
    open_desk(url, key).close()


def test_damage_stops_it_and_leaves_all_as_it_was(desk, url, key, document, tamper):
    tamper("UPDATE originals SET sealed = (SELECT sealed FROM documents)")
    desk.close()
    with pytest.raises(VaultError, match="changed or damaged"):
        rotate(url, key, NEW)
    with open_desk(url, key) as again:
        assert again.document(document).name == "Torvund.txt"


def test_where_there_is_no_desk_none_is_made(tmp_path, key):
    with pytest.raises(DeskError, match="no database"):
        rotate(tmp_path / "none.sqlite", key, NEW)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "empty.sqlite").touch()
    with pytest.raises(DeskError, match="empty"):
        rotate(tmp_path / "empty.sqlite", key, NEW)


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_kill_leaves_all_of_it_under_one_key(desk, url, key, document, clock, when):
    """Killed with every row sealed anew but nothing committed, and right after the commit."""
    fill(desk, document)
    before = whole(desk)
    desk.close()
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    command = [sys.executable, str(RUNS), "rotate", url, "5c" * 32, when]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout.readline() == "killed\n"
        process.send_signal(signal.SIGKILL)
    opens, shut = (key, NEW) if when == "before" else (NEW, key)
    with open_desk(url, opens, clock=clock) as again:
        assert whole(again) == before
        assert again.verify_audit() is None
    with pytest.raises(VaultError, match="wrong passphrase or key"):
        open_desk(url, shut)
    assert rotate(url, key, NEW) == (when == "before")  # run again, it is brought to its end
    with open_desk(url, NEW, clock=clock) as again:
        assert whole(again) == before
        assert again.verify_audit() is None
