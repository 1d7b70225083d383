"""Who writes into the database without its key gets no rights by it, and cannot turn it back unseen."""

import json
import shutil
from pathlib import Path

import pytest

from lexveil.errors import VaultError
from lexveil.store.desk import DeskError, open_desk
from lexveil.store.desk.setup import rotate
from lexveil.store.desk.users import UNREADABLE
from lexveil.store.keys import RANDOM, Key


@pytest.fixture
def ann(desk):
    return desk.add_user("ann", "hash", "reviewer")


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE users SET role = 'administrator' WHERE id = '{id}'",
        "UPDATE users SET name = 'ada', folded = 'ada' WHERE id = '{id}'",
    ],
)
def test_an_edited_user_is_not_active(desk, ann, tamper, change):
    tamper(change.format(id=ann.id))
    found = desk.user(ann.id)
    assert found is not None
    assert not found.active


def test_a_user_who_was_made_inactive_is_not_woken_by_an_edit(desk, ann, tamper):
    desk.change_user(ann.id, active=False)
    tamper(f"UPDATE users SET active = 1 WHERE id = '{ann.id}'")
    assert not desk.user(ann.id).active


def test_the_seal_of_another_user_does_not_fit(desk, ann, tamper):
    ada = desk.add_user("ada", "other", "administrator")
    other = f"(SELECT password_hash FROM users WHERE id = '{ada.id}')"
    tamper(f"UPDATE users SET password_hash = {other} WHERE id = '{ann.id}'")
    found = desk.user(ann.id)
    assert (found.active, found.password_hash) == (False, UNREADABLE)
    assert desk.user(ada.id).active
    assert [each.active for each in desk.users()] == [False, True]


@pytest.mark.parametrize(
    "change", ["token_hash = 'cc'", "user_id = (SELECT id FROM users WHERE folded = 'ada')"]
)
def test_a_token_that_was_edited_is_nobodys(desk, ann, tamper, change):
    ada = desk.add_user("ada", "other", "administrator")
    desk.add_token(ann.id, "aa", "script of ann")
    desk.add_token(ada.id, "bb", "script of ada")
    tamper(f"UPDATE tokens SET {change} WHERE user_id = '{ann.id}'")
    assert [desk.token(each) for each in ("aa", "cc")] == [None, None]
    assert desk.tokens(ann.id) == []
    assert [each.name for each in desk.tokens(ada.id)] == ["script of ada"]
    assert desk.token("bb").user_id == ada.id


@pytest.mark.parametrize(
    "change",
    [
        "user_id = (SELECT id FROM users WHERE folded = 'ada')",
        "token_hash = 'cc'",
        "expires = '2099-01-01T00:00:00.000000+00:00'",
        "csrf = (SELECT csrf FROM sessions WHERE token_hash = 'bb')",
    ],
)
def test_a_session_that_was_edited_is_nobodys(desk, ann, tamper, change):
    ada = desk.add_user("ada", "other", "administrator")
    desk.add_session(ann.id, "aa", "", "2031-05-04T12:00:00Z")
    desk.add_session(ada.id, "bb", "", "2031-05-04T12:00:00Z")
    tamper(f"UPDATE sessions SET {change} WHERE token_hash = 'aa'")
    assert [desk.logged_in(each) for each in ("aa", "cc")] == [None, None]
    assert desk.session("aa") is None
    assert desk.logged_in("bb")[1].id == ada.id


def test_a_session_that_nobody_began_is_nobodys(desk, ann, tamper):
    desk.add_session(ann.id, "aa", "", "2031-05-04T12:00:00Z")
    row = "SELECT 'dd', user_id, csrf, created, expires, seen FROM sessions WHERE token_hash = 'aa'"
    tamper(f"INSERT INTO sessions (token_hash, user_id, csrf, created, expires, seen) {row}")
    assert desk.logged_in("dd") is None


@pytest.mark.parametrize("change", ["UPDATE documents SET project = '{other}'"])
def test_a_document_that_was_moved_to_a_case_of_ones_own_shows_nothing(desk, ann, document, tamper, change):
    other = desk.add_case("Own", "strict", ann.id, settings={})
    tamper(change.format(other=other.id) + f" WHERE id = '{document}'")
    with pytest.raises(VaultError):
        desk.document(document, seen_by=ann.id)


