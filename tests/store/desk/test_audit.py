"""The audit log: complete, in order, and nothing in it can be changed unseen."""

import pytest

from lexveil.store.desk import DeskError, audit


@pytest.fixture
def log(desk, case, document):
    for number in range(1, 6):
        desk.add_edit(document, number, "ann", "rename", b"r", audit=("ann", "edit", {"number": number}))
    return desk


def test_a_row_says_who_what_and_when(log, case, document):
    rows = log.audit_rows()
    assert [row.number for row in rows] == [1, 2, 3, 4, 5]
    assert {(row.actor, row.kind, row.case, row.document) for row in rows} == {
        ("ann", "edit", case, document)
    }
    assert [row.details for row in rows] == [{"number": number} for number in range(1, 6)]
    assert [row.time for row in rows] == sorted(row.time for row in rows)
    assert log.audit_rows(3) == rows[3:]
    assert log.audit_rows(limit=2) == rows[:2]
    assert log.audit_rows(case="another") == []
    assert log.audit_rows(3, case, kinds=("edit", "document state")) == rows[3:]
    assert log.audit_rows(kinds=("document state",)) == []
    assert log.verify_audit() is None


def test_an_empty_log_is_whole(desk):
    assert desk.verify_audit() is None
    assert desk.audit_rows() == []


def test_every_kind_of_change_can_carry_its_row(desk, case, document):
    who = ("ann", "did", {"n": 1})
    user = desk.add_user("Ann", "hash", "reviewer", audit=who).id
    desk.change_user(user, role="administrator", audit=who)
    desk.add_session(user, "aa", "csrf", "2032-01-01T00:00:00Z", audit=who)
    desk.end_session("aa", audit=who)
    desk.end_sessions(user, audit=who)
    token = desk.add_token(user, "bb", "script", audit=who)
    desk.remove_token(token.id, audit=who)
    other = desk.add_case("Other", "strict", user, audit=who).id
    desk.change_case(other, name="New", audit=who)
    desk.add_member(other, user, audit=who)
    desk.remove_member(other, user, audit=who)
    desk.add_listed(other, ["Torvund"], audit=who)
    desk.remove_listed(other, ["Torvund"], audit=who)
    added = desk.add_document(other, "a.txt", b"x", "d", audit=who).id
    desk.set_status(added, "running", audit=who)
    desk.set_analysis(added, b"found", audit=who)
    desk.set_state(added, "in review", from_="new", audit=who)
    desk.add_edit(added, 1, user, "rename", b"r", audit=who)
    desk.add_export(added, {"a": b"x"}, "2032-01-01T00:00:00Z", audit=who)
    desk.remove_original(added, audit=who)
    desk.remove_document(added, audit=who)
    desk.remove_case(other, audit=who)
    desk.remove_user(user, audit=who)
    desk.audit("ann", "did", case=other, document=added, details={"n": 1})
    rows = desk.audit_rows()
    assert len(rows) == 24
    assert {(row.actor, row.kind, row.details["n"]) for row in rows} == {("ann", "did", 1)}
    assert sum(row.case == other for row in rows) == 16
    assert sum(row.document == added for row in rows) == 9
    assert desk.verify_audit() is None


def test_what_did_not_happen_leaves_no_row(desk, document):
    who = ("ann", "did", {})
    assert not desk.set_state(document, "approved", from_="in review", audit=who)
    assert not desk.set_status(document, "done", from_=("running",), audit=who)
    assert not desk.set_analysis(document, b"", from_=("running",), audit=who)
    assert not desk.remove_document("nothing", audit=who)
    assert not desk.remove_user("nothing", audit=who)
    assert desk.audit_rows() == []


def test_a_row_that_cannot_be_written_undoes_what_it_tells_of(desk, document):
    with pytest.raises(DeskError, match="a few words"):
        desk.add_edit(document, 1, "ann", "rename", b"r", audit=("ann", "edit", {"text": "Torvund " * 50}))
    assert desk.edits(document) == []
    with pytest.raises(DeskError, match="a few words"):
        desk.audit("ann", "edit", details={"text": ["a", "list"]})


