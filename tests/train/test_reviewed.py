"""Reviewed gold is divided before anything is learned."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from lexveil.evaluate.gold import Gold, Mention, as_line
from train.reviewed import Settings, divided


def written(folder: Path, name: str, numbers: Iterable[int]) -> Path:
    lines = (
        as_line(Gold(str(n), f"Ann Roe {n}", (Mention(0, 7, "PERSON"),), case="ab"[n % 5 == 0]))
        for n in numbers
    )
    (folder / name).write_text("".join(f"{line}\n" for line in lines), "utf8")
    return folder / name


def test_no_document_is_learned_from_and_measured_on(tmp_path):
    own = written(tmp_path, "own.jsonl", range(40))
    found = divided(Settings(gold=own, out=tmp_path))
    assert len(found.measured) == 10
    assert {each.id for each in found.learned} | {each.id for each in found.measured} == set(
        map(str, range(40))
    )
    assert not {each.id for each in found.learned} & {each.id for each in found.measured}


def test_what_a_test_file_holds_is_not_learned_from(tmp_path):
    own, test = written(tmp_path, "own.jsonl", range(8)), written(tmp_path, "test.jsonl", range(3))
    found = divided(Settings(gold=own, out=tmp_path, test=str(test)))
    assert sorted(each.id for each in found.learned) == ["3", "4", "5", "6", "7"]


def test_strata_give_as_many_documents_each(tmp_path):
    own = written(tmp_path, "own.jsonl", range(40))
    for stratify, wanted in (("", {"a", "b"}), ("case", {"a", "b"})):
        found = divided(Settings(gold=own, out=tmp_path, number=10, stratify=stratify))
        strata = Counter("ab"[int(each.id) % 5 == 0] for each in found.learned)
        assert set(strata) == wanted
        assert (strata["a"] == strata["b"]) == bool(stratify)


def test_too_few_documents_are_told(tmp_path):
    with pytest.raises(SystemExit, match="too few"):
        divided(Settings(gold=written(tmp_path, "own.jsonl", range(1)), out=tmp_path))
