"""A folder of published decisions, written whole or not at all, and searched for all that had to go.

index.html courts.html statutes.html roles.html site.css
catalogue.ttl catalogue.jsonld shapes.ttl queries/*.rq
decision/NAME/index.html text.txt decision.akn.xml decision.ttl decision.jsonld
"""

import shutil
import tempfile
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from lexveil import check
from lexveil.errors import LeakError, OutputError
from lexveil.publish import site
from lexveil.publish.akn import akoma_ntoso
from lexveil.publish.graph import json_ld, turtle
from lexveil.publish.publication import Publication
from lexveil.publish.triples import of_catalogue, of_decision
from lexveil.text.search import Form

SHAPES = "shapes.ttl"
QUERIES = "queries"


def shapes() -> str:
    return (files("lexveil.publish") / SHAPES).read_text("utf8")


def queries() -> dict[str, str]:
    """Example questions to the data, by name."""
    folder = files("lexveil.publish") / QUERIES
    return {
        each.name: each.read_text("utf8") for each in sorted(folder.iterdir(), key=lambda file: file.name)
    }


class Folder:
    """Decisions are added one by one; `finish` adds the lists of all and moves everything into place."""

    def __init__(self, out: Path, base: str, *, language: str) -> None:
        if out.exists() and (not out.is_dir() or any(out.iterdir())):
            raise OutputError("publish.not_empty", folder=out)
        self.out, self.base, self.language = out, base, language
        self.all_published: list[Publication] = []
        self.names: set[str] = set()  # that are taken
        try:
            out.parent.mkdir(parents=True, exist_ok=True)
            self._draft = Path(tempfile.mkdtemp(dir=out.parent, prefix=".lexveil-"))
        except OSError as error:
            raise OutputError(
                "pipeline.unwritable-folder", folder=out.parent, reason=error.strerror
            ) from None

    def __enter__(self) -> "Folder":
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self._draft, ignore_errors=True)

    def add(self, published: Publication, hidden: Sequence[Form]) -> None:
        """`hidden` is what nobody may read in it."""
        triples = list(of_decision(published, self.base))
        folder = f"decision/{published.name}/"
        written = {
            "index.html": site.decision_page(published, language=self.language),
            "text.txt": published.text,
            "decision.akn.xml": akoma_ntoso(published, self.base),
            "decision.ttl": turtle(triples),
            "decision.jsonld": json_ld(triples),
        }
        for name, text in written.items():
            self._write(folder + name, text)
            self._expect_clean(folder + name, text, hidden)
        self._expect_clean(folder, published.name, hidden)
        self._expect_clean(
            folder, " | ".join((published.title, published.court, published.approved_by)), hidden
        )
        self.all_published.append(published)
        self.names.add(published.name)

    def finish(self) -> None:
        title = site.words(self.language)("title")
        triples = list(of_catalogue(self.all_published, self.base, title=title))
        whole = {
            "index.html": site.index_page(self.all_published, language=self.language),
            **site.list_pages(self.all_published, language=self.language),
            site.CSS: site.style(),
            "catalogue.ttl": turtle(triples),
            "catalogue.jsonld": json_ld(triples),
            SHAPES: shapes(),
            **{f"{QUERIES}/{name}": text for name, text in queries().items()},
        }
        for name, text in whole.items():
            self._write(name, text)
        try:
            if self.out.exists():
                self.out.rmdir()
            self._draft.chmod(0o755)
            self._draft.rename(self.out)
        except OSError as error:
            raise self._refused(self.out, error) from None

    @staticmethod
    def _refused(folder: Path, error: OSError) -> OutputError:
        return OutputError("pipeline.unwritable-folder", folder=folder, reason=error.strerror)

    def _write(self, name: str, text: str) -> None:
        path = self._draft / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf8", newline="")

    def _expect_clean(self, name: str, text: str, hidden: Sequence[Form]) -> None:
        found = check.leaks(text.encode(), hidden).leaks
        if found:
            raise LeakError("publish.leak", name=name, number=len(found))
