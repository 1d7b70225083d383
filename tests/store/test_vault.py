"""What a vault keeps, and what it shows to whom."""

import sqlite3
import stat
import threading

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lexveil.errors import VaultError
from lexveil.store import Known, keys, open_vault
from lexveil.store.vault import VERSION

QUICK = keys.Cost(2**4, 8, 1)  # a guess at the passphrase costs nothing, and neither do the tests
NAMES = ("Zephyrine Xylander", "Quibbleton", "Lundgrén", "zq.canary@example.org", "Quellmark v. Torvund")


def spelt(name):
    """The bytes of a name in every encoding a tool might write, whole and its parts."""
    words = {name, *(word for word in name.split() if len(word) > 4)}
    cased = {form for word in words for form in (word, word.lower(), word.upper())}
    return {
        form.encode(coding, "ignore")
        for form in cased
        for coding in ("utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "latin-1", "cp1252", "utf-7")
    } | {form.encode().hex().encode() for form in cased}


def shown(folder):
    """Which names can be read in the files of the folder, by encoding."""
    data = b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())
    return [form for name in NAMES for form in spelt(name) if form in data]


def test_a_case_is_kept_over_time(path, key, known):
    ivo, pia = known("Ivo Lundgren", "Lundgren"), known("Pia Holt", pseudonym="WITNESS_2", role="EXPERT")
    with open_vault(path, key) as vault, vault.case("A v. B") as case:
        assert case.known() == ()
        case.save([ivo, pia])
        assert case.known() == (ivo, pia)
    with open_vault(path, key) as vault, vault.case("A  v.\tB") as case:
        assert case.known() == (ivo, pia)
        assert case.taken() == {"WITNESS_1", "WITNESS_2"}
    with open_vault(path, key) as vault, vault.case("another") as case:
        assert case.known() == ()


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.lists(st.tuples(st.text(min_size=1), st.text(), st.text(min_size=1)), max_size=5),
    st.text(min_size=1).filter(str.strip),
)
def test_any_entry_comes_back_as_it_was(tmp_path_factory, key, rows, name):
    path = tmp_path_factory.mktemp("vault") / "v"
    entries = tuple(
        Known(f"v{number}", "PERSON", role, (form,), shown, "blank", ((shown, form),))
        for number, (form, role, shown) in enumerate(rows)
    )
    with open_vault(path, key) as vault, vault.case(name) as case:
        case.save(entries)
    with open_vault(path, key) as vault:
        assert vault.known(name) == entries


def test_somebody_met_again_keeps_the_pseudonym_and_gains_forms(vault, known):
    with vault.case("c") as case:
        case.save([known("Lundgren", entity="v1", written=(("WITNESS_1", "Lundgren"),))])
    with vault.case("c") as case:
        case.save([known("Ivo Lundgren", entity="v1", written=(("WITNESS_1", "Ivo Lundgren"),))])
    [entry] = vault.known("c")
    assert entry.forms == ("Ivo Lundgren", "Lundgren")
    assert [stood for _, stood in entry.written] == ["Lundgren", "Ivo Lundgren"]
    with pytest.raises(VaultError, match="second pseudonym"), vault.case("c") as case:
        case.save([known("Ivo Lundgren", entity="v1", pseudonym="WITNESS_7")])
    assert [each.pseudonym for each in vault.known("c")] == ["WITNESS_1"]


def test_two_people_never_share_a_pseudonym(vault, known):
    with vault.case("c") as case:
        case.save([known("Ivo Lundgren")])
    with pytest.raises(VaultError, match="stand for two"), vault.case("c") as case:
        case.save([known("Ann Torvund", pseudonym="WITNESS_2"), known("Pia Holt", pseudonym="witness_1")])
    assert [each.pseudonym for each in vault.known("c")] == ["WITNESS_1"]
    with vault.case("another") as case:
        case.save([known("Pia Holt")])


