"""Texts and files from a program: what comes in, what is remembered, what is refused; no error quotes."""

import io
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import lexveil
from lexveil.errors import InputError, LexveilError, OutputError, PolicyError, VaultError
from lexveil.store.keys import passphrase

HEARD = "Mr Ivo Lundgren testified."
EACH = lexveil.Pseudonymizer(policy="arbitration", language="en")


def talk() -> lexveil.Pseudonymizer:
    return lexveil.Pseudonymizer(policy="arbitration", language="en", case="a talk")


def test_offsets_are_those_of_the_text():
    text = f"\ufeffHeard:\r\n\r\n{HEARD}\r\n"
    made = lexveil.pseudonymize_text(text, policy="arbitration")
    assert made.document.text == text
    assert made.text == "\ufeffHeard:\r\n\r\nWITNESS_1 testified.\r\n"


@pytest.mark.parametrize("text", ["", " \n\t", "7", "\N{ZERO WIDTH SPACE}"])
def test_a_text_without_words_comes_back(text):
    assert EACH.text(text).text == text


def opened(path):
    return io.BytesIO(path.read_bytes())


@pytest.mark.parametrize("given", [Path, str, Path.read_bytes, opened])
def test_a_file_may_be_a_path_bytes_or_open(tmp_path, given):
    path = tmp_path / "award.html"
    path.write_bytes(b"<p>Mr Ivo Lundgren testified.</p>")
    made = lexveil.pseudonymize(given(path), policy="arbitration", suffix=".html")
    assert lexveil.to_bytes(made) == b"<p>WITNESS_1 testified.</p>"


def test_an_open_file_tells_its_format_by_its_name(tmp_path):
    (tmp_path / "award.md").write_text(HEARD)
    with (tmp_path / "award.md").open("rb") as file:
        assert EACH.document(file).text == "WITNESS_1 testified."


def test_many_are_read_as_they_are_asked_for_and_stand_for_themselves():
    asked = []

    def texts():
        for number in range(7):
            asked.append(number)
            yield HEARD if number % 2 else "Ms Pia Holt testified."

    found = EACH.many(texts(), batch=2)
    assert next(found).text == "WITNESS_1 testified."
    assert asked == [0, 1]
    assert [each.text for each in found] == ["WITNESS_1 testified."] * 6


def test_many_give_what_each_gives_alone(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("Mr Nils Quellmark was heard.\n", "utf8")
    items = [HEARD, path, lexveil.Document(id="doc-1", text="Ms Pia Holt testified.", language="en")]
    together = [each.text for each in EACH.many(items)]
    alone = [EACH.text(HEARD).text, EACH.document(path).text, EACH.text("Ms Pia Holt testified.").text]
    assert together == alone


def test_a_case_goes_through_many_too():
    texts = [HEARD, "Ms Pia Holt testified.", "Lundgren was heard again."]
    assert [each.text for each in talk().many(texts)] == [
        "WITNESS_1 testified.",
        "WITNESS_2 testified.",
        "WITNESS_1 was heard again.",
    ]


def test_the_names_come_back_from_a_case_in_memory():
    made = talk()
    made.text(HEARD)
    assert made.restore("WITNESS_1, not WITNESS_2") == "Mr Ivo Lundgren, not WITNESS_2"
    assert talk().restore("WITNESS_1") == "WITNESS_1"


def test_a_vault_keeps_the_case_for_the_next_program(tmp_path):
    key = passphrase("four words or maybe five")
    for text, expected in [
        (HEARD, "WITNESS_1 testified."),
        ("Ms Pia Holt testified.", "WITNESS_2 testified."),
    ]:
        with lexveil.open_vault(tmp_path / "cases.vault", key) as vault:
            made = lexveil.Pseudonymizer(policy="arbitration", language="en", case="a talk", vault=vault)
            assert made.text(text).text == expected
    with lexveil.open_vault(tmp_path / "cases.vault", key) as vault:
        made = lexveil.Pseudonymizer(policy="arbitration", case="a talk", vault=vault)
        assert made.restore("WITNESS_1 and WITNESS_2") == "Mr Ivo Lundgren and Ms Pia Holt"


def test_what_an_error_stops_is_not_remembered(monkeypatch):
    made = talk()
    with monkeypatch.context() as patched:
        patched.setattr("lexveil.pipeline.pseudonymizer.expect_gone", stop)
        with pytest.raises(LexveilError):
            made.text(HEARD)
    assert made.text("Ms Pia Holt testified.").text == "WITNESS_1 testified."
    assert made.restore("WITNESS_1") == "Ms Pia Holt"


def stop(*_):
    raise LexveilError("leak.text")


def test_threads_share_a_case():
    made = talk()
    texts = [f"Mr {name} Lundgren{name.lower()} testified." for name in ("Ivo", "Pål", "Nils", "Arvid")] * 3
    with ThreadPoolExecutor(4) as pool:
        shown = list(pool.map(lambda text: made.text(text).text, texts))
    assert len(set(shown)) == 4
    assert shown == shown[:4] * 3


class Blank:
    def __repr__(self):
        return "Zephyrine Torvund"


@pytest.mark.parametrize(
    ("call", "kind", "says"),
    [
        (lambda: EACH.text(b"Zephyrine Torvund"), InputError, "this is a bytes"),
        (lambda: EACH.text(Blank()), InputError, "this is a Blank"),
        (lambda: EACH.text("Zephyrine Torvund \ud83d"), InputError, "offset 18"),
        (lambda: EACH.document(b"Zephyrine Torvund"), InputError, 'suffix=".docx"'),
        (lambda: EACH.document(b"Zephyrine Torvund", suffix=".zephyrine"), InputError, "not a format"),
        (lambda: EACH.document(b"Zephyrine Torvund", suffix=".docx"), InputError, "document.docx"),
        (lambda: EACH.document(Blank(), suffix=".txt"), InputError, "this is a Blank"),
        (lambda: EACH.document(io.StringIO("Zephyrine"), suffix=".txt"), InputError, '"rb"'),
        (lambda: list(EACH.many([HEARD, None])), InputError, "2: a text was expected"),
        (lambda: EACH.restore("Zephyrine"), VaultError, "case="),
        (lambda: talk().restore(b"Zephyrine"), InputError, "this is a bytes"),
        (lambda: lexveil.Pseudonymizer(policy="nonsense"), PolicyError, "court-eu"),
        (lambda: lexveil.Pseudonymizer(language="xx"), LexveilError, "choose one of auto"),
        (lambda: lexveil.Pseudonymizer(case=" "), VaultError, "case"),
        (lambda: lexveil.pseudonymize(b"Zephyrine", suffix=".txt", out="out"), OutputError, "to_bytes"),
        (
            lambda: EACH.text("Zephyrine" + "\U000e0041" * 9),
            LexveilError,
            "characters that are not seen",
        ),
        (
            lambda: lexveil.pseudonymize_text("Zephyrine", settings=lexveil.Settings(max_bytes=4)),
            InputError,
            "larger than the limit",
        ),
    ],
)
def test_bad_input_is_one_clear_line_that_quotes_nothing(call, kind, says):
    with pytest.raises(kind) as caught:
        call()
    told = str(caught.value)
    assert says in told
    assert "\n" not in told
    assert "Zephyrine" not in told
    assert "Torvund" not in told


def test_nothing_that_is_printed_shows_a_name():
    made = talk()
    result = made.text("Ms Zephyrine Torvund testified.")
    shown = repr(made) + repr(result)
    assert "Torvund" not in shown
    assert "Zephyrine" not in shown
