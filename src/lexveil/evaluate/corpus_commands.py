"""The commands of `lexveil evaluate` that look at gold and at corpora, rather than at what is found."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from lexveil import config, pipeline
from lexveil.detect.plugins import parts_of_speech
from lexveil.errors import InputError
from lexveil.evaluate import agreement as agreeing
from lexveil.evaluate import align as aligning
from lexveil.evaluate import authenticity as authentic
from lexveil.evaluate import confusion as confusing
from lexveil.evaluate import corpus as statistics
from lexveil.evaluate import marks as marking
from lexveil.evaluate import origins, red_team_form
from lexveil.evaluate import red_team as attacking
from lexveil.evaluate.clusters import role_of
from lexveil.evaluate.console import (
    GoldFile,
    Hides,
    MapFile,
    ModelName,
    OutFile,
    progress,
    read,
    show,
    writable,
    write,
)
from lexveil.evaluate.corpus_tables import (
    agreement_tables,
    authenticity_tables,
    bias_tables,
    confusion_tables,
    corpus_tables,
    judged_tables,
    red_team_tables,
    risk_tables,
)
from lexveil.evaluate.gold import Gold, as_line, read_texts
from lexveil.evaluate.names_file import read_names
from lexveil.evaluate.report import analyzer, predictor
from lexveil.formats import disk

ToFile = Annotated[
    Path, typer.Option("--out", callback=writable, help="Write gold documents, JSON lines, to this file.")
]


def confusion(
    gold: GoldFile,
    *,
    policy: Hides = config.DEFAULT_POLICY,
    model: ModelName = None,
    out: OutFile = None,
    labels: MapFile = None,
) -> None:
    """Which types are taken for which: people for places, bodies for people."""
    documents = read(gold, labels)
    with progress(len(documents)) as step:
        report = confusing.evaluate(documents, analyzer(policy=policy, model=model), step=step)
    show(confusion_tables(report), report, out)


def agreement(
    gold: Annotated[
        list[Path],
        typer.Option("--gold", help="A gold file with several annotators, or several files, one for each."),
    ],
    *,
    out: OutFile = None,
    labels: MapFile = None,
) -> None:
    """How far annotators agree: Cohen's κ of every two, Krippendorff's α of all."""
    if len(gold) == 1:
        documents = read(gold[0], labels)
    else:
        if len({path.stem for path in gold}) < len(gold):
            raise InputError("evaluate.same_annotator")
        documents = agreeing.of_files({path.stem: read(path, labels) for path in gold})
    report = agreeing.agreement(documents)
    show(agreement_tables(report), report, out)


def corpus(
    gold: GoldFile,
    *,
    category: Annotated[str, typer.Option(help="Mentions and groups of PERSON or ORG.")] = "PERSON",
    role: Annotated[str, typer.Option(help="Only those of this role, as with `evaluate clusters`.")] = "",
    out: OutFile = None,
    labels: MapFile = None,
) -> None:
    """What a corpus is made of: tokens, mentions, groups; languages and lengths."""
    report = statistics.evaluate(read(gold, labels), category=category, role=role_of(role))
    show(corpus_tables(report), report, out)


def align(
    original: Annotated[list[Path], typer.Option("--original", help="An original; may be repeated.")],
    published: Annotated[
        list[Path], typer.Option("--published", help="What was published of it, in the same order.")
    ],
    *,
    out: ToFile,
    type_: Annotated[
        str, typer.Option("--type", help="What replaced words are, if nothing tells.")
    ] = "PERSON",
) -> None:
    """Gold from originals and what was published of them: whatever was replaced is a mention."""
    if len(original) != len(published):
        raise InputError("evaluate.pairs", originals=len(original), published=len(published))
    found: list[Gold] = []
    for number, (one, other) in enumerate(zip(original, published, strict=True), 1):
        before, after = pipeline.read(one), pipeline.read(other)
        gold = aligning.align(
            f"pair-{number}", before.text, after.text, language=before.language, type_=type_
        )
        found.append(gold)
    write("".join(f"{as_line(gold)}\n" for gold in found), out)
    typer.echo(f"{len(found)} documents, {sum(len(gold.mentions) for gold in found)} mentions")


def risk(
    marks: Annotated[
        Path, typer.Option("--marks", help="Published texts with marks of what was missed, JSON lines.")
    ],
    *,
    policy: Annotated[
        str | None, typer.Option(help="Weigh as the table [risk] of this policy; without, as the paper.")
    ] = None,
    out: OutFile = None,
) -> None:
    """The residual risk from people's marks of what was missed, by context."""
    texts = marking.read(read_texts(marks))
    weights = config.policy(policy).risk if policy else None
    report = marking.evaluate(texts, risk=weights)
    show(risk_tables(report), report, out)


