from builders import doc
from lexveil.model import Document, Entity, Span, Zone
from lexveil.policy import decide, listed, parse

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
    assert [str(decision.why) for decision in decide(document, found, parse(WITNESS, name="mine"))] == [
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


def policy_of(text):
    return parse("format = 1\n" + text, name="mine")


PERSONS = '[[rule]]\ncategory = "PERSON"\nlabel = "P{n}"\n'


def test_a_decision_carries_label_and_style():
    document, found = entities("[Roe](PERSON)")
    (decision,) = decide(document, found, policy_of('[[rule]]\ncategory = "PERSON"\nstyle = "initials"'))
    assert (decision.action, decision.style, decision.label) == ("replace", "initials", "")


def mentioned(text, name, times, category="PERSON"):
    document = Document("doc-x", " ".join([name] * times))
    width = len(name) + 1
    spans = tuple(Span(at * width, at * width + len(name), category) for at in range(times))
    return document, [Entity("e1", category, "WITNESS", 1, spans)]


def test_rules_by_how_often_a_name_is_mentioned():
    policy = policy_of('[[rule]]\nmentions = "2..3"\nlabel = "P{n}"')
    found = [decide(*mentioned("", "Roe", times), policy)[0].action for times in (1, 2, 3, 4)]
    assert found == ["keep", "replace", "replace", "keep"]


def test_small_companies_go_and_large_ones_stay():
    text = (
        '[[rule]]\ncategory = ["ORG", "COURT"]\nsize = "large"\naction = "keep"\n'
        '[[rule]]\ncategory = ["ORG", "COURT"]\nlabel = "C{n}"\n'
        '[large]\nnames = ["Quellmark Group"]\npatterns = ["Torvund .*"]\nmentions = 5\n'
    )
    marked = (
        "[Brindle Ltd](ORG), [QUELLMARK group](ORG), [Torvund Shipping](ORG), [Ministry of Rowing](COURT)"
    )
    assert actions(marked, "format = 1\n" + text) == ["replace", "keep", "keep", "keep"]
    document, (brindle,) = mentioned("", "Brindle Ltd", 5, "ORG")
    assert decide(document, [brindle], policy_of(text))[0].action == "keep"


def test_rules_by_what_the_mention_says():
    text = '[[rule]]\ncategory = "AGE"\ntext = "9[0-9]"\nlabel = "[old {n}]"'
    assert actions("[93 years](AGE), [39 years](AGE)", "format = 1\n" + text) == ["replace", "keep"]


def test_kept_patterns_must_be_the_whole_mention():
    policy = "format = 1\n" + PERSONS + '[keep]\npatterns = ["Roe|Doe"]\n'
    assert actions("[Roe](PERSON) met [Ann Roe](PERSON)", policy) == ["keep", "replace"]


def test_replaced_names_beat_the_rules():
    policy = (
        'format = 1\n[[rule]]\nrole = "JUDGE"\naction = "keep"\n'
        + PERSONS
        + '[replace]\nnames = ["quellmark"]\n'
        'patterns = ["TV-\\\\d+"]\n'
    )
    document, found = entities("[Ann Quellmark](PERSON:judge), [Boat TV-12](MISC), [Roe](PERSON:judge)")
    decisions = decide(document, found, parse(policy, name="mine"))
    assert [each.action for each in decisions] == ["replace", "replace", "keep"]
    assert [each.label for each in decisions[:2]] == ["P{n}", "[{word} {n}]"]
    assert str(decisions[0].why) == "mine: on the list of replaced names"


def test_a_month_on_the_list_is_no_date():
    policy = "format = 1\n" + PERSONS + '[replace]\nnames = ["May"]\n'
    assert actions("[Ann May](PERSON) left on [3 May 2020](DATE)", policy) == ["replace", "keep"]


def test_listed_names_are_found_where_no_detector_saw_them():
    document, spans, _ = doc("[Ann Roe](PERSON) sold the Quellmark and TV-12. The QUELLMARK sank.")
    policy = policy_of(PERSONS + '[replace]\nnames = ["Quellmark", "Roe"]\npatterns = ["TV-\\\\d+"]\n')
    found = listed(document, spans, policy)
    assert [document.text[span.start : span.end] for span in found] == [
        "Ann Roe", "Quellmark", "TV-12", "QUELLMARK",
    ]  # fmt: skip
    assert found[0] is spans[0]
    assert found[1].sources == ("policy:replace",)


def test_without_a_list_the_spans_are_as_they_were():
    document, spans, _ = doc("[Ann Roe](PERSON) sold the Quellmark.")
    assert listed(document, spans, policy_of(PERSONS)) == spans


# Law and eponyms ---------------------------------------------------------------------------------


def test_no_rule_touches_a_citation_unless_the_policy_says_so():
    document = Document("doc-x", "Roe said. See Roe 2010", zones=(Zone(14, 22, "citation"),))
    entity = Entity("e1", "PERSON", "WITNESS", 1, (Span(0, 3, "PERSON"), Span(14, 17, "PERSON")))
    kept = {}
    for word in ("keep", "replace"):
        policy = policy_of(f'citations = "{word}"\n' + PERSONS)
        kept[word] = decide(document, [entity], policy)[0].kept
    assert kept == {"keep": (entity.spans[1],), "replace": ()}


def test_not_even_a_listed_name_is_replaced_in_a_citation():
    document = Document("doc-x", "Roe said. See Roe 2010", zones=(Zone(14, 22, "citation"),))
    entity = Entity("e1", "PERSON", "WITNESS", 1, (Span(0, 3, "PERSON"), Span(14, 17, "PERSON")))
    policy = policy_of(PERSONS + '[replace]\nnames = ["Roe"]')
    (decision,) = decide(document, [entity], policy)
    assert (decision.action, decision.kept) == ("replace", (entity.spans[1],))


def test_statutes_and_people_known_only_from_citations_stay():
    every = policy_of('[[rule]]\nlabel = "X{n}"')
    document = Document("doc-x", "Article 8, Torvund v. Norway")
    provision = Entity("e1", "PROVISION", "MISCELLANEOUS", 1, (Span(0, 9, "PROVISION"),))
    cited = Entity(
        "e2", "MISC", "MISCELLANEOUS", 1, (Span(11, 18, "PERSON", sources=("citations:case-name",)),)
    )
    party = Entity("e3", "PERSON", "PARTY", 1, cited.spans)
    assert [each.action for each in decide(document, [provision, cited, party], every)] == [
        "keep", "keep", "replace",
    ]  # fmt: skip


def test_eponyms_stay_and_the_doctor_of_that_name_goes():
    # The example of Vakili et al. 2024, "When Is a Name Sensitive?"
    document, spans, _ = doc("Dr. [Sjögren](PERSON) suspects the patient has [Sjögren](PERSON)'s syndrome.")
    entity = Entity("e1", "PERSON", "WITNESS", 1, spans)
    (decision,) = decide(document, [entity], policy_of(PERSONS))
    assert (decision.action, decision.kept) == ("replace", (spans[1],))
    (decision,) = decide(document, [entity], policy_of('eponyms = "replace"\n' + PERSONS))
    assert decision.kept == ()


def test_who_is_nothing_but_an_eponym_stays():
    policy = "format = 1\n" + PERSONS + '[[rule]]\ncategory = "LOC"\nlabel = "L{n}"\n'
    marked = "a [Miranda](PERSON) warning under the [Aarhus](LOC) Convention in [Aarhus](LOC)"
    assert actions(marked, policy) == ["keep", "keep", "replace"]


def kept_in_citations(marked, role):
    document, spans, _ = doc(marked)
    entity = Entity("e1", "PERSON", role, 1, spans)
    (decision,) = decide(document, [entity], policy_of(PERSONS))
    return decision.action, [document.text[span.start : span.end] for span in decision.kept]


def test_the_name_of_a_case_stays_where_a_party_is_called_the_same():
    text = "[Mr Gill](PERSON) paid. It was adopted in Re [Gill](PERSON) Estate, 2011 SCC 904."
    assert kept_in_citations(text, "PARTY") == ("replace", ["Gill"])


def test_the_full_name_of_a_party_in_a_citation_goes():
    text = "[Ann Gill](PERSON) paid. So said [Ann Gill](PERSON) v Roe [2011] EWHC 904 (Ch)."
    assert kept_in_citations(text, "PARTY") == ("replace", [])


def test_the_short_name_of_a_cited_case_stays():
    text = "He relied on [Moss](PERSON) v. Roe, 62 Ohio St. 2d 138. [Moss](PERSON) does not help him."
    assert kept_in_citations(text, "UNKNOWN") == ("keep", [])
