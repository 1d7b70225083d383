"""What other programs told: passed on, sorted out, and heard again after a connection was lost."""

import threading
from contextlib import contextmanager

import pytest

from lexveil.store.desk import Change, hearing, open_desk
from lexveil.store.desk.database import Database
from lexveil.store.desk.errors import DeskError
from lexveil.store.desk.hearing import Hearing, change_of

WAIT = 30  # seconds until a thread that hears nothing is given up


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


@pytest.fixture
def listened(monkeypatch):
    """What is heard of these connections, in order, until so much has come."""
    monkeypatch.setattr(hearing, "AGAIN", 0.0)

    def hear(*connections, until):
        heard, enough = [], threading.Event()

        def take(change="missed"):
            heard.append(change)
            if len(heard) == until:
                enough.set()

        database = Database(Server(*connections))
        database.origin = "beef"
        found = Hearing(database, take, take)
        found.start()
        assert enough.wait(WAIT)
        found.stop()
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
    assert "hearing: OSError" in caplog.text
    assert "Torvund" not in caplog.text


@pytest.mark.parametrize(
    "payload",
    ["", "f00d", "f00d edit ab12 cd34", "f00d edit ab12 cd34 ef56 more", "f00d sale ab12 cd34 ef56",
     "f00d edit Torvünd cd34 ef56", "f00d edit ab12 cd34' ef56"],
)  # fmt: skip
def test_what_is_none_of_ours_is_left_alone(payload):
    assert change_of(payload, but="beef") is None


def test_on_sqlite_nobody_listens(tmp_path, key):
    with open_desk(tmp_path / "desk.db", key) as desk:
        found = desk.hearing(lambda _: None, lambda: None)
        found.start()
        assert "hearing" not in {each.name for each in threading.enumerate()}
        found.stop()
