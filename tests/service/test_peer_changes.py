"""What another process did becomes the events of this one; what cannot be followed stops nothing."""

import pytest

from lexveil.errors import LexveilError
from lexveil.service.events import Hub, PeerChanges
from lexveil.store.desk import Change, open_desk
from service.running import KEY


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
        ("state", "", {"state": "new"}),
        ("progress", "", {"status": "waiting", "step": "", "fraction": 0.0}),
    ],
)
def test_an_event_says_what_stands(desk, document, kind, author, told):
    ears = Ears(document.id)
    PeerChanges(desk, ears, Policies()).heard(Change(kind, document.case, document.id, author))
    assert ears.told == [(kind, {"document": document.id, **told})]


def test_where_nobody_listens_nothing_is_read(desk, document, monkeypatch):
    monkeypatch.setattr(type(desk), "document", None)
    ears = Ears("somebody else's")
    PeerChanges(desk, ears, Policies()).heard(Change("edit", document.case, document.id, ""))
    assert ears.told == []


def test_a_document_that_is_gone_is_told_to_nobody(desk, document):
    ears = Ears(document.id)
    desk.remove_document(document.id)
    PeerChanges(desk, ears, Policies()).heard(Change("state", document.case, document.id, ""))
    assert ears.told == []


def test_a_case_looks_at_its_policy_again_and_a_failure_ends_nothing(desk, caplog):
    open_documents = Policies()
    peer_changes = PeerChanges(desk, Ears(""), open_documents)
    for case in ("ab12", "bad", ""):
        peer_changes.heard(Change("project", case, "", ""))
    assert open_documents.renewed == ["ab12", "bad", ""]
    assert "peer changes: LexveilError" in caplog.text
    assert "Torvund" not in caplog.text
