"""Documents, their originals, analyses and states."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lexveil.errors import VaultError
from lexveil.store.desk import Missing


def test_a_document_is_kept_as_it_came(desk, case):
    made = desk.add_document(case, "Ørsted.txt", b"\0text", "digest", metadata={"judges": ["Torvund"]})
    assert desk.document(made.id) == made
    assert desk.original(made.id) == b"\0text"
    assert (made.name, made.digest, made.metadata) == ("Ørsted.txt", "digest", {"judges": ["Torvund"]})
    assert (made.status, made.state, made.size, made.number, made.original) == ("waiting", "new", 5, 0, True)
    assert desk.documents(case) == [made]
    with pytest.raises(Missing):
        desk.add_document("nothing", "x.txt", b"", "d")


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(), st.binary(max_size=500), st.binary(max_size=500))
def test_any_name_and_bytes_come_back(desk, case, name, original, record):
    made = desk.add_document(case, name, original, "d")
    desk.set_analysis(made.id, record)
    desk.add_edit(made.id, 1, "ann", "rename", record)
    assert desk.document(made.id).name == name
    assert desk.original(made.id) == original
    assert desk.analysis(made.id) == record
    assert [each.record for each in desk.edits(made.id)] == [record]


def test_a_large_original_comes_back(desk, case):
    data = bytes(range(256)) * 40_000
    assert desk.original(desk.add_document(case, "big.pdf", data, "d").id) == data


def test_the_same_document_is_not_analysed_twice(desk, case):
    first, second = (desk.add_document(case, "a.txt", b"same", "digest").id for _ in range(2))
    assert desk.find_analysis("digest", "policy") is None
    assert desk.set_analysis(first, b"found", policy_digest="policy")
    assert desk.find_analysis("digest", "policy") == b"found"
    assert desk.find_analysis("digest", "another policy") is None
    assert desk.find_analysis("another digest", "policy") is None
    desk.set_analysis(second, b"later", policy_digest="policy")
    assert desk.find_analysis("digest", "policy") == b"later"
    assert desk.analysis(first) == b"found"


def test_an_analysis_that_failed_or_said_not_how_it_was_made_is_not_used_again(desk, document):
    digest = desk.document(document).digest
    desk.set_analysis(document, b"half", policy_digest="policy", status="failed", error="out of time")
    assert desk.find_analysis(digest, "policy") is None
    assert (desk.document(document).status, desk.document(document).error) == ("failed", "out of time")
    desk.set_analysis(document, b"found")
    assert desk.find_analysis(digest, "") is None
    assert desk.document(document).error == ""


def test_a_result_that_comes_after_cancelling_is_dropped(desk, document):
    assert desk.set_status(document, "running", "detect", from_=("waiting",))
    assert desk.document(document).step == "detect"
    assert desk.set_status(document, "cancelled", from_=("waiting", "running"))
    assert not desk.set_analysis(document, b"found", from_=("running",))
    assert desk.analysis(document) is None
    assert desk.document(document).status == "cancelled"
    assert not desk.set_status(document, "done", from_=("running",))


def test_after_a_crash_it_is_known_what_was_under_way(desk, case):
    waiting, running, done = (desk.add_document(case, f"{n}.txt", b"x", "d").id for n in range(3))
    desk.set_status(running, "running")
    desk.set_analysis(done, b"found")
    assert [each.id for each in desk.unfinished()] == [waiting, running]


def test_a_state_is_compared_and_set(desk, document):
    assert desk.set_state(document, "in review", from_="new")
    assert not desk.set_state(document, "in review", from_="new")
    assert desk.set_state(document, "approved", from_=("in review", "second reading"))
    assert desk.document(document).state == "approved"
    with pytest.raises(Missing):
        desk.set_state("nothing", "approved", from_="new")
    with pytest.raises(Missing):
        desk.set_status("nothing", "done")
    with pytest.raises(Missing):
        desk.set_analysis("nothing", b"")


def test_counts_are_for_the_list(desk, document):
    desk.set_counts(document, {"entities": 4, "doubts": 2})
    desk.set_counts(document, {"doubts": 1})
    assert desk.document(document).counts == {"entities": 4, "doubts": 1}
    with pytest.raises(Missing):
        desk.set_counts("nothing", {})


def test_retention_takes_the_original_and_nothing_else(desk, document, clock):
    desk.set_analysis(document, b"found")
    desk.add_edit(document, 1, "ann", "rename", b"record")
    assert desk.due(0) == []
    desk.set_state(document, "exported", from_="new")
    clock.pass_(days=30)
    assert [each.id for each in desk.due(29)] == [document]
    assert desk.due(31) == []
    assert desk.remove_original(document, audit=("", "original removed", {}))
    assert not desk.remove_original(document)
    assert (desk.original(document), desk.document(document).original) == (None, False)
    assert desk.due(0) == []
    assert desk.analysis(document) == b"found"
    assert len(desk.edits(document)) == 1
    assert desk.audit_rows()[-1].document == document


def test_a_document_that_is_opened_again_is_not_due(desk, document, clock):
    desk.set_state(document, "exported", from_="new")
    clock.pass_(days=3)
    desk.set_state(document, "in review", from_="exported")
    assert desk.due(1) == []
    desk.set_state(document, "exported", from_="in review")
    assert desk.due(1) == []
    clock.pass_(days=2)
    assert [each.id for each in desk.due(1)] == [document]


@pytest.mark.parametrize("how", ["remove_document", "forget_document"])
def test_a_document_goes_with_everything_but_the_audit(desk, case, document, how):
    desk.set_analysis(document, b"found", policy_digest="p")
    digest = desk.document(document).digest
    for number in (1, 2):
        desk.add_edit(document, number, "ann", "rename", b"record", audit=("ann", "edit", {"number": number}))
    export = desk.add_export(document, {"a.txt": b"twin"}, "2032-01-01T00:00:00Z")
    assert getattr(desk, how)(document, audit=("ann", "document removed", {}))
    assert not getattr(desk, how)(document)
    assert (desk.document(document), desk.original(document), desk.analysis(document)) == (None, None, None)
    assert desk.edits(document, whole=True) == []
    assert desk.export(export) is None
    assert desk.find_analysis(digest, "p") is None
    assert desk.documents(case) == []
    assert [row.kind for row in desk.audit_rows()] == ["edit", "edit", "document removed"]
    assert desk.verify_audit() is None


def test_an_original_put_in_the_place_of_another_is_found_out(desk, case, document, tamper):
    other = desk.add_document(case, "b.txt", b"another", "d").id
    tamper(
        f"UPDATE originals SET sealed = (SELECT sealed FROM originals WHERE document = '{other}') "
        f"WHERE document = '{document}'"
    )
    with pytest.raises(VaultError, match="changed or damaged"):
        desk.original(document)
