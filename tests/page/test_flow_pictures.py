"""Pictures that nobody could read, and places that somebody must look at."""

import io
from pathlib import Path

import docx
from PIL import Image
from playwright.sync_api import Page, expect

from formats.pictures import drawing
from page.gallery import Gallery
from page.hands import box, despite, open_review, part, saved
from page.test_flow_docx import award
from service.running import Browser as Desk


def crest() -> bytes:
    """A picture that moves: it is never read."""
    made = io.BytesIO()
    drawing("P").save(made, "GIF", save_all=True, append_images=[Image.new("P", (200, 60))])
    return made.getvalue()


def with_crest(path: Path) -> bytes:
    made = docx.Document(str(award(path)))
    made.add_picture(io.BytesIO(crest()))
    made.save(str(path))
    return path.read_bytes()


def test_a_picture_is_shown_in_the_export_and_allowed_in_the_case(
    page: Page, desk: Desk, tmp_path: Path
) -> None:
    case = desk.case()
    document = desk.upload(case, "award.docx", with_crest(tmp_path / "award.docx"))
    open_review(page, document)
    part(page, "export").click()
    dialog = box(page)
    picture = dialog.locator(".picture img")
    expect(picture).to_have_js_property("naturalWidth", 200)
    expect(dialog.locator(".tick").first).not_to_contain_text("--allow-image")
    picture.scroll_into_view_if_needed()
    Gallery(page).take("export-picture", small=True)
    part(page, "picture-text").click()
    expect(dialog).to_contain_text("Somebody has seen text in it")
    expect(dialog.locator("input[name=uncovered]")).to_be_disabled()
    dialog.locator(".picture").scroll_into_view_if_needed()
    Gallery(page).take("export-picture-text", small=True)
    despite(page)
    dialog.locator("#export-start").click()
    expect(dialog.locator(".field-error", has_text="Tick each part")).to_be_visible()
    part(page, "picture-text-back").click()
    expect(dialog.locator("input[name=uncovered]")).to_be_enabled()
    dialog.get_by_role("button", name="allow it in the whole case").click()
    expect(dialog.get_by_text("Fully covered")).to_be_visible()
    expect(dialog.get_by_role("heading", name="Pictures that are allowed in this case")).to_be_visible()
    dialog.locator(".pictures").scroll_into_view_if_needed()
    Gallery(page).take("export-picture-allowed", small=True)
    despite(page)
    dialog.locator("#export-start").click()
    expect(dialog.get_by_text("Clean: no replaced name was found")).to_be_visible(timeout=90_000)
    dialog.locator("#export-done").click()
    part(page, "export").click()
    box(page).get_by_role("button", name="No longer allow").click()
    expect(box(page).get_by_text("1 part not covered").first).to_be_visible()


TEXT = """Ruth Green, claimant, sued William Marsh, defendant. Ms Green gave evidence that Mr Marsh owed
her money. Mr Marsh denied it, and said that Ms Green had never asked him.

They met in Green Park. The Marsh Hotel was full.
"""


def left_readable(desk: Desk, document: str) -> list[str]:
    told = desk.get(f"/documents/{document}/doubts").json()["doubts"]
    text = desk.get(f"/documents/{document}/text").json()["text"]
    return [text[slice(*each["mention"])] for each in told if each["reason"] == "left-readable"]


def test_a_coincidence_is_a_doubt_until_somebody_has_looked_at_it(page: Page, desk: Desk) -> None:
    document = desk.upload(desk.case("court-eu"), "note.txt", TEXT)
    assert left_readable(desk, document) == ["Green Park", "Marsh Hotel"]
    person = desk.named(document, "Ruth Green")
    number = desk.review(document)["number"]
    desk.edit(document, number, kind="accept", entity=person["id"])
    assert left_readable(desk, document) == ["Green Park", "Marsh Hotel"]
    open_review(page, document)
    page.keyboard.press("n")
    expect(part(page, "doubts")).to_contain_text("Green Park shows a word of a name that is hidden")
    Gallery(page).take("listed-place", "Green Park", small=True)
    with saved(page):
        page.keyboard.press("a")
    expect(part(page, "doubts")).to_contain_text("Marsh Hotel")
    assert left_readable(desk, document) == ["Marsh Hotel"]
    with saved(page):
        page.keyboard.press("a")
    assert left_readable(desk, document) == []
