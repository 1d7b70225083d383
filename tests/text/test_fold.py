"""Wrapped lines."""

from lexveil.text.fold import flow, without_line_numbers

LINE = "It was raining on the day before the hearing, and nobody had expected that they would come"


def test_a_line_that_had_room_for_the_next_name_was_ended_on_purpose():
    text = (
        f"{LINE}\nMs Ann Roe, instructed by Quill Moss LLP, for the Applicant\nMr Ivo Doe\n{LINE}\n{LINE}\n"
    )
    assert "Applicant\nMr Ivo" in flow(text)


def test_a_full_line_goes_on():
    text = f"{LINE} with Mr\nRoe from the office. {LINE}\nand that was all.\n{LINE}\n"
    assert "Mr Roe" in flow(text)


def test_a_tab_parts_the_names_of_those_who_sign_beside_one_another():
    assert flow("Ada Berg\tBo Ek Lind\tIda Dal\n") == "Ada Berg\nBo Ek Lind\nIda Dal\n"


def test_a_tab_after_a_label_or_a_number_is_a_space():
    assert flow("Lagdommer\tAda Berg\n1.\tAda Berg\n") == "Lagdommer Ada Berg\n1. Ada Berg\n"


def _page(*lines):
    return "\n".join(f"{number:>2}   {line}" for number, line in enumerate(lines, 1))


def test_the_numbers_of_the_lines_of_a_transcript_are_no_text():
    page = _page("Q.  Good morning. My name is Gail", "Roe and with me is Mr. Doe. We are", *["A.  Yes."] * 9)
    read = without_line_numbers(page)
    assert len(read) == len(page)
    assert read.split() == [word for word in page.split() if not word.isdecimal()]


def test_a_numbered_list_of_names_keeps_its_numbers():
    listed = _page(*["Ann Roe", "Ivo Doe"] * 6)
    assert without_line_numbers(listed) == listed
