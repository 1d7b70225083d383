"""Train the two scorers of `resolve/cluster.py`: who bears a form of a name, and who is meant by one mention.

    python -m train.clustering --data FOLDER [--out FOLDER]
    python -m train.clustering --data FOLDER --folds 5 [--seed 1] [--without CORPUS …]

FOLDER holds the corpora as `docs/models/clustering.md` lists them. The documents that `evaluate/splits` names
and everything of TAB but its training part are never read. Needs scikit-learn (extra `train`); minutes on one
processor. The same data and versions give the same weights.

With `--folds` nothing is shipped: LitBank, GUM and TAB are cut into folds by document, the fictional
families by template; each fold is grouped by tables trained on the others and on the generated documents.
`--without` leaves a corpus out of what is trained on; it is still measured.

With `--gold` the shipped tables learn on from a user's own documents (`tune_groups.py`).
"""

import argparse
import importlib
import logging
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np

from lexveil.evaluate import gold as golds
from lexveil.evaluate.coreference import Groups, groups, score
from lexveil.evaluate.gold import Gold
from lexveil.model import Document, Span
from lexveil.resolve import scorer
from lexveil.resolve.ambiguous import MENTION_FEATURES, Unclear, mention_matrix, unclear
from lexveil.resolve.cluster import bearers_of, cluster_people, ordered
from lexveil.resolve.features import FEATURES, matrix
from lexveil.resolve.name_forms import name_forms
from lexveil.resolve.name_index import Index
from lexveil.resolve.people import NameForm, Person
from lexveil.resolve.phrases import Said
from lexveil.resolve.roles import evidence
from train import arguments, documents, families, on_own_gold, stress

SEED = 7
GENERATED = range(1, 41)  # seeds of the generated documents; the stress set has others
GENERATED_TOKENS, GENERATED_PEOPLE = 10_000, 60
FEW_NAMES = ("families", "documents")
BEARER = 0.1  # a person bears a form when so many of its mentions are theirs
WEIGHTS = {
    "litbank": 1.0, "gum-bio-news": 1.0, "tab": 1.0, "generated": 0.15, "families": 0.5, "documents": 2.0,
}  # fmt: skip
# A few hundred shallow trees: there are some ten thousand rows, and some of their labels are wrong.
TREES: dict[str, Any] = {"min_samples_leaf": 25, "l2_regularization": 5.0}
LINKS = TREES | {"max_iter": 160, "max_leaf_nodes": 8, "learning_rate": 0.06}
MENTIONS = TREES | {"max_iter": 80, "max_leaf_nodes": 6, "learning_rate": 0.08}
# More of these never makes a link less likely (1) or more likely (-1), whatever the noise in the labels.
RISING = ("same words", "same words and title", "agreement", "same title", "title gender", "likely gender",
          "pronoun gender", "share among rivals", "introduced as alias", "same gender", "share", "last named",
          "as family name", "as bare name", "score of the form", "party")  # fmt: skip
FALLING = ("disagreement", "other title", "married and unmarried", "rank among rivals", "coordinated",
           "suffix differs", "used before the person", "person is a relative", "rank", "before",
           "mentions between", "bare among titled women", "minor", "dead",
           "given names and no family name")  # fmt: skip

logger = logging.getLogger(__name__)


class Example(NamedTuple):
    """A document to learn from: its PERSON spans in order, the cluster of each."""

    document: Document
    spans: Sequence[Span]
    clusters: dict[Span, str]
    corpus: str
    id: str
    said: Said


class Rows(NamedTuple):
    features: list[np.ndarray]
    labels: list[float]
    weights: list[float]


def examples(data: Path) -> Iterator[Example]:
    splits = golds.splits()
    for corpus in ("litbank", "gum-bio-news"):
        for document in golds.read(data / "names-clusters" / f"{corpus}.jsonl.xz"):
            if document.id not in splits[corpus]:
                yield example(document, corpus)
    for document in golds.read(data / "tab" / "train-exact.jsonl.xz"):
        yield example(document, "tab")
    for seed in GENERATED:
        made = stress.document(seed=seed, tokens=GENERATED_TOKENS, people=GENERATED_PEOPLE)
        yield example(made, "generated")
    for family in families.documents("train"):
        yield example(family.gold, "families")
    for document in documents.documents("en"):
        yield example(document, "documents")


