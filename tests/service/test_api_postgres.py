"""The same service on PostgreSQL: from the upload to the export, two browsers, and a restart."""

import threading
from pathlib import Path

from service.running import running
from service.server_pg import postgres_server, postgres_url

__all__ = ["postgres_server", "postgres_url"]


def test_review_on_postgresql(tmp_path: Path, postgres_url: str) -> None:
    with running(tmp_path, url=postgres_url) as service, service.browser() as browser:
        document = browser.upload(browser.project())
        names = ("Ivo Lundgren", "Pia Holt", "Jonas Brekke")
        entities = [browser.named(document, name)["id"] for name in names]
        answers: list[int] = []

        def work(entity: str) -> None:
            with service.browser() as own:
                for step in range(4):
                    base = own.review(document)["number"]
                    edit = own.edit(document, base, kind=("accept", "reject")[step % 2], entity=entity)
                    answers.append(edit.status_code)

        threads = [threading.Thread(target=work, args=(each,)) for each in entities]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert answers == [200] * 12
        before = browser.review(document)
        assert before["number"] == 12
    with running(tmp_path, url=postgres_url) as service, service.browser() as browser:
        assert browser.review(document) == before
        told = browser.post(f"/documents/{document}/export", {"formats": ["own"]}).json()
        assert b"Lundgren" in browser.get(f"/exports/{told['export']}/award.txt").content
        assert browser.get("/audit/verify").json()["broken"] is None
