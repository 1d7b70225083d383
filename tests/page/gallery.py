"""Pictures of every view, light and dark, kept for people to look at; and what must hold in all of them."""

from playwright.sync_api import Page, expect

from page.running import ROOT

SCREENS = ROOT / "artefacts" / "screens"
WIDE, PHONE = {"width": 1440, "height": 900}, {"width": 400, "height": 800}
ZOOMED = {"width": 720, "height": 450}  # what 200 % leaves of the wide window

# Whatever is wider than the window, and dialogs, cards, menus and bars that it cuts off.
CUT_OFF = """() => {
  const wide = innerWidth + 1;
  const found = [];
  if (document.documentElement.scrollWidth > wide) found.push(`page ${document.documentElement.scrollWidth}`);
  const framed = "dialog[open]:not(.tour), .tour-card, :popover-open, #banner, #bar, .review-bar";
  for (const each of document.querySelectorAll(framed)) {
    const box = each.getBoundingClientRect();
    const name = each.id || each.className;
    if (box.right > wide || box.left < -1) found.push(`${name} ${box.left}–${box.right}`);
    if (box.bottom > innerHeight + 1 || box.top < -1) found.push(`${name} ${box.top}–${box.bottom} high`);
    if (each.scrollWidth > each.clientWidth + 1) found.push(`${name} scrolls sideways`);
  }
  return found;
}"""
# What comes to rest has done so; what pulses while something loads never does.
SETTLED = """() => Promise.all(document.getAnimations()
  .filter((each) => Number.isFinite(each.effect.getComputedTiming().endTime))
  .map((each) => each.finished.catch(() => null)))"""


class Gallery:
    """Takes the pictures of one page. `small` ones are taken in a narrow and in a zoomed window too."""

    def __init__(self, page: Page) -> None:
        self.page = page
        SCREENS.mkdir(parents=True, exist_ok=True)

    def take(self, name: str, *texts: str, small: bool = False) -> None:
        for text in texts:
            expect(self.page.locator("body")).to_contain_text(text)
        for scheme in ("light", "dark"):
            self.page.emulate_media(color_scheme=scheme)
            self._one(f"{name}-{scheme}")
        self.page.emulate_media(color_scheme="light")
        if small:
            self.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
            self._one(f"{name}-400")
            self.page.set_viewport_size(ZOOMED)  # type: ignore[arg-type]
            self._one(f"{name}-zoom")
            self.page.set_viewport_size(WIDE)  # type: ignore[arg-type]

    def _one(self, name: str) -> None:
        self.page.evaluate(SETTLED)
        self.page.screenshot(path=SCREENS / f"{name}.png")
        found = self.page.evaluate(CUT_OFF)
        assert not found, f"{name}: {found}"
