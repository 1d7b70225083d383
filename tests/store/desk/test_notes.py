"""What people tell each other about a document, who is to review it, and the order of a case."""

import pytest

from lexveil.errors import VaultError
from lexveil.store.desk import Missing

ABOUT = "Is Torvund the shipping company or its owner?"


def test_notes_are_kept_sealed_and_settled(desk, case, document, tamper):
    made = desk.add_note(document, "ann", "comment", ABOUT, mention=(0, 7), audit=("ann", "comment", {}))
    flag = desk.add_note(document, "bo", "problem", "a page is missing")
    assert desk.notes(document) == [made, flag]
    assert (made.text, made.mention, flag.mention, made.done) == (ABOUT, (0, 7), None, False)
    found = desk.document(document)
    assert (found.comments, found.problems) == (1, 1)
    assert desk.settle_note(document, flag.id, done=True)
    assert not desk.settle_note(document, "nothing", done=True)
    assert [each.done for each in desk.notes(document)] == [False, True]
    assert desk.document(document).problems == 0
    assert desk.remove_note(document, made.id)
    assert not desk.remove_note(document, made.id)
    with pytest.raises(Missing):
        desk.note(document, made.id)
    with pytest.raises(Missing):
        desk.add_note("nothing", "ann", "comment", ABOUT)
    tamper("UPDATE notes SET author = 'eve'")
    with pytest.raises(VaultError):
        desk.notes(document)


def test_notes_go_with_their_document_and_are_not_readable_in_the_file(desk, document):
    desk.add_note(document, "ann", "comment", ABOUT)
    assert ABOUT not in repr(desk.notes(document))
    desk.forget_document(document)
    assert desk.notes(document) == []


def test_a_document_is_renamed_and_given_to_one_of_two(desk, case, document):
    desk.change_document(document, name="Torvund II.txt", metadata={"judges": ["Ann Loe"]})
    found = desk.document(document)
    assert (found.name, found.metadata, found.assigned) == ("Torvund II.txt", {"judges": ["Ann Loe"]}, "")
    assert found.digest
    assert desk.claim(document, "ann")
    assert desk.claim(document, "ann")
    assert not desk.claim(document, "bo")
    desk.change_document(document, assigned="bo")
    assert desk.document(document).assigned == "bo"
    with pytest.raises(Missing):
        desk.change_document("nothing", assigned="bo")


def test_documents_stand_in_the_order_that_was_chosen(desk, case, clock):
    ids = [desk.add_document(case, f"{n}.txt", b"x", str(n)).id for n in range(3)]
    desk.put_in_order(case, [ids[2], ids[0]])
    assert [each.id for each in desk.documents(case)] == [ids[2], ids[0], ids[1]]
    late = desk.add_document(case, "late.txt", b"x", "late").id
    assert [each.id for each in desk.documents(case)] == [ids[2], ids[0], ids[1], late]
    desk.put_in_order(case, [])
    assert [each.id for each in desk.documents(case)] == [*ids, late]