@pytest.mark.parametrize(
    ("style", "category", "refused"),
    [("underscores", "PERSON", True), ("initials", "PERSON", True), ("surrogate", "ORG", True),
     ("random", "PERSON", True), ("surrogate", "AGE", False), ("generalize", "DATE", False),
     ("redact", "PERSON", False)],
)  # fmt: skip
def test_which_pseudonyms_must_differ_follows_from_the_style(vault, known, style, category, refused):
    entries = [
        known(name, pseudonym="A", style=style, category=category) for name in ("Ivo Lundgren", "Pia Holt")
    ]
    try:
        with vault.case("c") as case:
            case.save(entries)
    except VaultError:
        assert refused
    assert len(vault.cases()) == (0 if refused else 1)


def test_a_blank_may_stand_for_many(vault, known):
    with vault.case("c") as case:
        case.save(
            [
                known("Ivo Lundgren", pseudonym="____", style="blank"),
                known("Pia", pseudonym="____", style="blank"),
            ]
        )
    assert len(vault.known("c")) == 2


def test_one_person_can_be_shown_in_two_styles(vault, known):
    with vault.case("c") as case:
        case.save(
            [
                known("Ivo Lundgren", entity="v1"),
                known("Ivo Lundgren", entity="v1", pseudonym="Bo Ek", style="surrogate"),
            ]
        )
    assert [(each.entity, each.style) for each in vault.known("c")] == [("v1", "label"), ("v1", "surrogate")]


def test_an_error_undoes_everything(vault, known):
    def fails():
        with vault.case("c") as case:
            case.save([known("Ivo Lundgren")])
            case.remember(b"WITNESS_1", b"Ivo Lundgren", document="doc-1", entities=[])
            raise KeyError

    with pytest.raises(KeyError):
        fails()
    assert vault.cases() == ()
    assert vault.originals(b"WITNESS_1") == ()


def test_the_secret_of_a_case_stays_and_tells_nothing_of_others(path, key, tmp_path):
    with open_vault(path, key) as vault:
        first = vault.secret("A v. B")
        assert len(first) == 32
        assert vault.secret("A v. C") != first
        with vault.case("A v. B") as case:
            assert case.secret == first
    with open_vault(path, key) as vault:
        assert vault.secret("A v. B") == first
    with open_vault(tmp_path / "other.vault", key) as vault:
        assert vault.secret("A v. B") != first


def test_the_original_of_a_written_file_comes_back(vault, known):
    with vault.case("c") as case:
        case.save([known("Ivo Lundgren", entity="v1")])
        case.remember(b"WITNESS_1 left.", b"Ivo Lundgren left.", document="doc-1", entities=["v1", "v1"])
        case.remember(b"WITNESS_1 left.", b"Ivo Lundgren left.", document="doc-1", entities=["v1"])
    [found] = vault.originals(b"WITNESS_1 left.")
    assert (found.case, found.document, found.data) == ("c", "doc-1", b"Ivo Lundgren left.")
    assert vault.originals(b"WITNESS_1 left!") == ()
    assert vault.originals(b"WITNESS_1 left.", case="d") == ()
    assert vault.documents() == (("c", "doc-1"),)
    assert [(each.entries, each.documents) for each in vault.cases()] == [(1, 1)]


def test_two_originals_of_one_file_are_both_kept(vault):
    with vault.case("c") as case:
        case.remember(b"WITNESS_1", b"Ivo Lundgren", document="doc-1", entities=[])
        case.remember(b"WITNESS_1", b"Lundgren", document="doc-2", entities=[])
    with vault.case("d") as case:
        case.remember(b"WITNESS_1", b"Pia Holt", document="doc-3", entities=[])
    assert [each.data for each in vault.originals(b"WITNESS_1")] == [
        b"Ivo Lundgren",
        b"Lundgren",
        b"Pia Holt",
    ]
    assert [each.document for each in vault.originals(b"WITNESS_1", case="d")] == ["doc-3"]


def test_somebody_is_found_by_name_through_marks(vault, known):
    with vault.case("c") as case:
        case.save(
            [known("Ivo Lundgrén", "Lundgrén", entity="v1"), known("Pia Holt", entity="v2", pseudonym="W_2")]
        )
    with vault.case("d") as case:
        case.save([known("Ivo Lundgrén", entity="v3")])
    assert vault.find("IVO  LUNDGREN") == (("c", "v1"), ("d", "v3"))
    assert vault.find("Lundgren") == (("c", "v1"),)
    assert vault.find("Lund") == ()
    assert (vault.case_of("v3"), vault.case_of("v9")) == ("d", "")
    marks = vault.connection.execute("SELECT mark FROM forms").fetchall()
    assert len(set(marks)) == len(marks) == 4  # that two cases know one name does not show