def example(document: Gold, corpus: str) -> Example:
    clusters: dict[Span, str] = {}
    for mention in document.mentions:
        if mention.type == "PERSON" and mention.cluster and "+" not in mention.cluster:
            clusters.setdefault(Span(mention.start, mention.end, "PERSON"), mention.cluster)
    spans = sorted(clusters)
    said = evidence(document.document, spans)
    return Example(document.document, spans, clusters, corpus, document.id, said)


def _parts(form: NameForm, clusters: dict[Span, str]) -> dict[str, NameForm]:
    """The form cut into the mentions of each person."""
    parts: dict[str, NameForm] = {}
    for span in form.spans:
        part = parts.setdefault(clusters[span], replace(form, spans=[], starts=[], titles=Counter()))
        part.spans.append(span)
        part.starts.append(span.start)
    for part in parts.values():
        part.titles.update({title: len(part.spans) for title in form.titles})
    return parts


def link_rows(example: Example, rows: Rows) -> None:
    """Build the people as the gold has them, form by form, and note each comparison on the way."""
    index = Index()
    owner: dict[str, Person] = {}
    for form in ordered(name_forms(example.document, example.spans, example.said)):
        parts = _parts(form, example.clusters)
        candidates = index.candidates(form)
        if candidates:
            shares = {id(owner[name]): len(part.spans) for name, part in parts.items() if name in owner}
            for row, person in zip(matrix(form, candidates, example.document.text), candidates, strict=True):
                rows.features.append(row)
                rows.labels.append(float(shares.get(id(person), 0) >= BEARER * len(form.spans)))
                rows.weights.append(WEIGHTS[example.corpus] * (1 + np.log(len(form.spans))))
        _add(parts, index, owner)


def _add(parts: dict[str, NameForm], index: Index, owner: dict[str, Person]) -> None:
    for name, part in parts.items():
        if name in owner:
            index.join(owner[name], part)
        else:
            owner[name] = index.found(part)


def mention_rows(example: Example, rows: Rows) -> None:
    """The same with the trained link scorer: where it finds several bearers, which one is it, each time?"""
    index = Index()
    owner: dict[str, Person] = {}
    open_: list[Unclear] = []
    for form in ordered(name_forms(example.document, example.spans, example.said)):
        candidates, scores, bearers = bearers_of(form, index, example.document.text)
        if len(bearers) > 1:
            open_.append(unclear(form, [candidates[at] for at in bearers], scores[bearers]))
            continue
        _add(_parts(form, example.clusters), index, owner)
    places = [(span, case) for case in open_ for span in case.form.spans]
    for span, case in sorted(places, key=lambda place: place[0]):
        bearer = owner.get(example.clusters[span])
        if not any(person is bearer for person in case.people):
            continue
        asked = case.people if len(case.people) > 1 else []  # who is left alone teaches nothing
        for row, person in zip(mention_matrix(span.start, case) if asked else (), asked, strict=True):
            rows.features.append(row)
            rows.labels.append(float(person is bearer))
            rows.weights.append(WEIGHTS[example.corpus])
        if bearer is not None:
            bearer.add_mention(span)


