"""The red-team protocol as a form: a page of published texts that opens in a browser without a network.

Whoever fills it in needs nothing else, least of all the originals. Answers come back as the sheets that
`red_team` reads, and what was missed in brackets, in the texts that `marks` reads.
"""

import json
import random
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import Any

from lexveil import messages
from lexveil.evaluate.marks import PARTIAL, weights
from lexveil.evaluate.red_team import HOW, QUESTIONS

FIRST = (
    "PERSON_NAME",
    "ORGANIZATION_NAME",
    "LOCATION",
    "ADDRESS",
    "PHONE",
    "EMAIL",
    "GENERIC_ID",
)  # offered first
WORDS = (
    "title", "intro", "residue", "reidentified", "how", "yes", "no", "of", "previous", "next", "mark",
    "partial", "marks", "remove", "answers", "texts", "left", "select",
)  # fmt: skip


def form(
    texts: Sequence[Mapping[str, Any]], *, number: int, seed: int = 0, language: str = messages.DEFAULT
) -> str:
    """So many of the texts, drawn as for a sheet of the same seed."""
    drawn = random.Random(f"red team {seed}").sample(list(texts), min(number, len(texts)))  # noqa: S311 (no secret)
    words = {name: messages.render(f"red-team.{name}", language=language) for name in WORDS}
    rest = sorted(set(weights()) - set(FIRST))
    told = {
        "texts": [{"id": str(each["id"]), "text": str(each["text"])} for each in drawn],
        "tags": [*FIRST, *rest],
        "partial": PARTIAL,
        "columns": ["number", "text", *QUESTIONS, HOW],
        "words": words,
    }
    data = json.dumps(told, ensure_ascii=False).replace("<", "\\u003c")
    style, script = (_read(f"red_team_form.{suffix}") for suffix in ("css", "js"))
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(language)}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">'
        f"<title>{escape(words['title'])}</title><style>{style}</style></head><body><main></main>"
        f'<script type="application/json" id="data">{data}</script><script>{script}</script></body></html>\n'
    )


def _read(name: str) -> str:
    return (files("lexveil.evaluate") / name).read_text("utf8")
