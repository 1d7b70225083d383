"""Our modules in the real frameworks; what is not installed is left to `make test-plugins`."""

import json
import sys

import pytest

from lexveil.errors import CoverageError, InputError, LexveilError
from lexveil.integrations import needed

TEXT = "Mr Ivo Lundgren testified. Lundgren lives in Welhaven. Write to ivo@welhaven.example."
HIDDEN = ("Lundgren", "ivo@")


def test_a_missing_package_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "presidio_analyzer", None)
    with pytest.raises(LexveilError, match=r"pip install 'lexveil\[presidio\]'"):
        needed("presidio_analyzer", extra="presidio")


def test_presidio_finds_with_our_detectors_and_writes_our_pseudonyms():
    pytest.importorskip("presidio_analyzer")
    from presidio_analyzer import RecognizerRegistry
    from presidio_anonymizer import AnonymizerEngine

    from lexveil.integrations.presidio import LexveilRecognizer

    recognizer = LexveilRecognizer(policy="court-eu", language="en")
    registry = RecognizerRegistry(recognizers=[recognizer], supported_languages=["en"])
    (ours,) = registry.get_recognizers(language="en", all_fields=True)
    found = ours.analyze(TEXT, entities=[])
    assert {each.entity_type for each in found} >= {"PERSON", "EMAIL_ADDRESS"}
    assert ours.analyze(TEXT, entities=["EMAIL_ADDRESS"])[0].entity_type == "EMAIL_ADDRESS"
    made = AnonymizerEngine().anonymize(TEXT, found, operators=recognizer.operators(TEXT))
    assert made.text.startswith("Person A testified. Person A lives")
    assert not [name for name in HIDDEN if name in made.text]


def test_a_form_of_two_people_gets_no_pseudonym_that_might_be_wrong():
    pytest.importorskip("presidio_analyzer")
    from lexveil.integrations.presidio import LexveilRecognizer

    text = "Mr Ivo Lundgren and Ms Pia Lundgren testified. Ivo Lundgren left."
    operator = LexveilRecognizer(policy="court-eu").operators(text)["DEFAULT"].params["lambda"]
    assert operator("Nobody Known") == "<REDACTED>"


def test_spacy_has_a_component():
    spacy = pytest.importorskip("spacy")
    import lexveil.integrations.spacy  # noqa: F401 - an installed package is found by its entry point

    nlp = spacy.blank("en")
    nlp.add_pipe("lexveil", config={"policy": "court-eu"})
    doc = nlp(TEXT)
    assert doc._.pseudonymized.startswith("Person A testified.")
    people = [span for span in doc.spans["lexveil"] if span.label_ == "PERSON"]
    assert {span.text for span in people} >= {"Ivo Lundgren", "Lundgren"}
    assert len({span.id_ for span in people}) == 1
    assert "PERSON" in {ent.label_ for ent in doc.ents}


def test_columns_of_pandas():
    pandas = pytest.importorskip("pandas")
    from lexveil.integrations.columns import pseudonymized

    given = pandas.Series([TEXT, None, ""], index=["a", "b", "c"], name="heard")
    made = pseudonymized(given, policy="court-eu", language="en")
    assert list(made.index) == ["a", "b", "c"]
    assert made["a"].startswith("Person A testified.")
    assert pandas.isna(made["b"])
    assert made["c"] == ""


def test_columns_of_polars_may_be_a_case():
    polars = pytest.importorskip("polars")
    from lexveil.integrations.columns import pseudonymized

    given = polars.Series("heard", ["Mr Ivo Lundgren testified.", None, "Ms Pia Holt testified."])
    made = pseudonymized(given, policy="arbitration", language="en", case="Rowing")
    assert made.to_list() == ["WITNESS_1 testified.", None, "WITNESS_2 testified."]


def test_a_column_of_something_else_is_refused():
    from lexveil.integrations.columns import pseudonymized

    with pytest.raises(InputError, match="this is a list"):
        pseudonymized(["Zephyrine"])


