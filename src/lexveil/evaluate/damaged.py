"""Damaged copies of marked documents: in one case, without accents, as a scanner reads them."""

import random
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import replace

from lexveil.evaluate.gold import Gold

OCR_SHARE = 0.02
LOOKALIKES = {
    **dict(zip("lIOoecnuhSBgatfrvi501", "1l00ceunb58qoftvyjSOl", strict=True)),
    "8": "B",
}


def _same_length(change: Callable[[str], str]) -> Callable[[Gold], Gold]:
    """Character by character, so that all marks stay where they are."""
    return lambda gold: replace(
        gold, text="".join(new if len(new := change(char)) == 1 else char for char in gold.text)
    )


def _plain_letter(char: str) -> str:
    return unicodedata.normalize("NFD", char)[0]


def _scanned(gold: Gold) -> Gold:
    """Two in a hundred letters and digits read as others that look like them; the same ones every time."""
    draw = random.Random(gold.id)  # noqa: S311
    chars = (
        LOOKALIKES.get(char, char) if char.isalnum() and draw.random() < OCR_SHARE else char
        for char in gold.text
    )
    return replace(gold, text="".join(chars))


CHANGES: Mapping[str, Callable[[Gold], Gold]] = {
    "lower": _same_length(str.lower),
    "upper": _same_length(str.upper),
    "plain": _same_length(_plain_letter),
    "scanned": _scanned,
}
