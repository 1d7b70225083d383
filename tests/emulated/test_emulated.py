"""The same spans on a processor without AVX-512 and VNNI, emulated by qemu (`make test-emulated`)."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent / "spans.py"
QEMU = shutil.which("qemu-x86_64")


def spans(*before: str) -> dict[str, list[list[object]]]:
    made = subprocess.run([*before, sys.executable, SCRIPT], capture_output=True, text=True, check=True)
    found: dict[str, list[list[object]]] = json.loads(made.stdout)
    return found


@pytest.mark.skipif(not QEMU, reason="needs qemu-user")
def test_an_older_processor_finds_the_same_spans() -> None:
    flags = subprocess.run(
        [QEMU or "", "-cpu", "Haswell", sys.executable, "-c", CPU], capture_output=True, text=True, check=True
    ).stdout
    assert "AVX512F" not in flags
    assert "AVX2" in flags
    native, emulated = spans(), spans(QEMU or "", "-cpu", "Haswell")
    assert sum(map(len, native.values())) > 100
    assert emulated == native


CPU = "from numpy._core._multiarray_umath import __cpu_features__ as f; print([n for n in f if f[n]])"
