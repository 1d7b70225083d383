"""axe-core on every view of the page, in light and dark: nothing that is a serious barrier to anybody."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from page import views
from page.gallery import CUT_OFF, SCREENS, SETTLED
from page.hands import OpenPage, reviewing
from page.people import ADA, BO, PASSWORD, logged_in, office, page_of
from page.running import AWARD, METADATA, Server, StartServer
from service.running import Browser as Desk

SERIOUS = ("serious", "critical")
# Everything on the light page; on the dark one what its colours decide.
LIGHT = {"resultTypes": ["violations"]}
DARK = {**LIGHT, "runOnly": {"type": "rule", "values": ["color-contrast"]}}
# What changes on the page is looked at alone, and so is what lies on top: the rest was looked at before.
PART = {
    "review, original": ".panel-document",
    "review, preview": ".panel-document",
    "review, marked": ".review-bar",
    "card": "[data-testid=card]",
    "rename": "[data-testid=entities]",
    "table by role": ".panel-entities",
    "table, nothing listed": ".panel-entities",
    "search": ".panel-document",
    "toast": "#toasts",
    "doubts": "[data-testid=doubts]",
}
RUN = """([part, options]) => axe.run(
  document.querySelector("dialog[open]") ?? document.querySelector(".menu:popover-open")
    ?? (part ? document.querySelector(part) : document), options,
).then(({ violations }) => violations.map((each) => ({
  rule: each.id, impact: each.impact, help: each.help,
  places: each.nodes.map((node) => node.target.join(" ")), why: each.nodes[0].failureSummary,
})))"""


class Looks:
    """What axe found, by view."""

    def __init__(self, page: Page) -> None:
        self.page, self.found, self.seen = page, [], 0
        page.context.add_init_script(AXE_SCRIPT)

    def at(self, views_: Iterator[str]) -> None:
        for name in views_:
            self.seen += 1
            for scheme, options in (("light", LIGHT), ("dark", DARK)):
                self.page.emulate_media(color_scheme=scheme)
                for each in self.page.evaluate(RUN, [PART.get(name), options]):
                    self.found.append({"view": f"{name} ({scheme})", **each})
            self.page.emulate_media(color_scheme="light")

    def serious(self) -> list[str]:
        self._keep()
        return [
            f"{each['view']}: {each['rule']}: {each['help']}: {each['places'][:3]}: {each['why']}"
            for each in self.found
            if each["impact"] in SERIOUS
        ]

    def _keep(self) -> None:
        """The lesser ones too, for who wants to see them: LEXVEIL_AXE=FILE."""
        if path := os.environ.get("LEXVEIL_AXE"):
            with Path(path).open("a") as file:
                file.writelines(json.dumps(each) + "\n" for each in self.found)


@pytest.fixture
def looks(page: Page) -> Looks:
    return Looks(page)


@pytest.fixture
def case(desk: Desk) -> tuple[str, str]:
    """The ids of a case and of its document."""
    case = desk.case()
    return case, desk.upload(case, AWARD.name, AWARD.read_bytes(), metadata=METADATA.read_text("utf8"))


def test_a_barrier_is_seen(looks: Looks) -> None:
    looks.at(broken(looks.page))
    assert [each["rule"] for each in looks.found] == ["button-name", "color-contrast", "color-contrast"]


def broken(page: Page) -> Iterator[str]:
    views.go(page, "")
    page.evaluate(
        """() => {
          const main = document.querySelector("#main");
          main.append(document.createElement("button"));
          const pale = document.createElement("p");
          pale.textContent = "pale";
          Object.assign(pale.style, { color: "#999", backgroundColor: "#777" });
          main.append(pale);
        }"""
    )
    yield "broken"


def test_cases_have_no_barrier(looks: Looks, case: tuple[str, str]) -> None:
    looks.at(views.of_the_shell(looks.page, case[0]))
    assert not looks.serious()


def test_review_has_no_barrier(looks: Looks, case: tuple[str, str]) -> None:
    looks.at(views.of_the_review(looks.page, case[1]))
    looks.at(views.of_the_export(looks.page))
    assert not looks.serious()


def test_trouble_has_no_barrier(looks: Looks, case: tuple[str, str]) -> None:
    looks.at(views.of_the_tour(looks.page, case[1]))
    looks.at(views.of_trouble(looks.page, case[1]))
    assert not looks.serious()


# From a small tablet to a wide screen; and what 200 % leaves of a window of 1440 × 900.
SIZES = {"768": (768, 1024), "1920": (1920, 1080), "200 %": (720, 450)}


@pytest.mark.parametrize("size", SIZES)
def test_no_width_has_a_barrier(looks: Looks, case: tuple[str, str], size: str) -> None:
    width, height = SIZES[size]
    looks.page.set_viewport_size({"width": width, "height": height})
    looks.at(reached(looks.page, views.of_the_desk(looks.page, *case), size))
    assert looks.seen >= 8
    assert not looks.serious()


def reached(page: Page, shown: Iterator[str], size: str) -> Iterator[str]:
    """Nothing of a view is wider than the window; a low window scrolls."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    for name in shown:
        page.evaluate(SETTLED)
        page.screenshot(path=SCREENS / f"at {size}, {name}.png".replace(" %", ""))
        cut = page.evaluate(CUT_OFF)
        assert not [each for each in cut if not each.endswith(" high")], name
        yield name


