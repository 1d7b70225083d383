"""Prints what the detectors find in an example: run natively and on an emulated processor."""

import json
import sys
from pathlib import Path

from lexveil import detect, formats

EXAMPLES = Path(__file__).parents[2] / "examples"


def main() -> None:
    found = {}
    for name in ("judgment.txt",):
        spans = detect.find(formats.read_file(EXAMPLES / name), options={"ner": {"threads": 1}})
        found[name] = [[each.start, each.end, each.category, each.score, each.sources] for each in spans]
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
