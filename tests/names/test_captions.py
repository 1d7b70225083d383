"""The first page as a structure: places and the sides of parties."""

import time

import pytest

from lexveil.languages import codes, load
from lexveil.names.captions import places
from lexveil.text.fold import flow


def found(text, language="en"):
    running = flow(text)
    return [
        (" ".join(running[each.start : each.end].split(" ,")), each.role, each.side)
        for each in places(running, load(language))
    ]


def test_the_word_after_a_party_is_its_side():
    text = "Between:\nANA ROE Claimant -and- (1) BO POE (2) LOE (UK) LIMITED Defendants"
    assert [(name.strip(), side) for name, _, side in found(text)] == [
        ("ANA ROE", "CLAIMANT"), ("BO POE", "DEFENDANT"), ("LOE (UK) LIMITED", "DEFENDANT"),
    ]  # fmt: skip


def test_a_department_is_no_counsel_for_somebody():
    text = "Between:\nKB Appellant -and- SECRETARY OF STATE FOR THE HOME DEPARTMENT Respondent"
    assert {role for _, role, _ in found(text)} == {"PARTY"}


def test_a_column_of_brackets_is_read_from_top_to_bottom():
    rows = (
        "ANA ROE,                )   Case No. 12",
        "          Plaintiff,    )",
        "      vs.               )   Judge Poe",
        "BO DOE,                 )",
        "          Defendant.    )",
    )
    text = "\n".join(rows)
    assert [(name.strip(" ,"), side) for name, role, side in found(text) if role == "PARTY"] == [
        ("ANA ROE", "PLAINTIFF"), ("BO DOE", "DEFENDANT"),
    ]  # fmt: skip


def test_a_scottish_caption_says_who_sits_sues_and_appears():
    text = (
        "JUDGMENT OF SHERIFF ADA ROE\n\nin the cause\n\nBO JOHN POE, residing at 14 Tobford\n"
        "                              Pursuer\nagainst\n\nBO POE and DI LOE, spouses, both residing there\n"
        "                              Defenders\n\nAct: Foe, advocate\nAlt: E. Moe, solicitor"
    )
    assert [(name.strip(" ,"), role, side) for name, role, side in found(text)] == [
        ("ADA ROE", "BENCH", ""), ("BO JOHN POE", "PARTY", "CLAIMANT"),
        ("BO POE and DI LOE", "PARTY", "DEFENDANT"),
        ("Foe, advocate", "LAWYER", ""), ("E. Moe, solicitor", "LAWYER", ""),
    ]  # fmt: skip


def test_prose_has_no_places():
    text = "1. The appeal was brought by the defendant against the claimant, and Mr Roe agreed with it."
    assert found(text) == []


def test_a_label_before_names_holds_until_the_next():
    text = (
        "Puheenjohtaja   käräjätuomari Ada Roe\n\nVastaajat       1. Poe Bo, Kuhmo\n"
        "                2. Loe Cai, Lahti, 28 vuotta\n\nAvustaja        asianajaja Di Doe\n\n"
        "ASIA            Varkaus\n\nDan Foe on kiistänyt syytteen."
    )
    assert [(name.strip(" ,"), role, side) for name, role, side in found(text, "fi")] == [
        ("Ada Roe", "JUDGE", ""), ("Poe Bo, Kuhmo", "PARTY", "DEFENDANT"),
        ("Loe Cai, Lahti, 28 vuotta", "PARTY", "DEFENDANT"), ("asianajaja Di Doe", "LAWYER", ""),
    ]  # fmt: skip


def test_the_first_of_numbered_parties_does_not_begin_the_text():
    parties = "1. Bo Poe, Hauptstraße 12, 12345 Musterstadt am See,\n2. Cai Loe\n\nBeklagte"
    text = f"Klägerin:\nAda Roe\n\ngegen\n\n{parties}"
    assert [(name.strip(" ,"), side) for name, _, side in found(text, "de")][1:] == [
        ("Bo Poe, Hauptstraße 12, 12345 Musterstadt am See", "DEFENDANT"), ("Cai Loe", "DEFENDANT"),
    ]  # fmt: skip


@pytest.mark.parametrize("language", codes())
def test_a_long_number_on_the_first_page_takes_no_longer_than_a_short_one(language):
    began = time.process_time()
    found(f"Between:\nANA ROE 1 {'7' * 40} (2) {'3' * 40}x\n-and-\nBO POE", language)
    assert time.process_time() - began < 5
