"""The folds of the cross-validation, and what is measured in them."""

import numpy as np

from lexveil.evaluate.coreference import score
from lexveil.resolve import scorer
from train import families, stress
from train.clustering import example, folds, grouped


def documents(count, corpus):
    return [example(stress.document(seed=at, tokens=300, people=4), corpus) for at in range(1, count + 1)]


def test_every_measured_document_is_in_one_fold_and_generated_ones_in_none():
    novels, made = documents(7, "litbank"), documents(2, "generated")
    found = folds([*novels, *made], 3, seed=1)
    assert sorted(map(len, found)) == [2, 2, 3]
    assert sorted(id(each) for fold in found for each in fold) == sorted(map(id, novels))


def test_documents_of_one_template_are_in_one_fold():
    made = [
        example(families.document(template, seed=seed).gold, "families")
        for template in families.templates("train")
        for seed in (1, 2)
    ]
    found = folds(made, 3, seed=1)
    assert sum(map(len, found)) == len(made)
    kinds = [{each.id.rpartition("-")[0] for each in fold} for fold in found]
    assert sum(map(len, kinds)) == len(set().union(*kinds))


def test_another_seed_deals_otherwise():
    novels = documents(7, "litbank")
    assert folds(novels, 3, seed=1) != folds(novels, 3, seed=2)


def test_key_and_response_are_of_the_same_mentions():
    key, response = grouped(documents(1, "tab")[0])
    assert set().union(*key) == set().union(*response)
    assert 0.5 < score([(key, response)])["conll"]["macro"] <= 1


def test_tables_can_be_read_from_another_folder(tmp_path):
    shipped = scorer.trees("links")
    np.savez_compressed(tmp_path / "links.npz", **{**shipped._asdict(), "bias": shipped.bias + 1})
    with scorer.reading_from(tmp_path):
        assert scorer.trees("links").bias == shipped.bias + 1
    assert scorer.trees("links").bias == shipped.bias
