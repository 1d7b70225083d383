"""`lexveil evaluate`: figures of a gold file, on the screen and as JSON."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from lexveil import config, pipeline
from lexveil.errors import InputError
from lexveil.evaluate import clusters as grouping
from lexveil.evaluate import corrections as correcting
from lexveil.evaluate import damaged, name_peers
from lexveil.evaluate import gold as golds
from lexveil.evaluate import inflection as inflecting
from lexveil.evaluate import leakage as leaking
from lexveil.evaluate import reading as reader
from lexveil.evaluate import roles as role_figures
from lexveil.evaluate import tokens as words
from lexveil.evaluate import typology as letters
from lexveil.evaluate.attacks.commands import protection
from lexveil.evaluate.book.commands import book
from lexveil.evaluate.console import (
    GoldFile,
    Hides,
    MapFile,
    ModelName,
    OutFile,
    PlotFile,
    progress,
    read,
    show,
    write,
)
from lexveil.evaluate.corpus_commands import COMMANDS
from lexveil.evaluate.display import (
    cluster_tables,
    correction_tables,
    inflection_tables,
    leakage_tables,
    misread,
    missed,
    reading_tables,
    role_tables,
    tables,
    token_tables,
    typology_tables,
)
from lexveil.evaluate.report import (
    analyzer,
    case_analyzer,
    entities_of,
    evaluate,
    hider,
    predictor,
    steps,
)
from lexveil.evaluate.svg import plot

app = typer.Typer(
    help="Measure against documents marked by hand.", no_args_is_help=True, pretty_exceptions_enable=False
)


@app.command()
def detection(
    gold: GoldFile,
    *,
    policy: Hides = "strict",
    model: ModelName = None,
    out: OutFile = None,
    errors: Annotated[int, typer.Option(min=0, help="Show so many misses, in their context.")] = 0,
    labels: MapFile = None,
    balance: Annotated[bool, typer.Option(help="Measure the balanced operating point as well.")] = True,
    origins: Annotated[
        bool, typer.Option(help="Measure recall by origin of names (ten more passes).")
    ] = False,
    alone: Annotated[
        bool, typer.Option("--alone", help="Measure the neural detector by itself as well.")
    ] = False,
) -> None:
    """How much of what must be hidden is found."""
    documents = read(gold, labels)
    predict = predictor(policy=policy, model=model, balance=False, alone=alone)
    balanced = predictor(policy=policy, model=model, balance=True) if balance else None
    total = steps(len(documents), balanced=balance, with_origins=origins)
    with progress(total) as step:
        found = evaluate(documents, predict, balanced=balanced, with_origins=origins, step=step)
    show(tables(found.report), found.report, out)
    for line in missed(found.pairs["uniform"], limit=errors):
        Console().print(line, soft_wrap=True, highlight=False)


@app.command()
def reading(
    gold: GoldFile,
    *,
    policy: Hides = config.DEFAULT_POLICY,
    model: ModelName = None,
    changed: Annotated[
        str, typer.Option(help=f"Read a damaged copy instead: {', '.join(damaged.CHANGES)}.")
    ] = "",
    metadata: Annotated[
        bool, typer.Option("--metadata", help="Read once more, with the case metadata of the gold.")
    ] = False,
    out: OutFile = None,
    errors: Annotated[int, typer.Option(min=0, help="Show so many errors of each kind, in context.")] = 0,
    labels: MapFile = None,
) -> None:
    """What a reader of the published document sees: who is exposed, hidden for nothing, mixed up."""
    if changed and changed not in damaged.CHANGES:
        raise InputError("evaluate.changed", changed=changed, choices=", ".join(damaged.CHANGES))
    documents = read(gold, labels)
    documents = tuple(map(damaged.CHANGES[changed], documents)) if changed else documents
    with progress(len(documents) * (1 + metadata)) as step:
        report, wrong = reader.evaluate(documents, analyzer(policy=policy, model=model), step=step)
        if metadata:
            told = analyzer(policy=policy, model=model, metadata=True)
            report["with_metadata"], wrong = reader.evaluate(documents, told, step=step)
    show(reading_tables(report), report, out)
    for line in misread(documents, reader.chosen(wrong, errors)):
        Console().print(line, soft_wrap=True, highlight=False)


@app.command()
def corrections(
    gold: GoldFile,
    *,
    policy: Hides = config.DEFAULT_POLICY,
    model: ModelName = None,
    out: OutFile = None,
    labels: MapFile = None,
) -> None:
    """What a corrector meets, with and without names of the lowest certainty."""
    documents = read(gold, labels)
    with progress(len(documents)) as step:
        report = correcting.evaluate(documents, analyzer(policy=policy, model=model), step=step)
    show(correction_tables(report), report, out)


@app.command()
def tokens(
    gold: GoldFile,
    *,
    policy: Hides = config.DEFAULT_POLICY,
    model: ModelName = None,
    out: OutFile = None,
    labels: MapFile = None,
) -> None:
    """What is hidden, word by word: at all, as B/I/O, and by type."""
    documents = read(gold, labels)
    with progress(len(documents)) as step:
        report = words.evaluate(documents, analyzer(policy=policy, model=model), step=step)
    show(token_tables(report), report, out)


@app.command()
def inflection(*, policy: Hides = config.DEFAULT_POLICY, out: OutFile = None) -> None:
    """Whether Finnish names put into reports are found, and replaced in the right case."""
    chosen = config.policy(policy)
    with progress(len(inflecting.reports())) as step:
        report = inflecting.evaluate(lambda each: pipeline.analyze(each, policy=chosen), step=step)
    show(inflection_tables(report), report, out)


@app.command()
def typology(
    gold: GoldFile,
    *,
    case_by: Annotated[
        str, typer.Option("--case-by", help="The field that tells which documents are one conversation.")
    ] = "case",
    policy: Hides = config.DEFAULT_POLICY,
    model: ModelName = None,
    out: OutFile = None,
    labels: MapFile = None,
) -> None:
    """What is worst about each message, and about each conversation: a letter from A to F."""
    documents = golds.read(gold, labels=golds.read_labels(labels) if labels else None, case_by=case_by)
    with progress(len({each.case or each.id for each in documents})) as step:
        report = letters.evaluate(documents, case_analyzer(policy=policy, model=model), step=step)
    show(typology_tables(report), report, out)


@app.command()
def clusters(
    gold: GoldFile,
    *,
    mentions: Annotated[
        str, typer.Option(help="Group the 'gold' mentions, or those 'found' by the pipeline.")
    ] = "gold",
    category: Annotated[str, typer.Option(help="What is grouped: PERSON or ORG.")] = "PERSON",
    role: Annotated[
        str, typer.Option(help="Only groups of this role: witness is whoever has no published role.")
    ] = "",
    split: Annotated[
        str | None, typer.Option(help="Only the test documents of this corpus: litbank, gum-bio-news.")
    ] = None,
    peer: Annotated[
        list[str] | None, typer.Option(help="Another tool beside the baselines: booknlp; may be repeated.")
    ] = None,
    out: OutFile = None,
    labels: MapFile = None,
) -> None:
    """How well mentions of one person are grouped."""
    if mentions not in ("gold", "found"):
        raise InputError("evaluate.mentions", mentions=mentions)
    chosen = grouping.role_of(role)
    documents = read(gold, labels)
    documents = grouping.choose(documents, split) if split else documents
    find = entities_of if mentions == "found" else None
    peers = {name: name_peers.grouping(name) for name in peer or ()}
    with progress(len(documents)) as step:
        report = grouping.evaluate(
            documents, category=category, role=chosen, find=find, peers=peers, step=step
        )
    show(cluster_tables(report), report, out)


@app.command()
def roles(
    gold: GoldFile,
    *,
    held_out: Annotated[
        bool, typer.Option(help="Only the one document in ten that the role model was not trained on.")
    ] = False,
    out: OutFile = None,
    labels: MapFile = None,
) -> None:
    """How often a person's role is right."""
    documents = read(gold, labels)
    if held_out:
        documents = tuple(document for document in documents if role_figures.is_held_out(document.id))
    with progress(len(documents)) as step:
        report = role_figures.evaluate(documents, step=step)
    show(role_tables(report), report, out)


