"""The pages of a PDF, with the places of its names, for who may see the document."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from service.running import Browser, Running, running
from service.test_corrections import RULES

AWARD = (Path(__file__).parents[1] / "golden" / "pdf" / "award-chromium.pdf").read_bytes()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(Path(tmp_path_factory.mktemp("desk")), analysis=RULES) as made:
        yield made


def test_pages_have_boxes_of_mentions_and_pictures_before_and_after(browser: Browser) -> None:
    document = browser.upload(browser.case("court-eu"), "award.pdf", AWARD)
    found = browser.get(f"/documents/{document}/pages").json()
    assert found["pages"] == [[612.0, 792.0]]
    mentions = {tuple(m[:2]) for each in browser.review(document)["entities"] for m in each["mentions"]}
    boxes = {tuple(each[:2]) for each in found["boxes"]}
    assert boxes
    assert boxes <= mentions
    assert all(0 <= share <= 1 for each in found["boxes"] for share in each[3:])
    before, after = (
        browser.get(f"/documents/{document}/pages/0?result={each}") for each in ("false", "true")
    )
    assert [Image.open(io.BytesIO(each.content)).size for each in (before, after)] == [(1200, 1553)] * 2
    assert before.content != after.content
    assert before.headers["cache-control"] == "no-store"
    assert browser.get(f"/documents/{document}/pages/9").status_code == 422


def test_what_is_no_pdf_has_no_pages(browser: Browser) -> None:
    document = browser.upload(browser.case(), "award.txt")
    assert browser.get(f"/documents/{document}/pages").json() == {"pages": [], "boxes": []}
    assert browser.get(f"/documents/{document}/pages/0").status_code == 404
    assert browser.get(f"/documents/{'0' * 32}/pages").status_code == 404
