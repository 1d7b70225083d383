from builders import doc
from lexveil.model import Decision, Entity
from lexveil.replace import hidden_forms, pseudonyms, render


def world(marked, actions):
    document, spans, _ = doc(marked)
    entities = [Entity(f"e{at}", span.category, "WITNESS", 1, (span,)) for at, span in enumerate(spans, 1)]
    decisions = [
        Decision(entity.id, action, "test", "W{n}") for entity, action in zip(entities, actions, strict=True)
    ]
    return document, entities, decisions


def test_a_replaced_name_inside_something_kept_goes_too():
    document, entities, decisions = world(
        "[Ann Torvund](PERSON) led the [Ann Torvund Trust](ORG).", ["replace", "keep"]
    )
    found = render(document, entities, decisions, pseudonyms(document.text, entities, decisions))
    assert [(each.text, document.text[each.start : each.end]) for each in found] == [
        ("W1", "Ann Torvund"),
        ("W1", "Ann Torvund"),
    ]


def test_a_name_that_another_keeps_stays():
    document, entities, decisions = world(
        "[Ann Torvund](PERSON) is not [Ann Torvund](PERSON).", ["replace", "keep"]
    )
    assert len(render(document, entities, decisions, pseudonyms(document.text, entities, decisions))) == 1


def test_single_words_are_not_swept():
    document, entities, decisions = world(
        "[Torvund](PERSON) sat by the [Torvund lake](LOC).", ["replace", "keep"]
    )
    assert hidden_forms(document.text, entities, {each.entity: each for each in decisions}) == {}
