"""The experiment of ANOPPI (Oksanen et al. 2022): names put into reports that name nobody, found and replaced
by a pseudonym in the case of what it replaces.

Our own texts are `languages/fi/inflection.toml`, everybody in them is invented: `[Name|case]`.
"""

import re
import tomllib
from collections.abc import Callable
from typing import Any, NamedTuple

from lexveil.evaluate.detection import ratio
from lexveil.languages import FOLDER
from lexveil.model import Document
from lexveil.pipeline import Result

LANGUAGE = "fi"
_NAME = re.compile(r"\[([^|\]\n]+)\|([a-z]+)\]")


class Inserted(NamedTuple):
    start: int
    end: int
    case: str


class Report(NamedTuple):
    document: Document
    names: tuple[Inserted, ...]


def reports() -> tuple[Report, ...]:
    return tuple(_report(each["text"].strip()) for each in _table()["report"])


def word(case: str) -> str:
    """What the pseudonym begins with in that case."""
    return str(_table()["person"][case])


def _table() -> dict[str, Any]:
    return tomllib.loads((FOLDER / LANGUAGE / "inflection.toml").read_text("utf8"))


def _report(marked: str) -> Report:
    text, names, last = "", [], 0
    for name in _NAME.finditer(marked):
        text += marked[last : name.start()]
        names.append(Inserted(len(text), len(text) + len(name[1]), name[2]))
        text += name[1]
        last = name.end()
    return Report(Document("report", text + marked[last:], LANGUAGE), tuple(names))


def evaluate(
    analyze: Callable[[Document], Result], *, step: Callable[[], object] = lambda: None
) -> dict[str, Any]:
    total = found = right = false = 0
    for report in reports():
        made = {(each.start, each.end): each.text.lower() for each in analyze(report.document).replacements}
        places = {name[:2]: word(name.case) for name in report.names}
        total += len(places)
        found += len(places.keys() & made.keys())
        right += sum(made.get(place, "").startswith(f"{begins} ") for place, begins in places.items())
        false += len(made.keys() - places.keys())
        step()
    return {"names": total, "found": found, "right": right, "false": false, "share": ratio(right, total)}
