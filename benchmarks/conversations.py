"""The typology of Mina et al. 2024 on invented conversations, as people type them, in Spanish and Catalan.

    python benchmarks/conversations.py [--policy court-eu] [--write GOLD.jsonl]

Prints the letters of messages and conversations, and what is wrong in context. With `--write` also the gold
that `lexveil evaluate typology --gold GOLD.jsonl --case-by conversation` reads.
"""

import argparse
import json
import tomllib
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path

from rich.console import Console

from lexveil.evaluate.display import typology_tables
from lexveil.evaluate.gold import Gold
from lexveil.evaluate.report import case_analyzer
from lexveil.evaluate.typology import evaluate, letter
from train import documents

CONVERSATIONS = Path(__file__).with_suffix(".toml")
WRONG = ("A", "B", "C")


def messages() -> Iterator[Gold]:
    made = tomllib.loads(CONVERSATIONS.read_text("utf8"))["conversation"]
    for number, conversation in enumerate(made, 1):
        for place, marked in enumerate(conversation["messages"], 1):
            gold = documents.read(f"\n{marked}", name=f"{number}-{place}", language=conversation["language"])
            yield replace(gold, case=str(number))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--policy", default="court-eu")
    parser.add_argument("--write", type=Path)
    asked = parser.parse_args()
    golds = list(messages())
    if asked.write:
        lines = ({**asdict(gold), "conversation": gold.case} for gold in golds)
        asked.write.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf8")
    analyze = case_analyzer(policy=asked.policy)
    for table in typology_tables(evaluate(golds, analyze)):
        Console().print(table)
    for case in dict.fromkeys(gold.case for gold in golds):
        group = [gold for gold in golds if gold.case == case]
        for gold, result in zip(group, analyze(group), strict=True):
            if (found := letter(gold, result)) in WRONG:
                print(
                    found,
                    gold.id,
                    gold.text,
                    "→",
                    [(each.text, gold.text[each.start : each.end]) for each in result.replacements],
                )


if __name__ == "__main__":
    main()
