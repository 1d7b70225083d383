"""`lexveil batch` on corpora of invented texts: growth, crashes, many documents, engines.

    python benchmarks/batches.py growth 1 10 100 [--detectors internet]
    python benchmarks/batches.py many 200000 [--detectors internet]
    python benchmarks/batches.py crashes 20
    python benchmarks/batches.py engines 0.3 --nodes 1 2 4

`growth`: processor time and memory over so many megabytes of JSON Lines, each row a paragraph or three.
`many`: memory, open files and processes while so many short documents go through, at each tenth of them.
`crashes`: kill -9 of one process, or all, at so many random moments, each followed by --resume; the bytes are
compared with those of an undisturbed run. `engines`: `local` with one process against Ray on so many nodes of
one core each on this machine. Time is processor time of all processes, so that other work on the machine
counts little; with `--detectors internet` the networks and the other rules are left out, which shows what
reading, cutting and joining cost by themselves.
"""

import argparse
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from short_documents import fictional

MEGABYTE = 1_000_000
COMMAND = (sys.executable, "-c", "from lexveil.cli import main; main()", "batch")
RESULTS = ("results.jsonl", "errors.jsonl", "summary.json")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=("growth", "many", "crashes", "engines"))
    parser.add_argument("numbers", type=float, nargs="+")
    parser.add_argument("--detectors", default="")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--texts", type=int, default=1, help="of a row: `growth` with longer ones")
    parser.add_argument("--nodes", type=int, nargs="*", default=[1, 2, 4])
    options = parser.parse_args()
    if options.detectors:
        os.environ["LEXVEIL_DETECTORS"] = options.detectors
    with tempfile.TemporaryDirectory() as room:
        {"growth": growth, "many": many, "crashes": crashes, "engines": engines}[options.what](
            Path(room), options
        )


def rows(path: Path, *, size: float = 0, count: int = 0, texts: int = 1) -> Path:
    """JSON Lines of at least this size, or of this many rows; each of so many texts."""
    known, at = fictional(5000), 0
    with path.open("w", encoding="utf8") as file:
        while file.tell() < size or at < count:
            several = (known[(at * texts + more) % 5000] for more in range(texts))
            text = "\n\n".join(several) + f" No. {at}."
            file.write(json.dumps({"text": text}, ensure_ascii=False) + "\n")
            at += 1
    return path


def command(path: Path, out: Path, options: Any, *more: str) -> list[str]:
    asked = ("--out", str(out), "--language", "en", "--quiet", "--workers", str(options.workers), *more)
    return [*COMMAND, str(path), *asked]


def growth(room: Path, options: Any) -> None:
    for size in options.numbers:
        path = rows(room / "rows.jsonl", size=size * MEGABYTE, texts=options.texts)
        out = room / f"out-{size}"
        before, peak = processor(), 0.0
        running = subprocess.Popen(command(path, out, options))
        while running.poll() is None:
            peak = max(peak, *(sample(running.pid)[:1]))
            time.sleep(0.5)
        took, real = processor() - before, path.stat().st_size / MEGABYTE
        print(f"{real:7.1f} MB: {took:8.1f} s, {took / real:6.2f} s a MB, at most {peak:5.0f} MB", flush=True)
        shutil.rmtree(out)


def many(room: Path, options: Any) -> None:
    count = int(options.numbers[0])
    path, out = rows(room / "rows.jsonl", count=count), room / "out"
    running = subprocess.Popen(command(path, out, options))
    print("documents   MB  open files  processes", flush=True)
    tenth = 1
    while running.poll() is None:
        done = 64 * len(list((out / ".parts").glob("*.json"))) if (out / ".parts").is_dir() else 0
        if done >= tenth * count / 10:
            memory, files, processes = sample(running.pid)
            print(f"{done:9} {memory:4.0f} {files:11} {processes:10}", flush=True)
            tenth += 1
        time.sleep(1)
    print((out / "summary.json").read_text("utf8")[:400])