@pytest.fixture(scope="module")
def shared(start_server: StartServer, tmp_path_factory: pytest.TempPathFactory) -> Server:
    return office(start_server, Path(tmp_path_factory.mktemp("secret")))


def test_accounts_have_no_barrier(shared: Server, open_page: OpenPage) -> None:
    looks = Looks(open_page(shared))
    with logged_in(shared, ADA) as desk:
        looks.at(views.of_an_office(looks.page, desk.case(), ADA, PASSWORD))
    assert not looks.serious()


def test_first_run_has_no_barrier(shared: Server, open_page: OpenPage) -> None:
    with logged_in(shared, BO) as desk:
        looks = Looks(page_of(open_page, shared, desk))
        views.go(looks.page, "")
        expect(looks.page.locator(".first")).to_be_visible()
        looks.at(iter(["first run"]))
        looks.at(views.of_a_case_without_documents(looks.page, desk.case()))
    assert not looks.serious()


# By keyboard ---------------------------------------------------------------------------------------

# Where the focus is: its place in the document, whether it is seen, and what a screen reader would say.
STOP = """() => {
  const element = document.activeElement;
  if (element === document.body) return null;
  const box = element.getBoundingClientRect();
  // Around the element itself, or around the card that its link covers.
  const rings = [null, "::after"].map((each) => getComputedStyle(element, each));
  const drawn = ({ outlineStyle, outlineWidth }) => outlineStyle !== "none" && parseFloat(outlineWidth) > 0;
  const ring = rings.some((each) => each.content !== "none" && (each.boxShadow !== "none" || drawn(each)));
  const labels = [...(element.labels ?? [])].map((label) => label.textContent).join(" ");
  const name = element.getAttribute("aria-label") || labels || element.textContent.trim() || element.title;
  const named = element.getAttribute("aria-labelledby");
  return {
    place: [...document.querySelectorAll("*")].indexOf(element),
    seen: box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight,
    ring, name: name || (named && document.getElementById(named)?.textContent) || "",
    what: element.outerHTML.slice(0, 120),
  };
}"""
MOST = 80  # stops on a view


@pytest.mark.parametrize("view", ["home", "case", "review"])
def test_tab_goes_through_the_view_in_its_order(page: Page, case: tuple[str, str], view: str) -> None:
    views.go(page, {"home": "", "case": f"project/{case[0]}", "review": f"document/{case[1]}"}[view])
    if view == "review":
        reviewing(page)
    page.evaluate("() => (document.activeElement?.blur(), getSelection().removeAllRanges(), scrollTo(0, 0))")
    stops = []
    for _ in range(MOST):
        page.keyboard.press("Tab")
        stop = page.evaluate(STOP)
        if stop is None or (stops and stop["place"] <= stops[0]["place"]):
            break
        stops.append(stop)
    assert 5 < len(stops) < MOST, "the focus does not come round"
    assert [each["what"] for each in stops if not each["seen"]] == []
    assert [each["what"] for each in stops if not each["ring"]] == []
    assert [each["what"] for each in stops if not each["name"].strip()] == []
    places = [each["place"] for each in stops]
    assert places == sorted(places)
    assert "Skip" in stops[0]["name"]
