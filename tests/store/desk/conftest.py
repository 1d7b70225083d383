"""A desk in each of the two databases, and what stands on it."""

import hashlib
from datetime import UTC, datetime, timedelta

import pytest

from lexveil.store.desk import open_desk
from service.server_pg import postgres_server, postgres_url  # noqa: F401


class Clock:
    """Time that a test sets; each look at it takes a millisecond."""

    def __init__(self):
        self.now = datetime(2031, 5, 4, 10, tzinfo=UTC)

    def __call__(self):
        self.now += timedelta(milliseconds=1)
        return self.now

    def pass_(self, **time):
        self.now += timedelta(**time)


@pytest.fixture(params=["sqlite", "postgres"])
def url(request, tmp_path):
    """Where a database of the test's own is."""
    if request.param == "sqlite":
        return str(tmp_path / "desk.db")
    return request.getfixturevalue("postgres_url")


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def desk(url, key, clock):
    with open_desk(url, key, clock=clock) as found:
        yield found


@pytest.fixture
def case(desk):
    return desk.add_case("Quellmark v. Torvund", "strict", "owner", settings={"language": "fi"}).id


@pytest.fixture
def document(desk, case):
    data = b"Torvund sued Quellmark."
    return desk.add_document(case, "Torvund.txt", data, hashlib.sha256(data).hexdigest()).id


@pytest.fixture
def tamper(desk):
    """`tamper("UPDATE …")`: what somebody could do who has the database but not the key; triggers off."""
    from lexveil.store.desk.sqlite import SQLite

    def change(*statements):
        with desk.database.write() as transaction:
            if isinstance(desk.database.dialect, SQLite):
                triggers = transaction.all("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
                for name, _ in triggers:
                    transaction.run(f"DROP TRIGGER {name}")
            else:
                triggers = []
                transaction.run("SET LOCAL session_replication_role = replica")
            for statement in statements:
                assert transaction.run(statement)
            for _, sql in triggers:
                transaction.run(sql)

    return change
