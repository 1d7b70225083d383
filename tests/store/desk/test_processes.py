"""Several threads and processes at one desk, and processes that are killed."""

import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path

import pytest

from lexveil.store.desk import open_desk
from store.desk.runs import edit

RUNS = Path(__file__).with_name("runs.py")
SOURCE = Path(__file__).parents[3] / "src"
EDITS = 100  # acknowledged before the kill
EACH = 12


def start(*arguments):
    return subprocess.Popen(
        [sys.executable, str(RUNS), *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
    )


def test_what_was_acknowledged_survives_a_kill(desk, url, key, document):
    with start("grow", url, document) as process:
        said = [int(process.stdout.readline()) for _ in range(EDITS)]
        process.send_signal(signal.SIGKILL)
        said += [int(line) for line in process.stdout.read().split()]
    assert process.returncode == -signal.SIGKILL
    desk.close()
    with open_desk(url, key) as again:
        found = again.edits(document)
        numbers = [each.number for each in found]
        assert numbers == list(range(1, len(found) + 1))
        assert said == numbers[: len(said)]
        assert len(found) <= len(said) + 1  # the one under way may have been committed
        assert [each.record for each in found] == [b"record %d" % number for number in numbers]
        assert len(again.audit_rows()) == len(found)
        assert again.verify_audit() is None
        again.add_edit(document, len(found) + 1, "ann", "rename", b"goes on")


def test_editors_at_once_lose_nothing(desk, url, document):
    processes = [start("compete", url, document, f"process {n}", str(EACH)) for n in range(2)]
    threads = [threading.Thread(target=edit, args=(desk, document, f"thread {n}", EACH)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for process in processes:
        process.communicate()
    assert [process.returncode for process in processes] == [0, 0]
    found = desk.edits(document)
    names = [f"process {n}" for n in range(2)] + [f"thread {n}" for n in range(8)]
    assert Counter(each.author for each in found) == dict.fromkeys(names, EACH)
    assert {each.record.decode() for each in found} == {
        f"{name} {at}" for name in names for at in range(EACH)
    }
    assert [each.number for each in found] == list(range(1, len(found) + 1))
    assert len(desk.audit_rows()) == len(found)
    assert desk.verify_audit() is None


def test_processes_that_start_at_once_set_up_one_desk(url, key):
    processes = [start("start", url) for _ in range(3)]
    assert [process.stdout.readline() for process in processes] == ["here\n"] * 3
    for process in processes:
        process.stdin.write("\n")
        process.stdin.flush()
    marks = {process.communicate()[0] for process in processes}
    assert [process.returncode for process in processes] == [0] * 3
    with open_desk(url, key) as desk:
        assert marks == {desk.crypt.mark("the same key").hex() + "\n"}
        assert [row.kind for row in desk.audit_rows()] == ["started"] * 3
        assert desk.verify_audit() is None


@pytest.mark.parametrize("readers", [6])
def test_readers_see_one_moment_while_others_write(desk, document, readers):
    """A list of edits never has a hole, whoever writes meanwhile."""
    seen, stop = [], threading.Event()

    def look():
        while not stop.is_set():
            seen.append([each.number for each in desk.edits(document)])

    threads = [threading.Thread(target=look) for _ in range(readers)]
    for thread in threads:
        thread.start()
    edit(desk, document, "ann", 20)
    stop.set()
    for thread in threads:
        thread.join()
    assert seen
    assert all(numbers == list(range(1, len(numbers) + 1)) for numbers in seen)
