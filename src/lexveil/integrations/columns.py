"""Columns of pandas and Polars, and rows of Hugging Face datasets: texts in, texts out, missing ones stay.

Each text stands for itself, unless `case` says that the column is one case: then one person has one pseudonym
in all of its rows.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from lexveil import config
from lexveil.errors import InputError
from lexveil.integrations import needed
from lexveil.pipeline import Pseudonymizer

Column = TypeVar("Column")


def pseudonymized(column: Column, **options: Any) -> Column:
    """A `Series` of pandas or Polars, with the texts replaced; `options` are those of `Pseudonymizer`.

    >>> import polars
    >>> heard = polars.Series("heard", ["Mr Ivo Lundgren testified.", None])
    >>> pseudonymized(heard, policy="arbitration", language="en").to_list()
    ['WITNESS_1 testified.', None]
    """
    package = type(column).__module__.partition(".")[0]
    given: Any = column
    if package == "polars":
        polars = needed("polars", extra="polars")
        texts = _texts(given.to_list(), **options)
        return polars.Series(given.name, texts, dtype=polars.String)  # type: ignore[no-any-return]
    if package == "pandas":
        pandas = needed("pandas", extra="pandas")
        values = [None if missing else value for value, missing in zip(given, given.isna(), strict=True)]
        texts = _texts(values, **options)
        return pandas.Series(texts, index=given.index, name=given.name, dtype=given.dtype)  # type: ignore[no-any-return]
    raise InputError("api.no-column", kind=type(column).__name__)


def _texts(values: Iterable[Any], *, each: Pseudonymizer | None = None, **options: Any) -> list[str | None]:
    rows = list(values)
    maker = each or Pseudonymizer(**options)
    made = maker.many([value for value in rows if value is not None])
    return [None if value is None else next(made).text for value in rows]


@dataclass
class Mapper:
    """For `datasets.Dataset.map(Mapper("text"), batched=True)`: pickled with its options alone, so that the
    cache of a dataset knows it again, and every process of `num_proc` loads what it needs."""

    column: str = "text"
    policy: str = config.DEFAULT_POLICY
    language: str = ""
    _each: Pseudonymizer | None = field(default=None, repr=False, compare=False)

    def __call__(self, rows: Mapping[str, list[Any]]) -> dict[str, list[str | None]]:
        if self._each is None:
            self._each = Pseudonymizer(policy=self.policy, language=self.language)
        if not isinstance(rows.get(self.column), list):
            raise InputError("api.not-batched", column=self.column)
        return {self.column: _texts(rows[self.column], each=self._each)}

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_each": None}
