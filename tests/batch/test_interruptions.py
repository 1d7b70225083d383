"""A full disk, a process that is killed, a crash while the vault is written: what is done stays, and the rest
goes on to the same bytes."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lexveil.batch import lasting, on_ray, results
from lexveil.errors import InputError
from lexveil.formats import disk
from lexveil.store import open_vault
from lexveil.store.keys import passphrase_file
from tests.batch.corpora import made, run, text


@pytest.fixture
def corpus(tmp_path):
    path = tmp_path / "rows.jsonl"
    lines = (json.dumps({"text": text(at), "docket": f"K {at % 3}"}) for at in range(150))
    path.write_text("\n".join(lines), "utf8")
    return path


def test_a_full_disk_leaves_what_is_done(corpus, tmp_path, monkeypatch):
    run(corpus, "--out", tmp_path / "whole")
    save, written = disk.save, []

    def full(data, path):
        if path.name.endswith(".results"):
            written.append(path.name)
            if len(written) > 1:
                raise OSError(errno.ENOSPC, "No space left on device")
        save(data, path)

    monkeypatch.setattr(results.disk, "save", full)
    said = run(corpus, "--out", tmp_path / "out")
    assert (said.exit_code, said.output.count("\n")) == (1, 1)
    assert "No space left" in said.output
    assert not (tmp_path / "out" / "results.jsonl").exists()
    assert (tmp_path / "out" / ".parts" / "0000000-00000000.json").is_file()
    monkeypatch.undo()
    places = []
    monkeypatch.setattr(results.disk, "save", lambda data, path: places.append(path.name) or save(data, path))
    assert run(corpus, "--out", tmp_path / "out", "--resume").exit_code == 0
    assert "0000000-00000000.json" not in places
    assert made(tmp_path / "out") == made(tmp_path / "whole")


def test_a_process_that_is_killed_is_one_line_and_can_be_gone_on_from(corpus, tmp_path):
    run(corpus, "--out", tmp_path / "whole")
    out = tmp_path / "out"
    asked = ["batch", str(corpus), "--out", str(out), "--language", "en"]
    command = [sys.executable, "-c", "from lexveil.cli import main; main()", *asked, "--workers", "2"]
    running = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    # Two workers and the process that looks after them.
    while len(children(running.pid)) < 3 and running.poll() is None:
        time.sleep(0.01)
    os.kill(children(running.pid)[-1], signal.SIGKILL)
    _, said = running.communicate()
    assert (running.returncode, said.count("\n")) == (1, 1)
    assert "--resume" in said
    run(corpus, "--out", out, "--resume")
    assert made(out) == made(tmp_path / "whole")


def test_what_stops_before_anything_is_made_leaves_nothing(corpus, tmp_path, monkeypatch):
    def missing():
        raise InputError("batch.no-ray")

    monkeypatch.setattr(on_ray, "_ray", missing)
    said = run(corpus, "--out", tmp_path / "out", "--engine", "ray")
    assert (said.exit_code, said.output.count("\n")) == (1, 1)
    assert not (tmp_path / "out").exists()
    assert run(corpus, "--out", tmp_path / "out").exit_code == 0


def children(pid):
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text("utf8").split()]


def test_a_crash_while_the_vault_is_written_loses_and_doubles_nothing(corpus, tmp_path, monkeypatch):
    secret = tmp_path / "secret"
    secret.write_text("a long secret of ours", "utf8")
    asked = ("--case-by", "docket", "--policy", "research", "--passphrase-file", secret)
    open_vault(tmp_path / "one", passphrase_file(secret)).close()
    (tmp_path / "two").write_bytes((tmp_path / "one").read_bytes())
    run(corpus, "--out", tmp_path / "whole", *asked, "--vault", tmp_path / "one")
    expected, calls = lasting._expect_same, []

    def crash(*given):
        calls.append(1)
        if len(calls) == 2:
            raise KeyboardInterrupt
        expected(*given)

    monkeypatch.setattr(lasting, "_expect_same", crash)
    run(corpus, "--out", tmp_path / "out", *asked, "--vault", tmp_path / "two")
    monkeypatch.undo()
    assert not (tmp_path / "out" / "results.jsonl").exists()
    run(corpus, "--out", tmp_path / "out", *asked, "--vault", tmp_path / "two", "--resume")
    assert made(tmp_path / "out") == made(tmp_path / "whole")
    entries = []
    for name in ("one", "two"):
        with open_vault(tmp_path / name, passphrase_file(secret)) as vault:
            entries.append({about.name: about.entries for about in vault.cases()})
    assert entries[0] == entries[1]
    assert len(entries[0]) == 3
