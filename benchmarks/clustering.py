"""Does grouping a mention cost the same in a long document as in a short one?

Groups 500 and 5,000 mentions in generated case files (the stress set's generator, another seed) and prints
the time per mention and how it grows: at ten times the mentions it must stay under twice as much. Read the
ratio; absolute times depend on the machine.

    python -m benchmarks.clustering
"""

import time

from lexveil.model import Document, Span
from lexveil.resolve.cluster import cluster
from train import stress

SIZES = ((500, 14_000, 30), (5_000, 112_000, 300))  # mentions, tokens, people
ROUNDS = 3


def main() -> None:
    cluster(Document(id="doc-warm", text="Ann Roe met Roe."), [Span(0, 7, "PERSON"), Span(12, 15, "PERSON")])
    before = 0.0
    for mentions, tokens, people in SIZES:
        made = stress.document(seed=70_000, tokens=round(1.4 * tokens), people=people)
        spans = [Span(each.start, each.end, "PERSON") for each in made.mentions[:mentions]]
        document = Document(id=made.id, text=made.text)
        took = min(timed(document, spans) for _ in range(ROUNDS))
        each = 1e6 * took / len(spans)
        growth = f"{each / before:5.2f} × the time per mention" if before else ""
        print(
            f"{len(spans):>6,} mentions of {people:>3} people, {len(made.text.split()):>7,} tokens: "
            f"{took:6.2f} s, {each:6.0f} µs a mention {growth}"
        )
        before = each


def timed(document: Document, spans: list[Span]) -> float:
    began = time.perf_counter()
    cluster(document, spans)
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
