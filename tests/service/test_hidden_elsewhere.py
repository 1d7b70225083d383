"""Somebody whom one document of a case hides is hidden in later ones too; of earlier ones it is told."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lexveil.config import Settings
from service.running import Browser, Running, running

AWARD = "AWARD\n\nThe Panel heard Mr Ivo Lundgren and Ms Bronagh Tierney, witness. Ms Tierney was ill.\n"
BY_ROLE = """\
format = 1
description = "who is called by a role has it in the pseudonym"

[[rule]]
category = ["PERSON"]
role = ["WITNESS"]
action = "replace"
label = "WITNESS_{n}"

[[rule]]
category = ["PERSON"]
action = "replace"
label = "PERSON_{n}"
"""
TITLES = Settings(detectors=("titles",))  # which finds no name that stands alone
ORDER = "ORDER\n\nCopies go to Bronagh Tierney.\n"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = Path(tmp_path_factory.mktemp("desk"))
    (folder / "policies").mkdir()
    (folder / "policies" / "by-role.toml").write_text(BY_ROLE)
    with running(folder, analysis=TITLES, policies=folder / "policies") as made:
        yield made


def test_who_is_hidden_in_one_document_is_hidden_in_later_ones(browser: Browser) -> None:
    case = browser.case("court-eu")
    award, order = browser.upload(case, "award.txt", AWARD), browser.upload(case, "order.txt", ORDER)
    assert (
        browser.named(order, "Bronagh Tierney")["pseudonym"] == browser.named(award, "Tierney")["pseudonym"]
    )


def test_a_name_that_a_later_document_hides_is_open_in_an_earlier_one(browser: Browser) -> None:
    case = browser.case("court-eu")
    order = browser.upload(case, "order.txt", ORDER)
    before = browser.get(f"/documents/{order}/check").json()
    assert (before["elsewhere"], before["open"]["unchecked"]) == ([], 0)
    award = browser.upload(case, "award.txt", AWARD)
    told = browser.get(f"/documents/{order}/check").json()
    start = ORDER.index("Bronagh")
    place = [start, start + len("Bronagh Tierney")]
    assert told["elsewhere"] == [{"text": "Bronagh Tierney", "place": place}]
    assert told["open"]["unchecked"] == 1
    asked = {"formats": ["own"], "despite_open": False}
    assert browser.post(f"/documents/{order}/export", asked).status_code == 409
    hidden = browser.named(award, "Tierney")["pseudonym"]
    assert hidden != browser.named(award, "Ivo Lundgren")["pseudonym"] == "person A"
    added = browser.edit(order, 0, kind="add", category="PERSON", mentions=[place])
    assert added.status_code == 200, added.text
    assert browser.get(f"/documents/{order}/check").json()["elsewhere"] == []
    for document in (award, order):  # the one that was there already
        assert browser.named(document, "Bronagh Tierney")["pseudonym"] == hidden
    assert browser.get(f"/documents/{award}").json()["number"] == 0


def test_a_pseudonym_that_tells_another_role_is_not_taken_over(browser: Browser) -> None:
    case = browser.case("by-role")
    order = browser.upload(case, "order.txt", ORDER)
    award = browser.upload(case, "award.txt", AWARD)
    assert browser.named(award, "Bronagh Tierney")["pseudonym"].startswith("WITNESS_")
    start = ORDER.index("Bronagh")
    place = [start, start + len("Bronagh Tierney")]
    assert browser.edit(order, 0, kind="add", category="PERSON", mentions=[place]).status_code == 200
    assert browser.named(order, "Bronagh Tierney")["pseudonym"].startswith("PERSON_")
