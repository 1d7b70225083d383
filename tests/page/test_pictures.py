"""The pictures of README and docs are what the page shows today.

Each is taken anew and compared with the one in docs/pictures. When the page has changed on purpose,
`LEXVEIL_PICTURES=1 make test-service` (or pytest on this file) puts the new ones there: look at them."""

import io
import os
from pathlib import Path

from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser, Page, expect
from typer.testing import CliRunner

from lexveil.cli import app
from page.gallery import SETTLED
from page.hands import despite, open_review, part, show
from page.running import AWARD, METADATA, ROOT
from service.running import Browser as Desk

PICTURES = ROOT / "docs" / "pictures"
WINDOW = {"width": 1280, "height": 720}
COLOURS = 48  # enough for a page; keeps a picture small
BYTES = 150_000
COARSE = (160, 90)  # letters differ from one Chromium to the next, where things stand does not
DIFFERENT = 40  # of 255: a place of the coarse picture that looks other
SHARE = 0.03  # of such places may differ: a word or a number more


def reduced(shot: bytes) -> bytes:
    """The picture with few colours, as it is kept."""
    made = io.BytesIO()
    plain = Image.open(io.BytesIO(shot)).convert("RGB")
    plain.quantize(COLOURS, dither=Image.Dither.NONE).save(made, "PNG", optimize=True)
    return made.getvalue()


def difference(one: bytes, other: bytes) -> float:
    """The share of the coarse picture that looks other; all of it where the sizes differ."""
    first, second = (Image.open(io.BytesIO(each)).convert("L") for each in (one, other))
    if first.size != second.size:
        return 1.0
    coarse = [each.resize(COARSE, Image.Resampling.BOX) for each in (first, second)]
    changed = ImageChops.difference(*coarse).point(lambda light: 255 * (light > DIFFERENT))
    return float(ImageStat.Stat(changed).mean[0] / 255)


def expect_kept(page: Page, name: str) -> None:
    page.mouse.move(0, 0)
    page.evaluate("document.activeElement?.blur()")
    page.evaluate(SETTLED)
    now = reduced(page.screenshot())
    kept = PICTURES / f"{name}.png"
    assert len(now) < BYTES
    if os.environ.get("LEXVEIL_PICTURES"):
        kept.write_bytes(now)
    found = difference(now, kept.read_bytes())
    assert found < SHARE, f"{name}: {found:.0%} of the picture looks other; LEXVEIL_PICTURES=1 makes it anew"


def test_the_pictures_of_a_review_and_its_export(page: Page, desk: Desk) -> None:
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
    case = desk.case(name="Ferreira Serrão v. IFCR")
    document = desk.upload(case, "award.html", AWARD.read_bytes(), metadata=METADATA.read_text("utf8"))
    open_review(page, document)
    show(page, "side")
    expect(page.locator("#document-preview .pseudonym").first).to_be_visible()
    expect(part(page, "doubts")).not_to_contain_text("At least")
    page.locator("#document").get_by_text("has inspected boats").evaluate(
        "(found) => found.closest('p, li, div').scrollIntoView({block: 'center'})"
    )
    expect(page.locator("#document-preview").get_by_text("has inspected boats")).to_be_in_viewport()
    expect_kept(page, "review")
    part(page, "export").click()
    expect(page.locator("#export-start")).to_be_enabled()
    despite(page)
    page.locator("#export-start").click()
    expect(page.locator("#export .verdict")).to_contain_text("Clean", timeout=90_000)
    expect_kept(page, "export")


EXAMPLES = ROOT / "examples"


def test_the_pictures_of_what_is_published_and_of_a_report(browser: Browser, tmp_path: Path) -> None:
    page = browser.new_page(viewport=WINDOW)  # type: ignore[arg-type]
    site = tmp_path / "site"
    files = [str(EXAMPLES / f"{name}.txt") for name in ("arret-fr", "tuomio-fi", "urteil-de")]
    base = ["--base", "https://example.org/decisions", "--unreviewed"]
    done = CliRunner().invoke(app, ["publish", *files, *base, "--out", str(site)])
    assert done.exit_code == 0, done.output
    page.goto((site / "decision" / "arret-fr" / "index.html").as_uri())
    expect_kept(page, "published")
    told = ["--metadata", str(AWARD.with_name("award.metadata.json")), "--policy", "arbitration"]
    done = CliRunner().invoke(app, ["run", str(AWARD), *told, "--out", str(tmp_path / "out")])
    assert done.exit_code in (0, 4), done.output
    (report,) = tmp_path.rglob("award.report.html")
    page.goto(report.as_uri())
    expect_kept(page, "report")
    page.close()


def test_another_picture_is_seen() -> None:
    kept = (PICTURES / "review.png").read_bytes()
    assert difference(kept, kept) == 0.0
    assert difference(kept, (PICTURES / "export.png").read_bytes()) > SHARE
