"""What papers measured on texts of their own making, and what is made again without any gold: names put into
Finnish reports, and what missed names give away by the way the others are replaced.
"""

from collections.abc import Callable
from typing import Any

from lexveil.evaluate import inflection, leakage
from lexveil.model import Document
from lexveil.pipeline import Result

MISSED = 12  # mentions in a hundred: what the model of Simancek and Vydiswaran misses
DOCUMENTS = 400


def measured(analyze: Callable[[Document], Result]) -> dict[str, Any]:
    leaked = leakage.evaluate(leakage.made(DOCUMENTS, seed=0), rates=(MISSED,))
    return {"inflection": inflection.evaluate(analyze), "leakage": leaked["rates"][0]}
