"""`lexveil completion SHELL`: the script that makes a shell complete commands and options."""

import sys
from typing import Annotated

import typer
from typer import _completion_shared as shells

from lexveil.cli.output import one_line
from lexveil.errors import LexveilError

VARIABLE = "_LEXVEIL_COMPLETE"  # by which the script asks us
SHELLS = ("bash", "fish", "powershell", "zsh")

Shell = Annotated[str, typer.Argument(metavar="|".join(SHELLS), help="Your shell.", show_default=False)]


def completion(shell: Shell) -> None:
    with one_line():
        if shell not in SHELLS:
            choices = ", ".join(SHELLS)
            raise LexveilError("cli.unknown", name="shell", given=shell, choices=choices)
    script = shells.get_completion_script(prog_name="lexveil", complete_var=VARIABLE, shell=shell)
    sys.stdout.write(script + "\n")