def bias(
    gold: GoldFile,
    *,
    names: Annotated[
        Path | None, typer.Option(help="Your own groups of names, TOML or JSON; without, ten of Faker.")
    ] = None,
    copies: Annotated[
        Path | None, typer.Option(callback=writable, help="Write the renamed copies to this gold file.")
    ] = None,
    policy: Hides = "strict",
    model: ModelName = None,
    out: OutFile = None,
    labels: MapFile = None,
) -> None:
    """Whether people are found alike whatever their names: recall of each group less that of the others."""
    documents = read(gold, labels)
    groups: origins.Groups = read_names(names) if names else origins.GROUPS
    if copies:
        renamed = (
            (group, origins.swap(each, sources)) for group, sources in groups.items() for each in documents
        )
        lines = (as_line(replace(each, id=f"{each.id} {group}", case=group)) for group, each in renamed)
        write("".join(f"{line}\n" for line in lines), copies)
    predict = predictor(policy=policy, model=model)
    with progress(len(documents) * len(groups)) as step:
        report = origins.measure(documents, predict, groups=groups, step=step)["uniform"]
    show(bias_tables(report), report, out)


def authenticity(
    original: Annotated[Path, typer.Option("--original", help="Real texts, JSON lines with `text`.")],
    made: Annotated[Path, typer.Option("--made", help="Made-up texts, JSON lines with `text`.")],
    *,
    spacy: Annotated[str, typer.Option(help="A model of spaCy that tells parts of speech.")] = "",
    questions: Annotated[
        Path | None, typer.Option(callback=writable, help="Write a sheet (CSV) of blind questions.")
    ] = None,
    key: Annotated[
        Path | None, typer.Option(help="Where the sheet's key is written, or read with --answers.")
    ] = None,
    number: Annotated[int, typer.Option(min=1, help="Texts of each kind on the sheet.")] = 100,
    seed: Annotated[int, typer.Option(help="Another seed, other texts and another order.")] = 0,
    answers: Annotated[
        list[Path] | None, typer.Option(help="A sheet that was filled in; may be repeated.")
    ] = None,
    out: OutFile = None,
) -> None:
    """Whether made-up texts read like real ones and give none of them away."""
    if (questions or answers) and not key:
        raise InputError("evaluate.no_key")
    one, other = ([each["text"] for each in read_texts(path)] for path in (original, made))
    if questions and key:
        sheet, kinds = authentic.sheet(one, other, number=number, seed=seed)
        write(sheet, questions)
        write(json.dumps(kinds, indent=1) + "\n", key)
    report = authentic.evaluate(one, other, tag=parts_of_speech(spacy) if spacy else None)
    tables = [*authenticity_tables(report)]
    if answers and key:
        said = {path.stem: authentic.answers(_sheet(path)) for path in answers}
        report["questions"] = authentic.judged(said, _key(key))
        tables += judged_tables(report["questions"])
    show(tables, report, out)


def red_team(
    *,
    published: Annotated[
        Path | None,
        typer.Option(help="Published texts, JSON lines with `id` and `text`; with --sheet or --form."),
    ] = None,
    sheet: Annotated[
        Path | None, typer.Option(callback=writable, help="Write a sheet (CSV) for an attacker to fill in.")
    ] = None,
    form: Annotated[
        Path | None, typer.Option(callback=writable, help="Write a form (HTML) for an attacker to fill in.")
    ] = None,
    number: Annotated[int, typer.Option(min=1, help="Texts on the sheet or form.")] = 200,
    seed: Annotated[int, typer.Option(help="Another seed, other texts.")] = 0,
    answers: Annotated[
        list[Path] | None, typer.Option(help="A sheet that an attacker filled in; may be repeated.")
    ] = None,
    out: OutFile = None,
) -> None:
    """What people find who try: texts with a residue and, apart from it, texts with somebody found."""
    if published and (sheet or form):
        texts = read_texts(published)
        if sheet:
            write(attacking.sheet(texts, number=number, seed=seed), sheet)
        if form:
            write(red_team_form.form(texts, number=number, seed=seed, language=config.messages()), form)
    elif published or sheet or form or not answers:
        raise typer.BadParameter("--published with --sheet or --form, or --answers")
    if answers:
        if len({path.stem for path in answers}) < len(answers):
            raise InputError("evaluate.same_annotator")
        report = attacking.evaluate({path.stem: attacking.read(_sheet(path)) for path in answers})
        show(red_team_tables(report), report, out)


def _sheet(path: Path) -> str:
    return disk.load(path, max_bytes=config.settings().max_bytes).decode("utf-8-sig", "replace")


def _key(path: Path) -> dict[str, str]:
    try:
        found = json.loads(path.read_text("utf8"))
    except (OSError, ValueError):
        found = None
    if not isinstance(found, dict):
        raise InputError("evaluate.no_key")
    return found


COMMANDS: tuple[Callable[..., None], ...] = (
    confusion,
    agreement,
    corpus,
    align,
    risk,
    bias,
    authenticity,
    red_team,
)
