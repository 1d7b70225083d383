import pytest

from lexveil import config
from lexveil.errors import PolicyError
from lexveil.languages import words
from lexveil.model import CATEGORIES, ROLES
from lexveil.policy import parse
from lexveil.policy.rules import LANGUAGES, STYLES

KEEP = 'action = "keep"\n'
ORG = '[[rule]]\ncategory = "ORG"\n'
DATE = '[[rule]]\ncategory = "DATE"\n'
JUDGE = '[[rule]]\nrole = "JUDGE"\n'
X = 'label = "X{n}"\n'
RULE = '[[rule]]\nrole = "WITNESS"\nlabel = "W{n}"\n'
PRESETS = [
    "arbitration", "austria", "belgium", "catalonia", "court-eu", "denmark", "finland", "france", "germany",
    "hipaa", "italy", "norway", "research", "spain", "strict", "sweden", "switzerland", "uk",
]  # fmt: skip


def test_the_presets_are_these():
    assert list(config.presets()) == PRESETS


@pytest.mark.parametrize("name", PRESETS)
def test_presets_parse_and_describe_themselves_and_name_their_source(name):
    policy = config.presets()[name]
    assert policy.rules
    assert policy.description
    head = config.preset_text(name).partition("format = 1")[0]
    assert any(sign in head for sign in ("20", "Art.", "CFR", "§"))


@pytest.mark.parametrize("name", PRESETS)
def test_only_the_benchmarks_preset_touches_citations(name):
    assert config.presets()[name].citations == ("replace" if name == "strict" else "keep")


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
        ('format = 1\n[[rule]]\nlabel = "{name} {n}"', ("line 3", "{name}", "{word}")),
        ('format = 1\n[[rule]]\nlabel = "{word:wizard} {n}"', ("line 3", "{word:wizard}")),
        ('format = 1\n[[rule]]\naction = "keep"\nlabel = "W{n}"', ("line 4", "label", "contradicts")),
        ('format = 1\n[[rule]]\naction = "keep"\nstyle = "blank"', ("line 4", "style", "contradicts")),
        ('format = 1\n[[rule]]\naction = "burn"\nlabel = "W{n}"', ("action", "replace, keep")),
        ('format = 1\n[[rule]]\ncertainty = 4\nlabel = "W{n}"', ("certainty",)),
        ('format = 1\n[[rule]]\ncertainty = [[1]]\nlabel = "W{n}"', ("certainty",)),
        ('format = 1\n[[rule]]\nbefore = "("\nlabel = "W{n}"', ("before", "regular expression")),
        ('format = 1\n[[rule]]\ntext = "("\nlabel = "W{n}"', ("text", "regular expression")),
        ('format = 1\n[[rule]]\nstyle = "wavy"', ("line 3", "style", "underscores")),
        ('format = 1\n[[rule]]\nstyle = "blank"\nlabel = "W{n}"', ("line 4", "label", "blank")),
        ('format = 1\n[[rule]]\nmentions = "many"\nlabel = "W{n}"', ("line 3", "mentions", "2..")),
        ('format = 1\n[[rule]]\nmentions = 2\nlabel = "W{n}"', ("line 3", "mentions")),
        ('format = 1\n[[rule]]\nmentions = "5..2"\nlabel = "W{n}"', ("line 3", "mentions", "empty")),
        ('format = 1\n[[rule]]\nmentions = ".."\nlabel = "W{n}"', ("line 3", "mentions")),
        ('format = 1\n[[rule]]\nsize = "huge"\nlabel = "W{n}"', ("line 3", "size", "small, large")),
        ('format = 1\ntitles = "burn"\n' + RULE, ("titles", "drop, keep, all")),
        ('format = 1\nlegal_forms = "burn"\n' + RULE, ("legal_forms", "keep, drop")),
        ('format = 1\ncitations = "burn"\n' + RULE, ("citations", "replace, keep")),
        ('format = 1\neponyms = "burn"\n' + RULE, ("eponyms", "replace, keep")),
        ('format = 1\nlanguage = "tlh"\n' + RULE, ("language", "fi")),
        ("format = 1\n" + RULE + "[keep]\nnames = 3", ("line 6", "names")),
        ("format = 1\n" + RULE + '[keep]\nnames = [""]', ("line 6", "names")),
        ("format = 1\n" + RULE + '[keep]\npatterns = ["("]', ("line 6", "patterns", "regular expression")),
        ("format = 1\n" + RULE + "[keep]\npeople = 3", ("line 6", "people")),
        ("format = 1\n" + RULE + "keep = 3", ("keep",)),
        ("format = 1\n" + RULE + '[replace]\nname = "Roe"', ("line 6", "name", "names")),
        ("format = 1\n" + RULE + '[replace]\nlabel = "X"', ("line 6", "label", "{n}")),
        ("format = 1\n" + RULE + '[replace]\nstyle = "shift"', ("line 6", "style", "shift")),
        ("format = 1\n" + RULE + "[large]\nmentions = 0", ("line 6", "mentions", "above 0")),
        ("format = 1\n" + RULE + "[[keep.context]]\n", ("line 5", "context", "empty")),
        ("format = 1\n" + RULE + '[[keep.context]]\nzone = "moon"', ("line 6", "zone", "citation")),
        ("format = ", ("TOML",)),
    ],
)
def test_a_bad_policy_says_what_where_and_which_choices(text, words):
    with pytest.raises(PolicyError) as caught:
        parse(text, name="mine")
    assert all(word in str(caught.value) for word in ("mine", *words))
    assert "\n" not in str(caught.value)


