import pytest

from lexveil import config
from lexveil.errors import PolicyError
from lexveil.policy import parse

RULE = '[[rule]]\nrole = "WITNESS"\nlabel = "W{n}"\n'


@pytest.mark.parametrize("name", ["arbitration", "court-eu", "strict"])
def test_presets_parse_and_describe_themselves(name):
    policy = config.presets()[name]
    assert policy.rules
    assert policy.description


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("format = 1\n" + RULE + 'colour = "red"', ("line 5", "colour", "certainty")),
        ("format = 1\nstyle = 2\n" + RULE, ("line 2", "style")),
        ("format = 2\n" + RULE, ("line 1", "format")),
        (RULE, ("format",)),
        ("format = 1", ("rule",)),
        ('format = 1\n[[rule]]\nrole = "WIZARD"\nlabel = "W{n}"', ("line 3", "WIZARD", "WITNESS")),
        ('format = 1\n[[rule]]\ncategory = "NAME"\nlabel = "W{n}"', ("line 3", "NAME", "PERSON")),
        ('format = 1\n[[rule]]\nlabel = "W"', ("line 3", "{n}")),
        ('format = 1\n[[rule]]\naction = "keep"\nlabel = "W{n}"', ("label", "contradicts")),
        ('format = 1\n[[rule]]\naction = "burn"\nlabel = "W{n}"', ("action", "replace, keep")),
        ('format = 1\n[[rule]]\ncertainty = 4\nlabel = "W{n}"', ("certainty",)),
        ('format = 1\n[[rule]]\nbefore = "("\nlabel = "W{n}"', ("before", "regular expression")),
        ('format = 1\ntitles = "burn"\n' + RULE, ("titles", "drop, keep, all")),
        ("format = 1\n" + RULE + "[keep]\nnames = 3", ("names",)),
        ("format = 1\n" + RULE + "[[keep.context]]\n", ("context", "empty")),
        ("format = ", ("TOML",)),
    ],
)
def test_a_bad_policy_says_what_where_and_which_choices(text, words):
    with pytest.raises(PolicyError) as caught:
        parse(text, name="mine")
    assert all(word in str(caught.value) for word in ("mine", *words))
    assert "\n" not in str(caught.value)


def test_kept_names_do_not_show_in_repr():
    policy = parse("format = 1\n" + RULE + '[keep]\nnames = ["Canary Xylander"]', name="mine")
    assert "Xylander" not in repr(policy)
