"""A desk in PostgreSQL: a server that goes away, and an address with a password in it."""

import builtins
import signal
import sys
import traceback

import psycopg
import pytest

from lexveil.errors import LexveilError
from lexveil.store import keys
from lexveil.store.desk import DeskError, Missing, Taken, open_desk, rotate
from lexveil.store.desk.database import Away
from lexveil.store.desk.postgres import Postgres

SECRET = "hunter2canary"


@pytest.fixture
def desk(postgres_url, key):
    with open_desk(postgres_url, key, wait=5) as found:
        yield found


def whole(caught):
    """Everything a log would show of an error."""
    return "".join(traceback.format_exception(caught.value))


def test_the_desk_comes_back_with_its_server(desk, postgres_server):
    desk.audit("ann", "before")
    for how in (signal.SIGINT, signal.SIGQUIT):
        postgres_server.stop(how)
        with pytest.raises(DeskError, match="cannot be reached"):
            desk.audit_rows()
        postgres_server.start()
        desk.audit("ann", "after")
    assert [row.kind for row in desk.audit_rows()] == ["before", "after", "after"]
    assert desk.verify_audit() is None


def test_idle_connections_that_died_are_not_noticed(desk, postgres_server):
    desk.audit("ann", "before")
    postgres_server.stop()
    postgres_server.start()
    desk.audit("ann", "after")
    assert len(desk.audit_rows()) == 2


def test_a_connection_that_breaks_in_the_middle_is_told_and_replaced(desk, postgres_server, postgres_url):
    others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"

    def breaks():
        with desk.database.write() as transaction:
            transaction.run("INSERT INTO listed VALUES ('', 'm', 't', 's')")
            postgres_server.run(f"{others} AND datname = current_database()", postgres_url)
            transaction.run("INSERT INTO listed VALUES ('', 'n', 't', 's')")

    with pytest.raises(DeskError, match="may not be saved"):
        breaks()
    with desk.database.read() as transaction:
        assert transaction.all("SELECT 1 FROM listed") == []


def test_committed_means_on_the_disk_whatever_the_server_says(desk, postgres_server, postgres_url):
    name = postgres_url.split("@/")[1].split("?")[0]
    postgres_server.run(f"ALTER DATABASE {name} SET synchronous_commit = off")
    try:
        connection = desk.database.dialect.connect()
        assert connection.execute("SHOW synchronous_commit").fetchone() == ("on",)
        connection.close()
    finally:
        postgres_server.run(f"ALTER DATABASE {name} RESET synchronous_commit")


def test_its_tables_stand_beside_those_of_others(postgres_server, postgres_url, key):
    postgres_server.run("CREATE TABLE users (mine TEXT)", postgres_url)
    try:
        with open_desk(postgres_url, key) as desk:
            desk.add_user("Ann", "hash", "reviewer")
        assert postgres_server.run("SELECT * FROM public.users", postgres_url) == []
        assert len(postgres_server.run("SELECT * FROM lexveil.users", postgres_url)) == 1
    finally:
        postgres_server.run("DROP TABLE public.users", postgres_url)


def test_a_lock_that_is_held_too_long_is_told(postgres_url, key):
    with open_desk(postgres_url, key, wait=0.2) as desk:
        with desk.database.write() as transaction:
            transaction.one("SELECT count FROM chain", lock=True)
            with pytest.raises(DeskError, match="too busy"):
                desk.audit("ann", "looked")
        desk.audit("ann", "looked")


def test_no_more_connections_than_there_may_be(postgres_url, key):
    with open_desk(postgres_url, key, wait=0.2) as desk:
        desk.database._free = type(desk.database._free)(1)
        with desk.database.read(), pytest.raises(DeskError, match="too busy"):
            desk.users()
        assert desk.users() == []


@pytest.mark.parametrize(
    "address",
    [
        f"postgresql://ann:{SECRET}@127.0.0.1:1/desk",
        f"postgresql://ann:x/{SECRET}@127.0.0.1:1/desk",
        f"postgresql://ann:x@{SECRET}@127.0.0.1:1/desk",
        f"postgresql://ann:x%{SECRET}@127.0.0.1:1/desk",
        f"postgresql://ann@127.0.0.1:1/desk?password={SECRET}&nonsense={SECRET}",
        f"postgresql://ann:{SECRET}@127.0.0.1:port/desk",
        f"postgres://ann:{SECRET}@[::1]:1/desk",
        f"mysql://ann:{SECRET}@127.0.0.1/desk",
    ],
)
def test_no_error_shows_a_password(key, address):
    with pytest.raises(DeskError) as caught:
        open_desk(address, key, wait=2)
    shown = whole(caught)
    assert SECRET not in shown.replace(address, "")
    assert SECRET not in str(caught.value)
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


def test_a_database_that_is_not_there_is_told_without_the_password(postgres_server, key):
    address = postgres_server.url("nothing", password=SECRET)
    with pytest.raises(DeskError, match="'nothing'") as caught:
        open_desk(address, key)
    assert SECRET not in str(caught.value)


@pytest.mark.parametrize(
    ("error", "kind", "said"),
    [
        (psycopg.errors.UniqueViolation, Taken, "somebody else was first"),
        (psycopg.errors.ForeignKeyViolation, Missing, "not there"),
        (psycopg.errors.IntegrityConstraintViolation, DeskError, "kept for good"),
        (psycopg.errors.DeadlockDetected, Away, "too busy"),
        (psycopg.errors.DiskFull, DeskError, "no more room"),
        (psycopg.errors.InsufficientPrivilege, DeskError, "right to create"),
        (psycopg.errors.AdminShutdown, Away, "may not be saved"),
        (psycopg.OperationalError, Away, "may not be saved"),
        (psycopg.errors.SyntaxError, DeskError, "cannot be used (42601)"),
    ],
)
def test_trouble_with_the_server_is_told_in_one_line(error, kind, said):
    found = Postgres(f"postgresql://ann:{SECRET}@localhost/desk", wait=1).explained(error("Torvund"))
    assert type(found) is kind
    assert said in str(found)
    assert "Torvund" not in str(found)
    assert SECRET not in str(found)


def test_without_psycopg_it_says_what_to_install(key, monkeypatch):
    real = builtins.__import__

    def absent(name, *arguments, **more):
        if name.split(".")[0] == "psycopg":
            raise ImportError(name)
        return real(name, *arguments, **more)

    monkeypatch.delitem(sys.modules, "lexveil.store.desk.postgres")
    monkeypatch.setattr(builtins, "__import__", absent)
    with pytest.raises(LexveilError, match=r"pip install lexveil\[postgres\]"):
        open_desk("postgresql://ann@localhost/desk", key)


def test_the_key_stays_while_a_program_without_our_lock_is_connected(desk, postgres_url, key):
    """As an earlier Lexveil is: what it sealed from then on nobody could read."""
    desk.close()
    new = keys.random_key("0b" * 32)
    with psycopg.connect(postgres_url, application_name="lexveil", autocommit=True) as older:
        older.execute("SELECT 1")
        with pytest.raises(DeskError, match="in use: stop every service"):
            rotate(postgres_url, key, new)
    assert rotate(postgres_url, key, new)  # and needs no pause once it is gone
