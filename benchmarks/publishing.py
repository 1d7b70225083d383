"""How the time of publishing grows with the number of decisions: a thousand should take ten times a hundred.

Texts are those of an invented world (lexveil.evaluate.worlds), pseudonymized once beforehand, so that what
is timed is making and checking the folder, as time of the processor.
`python benchmarks/publishing.py --documents 100 300 1000`
"""

import argparse
import tempfile
import time
from pathlib import Path

import lexveil
from lexveil.evaluate import worlds
from lexveil.publish.folder import Folder
from lexveil.publish.publication import publication

DISTINCT = 20  # texts that are pseudonymized; each is published many times under another name


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, nargs="+", default=[100, 300, 1000])
    asked = parser.parse_args()
    world = worlds.made(people=100, documents=DISTINCT)
    results = [lexveil.analyze(gold.document, policy="court-eu") for gold in world.documents]
    for number in asked.documents:
        with tempfile.TemporaryDirectory() as place:
            began = time.process_time()
            with Folder(Path(place) / "out", "https://example.org/", language="en") as folder:
                for at in range(number):
                    result = results[at % len(results)]
                    folder.add(publication(result, f"case-{at}", taken=folder.names), result.hidden)
                folder.finish()
            seconds = time.process_time() - began
            size = sum(path.stat().st_size for path in Path(place).rglob("*") if path.is_file())
        each = 1000 * seconds / number
        print(
            f"{number:6,} decisions: {seconds:7.1f} s, {each:6.1f} ms and {size / number / 1000:.1f} kB each"
        )


if __name__ == "__main__":
    main()
