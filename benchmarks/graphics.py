"""A graphics card under `lexveil batch`: cutting into pieces, the network, everything; beside the processor.

    python benchmarks/graphics.py TEXTS.jsonl --sizes 1 10 100 --workers 16 [--device cuda] [--compare 100]

TEXTS has a `text` in each row (`.xz` is unpacked). The corpus is these texts again and again, up to so much;
in every copy after the first one small word in twenty-five is another, so that no window is met twice.
`cut`: pieces a second by so many processes. `network`: pieces a second on the card, windows made before,
probabilities back in memory. `batch`: characters a second of the whole command, by the clock, its start
included, what that took of all processors, and the most memory that its processes had together; `beyond`:
what the megabytes more than in the corpus before took by the clock. `compare`: of so many texts, those
published otherwise than by the processor.
"""

import argparse
import json
import lzma
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from multiprocessing import get_context
from pathlib import Path

from batches import processor, sample
from lexveil.detect import ner, on_torch
from lexveil.model import Document

COMMAND = (sys.executable, "-c", "from lexveil.cli import main; main()", "batch")
ASKED = ner.Asked(threads=1)
SHARE = 0.04
MEGABYTE = 1_000_000
READ = 36  # megabytes that are cut and given to the network alone


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("texts", type=Path)
    parser.add_argument("--sizes", type=float, nargs="+", default=[1, 10])
    parser.add_argument("--workers", type=int, default=16)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--language", default="en")
    parser.add_argument("--compare", type=int, default=100)
    options = parser.parse_args()
    texts = read(options.texts)
    many = grown(texts, max(options.sizes) * MEGABYTE, options.workers)
    with tempfile.TemporaryDirectory() as room:
        network(cut(upto(many, READ * MEGABYTE), options), options)
        before = (0.0, 0.0)
        for size in sorted(options.sizes):
            before = batch(Path(room), upto(many, size * MEGABYTE), options, before)
        compare(Path(room), texts[: options.compare], options)


def read(path: Path) -> list[str]:
    opened = lzma.open if path.suffix == ".xz" else open
    with opened(path, "rt", encoding="utf8") as file:
        return [json.loads(line)["text"] for line in file]


def grown(texts: list[str], size: float, workers: int) -> list[str]:
    """The texts, and changed copies of them until there is so much."""
    copies = int(size / sum(len(text.encode()) for text in texts))
    small = sorted({word for text in texts for word in text.split()[:400] if word.islower()})
    jobs = [(text, f"{copy} {at}", small) for copy in range(copies) for at, text in enumerate(texts)]
    with get_context("fork").Pool(workers) as pool:
        return [*texts, *pool.map(changed, jobs, chunksize=4)]


def changed(job: tuple[str, str, list[str]]) -> str:
    text, seed, small = job
    draw = random.Random(seed)
    return "".join(
        draw.choice(small) if part.islower() and draw.random() < SHARE else part
        for part in re.split(r"(\s+)", text)
    )


def upto(texts: list[str], size: float) -> list[str]:
    """As many as make so much."""
    held, some = 0, []
    for text in texts:
        if held >= size:
            break
        held += len(text.encode())
        some.append(text)
    return some


def windows(job: tuple[str, str]) -> on_torch.Asked:
    text, language = job
    (reading,) = ner.prepare(Document("x", text, language), ASKED)
    return ner._windows_of(reading, ASKED)


def cut(texts: list[str], options: argparse.Namespace) -> list[on_torch.Asked]:
    with get_context("fork").Pool(options.workers) as pool:
        pool.map(windows, [(text[:2000], options.language) for text in texts[:64]], chunksize=1)  # loads
        began = time.perf_counter()
        made = pool.map(windows, [(text, options.language) for text in texts], chunksize=4)
    took = time.perf_counter() - began
    pieces = sum(len(each.pieces) for each in made)
    rate = pieces / took
    print(f"cut      {rate:12,.0f} pieces/s  ({pieces:,} pieces, {took:.1f} s, {options.workers} processes)")
    return made


def network(asked: list[on_torch.Asked], options: argparse.Namespace) -> None:
    for _ in on_torch.chances(asked[:20], options.device):
        pass
    began = time.perf_counter()
    computed = sum(int(each.first[b] - each.first[a]) for each in asked for a, b in each.windows)
    for _ in on_torch.chances(asked, options.device):
        pass
    took = time.perf_counter() - began
    pieces = sum(len(each.pieces) for each in asked)
    print(f"network  {pieces / took:12,.0f} pieces/s  ({computed / took:,.0f} with overlaps, {took:.1f} s)")


def batch(
    room: Path, texts: list[str], options: argparse.Namespace, before: tuple[float, float]
) -> tuple[float, float]:
    path = rows(room / "corpus.jsonl", texts)
    began = time.perf_counter()
    used = processor()
    peak = run(path, room / "all", options, card=True)
    used = processor() - used
    took, size = time.perf_counter() - began, path.stat().st_size / MEGABYTE
    rate = sum(map(len, texts)) / took
    beyond = (took - before[1]) / (size - before[0])
    print(
        f"batch    {rate:12,.0f} characters/s  ({size:.1f} MB in {took:.1f} s: {size / took:.2f} MB/s, "
        f"beyond {beyond:.3f} s a MB; {used:,.0f} s of processors, {peak:,.0f} MB of memory)",
        flush=True,
    )
    shutil.rmtree(room / "all")
    return size, took


def compare(room: Path, texts: list[str], options: argparse.Namespace) -> None:
    path = rows(room / "some.jsonl", texts)
    found = []
    for card in (True, False):
        out = room / f"some-{card}"
        run(path, out, options, card=card)
        found.append((out / "results.jsonl").read_text("utf8").splitlines())
    different = sum(
        json.loads(a).get("text") != json.loads(b).get("text") for a, b in zip(*found, strict=True)
    )
    print(f"compare  {different} of {len(texts)} published texts differ from the processor's")


def rows(path: Path, texts: list[str]) -> Path:
    path.write_text("".join(json.dumps({"text": text}, ensure_ascii=False) + "\n" for text in texts), "utf8")
    return path


def run(path: Path, out: Path, options: argparse.Namespace, *, card: bool) -> float:
    """The most memory that its processes had together, in megabytes."""
    more = ["--gpus", "1"] if card and options.device == "cuda" else []
    asked = ["--out", str(out), "--language", options.language, "--workers", str(options.workers), *more]
    running, peak = subprocess.Popen([*COMMAND, str(path), "--quiet", *asked]), 0.0
    while running.poll() is None:
        peak = max(peak, sample(running.pid)[0])
        time.sleep(0.2)
    if not (out / "results.jsonl").exists():
        raise SystemExit(f"batch ended with {running.returncode}")
    return peak


if __name__ == "__main__":
    main()
