"""`lexveil evaluate protection`: all attacks on an invented world, policy by policy."""

from pathlib import Path
from typing import Annotated

import typer

from lexveil.evaluate import worlds
from lexveil.evaluate.attacks import world as attacked
from lexveil.evaluate.attacks.display import trade_off, world_tables
from lexveil.evaluate.attacks.knowledge import written
from lexveil.evaluate.console import OutFile, PlotFile, progress, show, writable, write
from lexveil.evaluate.gold import Gold
from lexveil.evaluate.report import analyzer
from lexveil.languages import DEFAULT

_policies = "What is published under: a preset or a policy file; may be repeated."
_knowledge = "Write what the attacker knows to this file, for `lexveil attack`."


def protection(
    policy: Annotated[list[str] | None, typer.Option("--policy", "-p", help=_policies)] = None,
    *,
    people: Annotated[int, typer.Option(min=10, help="How many people there are.")] = worlds.PEOPLE,
    documents: Annotated[int, typer.Option(min=2, help="How many decisions.")] = worlds.DOCUMENTS,
    language: Annotated[str, typer.Option(help="Of the world.")] = DEFAULT,
    seed: Annotated[int, typer.Option(help="Another seed, another world.")] = 0,
    out: OutFile = None,
    picture: PlotFile = None,
    knowledge: Annotated[Path | None, typer.Option("--knowledge", callback=writable, help=_knowledge)] = None,
) -> None:
    """What protection each policy buys, and what use it costs: attacks on a world whose truth is known."""
    world = worlds.made(people=people, documents=documents, language=language, seed=seed)
    chosen = list(dict.fromkeys(policy or attacked.POLICIES))
    replace = {name: _replace(name, seed) for name in chosen}
    with progress(len(world.documents) * (1 + len(chosen))) as step:
        report = attacked.evaluate(world, replace, seed=seed, step=step)
    show(world_tables(report), report, out)
    if picture:
        write(trade_off(report), picture)
    if knowledge:
        write(written(world.known), knowledge)


def _replace(policy: str, seed: int) -> attacked.Replace:
    analyze = analyzer(policy=policy, seed=seed)

    def replace(gold: Gold) -> attacked.Replacements:
        return analyze(gold).replacements

    return replace
