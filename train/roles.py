"""Train the role model of `resolve/learned_roles.py`.

    python -m train.roles --data FOLDER [--out FOLDER]

Learns from Indian judgments with roles marked (InLegalNER, Apache-2.0) and from fictional documents made
here, which have the roles that the corpus lacks. One document in ten (`evaluate.roles.is_held_out`) is never
read. Needs scikit-learn (extra `train`); a minute on one processor. With `--gold` the shipped table learns on
from a user's own documents (`tune_roles.py`).
"""

import importlib
import logging
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import numpy as np
from faker import Faker

from lexveil.evaluate import gold as golds
from lexveil.evaluate.roles import ROLE_OF, is_held_out
from lexveil.model import Document, Span
from lexveil.resolve.learned_roles import ROLES, SIZE, features, places, view
from train import arguments, on_own_gold, table

SEED = 11
STRENGTH = 0.6  # inverse of the penalty on weights: the table is large, the corpus is not
FICTIONAL = 500  # documents made here
FICTIONAL_WEIGHT = 0.7
CORPORA = ("train-judgement", "train-preamble")

DATA = table("roles")

logger = logging.getLogger(__name__)


@dataclass
class Settings:
    data: Path
    out: Path = Path(str(files("lexveil.resolve") / "weights"))


class Marked(NamedTuple):
    document: Document
    spans: tuple[Span, ...]
    roles: tuple[str, ...]
    weight: float


def corpus(data: Path, *, held_out: bool) -> Iterator[Marked]:
    for name in CORPORA:
        for gold in golds.read(data / "legal-en-in" / f"{name}.jsonl.xz"):
            marked = {
                Span(mention.start, mention.end, "PERSON"): ROLE_OF[mention.type]
                for mention in gold.mentions
                if mention.type in ROLE_OF
            }
            if marked and is_held_out(gold.id) == held_out:
                spans = tuple(sorted(marked))
                yield Marked(gold.document, spans, tuple(marked[span] for span in spans), 1.0)


def fictional() -> Iterator[Marked]:
    chance = random.Random(SEED)
    fakers = [Faker(locale) for locale in DATA["locales"]]
    for faker in fakers:
        faker.seed_instance(SEED)
    for number in range(FICTIONAL):
        blocks = chance.sample(DATA["blocks"], k=chance.randint(4, 12))
        template = "\n\n".join(blocks).replace("{place}", fakers[0].city())
        text, spans, roles, last = "", [], [], 0
        for mark in re.finditer(r"\[([A-Z_]+)\]", template):
            text += template[last : mark.start()]
            title, name = _name(mark[1], chance, chance.choice(fakers))
            text += title
            if mark[1] != "CLUB":
                spans.append(Span(len(text), len(text) + len(name), "PERSON"))
                roles.append("LAW_FIRM" if mark[1] == "FIRM" else mark[1])
            text += name
            last = mark.end()
        document = Document(id=f"fictional-{number}", text=text + template[last:])
        yield Marked(document, tuple(spans), tuple(roles), FICTIONAL_WEIGHT)


def _name(role: str, chance: random.Random, faker: Faker) -> tuple[str, str]:
    if role == "FIRM":
        pattern = chance.choice(DATA["firms"])
        return "", pattern.format(*(faker.last_name() for _ in range(pattern.count("{}"))))
    if role == "CLUB":
        return "", f"{faker.city()} {chance.choice(DATA['clubs'])}"
    title = chance.choice(DATA["titles"]) if role != "AUTHOR" else ""
    full = f"{faker.first_name().split()[0]} {faker.last_name()}"
    name = chance.choice((full, full, full.split()[-1] if title else full, f"{full[0]}. {full.split()[-1]}"))
    return f"{title} " if title else "", name


def train(marked: list[Marked]) -> dict[str, np.ndarray]:
    from scipy.sparse import csr_matrix  # type: ignore[import-untyped,import-not-found,unused-ignore]
    from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped,import-not-found,unused-ignore]

    columns: list[int] = []
    ends, labels, weights = [0], [], []
    for each in marked:
        seen = view(each.document)
        for span, role in zip(each.spans, each.roles, strict=True):
            columns += places(features(seen, span))
            ends.append(len(columns))
            labels.append(ROLES.index(role))
            weights.append(each.weight)
    table = csr_matrix((np.ones(len(columns), dtype=np.float32), columns, ends), shape=(len(labels), SIZE))
    fitted = LogisticRegression(C=STRENGTH, max_iter=300).fit(table, labels, sample_weight=weights)
    logger.info("%d mentions, roles %s", len(labels), np.bincount(labels, minlength=len(ROLES)))
    weight, bias = np.zeros((SIZE, len(ROLES))), np.full(len(ROLES), -20.0)
    weight[:, fitted.classes_], bias[fitted.classes_] = fitted.coef_.T, fitted.intercept_
    return {"weights": weight.astype(np.float16), "bias": bias.astype(np.float32)}


def main(settings: Settings) -> None:
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    arrays = train([*corpus(settings.data, held_out=False), *fictional()])
    np.savez_compressed(settings.out / "roles.npz", weights=arrays["weights"], bias=arrays["bias"])


if __name__ == "__main__":
    if on_own_gold():
        tune = importlib.import_module("train.tune_roles")
        tune.main(arguments(tune.Settings, tune.__doc__))
    else:
        main(arguments(Settings, __doc__))
