"""Several people at one document: everybody sees what the others do, and nothing acknowledged is lost."""

import json
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, Response, Route, expect

from page.hands import ROW, OpenPage, cell, open_review, part, saved, watch_of
from page.people import ADA, BO, logged_in, office, page_of
from page.running import Server, StartServer
from service.running import Browser as Desk

STAYS, REJECTED = "stays", "rejected"
EDITS = {"a": "accept", "r": "reject", "k": "keep", "4": "role", "1": "role", "u": "undo"}
# What the table and the text show of every entity.
SHOWN = """() => Object.fromEntries([...document.querySelectorAll("[data-testid=entity-row]")].map((row) => [
  row.dataset.entity,
  [
    row.querySelector(".cell-pseudonym .becomes")?.textContent ?? "",
    row.querySelector("[data-standing]").dataset.standing,
    [...document.querySelectorAll(`#document .mark[data-entity="${row.dataset.entity}"]`)].map((mark) =>
      [mark.dataset.action, "accepted" in mark.dataset]),
  ],
]))"""


@pytest.fixture(scope="module")
def shared(start_server: StartServer, tmp_path_factory: pytest.TempPathFactory) -> Server:
    return office(start_server, Path(tmp_path_factory.mktemp("secret")))


@pytest.fixture
def both(shared: Server, open_page: OpenPage) -> Iterator[tuple[Page, Page, Desk, Desk, str]]:
    """Ada's page, Bo's page, their desks, and the document that both have open."""
    with ExitStack() as stack:
        ada, bo = (stack.enter_context(logged_in(shared, name)) for name in (ADA, BO))
        case = ada.case()
        assert ada.http.put(f"/projects/{case}/members/{bo.here['user']['id']}").status_code < 300
        document = ada.upload(case)
        one, other = page_of(open_page, shared, ada), page_of(open_page, shared, bo)
        for page in (one, other):
            open_review(page, document)
        yield one, other, ada, bo, document


def row(page: Page, entity: str) -> Any:
    return page.locator(f"{ROW}[data-entity='{entity}']")


def press(page: Page, entity: str, key: str) -> None:
    """A key, at an entity: without the pointer, which a message could be in the way of."""
    cell(row(page, entity), "name").press(key)


def test_edit_appears_in_the_other_browser_with_who_made_it(both: tuple[Page, Page, Desk, Desk, str]) -> None:
    one, other, ada, _, document = both
    entity = ada.named(document, "Ivo Lundgren")["id"]
    with saved(one):
        press(one, entity, "a")
    expect(row(other, entity).locator(".standing")).to_have_attribute("data-standing", "accepted")
    expect(other.locator(f"#document .mark[data-entity='{entity}'][data-accepted]").first).to_be_visible()
    expect(other.locator(".toast-text").first).to_contain_text("1 change")
    with saved(other):
        press(other, entity, "4")
    role = cell(row(other, entity), "role").inner_text()
    expect(cell(row(one, entity), "role")).to_have_text(role)
    assert ada.named(document, "Ivo Lundgren")["role"] == "LAWYER"


def test_loser_of_a_conflict_is_told_and_keeps_the_input(both: tuple[Page, Page, Desk, Desk, str]) -> None:
    one, _, ada, bo, document = both
    entity = ada.named(document, "Pia Holt")["id"]
    watch_of(one).expect("409")
    first: list[int] = []

    def overtaken(route: Route) -> None:
        """Bo is a moment quicker."""
        if not first:
            first.append(bo.edit(document, 0, kind="accept", entity=entity).json()["number"])
        route.continue_()

    one.route("**/documents/*/edits", overtaken)
    cell(row(one, entity), "name").press("F2")
    part(one, "pseudonym-input").fill("THE ACCOUNTANT")
    part(one, "pseudonym-input").press("Enter")
    told = one.locator(".toast", has_text="Somebody else has changed this name meanwhile")
    expect(told).to_be_visible()
    standing = bo.named(document, "Pia Holt")
    assert (standing["state"], standing["given"]) == ("accepted", False)
    expect(row(one, entity).locator(".standing")).to_have_attribute("data-standing", "accepted")
    expect(row(one, entity).locator(".becomes")).to_have_text(standing["pseudonym"])
    with saved(one):
        told.get_by_role("button", name="Make it anyway").click()
    assert ada.named(document, "Pia Holt")["pseudonym"] == "THE ACCOUNTANT"
    expect(row(one, entity).locator(".becomes")).to_have_text("THE ACCOUNTANT")


