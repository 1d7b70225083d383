"""Marks on paper that are no words: handwriting, signatures, stamps, drawings.

Comes in: a picture and the words read in it. Goes out: how many places of it have ink that belongs to none of
them. Rules, frames, solid bars and specks do not count. Never reads anything: it tells where reading failed,
so that a signature does not slip through on a page that was read.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from lexveil.formats.ocr import Word

SIDE = 1400  # pixels of the longer side of a page when looked at: 120 dpi for A4
NEAR = 32  # levels of brightness around that of the paper
SHARE = 0.6  # of a picture that makes it paper
INK = 72  # levels away from it
STRAIGHT = 28  # pixels: a longer straight run is a rule or a bar
BAND = 256  # rows
CELL = 14  # pixels: about a letter
DRAWN = 12  # pixels of ink in a cell that make it count
CELLS = 5  # joined, that make a mark; a bullet or a smudge has fewer

Mask = NDArray[np.bool_]


def paper(image: Image.Image) -> bool:
    """Whether most of the picture is of one brightness, as paper is and a photograph is not."""
    return _ground(_small(image))[1] >= SHARE


def unread(image: Image.Image, words: Sequence[Word]) -> int:
    """The number of marks on paper beside the words; 0 for what is no paper."""
    grey = _small(image)
    level, share = _ground(grey)
    if share < SHARE:
        return 0
    ink = _ink(grey, level)
    scale = grey.width / image.width
    for word in words:
        margin = 0.45 * (word.bottom - word.top)
        top, left = (max(0, int((value - margin) * scale)) for value in (word.top, word.left))
        bottom, right = (int((value + margin) * scale) + 1 for value in (word.bottom, word.right))
        ink[top:bottom, left:right] = False
    ink &= ~_rules(ink, STRAIGHT)
    return sum(size >= CELLS for size in _joined(_cells(ink)))


def without_rules(image: Image.Image) -> Image.Image:
    """The picture in grey with rules, frames and bars wiped out: letters near them get lost."""
    grey = image.convert("L")
    level, _ = _ground(grey)
    rules = _rules(_ink(grey, level), max(STRAIGHT, max(image.size) // 35))
    for axis in (0, 1):  # and the grey edge of each
        rules |= np.roll(rules, 1, axis) | np.roll(rules, -1, axis)
    grey.paste(level, mask=Image.fromarray(rules))
    return grey


def _small(image: Image.Image) -> Image.Image:
    grey = image.convert("L")
    grey.thumbnail((SIDE, SIDE), Image.Resampling.BOX)
    return grey


def _ground(grey: Image.Image) -> tuple[int, float]:
    """The brightness of most of it, and what share of it is near that."""
    counts = np.asarray(grey.histogram())
    level = int(np.convolve(counts, np.ones(9), "same").argmax())
    return level, float(counts[max(0, level - NEAR) : level + NEAR + 1].sum() / counts.sum())


def _ink(grey: Image.Image, level: int) -> Mask:
    return np.array(grey.point([255 * (abs(value - level) > INK) for value in range(256)], "1"))


def _rules(ink: Mask, length: int) -> Mask:
    """The pixels of straight runs across or down of that length, found in bands to save memory."""
    found = np.zeros_like(ink)
    for start in range(0, ink.shape[0], BAND):
        found[start : start + BAND] |= _straight(ink[start : start + BAND], length)
    for start in range(0, ink.shape[1], BAND):
        found[:, start : start + BAND] |= _straight(ink[:, start : start + BAND].T, length).T
    return found


def _straight(ink: Mask, length: int) -> Mask:
    """The pixels of horizontal runs of that length; a run may miss a pixel here and there."""
    width = ink.shape[1]
    if width < length:
        return np.zeros_like(ink)
    sums = np.cumsum(np.pad(ink, ((0, 0), (1, 0))), axis=1, dtype=np.int32)
    full = sums[:, length:] - sums[:, :-length] >= length - 2
    spread = np.cumsum(np.pad(full, ((0, 0), (length, length))), axis=1, dtype=np.int32)
    return np.asarray(spread[:, length : length + width] > spread[:, :width])


def _cells(ink: Mask) -> Mask:
    height, width = (-(-side // CELL) * CELL for side in ink.shape)
    padded = np.zeros((height, width), dtype=bool)
    padded[: ink.shape[0], : ink.shape[1]] = ink
    tiled = padded.reshape(height // CELL, CELL, width // CELL, CELL)
    return np.asarray(tiled.sum(axis=(1, 3)) >= DRAWN)


def _joined(cells: Mask) -> list[int]:
    """The sizes of the groups of cells that touch."""
    left = {(int(row), int(column)) for row, column in np.argwhere(cells)}
    sizes = []
    while left:
        waiting, size = [left.pop()], 0
        while waiting:
            row, column = waiting.pop()
            size += 1
            around = {(row + down, column + across) for down in (-1, 0, 1) for across in (-1, 0, 1)} & left
            left -= around
            waiting += around
        sizes.append(size)
    return sizes
