"""The page in its languages: every word is there, and the page says which language it speaks."""

import re

from playwright.sync_api import Page, expect

from lexveil.messages import catalogue
from page.gallery import Gallery
from page.hands import box, open_review, part
from page.running import AWARD, METADATA
from service.running import Browser as Desk

LANGUAGES = ("fi", "sv", "da", "nb", "nn", "de", "fr", "it", "es", "ca", "en")
# What a reader sees or hears of the page; the document has its own words.
WORDS = """() => {
  const said = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement.closest(".sheet, script, style, noscript")) said.push(node.data);
  }
  for (const name of ["aria-label", "title", "placeholder", "alt"])
    for (const each of document.querySelectorAll(`[${name}]`))
      if (!each.closest(".sheet")) said.push(each.getAttribute(name));
  return said;
}"""


KEYS = set(catalogue("en")) | {re.sub(r"\.(one|other)$", "", key) for key in catalogue("en")}


def understood(page: Page, code: str) -> None:
    expect(page.locator("html")).to_have_attribute("lang", code)
    said = page.evaluate(WORDS)
    raw = [words for words in said if set(words.split()) & KEYS and "." in words]
    open_places = [words for words in said if re.search(r"\{\w+\}", words)]
    assert (raw, open_places) == ([], []), code


def test_every_language(page: Page, desk: Desk) -> None:
    case = desk.case()
    document = desk.upload(case, "award.html", AWARD.read_bytes(), metadata=METADATA.read_text("utf8"))
    look = Gallery(page)
    for code in LANGUAGES:
        words = catalogue(code)
        page.goto("/")
        expect(page.locator("#cases")).to_be_visible()
        page.locator("#language").select_option(code)
        expect(page.get_by_role("heading", level=1)).to_have_text(words["projects.title"])
        understood(page, code)
        page.goto(f"/#/project/{case}/statistics")
        expect(page.get_by_role("tab", name=words["project.statistics"])).to_be_visible()
        understood(page, code)
        open_review(page, document)
        expect(part(page, "export")).to_have_text(words["review.export"])
        page.keyboard.press("n")
        expect(part(page, "card")).to_be_visible()
        understood(page, code)
        look.take(f"language-{code}")
        page.keyboard.press("?")
        expect(box(page)).to_contain_text(words["review.keys.doubts.1"])
        understood(page, code)
        page.keyboard.press("Escape")
        part(page, "export").click()
        expect(page.locator("#export-start")).to_have_text(words["export.start"])
        understood(page, code)
        page.keyboard.press("Escape")
