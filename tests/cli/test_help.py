"""The list of commands is there at once."""

import runpy
import subprocess
import sys
from pathlib import Path

import lexveil

BENCHMARK = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "help.py"))


def test_the_help_takes_little_more_than_its_library():
    seconds, ratios = BENCHMARK["seconds"], []
    for _ in range(3):  # a busy machine may blur one look
        pairs = [(seconds(BENCHMARK["HELP"]), seconds(BENCHMARK["TYPER"])) for _ in range(5)]
        ratios.append(min(one for one, _ in pairs) / min(other for _, other in pairs))
        if ratios[-1] <= BENCHMARK["MOST"]:
            return
    raise AssertionError(ratios)


def test_python_runs_it_as_a_module():
    done = subprocess.run([sys.executable, "-m", "lexveil", "--version"], capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, f"lexveil {lexveil.__version__}")
