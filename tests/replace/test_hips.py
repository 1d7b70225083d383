from collections import Counter
from itertools import count, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import doc
from lexveil.model import Entity
from lexveil.replace import hips
from lexveil.replace.surrogates.name_parts import parts
from lexveil.text.fold import fold

KEY = b"k" * 32


def applied(marked, *, key=KEY, avoid=frozenset(), language="en"):
    """One entity for each family name that is marked; the replacements in the order of the text."""
    document, spans, _ = doc(marked)
    groups = {}
    for span in spans:
        groups.setdefault(document.text[span.start : span.end].split()[-1].lower(), []).append(span)
    entities = [Entity(f"e{at}", "PERSON", "", 1, tuple(group)) for at, group in enumerate(groups.values())]
    found = hips.apply(document, entities, language=language, key=key, avoid=avoid)
    assert found.keys() == {span.start for span in spans}
    return [found[span.start] for span in spans]


def words(replacements, kind):
    return Counter(part.key for each in replacements for part in parts(each) if part.kind == kind)


MANY = " ".join(["[Ann Torvund](PERSON) and [Ann Kelmore](PERSON) met [Torvund](PERSON)."] * 40)


@given(st.binary(min_size=32, max_size=32), st.integers(0, 200), st.integers(1, 6))
def test_a_chain_repeats_or_goes_on_and_never_comes_back(key, length, most):
    found = hips.markov(key, length, count(), "test", most=most)
    assert len(found) == length
    assert all(after - before in (0, 1) for before, after in pairwise(found))
    assert max(Counter(found).values(), default=0) <= most


def test_half_of_the_draws_repeat_the_one_before():
    """The share of new ones with reuse .5 and at most 4 uses: 1 / (1 + 1/2 + 1/4 + 1/8) = 8/15."""
    found = hips.markov(KEY, 20000, count(), "test")
    assert len(set(found)) / len(found) == pytest.approx(8 / 15, abs=0.01)


def test_without_reuse_every_draw_is_new_and_with_reuse_one_fills_up():
    assert hips.markov(KEY, 6, count(), "test", reuse=0) == [0, 1, 2, 3, 4, 5]
    assert hips.markov(KEY, 6, count(), "test", reuse=1) == [0, 0, 0, 0, 1, 1]


@given(st.lists(st.integers(), max_size=50), st.binary(min_size=32, max_size=32))
def test_shuffling_loses_nothing(items, key):
    assert sorted(hips.shuffled(key, items, "test")) == sorted(items)


def test_no_surrogate_word_stands_more_than_four_times():
    found = applied(MANY)
    for kind in ("given", "family"):
        assert max(words(found, kind).values()) == hips.MOST


def test_one_person_gets_several_surrogates_and_one_surrogate_several_people():
    found = applied(MANY)
    one, other = set(found[0::3]), set(found[1::3])
    assert len(one) > 10
    assert {name.split()[-1] for name in one} & {name.split()[-1] for name in other}


def test_no_real_name_and_nothing_to_be_avoided_is_drawn():
    first = applied(MANY)
    refused = {fold(word) for name in first for word in name.split()}
    found = {fold(word) for name in applied(MANY, avoid=refused) for word in name.split()}
    assert found.isdisjoint(refused | {"ann", "torvund", "kelmore"})


def test_the_same_key_draws_the_same_and_another_key_or_document_does_not():
    assert applied(MANY) == applied(MANY)
    assert applied(MANY) != applied(MANY, key=b"K" * 32)
    assert applied(MANY) != applied(MANY + " Nobody else came.")


def test_the_writing_stays():
    (found,) = applied("[Dr. MICHAEL S. van TORVUND, Jr.](PERSON)")
    kinds = [(part.kind, part.text) for part in parts(found) if part.kind]
    assert [kind for kind, _ in kinds] == ["title", "given", "initial", "particle", "family", "suffix"]
    assert kinds[1][1].isupper()
    assert kinds[4][1].isupper()
    assert kinds[2][1] != "S"


def test_given_names_keep_the_gender_that_the_document_tells():
    from lexveil.names.given import gender

    told = applied(" ".join(["[Ms Ann Torvund](PERSON) left."] * 30))
    assert Counter(gender(fold(name.split()[1])) for name in told).most_common(1)[0][0] == "f"


def test_a_long_document_runs_out_of_names_and_coins_more():
    kind = hips.Kind("family", "", "en_GB", "LATIN")
    drawn = hips._Words(KEY, "salt", frozenset()).fresh(kind, ("test",))
    found = [fold(next(drawn)) for _ in range(len(hips.pool(kind)) + hips.SINGLE + 50)]
    assert len(set(found)) == len(found)


def test_only_people_are_hidden_this_way():
    document, spans, _ = doc("[Quellmark Ltd](ORG) left.")
    assert hips.apply(document, [Entity("e1", "ORG", "", 1, spans)], language="en", key=KEY) == {}
