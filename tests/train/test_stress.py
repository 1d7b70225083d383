from itertools import pairwise

from train import stress


def test_a_seed_gives_one_document():
    one = stress.document(seed=3, tokens=2_000, people=20)
    assert one == stress.document(seed=3, tokens=2_000, people=20)
    assert one != stress.document(seed=4, tokens=2_000, people=20)


def test_everyone_is_named_where_the_mention_says():
    made = stress.document(seed=5, tokens=3_000, people=30)
    assert len({mention.cluster for mention in made.mentions}) == 30
    assert len(made.text.split()) >= 3_000
    assert all(one.end <= other.start for one, other in pairwise(made.mentions))
    assert all(made.text[m.start : m.end].strip() == made.text[m.start : m.end] for m in made.mentions)


def test_the_set_is_as_long_and_as_crowded_as_promised():
    first = next(stress.documents())
    assert len(first.text.split()) >= 50_000
    assert len({mention.cluster for mention in first.mentions}) == 60
    last = stress.document(seed=1, tokens=1, people=stress.PEOPLE[1])
    assert len({mention.cluster for mention in last.mentions}) == 300
