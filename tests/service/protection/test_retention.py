"""Originals go some days after the export; sessions and exports when their time is over."""

import logging
from collections.abc import Callable
from datetime import timedelta

import pytest

from lexveil.errors import LexveilError
from lexveil.service import jobs
from lexveil.store.desk import Desk, User
from service.protection.protected import Browser, Clock


@pytest.fixture
def document(desk: Desk, people: dict[str, User]) -> str:
    case = desk.add_case("Quellmark v. Torvund", "arbitration", people["rolf"].id)
    return desk.add_document(case.id, "award.html", b"<p>Torvund</p>", "00").id


def exported(desk: Desk, document: str) -> None:
    desk.add_export(document, {"award.html": b"<p>A</p>"}, desk.clock() + timedelta(minutes=30))
    found = desk.document(document)
    assert found is not None
    desk.set_state(document, "exported", from_=found.state)


def test_an_original_goes_so_many_days_after_the_export(desk: Desk, clock: Clock, document: str) -> None:
    exported(desk, document)
    clock.after(days=6, hours=23)
    assert jobs.sweep(desk, 7) == 0
    clock.after(hours=2)
    assert desk.original(document)
    assert jobs.sweep(desk, 7) == 1
    assert desk.original(document) is None
    assert jobs.sweep(desk, 7) == 0
    last = desk.audit_rows()[-1]
    assert (last.actor, last.kind, last.document, dict(last.details)) == (
        "system",
        "original removed",
        document,
        {"days": 7},
    )
    assert desk.verify_audit() is None


def test_what_was_not_exported_stays(desk: Desk, clock: Clock, document: str) -> None:
    clock.after(days=1000)
    assert jobs.sweep(desk, 7) == 0
    assert desk.original(document)


def test_without_a_number_of_days_everything_stays(desk: Desk, clock: Clock, document: str) -> None:
    exported(desk, document)
    clock.after(days=1000)
    assert jobs.sweep(desk, 0) == 0
    assert desk.original(document)


def test_a_new_export_begins_the_days_anew(desk: Desk, clock: Clock, document: str) -> None:
    exported(desk, document)
    clock.after(days=6)
    desk.set_state(document, "in review", from_="exported")
    exported(desk, document)
    clock.after(days=6)
    assert jobs.sweep(desk, 7) == 0
    clock.after(days=2)
    assert jobs.sweep(desk, 7) == 1


def test_the_sweeper_sweeps_at_the_start_and_every_day(desk: Desk, clock: Clock, document: str) -> None:
    exported(desk, document)
    there: list[bool] = []

    def day(seconds: float) -> bool:
        there.append(desk.original(document) is not None)
        clock.after(seconds=seconds)
        return len(there) == 4

    jobs.Sweeper(desk, 2, waited=day).run()
    assert there == [True, True, True, False]


def test_the_sweeper_runs_beside_the_service_and_stops_with_it(
    desk: Desk, clock: Clock, document: str
) -> None:
    exported(desk, document)
    clock.after(days=8)
    sweeper = jobs.Sweeper(desk, 7)
    sweeper.start()
    sweeper.stop()
    assert desk.original(document) is None


def test_a_sweep_that_fails_is_tried_again_and_tells_nothing(
    desk: Desk, clock: Clock, document: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    exported(desk, document)
    clock.after(days=8)
    real, days = jobs.sweep, []

    def fails_once(at: Desk, number: int) -> int:
        days.append(number)
        if len(days) == 1:
            raise LexveilError("the disk of Torvund is full")
        return real(at, number)

    monkeypatch.setattr(jobs, "sweep", fails_once)
    with caplog.at_level(logging.INFO):
        jobs.Sweeper(desk, 7, waited=lambda _: len(days) == 2).run()
    assert desk.original(document) is None
    assert "LexveilError" in caplog.text
    assert "Torvund" not in caplog.text


def test_sessions_whose_time_is_over_go(desk: Desk, clock: Clock, entered: Callable[[str], Browser]) -> None:
    entered("rolf")
    assert desk.tidy() == (0, 0)
    clock.after(hours=13)
    assert desk.tidy() == (1, 0)
