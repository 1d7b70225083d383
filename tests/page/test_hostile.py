"""Names that are markup: of people in a document, of a case, of a file, and as a pseudonym. Shown as they are
written, everywhere, and never obeyed.

The content security policy would stop a script that got in. So all views are walked twice: once as they are,
where nothing may even try (a violation is a fault), and once without the policy, where whatever got in would
run.
"""

import html
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from lexveil.service.users import possible
from page import views
from page.hands import ROW, OpenPage, reviewing, show, watch_of
from page.running import Server
from service.running import TEXT
from service.running import Browser as Desk

SCRIPT = "<script>window.hit=1</script>"
IMAGE = "<img src=x onerror=window.hit=2>"
DRAWING = '"><svg onload=window.hit=3>'
STYLE = "'><style onload=window.hit=4></style>"
LINK = "javascript:window.hit=5//"
# A pseudonym may hold no word of a name that is hidden.
GIVEN = '"><details open ontoggle=self.struck=6>'
ALSO = "<input autofocus onfocus=self.struck=7>"
NAMES = (SCRIPT, IMAGE, DRAWING, STYLE, GIVEN, ALSO)
HOSTILE = f"""{TEXT}
Mr Lundgren had met {SCRIPT} and later {SCRIPT} again. Ms Holt wrote to {IMAGE} about it, and to {IMAGE}.

Jonas Brekke said that {STYLE} was there, with {LINK} and {STYLE}. {LINK} left first.
"""
FILE = "<img src=x onerror=window.hit=8> & 'award'.txt"

# Elements that nobody wrote but who wrote the names.
INTRUDERS = """() => [window.hit ?? null, window.struck ?? null, document.querySelectorAll(
  "img[src=x], [onload], [onerror], [ontoggle], [onfocus], body script, body style, a[href^='javascript:']",
).length]"""


@pytest.fixture
def hostile(desk: Desk) -> tuple[str, str]:
    """The ids of a case and of a document in which people have such names."""
    case = desk.post("/projects", {"name": DRAWING + SCRIPT, "policy": "arbitration"}).json()["id"]
    document = desk.upload(case, FILE, HOSTILE)
    told = commands(desk, document)
    for number, command in enumerate(told):
        answer = desk.edit(document, number, **command)
        assert answer.status_code == 200, answer.text
    return case, document


def commands(desk: Desk, document: str) -> Iterator[dict[str, Any]]:
    """They are nobody's names for the detectors, so a reviewer marks them; and gives such pseudonyms."""
    text = desk.get(f"/documents/{document}/text").json()["text"]
    for name in (SCRIPT, IMAGE, STYLE, LINK):
        places = [[found.start(), found.end()] for found in re.finditer(re.escape(name), text)]
        yield {"kind": "add", "mentions": places, "category": "PERSON", "role": "WITNESS"}
    yield {"kind": "rename", "entity": desk.named(document, SCRIPT)["id"], "pseudonym": GIVEN}
    yield {"kind": "rename", "entity": desk.named(document, IMAGE)["id"], "pseudonym": ALSO}


@pytest.mark.parametrize("bypass", [False, True], ids=["with the policy", "without the policy"])
def test_names_are_shown_and_never_obeyed(
    server: Server, open_page: OpenPage, hostile: tuple[str, str], *, bypass: bool
) -> None:
    case, document = hostile
    page = open_page(server, bypass_csp=bypass)
    seen = 0
    for walk in (
        views.of_the_shell(page, case),
        views.of_the_review(page, document),
        entities(page),
        views.of_the_export(page),
    ):
        for view in walk:
            assert page.evaluate(INTRUDERS) == [None, None, 0], view
            seen += 1
    assert seen > 30


def test_what_got_in_would_be_seen(server: Server, open_page: OpenPage) -> None:
    """Else the test above would tell nothing."""
    page = open_page(server, bypass_csp=True)
    watch_of(page).expect("404|Failed to load resource")
    views.go(page, "")
    for name in (IMAGE, DRAWING, STYLE, GIVEN, ALSO):
        page.evaluate(
            "(name) => document.body.insertAdjacentHTML('beforeend', `<p title=\"\">${name}</p>`)", name
        )
        assert page.evaluate(INTRUDERS)[2] > 0
        page.evaluate("() => document.body.lastElementChild.remove()")
    page.wait_for_function("() => window.hit || window.struck")


def test_nobody_can_be_called_so() -> None:
    assert not [name for name in NAMES if possible(name)]


def entities(page: Page) -> Iterator[str]:
    """The names stand in the table, the text, the card and the dialogs just as they are written."""
    reviewing(page)
    names = [each.strip() for each in page.locator(f"{ROW} .cell-name .cell-text").all_inner_texts()]
    assert {SCRIPT, IMAGE, STYLE, LINK} <= set(names)
    assert {GIVEN, ALSO} <= set(page.locator(f"{ROW} .becomes").all_inner_texts())
    expect(page.locator("#trail")).to_contain_text(DRAWING + SCRIPT)
    for name in (SCRIPT, IMAGE):
        row = page.locator(ROW, has=page.locator(".cell-name", has_text=name))
        row.locator(".cell-name button").click()
        card = page.locator("[data-testid=card]")
        expect(card.locator(".card-name")).to_have_text(name)
        yield f"card of {name}"
        page.keyboard.press("m")
        expect(page.locator("dialog[open] h2")).to_contain_text(name)
        yield f"merge of {name}"
        views.away(page)
    show(page, "preview")
    expect(page.locator("#document .pseudonym", has_text=GIVEN).first).to_be_visible()
    yield "preview"
    show(page, "marked")


def test_exported_files_hold_them_as_text(desk: Desk, hostile: tuple[str, str]) -> None:
    _, document = hostile
    written = exported(desk, document, ["html", "report", "own"])
    pages = {name: text for name, text in written.items() if name.endswith(".html")}
    assert len(pages) == 2
    for name, text in pages.items():
        for bad in NAMES:
            assert bad not in text, name
        assert "<script" not in text
    shown = next(text for name, text in pages.items() if "report" not in name)
    assert html.escape(GIVEN) in shown or html.escape(GIVEN, quote=False) in shown
    plain = next(text for name, text in written.items() if name.endswith(".txt"))
    assert GIVEN in plain
    assert SCRIPT not in plain


def test_names_come_back_as_text_into_a_page_of_their_own(desk: Desk) -> None:
    """HTML in, HTML out: a pseudonym of markup is text in it too."""
    source = f"<!DOCTYPE html><title>Award</title><p>{html.escape(HOSTILE)}</p>"
    document = desk.upload(desk.case(), "award.html", source)
    for number, command in enumerate(commands(desk, document)):
        answer = desk.edit(document, number, **command)
        assert answer.status_code == 200, answer.text
    ((_, text),) = exported(desk, document, ["own"]).items()
    for bad in NAMES:
        assert bad not in text
    assert "details open" in text
    assert "<details" not in text


def exported(desk: Desk, document: str, formats: list[str]) -> dict[str, str]:
    """The files of an export by their names."""
    told = desk.post(f"/documents/{document}/export", {"formats": formats})
    assert told.status_code == 200, told.text
    path = f"/exports/{told.json()['export']}"
    answers = {each["name"]: desk.get(f"{path}/{each['name']}") for each in told.json()["files"]}
    for answer in answers.values():
        assert answer.headers["content-disposition"].startswith("attachment")
        assert "sandbox" in answer.headers["content-security-policy"]
    return {name: answer.text for name, answer in answers.items()}
