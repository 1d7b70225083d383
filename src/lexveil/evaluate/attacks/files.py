"""Attacks on published files of which nothing else is known, with a register of people or the vault's
originals.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from lexveil import pipeline
from lexveil.check.signs import Cover, possible_names
from lexveil.config import Settings
from lexveil.evaluate.attacks import linkage, names_left, structure
from lexveil.evaluate.attacks.knowledge import Record
from lexveil.evaluate.attacks.published import Place, Published, of_text
from lexveil.model import Document

LOOK = "strict"  # the policy under which a published file is read: every person in it is looked for


def looked_at(document: Document, name: str, *, settings: Settings) -> tuple[Published, list[Place]]:
    """Where pseudonyms stand, and where words stand that may be names and that the tool itself does not find:
    what another reader with the same tool takes for missed."""
    result = pipeline.analyze(document, policy=LOOK, settings=settings)
    people = [each for each in result.entities if each.category == "PERSON"]
    names = sorted((span.start, span.end) for each in people for span in each.spans)
    possible = possible_names(document, result.entities, Cover(document.text, result.replacements))
    published = of_text(name, document.text, language=document.language, names=names)
    return published, [(each.start, each.end) for each in possible]


def evaluate(
    documents: Sequence[Published],
    suspects: Mapping[str, Sequence[Place]],
    *,
    known: Sequence[Record] = (),
    originals: Sequence[tuple[str, str]] = (),
) -> dict[str, Any]:
    """No name is in the report: people go by the ids of the register or the vault, words by their places.

    `originals` are ids and names of the vault: who is met is a leak. That somebody of the register is met
    may be chance, or on purpose."""
    links = linkage.links(documents, known) if known else []
    people = [(each.id, each.name) for each in known]
    texts = structure.hashes(documents, [name for _, name in (*people, *originals)])
    return {
        "documents": len(documents),
        "pseudonyms": sum(len(each.pseudonyms) for each in documents),
        "leaks": names_left.by_document(documents, originals),
        "register": names_left.by_document(documents, people),
        "linkage": linkage.figures(links, people=len(known)) if known else None,
        "links": [_told(each) for each in links],
        "suspects": {name: list(map(list, places)) for name, places in suspects.items() if places},
        "structure": {
            "widths": len({len(each.text) for document in documents for each in document.pseudonyms}),
            "hashes": texts,
        },
        "across": _across(links),
    }


def _told(link: linkage.Link) -> dict[str, Any]:
    return {
        "document": link.pseudonym.document,
        "pseudonym": link.pseudonym.text,
        "crowd": link.crowd,
        "bits": round(link.score, 1),
        "likeliest": [person for person, _ in link.fits[: linkage.MOST]],
    }


def _across(links: Sequence[linkage.Link]) -> list[dict[str, Any]]:
    """People whom the facts find alone in several documents."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for each in links:
        if each.crowd == 1 and each.fits:
            found[each.fits[0][0]].append(each.pseudonym.document)
    return [
        {"person": person, "documents": sorted(set(documents))}
        for person, documents in found.items()
        if len(set(documents)) > 1
    ]
