import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexveil.evaluate.detection import both, drop, keep, merge, past_title, readable

RANGES = st.lists(
    st.tuples(st.integers(0, 40), st.integers(1, 10)).map(lambda r: (r[0], r[0] + r[1])), max_size=12
)


@given(RANGES, st.integers(0, 50), st.integers(1, 5))
def test_merged_ranges_touch_what_the_ranges_touch(ranges, start, length):
    end = start + length
    assert merge(ranges).touches(start, end) == any(a < end and start < b for a, b in ranges)


@given(RANGES)
def test_merging_is_sorted_and_without_overlap(ranges):
    starts, ends = merge(ranges)
    flat = [offset for bounds in zip(starts, ends, strict=True) for offset in bounds]
    assert flat == sorted(set(flat))


@given(RANGES, st.text(max_size=60))
def test_keep_and_drop_split_the_flags(ranges, text):
    flags = readable(text)
    cover = merge((start, min(end, len(text))) for start, end in ranges if start < len(text))
    kept, left = keep(flags, cover), drop(flags, cover)
    assert kept.count(1) + left.count(1) == flags.count(1)
    assert both(kept, left) == 0
    assert both(kept, flags) == kept.count(1)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Mr Roe", "Roe"),
        ("MRS. ROE", "ROE"),
        ("Ms\u00a0Roe", "Roe"),
        ("Dr.Roe", "Roe"),
        ("Mr Dr Roe", "Dr Roe"),
        ("Mrsic", "Mrsic"),
        ("Drs Roe", "Drs Roe"),
        ("Mr.", "Mr."),
        ("Judge Roe", "Judge Roe"),
    ],
)
def test_one_leading_courtesy_title_is_set_aside(text, left):
    assert text[past_title(text, 0, len(text)) :] == left
