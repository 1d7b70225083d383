"""LlamaIndex: a transformation of an ingestion pipeline, and the names again in what a model answers.

hidden = Hidden(policy="court-eu", case="a corpus")
nodes = IngestionPipeline(transformations=[splitter, hidden]).run(documents=documents)
hidden.restore(str(engine.query(hidden.hide("What did Ms Torvund say?"))))
"""

from collections.abc import Sequence
from typing import Any

from lexveil.integrations import needed
from lexveil.pipeline import Pseudonymizer

_schema = needed("llama_index.core.schema", extra="llamaindex")
_pydantic = needed("pydantic", extra="llamaindex")

TELLING = ("file_path", "file_name", "title", "author")  # metadata that name somebody as a rule


class Hidden(_schema.TransformComponent):  # type: ignore[misc, name-defined]
    """Texts of nodes are replaced, and every text among their metadata; ids and relations stay."""

    _each: Pseudonymizer = _pydantic.PrivateAttr()

    def __init__(self, *, case: str, **options: Any) -> None:
        super().__init__()
        self._each = Pseudonymizer(case=case, **options)

    def __call__(self, nodes: Sequence[Any], **_: Any) -> list[Any]:
        made = []
        for node in nodes:
            copy = node.model_copy(deep=True)
            copy.set_content(self.hide(node.get_content()))
            copy.metadata = {
                name: self._told(value) for name, value in node.metadata.items() if name not in TELLING
            }
            made.append(copy)
        return made

    def hide(self, text: str) -> str:
        return self._each.text(text).text

    def restore(self, text: str) -> str:
        return self._each.restore(text)

    def _told(self, value: Any) -> Any:
        return self.hide(value) if isinstance(value, str) else value
