"""Grouping under odd conditions: nobody, one, thousands, other scripts, crossing spans."""

import random
import time

from builders import doc
from lexveil.model import Document, Span
from lexveil.resolve.cluster import cluster


def grouped(marked):
    document, spans, _ = doc(marked)
    return [
        [document.text[span.start : span.end] for span in group.spans] for group in cluster(document, spans)
    ]


def crowd(mentions, people):
    """A document in which so many people are named so often, in full and by surname."""
    chance = random.Random(5)
    syllables = "kor pi saa ri van ta lin de mar go sel tor vik hal man der ros ten bru ka nel mo".split()
    words = ["".join(chance.choices(syllables, k=3)).capitalize() for _ in range(2 * people)]
    names = [f"{one} {other}" for one, other in zip(words[:people], words[people:], strict=True)]
    text, spans = "", []
    for at in range(mentions):
        name = names[at % people] if at < people else chance.choice(names)
        name = name if at < people or chance.random() < 0.3 else name.split()[1]
        spans.append(Span(len(text), len(text) + len(name), "PERSON"))
        text += f"{name} wrote that the ledger was kept in the usual way. "
    return Document(id="doc-crowd", text=text), spans


def test_nobody_and_one():
    assert cluster(Document(id="doc-x", text="No one."), []) == ()
    assert grouped("Then [Roe](PERSON) left.") == [["Roe"]]


def test_names_in_other_scripts():
    assert grouped(
        "[Дмитрий Соколов](PERSON) пришёл. [Соколов](PERSON) ушёл. [Ольга Волкова](PERSON) осталась."
    ) == [["Дмитрий Соколов", "Соколов"], ["Ольга Волкова"]]
    assert grouped("Ο [Γιώργος Παππάς](PERSON) ήρθε. Ο [Παππάς](PERSON) έφυγε.") == [
        ["Γιώργος Παππάς", "Παππάς"]
    ]
    assert grouped("حضر [محمد الحداد](PERSON) ثم غادر [محمد الحداد](PERSON) مع [ليلى المصري](PERSON)") == [
        ["محمد الحداد", "محمد الحداد"],
        ["ليلى المصري"],
    ]
    assert grouped("[张伟](PERSON)和[李娜](PERSON)。[张伟](PERSON)。") == [["张伟", "张伟"], ["李娜"]]


def test_crossing_and_nested_spans_are_grouped_all_the_same():
    text = "Ann Mary Roe left. Mary Roe came."
    spans = [Span(0, 8, "PERSON"), Span(4, 12, "PERSON"), Span(4, 8, "PERSON"), Span(19, 27, "PERSON")]
    found = cluster(Document(id="doc-x", text=text), spans)
    assert sorted(span for group in found for span in group.spans) == sorted(spans)


def test_a_bare_surname_never_joins_two_people():
    document, spans, _ = doc(
        "[Puerta](PERSON) was mentioned. [Mariano Puerta](PERSON) spoke. [Laura Puerta](PERSON) rose. "
        "The vote followed. [Puerta](PERSON) left."
    )
    found = cluster(document, spans)
    assert len(found) == 2
    assert sum(len(group.spans) for group in found) == 4
    assert 3 in {group.certainty for group in found}


def test_every_link_says_what_joined_what():
    document, spans, _ = doc(
        "[Lalit Merchant](PERSON) came. [L. Merchant](PERSON) and Mr [Merchant](PERSON) left."
    )
    (group,) = cluster(document, spans)
    assert [str(link.why) for link in group.links] == ["initials and family name", "family name"]
    assert all(link.span in spans and link.to in spans and 0 < link.score <= 1 for link in group.links)


def test_the_same_spans_give_the_same_groups():
    document, spans = crowd(300, 40)
    shuffled = list(spans)
    random.Random(2).shuffle(shuffled)
    assert cluster(document, spans) == cluster(document, shuffled)


def test_twenty_thousand_mentions_take_seconds():
    document, spans = crowd(20_000, 300)
    began = time.perf_counter()
    found = cluster(document, spans)
    assert sum(len(group.spans) for group in found) == 20_000
    assert time.perf_counter() - began < 60