def test_the_original_of_another_document_is_not_read(desk, case, document, tamper):
    mine = desk.add_document(case, "b.txt", b"Mine", "b" * 64).id
    other = f"(SELECT sealed FROM originals WHERE document = '{document}')"
    tamper(f"UPDATE originals SET sealed = {other} WHERE document = '{mine}'")
    with pytest.raises(VaultError):
        desk.original(mine)
    assert desk.original(document) == b"Torvund sued Quellmark."


def test_a_token_of_an_earlier_version_goes_on(path, key):
    with open_desk(path, key) as desk:
        ann = desk.add_user("ann", "hash", "reviewer")
        token = desk.add_token(ann.id, "aa", "script of ann")
        sealed = desk.crypt.seal_record({"name": token.name}, "token", token.id, ann.id)
        with desk.database.write() as transaction:
            transaction.run("UPDATE tokens SET sealed = ?", sealed)
            transaction.run("DELETE FROM migrations WHERE number = 7")
        assert desk.token("aa") is None
    with open_desk(path, key) as desk:
        assert desk.token("aa") == token


def test_what_the_service_changes_counts(desk, ann):
    desk.change_user(ann.id, role="second reader", password_hash="new")
    found = desk.user(ann.id)
    assert (found.role, found.active, found.password_hash) == ("second reader", True, "new")
    assert desk.change_user(ann.id, failed=3).role == "second reader"


@pytest.mark.parametrize(
    "change",
    [
        "INSERT INTO members (project, user_id) VALUES ('{case}', '{user}')",
        "UPDATE projects SET owner = '{user}' WHERE id = '{case}'",
    ],
)
def test_a_member_that_nobody_added_sees_nothing(desk, ann, case, document, tamper, change):
    tamper(change.format(case=case, user=ann.id))
    assert not desk.is_member(case, ann.id)
    assert desk.cases(ann.id) == []
    assert desk.document(document, seen_by=ann.id) is None
    assert desk.members(case) == []
    assert desk.case(case).owner == "owner"


def test_a_member_is_one_until_removed(desk, ann, case, document):
    desk.add_member(case, ann.id)
    assert desk.members(case) == [ann.id]
    assert desk.document(document, seen_by=ann.id) is not None
    assert desk.remove_member(case, ann.id)
    assert not desk.is_member(case, ann.id)
    assert not desk.remove_member(case, ann.id)


def test_a_removed_member_is_not_brought_back_by_an_edit(desk, ann, case, tamper):
    desk.add_member(case, ann.id)
    desk.remove_member(case, ann.id)
    tamper(f"INSERT INTO members (project, user_id) VALUES ('{case}', '{ann.id}')")
    assert not desk.is_member(case, ann.id)


def copied(path: Path, to: Path) -> None:
    for file in path.parent.glob(f"{path.name}*"):
        if not file.name.endswith(".audit"):
            shutil.copy(file, to / file.name)


@pytest.fixture
def path(tmp_path):
    (tmp_path / "here").mkdir()
    return tmp_path / "here" / "desk.db"


def test_an_older_copy_in_the_place_of_the_database_is_found(path, key, tmp_path):
    with open_desk(path, key) as desk:
        desk.audit("ann", "looked")
    (tmp_path / "old").mkdir()
    copied(path, tmp_path / "old")
    with open_desk(path, key) as desk:
        desk.audit("ann", "exported")
        assert desk.verify_audit() is None
        assert desk.anchored()
    for file in path.parent.glob("desk.db*"):
        if not file.name.endswith(".audit"):
            file.unlink()
    copied(tmp_path / "old" / "desk.db", path.parent)
    with open_desk(path, key) as desk:
        assert desk.verify_audit() == 2
        for _ in range(3):  # what comes later does not hide it
            desk.audit("ann", "looked")
        assert desk.verify_audit() == 2


