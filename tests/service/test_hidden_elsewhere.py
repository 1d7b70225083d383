"""Somebody whom one document of a case hides is hidden in later ones too; of earlier ones it is told."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lexveil.config import Settings
from service.running import Browser, Running, running

AWARD = "AWARD\n\nThe Panel heard Ms Bronagh Tierney, witness. Ms Tierney was ill.\n"
TITLES = Settings(detectors=("titles",))  # which finds no name that stands alone
ORDER = "ORDER\n\nCopies go to Bronagh Tierney.\n"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(Path(tmp_path_factory.mktemp("desk")), analysis=TITLES) as made:
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
    added = browser.edit(order, 0, kind="add", category="PERSON", mentions=[place])
    assert added.status_code == 200, added.text
    assert browser.get(f"/documents/{order}/check").json()["elsewhere"] == []
    assert (
        browser.named(order, "Bronagh Tierney")["pseudonym"] == browser.named(award, "Tierney")["pseudonym"]
    )
