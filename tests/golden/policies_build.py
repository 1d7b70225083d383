"""What every preset makes of the examples: `PYTHONPATH=tests python tests/golden/policies_build.py`.

A golden file holds the paragraphs that the preset changed; all others must be as they were. The key is fixed,
so that surrogates and shifts are the same each time.

`countries` holds a document for the policy of a country, `<policy>.<language>.marked.txt`, whose people and
roles are marked (`[[PERSON a PARTY|Ann Roe]]`; BIRTH is a date of birth), and what the policy makes of it.
"""

import re
from pathlib import Path

import recorded
from lexveil import config, pipeline, policy, replace
from lexveil.model import Document, Entity, Span
from lexveil.policy import Policy

FOLDER = Path(__file__).parent / "policies"
EXAMPLES = Path(__file__).parents[2] / "examples"
KEY = bytes(range(32))
COUNTRIES = FOLDER / "countries"
MARK = re.compile(r"\[\[([A-Z_]+) (\w+)(?: ([A-Z_]+))?\|([^\]|]+)\]\]")
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


def marked(path: Path) -> tuple[Document, tuple[Entity, ...]]:
    """A document of a country and its entities as they are marked."""
    text, last, found = "", 0, {}
    source = path.read_text("utf8")
    for mark in MARK.finditer(source):
        text += source[last : mark.start()]
        kind, name, role, surface = mark.groups()
        birth = kind == "BIRTH"
        category = "DATE" if birth else kind
        span = Span(len(text), len(text) + len(surface), category, sources=("dates:birth",) if birth else ())
        found.setdefault((name, category, role or "UNKNOWN"), []).append(span)
        text, last = text + surface, mark.end()
    entities = (Entity(key[0], key[1], key[2], 1, tuple(spans)) for key, spans in found.items())
    return Document(path.name, text + source[last:], language=path.name.split(".")[1]), tuple(entities)


def countries() -> dict[Path, Path]:
    """The marked documents, each with its golden file."""
    found = sorted(COUNTRIES.glob("*.marked.txt"))
    return {path: path.with_name(path.name.replace(".marked", "")) for path in found}


def written(document: Document, entities: tuple[Entity, ...], chosen: Policy) -> str:
    """The pseudonymized text."""
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
    return "".join([*marks, document.text[last:]])


def changed(document: Document, entities: tuple[Entity, ...], chosen: Policy) -> list[str]:
    """The paragraphs of the pseudonymized text that differ from the original's."""
    after = written(document, entities, chosen)
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
    for source, target in countries().items():
        chosen = config.presets()[source.name.split(".")[0]]
        target.write_text(written(*marked(source), chosen), "utf8")
