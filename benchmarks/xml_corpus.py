"""Does every XML document of a corpus come back byte for byte, and can each be pseudonymized?

Reads every `.xml` and `.akn` file of the folders and tar archives given, writes it again without
replacements and compares the bytes; then pseudonymizes it with the policy `court-eu`, which also reads the
result again and searches it for what was replaced. Prints counts, the files that
failed and why, and the throughput.

    python benchmarks/xml_corpus.py FOLDER_OR_TAR… [--read-only] [--limit N] [--part I/N]
"""

import argparse
import sys
import tarfile
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import lexveil
from lexveil import formats
from lexveil.errors import LexveilError

SUFFIXES = (".xml", ".akn")
SHOWN = 20  # failures that are listed


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sources", nargs="+", type=Path, metavar="FOLDER_OR_TAR")
    parser.add_argument("--read-only", action="store_true", help="only the round trip without replacements")
    parser.add_argument("--limit", type=int, default=0, help="pseudonymize no more than that many files")
    parser.add_argument("--part", default="1/1", metavar="I/N", help="the I-th of N parts, for N processes")
    options = parser.parse_args()
    part, parts = map(int, options.part.split("/"))
    files = [file for source in options.sources for file in members(source)][part - 1 :: parts]
    failures = measure("round trip", files, round_trip)
    if not options.read_only:
        # Spread over the corpus, so that a limited run still sees every kind of file.
        step = max(1, len(files) // options.limit) if options.limit else 1
        chosen = files[::step][: options.limit or None]
        failures += measure("pseudonymize", chosen, pseudonymize)
    return 1 if failures else 0


def members(source: Path) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of each document in a folder or a tar archive."""
    if source.is_dir():
        for path in sorted(source.rglob("*")):
            if path.suffix.lower() in SUFFIXES:
                yield str(path.relative_to(source)), path.read_bytes()
        return
    with tarfile.open(source) as archive:
        for member in archive:
            if member.isfile() and member.name.lower().endswith(SUFFIXES):
                file = archive.extractfile(member)
                assert file
                yield member.name, file.read()


def measure(name: str, files: list[tuple[str, bytes]], work: Callable[[Path, Counter[str]], str]) -> int:
    failed: list[str] = []
    counts: Counter[str] = Counter()
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as room:
        for number, (file, data) in enumerate(files):
            path = Path(room) / f"document{Path(file).suffix}"
            path.write_bytes(data)
            try:
                why = work(path, counts)
            except LexveilError as error:
                why = str(error).replace(str(path), "")
            except Exception as error:  # a bug: the other files still count
                last = traceback.extract_tb(error.__traceback__)[-1]
                why = f"{type(error).__name__} in {Path(last.filename).name}, line {last.lineno}"
            if why:
                failed.append(f"  {file}: {why}")
            if sys.stderr.isatty():
                print(f"\r{name} {number + 1}/{len(files)}", end="", file=sys.stderr, flush=True)
    took = time.perf_counter() - began
    print(
        f"{name}: {len(files)} files, {len(failed)} failed, {took:.1f} s, {len(files) / took:.1f} files/s, "
        f"{counts['characters'] / took:,.0f} characters/s"
    )
    print("  " + ", ".join(f"{counts[key]:,} {key}" for key in sorted(counts)))
    print("\n".join(failed[:SHOWN]), end="\n" if failed else "")
    return len(failed)


def round_trip(path: Path, counts: Counter[str]) -> str:
    document = formats.read_file(path)
    counts["characters"] += len(document.text)
    counts["blocks"] += document.text.count("\n\n") + 1
    counts["files with parts that were not covered"] += bool(document.parts)
    vocabulary = next(
        (str(note) for note in document.notes if "read as" in str(note) or "vocabulary" in str(note)), ""
    )
    counts[f"files '{vocabulary}'"] += 1
    return "" if formats.write(document, ()) == path.read_bytes() else "the bytes differ"


def pseudonymize(path: Path, counts: Counter[str]) -> str:
    result = lexveil.pseudonymize(path, policy="court-eu", out=path.parent / "out")
    counts["characters"] += len(result.document.text)
    counts["entities"] += len(result.entities)
    counts["replacements"] += len(result.replacements)
    counts["files with places to look at"] += result.needs_review
    return ""


if __name__ == "__main__":
    sys.exit(main())
