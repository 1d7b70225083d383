"""Somebody whom one document of a case names is hidden in the next, where no detector finds the name."""

from lexveil.config import Settings
from lexveil.model import Document
from lexveil.pipeline import analyze
from lexveil.pipeline.case_memory import SessionMemory
from lexveil.replace.keyed_random import KEY_BYTES

TITLES = Settings(detectors=("titles",))


def test_who_is_hidden_in_one_document_is_hidden_in_the_next() -> None:
    memory = SessionMemory(bytes(KEY_BYTES))
    first, second = (
        analyze(Document(name, text), policy="court-eu", memory=memory, settings=TITLES)
        for name, text in (
            ("a", "Ms Bronagh Tierney testified.\n"),
            ("b", "Copies go to Bronagh Tierney and to Bronagh Tierney Ltd.\n"),
        )
    )
    (pseudonym,) = first.pseudonyms.values()
    assert second.text.count(pseudonym) == 2
    assert "Tierney" not in second.text


def test_without_a_case_nothing_is_known() -> None:
    alone = analyze(Document("b", "Copies go to Bronagh Tierney.\n"), policy="court-eu", settings=TITLES)
    assert "Tierney" in alone.text
