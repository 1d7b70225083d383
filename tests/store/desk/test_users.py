"""Users, sessions and tokens."""

import threading

import pytest

from lexveil.store.desk import DeskError, Missing, Taken


@pytest.fixture
def ann(desk):
    return desk.add_user("Ann", "$argon2id$ann", "reviewer")


def test_a_user_is_found_by_id_and_by_name_in_any_case(desk, ann):
    assert desk.user(ann.id) == ann == desk.user_named(" ANN ")
    assert (ann.active, ann.failed, ann.locked_until) == (True, 0, "")
    bo = desk.add_user("Bo", "$argon2id$bo", "administrator")
    assert desk.users() == [ann, bo]
    assert desk.user("nobody") is None
    assert desk.user_named("nobody") is None


def test_a_name_is_given_once(desk, ann):
    with pytest.raises(Taken, match="choose another"):
        desk.add_user("ann", "other", "administrator")
    assert desk.users() == [ann]


def test_only_what_is_named_is_changed(desk, ann):
    changed = desk.change_user(ann.id, role="second reader", locked_until="2031-05-04T12:00:00+02:00")
    assert (changed.role, changed.locked_until) == ("second reader", "2031-05-04T10:00:00.000000+00:00")
    assert changed.password_hash == ann.password_hash
    again = desk.change_user(ann.id, active=False, failed=7, password_hash="new", locked_until="")
    assert (again.active, again.failed, again.password_hash, again.locked_until) == (False, 7, "new", "")
    assert desk.user(ann.id) == again
    with pytest.raises(Missing):
        desk.change_user("nobody", role="administrator")


def test_wrong_passwords_at_once_all_count(desk, ann):
    threads = [threading.Thread(target=desk.count_failure, args=(ann.id,)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert desk.user(ann.id).failed == 8
    with pytest.raises(Missing):
        desk.count_failure("nobody")


def test_a_session_ends_by_itself_or_when_it_is_ended(desk, ann, clock):
    end = "2031-05-04T11:00:00Z"
    first = desk.add_session(ann.id, "aa", "csrf-a", end)
    desk.add_session(ann.id, "bb", "csrf-b", "2031-05-06T11:00:00Z")
    assert desk.session("aa") == first
    assert desk.session("aa").csrf == "csrf-a"
    clock.pass_(minutes=30)
    desk.touch_session("aa")
    assert desk.session("aa").seen > first.seen
    clock.pass_(hours=1)
    assert desk.session("aa") is None
    assert desk.tidy() == (1, 0)
    assert desk.end_session("bb")
    assert not desk.end_session("bb")
    assert desk.session("bb") is None


def test_a_session_that_is_used_can_last_longer(desk, ann, clock):
    desk.add_session(ann.id, "aa", "csrf", "2031-05-04T11:00:00Z")
    desk.touch_session("aa", expires="2031-05-04T13:00:00Z")
    clock.pass_(hours=2)
    assert desk.session("aa").user_id == ann.id


def test_all_sessions_of_a_user_end_but_for_one(desk, ann):
    for name in ("aa", "bb", "cc"):
        desk.add_session(ann.id, name, "csrf", "2031-06-01T00:00:00Z")
    assert desk.end_sessions(ann.id, but="bb") == 2
    assert [name for name in ("aa", "bb", "cc") if desk.session(name)] == ["bb"]
    assert desk.end_sessions(ann.id) == 1


def test_tokens_are_found_by_their_hash_and_belong_to_their_user(desk, ann):
    token = desk.add_token(ann.id, "dd", "the script")
    assert desk.token("dd") == token
    assert desk.tokens(ann.id) == [token]
    desk.touch_token(token.id)
    assert desk.token("dd").used
    with pytest.raises(Taken):
        desk.add_token(ann.id, "dd", "the same")
    assert not desk.remove_token(token.id, user_id="another")
    assert desk.remove_token(token.id, user_id=ann.id)
    assert desk.token("dd") is None


def test_a_user_goes_with_sessions_tokens_and_memberships(desk, ann, case):
    desk.add_session(ann.id, "aa", "csrf", "2031-06-01T00:00:00Z")
    desk.add_token(ann.id, "dd", "script")
    desk.add_member(case, ann.id)
    assert desk.remove_user(ann.id)
    assert not desk.remove_user(ann.id)
    assert (desk.session("aa"), desk.token("dd"), desk.members(case)) == (None, None, [])
    for adding in (
        lambda: desk.add_session(ann.id, "ee", "csrf", "2031-06-01T00:00:00Z"),
        lambda: desk.add_token(ann.id, "ee", "script"),
        lambda: desk.add_member(case, ann.id),
    ):
        with pytest.raises(Missing):
            adding()


@pytest.mark.parametrize("odd", ["a\0b", "\ud800", "\0"])
def test_what_cannot_be_stored_is_not_found_and_not_written(desk, odd):
    assert desk.user(odd) is None
    assert desk.user_named(odd) is None
    assert desk.session(odd) is None
    assert desk.document(odd) is None
    assert desk.documents(odd) == []
    with pytest.raises(DeskError, match="none that a database keeps"):
        desk.add_user(odd, "hash", "reviewer")


@pytest.mark.parametrize("time", ["tomorrow", "2031-05-04T10:00:00"])
def test_a_time_says_its_zone(desk, ann, time):
    with pytest.raises(DeskError, match="a time must"):
        desk.add_session(ann.id, "aa", "csrf", time)


def test_no_secret_shows(desk, ann):
    session = desk.add_session(ann.id, "5e55", "c5rf", "2031-06-01T00:00:00Z")
    token = desk.add_token(ann.id, "70c3", "script")
    shown = f"{ann!r} {session!r} {token!r} {desk!r} {desk.crypt!r} {desk.database!r}"
    assert not [secret for secret in ("argon2", "5e55", "c5rf", "70c3") if secret in shown]
