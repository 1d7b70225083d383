"""What every preset makes of the examples: `PYTHONPATH=tests python tests/golden/policies_build.py`.

A golden file holds the paragraphs that the preset changed; all others must be as they were. The key is fixed,
so that surrogates and shifts are the same each time.
"""

from pathlib import Path

import recorded
from lexveil import config, pipeline, policy, replace
from lexveil.model import Document, Entity
from lexveil.policy import Policy

FOLDER = Path(__file__).parent / "policies"
EXAMPLES = Path(__file__).parents[2] / "examples"
KEY = bytes(range(32))
FILES = {"award.html": "award.metadata.json", "judgment.txt": ""}


def resolved() -> dict[str, tuple[Document, tuple[Entity, ...]]]:
    """The examples and who is in them: the same for every policy, and the slow part."""
    found = {}
    for name, metadata in FILES.items():
        known = config.metadata(EXAMPLES / metadata) if metadata else None
        document = pipeline.read(EXAMPLES / name, metadata=known)
        result = pipeline.analyze(document, settings=recorded.SETTINGS)
        found[name] = (result.document, result.entities)
    return found


def changed(document: Document, entities: tuple[Entity, ...], chosen: Policy) -> list[str]:
    """The paragraphs of the pseudonymized text that differ from the original's."""
    language = chosen.language or document.language
    entities = policy.suppose(entities, chosen)
    decisions = policy.decide(document, entities, chosen)
    given = replace.pseudonyms(document, entities, decisions, language=language, key=KEY)
    replacements = replace.render(
        document,
        entities,
        decisions,
        given,
        titles=chosen.titles,
        legal_forms=chosen.legal_forms,
        language=language,
    )
    marks, last = [], 0
    for each in replacements:
        marks += [document.text[last : each.start], each.text]
        last = each.end
    after = "".join([*marks, document.text[last:]])
    before = set(document.text.split("\n\n"))
    return [block for block in after.split("\n\n") if block not in before]


def golden(examples: dict[str, tuple[Document, tuple[Entity, ...]]], chosen: Policy) -> str:
    parts = []
    for name, (document, entities) in examples.items():
        parts.append(f"==== {name}")
        parts += changed(document, entities, chosen)
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    examples = resolved()
    for name, preset in config.presets().items():
        (FOLDER / f"{name}.txt").write_text(golden(examples, preset), "utf8")
