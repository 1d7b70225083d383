"""The list of commands is there at once."""

import runpy
from pathlib import Path

BENCHMARK = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "help.py"))


def test_the_help_takes_little_more_than_its_library():
    seconds, ratios = BENCHMARK["seconds"], []
    for _ in range(3):  # a busy machine may blur one look
        pairs = [(seconds(BENCHMARK["HELP"]), seconds(BENCHMARK["TYPER"])) for _ in range(5)]
        ratios.append(min(one for one, _ in pairs) / min(other for _, other in pairs))
        if ratios[-1] <= BENCHMARK["MOST"]:
            return
    raise AssertionError(ratios)