def test_twenty_edits_of_two_browsers_at_once(both: tuple[Page, Page, Desk, Desk, str]) -> None:
    one, other, ada, _, document = both
    people = [ada.named(document, name)["id"] for name in ("Ivo Lundgren", "Pia Holt", "Jonas Brekke")]
    acknowledged: list[int] = []
    for page in (one, other):
        part(page, "show-kept").click()  # every mark is compared, also of what stays
        watch_of(page).expect("409|422")  # they are at the same names, so some lose
        page.on("response", lambda answer: count(answer, acknowledged))
    draw = Random(1)
    for _ in range(10):
        press(one, draw.choice(people), draw.choice(list(EDITS)))
        press(other, draw.choice(people), draw.choice(list(EDITS)))
    for page in (one, other):
        expect(part(page, "review")).to_have_attribute("data-unsent", "0")
    told = ada.get(f"/documents/{document}/edits", params={"after": 0}).json()
    assert [each["number"] for each in told["edits"]] == list(range(1, told["number"] + 1))
    wanted = json.dumps(expected(ada.review(document)), sort_keys=True)
    for page in (one, other):
        page.wait_for_function(f"([wanted]) => {SAME}", arg=[wanted])
    assert len(acknowledged) == told["number"] >= 5
    assert {each["author"] for each in told["edits"]} == {desk.here["user"]["id"] for desk in both[2:4]}


SAME = f"""{{
  const sorted = (value) => Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  return JSON.stringify(sorted(({SHOWN})())) === JSON.stringify(sorted(JSON.parse(wanted)));
}}"""


def count(answer: Response, acknowledged: list[int]) -> None:
    if answer.request.method == "POST" and answer.url.endswith(("/edits", "/undo")) and answer.status == 200:
        acknowledged.append(answer.status)


def expected(review: dict[str, Any]) -> dict[str, Any]:
    """What `SHOWN` finds on a page that is up to date."""
    found = {}
    for each in review["entities"]:
        standing = {"keep": STAYS, "reject": REJECTED}.get(each["action"], each["state"])
        marks = [
            [
                "keep" if each["action"] == "replace" and flags & 2 else each["action"],
                bool(flags & 1),
            ]
            for *_, flags in sorted(each["mentions"])
        ]
        found[each["id"]] = [each["pseudonym"], standing, marks]
    return found


# Over HTTP -----------------------------------------------------------------------------------------

THREADS, TRIES = 8, 8


def test_eight_threads_at_two_services_of_one_database_lose_nothing(
    server: Server, desk: Desk, start_server: StartServer, tmp_path: Path
) -> None:
    twin = Server(tmp_path)
    twin.database = server.database
    twin.start()
    try:
        document = desk.upload(desk.case())
        people = [desk.named(document, name)["id"] for name in ("Ivo Lundgren", "Pia Holt", "Jonas Brekke")]
        places = [(server, twin)[number % 2].address for number in range(THREADS)]
        acknowledged = edited_at_once(document, people, places)
        told = desk.get(f"/documents/{document}/edits", params={"after": 0}).json()
        stored = [each["number"] for each in told["edits"]]
        assert stored == list(range(1, len(stored) + 1))
        assert len(acknowledged) == len(stored)  # an answer may already know of the edits after its own
        assert all(known >= made for known, made in zip(sorted(acknowledged), stored, strict=True))
        assert len(stored) >= THREADS
        with Desk(twin.address) as elsewhere:
            assert elsewhere.review(document)["entities"] == desk.review(document)["entities"]
        assert desk.get("/audit/verify").json()["whole"]
    finally:
        twin.stop()


def edited_at_once(document: str, people: list[str], places: list[str]) -> list[int]:
    """For each edit that was acknowledged, of all threads, the number up to which its answer tells."""
    acknowledged: list[int] = []
    refused: list[str] = []

    def work(seed: int, address: str) -> None:
        draw, base = Random(seed), 0
        with Desk(address) as desk:
            for _ in range(TRIES):
                kind = draw.choice(["keep", "replace", "reject", "undo"])
                path, body = f"/documents/{document}/undo", {"base": base}
                if kind != "undo":
                    path = f"/documents/{document}/edits"
                    body["command"] = {"kind": kind, "entity": draw.choice(people)}
                answer = desk.post(path, body)
                if answer.status_code == 200:
                    acknowledged.append(answer.json()["number"])
                elif answer.status_code not in (409, 422):
                    refused.append(answer.text)
                base = answer.json().get("number", base)

    threads = [threading.Thread(target=work, args=each) for each in enumerate(places)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert not refused, refused
    return acknowledged
