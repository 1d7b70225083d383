"""Does the cost grow with the document, and no faster?

Pseudonymizes 100 KB, 1 MB and 10 MB of text (the example judgment over and over, with new names every time,
so that people and vocabulary grow too) and the same as HTML, and prints how the time grows. Linear means ten
times the time for ten times the text. Then one piece of text over and over, which no judgment is, and four
times as much of it. Absolute times depend on the machine; read the ratios.

    python benchmarks/linear.py [--largest BYTES] [--repeated BYTES]
"""

import argparse
import random
import resource
import tempfile
import time
from pathlib import Path

import lexveil

ROOT = Path(__file__).parent.parent
SIZES = (100_000, 1_000_000, 10_000_000)
PIECES = (
    "Aa ", "Aa, ", "Aa; ", "Aa v ", "Aa and ", "A. ", "Mr ", "Mr Aa Bb ", "Aa-", "Aa\u00a0", "| Aa ", "AA ",
    "hi bob ", "a", "A", "x ", "word\n", "W e l ", "U.S.", "o'", "1234567890", "12 34 ", "12-", "1.", "a1",
    "2001 ", "1 May 2001 ", "No. 1 ", "Aa Street 1, ", "GB33 ", "a@", "a.b@c.de ", "http://a.b/", "a/", "(",
    "()", "[", "-", ".", ",", "<", "&amp;", "%41", "QUJD", "a\u00ad", "a\u200b", "\u202ea", "\u00e9",
    "\u738b", "\u0418\u0432\u0430\u043d ", "> hi\n", "Name: Aa\n",
)  # fmt: skip
SYLLABLES = "kor pi saa ri van ta lin de mar go sel tor vik hal man der ros ten bru ka nel mo".split()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--largest", type=int, default=SIZES[-1])
    parser.add_argument("--repeated", type=int, default=64_000)
    options = parser.parse_args()
    largest = options.largest
    with tempfile.TemporaryDirectory() as room:
        for suffix in (".txt", ".html"):
            measure(Path(room), suffix, [size for size in SIZES if size <= largest])
        for piece in PIECES if options.repeated else ():
            repeat(Path(room), piece, options.repeated)
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def measure(room: Path, suffix: str, sizes: list[int]) -> None:
    before = 0.0
    for size in sizes:
        path = room / f"document{suffix}"
        path.write_text(document(size, suffix), "utf8")
        began = time.perf_counter()
        # A folder for each format: the documents have one name, and so would their reports.
        result = lexveil.pseudonymize(path, policy="court-eu", out=room / f"out{suffix}")
        took = time.perf_counter() - began
        growth = f"{took / before:5.1f} × the time" if before else ""
        print(
            f"{suffix} {size:>10,} bytes {took:7.2f} s {size / took:>10,.0f} bytes/s "
            f"{len(result.entities):>6} entities {len(result.replacements):>7} replacements {growth}"
        )
        before = took


def repeat(room: Path, piece: str, size: int) -> None:
    """How the time of the processor grows from a quarter of the size to the whole."""
    took = []
    for length in (size // 4, size):
        path = room / "repeated.txt"
        path.write_text((piece * (length // len(piece) + 1))[:length], "utf8")
        began = time.process_time()
        lexveil.pseudonymize(path, policy="court-eu", out=room / "repeated")
        took.append(time.process_time() - began)
    print(f"{piece!r:>15} {took[1]:7.2f} s, {took[1] / took[0]:4.1f} × the time for 4 × the text", flush=True)


def document(size: int, suffix: str) -> str:
    """At least `size` characters of judgment; the people are others in each round."""
    sample = (ROOT / "examples" / "judgment.txt").read_text("utf8")
    chance = random.Random(1)
    parts: list[str] = []
    length = 0
    while length < size:
        part = sample
        for name in ("Korpisaari", "Peltovaara", "Rantaharju", "Kuusniemelä", "Aaltorinne"):
            part = part.replace(name, "".join(chance.choices(SYLLABLES, k=4)).capitalize())
        if suffix == ".html":
            part = "".join(f"<p>{block}</p>\n" for block in part.split("\n\n"))
        parts.append(part)
        length += len(part)
    return "\n\n".join(parts)


if __name__ == "__main__":
    main()
