"""Which gold there is in a folder, and what can be measured on it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lexveil.errors import InputError
from lexveil.evaluate import gold as golds
from lexveil.evaluate import word_gold
from lexveil.evaluate.clusters import choose
from lexveil.evaluate.gold import Gold

ENDINGS = (".jsonl", ".jsonl.xz", ".jsonl.gz")
LEARNED_FROM = re.compile(r"(?:^|[-_.])train(?:$|[-_.])")  # in the name of files that models have seen
# The Text Anonymization Benchmark's test part and its translations, by the names of their files: an exam, of
# which a book that is made again after every change would make one more development set.
EXAM = re.compile(r"(?:^|[-_./])(?:tab|echr)[-_./](?:[^/]+[-_.])?(?:test|manual)(?:$|[-_.])", re.IGNORECASE)
CAPTION = 0.35  # of a text: where all marks stand before it, only the first page was marked


@dataclass(frozen=True, slots=True)
class Corpus:
    name: str  # the path within the folder, without ending
    documents: tuple[Gold, ...] = field(repr=False)
    whole: int  # how many there are in the file
    of_words: bool = False  # people, organisations and places alone are marked

    @property
    def mentions(self) -> list[golds.Mention]:
        return [each for gold in self.documents for each in gold.mentions]

    @property
    def partial(self) -> bool:
        """Only the first page is marked, so what is found behind it cannot be called wrong."""
        ends = [max((each.end for each in gold.mentions), default=0) for gold in self.documents]
        marked = sum(end < CAPTION * len(gold.text) for end, gold in zip(ends, self.documents, strict=True))
        return marked > 0.9 * len(self.documents)

    @property
    def names_alone(self) -> bool:
        """Only people are marked, and nothing but who is who is told of them."""
        return not self.annotated and all(
            each.type == golds.UNTYPED and each.cluster and not each.role and not each.mark
            for each in self.mentions
        )

    @property
    def annotated(self) -> bool:
        return any(gold.annotators for gold in self.documents)

    @property
    def judged_twice(self) -> bool:
        return any(len(gold.annotators) > 1 for gold in self.documents)

    @property
    def clustered(self) -> bool:
        return any(each.cluster for each in self.mentions)

    @property
    def marked(self) -> bool:
        """Told finely enough for what a reader sees."""
        return any(each.mark for each in self.mentions)

    @property
    def with_roles(self) -> bool:
        return any(each.role for each in self.mentions)


@dataclass(frozen=True, slots=True)
class LeftOut:
    name: str
    why: str


def found(folder: Path, more: Sequence[Path] = (), *, most: int = 0) -> tuple[list[Corpus], list[LeftOut]]:
    """The corpora of a folder and `more` files of gold, at most `most` documents of each (0: all), taken
    evenly; and the files that are none."""
    if not folder.is_dir():
        raise InputError("evaluate.book_folder", path=folder)
    corpora: list[Corpus] = []
    left_out: list[LeftOut] = []
    for path, name, asked in (*_files(folder), *((path, path.name.split(".")[0], True) for path in more)):
        if EXAM.search("/".join(path.parts[-2:])):
            left_out.append(LeftOut(name, "an exam, which no book opens"))
            continue
        if not asked and (LEARNED_FROM.search(Path(name).name) or Path(name).name in golds.learned()):
            left_out.append(LeftOut(name, "models have learned from it"))
            continue
        try:
            documents, of_words = _read(path)
        except InputError:
            if asked:
                raise
            left_out.append(LeftOut(name, "no gold documents"))
            continue
        if not asked and Path(name).name in golds.splits():  # the rest was trained on
            documents = choose(documents, Path(name).name)
        if any(gold.mentions for gold in documents):
            corpora.append(Corpus(name, _evenly(documents, most), len(documents), of_words))
        else:
            left_out.append(LeftOut(name, "nothing is marked"))
    if not corpora:
        raise InputError("evaluate.book_nothing", path=folder)
    return corpora, left_out


def _read(path: Path) -> tuple[tuple[Gold, ...], bool]:
    """Gold documents, or else sentences of words with tags; what is neither is no gold document."""
    try:
        return golds.read(path), False
    except InputError as error:
        try:
            return word_gold.read(path), True
        except InputError:
            raise error from None


def _files(folder: Path) -> Iterator[tuple[Path, str, bool]]:
    for path in sorted(folder.rglob("*")):
        ending = next((each for each in ENDINGS if path.name.endswith(each)), "")
        if ending and path.is_file():
            yield path, path.relative_to(folder).as_posix().removesuffix(ending).removesuffix(".gold"), False


def _evenly(documents: tuple[Gold, ...], most: int) -> tuple[Gold, ...]:
    """
    >>> _evenly(tuple("abcdef"), 3)
    ('a', 'c', 'e')
    """
    if not most or len(documents) <= most:
        return documents
    return tuple(documents[at * len(documents) // most] for at in range(most))