@pytest.mark.parametrize(
    ("statements", "broken"),
    [
        (["UPDATE audit SET actor = 'eve' WHERE number = 3"], 3),
        (["UPDATE audit SET details = '{}' WHERE number = 1"], 1),
        (["UPDATE audit SET time = '2030-01-01' WHERE number = 5"], 5),
        (["UPDATE audit SET hash = 'x' WHERE number = 2"], 2),
        (["DELETE FROM audit WHERE number = 3"], 3),
        (["DELETE FROM audit WHERE number = 1"], 1),
        (["DELETE FROM audit WHERE number = 5"], 5),
        (["DELETE FROM audit WHERE number > 3"], 4),
        (["DELETE FROM audit"], 1),
        (
            [
                "UPDATE audit SET number = 100 WHERE number = 2",
                "UPDATE audit SET number = 2 WHERE number = 3",
                "UPDATE audit SET number = 3 WHERE number = 100",
            ],
            2,
        ),
        (["DELETE FROM audit WHERE number = 5", "UPDATE chain SET count = 4"], 5),
        (["DELETE FROM chain"], 6),
    ],
)
def test_any_change_is_found(log, tamper, statements, broken):
    tamper(*statements)
    assert log.verify_audit() == broken


def test_a_chain_that_was_forged_without_the_key_is_found(log, tamper):
    """Somebody changes a row and computes every later hash anew, and the head."""
    rows = [list(row) for row in _rows(log)]
    digest = rows[1][7]
    rows[2][2] = "eve"
    for row in rows[2:]:
        digest = audit._hash(digest, row[:7])
        tamper(f"UPDATE audit SET actor = '{row[2]}', hash = '{digest}' WHERE number = {row[0]}")
    tamper(f"UPDATE chain SET hash = '{digest}'")
    assert log.verify_audit() == 3


def test_a_row_that_was_added_without_the_key_is_found(log, tamper):
    last = _rows(log)[-1]
    row = [6, *last[1:7]]
    digest = audit._hash(last[7], row)
    values = ", ".join(f"'{value}'" for value in row[1:])
    tamper(f"INSERT INTO audit SELECT 6, {values}, '{digest}', seal FROM audit WHERE number = 5")
    assert log.verify_audit() == 6


def _rows(desk):
    with desk.database.read() as transaction:
        return transaction.all("SELECT * FROM audit ORDER BY number")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE audit SET actor = 'eve'",
        "DELETE FROM audit",
        "DELETE FROM audit WHERE number = 5",
        "INSERT INTO audit SELECT 9, time, actor, kind, project, document, details, hash, seal FROM audit "
        "WHERE number = 5",
        "UPDATE chain SET count = 2",
        "DELETE FROM chain",
    ],
)
def test_the_database_itself_refuses_to_change_the_log(log, statement):
    with pytest.raises(DeskError, match="kept for good"), log.database.write() as transaction:
        transaction.run(statement)
    assert log.verify_audit() is None


def test_nothing_is_replaced_or_cut_off_by_other_words(log, url):
    if url.startswith("postgres"):
        statements = ["TRUNCATE audit", "TRUNCATE chain", "TRUNCATE edits"]
    else:
        statements = [
            f"INSERT OR REPLACE INTO {table} SELECT * FROM {table} WHERE {column} = 1"
            for table, column in (("audit", "number"), ("edits", "number"), ("chain", "id"))
        ]
    for statement in statements:
        with pytest.raises(DeskError, match="kept for good"), log.database.write() as transaction:
            transaction.run(statement)
    assert log.verify_audit() is None


def test_a_long_log_is_looked_at_in_pages(desk, monkeypatch):
    monkeypatch.setattr(audit, "PAGE", 3)
    for number in range(10):
        desk.audit("ann", "looked", details={"n": number})
    assert desk.verify_audit() is None
