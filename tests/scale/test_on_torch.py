"""The networks on torch, where the processor stands in for a graphics card: the same spans."""

import pickle
from pathlib import Path

import pytest

from lexveil.detect import models, ner, on_torch, view
from lexveil.errors import DetectorError
from lexveil.pipeline.sources import read_source, text_document

EXAMPLES = Path(__file__).parents[2] / "examples"
DIFFERING = 0.005  # share of spans that may differ in bfloat16; docs/decisions/0101 says what was measured


def documents():
    texts = (path for path in sorted(EXAMPLES.glob("*.txt")) if not path.name.endswith(".marked.txt"))
    return [view(read_source(path)) for path in texts]


def spans(several, device):
    asked = ner.Asked(device=device, threads=1)
    readings = [reading for each in several for reading in ner.prepare(each, asked)]
    found = list(ner.find_many(readings, asked))
    return [{(each.start, each.end, each.category) for each in one} for one in found]


@pytest.fixture(scope="module")
def examples():
    several = documents()
    return several, spans(several, "")


def test_in_float32_every_span_is_that_of_the_processor(examples):
    several, wanted = examples
    assert sum(map(len, wanted)) > 700
    assert spans(several[:4], "torch") == wanted[:4]


def test_in_bfloat16_few_spans_differ(examples):
    several, wanted = examples
    found = spans(several, "torch-bf16")
    differing = sum(len(one ^ other) for one, other in zip(wanted, found, strict=True))
    assert differing <= DIFFERING * sum(map(len, wanted))


def test_a_document_has_the_same_spans_alone_and_among_others(examples):
    several, _ = examples
    alone = [one for each in several[:3] for one in spans([each], "torch")]
    assert spans(several[:3], "torch") == alone


def test_a_text_without_words_has_no_spans():
    assert list(map(len, spans([view(text_document(" \n\n "))], "torch"))) in ([], [0])


def test_what_is_to_be_read_travels_without_its_network():
    asked = ner.Asked()
    [reading] = ner.prepare(view(text_document("Mr Ivo Lundgren testified.")), asked)
    again = pickle.loads(pickle.dumps(reading))
    assert again.model.key == reading.model.key
    assert [list(one) for one in ner.find_many([again], asked)] == [
        list(one) for one in ner.find_many([reading], asked)
    ]


def test_a_machine_without_graphics_cards_says_so():
    with pytest.raises(DetectorError, match="graphics card"):
        on_torch.network(models.load().path, "cuda:0")
    assert on_torch.about("cuda").endswith("bfloat16")
