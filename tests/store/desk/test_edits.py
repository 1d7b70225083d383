"""Edits: in order, for good, and nobody's is lost."""

import pytest

from lexveil.errors import VaultError
from lexveil.store.desk import DeskError, Missing, Taken


def add(desk, document, *numbers):
    for number in numbers:
        desk.add_edit(document, number, "ann", "rename", b"record %d" % number)


def test_edits_come_back_in_order(desk, document, clock):
    time = desk.add_edit(document, 1, "ann", "rename", b"first")
    desk.add_edit(document, 2, "bo", "merge", b"second")
    found = desk.edits(document)
    assert [(each.number, each.author, each.kind, each.record) for each in found] == [
        (1, "ann", "rename", b"first"),
        (2, "bo", "merge", b"second"),
    ]
    assert found[0].time == time < found[1].time
    assert desk.edits(document, 1) == found[1:]
    assert desk.edits(document, 2) == []
    assert desk.document(document).number == 2
    assert "first" not in repr(found)


def test_a_number_is_given_once(desk, document):
    add(desk, document, 1, 2)
    for number in (1, 2):
        with pytest.raises(Taken):
            desk.add_edit(document, number, "bo", "merge", b"late", audit=("bo", "edit", {}))
    assert [each.author for each in desk.edits(document)] == ["ann", "ann"]
    assert desk.audit_rows() == []


@pytest.mark.parametrize("number", [0, -1, 3, 2**40])
def test_numbers_have_no_gap(desk, document, number):
    add(desk, document, 1)
    with pytest.raises(DeskError, match="without a gap"):
        add(desk, document, number)
    assert desk.document(document).number == 1


@pytest.mark.parametrize("number", [2**63, 10**30])
def test_a_huge_number_is_no_number_of_an_edit(desk, document, number):
    add(desk, document, 1)
    assert desk.edits(document, number) == []
    assert desk.audit_rows(number) == []
    with pytest.raises(DeskError):
        add(desk, document, number)


def test_an_edit_needs_a_document(desk):
    with pytest.raises(Missing):
        add(desk, "nothing", 1)
    assert desk.edits("nothing") == []


def test_a_new_analysis_starts_anew_and_old_edits_stay(desk, document):
    desk.set_analysis(document, b"first")
    add(desk, document, 1, 2)
    stale = desk.document(document).analysis
    desk.set_analysis(document, b"second")
    stored = desk.document(document)
    assert (stored.analysis, stored.base, stored.number) == (2, 2, 2)
    assert desk.edits(document) == []
    with pytest.raises(Taken, match="analysed again"):
        desk.add_edit(document, 3, "ann", "rename", b"late", analysis=stale)
    desk.add_edit(document, 3, "ann", "rename", b"new", analysis=stored.analysis)
    assert [each.record for each in desk.edits(document)] == [b"new"]
    assert [each.number for each in desk.edits(document, whole=True)] == [1, 2, 3]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE edits SET author = 'eve'",
        "DELETE FROM edits",
        "DELETE FROM edits WHERE number = 2",
        "INSERT INTO edits SELECT document, 7, author, kind, time, sealed FROM edits WHERE number = 2",
    ],
)
def test_the_database_itself_refuses_to_change_edits(desk, document, statement):
    add(desk, document, 1, 2)
    with pytest.raises(DeskError, match="kept for good"), desk.database.write() as transaction:
        transaction.run(statement)
    assert [each.number for each in desk.edits(document)] == [1, 2]


def test_an_edit_that_was_signed_by_another_is_found_out(desk, document, tamper):
    add(desk, document, 1)
    tamper("UPDATE edits SET author = 'eve'")
    with pytest.raises(VaultError, match="changed or damaged"):
        desk.edits(document)


def test_the_length_of_a_record_tells_little(desk, document):
    for number, name in enumerate(("Bo", "Zephyrine Xylander"), 1):
        desk.add_edit(document, number, "ann", "rename", name.encode())
    with desk.database.read() as transaction:
        assert len({len(row[0]) for row in transaction.all("SELECT sealed FROM edits")}) == 1