def test_datasets_are_mapped():
    datasets = pytest.importorskip("datasets")
    from lexveil.integrations.columns import Mapper

    rows = datasets.Dataset.from_dict({"text": [TEXT, "Nobody."], "label": [1, 0]})
    made = rows.map(Mapper("text", language="en"), batched=True)
    assert made["text"][0].startswith("Person A testified.")
    assert list(made["label"]) == [1, 0]
    with pytest.raises(InputError, match="batched=True"):
        rows.map(Mapper("text"), batched=False)


def test_langchain_hides_prompts_and_restores_answers():
    pytest.importorskip("langchain_core")
    from langchain_core.messages import AIMessage, HumanMessage
    from langchain_core.prompts import ChatPromptTemplate
    from langchain_core.runnables import RunnableLambda

    from lexveil.integrations.langchain import Hidden

    asked = []

    def model(prompt):
        asked.extend(message.content for message in prompt.to_messages())
        return AIMessage("WITNESS_1 did.")

    hidden = Hidden(policy="arbitration", language="en", case="a talk")
    prompt = ChatPromptTemplate.from_messages([("human", "Mr {name} testified. Who opened the valve?")])
    chain = prompt | hidden.hide | RunnableLambda(model) | hidden.restore
    assert chain.invoke({"name": "Ivo Lundgren"}).content == "Mr Ivo Lundgren did."
    assert asked == ["WITNESS_1 testified. Who opened the valve?"]
    parts = HumanMessage([{"type": "text", "text": "Mr Ivo Lundgren left."}])
    assert hidden.hide.invoke([parts])[0].content == [{"type": "text", "text": "WITNESS_1 left."}]
    with pytest.raises(InputError, match="this is a dict"):
        hidden.hide.invoke([HumanMessage([{"type": "image_url", "image_url": "Zephyrine"}])])


def test_llamaindex_hides_nodes_and_restores_answers():
    pytest.importorskip("llama_index.core")
    from llama_index.core.ingestion import IngestionPipeline
    from llama_index.core.schema import TextNode

    from lexveil.integrations.llamaindex import Hidden

    hidden = Hidden(policy="arbitration", language="en", case="a corpus")
    node = TextNode(text="Mr Ivo Lundgren testified.", metadata={"file_name": "lundgren.txt", "page": 3})
    (made,) = IngestionPipeline(transformations=[hidden]).run(nodes=[node])
    assert made.get_content() == "WITNESS_1 testified."
    assert made.metadata == {"page": 3}
    assert node.get_content() == "Mr Ivo Lundgren testified."
    assert hidden.hide("What did Ivo Lundgren say?") == "What did WITNESS_1 say?"
    assert hidden.restore("WITNESS_1 said no.") == "Ivo Lundgren said no."


def docling_document():
    pytest.importorskip("docling_core")
    from docling_core.types.doc import DocItemLabel, DoclingDocument, TableCell, TableData

    document = DoclingDocument(name="Lundgren")
    document.add_text(DocItemLabel.PARAGRAPH, "Mr Ivo Lundgren testified.")
    cell = TableCell(
        text="Lundgren",
        start_row_offset_idx=0,
        end_row_offset_idx=1,
        start_col_offset_idx=0,
        end_col_offset_idx=1,
    )
    document.add_table(TableData(num_rows=1, num_cols=1, table_cells=[cell]))
    return document


def test_docling_documents_are_one_text():
    from lexveil.integrations.docling import pseudonymized

    document = docling_document()
    made = pseudonymized(document, policy="arbitration", language="en")
    assert made.texts[0].text == "WITNESS_1 testified."
    assert made.tables[0].data.table_cells[0].text == "WITNESS_1"
    assert "Lundgren" not in json.dumps(made.export_to_dict())
    assert document.texts[0].text == "Mr Ivo Lundgren testified."


def test_docling_pictures_are_told():
    pytest.importorskip("docling_core")
    from docling_core.types.doc import ImageRef
    from PIL import Image

    from lexveil.integrations.docling import pseudonymized

    document = docling_document()
    document.add_picture(image=ImageRef.from_pil(Image.new("RGB", (9, 9)), dpi=72))
    with pytest.raises(CoverageError, match="1 pictures"):
        pseudonymized(document, policy="arbitration")
    assert pseudonymized(document, policy="arbitration", images="drop").pictures[0].image is None
