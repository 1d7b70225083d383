from lexveil.evaluate import worlds
from lexveil.evaluate.attacks import survivors
from lexveil.evaluate.attacks.published import without_names
from lexveil.evaluate.attacks.ranking import auc, precision_at
from lexveil.evaluate.attacks.tagger import Tagged, f1, train
from lexveil.evaluate.gold import Gold, Mention
from lexveil.model import Replacement

WORLD = worlds.made(people=120, documents=30)


def test_names_that_were_put_back_are_marked_as_real():
    gold = Gold("d", "Ann Roe met Bob Doe.", (Mention(0, 7, "PERSON"), Mention(12, 19, "PERSON")))
    replacements = [Replacement(0, 7, "A", "e", "PERSON"), Replacement(12, 19, "B", "f", "PERSON")]
    found = survivors.mixed(gold, replacements, is_missed=lambda words: words.startswith("met"))
    assert found.text == "Ann Roe met B."
    assert list(zip([found.text[start:end] for start, end in found.places], found.real, strict=True)) == [
        ("Ann Roe", True), ("B", False),
    ]  # fmt: skip


def test_among_labels_every_missed_name_is_told():
    replaced = {gold.id: without_names(gold) for gold in WORLD.documents}
    figures = survivors.figures(WORLD.documents, replaced, WORLD.known)
    assert figures["random"]["missed"] > 10
    assert figures["random"]["register"]["auc"] > 0.9
    assert figures["random"]["parrot"]["auc"] > 0.8


def test_among_names_that_are_as_good_a_parrot_tells_nothing_of_random_misses():
    """Each name is replaced by itself: nothing could tell what was missed."""
    replaced = {
        gold.id: tuple(
            Replacement(each.start, each.end, gold.text[each.start : each.end], each.cluster, "PERSON")
            for each in gold.mentions
            if each.type == "PERSON"
        )
        for gold in WORLD.documents
    }
    figures = survivors.figures(WORLD.documents, replaced, WORLD.known)
    assert abs(figures["random"]["parrot"]["auc"] - 0.5) < 0.15
    assert abs(figures["random"]["register"]["auc"] - 0.5) < 0.15


def test_the_tagger_learns_names_by_what_stands_around_them():
    texts = [Tagged(f"then Mr {name} said no", [(8, 8 + len(name))]) for name in ("Roe", "Doe", "Poe", "Noe")]
    tagger = train(texts)
    assert f1(tagger, [Tagged("then Mr Torvund said no", [(8, 15)])]) == 1.0
    assert f1(tagger, [Tagged("the valve was open", [])]) == 0.0


def test_ranking_counts_ties_as_half():
    assert auc([1.0], [1.0]) == 0.5
    assert auc([2.0, 0.0], [1.0]) == 0.5
    assert auc([], [1.0]) is None
    assert precision_at([1.0], [1.0, 1.0, 1.0]) == 0.25