def crashes(room: Path, options: Any) -> None:
    """Each run is killed somewhere in its first pass, and some in their second."""
    chance, path = random.Random(5), rows(room / "rows.jsonl", count=256)
    key = room / "key"
    key.write_text("a secret of the benchmark", "utf8")
    asked = ("--key-file", str(key), "--policy", "research")
    began = time.monotonic()
    subprocess.run(command(path, room / "whole", options, *asked), check=False)
    took, wanted = time.monotonic() - began, bytes_of(room / "whole")
    identical = killed = 0
    for at in range(int(options.numbers[0])):
        out = room / f"out-{at}"
        running = subprocess.Popen(command(path, out, options, *asked), start_new_session=True)
        time.sleep(chance.uniform(0.1, took))
        victims = [pid for pid in tree(running.pid) if chance.random() < 0.5] or [running.pid]
        killed += running.poll() is None
        for pid in victims:
            kill(pid)
        for pid in tree(running.pid):
            kill(pid)
        running.wait()
        subprocess.run(command(path, out, options, *asked, "--resume"), check=False)
        identical += bytes_of(out) == wanted
        print(f"{at + 1}: {killed} killed under way, {identical} identical", flush=True)
        shutil.rmtree(out)


def engines(room: Path, options: Any) -> None:
    """What each takes beside the work on the texts, which is the same: processor time of one run in another
    says little on a machine that does much else."""
    from ray.cluster_utils import Cluster

    path = rows(room / "rows.jsonl", size=options.numbers[0] * MEGABYTE)
    took = watched(command(path, room / "local", options))
    wanted = bytes_of(room / "local")
    tell("local", took, seconds(room / "local"), same=True)
    for nodes in options.nodes:
        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        for _ in range(nodes - 1):
            cluster.add_node(num_cpus=1)
        cluster.wait_for_nodes()
        out = room / f"ray-{nodes}"
        took = watched(command(path, out, options, "--engine", "ray", "--address", cluster.address))
        tell(f"ray, {nodes} nodes", took, seconds(out), same=bytes_of(out) == wanted)
        cluster.shutdown()


def tell(engine: str, took: float, work: float, *, same: bool) -> None:
    results = "identical" if same else "DIFFERENT"
    beside = f"{took - work:.1f} s ({100 * (took - work) / work:.0f} %) beside them"
    print(f"{engine}: {work:.1f} s of processors on the texts, {beside}; results {results}", flush=True)


def watched(words: list[str]) -> float:
    """Processor seconds that this process and all below it take while the command runs."""
    before, latest = clocks(), clocks()
    running = subprocess.Popen(words)
    while running.poll() is None:
        time.sleep(0.3)
        latest |= clocks()  # those that ended keep what they were last seen with
    return sum(latest.values()) - sum(before.values())


def seconds(out: Path) -> float:
    return float(json.loads((out / "times.json").read_bytes())["seconds"])


def bytes_of(out: Path) -> dict[str, bytes]:
    return {name: (out / name).read_bytes() for name in RESULTS}


def processor() -> float:
    """Seconds of all children that ended, and of theirs."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def clocks() -> dict[int, float]:
    """Processor seconds of this process and of each below it so far."""
    found: dict[int, float] = {}
    for pid in tree(os.getpid()):
        try:
            told = Path(f"/proc/{pid}/stat").read_text("utf8").rpartition(")")[2].split()
        except OSError:
            continue
        found[pid] = sum(map(int, told[11:13])) / os.sysconf("SC_CLK_TCK")
    return found


def tree(pid: int) -> list[int]:
    """The process and all below it."""
    try:
        below = Path(f"/proc/{pid}/task/{pid}/children").read_text("utf8").split()
    except OSError:
        return []
    return [pid, *(each for child in below for each in tree(int(child)))]


def sample(pid: int) -> tuple[float, int, int]:
    """Megabytes, open files and processes of all of it."""
    memory, files, processes = 0.0, 0, tree(pid)
    for each in processes:
        try:
            pages = int(Path(f"/proc/{each}/statm").read_text("utf8").split()[1])
            memory += pages * resource.getpagesize() / MEGABYTE
            files += len(list(Path(f"/proc/{each}/fd").iterdir()))
        except OSError:  # it has just ended
            continue
    return memory, files, len(processes)


def kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return


if __name__ == "__main__":
    main()
