"""A picture looked at: its words, which side of it is up, and whether the reading can be relied on.

Comes in: a picture as it is seen. Goes out: words from two readings, one by lines and columns and, where ink
is left over, one for letters anywhere; and the state of the part that the picture is. Never drops a word for
being unsure: a name that was read badly is still nearer to the name than nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from PIL import Image

from lexveil.formats import ocr
from lexveil.formats.images import marks
from lexveil.formats.ocr import SURE, Word

POOR = 55.0  # mean confidence below which a picture was not read; photographs and blur come to 20 to 35
MANY = 8  # words that are too many for chance
FEW, SHARE = 3, 0.15  # words not read, and their share of those read, that are too many to look over
PAGE, WORDS = 1000, 30  # pixels of the height, and words, of a picture that is a page
APART = 1000  # added to the blocks of the second reading
CELL = 64  # pixels: words are looked up by the squares they lie in

# Degrees clockwise, and what Pillow calls them.
TURNED = {90: Image.Transpose.ROTATE_270, 180: Image.Transpose.ROTATE_180, 270: Image.Transpose.ROTATE_90}


@dataclass(frozen=True, slots=True)
class Seen:
    words: list[Word] = field(repr=False)  # with boxes in the picture once it is turned
    turn: int = 0  # degrees clockwise that put the words upright
    missed: int = 0  # stretches that look like words on paper and could not be read


def look(image: Image.Image, *, language: str, dpi: float = 0) -> Seen:
    words = ocr.words(image, language=language, dpi=dpi)
    turn = 0
    if _poor(words) or _sideways(words):
        turn = ocr.turn(image)
        turned = ocr.words(turned_by(image, turn), language=language, dpi=dpi) if turn else []
        turn = turn if _mean(turned) > _mean(words) or (_sideways(words) and turned) else 0
        words, image = (turned, turned_by(image, turn)) if turn else (words, image)
    paper = marks.paper(image)
    if paper and not marks.unread(image, words):
        return Seen(words, turn)
    more = ocr.words(marks.without_rules(image), language=language, dpi=dpi, sparse=True)
    joined = _joined(words, [word for word in more if _sure(word)])
    missed = len(_beside(joined, [word for word in more if _letters(word) > 1])) if paper else 0
    return Seen(joined, turn, missed)


def signed(image: Image.Image, seen: Seen) -> bool:
    """Whether a page has marks beside the words: a signature, a stamp, a note by hand."""
    return bool(marks.unread(turned_by(image, seen.turn), seen.words))


def like_a_page(image: Image.Image, seen: Seen) -> bool:
    """Whether a picture has the shape and the words of a sheet of paper."""
    width, height = turned_by(image, seen.turn).size
    return height >= PAGE and 1.2 <= height / width <= 1.6 and len(seen.words) >= WORDS


def turned_by(image: Image.Image, degrees: int) -> Image.Image:
    return image.transpose(TURNED[degrees]) if degrees else image


def judged(seen: Seen) -> tuple[str, str]:
    """The state of a part that shows this, and why."""
    words = seen.words
    nothing = len(words) < MANY and all(_letters(word) < 3 or word.confidence < SURE / 2 for word in words)
    if seen.missed >= MANY or (seen.missed >= FEW and seen.missed > len(words) * SHARE):
        return "uncovered", "it looks like text that could not be read" if nothing else _UNSURE
    if nothing:
        return "kept", "no text was seen in it"
    return ("uncovered", _UNSURE) if _poor(words) else ("read", "text in a picture")


_UNSURE = "text in it could not be read surely"
SIGNED = "it has marks that were not read as text: handwriting, a stamp or a drawing"


def _poor(words: Sequence[Word]) -> bool:
    return _mean(words) < POOR or not any(map(_sure, words))


def _sure(word: Word) -> bool:
    return word.confidence >= SURE and _letters(word) > 1


def _sideways(words: Sequence[Word]) -> bool:
    """Whether most words that are long enough to tell run up or down the page."""
    upright = [word.right - word.left > word.bottom - word.top for word in words if _letters(word) > 3]
    return upright.count(False) > upright.count(True)


def _joined(words: list[Word], more: list[Word]) -> list[Word]:
    """The words, and those of another reading that lie beside them; unsure ones give way to sure ones."""
    new = _beside([word for word in words if word.confidence >= SURE], more)
    kept = [word for word in words if word.confidence >= SURE or _beside(new, [word])]
    return kept + [replace(word, block=word.block + APART) for word in new]


def _beside(words: Sequence[Word], others: Sequence[Word]) -> list[Word]:
    """Those of the others whose middle lies in none of the words."""
    squares: dict[tuple[int, int], list[Word]] = {}
    for word in words:
        for down in range(word.top // CELL, word.bottom // CELL + 1):
            for across in range(word.left // CELL, word.right // CELL + 1):
                squares.setdefault((down, across), []).append(word)
    found = []
    for other in others:
        x, y = (other.left + other.right) // 2, (other.top + other.bottom) // 2
        near = squares.get((y // CELL, x // CELL), ())
        if not any(word.left <= x <= word.right and word.top <= y <= word.bottom for word in near):
            found.append(other)
    return found


def _letters(word: Word) -> int:
    return sum(map(str.isalnum, word.text))


def _mean(words: Sequence[Word]) -> float:
    """The confidence of the letters: long words tell more than specks taken for an i."""
    letters = sum(map(_letters, words))
    return sum(_letters(word) * word.confidence for word in words) / letters if letters else 0.0
