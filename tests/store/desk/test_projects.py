"""Projects, members and the names that stay."""

import pytest

from lexveil.store.desk import Missing


def test_a_project_is_kept_as_it_was_given(desk):
    made = desk.add_project("Quellmark v. Torvund", "strict", "ann", settings={"language": "fi", "days": 3})
    assert desk.project(made.id) == made
    assert (made.documents, made.states, made.settings) == (0, {}, {"language": "fi", "days": 3})
    assert desk.project("nothing") is None


def test_only_what_is_named_is_changed(desk, project):
    before = desk.secret(project)
    changed = desk.change_project(project, name="Other", settings={"approval": True})
    assert (changed.name, changed.policy, changed.settings) == ("Other", "strict", {"approval": True})
    assert desk.change_project(project, policy="finland", owner="bo").name == "Other"
    assert desk.project(project).owner == "bo"
    assert desk.secret(project) == before
    with pytest.raises(Missing):
        desk.change_project("nothing", name="x")


def test_each_project_has_a_secret_of_its_own(desk, project):
    other = desk.add_project("Other", "strict", "ann")
    secrets = {desk.secret(project), desk.secret(other.id)}
    assert sorted(map(len, secrets)) == [32, 32]
    with pytest.raises(Missing):
        desk.secret("nothing")


def test_owner_and_members_see_a_project_and_nobody_else(desk):
    ann, bo, eve = (desk.add_user(name, "hash", "reviewer").id for name in ("Ann", "Bo", "Eve"))
    project = desk.add_project("Case", "strict", ann)
    desk.add_member(project.id, bo)
    desk.add_member(project.id, bo)
    assert desk.members(project.id) == [bo]
    assert [desk.is_member(project.id, user) for user in (ann, bo, eve)] == [True, True, False]
    assert [desk.projects(user) for user in (ann, bo, eve, None)] == [[project], [project], [], [project]]
    assert desk.remove_member(project.id, bo)
    assert not desk.remove_member(project.id, bo)
    assert not desk.is_member(project.id, bo)


def test_a_project_counts_its_documents_by_state(desk, project):
    first, _ = (desk.add_document(project, f"{n}.txt", b"x", "d").id for n in range(2))
    desk.set_state(first, "in review", from_="new")
    other = desk.add_project("Other", "strict", "ann").id
    desk.add_document(other, "x.txt", b"x", "d")
    found = desk.project(project)
    assert (found.documents, found.states) == (2, {"in review": 1, "new": 1})
    assert [each.documents for each in desk.projects()] == [2, 1]


def test_names_that_stay_in_one_project_or_everywhere(desk, project):
    other = desk.add_project("Other", "strict", "ann").id
    desk.add_listed(project, ["Torvund", "Quellmark", "Torvund"])
    desk.add_listed("", ["Helsinki"])
    desk.add_listed(project, ["Torvund"])
    assert desk.listed(project) == ("Torvund", "Quellmark", "Helsinki")
    assert desk.listed(other) == ("Helsinki",)
    assert desk.remove_listed(project, ["Torvund", "Nobody"]) == 1
    assert desk.listed(project) == ("Quellmark", "Helsinki")
    with pytest.raises(Missing):
        desk.add_listed("nothing", ["x"])


def test_a_project_goes_with_all_that_belongs_to_it(desk, project, document):
    desk.set_analysis(document, b"found", policy_digest="p")
    desk.add_edit(document, 1, "ann", "rename", b"record")
    export = desk.add_export(document, {"a.txt": b"twin"}, "2032-01-01T00:00:00Z")
    desk.add_listed(project, ["Torvund"])
    assert desk.remove_project(project, audit=("ann", "project removed", {}))
    assert not desk.remove_project(project)
    assert desk.project(project) is None
    assert desk.document(document) is None
    assert desk.original(document) is None
    assert desk.edits(document, whole=True) == []
    assert desk.export(export) is None
    assert desk.listed(project) == ()
    assert [row.kind for row in desk.audit_rows(project=project)] == ["project removed"]
    with desk.database.read() as transaction:
        for table in ("documents", "originals", "analyses", "edits", "exports", "export_files", "listed"):
            assert transaction.all(f"SELECT 1 FROM {table}") == []
