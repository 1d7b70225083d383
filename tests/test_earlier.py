"""What earlier versions wrote still opens: a vault, a dictionary, a database of the service.

The files are in fixtures/earlier, where make.py says how they came to be.
"""

import json
import shutil
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from lexveil.cli import app
from lexveil.store.desk import open_desk
from service.running import KEY, Browser, running

EARLIER = Path(__file__).parent / "fixtures" / "earlier"
REASONS = ("reasons",)  # which the answers did not have then
AWARD = """FINAL AWARD

The Panel heard Mr Ivo Lundgren, witness, harbour master, and Ms Pia Holt, witness, accountant.

Mr Lundgren testified that the vessel left the port on 3 March 2021. Ms Holt was not on board.
"""
PAGE = (
    "<html><body><h1>Order</h1><p>Mr <b>Ivo</b> Lundgren, witness, spoke first.</p>"
    "<p>Ms Pia Holt, witness, did not.</p></body></html>"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy, for to open a file may bring it up to date."""
    shutil.copytree(EARLIER, tmp_path / "earlier")
    monkeypatch.setenv("COLUMNS", "200")
    for name in ("VAULT", "VAULT_KEY", "VAULT_PASSPHRASE"):
        monkeypatch.delenv(f"LEXVEIL_{name}", raising=False)
    return tmp_path / "earlier"


def lexveil(*words: str | Path) -> Result:
    result = CliRunner().invoke(app, [str(word) for word in words])
    assert result.exit_code == 0, result.output
    return result


def vault_options(folder: Path) -> tuple[str | Path, ...]:
    return ("--vault", folder / "earlier.vault", "--vault-key", folder / "earlier.key")


@pytest.mark.parametrize(("name", "original"), [("award.txt", AWARD), ("order.html", PAGE)])
def test_original_comes_back_from_an_earlier_vault(folder: Path, name: str, original: str) -> None:
    lexveil("restore", folder / name, *vault_options(folder), "--exact", "--out", folder / "restored")
    assert (folder / "restored" / name).read_text() == original


def test_names_come_back_in_an_edited_file(folder: Path) -> None:
    edited = folder / "award.txt"
    edited.write_text("WITNESS_1 spoke; so did WITNESS_2.\n")
    lexveil("restore", edited, *vault_options(folder), "--case", "Torvund", "--out", folder / "restored")
    assert (folder / "restored" / "award.txt").read_text() == "Ivo Lundgren spoke; so did Pia Holt.\n"


def test_case_goes_on_with_its_pseudonyms(folder: Path) -> None:
    (folder / "next.txt").write_text(
        "Ms Pia Holt, witness, was heard again. Mr Odd Vang, witness, was not.\n"
    )
    options = ("--policy", "arbitration", "--out", folder / "out", *vault_options(folder))
    lexveil("run", folder / "next.txt", "--case", "Torvund", *options)
    written = (folder / "out" / "next.txt").read_text()
    assert written == "WITNESS_2, witness, was heard again. WITNESS_3, witness, was not.\n"
    lexveil("restore", folder / "out" / "next.txt", *vault_options(folder), "--out", folder / "restored")
    assert "Odd Vang" in (folder / "restored" / "next.txt").read_text()


def test_earlier_dictionary_finds_leaks(folder: Path) -> None:
    dictionary = ("--dictionary", folder / "award.lexveil.json")
    lexveil("check", folder / "award.txt", *dictionary)
    (folder / "award.txt").write_text("WITNESS_1 is Mr Lundgren.\n")
    result = CliRunner().invoke(app, ["check", *map(str, (folder / "award.txt", *dictionary))])
    assert result.exit_code != 0


@pytest.fixture
def browser(folder: Path) -> Iterator[Browser]:
    (folder / "earlier.sqlite").rename(folder / "desk.sqlite")
    with running(folder) as service, service.browser() as made:
        yield made


def test_earlier_database_shows_its_document(browser: Browser) -> None:
    before = json.loads((EARLIER / "earlier.json").read_text())
    document = before["document"]
    assert browser.get(f"/projects/{before['project']}").json()["documents"][0]["id"] == document
    assert browser.get(f"/documents/{document}/text").json()["text"] == before["text"]["text"]
    now = browser.review(document)
    bases = [each["base"] for each in now["entities"]]  # which no earlier version told
    assert all(bases[at] for at, each in enumerate(now["entities"]) if each["category"] == "PERSON")
    assert [without_reasons(each) for each in now["entities"]] == [
        {**without_reasons(each), "side": "", "role_certainty": 1, "base": base}
        for each, base in zip(before["review"]["entities"], bases, strict=True)
    ]
    for entity, earlier in zip(now["entities"], before["review"]["entities"], strict=True):
        assert entity["rule"]
        assert len(entity["why"]) == len(earlier["why"])


def test_earlier_database_holds_its_export(folder: Path) -> None:
    before = json.loads((EARLIER / "earlier.json").read_text())
    path = folder / "earlier.sqlite"
    with open_desk(path, KEY) as desk:
        stored = desk.document(before["document"])
    assert stored
    exported = datetime.fromisoformat(stored.exported)  # since then it has expired
    with open_desk(path, KEY, clock=lambda: exported) as desk:
        assert desk.export_file(before["export"], before["file"]) == before["exported"].encode()
        assert desk.verify_audit() is None


def test_earlier_document_can_be_edited_and_exported_again(browser: Browser) -> None:
    before = json.loads((EARLIER / "earlier.json").read_text())
    document = before["document"]
    assert browser.post(f"/documents/{document}/state", {"to": "in review"}).status_code == 200
    assert browser.post(f"/documents/{document}/undo", {"base": 2}).status_code == 200
    told = browser.post(f"/documents/{document}/export", {"formats": ["own"]}).json()
    text = browser.get(f"/exports/{told['export']}/{told['files'][0]['name']}").text
    assert text == before["exported"].replace("Ms Pia Holt", "WITNESS_2").replace("Ms Holt", "WITNESS_2")


def without_reasons(entity: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in entity.items() if name not in REASONS}
