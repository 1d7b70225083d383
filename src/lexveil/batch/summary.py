"""The page on a whole corpus: how many rows, what was replaced, what failed, how much is left. No names."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from lexveil import messages
from lexveil.batch.tally import COUNTED, Slow

WIDEST = 40  # signs of the longest bar


def page(facts: Mapping[str, Any], slowest: Sequence[Slow] = (), language: str = messages.DEFAULT) -> str:
    """
    >>> from lexveil.batch.tally import Tally
    >>> facts = {**Tally(rows=2, review=1).plain(), "about": {"with": {"policy": "strict"}}}
    >>> "PERSON" in page({**facts, "categories": {"PERSON": 3}, "risk": {"0": 2}})
    True
    """

    def words(name: str) -> str:
        return escape(messages.render(f"batch.{name}", {}, language))

    counted = _rows({words(name): facts[name] for name in COUNTED})
    tables = [counted, f"<h2>{words('categories')}</h2>", _rows(facts["categories"])]
    if facts["errors"]:
        tables += [f"<h2>{words('errors')}</h2>", _rows(facts["errors"])]
    bars, about = _bars(facts["risk"]), facts["about"]
    tables += [
        f"<h2>{words('risk')}</h2>",
        bars,
        f"<h2>{words('made')}</h2>",
        _rows(about["with"]),
        f"<h2>{words('slowest')}</h2>",
        _rows({f"{each.file} {each.number}": f"{each.seconds:.2f} s" for each in slowest}),
    ]
    style = "body{font:16px sans-serif;max-width:60em;margin:2em auto}td{padding:.2em 1em .2em 0}"
    title = words("title")
    head = f'<meta charset="utf-8"><title>{title}</title><style>{style}</style>'
    body = f"<h1>{title}</h1>{''.join(tables)}"
    return f'<!doctype html>\n<html lang="{escape(language)}"><head>{head}</head><body>{body}</body></html>\n'


def _rows(found: Mapping[str, object]) -> str:
    pairs = ((escape(name), escape(str(value))) for name, value in found.items())
    cells = (f"<tr><td>{name}</td><td>{value}</td></tr>" for name, value in pairs)
    return f"<table>{''.join(cells)}</table>"


def _bars(found: Mapping[str, int]) -> str:
    most = max(found.values(), default=1)
    return _rows({f"{low}–": f"{'█' * (WIDEST * count // most)} {count}" for low, count in found.items()})
