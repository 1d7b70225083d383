"""Edits: what each does is `review`'s; here that none is lost, and what happens to the rest of a case."""

import threading

import httpx

from lexveil.store.desk import open_desk
from service.running import KEY, TEXT, Browser, Running

OTHER = """WITNESS STATEMENT

I, Ivo Lundgren, witness, state as follows.

Mr Ivo Lundgren has been harbour master for ten years. Ms Karin Falck, witness, works with Mr Lundgren.
"""


def kind(answer: httpx.Response) -> str:
    return str(answer.json()["error"]["kind"])


def test_edit_is_answered_with_what_changed(browser: Browser, award: str) -> None:
    witness = browser.named(award, "Ivo Lundgren")
    told = browser.edit(award, 0, kind="accept", entity=witness["id"]).json()
    assert (told["number"], told["undo"], told["redo"], told["state"]) == (1, True, False, "in review")
    assert [each["state"] for each in told["changed"]] == ["accepted"]
    assert browser.get(f"/documents/{award}").json()["state"] == "in review"


def test_undo_all_and_redo_all(browser: Browser, award: str) -> None:
    before = browser.review(award)["entities"]
    one, other = browser.named(award, "Ivo Lundgren"), browser.named(award, "Pia Holt")
    commands = [
        {"kind": "role", "entity": one["id"], "role": "EXPERT"},
        {"kind": "merge", "entities": [one["id"], other["id"]]},
        {"kind": "split", "entity": one["id"], "mentions": [other["mentions"][0][:2]]},
    ]
    for number, command in enumerate(commands):
        assert browser.edit(award, number, **command).status_code == 200
    after = browser.review(award)["entities"]
    for number in range(3, 6):
        assert browser.post(f"/documents/{award}/undo", {"base": number}).status_code == 200
    told = browser.review(award)
    assert (told["entities"], told["undo"], told["redo"]) == (before, False, True)
    assert kind(browser.post(f"/documents/{award}/undo", {"base": 6})) == "invalid"
    for number in range(6, 9):
        assert browser.post(f"/documents/{award}/redo", {"base": number}).status_code == 200
    assert browser.review(award)["entities"] == after


def test_edit_of_what_somebody_changed_meanwhile_is_refused_with_the_changes(
    browser: Browser, award: str
) -> None:
    one, other = browser.named(award, "Ivo Lundgren"), browser.named(award, "Pia Holt")
    assert browser.edit(award, 0, kind="accept", entity=one["id"]).status_code == 200
    refused = browser.edit(award, 0, kind="reject", entity=one["id"])
    assert (refused.status_code, kind(refused)) == (409, "conflict")
    assert [each["state"] for each in refused.json()["changed"]] == ["accepted"]
    assert refused.json()["number"] == 1
    apart = browser.edit(award, 0, kind="accept", entity=other["id"])
    assert apart.status_code == 200
    assert {each["id"] for each in apart.json()["changed"]} == {one["id"], other["id"]}


def test_command_that_does_not_fit_is_refused(browser: Browser, award: str) -> None:
    for command in ({"kind": "accept", "entity": "e999"}, {"kind": "dance"}, {"kind": "rename"}):
        refused = browser.edit(award, 0, **command)
        assert (refused.status_code, kind(refused)) == (422, "invalid")
    ahead = browser.edit(award, 5, kind="accept", entity="e1")
    assert (ahead.status_code, kind(ahead)) == (422, "invalid")
    assert browser.review(award)["number"] == 0


def test_no_edit_of_two_browsers_is_lost(service: Running, browser: Browser, award: str) -> None:
    names = ("Ivo Lundgren", "Pia Holt")
    entities = [browser.named(award, name)["id"] for name in names]
    failed: list[str] = []

    def work(entity: str) -> None:
        with service.browser() as own:
            for step in range(10):
                number = own.review(award)["number"]
                answer = own.edit(award, number, kind=("accept", "reject")[step % 2], entity=entity)
                if answer.status_code != 200:
                    failed.append(answer.text)

    threads = [threading.Thread(target=work, args=(each,)) for each in entities]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    told = browser.get(f"/documents/{award}/edits", params={"after": 0}).json()
    assert [each["number"] for each in told["edits"]] == list(range(1, 21))
    assert {each["state"] for each in told["changed"]} == {"rejected"}


def test_edits_of_another_process_are_taken_in(service: Running, browser: Browser, award: str) -> None:
    witness = browser.named(award, "Ivo Lundgren")
    browser.edit(award, 0, kind="accept", entity=witness["id"])
    browser.post(f"/documents/{award}/undo", {"base": 1})
    first, second = service.desk.edits(award)
    service.app.state.context.open_documents.forget(document=award)
    browser.review(award)
    with open_desk(service.folder / "desk.sqlite", KEY) as other:
        record = first.record.replace(b'"number":1', b'"number":3')
        other.add_edit(award, 3, first.author, "accept", record)
    told = browser.edit(award, 2, kind="rename", entity=witness["id"], pseudonym="THE MASTER")
    assert (told.status_code, kind(told)) == (409, "conflict")
    assert told.json()["number"] == 3
    assert second.kind == "undo"


