"""Sentences for people, made from codes at the edge: `languages/<code>/messages.json`.

A catalogue is flat: "area.thing" → text with {places}. A key that depends on a number has the forms "….one"
and "….other", picked by the value `count`. English stands in for what a language lacks.
"""

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

DEFAULT = "en"

_PLACE = re.compile(r"\{(\w+)\}")


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Every message of a language; none where it has no catalogue."""
    file = files("lexveil") / "languages" / language / "messages.json"
    found: dict[str, str] = json.loads(file.read_text("utf8")) if file.is_file() else {}
    return found


def known(code: str, language: str = DEFAULT) -> bool:
    return code in catalogue(language) or f"{code}.other" in catalogue(language)


def render(code: str, values: Mapping[str, object] | None = None, language: str = DEFAULT) -> str:
    """The message of this code with its values; the code itself where no catalogue has it.

    >>> render("no.such.message")
    'no.such.message'
    """
    values = values or {}
    text = _text(code, values, language) or _text(code, values, DEFAULT)
    if text is None:
        return code
    return _PLACE.sub(lambda place: str(values.get(place[1], place[0])), text)


def _text(code: str, values: Mapping[str, object], language: str) -> str | None:
    messages = catalogue(language)
    form = "one" if values.get("count") == 1 else "other"
    return messages.get(f"{code}.{form}", messages.get(code))
