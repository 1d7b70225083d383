import json

import pytest

from lexveil.errors import InputError
from lexveil.evaluate import word_gold
from lexveil.evaluate.detection import Prediction
from lexveil.model import Span

SENTENCES = [
    {"t": "Roe ( Ann ) hørte Borgarting .".split(), "g": "B-PER O B-PER O O B-ORG O".split()},
    {"t": ["Lofoten", "1994"], "g": ["B-LOC", "B-DATE"]},
    {"t": 'Mr Doe , " so "'.split(), "g": "O B-RR O O O O".split()},
]


def written(tmp_path, rows, name="nb-dev.jsonl"):
    path = tmp_path / name
    path.write_text("".join(json.dumps(each) + "\n" for each in rows), "utf8")
    return path


def test_words_are_set_as_a_printer_sets_them_and_known_labels_are_ours(tmp_path):
    (gold,) = word_gold.read(written(tmp_path, SENTENCES))
    assert gold.text == 'Roe (Ann) hørte Borgarting. Lofoten 1994\nMr Doe, "so"'
    found = [(gold.text[each.start : each.end], each.type) for each in gold.mentions]
    people = [name for name, kind in found if kind == "PERSON"]
    assert (people, len(found)) == (["Roe", "Ann", "Doe"], 5)
    assert {("Borgarting", "ORG"), ("Lofoten", "LOC")} < set(found)
    assert gold.language == "nb"


def test_a_document_ends_where_the_corpus_says_or_where_it_is_long(tmp_path):
    rows = [{"tokens": ["word"] * 400, "tags": ["O"] * 400, "document": at // 2} for at in range(8)]
    golds = word_gold.read(written(tmp_path, rows, "texts.jsonl"))
    assert [len(each.text.split()) for each in golds] == [800] * 4
    one = [{**each, "document": 0} for each in rows]
    assert len(word_gold.read(written(tmp_path, one, "texts.jsonl"))) == 3


def test_a_name_of_several_words_is_one_mention_and_a_new_one_begins_with_b(tmp_path):
    row = {"words": "Ann Roe Ben Doe".split(), "ner_tags": ["B-PER", "I-PER", "B-PER", "I-PER"]}
    (gold,) = word_gold.read(written(tmp_path, [row]))
    assert [gold.text[each.start : each.end] for each in gold.mentions] == ["Ann Roe", "Ben Doe"]


@pytest.mark.parametrize(
    "row",
    [{"t": ["a"]}, {"t": ["a"], "g": ["O", "O"]}, {"t": [1], "g": ["O"]}, {"t": "a", "g": "O"}, {"g": 7}],
)
def test_what_are_no_words_with_tags_is_no_gold(tmp_path, row):
    with pytest.raises(InputError):
        word_gold.read(written(tmp_path, [row]))


def test_a_date_is_not_found_wrongly_where_dates_are_not_marked():
    spans = tuple(
        Span(at, at + 1, category, 1.0, ("x:y",)) for at, category in enumerate(("DATE", "PERSON", "COURT"))
    )
    kept = word_gold.of_types(Prediction(spans, ())).spans
    assert [each.category for each in kept] == ["PERSON", "COURT"]