def test_approved_document_is_not_edited(browser: Browser, award: str) -> None:
    witness = browser.named(award, "Ivo Lundgren")
    for state in ("second reading", "approved"):
        assert browser.post(f"/documents/{award}/state", {"to": state}).json()["state"] == state
    refused = browser.edit(award, 0, kind="accept", entity=witness["id"])
    assert (refused.status_code, kind(refused)) == (409, "conflict")
    assert kind(browser.post(f"/documents/{award}/analysis")) == "conflict"
    browser.post(f"/documents/{award}/state", {"to": "in review"})
    assert browser.edit(award, 0, kind="accept", entity=witness["id"]).status_code == 200


def test_same_person_has_one_pseudonym_in_a_case(browser: Browser) -> None:
    case = browser.case()
    first, second = browser.upload(case), browser.upload(case, "statement.txt", OTHER)
    here, there = browser.named(first, "Ivo Lundgren"), browser.named(second, "Ivo Lundgren")
    assert here["pseudonym"] == there["pseudonym"]
    assert (browser.review(first)["entities"], here["shared"], there["shared"])[1:] == (1, 1)
    names = {each["pseudonym"] for each in browser.review(first)["entities"] if each["action"] == "replace"}
    assert browser.named(second, "Karin Falck")["pseudonym"] not in names
    shared = browser.get(f"/projects/{case}/entities").json()["entities"][0]
    assert {each["document"] for each in shared["documents"]} == {first, second}


def test_new_name_and_role_go_to_the_other_documents(browser: Browser) -> None:
    case = browser.case()
    first, second = browser.upload(case), browser.upload(case, "statement.txt", OTHER)
    witness = browser.named(first, "Ivo Lundgren")
    told = browser.edit(first, 0, kind="rename", entity=witness["id"], pseudonym="THE MASTER").json()
    assert told["also"] == [second]
    assert browser.named(second, "Ivo Lundgren")["pseudonym"] == "THE MASTER"
    back = browser.post(f"/documents/{first}/undo", {"base": 1}).json()
    assert back["also"] == [second]
    assert browser.named(second, "Ivo Lundgren")["pseudonym"] == witness["pseudonym"]
    judge = browser.edit(first, 2, kind="role", entity=witness["id"], role="JUDGE").json()
    assert judge["also"] == [second]
    assert browser.named(second, "Ivo Lundgren")["action"] == "keep"
    assert browser.post(f"/documents/{first}/undo", {"base": 3}).json()["also"] == [second]
    assert browser.named(second, "Ivo Lundgren")["pseudonym"] == witness["pseudonym"]


def test_pseudonym_of_somebody_in_another_document_is_not_given_again(browser: Browser) -> None:
    case = browser.case()
    first, second = browser.upload(case), browser.upload(case, "statement.txt", OTHER)
    other = browser.named(second, "Karin Falck")["pseudonym"]
    witness = browser.named(first, "Pia Holt")
    refused = browser.edit(first, 0, kind="rename", entity=witness["id"], pseudonym=other)
    assert (refused.status_code, kind(refused)) == (422, "invalid")
    same = browser.edit(first, 0, kind="same", entity=witness["id"], pseudonym=other)
    assert same.status_code == 200
    assert browser.named(second, "Karin Falck")["shared"] == 1


def test_name_that_stays_in_a_case_stays_in_all_its_documents(browser: Browser) -> None:
    case = browser.case()
    first, second = browser.upload(case), browser.upload(case, "statement.txt", OTHER)
    witness = browser.named(first, "Ivo Lundgren")
    told = browser.edit(first, 0, kind="whitelist", entity=witness["id"], scope="case").json()
    assert told["also"] == [second]
    assert browser.named(second, "Ivo Lundgren")["action"] == "keep"
    third = browser.upload(case, "again.txt", OTHER.replace("ten", "twelve"))
    assert browser.named(third, "Ivo Lundgren")["action"] == "keep"
    assert browser.named(third, "Karin Falck")["action"] == "replace"
    assert set(browser.post(f"/documents/{first}/undo", {"base": 1}).json()["also"]) == {second, third}
    assert browser.named(second, "Ivo Lundgren")["pseudonym"] == witness["pseudonym"]
    last = browser.upload(case, "last.txt", OTHER.replace("ten", "thirty"))
    assert browser.named(last, "Ivo Lundgren")["action"] == "replace"


def test_suggestions_name_the_other_document(browser: Browser) -> None:
    case = browser.case()
    first = browser.upload(case)
    second = browser.upload(case, "letter.txt", TEXT.replace("Lundgren", "Lundgreen"))
    found = browser.get(f"/documents/{second}/suggestions").json()["suggestions"]
    assert found
    assert all(each["document"] == first and each["name"] == "award.txt" for each in found)
