"""A review copy comes back into its own document and revision, and is refused everywhere else."""

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import docx
import pytest

from lexveil import formats, pipeline
from lexveil.errors import InputError
from lexveil.formats import review_copies
from lexveil.review import Command, State, word_answers, word_copy
from review.worlds import KEY, World, world

ORIGIN = word_copy.Origin("d" * 32, 1, 0)
COMMENTS, BODY = "word/comments.xml", "word/document.xml"


@pytest.fixture
def review() -> World:
    return world()


def made(review: World, state: State | None = None) -> bytes:
    origin = word_copy.sealed(ORIGIN, review.document.text, KEY)
    return word_copy.write(review.document, state or review.base, origin)


def changed(data: bytes, member: str, change: Callable[[str], str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            text = old.read(name).decode()
            if name == member:
                assert change(text) != text
                text = change(text)
            new.writestr(name, text)
    return out.getvalue()


def told(review: World, data: bytes) -> list[Command]:
    return word_answers.commands(review.base, word_answers.read(data, review.document))


def comment_on(review: World, data: bytes, words: str, said: str, number: int = 0) -> bytes:
    """A comment by a reader, on words that stand in one run."""
    start, _ = review.at(words, number)
    before = review.document.text[:start].rpartition("\n")[2][-1:]
    assert f"{before}{words}" in review.document.text

    def body(text: str) -> str:
        at = text.rindex(before + words) + len(before)
        close = '</w:t></w:r><w:commentRangeEnd w:id="900"/><w:r><w:commentReference w:id="900"/></w:r>'
        open_ = '</w:t></w:r><w:commentRangeStart w:id="900"/><w:r><w:t xml:space="preserve">'
        rest = '<w:r><w:t xml:space="preserve">'
        return text[:at] + open_ + words + close + rest + text[at + len(words) :]

    note = f'<w:comment w:id="900" w:author="Ann"><w:p><w:r><w:t>{said}</w:t></w:r></w:p></w:comment>'
    data = changed(data, BODY, body)
    return changed(data, COMMENTS, lambda text: text.replace("</w:comments>", f"{note}</w:comments>"))


def numbered(review: World, words: str, number: int = 0) -> int:
    """Which comment is on this occurrence."""
    return sorted(word_copy.proposals(review.base)).index(review.at(words, number))


def says(review: World, data: bytes, words: str, said: str, number: int = 0) -> bytes:
    """Another first line of the comment on it; empty: without the comment."""
    identity = numbered(review, words, number)

    def comments(text: str) -> str:
        start = text.index(f'<w:comment w:id="{identity}"')
        end = text.index("</w:comment>", start)
        if not said:
            return text[:start] + text[end + len("</w:comment>") :]
        line = text.index("<w:t", start)
        open_, close = text.index(">", line) + 1, text.index("</w:t>", line)
        return text[:open_] + said + text[close:]

    return changed(data, COMMENTS, comments)


def test_a_copy_that_nobody_changed_says_nothing(review: World) -> None:
    data = made(review)
    assert told(review, data) == []
    places = {each.place for each in word_answers.read(data, review.document)}
    assert places == set(word_copy.proposals(review.base))
    assert made(review) == data


def test_word_opens_it_and_what_word_saves_can_be_read(review: World) -> None:
    opened = docx.Document(io.BytesIO(made(review)))
    assert "REVIEW COPY WITH REAL NAMES" in opened.paragraphs[0].text
    assert review_copies.MARK in opened.paragraphs[0].text
    assert review_copies.MARK in opened.core_properties.title
    text = "\n".join(each.text for each in opened.paragraphs)
    assert "Ann Torvund of Quellmark Ltd met Bo Lindqvae" in text
    assert [each.text.splitlines()[0] for each in opened.comments][:2] == ["WITNESS_1", "WITNESS_2"]
    saved = io.BytesIO()
    opened.save(saved)
    assert told(review, saved.getvalue()) == []


def test_what_a_reader_says_becomes_commands(review: World) -> None:
    data = says(review, made(review), "Ann Torvund", "")
    assert told(review, data) == [Command("reject", entity="e1", mentions=(review.at("Ann Torvund"),))]
    data = says(review, made(review), "Bo Lindqvae", "Mr B")
    assert told(review, data) == [Command("rename", entity="e3", pseudonym="Mr B")]
    place = review.at("Torvund", 1)
    assert told(review, says(review, made(review), "Torvund", "=", 1)) == [
        Command("keep", entity="e1", mentions=(place,))
    ]
    moved = told(review, says(review, made(review), "Torvund", "WITNESS_2", 1))
    assert moved == [Command("move", entity="e1", entities=("e3",), mentions=(place,))]
    state = review.do(*moved)
    assert "Torvund" in review.texts(state, "e3")
    two = says(review, says(review, made(review), "Bo Lindqvae", "Mr B"), "Lindqvae", "Mr C", 1)
    with pytest.raises(InputError) as refused:
        told(review, two)
    assert refused.value.code == "review-copy.two-names"


def test_a_comment_on_other_words_marks_a_name(review: World) -> None:
    osterholm = review.at("Osterholm", 1)
    known = comment_on(review, made(review), "Osterholm", pseudonym(review, "e10"), 1)
    assert told(review, known) == [Command("add", mentions=(osterholm,), category="PERSON", entity="e10")]
    new = comment_on(review, made(review), "Osterholm", "a name", 1)
    assert told(review, new) == [Command("add", mentions=(osterholm,), category="PERSON")]
    judge = comment_on(review, made(review), "Carla Finchley", "a name")
    found = told(review, judge)
    assert found == [Command("replace", entity="e8", mentions=(review.at("Carla Finchley"),))]
    assert review.do(*found).decisions["e8"].action == "replace"


def test_a_mark_gets_other_bounds(review: World) -> None:
    data = says(review, made(review), "Bo Lindqvae", "")
    start, end = review.at("Bo Lindqvae")
    data = changed(
        data,
        BODY,
        lambda text: text.replace(f'w:id="{numbered(review, "Bo Lindqvae")}"', 'w:id="899"'),
    )
    data = comment_on_run(data, "met ", "Bo Lindqvae", pseudonym(review, "e3"))
    assert told(review, data) == [Command("span", entity="e3", mention=(start, end), to=(start - 4, end))]


def comment_on_run(data: bytes, before: str, words: str, said: str) -> bytes:
    """From the last words of one run to the end of the next."""

    def body(text: str) -> str:
        at = text.index(f"{before}</w:t>")
        open_ = '</w:t></w:r><w:commentRangeStart w:id="901"/><w:r><w:t xml:space="preserve">'
        text = text[:at] + open_ + text[at:]
        end = text.index(f"{words}</w:t></w:r>", at) + len(f"{words}</w:t></w:r>")
        return text[:end] + '<w:commentRangeEnd w:id="901"/>' + text[end:]

    note = f'<w:comment w:id="901"><w:p><w:r><w:t>{said}</w:t></w:r></w:p></w:comment>'
    data = changed(data, BODY, body)
    return changed(data, COMMENTS, lambda text: text.replace("</w:comments>", f"{note}</w:comments>"))


def pseudonym(review: World, entity: str) -> str:
    return review.base.decisions[entity].pseudonym


def test_other_words_are_refused(review: World) -> None:
    data = changed(made(review), BODY, lambda text: text.replace("wrote from", "rang from"))
    with pytest.raises(InputError) as refused:
        told(review, data)
    assert refused.value.code == "review-copy.text-changed"


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"no zip"])
def test_what_is_no_copy_is_refused(review: World, data: bytes) -> None:
    for read in (word_answers.origin_of, lambda each: word_answers.read(each, review.document)):
        with pytest.raises(InputError) as refused:
            read(data)
        assert refused.value.code == "review-copy.none"


