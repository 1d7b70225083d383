"""Everything that the handlers work with: `TheContext` gives it to a handler."""

from contextlib import suppress
from typing import Annotated

from fastapi import Depends, Path, Request

from lexveil import config
from lexveil.config import Service, Settings
from lexveil.errors import LexveilError
from lexveil.service import guard
from lexveil.service.case_entities import CaseEntities
from lexveil.service.corrections import CaseCorrections
from lexveil.service.events import Hub, PeerChanges
from lexveil.service.guard import Current
from lexveil.service.jobs import Jobs
from lexveil.service.open_documents import OpenDocument, OpenDocuments, Questions
from lexveil.service.policies import Policies
from lexveil.service.worker import Worker, thread, tidy
from lexveil.store.desk import Case, Desk, StoredDocument

THREADS = 80  # that answer requests; `limits` lets fewer wait for an export or an analysis
ID = r"^[0-9a-f]{32}$"


class Context:
    def __init__(self, desk: Desk, settings: Service, analysis: Settings) -> None:
        """A policy file of the house that is bad stops it here, before anybody is served."""
        self.desk, self.settings, self.analysis = desk, settings, analysis
        self.policies = Policies(config.own_policies(settings.policies))
        self.hub = Hub()
        self.open_documents = OpenDocuments(desk, self.policies, characters=settings.open_characters)
        self.case_entities = CaseEntities(desk, self.open_documents)
        seconds = settings.analysis_seconds
        self.corrections = CaseCorrections(desk, self.hub, self.open_documents, self.case_entities)
        self.jobs = Jobs(
            desk,
            self.hub,
            self.case_entities,
            self.policies,
            analysis,
            seconds,
            follow=self.corrections.catch_up,
        )
        self.questions = Questions(desk)  # about open documents
        self.worker = Worker()  # for exports and documents that are pseudonymized at once
        self.peer_changes = PeerChanges(desk, self.hub, self.open_documents)  # of other processes

    def start(self, *, warm: bool) -> None:
        """`warm`: start the workers before anybody waits for them."""
        tidy()
        self.jobs.start()
        self.peer_changes.start()
        if warm:
            thread("warm", self._warm)

    def _warm(self) -> None:
        with suppress(LexveilError):  # the service may end meanwhile
            self.questions.worker.warm()  # somebody who opens a document waits for it first
            self.jobs.warm()

    def stop(self) -> None:
        self.peer_changes.stop()
        self.jobs.stop()
        self.questions.worker.stop()
        self.worker.stop()
        self.open_documents.close()


def context_of(request: Request) -> Context:
    found: Context = request.app.state.context
    return found


def _case(case: Annotated[str, Path(pattern=ID)], caller: Current) -> Case:
    return guard.case(caller, case)


def _document(document: Annotated[str, Path(pattern=ID)], caller: Current) -> StoredDocument:
    return guard.document(caller, document)


def _open(
    document: Annotated[StoredDocument, Depends(_document)], context: Annotated[Context, Depends(context_of)]
) -> OpenDocument:
    return context.open_documents.get(context.corrections.one(document))


TheContext = Annotated[Context, Depends(context_of)]
TheCase = Annotated[Case, Depends(_case)]
TheDocument = Annotated[StoredDocument, Depends(_document)]
TheOpenDocument = Annotated[OpenDocument, Depends(_open)]  # the same document, analysed and held ready