def fit(rows: Rows, settings: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
    from sklearn.ensemble import HistGradientBoostingClassifier  # type: ignore[import-untyped,import-not-found,unused-ignore]

    features, labels = np.array(rows.features), np.array(rows.labels)
    directions = [(name in RISING) - (name in FALLING) for name in names]
    model = HistGradientBoostingClassifier(
        random_state=SEED, early_stopping=False, monotonic_cst=directions, **settings
    )
    model.fit(features, labels, sample_weight=np.array(rows.weights))
    logger.info("%d rows, %.0f positive", len(labels), labels.sum())
    grown = [each[0].nodes for each in model._predictors]
    used = Counter(names[node["feature_idx"]] for tree in grown for node in tree if not node["is_leaf"])
    logger.info("most used: %s", ", ".join(f"{name} {count}" for name, count in used.most_common(14)))
    return tables(grown, float(model._baseline_prediction.ravel()[0]))


def tables(grown: Sequence[np.ndarray], bias: float) -> dict[str, np.ndarray]:
    """Trees of scikit-learn as the arrays that `resolve/scorer.py` reads."""
    kinds: dict[str, type] = dict.fromkeys(("feature", "left", "right"), np.int16)
    kinds |= dict.fromkeys(("threshold", "value"), np.float32)
    shape = len(grown), max(map(len, grown))
    made: dict[str, np.ndarray] = {name: np.zeros(shape, dtype=kind) for name, kind in kinds.items()}
    for at, nodes in enumerate(grown):
        leaf, here, count = nodes["is_leaf"].astype(bool), np.arange(len(nodes)), len(nodes)
        made["feature"][at, :count] = np.where(leaf, 0, nodes["feature_idx"])
        made["threshold"][at, :count] = np.where(leaf, 0, nodes["num_threshold"])
        for side in ("left", "right"):
            made[side][at, :count] = np.where(leaf, here, nodes[side])
        made["value"][at, :count] = np.where(leaf, nodes["value"], 0)
    deepest = max(int(nodes["depth"].max()) for nodes in grown)
    return {**made, "depth": np.array(deepest), "bias": np.array(bias)}


def train(read: Sequence[Example], out: Path) -> None:
    """Write both tables; the second is made with the first."""
    out.mkdir(parents=True, exist_ok=True)
    links = Rows([], [], [])
    for each in read:
        if each.corpus not in FEW_NAMES:  # who is meant there says little of who may be
            link_rows(each, links)
    np.savez_compressed(out / "links.npz", **fit(links, LINKS, FEATURES))
    scorer.forget()
    with scorer.reading_from(out):
        train_mentions(read, out)


def train_mentions(read: Sequence[Example], out: Path) -> None:
    mentions = Rows([], [], [])
    for each in read:
        mention_rows(each, mentions)
    np.savez_compressed(out / "mentions.npz", **fit(mentions, MENTIONS, MENTION_FEATURES))


CORPORA = ("litbank", "gum-bio-news", "tab", "documents")
MEASURED = (*CORPORA, "families")


def folds(read: Sequence[Example], count: int, seed: int) -> list[list[Example]]:
    """The documents of each measured corpus, dealt out; those of one template together."""
    found: list[list[Example]] = [[] for _ in range(count)]
    for corpus in CORPORA:
        chosen = [each for each in read if each.corpus == corpus]
        random.Random(seed).shuffle(chosen)
        for at, each in enumerate(chosen):
            found[at % count].append(each)
    made = {each.id: each for each in read if each.corpus == "families"}
    templates = sorted({name.rpartition("-")[0] for name in made})
    for name, each in made.items():
        found[templates.index(name.rpartition("-")[0]) % count].append(each)
    return found


def grouped(example: Example) -> tuple[Groups, Groups]:
    """Key and response."""
    members: dict[str, list[Span]] = defaultdict(list)
    for span, name in example.clusters.items():
        members[name].append(span)
    found = cluster_people(example.document, example.spans, example.said)
    return groups(members.values()), groups(person.spans for person in found)


def cross_validate(read: Sequence[Example], count: int, *, seed: int, without: Sequence[str]) -> None:
    pairs: dict[str, list[tuple[Groups, Groups]]] = defaultdict(list)
    for fold in folds(read, count, seed):
        kept_out = {id(each) for each in fold}
        learned = [each for each in read if id(each) not in kept_out and each.corpus not in without]
        with TemporaryDirectory() as folder:
            train(learned, Path(folder))
            with scorer.reading_from(Path(folder)):
                for each in fold:
                    pairs[each.corpus].append(grouped(each))
    for corpus in MEASURED:
        conll, number = score(pairs[corpus])["conll"], len(pairs[corpus])
        print(f"{corpus:<14} {number:>4} documents  CoNLL {conll['macro']:.3f} / {conll['micro']:.3f}")


def main() -> None:
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=Path(str(files("lexveil.resolve") / "weights")))
    parser.add_argument("--folds", type=int, default=0)
    parser.add_argument("--mentions-only", action="store_true", help="keep the shipped table of links")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--without", nargs="*", default=(), choices=(*MEASURED, "generated"))
    options = parser.parse_args()
    read = list(examples(options.data))
    logger.info("%s", Counter(each.corpus for each in read))
    if options.folds:
        cross_validate(read, options.folds, seed=options.seed, without=options.without)
    else:
        (train_mentions if options.mentions_only else train)(read, options.out)


if __name__ == "__main__":
    if on_own_gold():
        tune = importlib.import_module("train.tune_groups")
        tune.main(arguments(tune.Settings, tune.__doc__))
    else:
        main()
