"""How long `lexveil --help` takes, as processor time, and as a ratio to `import typer` alone.

    python benchmarks/help.py --rounds 10

The two take turns, so that what else the machine does weighs on both; the least of each is compared.
"""

import argparse
import resource
import subprocess
import sys

HELP = "import sys; sys.argv = ['lexveil', '--help']; from lexveil.cli import main; main()"
TYPER = "import typer"
MOST = 1.5  # times


def seconds(code: str) -> float:
    """User time of a new Python that runs this."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10)
    rounds = parser.parse_args().rounds
    pairs = [(seconds(HELP), seconds(TYPER)) for _ in range(rounds)]
    helped, typer = (min(pair[at] for pair in pairs) for at in (0, 1))
    print(f"lexveil --help {helped:.3f} s, import typer {typer:.3f} s of user time: × {helped / typer:.2f}")
    sys.exit(helped / typer > MOST)


if __name__ == "__main__":
    main()
