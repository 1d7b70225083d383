from builders import doc
from lexveil.model import Document, Entity, Span, Zone
from lexveil.policy import decide, parse

WITNESS = 'format = 1\n[[rule]]\ncategory = "PERSON"\nrole = "WITNESS"\nlabel = "W{n}"\n'


def entities(marked):
    document, spans, roles = doc(marked)
    return document, [
        Entity(f"e{n}", span.category, role or "WITNESS", 1, (span,))
        for n, (span, role) in enumerate(zip(spans, roles, strict=True), 1)
    ]


def actions(marked, policy):
    document, found = entities(marked)
    return [decision.action for decision in decide(document, found, parse(policy, name="mine"))]


def test_the_first_rule_that_fits_decides():
    policy = (
        'format = 1\n[[rule]]\nrole = "JUDGE"\naction = "keep"\n'
        '[[rule]]\ncategory = "PERSON"\nlabel = "P{A}"\n'
    )
    assert actions("[Roe](PERSON:judge) heard [Doe](PERSON) in [Oslo](LOC:location)", policy) == [
        "keep",
        "replace",
        "keep",
    ]


def test_a_decision_says_which_rule():
    document, found = entities("[Roe](PERSON:judge) heard [Doe](PERSON)")
    assert [decision.why for decision in decide(document, found, parse(WITNESS, name="mine"))] == [
        "mine: no rule names it",
        "mine: rule 1",
    ]


def test_kept_names_stay_whatever_their_case_and_accents():
    policy = WITNESS + '[keep]\nnames = ["usain BÖLT"]'
    assert actions("[Usain Bolt](PERSON) met [Doe](PERSON)", policy) == ["keep", "replace"]


def test_kept_contexts_keep_single_mentions():
    document, spans, _ = doc("[Bosman](PERSON) sued. The [Bosman](PERSON) ruling is old.")
    entity = Entity("e1", "PERSON", "WITNESS", 1, spans)
    policy = parse(WITNESS + "[[keep.context]]\nbefore = 'The '\nafter = ' ruling'", name="mine")
    (decision,) = decide(document, [entity], policy)
    assert (decision.action, decision.kept) == ("replace", (spans[1],))


def test_kept_zones():
    document = Document("doc-x", "Roe said. Roe 2010", zones=(Zone(10, 18, "citation"),))
    entity = Entity("e1", "PERSON", "WITNESS", 1, (Span(10, 13, "PERSON"),))
    policy = parse(WITNESS + '[[keep.context]]\nzone = "citation"', name="mine")
    assert decide(document, [entity], policy)[0].action == "keep"


def test_rules_by_certainty():
    document, (entity,) = entities("[Roe](PERSON)")
    policy = parse(WITNESS.replace("label", "certainty = [1, 2]\nlabel"), name="mine")
    assert decide(document, [entity], policy)[0].action == "replace"
    unsure = Entity("e1", "PERSON", "WITNESS", 3, entity.spans)
    assert decide(document, [unsure], policy)[0].action == "keep"


def test_rules_by_source():
    document, (entity,) = entities("[Roe](PERSON)")
    policy = parse('format = 1\n[[rule]]\nsource = "test:mark"\nlabel = "W{n}"', name="mine")
    assert decide(document, [entity], policy)[0].action == "replace"
    other = Entity("e1", "PERSON", "WITNESS", 1, (Span(0, 3, "PERSON", sources=("other:rule",)),))
    assert decide(document, [other], policy)[0].action == "keep"


def test_birth_dates_by_what_stands_before():
    policy = 'format = 1\n[[rule]]\ncategory = "DATE"\nbefore = "(?i)born(?: on)? "\nlabel = "[birth {n}]"'
    assert actions("Born on [3 May 1994](DATE), he left on [4 May 2020](DATE).", policy) == [
        "replace",
        "keep",
    ]


def test_an_address_that_spells_a_replaced_name_goes_too():
    mails = "[ann.roe@example.org](EMAIL:miscellaneous), [info@example.org](EMAIL:miscellaneous)"
    marked = f"[Ann Roe](PERSON): {mails}"
    assert actions(marked, WITNESS) == ["replace", "keep", "keep"]  # three letters prove nothing
    marked = marked.replace("Ann Roe", "Ann Torvund").replace("ann.roe", "a.torvund")
    assert actions(marked, WITNESS) == ["replace", "replace", "keep"]
