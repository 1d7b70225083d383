"""The table of roles goes on learning, from a user's own reviewed documents.

    python -m train.roles --gold reviewed.jsonl --out FOLDER
    LEXVEIL_WEIGHTS=FOLDER lexveil run FILES

Weights are drawn towards the shipped ones: what the documents do not speak of stays as it is. The table names
the languages of the gold, in which it is then asked as well. A minute or two on one processor.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lexveil.errors import InputError
from lexveil.evaluate import roles
from lexveil.evaluate.gold import Gold
from lexveil.model import Span
from lexveil.resolve import learned_roles, scorer
from lexveil.resolve.learned_roles import LANGUAGES, ROLES, SIZE, features, places, view
from train import arguments, reviewed

STEPS = 200


@dataclass
class Settings(reviewed.Settings):
    strength: float = 0.6  # inverse of the pull towards the shipped weights


def rows(documents: Sequence[Gold]) -> tuple[list[list[int]], list[int]]:
    """Of each mention with a role that is known, the places of its features and the role."""
    found: list[list[int]] = []
    labels: list[int] = []
    for gold in documents:
        seen = view(gold.document)
        for mention in gold.mentions:
            role = roles.ROLE_OF.get((mention.role or mention.type).upper())
            if role:
                found.append(places(features(seen, Span(mention.start, mention.end, "PERSON"))))
                labels.append(ROLES.index(role))
    return found, labels


def tuned(found: Sequence[Sequence[int]], labels: Sequence[int], strength: float) -> dict[str, np.ndarray]:
    """The shipped weights plus what the rows add to those they touch."""
    from scipy.optimize import minimize  # type: ignore[import-untyped,import-not-found,unused-ignore]
    from scipy.sparse import csr_matrix  # type: ignore[import-untyped,import-not-found,unused-ignore]

    shipped = learned_roles.model()
    touched = np.unique([place for row in found for place in row])
    ends = np.cumsum([0, *map(len, found)])
    at = np.searchsorted(touched, [place for row in found for place in row])
    table = csr_matrix((np.ones(len(at)), at, ends), shape=(len(found), len(touched)))
    base = table @ shipped.weights[touched].astype(np.float64) + shipped.bias
    goal = np.eye(len(ROLES))[np.array(labels)]

    def loss(flat: np.ndarray) -> tuple[float, np.ndarray]:
        more = flat.reshape(len(touched) + 1, len(ROLES))
        scores = base + table @ more[:-1] + more[-1]
        scores -= scores.max(1, keepdims=True)
        chances = np.exp(scores) / np.exp(scores).sum(1, keepdims=True)
        off = chances - goal
        slope = np.vstack([table.T @ off, off.sum(0)]) + more / strength
        surprise = -np.log((chances * goal).sum(1) + 1e-12).sum() + (more**2).sum() / (2 * strength)
        return float(surprise), slope.ravel()

    flat = np.zeros((len(touched) + 1) * len(ROLES))
    done = minimize(loss, flat, jac=True, method="L-BFGS-B", options={"maxiter": STEPS})
    more = done.x.reshape(len(touched) + 1, len(ROLES))
    weights = np.zeros((SIZE, len(ROLES)))
    weights += shipped.weights
    weights[touched] += more[:-1]
    return {
        "weights": weights.astype(np.float16),
        "bias": (shipped.bias + more[-1]).astype(np.float32),
    }


def figures(documents: Sequence[Gold]) -> dict[str, float | None]:
    try:
        report = roles.evaluate(documents)
    except InputError:  # nobody with a role among them
        return {}
    return {
        f"{row}, {figure}": report[row][figure] for row in roles.ROWS for figure in ("accuracy", "macro_f1")
    }


def main(settings: Settings) -> None:
    found = reviewed.divided(settings)
    settings.out.mkdir(parents=True, exist_ok=True)
    learned, labels = rows(found.learned)
    if not learned:
        raise SystemExit(f"{settings.gold}: no mention has a role that is known")
    languages = sorted({*LANGUAGES, *(gold.language for gold in found.learned)})
    tables = tuned(learned, labels, settings.strength)
    np.savez_compressed(
        settings.out / "roles.npz",
        weights=tables["weights"], bias=tables["bias"], languages=np.array(languages),
    )  # fmt: skip
    sets = {"own": found.measured, "examples": reviewed.examples(gold.language for gold in found.learned)}
    before = {key: figures(documents) for key, documents in sets.items()}
    with scorer.reading_from(settings.out):
        after = {key: figures(documents) for key, documents in sets.items()}
    reviewed.write(settings, found, before, after, mentions=len(labels), languages=languages)


if __name__ == "__main__":
    main(arguments(Settings, __doc__))
