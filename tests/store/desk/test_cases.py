"""Projects, members and the names that stay."""

import pytest

from lexveil.store.desk import Missing


def test_a_case_is_kept_as_it_was_given(desk):
    made = desk.add_case("Quellmark v. Torvund", "strict", "ann", settings={"language": "fi", "days": 3})
    assert desk.case(made.id) == made
    assert (made.documents, made.states, made.settings) == (0, {}, {"language": "fi", "days": 3})
    assert desk.case("nothing") is None


def test_only_what_is_named_is_changed(desk, case):
    before = desk.secret(case)
    changed = desk.change_case(case, name="Other", settings={"approval": True})
    assert (changed.name, changed.policy, changed.settings) == ("Other", "strict", {"approval": True})
    assert desk.change_case(case, policy="finland", owner="bo").name == "Other"
    assert desk.case(case).owner == "bo"
    assert desk.secret(case) == before
    with pytest.raises(Missing):
        desk.change_case("nothing", name="x")


def test_each_case_has_a_secret_of_its_own(desk, case):
    other = desk.add_case("Other", "strict", "ann")
    secrets = {desk.secret(case), desk.secret(other.id)}
    assert sorted(map(len, secrets)) == [32, 32]
    with pytest.raises(Missing):
        desk.secret("nothing")


def test_owner_and_members_see_a_case_and_nobody_else(desk):
    ann, bo, eve = (desk.add_user(name, "hash", "reviewer").id for name in ("Ann", "Bo", "Eve"))
    case = desk.add_case("Case", "strict", ann)
    desk.add_member(case.id, bo)
    desk.add_member(case.id, bo)
    assert desk.members(case.id) == [bo]
    assert [desk.is_member(case.id, user) for user in (ann, bo, eve)] == [True, True, False]
    assert [desk.cases(user) for user in (ann, bo, eve, None)] == [[case], [case], [], [case]]
    assert desk.remove_member(case.id, bo)
    assert not desk.remove_member(case.id, bo)
    assert not desk.is_member(case.id, bo)


def test_a_case_counts_its_documents_by_state(desk, case):
    first, _ = (desk.add_document(case, f"{n}.txt", b"x", "d").id for n in range(2))
    desk.set_state(first, "in review", from_="new")
    other = desk.add_case("Other", "strict", "ann").id
    desk.add_document(other, "x.txt", b"x", "d")
    found = desk.case(case)
    assert (found.documents, found.states) == (2, {"in review": 1, "new": 1})
    assert [each.documents for each in desk.cases()] == [2, 1]


def test_names_that_stay_in_one_case_or_everywhere(desk, case):
    other = desk.add_case("Other", "strict", "ann").id
    desk.add_listed(case, ["Torvund", "Quellmark", "Torvund"])
    desk.add_listed("", ["Helsinki"])
    desk.add_listed(case, ["Torvund"])
    assert desk.listed(case) == ("Torvund", "Quellmark", "Helsinki")
    assert desk.listed(other) == ("Helsinki",)
    assert desk.remove_listed(case, ["Torvund", "Nobody"]) == 1
    assert desk.listed(case) == ("Quellmark", "Helsinki")
    with pytest.raises(Missing):
        desk.add_listed("nothing", ["x"])


def test_a_case_goes_with_all_that_belongs_to_it(desk, case, document):
    desk.set_analysis(document, b"found", policy_digest="p")
    desk.add_edit(document, 1, "ann", "rename", b"record")
    export = desk.add_export(document, {"a.txt": b"twin"}, "2032-01-01T00:00:00Z")
    desk.add_listed(case, ["Torvund"])
    assert desk.remove_case(case, audit=("ann", "project removed", {}))
    assert not desk.remove_case(case)
    assert desk.case(case) is None
    assert desk.document(document) is None
    assert desk.original(document) is None
    assert desk.edits(document, whole=True) == []
    assert desk.export(export) is None
    assert desk.listed(case) == ()
    assert [row.kind for row in desk.audit_rows(case=case)] == ["project removed"]
    with desk.database.read() as transaction:
        for table in ("documents", "originals", "analyses", "edits", "exports", "export_files", "listed"):
            assert transaction.all(f"SELECT 1 FROM {table}") == []
