"""The experiments with names in training texts, small."""

from benchmarks import names_in_training as experiment
from lexveil.evaluate.origins import GROUPS
from train import documents


def test_a_stratified_draw_has_as_many_of_each_origin_and_a_random_one_is_the_corpus(monkeypatch):
    golds = list(documents.documents("en"))[:12]
    monkeypatch.setattr(experiment, "swap", lambda gold, sources, **_: (gold.id, sources))
    each = {way: experiment.drawn(golds, stratified=way, seed=1) for way in (False, True)}
    common = GROUPS[experiment.COMMON]
    counts = {way: sum(sources == common for _, sources in found) for way, found in each.items()}
    assert counts[False] > len(each[False]) / 2
    assert counts[True] == experiment.DRAWN // len(GROUPS)


def test_what_models_make_of_renamed_copies():
    golds = list(documents.documents("en"))[:8]
    recalls = experiment.renamed_recall(golds, 1)
    assert set(recalls) == {"originals", *GROUPS}
    assert all(0 <= each <= 1 for each in recalls.values())
    classes = experiment.renamed_classes(golds, [at % 2 == 0 for at in range(8)])
    assert classes["originals"][1] == 0
