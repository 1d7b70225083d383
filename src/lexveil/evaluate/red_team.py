"""The red-team protocol after Gardiner et al. 2024: people try to find somebody in what was published.

Published texts are drawn and put on a sheet. Each attacker says of each text whether anything identifying was
missed in it (a residue) and, apart from that, whether they could tell who somebody is: a residue need not
identify anybody, and facts alone may. Out come both shares with intervals, and how far the attackers agree.
"""

import csv
import io
import random
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import Any

from lexveil.evaluate.authenticity import agreements, answers

RESIDUE, REIDENTIFIED = QUESTIONS = ("residue", "reidentified")
HOW = "how"  # for the attacker's own words: what was found, and where it was looked up
Z = 1.96  # 95 %

Answers = Mapping[str, Mapping[str, bool]]  # question → number of the text → yes or no


def sheet(texts: Sequence[Mapping[str, Any]], *, number: int, seed: int = 0) -> str:
    """So many of the texts, drawn, as CSV to be filled in."""
    drawn = random.Random(f"red team {seed}").sample(list(texts), min(number, len(texts)))  # noqa: S311 (no secret)
    out = io.StringIO()
    table = csv.writer(out)
    table.writerow(["number", "text", *QUESTIONS, HOW])
    table.writerows([each["id"], each["text"], "", "", ""] for each in drawn)
    return out.getvalue()


def read(text: str) -> Answers:
    return answers(text, QUESTIONS)


def evaluate(sheets: Mapping[str, Answers]) -> dict[str, Any]:
    """By attacker and together, where one who succeeds is enough; κ of every two."""
    attackers = {name: _figures(said) for name, said in sheets.items()}
    cohen = {
        question: agreements({name: said[question] for name, said in sheets.items()})
        for question in QUESTIONS
    }
    return {"attackers": attackers, "together": _figures(_together(sheets.values())), "cohen": cohen}


def _together(sheets: Iterable[Answers]) -> Answers:
    found: dict[str, dict[str, bool]] = {question: {} for question in QUESTIONS}
    for said in sheets:
        for question in QUESTIONS:
            for number, yes in said[question].items():
                found[question][number] = yes or found[question].get(number, False)
    return found


def _figures(said: Answers) -> dict[str, Any]:
    residue, reidentified = (said[question] for question in QUESTIONS)
    both = residue.keys() & reidentified.keys()
    return {
        **{question: _share(said[question]) for question in QUESTIONS},
        "by_facts_alone": sum(reidentified[each] and not residue[each] for each in both),
    }


def _share(yes: Mapping[str, bool]) -> dict[str, Any]:
    low, high = interval(sum(yes.values()), len(yes))
    return {"texts": len(yes), "yes": sum(yes.values()), "low": low, "high": high}


def interval(yes: int, texts: int) -> tuple[float, float]:
    """Where the share of all such texts lies, at 95 % (Wilson 1927); it holds where nobody was found, too.

    >>> tuple(round(each, 3) for each in interval(0, 200))
    (0.0, 0.019)
    """
    if not texts:
        return 0.0, 1.0
    share, weight = yes / texts, Z**2 / texts
    middle = (share + weight / 2) / (1 + weight)
    wide = sqrt(share * (1 - share) * weight + weight**2 / 4) / (1 + weight)
    return max(0.0, middle - wide), min(1.0, middle + wide)
