"""What another process did becomes the events of this one; what cannot be followed stops nothing."""

import threading
from contextlib import contextmanager
from types import SimpleNamespace

import pytest

from lexveil.errors import LexveilError
from lexveil.service import events
from lexveil.service.events import Hub, PeerChanges
from lexveil.store.desk import Change, open_desk
from lexveil.store.desk.database import Away, Database, DeskError
from service.running import KEY

WAIT = 30  # seconds until a thread that hears nothing is given up


class Ears(Hub):
    """A hub with one listener, which remembers what it was told."""

    def __init__(self, subject: str) -> None:
        super().__init__()
        self.subject, self.told = subject, []

    def anybody(self, subjects):
        return self.subject in subjects

    def publish(self, subjects, kind, data):
        self.told.append((kind, data))


class Policies:
    """In place of the open documents: which projects were to look at their policy again."""

    def __init__(self) -> None:
        self.renewed = []

    def renew(self, case=""):
        self.renewed.append(case)
        if case == "bad":
            raise LexveilError("by Torvund")


@pytest.fixture
def desk(tmp_path):
    with open_desk(tmp_path / "desk.sqlite", KEY) as found:
        yield found


@pytest.fixture
def document(desk):
    case = desk.add_case("Quellmark v. Torvund", "strict", "").id
    return desk.add_document(case, "Torvund.txt", b"Torvund", "digest")


@pytest.mark.parametrize(
    ("kind", "author", "told"),
    [
        ("edit", "ef56", {"number": 0, "author": "ef56"}),
        ("state", "", {"state": "new", "assigned": "", "comments": 0, "problems": 0}),
        ("progress", "", {"status": "waiting", "step": "", "fraction": 0.0}),
    ],
)
def test_an_event_says_what_stands(desk, document, kind, author, told):
    ears = Ears(document.id)
    PeerChanges(desk, ears, Policies()).follow(Change(kind, document.case, document.id, author))
    assert ears.told == [(kind, {"document": document.id, **told})]


def test_where_nobody_listens_nothing_is_read(desk, document, monkeypatch):
    monkeypatch.setattr(type(desk), "document", None)
    ears = Ears("somebody else's")
    PeerChanges(desk, ears, Policies()).follow(Change("edit", document.case, document.id, ""))
    assert ears.told == []


def test_a_document_that_is_gone_is_told_to_nobody(desk, document):
    ears = Ears(document.id)
    desk.remove_document(document.id)
    PeerChanges(desk, ears, Policies()).follow(Change("state", document.case, document.id, ""))
    assert ears.told == []


def test_a_case_looks_at_its_policy_again_and_a_failure_ends_nothing(desk, caplog):
    open_documents = Policies()
    peer_changes = PeerChanges(desk, Ears(""), open_documents)
    for case in ("ab12", "bad", ""):
        peer_changes.follow(Change("project", case, "", ""))
    assert open_documents.renewed == ["ab12", "bad", ""]
    assert "peer changes: LexveilError" in caplog.text
    assert "Torvund" not in caplog.text


# The thread that listens


class Server:
    """Tells what a test says; each list is a connection, at whose end it is lost."""

    tell, failures = "NOTIFY", OSError

    def __init__(self, *connections):
        self.connections = [*connections]

    @contextmanager
    def listen(self):
        if not self.connections:
            raise DeskError("the server cannot be reached")
        told = self.connections.pop(0)
        yield lambda _: [told.pop(0)] if told else self.lose()

    def lose(self):
        raise OSError("by Torvund")

    def explained(self, error):
        return Away("lost")


@pytest.fixture
def listened(monkeypatch):
    """What is heard of these connections, in order, until so much has come."""
    monkeypatch.setattr(events, "AGAIN", 0.0)

    def hear(*connections, until):
        heard, enough = [], threading.Event()

        def take(change="missed"):
            heard.append(change)
            if len(heard) == until:
                enough.set()

        database = Database(Server(*connections))
        database.origin = "beef"
        hub = Hub()
        hub.look_again = take
        listener = PeerChanges(SimpleNamespace(database=database), hub, Policies())
        listener.follow = take
        listener.start()
        assert enough.wait(WAIT)
        listener.stop()
        return heard[:until]

    return hear


def test_what_others_did_is_passed_on_and_what_we_did_is_not(listened):
    told = ["f00d edit ab12 cd34 ef56", "beef edit ab12 cd34 ef56", "f00d project ab12  "]
    assert listened(told, until=3) == [
        "missed",
        Change("edit", "ab12", "cd34", "ef56"),
        Change("project", "ab12", "", ""),
    ]


def test_a_lost_connection_is_made_again_and_told_without_a_word_of_it(listened, caplog):
    assert listened([], ["f00d state ab12 cd34 "], until=3) == [
        "missed",
        "missed",
        Change("state", "ab12", "cd34", ""),
    ]
    assert "peer changes: Away" in caplog.text
    assert "Torvund" not in caplog.text


def test_on_sqlite_nobody_listens(desk):
    listener = PeerChanges(desk, Hub(), Policies())
    listener.start()
    assert "peer changes" not in {each.name for each in threading.enumerate()}
    listener.stop()
