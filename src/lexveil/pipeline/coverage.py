"""What may hold text and was not read stops the export, unless the user allows that part by its name."""

from collections.abc import Iterable, Sequence

from lexveil.errors import CoverageError
from lexveil.model import Document, Part

SHOWN = 12  # parts that a message names


def uncovered(documents: Iterable[Document]) -> dict[str, Part]:
    """By name, those that may hold text nobody read."""
    return {part.name: part for document in documents for part in document.parts if part.state == "uncovered"}


def covered(documents: Sequence[Document], allowed: Sequence[str]) -> None:
    """An error when a part is uncovered and not allowed; it says which, why, and what to do."""
    for document in documents:
        left = {name: part for name, part in uncovered([document]).items() if name not in allowed}
        if left:
            named = "; ".join(f"'{part.name}' ({part.explain()})" for part in list(left.values())[:SHOWN])
            more = f" and {len(left) - SHOWN} more" if len(left) > SHOWN else ""
            raise CoverageError(
                f"{document.id}: may hold text that was not read: {named}{more}. Remove it from the "
                "document, or let it go out as it is with --allow-uncovered PART, once for each; "
                "nothing was written"
            )


def known(names: Iterable[str], there: Iterable[str]) -> None:
    """An error when a part is allowed that no document has uncovered: a misspelt name protects nobody."""
    listed = sorted(there)
    for name in names:
        if name not in listed:
            choices = ", ".join(f"'{each}'" for each in listed[:SHOWN]) or "none"
            raise CoverageError(
                f"--allow-uncovered '{name}': no part of this name is uncovered; those that are: {choices}"
            )
