"""Wrapped lines."""

from lexveil.text.fold import flow

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