def test_no_name_can_be_read_in_the_file(path, key, known, tmp_path):
    text = " ".join(NAMES).encode()
    with open_vault(path, key) as vault:
        with vault.case(NAMES[-1]) as case:
            case.save(
                [
                    known(name, pseudonym=f"W_{at}", written=((f"W_{at}", name),))
                    for at, name in enumerate(NAMES)
                ]
            )
            case.remember(b"W_0", text * 20, document="doc-1", entities=[])
            vault.connection.execute("PRAGMA cache_spill = ON")
            assert any(each.name.endswith("-journal") for each in tmp_path.iterdir())
            assert shown(tmp_path) == []
        assert shown(tmp_path) == []
        assert vault.originals(b"W_0")[0].data == text * 20
    assert [each.name for each in tmp_path.iterdir()] == [path.name]
    for mode in ("wal", "persist"):
        with open_vault(path, key) as vault:
            vault.connection.execute(f"PRAGMA journal_mode = {mode}")
            with vault.case(NAMES[-1]) as case:
                case.save([known(name + mode, pseudonym=f"{mode}_{name}") for name in NAMES])
            assert any(each.name.endswith(("-wal", "-journal")) for each in tmp_path.iterdir())
            assert shown(tmp_path) == []


def test_the_file_is_private(path, vault, known):
    with vault.case("c") as case:
        case.save([known("Ivo Lundgren")])
        for each in path.parent.iterdir():
            assert stat.S_IMODE(each.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_wrong_key_is_told_at_once_and_changes_nothing(path, vault):
    before = path.read_bytes()
    with pytest.raises(VaultError, match="wrong passphrase or key for this vault"):
        open_vault(path, keys.random_key("08" * 32))
    with pytest.raises(VaultError, match="wrong passphrase or key for this vault"):
        open_vault(path, keys.passphrase("seven quiet herons"))
    assert path.read_bytes() == before


def test_a_vault_opens_with_its_passphrase(path):
    with open_vault(path, keys.passphrase("seven quiet herons"), cost=QUICK) as vault:
        secret = vault.secret("c")
    with open_vault(path, keys.passphrase("seven quiet herons")) as vault:
        assert vault.secret("c") == secret
    with pytest.raises(VaultError, match="wrong passphrase"):
        open_vault(path, keys.passphrase("eight quiet herons"))


def _read_all(path, key):
    with open_vault(path, key) as vault:
        vault.known("c")
        vault.originals(b"WITNESS_1")


def test_any_changed_value_is_noticed(path, key, known):
    with open_vault(path, key) as vault, vault.case("c") as case:
        case.save([known("Ivo Lundgren", entity="v1")])
        case.remember(b"WITNESS_1", b"Ivo Lundgren", document="doc-1", entities=["v1"])
    for table, column in (
        ("cases", "sealed"),
        ("entries", "sealed"),
        ("documents", "sealed"),
        ("documents", "data"),
        ("lock", "wrapped"),
        ("lock", "root"),
    ):
        connection = sqlite3.connect(path)
        [good] = connection.execute(f"SELECT {column} FROM {table}").fetchone()
        for at in (*range(0, len(good), 41), len(good) - 1):
            bad = bytearray(good)
            bad[at] ^= 64
            connection.execute(f"UPDATE {table} SET {column} = ?", (bytes(bad),))
            connection.commit()
            with pytest.raises(VaultError, match="changed or damaged"):
                _read_all(path, key)
        connection.execute(f"UPDATE {table} SET {column} = ?", (good,))
        connection.commit()
        connection.close()
    with open_vault(path, key) as vault:
        assert len(vault.known("c")) == len(vault.originals(b"WITNESS_1")) == 1


def test_rows_that_are_exchanged_or_taken_away_are_noticed(path, key, known):
    with open_vault(path, key) as vault, vault.case("c") as case:
        case.save([known("Ivo Lundgren"), known("Pia Holt", pseudonym="WITNESS_2")])
    good = path.read_bytes()
    for change in (
        "UPDATE entries SET sealed = (SELECT sealed FROM entries ORDER BY number DESC LIMIT 1)",
        "UPDATE entries SET entity = '0123456789abcdef' WHERE number = 1",
        "DELETE FROM entries WHERE number = 2",
    ):
        connection = sqlite3.connect(path)
        connection.execute(change)
        connection.commit()
        connection.close()
        with pytest.raises(VaultError, match="changed or damaged"), open_vault(path, key) as vault:
            vault.known("c")
        path.write_bytes(good)


def test_a_newer_vault_is_told(path, key):
    open_vault(path, key).close()
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    with pytest.raises(VaultError, match=r"newer Lexveil.*update"):
        open_vault(path, key)


def test_what_is_no_vault_is_told_and_left_alone(path, key, tmp_path):
    for data in (b"Not a vault, but a text of some length. " * 40, b"x"):
        path.write_bytes(data)
        with pytest.raises(VaultError, match="no vault"):
            open_vault(path, key)
        assert path.read_bytes() == data
    path.unlink()
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE other (id)")
    other.close()
    with pytest.raises(VaultError, match="some other database"):
        open_vault(path, key)
    with pytest.raises(VaultError, match="is a folder"):
        open_vault(tmp_path, key)


def test_a_vault_that_is_not_there_is_made_only_when_wanted(path, key, tmp_path):
    with pytest.raises(VaultError, match="there is no vault"):
        open_vault(path, key, create=False)
    assert list(tmp_path.iterdir()) == []
    path.touch()
    with pytest.raises(VaultError, match="it is empty"):
        open_vault(path, key, create=False)
    with pytest.raises(VaultError, match="check that the folder exists"):
        open_vault(tmp_path / "no" / "v", key)


def test_a_vault_can_stand_under_any_name(tmp_path, key, known):
    path = tmp_path / "a vault?mode=memory#50%.db"
    with open_vault(path, key) as vault, vault.case("c\ud800") as case:
        case.save([known("Ivo \udc80 Lundgren")])
    with open_vault(path, key) as vault:
        assert vault.known("c\ud800")[0].forms == ("Ivo \udc80 Lundgren",)
    assert [each.name for each in tmp_path.iterdir()] == [path.name]
    for wrong in (path / "below", tmp_path / "a\0b", tmp_path / ("x" * 300)):
        with pytest.raises(VaultError):
            open_vault(wrong, key)


def test_a_locked_vault_is_told_after_the_wait(path, vault, key):
    with (
        vault.case("c"),
        open_vault(path, key, wait=0.05) as second,
        pytest.raises(VaultError, match="in use"),
    ):
        second.case("d").__enter__()


def test_a_second_run_waits_for_the_first(path, vault, key, known):
    def other():
        with open_vault(path, key) as second, second.case("c") as case:
            case.save([known("Pia Holt", pseudonym=f"WITNESS_{len(case.taken()) + 1}")])

    with vault.case("c") as case:
        thread = threading.Thread(target=other)
        thread.start()
        case.save([known("Ivo Lundgren", pseudonym=f"WITNESS_{len(case.taken()) + 1}")])
    thread.join()
    assert [each.pseudonym for each in vault.known("c")] == ["WITNESS_1", "WITNESS_2"]


def test_cases_do_not_nest(vault):
    with vault.case("c"), pytest.raises(VaultError, match="open already"), vault.case("d"):
        pass
    with vault.case("d") as case:
        assert case.known() == ()


@pytest.mark.parametrize("name", ["", " \t", "x" * 501])
def test_a_case_needs_a_name(vault, name):
    with pytest.raises(VaultError, match="name of a case"), vault.case(name):
        pass
    with pytest.raises(VaultError, match="no case of this name"):
        vault.known("c")


def test_nothing_personal_in_reprs(vault, known):
    entry = known(NAMES[0])
    with vault.case(NAMES[-1]) as case:
        case.save([entry])
        case.remember(b"W", NAMES[0].encode(), document="doc-1", entities=[])
        told = [entry, case, case.about]
    told += [vault, *vault.originals(b"W"), *vault.cases()]
    assert not any(
        word in repr(each) for each in told for name in NAMES for word in name.split() if len(word) > 3
    )
