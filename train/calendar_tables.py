"""The section `months` of every language's `dates.toml`, from the Unicode locale data that Babel carries.

Run by hand with Babel installed (no part of Lexveil needs it): `python train/calendar_tables.py`. Other
sections of the files stay as they are. Long names are those that stand alone: `toukokuu`, not `toukokuuta`.
"""

import re
from pathlib import Path
from typing import Literal

from babel.dates import get_month_names

FOLDER = Path(__file__).parents[1] / "src" / "lexveil" / "languages"
# Languages whose short names documents use, and where these differ from Babel's.
SHORT: dict[str, dict[str, str]] = {
    "en": {"Sep": "Sept"}, "da": {}, "nb": {}, "sv": {"mars": "mar", "juni": "jun", "juli": "jul"},
    "de": {"Mär": "Mrz"}, "fr": {}, "it": {}, "es": {"sept": "sep"},
}  # fmt: skip
LONG = (*SHORT, "fi", "ca", "nl", "pt")
WIDTH = 108


def main() -> None:
    for code in LONG:
        path = FOLDER / code / "dates.toml"
        text = path.read_text("utf8")
        tables = {"long": _names(code, "wide")}
        if code in SHORT:
            tables["short"] = [SHORT[code].get(name, name) for name in _names(code, "abbreviated")]
        for key, names in tables.items():
            text = re.sub(rf"^{key} = \[.*?\]$", _listed(key, names), text, count=1, flags=re.M | re.S)
        path.write_text(text, "utf8")


def _names(code: str, width: Literal["wide", "abbreviated"]) -> list[str]:
    names = get_month_names(width, context="stand-alone", locale=code)
    return [names[number].rstrip(".") for number in range(1, 13)]


def _listed(key: str, names: list[str]) -> str:
    """A TOML list, broken into lines as the other tables are."""
    lines, line = [], "   "
    for name in names:
        if len(line) + len(name) + 4 > WIDTH:
            lines.append(line)
            line = "   "
        line += f' "{name}",'
    if not lines and len(line) + len(key) < WIDTH:
        return f"{key} = [{line.strip().rstrip(',')}]"
    return "\n".join([f"{key} = [", *lines, line, "]"])


if __name__ == "__main__":
    main()
