"""How well would the scorers of `resolve/cluster.py` do on documents they were not trained on?

    python -m train.crossvalidation --data FOLDER [--folds 5] [--seed 1] [--without CORPUS …]

Only training documents are read, as in `train/clustering.py`. LitBank, GUM and TAB are cut into folds by
document, the fictional families by template; each fold is grouped by tables trained on the others and on the
generated documents. `--without` leaves a corpus out of what is trained on; it is still measured. The shipped
tables are not touched.
"""

import argparse
import random
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from lexveil.evaluate.coreference import Groups, groups, score
from lexveil.model import Span
from lexveil.resolve import scorer
from lexveil.resolve.cluster import people
from train.clustering import Example, examples, train

CORPORA = ("litbank", "gum-bio-news", "tab")
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
    found, _ = people(example.text, example.spans)
    return groups(members.values()), groups(person.spans for person in found)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--without", nargs="*", default=(), choices=(*MEASURED, "generated"))
    options = parser.parse_args()
    read = list(examples(options.data))
    pairs: dict[str, list[tuple[Groups, Groups]]] = defaultdict(list)
    for fold in folds(read, options.folds, options.seed):
        kept_out = {id(each) for each in fold}
        learned = [each for each in read if id(each) not in kept_out and each.corpus not in options.without]
        with TemporaryDirectory() as folder:
            train(learned, Path(folder))
            with scorer.reading_from(Path(folder)):
                for each in fold:
                    pairs[each.corpus].append(grouped(each))
    for corpus in MEASURED:
        conll = score(pairs[corpus])["conll"]
        count = len(pairs[corpus])
        print(
            f"{corpus:<14} {count:>4} documents  CoNLL macro {conll['macro']:.3f}  micro {conll['micro']:.3f}"
        )


if __name__ == "__main__":
    main()
