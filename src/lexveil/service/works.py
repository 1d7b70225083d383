"""Everything that the handlers work with, in one place: `Here` gives it to a handler.

Comes in: a request. Goes out: the desk, the open documents, the queue and the rest, which live as long as the
app does.
"""

import threading
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Path, Request

from lexveil import config
from lexveil.config import Service, Settings
from lexveil.errors import LexveilError
from lexveil.service import guard
from lexveil.service.abroad import Abroad
from lexveil.service.cases import Cases
from lexveil.service.events import Hub
from lexveil.service.guard import Current
from lexveil.service.jobs import Jobs
from lexveil.service.mirror import Mirror
from lexveil.service.open import Open, Shelf
from lexveil.service.policies import Policies
from lexveil.service.worker import Worker, tidy
from lexveil.store.desk import Desk, Project, Stored

THREADS = 80  # that answer requests; `limits` lets fewer wait for an export or an analysis
ID = r"^[0-9a-f]{32}$"


@dataclass(frozen=True, slots=True)
class Works:
    desk: Desk
    hub: Hub
    shelf: Shelf
    cases: Cases
    jobs: Jobs
    mirror: Mirror  # for questions about open documents
    worker: Worker  # for exports and documents that are pseudonymized at once
    settings: Service
    analysis: Settings
    policies: Policies
    abroad: Abroad  # what other processes on the database do

    def start(self, *, warm: bool) -> None:
        """`warm`: start the workers before anybody waits for them."""
        tidy()
        self.jobs.start()
        self.abroad.start()
        if warm:
            threading.Thread(target=self._warm, name="warm", daemon=True).start()

    def _warm(self) -> None:
        with suppress(LexveilError):  # the service may end meanwhile
            self.jobs.warm()
            self.mirror.warm()

    def stop(self) -> None:
        self.abroad.stop()
        self.jobs.stop()
        self.mirror.stop()
        self.worker.stop()
        self.shelf.close()


def build(desk: Desk, settings: Service, analysis: Settings) -> Works:
    """A policy file of the house that is bad stops it here, before anybody is served."""
    policies = Policies(config.own_policies(settings.policies))
    hub, shelf = Hub(), Shelf(desk, policies, characters=settings.open_characters)
    cases = Cases(desk, shelf)
    jobs = Jobs(desk, hub, shelf, cases, policies, settings=settings, analysis=analysis)
    return Works(
        desk,
        hub,
        shelf,
        cases,
        jobs,
        Mirror(desk),
        Worker(),
        settings,
        analysis,
        policies,
        Abroad(desk, hub, shelf),
    )


def here(request: Request) -> Works:
    found: Works = request.app.state.works
    return found


def _project(project: Annotated[str, Path(pattern=ID)], caller: Current) -> Project:
    return guard.project(caller, project)


def _document(document: Annotated[str, Path(pattern=ID)], caller: Current) -> Stored:
    return guard.document(caller, document)


def _open(document: Annotated[Stored, Depends(_document)], works: Annotated[Works, Depends(here)]) -> Open:
    return works.shelf.get(document)


Here = Annotated[Works, Depends(here)]
TheProject = Annotated[Project, Depends(_project)]
TheDocument = Annotated[Stored, Depends(_document)]
TheOpen = Annotated[Open, Depends(_open)]  # the same document, analysed and held ready
