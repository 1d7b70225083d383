"""Fictional decisions about families: who is meant is known by construction."""

from itertools import pairwise

import pytest

from train import families


def test_a_seed_gives_one_document():
    template = families.templates("train")[0]
    assert families.document(template, seed=3) == families.document(template, seed=3)
    assert families.document(template, seed=3) != families.document(template, seed=4)


def test_no_template_and_no_seed_is_in_both_splits():
    names = {split: {each.name for each in families.templates(split)} for split in families.SEEDS}
    assert len(names["train"]) >= 6 <= len(names["test"])
    assert not names["train"] & names["test"]
    assert not set(families.SEEDS["train"]) & set(families.SEEDS["test"])


@pytest.mark.parametrize("split", ["train", "test"])
def test_every_template_names_its_people_where_the_mentions_say(split):
    for template in families.templates(split):
        made = families.document(template, seed=1)
        text, mentions = made.gold.text, made.gold.mentions
        assert not {"{", "}"} & set(text), template.name
        assert all(one.end <= other.start for one, other in pairwise(mentions))
        assert all(text[m.start : m.end].strip() == text[m.start : m.end] != "" for m in mentions)
        assert len({m.cluster for m in mentions}) >= 5
        assert made.unclear <= {m.start for m in mentions}


def test_templates_have_unclear_mentions():
    for split in families.SEEDS:
        for template in families.templates(split):
            assert any(families.document(template, seed=seed).unclear for seed in range(1, 9)), template.name


def test_an_unclear_mention_is_right_among_the_clear_ones_of_its_person():
    made = next(each for each in families.documents("train") if each.unclear)
    gold = {}
    for mention in made.gold.mentions:
        gold.setdefault(mention.cluster, set()).add((mention.start, mention.end))
    assert families.right(made, [frozenset(group) for group in gold.values()]) == len(made.unclear)
    everyone = frozenset().union(*gold.values())
    assert families.right(made, [everyone]) < len(made.unclear) or len(gold) == 1
    alone = [frozenset([place]) for place in everyone]
    assert families.right(made, alone) == 0


def test_the_documents_can_be_written_as_gold(tmp_path, monkeypatch):
    from lexveil.evaluate import gold

    monkeypatch.setattr(families, "SEEDS", {"train": range(1, 2), "test": range(1, 2)})
    monkeypatch.setattr("sys.argv", ["families", str(tmp_path / "out.jsonl"), "--split", "test"])
    families.main()
    assert len(list(gold.read(tmp_path / "out.jsonl"))) == len(families.templates("test"))