def test_entities_of_xml_are_not_expanded(review: World) -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]>'
    data = changed(made(review), COMMENTS, lambda text: text.replace("<w:comments", f"{bomb}<w:comments"))
    with pytest.raises(InputError):
        told(review, data)


def test_it_says_what_it_was_made_of(review: World) -> None:
    found = word_answers.origin_of(made(review))
    assert (found.document, found.analysis, found.number) == ("d" * 32, 1, 0)
    assert found == word_copy.sealed(ORIGIN, review.document.text, KEY)
    assert found != word_copy.sealed(ORIGIN, f"{review.document.text}.", KEY)
    assert found != word_copy.sealed(ORIGIN, review.document.text, bytes(32))
    assert found.seal not in repr(found)


def test_nobody_reads_it_as_a_document(review: World, tmp_path: Path) -> None:
    copy = tmp_path / "award.review-copy.docx"
    copy.write_bytes(made(review))
    with pytest.raises(InputError) as refused:
        formats.read_file(copy)
    assert refused.value.code == "file.review-copy"
    with pytest.raises(InputError):  # saved as something else
        formats.read(f"{review_copies.MARK}\n\nMr Ivo Lundgren".encode(), "award.txt")
    dictionary = tmp_path / "award.lexveil.json"
    dictionary.write_text('{"entities": []}')
    with pytest.raises(InputError) as refused:
        pipeline.recheck(copy, dictionary)
    assert refused.value.code == "file.review-copy"
