"""Do real judgments go through, and does whatever is stopped say what to do?

Reads judgments as JSON lines with `text` (`.xz` or plain), writes each as text, as a page and as a Word file,
pseudonymizes it with the policy `court-eu`, and prints how many were written, need a review (with how many
places) or were stopped, and the message of each stop. The exit code is 1 if one ends without a message.

    python benchmarks/judgments.py FILE.jsonl.xz [--limit N] [--formats txt,html,docx]
"""

import argparse
import json
import lzma
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

import lexveil
from attacks import in_page, in_word
from lexveil.errors import LexveilError

FORMATS: Mapping[str, Callable[[str], bytes]] = {
    "txt": str.encode,
    "html": lambda text: in_page("{}")(text, ()),
    "docx": lambda text: in_word("body")(text, ()),
}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--limit", type=int, default=0, help="so many, spread over the file")
    parser.add_argument("--formats", default=",".join(FORMATS))
    options = parser.parse_args()
    opened = lzma.open if options.file.suffix == ".xz" else open
    with opened(options.file, "rt", encoding="utf8") as lines:
        texts = [json.loads(line)["text"] for line in lines]
    step = max(1, len(texts) // options.limit) if options.limit else 1
    outcomes: Counter[str] = Counter()
    began = time.perf_counter()
    for number, text in enumerate(texts[::step][: options.limit or None], 1):
        for suffix in options.formats.split(","):
            outcome = attempt(FORMATS[suffix](text), suffix)
            outcomes[outcome.partition(":")[0]] += 1
            if ":" in outcome:
                print(f"{number}.{suffix} {outcome}", flush=True)
    print(f"{dict(outcomes)} in {time.perf_counter() - began:.0f} s")
    return 1 if outcomes["failed"] else 0


def attempt(data: bytes, suffix: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"judgment.{suffix}"
        path.write_bytes(data)
        try:
            result = lexveil.pseudonymize(path, policy="court-eu", out=Path(folder) / "out")
        except LexveilError as error:
            return f"stopped: {error}"
        except Exception as error:  # whatever is no message of ours is what is looked for
            return f"failed: {type(error).__name__}"
        return f"needs review: {len(result.listed)} places" if result.needs_review else "written"


if __name__ == "__main__":
    sys.exit(main())
