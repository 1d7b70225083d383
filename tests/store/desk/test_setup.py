"""A desk is set up once, opens with its key only, and shows nothing to whom has none."""

import re

import pytest

from lexveil.errors import VaultError
from lexveil.store import keys
from lexveil.store.desk import DeskError, open_desk, setup

QUICK = keys.Cost(2**4, 8, 1)


def test_a_desk_is_kept_over_time(url, key):
    with open_desk(url, key) as desk:
        case = desk.add_case("Quellmark v. Torvund", "strict", "")
        secret = desk.secret(case.id)
    with open_desk(url, key) as desk:
        assert desk.cases() == [case]
        assert desk.secret(case.id) == secret


def test_a_passphrase_opens_it_too(url):
    with open_desk(url, keys.passphrase("three small words"), cost=QUICK) as desk:
        desk.add_case("Case", "strict", "")
    with open_desk(url, keys.passphrase(" three small words\n")) as desk:
        assert len(desk.cases()) == 1


@pytest.mark.parametrize("wrong", [keys.random_key("08" * 32), keys.passphrase("three small words")])
def test_a_wrong_key_is_told_at_once(url, key, wrong, monkeypatch):
    open_desk(url, key).close()
    monkeypatch.setattr(setup, "_apply", None)  # nothing is changed before the key is tried
    with pytest.raises(VaultError, match="wrong passphrase or key"):
        open_desk(url, wrong)


def test_a_desk_of_a_newer_program_is_refused(url, key):
    with open_desk(url, key) as desk, desk.database.write() as transaction:
        transaction.run("INSERT INTO migrations (number, name) VALUES (99, 'later')")
    with pytest.raises(DeskError, match=r"newer Lexveil \(version 99"):
        open_desk(url, key)


def test_a_program_from_before_policies_of_the_house_is_refused(url, key, monkeypatch):
    """It would let anybody leave a policy that asks for an approval."""
    open_desk(url, key).close()
    before = setup.migrations("sqlite" if "postgres" not in url else "postgres")[:2]
    monkeypatch.setattr(setup, "migrations", lambda dialect: before)
    with pytest.raises(DeskError, match="newer Lexveil"):
        open_desk(url, key)


def test_an_older_desk_is_brought_up_to_date(url, key, monkeypatch):
    known = setup.migrations("sqlite" if "postgres" not in url else "postgres")
    with open_desk(url, key) as desk:
        case = desk.add_case("Case", "strict", "").id
    more = [*known, ("0004_more.sql", "CREATE TABLE more (id TEXT PRIMARY KEY);\n")]
    monkeypatch.setattr(setup, "migrations", lambda dialect: more)
    for _ in range(2):
        with open_desk(url, key) as desk, desk.database.read() as transaction:
            assert transaction.all("SELECT id FROM more") == []
            names = transaction.all("SELECT number, name FROM migrations ORDER BY number")
            assert names == [(number, name) for number, (name, _) in enumerate(more, 1)]
    with open_desk(url, key) as desk:
        assert desk.case(case).name == "Case"


def test_a_migration_that_fails_leaves_nothing(url, key, monkeypatch):
    known = setup.migrations("sqlite" if "postgres" not in url else "postgres")
    open_desk(url, key).close()
    broken = [*known, ("0004_broken.sql", "CREATE TABLE more (id TEXT);\nCREATE TABLE more (id TEXT);\n")]
    monkeypatch.setattr(setup, "migrations", lambda dialect: broken)
    with pytest.raises(DeskError, match="cannot be used"):
        open_desk(url, key)
    monkeypatch.setattr(setup, "migrations", lambda dialect: known)
    with open_desk(url, key) as desk, pytest.raises(DeskError), desk.database.read() as transaction:
        transaction.all("SELECT id FROM more")


def test_a_desk_without_its_lock_is_not_locked_anew(url, key):
    with open_desk(url, key) as desk, desk.database.write() as transaction:
        transaction.run("DELETE FROM lock")
    with pytest.raises(VaultError, match="no lock"):
        open_desk(url, key)


def test_both_databases_have_the_same_migrations():
    steps = {dialect: setup.migrations(dialect) for dialect in ("sqlite", "postgres")}
    numbers = {dialect: [name.split(".")[0] for name, _ in found] for dialect, found in steps.items()}
    assert numbers["sqlite"] == numbers["postgres"]
    assert [int(name[:4]) for name in numbers["sqlite"]] == list(range(1, len(numbers["sqlite"]) + 1))


NAMES = ("Zephyrine", "Xylander", "Quibbleton", "canary", "Straße 7")


def test_the_database_shows_no_text(url, key, tmp_path, request):
    """Everything that could tell of a person is given to the desk; none of it can be read without the key."""
    told = " ".join(NAMES)
    with open_desk(url, key) as desk:
        user = desk.add_user("ann", told, "reviewer").id
        desk.add_session(user, "aa", told, "2099-01-01T00:00:00Z")
        desk.add_token(user, "bb", told)
        case = desk.add_case(told, told, user, settings={"note": told}).id
        desk.change_case(case, name=f"{told}!")
        desk.add_listed(case, NAMES)
        document = desk.add_document(case, told, told.encode(), told, metadata={"judge": told}).id
        desk.set_status(document, "failed", error=told)
        desk.set_analysis(document, told.encode(), error=told, policy_digest=told)
        desk.add_edit(document, 1, user, "rename", told.encode(), audit=(user, "edit", {"number": 1}))
        desk.add_export(document, {told: told.encode()}, "2099-01-01T00:00:00Z")
        shown = _content(desk, url)
        secret = desk.secret(case)
        files = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    data = files + shown
    assert len(data) > 2000
    for name in (*NAMES, secret.hex()):
        for coding in ("utf8", "utf-16-le", "latin-1"):
            assert name.encode(coding) not in data
        assert name.encode().hex().encode() not in data
    assert secret not in data


def _content(desk, url):
    """Every value of every table."""
    found = b""
    with desk.database.read() as transaction:
        for name in _tables(setup.migrations("sqlite")):
            for row in transaction.all(f"SELECT * FROM {name}"):
                found += b"|".join(v if isinstance(v, bytes) else str(v).encode() for v in row)
    return found


def _tables(steps):
    return re.findall(r"CREATE TABLE (\w+)", "".join(text for _, text in steps))
