"""What a user must know of a document before it goes through: parts that nobody reads."""

from collections.abc import Iterable, Sequence

from lexveil.errors import CoverageError
from lexveil.model import Document, Part

SHOWN = 12  # parts that a message names
ALLOWED_IMAGE = "part.allowed-image"
MARKED = frozenset([ALLOWED_IMAGE, "part.image-mark"])


def uncovered(documents: Iterable[Document]) -> dict[str, Part]:
    """By name, those that may hold text nobody read."""
    return {part.name: part for document in documents for part in document.parts if part.state == "uncovered"}


def allowed_images(documents: Iterable[Document]) -> list[str]:
    """The marks of the pictures that go out because somebody allowed them."""
    parts = (part for document in documents for part in document.parts)
    return sorted({image_mark(part) for part in parts if part.why and part.why.code == ALLOWED_IMAGE})


def image_mark(part: Part) -> str:
    """The mark of a picture that could not be read, or that was allowed; "" of all else."""
    inner = dict(part.why.values).get("reasons", ()) if part.why else ()
    reasons = (part.why, *(inner if isinstance(inner, tuple) else ()))
    return next((str(dict(why.values)["mark"]) for why in reasons if why and why.code in MARKED), "")


def covered(documents: Sequence[Document], allowed: Sequence[str]) -> None:
    """An error when a part is uncovered and not allowed; it says which, why, and what to do."""
    for document in documents:
        left = {name: part for name, part in uncovered([document]).items() if name not in allowed}
        if left:
            named = "; ".join(f"'{part.name}' ({part.explain()})" for part in list(left.values())[:SHOWN])
            more = len(left) - SHOWN
            code = "pipeline.uncovered-more" if more > 0 else "pipeline.uncovered"
            raise CoverageError(code, parts=named, more=more).within(document.id)


def known(names: Iterable[str], there: Iterable[str]) -> None:
    """An error when a part is allowed that no document has uncovered: a misspelt name protects nobody."""
    listed = sorted(there)
    for name in names:
        if name not in listed:
            choices = ", ".join(f"'{each}'" for each in listed[:SHOWN])
            code = "pipeline.not-uncovered" if listed else "pipeline.none-uncovered"
            raise CoverageError(code, part=name, choices=choices)
