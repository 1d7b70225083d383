"""`lexveil evaluate book`: everything that can be measured on the gold of a folder, as a site."""

import json
import shlex
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from lexveil import __version__, config, pipeline
from lexveil.errors import OutputError
from lexveil.evaluate import origins
from lexveil.evaluate.book import compare, corpora, experiments, learning, measures, pages, peers
from lexveil.evaluate.console import Hides, ModelName, progress
from lexveil.evaluate.report import WARM_UP, analyzer, predictor

FELL = 1  # exit code where a figure fell beyond chance
_peer = "Another tool: spacy:MODEL, gliner:MODEL, hf:MODEL, presidio:SPACY_MODEL; may be repeated."
_gold = "More gold, say a court's own (exported from the review page); may be repeated."
_origins = "Recall by origin of names too (ten more times)."
_against = "The book.json of another book: what fell is named."


def book(
    data: Annotated[Path, typer.Option("--data", help="A folder; every gold file in it is measured.")],
    out: Annotated[Path, typer.Option("--out", help="A new folder for the site and book.json.")],
    *,
    gold: Annotated[list[Path] | None, typer.Option("--gold", help=_gold)] = None,
    policy: Hides = config.DEFAULT_POLICY,
    model: ModelName = None,
    peer: Annotated[list[str] | None, typer.Option("--peer", help=_peer)] = None,
    most: Annotated[int, typer.Option(min=0, help="At most so many documents of each corpus; 0: all.")] = 0,
    by_origin: Annotated[bool, typer.Option("--origins", help=_origins)] = False,
    against: Annotated[Path | None, typer.Option("--against", metavar="FILE", help=_against)] = None,
) -> None:
    """Everything that can be measured on the gold of a folder: a site with tables and plots, and JSON."""
    if out.exists():
        raise OutputError("evaluate.book_there", folder=out)
    other = compare.read(against) if against else None
    found, left_out = corpora.found(data, gold or (), most=most)
    asked = [*(peer or ()), *_installed()]
    tools = {_tool(name): peers.finder(name) for name in dict.fromkeys(asked)}
    strict, published = analyzer(policy="strict", model=model), analyzer(policy=policy, model=model)
    strict(WARM_UP)  # loads the models, so that loading is not timed
    own = {path.name.split(".")[0] for path in gold or ()}
    passes = len(tools) + by_origin * len(origins.GROUPS)
    total = sum(measures.steps(each) + passes * len(each.documents) for each in found)
    predict = predictor(policy="strict", model=model) if by_origin else None
    report: dict[str, Any] = {
        "version": __version__,
        "policy": policy,
        "command": shlex.join(["lexveil", *map(_short, sys.argv[1:])]),
        "corpora": {},
        "left_out": [{"name": each.name, "why": each.why} for each in left_out],
    }
    with progress(total) as step:
        for corpus in found:
            measured = measures.measure(corpus, strict, published, step=step)
            if corpus.name in own and "detection" in measured:
                measured["learning"] = learning.curves(corpus.documents, measured["detection"]["counts"])
            if predict and "detection" in measured:
                swapped = origins.measure(corpus.documents, predict, step=step)
                measured["origins"] = swapped["uniform"]
            measured["peers"] = _peers(corpus, tools, step)
            report["corpora"][corpus.name] = measured
    chosen = config.policy(policy)
    report["experiments"] = experiments.measured(lambda each: pipeline.analyze(each, policy=chosen))
    changed = compare.changes(other, report) if other else None
    apart = compare.apart(other, report) if other else ()
    _write(out, report, pages.site(report, changed, apart))
    for name, why in apart:
        Console().print(f"not compared: {name}: {why}", highlight=False)
    fallen = [each for each in changed or () if each["fell"] and each["beyond_chance"]]
    for each in fallen:
        Console().print(
            f"fell: {each['corpus']}, {each['figure']}: {each['then']:.3f} → {each['now']:.3f}",
            highlight=False,
        )
    if fallen:
        raise typer.Exit(FELL)


def _short(word: str) -> str:
    """A path by its last part: where a folder lies is nobody's business."""
    return Path(word).name if "/" in word else word


def _tool(peer: str) -> str:
    kind, _, model = peer.partition(":")
    return f"{kind}:{_short(model)}"


def _installed() -> list[str]:
    """Peers that are measured without being asked for: Presidio with spaCy's small English pipeline."""
    there = find_spec("presidio_analyzer") and find_spec("en_core_web_sm")
    return [f"{peers.PRESIDIO}:en_core_web_sm"] if there else []


def _peers(
    corpus: corpora.Corpus, tools: Mapping[str, peers.Find], step: Callable[[], object]
) -> dict[str, Any]:
    if corpus.names_alone or corpus.partial:
        return {}
    return {name: peers.measure(corpus.documents, find, step=step) for name, find in tools.items()}


def _write(out: Path, report: Mapping[str, Any], site: Mapping[str, str]) -> None:
    """Whole or not at all."""
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(dir=out.parent, prefix=".lexveil-"))
    except OSError as error:
        raise OutputError("evaluate.not_written", path=out, reason=error.strerror) from None
    try:
        for name, text in {**site, "book.json": json.dumps(report, indent=1) + "\n"}.items():
            (draft / name).write_text(text, "utf8")
        draft.chmod(0o755)
        draft.rename(out)
    except OSError as error:
        raise OutputError("evaluate.not_written", path=out, reason=error.strerror) from None
    finally:
        shutil.rmtree(draft, ignore_errors=True)