@app.command()
def leakage(
    gold: Annotated[
        Path | None,
        typer.Option("--gold", help="Gold documents, JSON lines; without, documents are made up."),
    ] = None,
    *,
    rates: Annotated[
        list[int] | None, typer.Option("--rate", min=0, max=100, help="Per cent missed; may be repeated.")
    ] = None,
    missed: Annotated[
        str, typer.Option(help="What the detector misses: single 'mentions', or 'names' everywhere.")
    ] = "mentions",
    number: Annotated[
        int, typer.Option("--documents", min=1, help="How many documents are made up.")
    ] = leaking.DOCUMENTS,
    runs: Annotated[
        int, typer.Option(min=1, help="Simulated detectors that look at each document of a gold file.")
    ] = 20,
    seed: Annotated[int, typer.Option(help="Another seed, other misses and draws.")] = 0,
    found: Annotated[
        bool, typer.Option("--found", help="What is really missed of the gold, beside the simulation.")
    ] = False,
    own: Annotated[
        bool, typer.Option("--own", help="Markov with p and t from how often these names stand, besides.")
    ] = False,
    policy: Hides = "strict",
    model: ModelName = None,
    out: OutFile = None,
    picture: PlotFile = None,
    labels: MapFile = None,
) -> None:
    """How often missed names give themselves away, by replacement strategy."""
    if found and not gold:
        raise InputError("evaluate.found-gold")
    read_ = read(gold, labels) if gold else ()
    if gold:
        documents = leaking.of_gold(read_)
    else:
        documents, runs = leaking.made(number, seed=seed), 1
    chosen = sorted(set(rates or leaking.RATES))
    chain = leaking.fitted(documents) if own else None
    with progress(len(chosen) + len(read_) * found) as step:
        report = leaking.evaluate(
            documents, rates=chosen, missed=missed, seed=seed, runs=runs, chain=chain, step=step
        )
        if found:
            hides = hider(policy=policy, model=model)
            report["found"] = leaking.of_found(read_, hides, chain=chain, seed=seed, step=step)
    show(leakage_tables(report), report, out)
    if picture:
        write(_leakage_plot(report), picture)


def _leakage_plot(report: dict[str, Any]) -> str:
    lines = {
        name: [(line["rate"], 100 * line[name]["leakage"]) for line in report["rates"]]
        for name in report["allowed"]
    }
    return plot(
        lines,
        title="Name leakage by replacement strategy",
        across=f"{report['missed']} missed, %",
        up="documents whose most frequent name is a real one, %",
    )


for command in (*COMMANDS, protection):
    app.command()(command)
app.command()(book)
