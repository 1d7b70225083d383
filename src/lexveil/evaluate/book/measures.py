"""Everything that is measured on one corpus. Each document is read twice: under `strict`, for what is found,
and under the policy of the book, for what a reader sees.
"""

import resource
import time
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean, pstdev, quantiles
from typing import Any

from lexveil.evaluate import (
    agreement,
    clusters,
    confusion,
    corrections,
    reading,
    roles,
    tokens,
    typology,
    word_gold,
)
from lexveil.evaluate.book import bootstrap, curves
from lexveil.evaluate.book.corpora import Corpus
from lexveil.evaluate.detection import (
    Pair,
    character,
    entity_recall,
    f1,
    masked_mention_recall,
    strict_matches,
)
from lexveil.evaluate.detection import pair as judge
from lexveil.evaluate.gold import Gold
from lexveil.evaluate.hidden import entities_to_hide
from lexveil.evaluate.report import rows
from lexveil.pipeline import Result

Analyze = Callable[[Gold], Result]
LONGEST = 12  # documents that speed and memory are told of

# Figures that the books are compared by: which way is better.
HIGHER, LOWER = "higher", "lower"


def steps(corpus: Corpus) -> int:
    return len(corpus.documents) * (0 if corpus.names_alone else 2 if corpus.marked else 1)


def measure(
    corpus: Corpus, strict: Analyze, published: Analyze, *, step: Callable[[], object] = lambda: None
) -> dict[str, Any]:
    documents = corpus.documents
    report: dict[str, Any] = {
        "documents": len(documents),
        "of": corpus.whole,
        "characters": sum(len(gold.text) for gold in documents),
        "mentions": len(corpus.mentions),
        "languages": sorted({gold.language for gold in documents}),
        "partial": corpus.partial,
        "of_words": corpus.of_words,
        "figures": {},
    }
    if not corpus.names_alone:
        report["detection"], figures = _detection(corpus, strict, step)
        report["figures"] |= figures
    if corpus.marked:
        results = _analyzed(documents, published, step)
        report["reading"], figures = _reading(documents, results)
        report["figures"] |= figures
        if corpus.clustered:
            report["clusters_found"] = clusters.evaluate(
                documents, role="WITNESS", find=lambda gold: results[gold.id].entities
            )
    if corpus.clustered:
        grouped = clusters.evaluate(documents)
        report["clusters"] = grouped
        report["figures"]["clusters, CoNLL macro"] = _alone(grouped["conll"]["macro"])
    if corpus.with_roles and not corpus.partial:
        report["roles"] = roles.evaluate(documents)
        report["figures"]["roles, macro F1"] = _alone(report["roles"]["together"]["macro_f1"])
    if corpus.judged_twice:
        report["agreement"] = agreement.agreement(documents)
    return report


def _alone(value: float | None) -> dict[str, Any]:
    return {"value": value, "low": None, "high": None, "better": HIGHER}


def _figure(counts: Sequence[tuple[float, float]], better: str) -> dict[str, Any]:
    return {**bootstrap.interval(counts)._asdict(), "better": better}


def _detection(
    corpus: Corpus, analyze: Analyze, step: Callable[[], object]
) -> tuple[dict[str, Any], dict[str, Any]]:
    pairs: list[Pair] = []
    raw: list[Pair] = []
    cost = []
    results: dict[str, Result] = {}
    for gold in corpus.documents:
        began = time.perf_counter()
        result = analyze(gold)
        seconds = time.perf_counter() - began
        found = rows(result)
        if corpus.of_words:
            found = {name: word_gold.of_types(each) for name, each in found.items()}
        pairs.append(judge(gold, found["uniform"]))
        raw.append(judge(gold, found["raw"]))
        results[gold.id] = result
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        cost.append({"characters": len(gold.text), "seconds": seconds, "megabytes": memory})
        step()
    counts = curves.counts_of(pairs)
    spent = sum(each["seconds"] for each in cost)
    report: dict[str, Any] = {
        "masked_mention_recall": masked_mention_recall(pairs),
        "character": character(pairs),
        "strict_f1": f1(pairs, strict_matches),
        "entity_recall": entity_recall(pairs),
        "by_type": curves.by_type(pairs),
        "by_threshold": curves.by_threshold(raw),
        "calibration": curves.calibration(raw),
        "by_length": curves.by_length(pairs),
        "by_language": curves.by_language(pairs),
        "by_gender": curves.by_gender(pairs),
        "confusion": confusion.evaluate(corpus.documents, lambda gold: results[gold.id]),
        "characters_per_second": sum(each["characters"] for each in cost) / spent if spent else None,
        "counts": counts["recall"],
        "cost": sorted(cost, key=lambda each: each["characters"])[-LONGEST:],
    }
    figures = {"mentions hidden (recall)": _figure(counts["recall"], HIGHER)}
    if not (
        corpus.partial or corpus.marked or corpus.of_words
    ):  # there `strict` hides what the gold lets stay on purpose
        figures["characters hidden rightly (precision)"] = _figure(counts["precision"], HIGHER)
    return report, figures


def _analyzed(documents: Sequence[Gold], analyze: Analyze, step: Callable[[], object]) -> dict[str, Result]:
    results = {}
    for gold in documents:
        results[gold.id] = analyze(gold)
        step()
    return results


def _risk(rows: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    """The figures of Gardiner et al. over the documents."""
    scores = [float(row["risk"]) for row in rows]
    mean, sigma = fmean(scores), pstdev(scores)
    p95 = quantiles(scores, n=20, method="inclusive")[-1] if len(scores) > 1 else scores[0]
    return {"mean": mean, "sigma": sigma, "p95": p95, "highest": max(scores), "mean_and_sigma": mean + sigma}


def _reading(
    documents: Sequence[Gold], results: Mapping[str, Result]
) -> tuple[dict[str, Any], dict[str, Any]]:

    def known(gold: Gold) -> Result:
        return results[gold.id]

    seen, _ = reading.evaluate(documents, known)
    each: Mapping[str, Any] = seen["documents"]
    figures = {
        name: _figure([(row[part], row[whole]) for row in each.values()], LOWER)
        for name, part, whole in (
            ("people exposed", "people_exposed", "people"),
            ("identifiers exposed", "identifiers_exposed", "identifiers"),
            ("hidden for nothing", "hidden_for_nothing", "replacements"),
            ("wrong roles", "wrong_roles", "roles"),
        )
    }
    pairs = [judge(gold, rows(results[gold.id])["uniform"]) for gold in documents]
    more = {
        "tokens": tokens.evaluate(documents, known),
        "corrections": corrections.evaluate(documents, known),
        "typology": typology.evaluate(documents, lambda group: [results[gold.id] for gold in group]),
        "to_hide": entities_to_hide(pairs),
        "risk": _risk(list(each.values())),
    }
    return {**seen, **more}, figures
