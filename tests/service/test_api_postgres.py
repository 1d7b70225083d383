"""The same service on PostgreSQL: from the upload to the export, two browsers, a restart; and two services on
one database."""

import re
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from lexveil.service import events
from lexveil.store.desk import open_desk
from page.running import ROOT
from service.running import KEY, TEXT, Running, running
from service.server_pg import postgres_server, postgres_url
from service.test_events import heard

__all__ = ["postgres_server", "postgres_url"]


def test_review_on_postgresql(tmp_path: Path, postgres_url: str) -> None:
    with running(tmp_path, url=postgres_url) as service, service.browser() as browser:
        document = browser.upload(browser.case())
        names = ("Ivo Lundgren", "Pia Holt", "Jonas Brekke")
        entities = [browser.named(document, name)["id"] for name in names]
        answers: list[int] = []

        def work(entity: str) -> None:
            with service.browser() as own:
                for step in range(4):
                    base = own.review(document)["number"]
                    edit = own.edit(document, base, kind=("accept", "reject")[step % 2], entity=entity)
                    answers.append(edit.status_code)

        threads = [threading.Thread(target=work, args=(each,)) for each in entities]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert answers == [200] * 12
        before = browser.review(document)
        assert before["number"] == 12
    with running(tmp_path, url=postgres_url) as service, service.browser() as browser:
        assert browser.review(document) == before
        told = browser.post(f"/documents/{document}/export", {"formats": ["own"]}).json()
        assert b"Lundgren" in browser.get(f"/exports/{told['export']}/award.txt").content
        assert browser.get("/audit/verify").json()["broken"] is None


@pytest.fixture
def two(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Running, Running]]:
    """Two services on one database, of which none looks by itself at what the other did."""
    monkeypatch.setattr(events, "SILENT", 1_000_000)
    with running(tmp_path, url=postgres_url) as one, running(tmp_path, url=postgres_url) as other:
        yield one, other


def is_edit(number: int) -> Callable[[str, dict[str, Any]], bool]:
    return lambda name, data: name == "edit" and data["number"] == number


def test_two_services_hear_of_each_other(two: tuple[Running, Running]) -> None:
    one, other = two
    with one.browser() as browser:
        case = browser.case()
        document = browser.upload(case)
        witness = browser.named(document, "Ivo Lundgren")["id"]
        for number, path in enumerate((f"/documents/{document}/events", f"/projects/{case}/events"), 1):
            kind = ("accept", "reject")[number - 1]
            told = heard(
                other,
                path,
                lambda: browser.edit(document, number - 1, kind=kind, entity=witness),  # noqa: B023
                is_edit(number),
            )
            assert told[-1][1]["author"] == browser.here["user"]["id"]
    with other.browser() as browser:
        assert browser.review(document)["number"] == 2


def test_a_state_and_an_analysis_are_heard_of_too(two: tuple[Running, Running]) -> None:
    one, other = two
    with one.browser() as browser:
        case = browser.case()
        first = browser.upload(case)
        told = heard(
            other,
            f"/projects/{case}/events",
            lambda: browser.sent(case, "second.txt", TEXT.replace("FINAL", "SECOND")),
            lambda name, data: name == "progress" and data["status"] == "done" and data["document"] != first,
        )
        document = told[-1][1]["document"]
        heard(
            other,
            f"/documents/{document}/events",
            lambda: browser.post(f"/documents/{document}/state", {"to": "in review"}),
            lambda name, data: name == "state" and data["state"] == "in review",
        )


def test_who_lost_the_connection_hears_again(
    two: tuple[Running, Running], postgres_server: Any, postgres_url: str
) -> None:
    one, other = two
    ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
    with one.browser() as browser:
        document = browser.upload(browser.case())
        witness = browser.named(document, "Ivo Lundgren")["id"]

        def act() -> None:
            """The edit comes while nobody listens: what was missed is looked for."""
            assert postgres_server.run(ended, postgres_url) == [(True,), (True,)]
            assert browser.edit(document, 0, kind="accept", entity=witness).status_code == 200

        heard(other, f"/documents/{document}/events", act, is_edit(1))
        heard(
            other,
            f"/documents/{document}/events",
            lambda: browser.edit(document, 1, kind="reject", entity=witness),
            is_edit(2),
        )


def test_names_that_stay_are_known_to_the_other_service(two: tuple[Running, Running]) -> None:
    one, other = two
    with one.browser() as browser, other.browser() as elsewhere:
        case = browser.case()
        document = browser.upload(case)
        elsewhere.review(document)
        held = other.app.state.context.open_documents.known(document)
        one.desk.add_listed(case, ["Ivo Lundgren"])
        until = time.monotonic() + 30
        while not held.policy.keep.names and time.monotonic() < until:
            time.sleep(0.02)
        assert held.policy.keep.names


def test_what_services_tell_each_other_is_ids(postgres_server: Any, postgres_url: str) -> None:
    with open_desk(postgres_url, KEY) as desk, psycopg.connect(postgres_url, autocommit=True) as listening:
        listening.execute("LISTEN lexveil")
        case = desk.add_case("Canary", "strict", "").id
        document = desk.add_document(case, "Canary.txt", b"Canary", "digest").id
        desk.set_status(document, "failed", "reading", "Canary.txt is damaged")
        desk.add_edit(document, 1, "0af3", "rename", b"Canary")
        desk.add_listed(case, ["Canary"])
        told = [each.payload for each in listening.notifies(timeout=5, stop_after=4)]
    assert [each.split(" ", 1)[1] for each in told] == [
        f"progress {case} {document} ",
        f"progress {case} {document} ",
        f"edit {case} {document} 0af3",
        f"project {case}  ",
    ]


def test_the_database_of_the_how_to_page_is_one_to_work_in(postgres_server: Any) -> None:
    page = (ROOT / "docs" / "how-to" / "postgresql.md").read_text("utf8")
    block = re.search(r"```sql\n(.*?)```", page, re.DOTALL)
    assert block
    for statement in block[1].strip().splitlines():
        postgres_server.run(statement)
    address = postgres_server.url("lexveil").replace("postgres@", "lexveil@")
    with open_desk(address, KEY) as desk:
        assert desk.users() == []
    owner = "SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'lexveil'"
    assert postgres_server.run(owner, address) == [("lexveil",)]
