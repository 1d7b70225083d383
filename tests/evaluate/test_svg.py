"""Plots: what stands beside a point covers no other."""

import re
from itertools import combinations

from lexveil.evaluate.svg import DOT, LABEL, LETTER, scatter

NEAR = {"names only": (0.997, 0.851), "court-eu": (0.95, 0.878), "switzerland": (0.899, 0.933),
        "research": (0.493, 0.967), "strict": (0.008, 0.614), "the same again": (0.95, 0.878)}  # fmt: skip


def test_no_name_covers_a_point_or_a_name():
    drawn = scatter(NEAR, title="Risk", across="risk", up="use")
    dots = [tuple(map(float, each)) for each in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', drawn)]
    words = [
        (float(x), float(y) - LABEL + 3, float(x) + len(name) * LETTER, float(y) + 3)
        for x, y, name in re.findall(r'<text x="([\d.]+)" y="([\d.]+)" fill="[^"]+">([^<]+)<', drawn)
        if name in NEAR
    ]
    assert len(dots) == len(words) == len(NEAR)
    boxes = [(x - DOT, y - DOT, x + DOT, y + DOT) for x, y in dots]
    pairs = [*combinations(words, 2), *((word, box) for word in words for box in boxes)]
    meeting = [
        (one, two)
        for one, two in pairs
        if one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]
    ]
    assert meeting == []
