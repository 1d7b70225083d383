"""The colours of the review page: text is readable on what it stands on, light and dark.

WCAG 2.2 asks for a contrast of 4.5 between text and its ground (1.4.3) and of 3 for signs and borders of
controls (1.4.11).
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import lexveil.review

SHEET = (Path(lexveil.review.__path__[0]) / "static" / "tokens.css").read_text("utf8")
COLOURS = {
    name: (light, dark)
    for name, light, dark in re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", SHEET)
}
CATEGORIES = [name for name in COLOURS if name.startswith("cat-") and not name.endswith("-tint")]


def pairs() -> Iterator[tuple[str, str, float]]:
    """A colour, what it stands on, and the least contrast."""
    for text in ("text", "text-2", "text-3"):
        yield from ((text, f"surface-{number}", 4.5) for number in range(4))
    yield from (
        ("accent-text", ground, 4.5) for ground in ("surface-0", "surface-1", "surface-2", "accent-tint")
    )
    yield from (("on-accent", "accent", 4.5), ("on-accent", "accent-hover", 4.5))
    yield from (("on-bad", "bad", 4.5), ("on-bad", "bad-hover", 4.5))
    for sign in ("line-strong", "focus"):
        yield from ((sign, ground, 3) for ground in ("surface-0", "surface-1"))
    for kind in ("good", "warn", "bad", "neutral"):
        yield from ((kind, ground, 4.5) for ground in (f"{kind}-tint", "surface-0", "surface-1"))
        yield "text", f"{kind}-tint", 4.5
    for category in CATEGORIES:
        yield from ((category, ground, 4.5) for ground in (f"{category}-tint", "surface-1"))
        yield "text", f"{category}-tint", 7


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_every_colour_can_be_read_on_its_ground(scheme: int) -> None:
    assert len(CATEGORIES) == 9
    low = [
        (colour, ground)
        for colour, ground, least in pairs()
        if contrast(COLOURS[colour][scheme], COLOURS[ground][scheme]) < least
    ]
    assert low == []