def test_an_error_names_the_line_of_its_own_rule():
    text = "format = 1\n" + RULE + '\n[[rule]]\nrole = "JUDGE"\nlabel = "J"\n'
    with pytest.raises(PolicyError, match=r"line 8: label of rule 2"):
        parse(text, name="mine")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        # the same condition twice
        (RULE + '[[rule]]\nrole = "WITNESS"\naction = "keep"\n', ("line 5", "rule 2 contradicts rule 1")),
        (RULE + RULE, ("line 5", "rule 2 can never be reached", "rule 1")),
        # a narrower one after a wider
        ('[[rule]]\nlabel = "X{n}"\n' + RULE, ("line 4", "rule 2 can never be reached")),
        (RULE + RULE + "certainty = 1\n", ("rule 2 can never be reached",)),
        (RULE + RULE + 'mentions = "2.."\n', ("rule 2 can never be reached",)),
        (
            '[[rule]]\ncategory = ["PERSON", "ORG"]\n' + X + ORG + KEEP,
            ("line 5", "rule 2 can never be reached"),
        ),
        # styles and sizes
        ('[[rule]]\ncategory = "PERSON"\nstyle = "shift"\n', ("line 4", "style shift", "DATE")),
        ('[[rule]]\nstyle = "generalize"\n', ("line 3", "style generalize", "AGE")),
        ('[[rule]]\ncategory = "DATE"\nstyle = "initials"\n', ("line 4", "style initials", "PERSON")),
        ('[[rule]]\ncategory = "PERSON"\nsize = "small"\nlabel = "X{n}"\n', ("line 4", "size", "ORG")),
        # a name that is kept and replaced
        (RULE + '[keep]\nnames = ["Roe"]\n[replace]\nnames = ["ROE"]\n', ("line 8", "names", "[keep]")),
    ],
)
def test_a_contradictory_policy_says_which_rule_and_line(text, words):
    with pytest.raises(PolicyError) as caught:
        parse("format = 1\n" + text, name="mine")
    assert all(word in str(caught.value) for word in ("mine", *words))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "more",
    [
        ORG + 'role = "WITNESS"\n' + KEEP + ORG + X,
        JUDGE + 'mentions = "2.."\n' + X + JUDGE + KEEP,
        DATE + 'before = "born "\n' + X + DATE + X,
        ORG + 'size = "large"\n' + KEEP + ORG + X,
    ],
)
def test_a_narrower_rule_before_a_wider_one_is_fine(more):
    assert len(parse("format = 1\n" + more, name="mine").rules) == 2


def test_listed_names_do_not_show_in_repr_or_errors():
    lists = '[keep]\nnames = ["Canary Xylander"]\n[replace]\nnames = ["Canary Quellmark"]\n'
    policy = parse("format = 1\n" + RULE + lists, name="mine")
    assert "Xylander" not in repr(policy)
    assert "Quellmark" not in repr(policy)
    with pytest.raises(PolicyError) as caught:
        parse("format = 1\n" + RULE + lists.replace("Quellmark", "Xylander"), name="mine")
    assert "Xylander" not in str(caught.value)


def test_underscores_have_a_label_of_their_own():
    policy = parse('format = 1\n[[rule]]\ncategory = "PERSON"\nstyle = "underscores"', name="mine")
    assert policy.rules[0].label == "{A}.________"


def test_every_language_has_a_word_for_everything():
    assert set(words.languages()) == set(LANGUAGES)
    for language in LANGUAGES:
        for name in (*CATEGORIES, *ROLES, "BIRTH"):
            assert words.word(name, language)


def test_the_styles_are_those_of_the_docs():
    assert set(STYLES) == {
        "label", "underscores", "initials", "blank", "redact", "random", "surrogate", "shift", "generalize",
    }  # fmt: skip


def test_a_policy_may_weigh_the_residual_risk_otherwise():
    table = "[risk]\nORG = 4\nBIRTH_DATE = 0\n"
    rule = 'format = 1\n[[rule]]\ncategory = "PERSON"\nlabel = "P{n}"\n'
    assert parse(rule + table, name="mine").risk == {"ORG": 4, "BIRTH_DATE": 0}
    for wrong in ("ORG = 6", "ORG = true", "NOTHING = 1"):
        with pytest.raises(PolicyError):
            parse(f"{rule}[risk]\n{wrong}\n", name="mine")
