"""Two people correct one case in two of its documents, and the power goes in between: every correction ends
in both documents, and no edit that was acknowledged is lost.
"""

import threading
import time
from dataclasses import dataclass, field
from typing import Any

import httpx

from page.running import Server
from page.test_kill import mortal, postgres_server, postgres_url  # noqa: F401
from service.running import TEXT, Browser

EDITS = 12  # of each
KILLED = (5, 14)  # so many were acknowledged by both together


@dataclass
class Corrector:
    """Renames one person again and again, in a document of their own."""

    address: str
    document: str
    person: str
    names: list[str]
    done: list[str] = field(default_factory=list)

    def run(self) -> None:
        """Until the service goes, or all is done."""
        try:
            with Browser(self.address) as desk:
                entity = desk.named(self.document, self.person)["id"]
                for name in self.names[len(self.done) :]:
                    base = desk.get(f"/documents/{self.document}").json()["number"]
                    told = desk.edit(self.document, base, kind="rename", entity=entity, pseudonym=name)
                    # What was written before the power went, and never answered, is so already.
                    assert told.status_code in (200, 422), told.text
                    self.done.append(name)
        except httpx.TransportError:
            return  # it went in the middle of something


def test_corrections_of_two_in_one_case_survive_a_kill(mortal: Server) -> None:  # noqa: F811
    with Browser(mortal.address) as desk:
        case = desk.case()
        documents = [desk.upload(case, f"{n}.txt", f"{TEXT}\nNo. {n}.\n") for n in (1, 2)]
    people = [
        Corrector(mortal.address, document, person, [f"{letter} NUMBER {n}" for n in range(EDITS)])
        for document, person, letter in zip(documents, ("Pia Holt", "Jonas Brekke"), "AB", strict=True)
    ]
    for limit in (*KILLED, None):
        together(people, mortal, limit)
    assert [len(each.done) for each in people] == [EDITS, EDITS]
    with Browser(mortal.address) as desk:
        for document in documents:
            for each in people:
                assert desk.named(document, each.person)["pseudonym"] == each.names[-1]
        for each in people:
            edits = desk.get(f"/documents/{each.document}/edits").json()["edits"]
            assert sum(edit["kind"] == "rename" for edit in edits) >= EDITS
            numbers = [edit["number"] for edit in edits]
            assert numbers == list(range(1, len(numbers) + 1))
        assert texts(desk, documents[0]) == texts(desk, documents[1])


def together(people: list[Corrector], server: Server, limit: int | None) -> None:
    """Both at once; with a limit the service is killed as soon as so many edits were acknowledged."""
    threads = [threading.Thread(target=each.run) for each in people]
    for thread in threads:
        thread.start()
    until = time.monotonic() + 120
    while any(thread.is_alive() for thread in threads) and time.monotonic() < until:
        if limit is not None and sum(len(each.done) for each in people) >= limit:
            server.kill()
            break
        time.sleep(0.002)
    for thread in threads:
        thread.join(120)
        assert not thread.is_alive()
    if limit is not None:
        server.start()


def texts(desk: Browser, document: str) -> dict[str, Any]:
    """Who is called what."""
    return {
        name: desk.named(document, name)["pseudonym"] for name in ("Ivo Lundgren", "Pia Holt", "Jonas Brekke")
    }
