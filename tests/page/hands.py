"""What a reviewer does on the page, by the names that the page gives its parts."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from playwright.sync_api import Download, Locator, Page, Response, expect

from page.watching import Watch

OpenPage = Callable[..., Page]
SAVED = re.compile(r"/api/v1/documents/\w+/(edits|undo|redo)$")
MARK, PSEUDONYM, ROW = "#document .mark", "#document .pseudonym", "[data-testid=entity-row]"


def watch_of(page: Page) -> Watch:
    return cast(Watch, page.context.watch)  # type: ignore[attr-defined]


def part(page: Page, name: str) -> Locator:
    return page.locator(f"[data-testid='{name}']")


def box(page: Page) -> Locator:
    """The dialog that is open."""
    return page.locator("dialog[open]")


def heading(page: Page, name: str) -> None:
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()


@contextmanager
def saved(page: Page) -> Iterator[None]:
    """What is done inside reaches the service, which takes it, and the page has its answer."""
    with page.expect_response(lambda answer: bool(SAVED.search(answer.url))) as told:
        yield
    answer: Response = told.value
    assert answer.status == 200, f"{answer.status} {answer.text()}"
    answer.finished()
    expect(page.locator(".review")).to_have_attribute("data-unsent", "0")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")  # and shows


def new_case(page: Page, name: str, policy: str = "arbitration", *, approval: bool = False) -> None:
    page.locator("#new-case").click()
    box(page).locator("input[name=name]").fill(name)
    box(page).locator(".choice-item", has=page.locator(f"[value='{policy}']")).click()
    if approval:
        box(page).locator("input[name=approval]").check()
    box(page).locator("button.primary").click()
    heading(page, name)


def upload(page: Page, *files: Path) -> None:
    with page.expect_file_chooser() as chosen:
        page.locator("#upload").click()
    chosen.value.set_files(list(files))


def document_row(page: Page, name: str) -> Locator:
    return page.locator("#documents li", has=page.get_by_role("link", name=name, exact=True))


def analysed(page: Page, name: str) -> Locator:
    row = document_row(page, name)
    expect(row).to_have_attribute("data-status", "done", timeout=90_000)
    return row


def reviewing(page: Page) -> None:
    """The document is there, with what was found in it and its doubts."""
    expect(page.locator(ROW).first).to_be_visible(timeout=90_000)
    expect(part(page, "doubts")).to_be_visible()
    expect(part(page, "doubts")).not_to_have_attribute("data-left", "")


def open_review(page: Page, document: str) -> None:
    page.goto(f"/#/document/{document}")
    reviewing(page)


def identity(page: Page) -> str:
    """The id of the document that is open."""
    return page.url.rsplit("/", 1)[1].split("?")[0]


def filtered(page: Page, words: str) -> None:
    """The table lists what was typed: once the typing is over; a timer that is set later waits for it."""
    part(page, "filter").fill(words)
    page.evaluate("() => new Promise((done) => setTimeout(done, 150))")


def listed(page: Page, name: str) -> Locator:
    """The row of an entity, found with the filter of the table."""
    filtered(page, name)
    row = page.locator(
        ROW, has=page.locator(".cell-name .cell-text", has_text=re.compile(f"^{re.escape(name)}$"))
    )
    expect(row).to_have_count(1)
    return row


def cell(row: Locator, column: str) -> Locator:
    return row.locator(f".cell-{column} .cell-button")


def choose(page: Page, button: Locator, item: str) -> None:
    """An entry of the menu of a button."""
    button.click()
    page.locator(".menu:popover-open .menu-item", has_text=re.compile(re.escape(item))).first.click()


def marks_of(page: Page, entity: str, action: str = "") -> Locator:
    chosen = f"[data-action='{action}']" if action else ""
    return page.locator(f"{MARK}[data-entity='{entity}']{chosen}")


def select_text(page: Page, words: str, nth: int = 0) -> None:
    """Select words in the document with the pointer, as a reader does."""
    place = page.evaluate(
        """async ([words, nth]) => {
          const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
          const found = () => {
            const sheet = document.querySelector("#document .sheet");
            const walker = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT);
            let left = nth;
            for (let node = walker.nextNode(); node; node = walker.nextNode()) {
              for (let at = node.data.indexOf(words); at >= 0; at = node.data.indexOf(words, at + 1)) {
                if (left--) continue;
                const range = document.createRange();
                range.setStart(node, at);
                range.setEnd(node, at + words.length);
                return range;
              }
            }
            return null;
          };
          // Paragraphs that come into sight get their marks and height then: until the text rests.
          let box = null;
          for (let rested = 0, tries = 0; rested < 10 && tries < 300; tries += 1) {
            const range = found();
            range?.startContainer.parentElement.scrollIntoView({ block: "center", behavior: "instant" });
            await frame();
            const now = range?.getClientRects()[0];
            rested = now && box && now.top === box.top && now.left === box.left ? rested + 1 : 0;
            box = now ?? null;
          }
          return box && [box.left, box.right, box.top + box.height / 2];
        }""",
        [words, nth],
    )
    assert place, "the words are not on the page"
    left, right, middle = place
    page.mouse.move(left + 1, middle)
    page.mouse.down()
    page.mouse.move((left + right) / 2, middle)
    page.mouse.move(right, middle)
    page.mouse.up()


def show(page: Page, view: str) -> None:
    page.locator(f".review-bar [data-view={view}]").click()
    expect(page.locator(".review")).to_have_attribute("data-view", view)


def download(page: Page, link: Locator, folder: Path) -> Path:
    with page.expect_download() as told:
        link.click()
    return stored(told.value, folder)


def stored(given: Download, folder: Path) -> Path:
    path = folder / given.suggested_filename
    given.save_as(path)
    return path


def export(page: Page, folder: Path, formats: list[str]) -> dict[str, Path]:
    """The files by their names; they are offered only once the leak check has passed."""
    part(page, "export").click()
    dialog = box(page)
    heading(page, "Residual risk")
    expect(dialog.get_by_text("Fully covered")).to_be_visible()
    for tick in dialog.locator("input[name=format]").all():
        tick.set_checked(str(tick.get_attribute("value")) in formats)
    despite(page)
    dialog.locator("#export-start").click()
    expect(dialog.get_by_text("Clean: no replaced name was found")).to_be_visible(timeout=90_000)
    files = [download(page, link, folder / "out") for link in dialog.locator("a[download]").all()]
    dialog.locator("#export-done").click()
    expect(part(page, "state").locator(".badge")).to_have_text("Exported")
    return {path.name: path for path in files}


def despite(page: Page) -> None:
    """What is open is left open, where something is."""
    expect(page.locator("#export-start")).to_be_visible(timeout=60_000)
    if part(page, "despite-open").count():
        part(page, "despite-open").check()


def plain(review: dict[str, Any]) -> list[dict[str, Any]]:
    """The entities of a review, to be compared with those of another time."""
    return sorted(review["entities"], key=lambda each: str(each["id"]))