def test_an_older_state_of_a_server_is_found_by_the_file_of_this_machine(postgres_url, key, tmp_path):
    import psycopg

    def tail(rows):
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            connection.execute("SET session_replication_role = replica")
            connection.execute("SET search_path = lexveil")
            return rows(connection)

    with open_desk(postgres_url, key, folder=tmp_path) as desk:
        desk.audit("ann", "looked")
        assert desk.anchored()
    head = tail(lambda it: it.execute("SELECT count, hash, seal FROM chain").fetchone())
    with open_desk(postgres_url, key, folder=tmp_path) as desk:
        desk.audit("ann", "exported")
        assert desk.verify_audit() is None
    tail(lambda it: it.execute("DELETE FROM audit WHERE number > 1"))
    tail(lambda it: it.execute("UPDATE chain SET count = %s, hash = %s, seal = %s", head))
    with open_desk(postgres_url, key) as desk:  # all fits, for whoever has not seen more
        assert desk.verify_audit() is None
    with open_desk(postgres_url, key, folder=tmp_path) as desk:
        assert desk.verify_audit() == 2
        for _ in range(3):  # what comes later does not hide it
            desk.audit("ann", "looked")
        assert desk.verify_audit() == 2


def test_machines_on_one_server_go_on_from_each_other(postgres_url, key, tmp_path):
    for machine in ("one", "two", "one", "two"):
        folder = tmp_path / machine
        folder.mkdir(exist_ok=True)
        with open_desk(postgres_url, key, folder=folder) as desk:
            desk.audit("ann", "looked")
            assert desk.anchored()
            assert desk.verify_audit() is None


def test_a_new_key_signs_the_file_of_this_machine_anew(postgres_url, key, tmp_path):
    with open_desk(postgres_url, key, folder=tmp_path) as desk:
        desk.audit("ann", "looked")
    new = Key(RANDOM, bytes(range(32)))
    assert rotate(postgres_url, key, new, folder=tmp_path)
    with open_desk(postgres_url, new, folder=tmp_path) as desk:
        assert desk.verify_audit() is None


def test_a_removed_tail_is_a_clear_state(desk, tamper):
    for _ in range(4):
        desk.audit("ann", "looked")
    tamper("DELETE FROM audit WHERE number > 2")
    assert desk.verify_audit() == 3
    with pytest.raises(DeskError, match="audit log is not as it was written"):
        desk.audit("ann", "looked")
    assert desk.verify_audit() == 3


def test_a_head_that_was_set_back_stops_what_the_log_could_not_tell(desk, tamper):
    for _ in range(4):
        desk.audit("ann", "looked")
    tamper("UPDATE chain SET count = 2")
    assert desk.verify_audit() is not None
    with pytest.raises(DeskError, match="audit log is not as it was written"):
        desk.audit("ann", "looked")


def test_details_that_nobody_of_ours_wrote_are_shown_as_none(desk, tamper):
    desk.audit("ann", "looked", details={"files": 1})
    tamper("UPDATE audit SET details = 'nonsense'")
    assert [row.details for row in desk.audit_rows()] == [{}]
    assert desk.verify_audit() == 1


@pytest.mark.parametrize("forged", ['{"count": 0, "hash": "", "seal": ""}', "nonsense", "{}"])
def test_an_anchor_that_was_forged_is_found(path, key, forged):
    with open_desk(path, key) as desk:
        desk.audit("ann", "looked")
        Path(f"{path}.audit").write_text(forged)
        assert desk.verify_audit() is not None
        desk.audit("ann", "looked")
        assert desk.verify_audit() is not None


def test_an_anchor_that_is_gone_is_told_and_not_made_again(path, key):
    with open_desk(path, key) as desk:
        desk.audit("ann", "looked")
        Path(f"{path}.audit").unlink()
        desk.audit("ann", "looked")
        assert not desk.anchored()


def test_a_new_key_signs_the_anchor_anew(path, key):
    with open_desk(path, key) as desk:
        desk.audit("ann", "looked")
    new = Key(RANDOM, bytes(range(32)))
    assert rotate(path, key, new)
    with open_desk(path, new) as desk:
        assert desk.verify_audit() is None
        desk.audit("ann", "looked")
        assert json.loads(Path(f"{path}.audit").read_text())["count"] == 2
        assert desk.verify_audit() is None
