"""Dates of statutes and treaties stay, also where dates are hidden or shifted; dates of what happened go."""

import pytest

from lexveil.model import Document, Entity, Span
from lexveil.policy import decide, parse

DATES = parse('format = 1\n[[rule]]\ncategory = "DATE"\nlabel = "D{n}"', name="mine")


def action(language, marked):
    before, _, rest = marked.partition("[")
    day, _, after = rest.partition("]")
    document = Document("doc-x", before + day + after, language)
    entity = Entity("e1", "DATE", "MISCELLANEOUS", 1, (Span(len(before), len(before + day), "DATE"),))
    return decide(document, [entity], DATES)[0].action


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "the Children Act of [16 November 1989] applies"),
        ("en", "the Convention of [4 November 1950] binds"),
        ("en", "Directive 95/46/EC of [24 October 1995]"),
        ("en", "Directive 95/46/EC of the European Parliament and of the Council of [24 October 1995]"),
        ("en", "Council Regulation (EC) No 2201/2003 of [27 November 2003]"),
        ("en", "under the Order of [3 May 2011]"),
        ("en", "The Lodging Houses Act 2005 received Royal Assent on [7 April 2005]"),
        ("en", "The Lodging Houses Act 2005 came into force on [1 October 2006]"),
        ("en", "the [25 October 1980] Hague Convention"),
        ("da", "lov nr. 434 af [3. maj 2011]"),
        ("da", "bekendtgørelse nr. 12 af [3. maj 2011] om hegn"),
        ("da", "direktiv 95/46/EF af [24. oktober 1995]"),
        ("nb", "lov [17. mai 2002] nr. 38"),
        ("nb", "forskrift av [3. mai 2011]"),
        ("nn", "lova av [17. mai 2002]"),
        ("sv", "direktiv 95/46/EG av den [24 oktober 1995]"),
        ("sv", "lagen (1985:12) om hyra trädde i kraft den [1 juli 1986]"),
        ("fi", "[3 päivänä toukokuuta 2011] annettu laki"),
        ("fi", "annettu laki ([3.5.2011]/123)"),
        ("de", "Gesetz vom [3. Mai 2011]"),
        ("de", "Richtlinie 95/46/EG des Europäischen Parlaments und des Rates vom [24. Oktober 1995]"),
        ("de", "das Mietgesetz in der Fassung vom [2. Januar 2002]"),
        ("fr", "la loi n° 89-462 du [6 juillet 1989]"),
        ("fr", "le décret du [30 mars 2002]"),
        ("it", "la legge [7 agosto 1990], n. 241"),
        ("it", "il d.lgs. [30 giugno 2003], n. 196"),
        ("es", "la Ley 1/2000, de [7 de enero]"),
        ("es", "el Real Decreto de [24 de julio de 1889]"),
        ("ca", "la Llei 18/2007, de [28 de desembre]"),
    ],
)
def test_the_date_of_a_statute_stays(language, text):
    assert action(language, text) == "keep"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "by order of [3 May 2018] the judge dismissed it"),
        ("en", "by an Order of [3 May 2018] the judge dismissed it"),
        ("en", "Under the Act, Ms Roe applied on [12 March 2019]"),
        ("en", "The Act was read to him. He left on [12 March 2019]"),
        ("en", "She wrote about the Convention in her letter of [3 May 2011]"),
        ("en", "the [3 May 2011] hearing"),
        ("da", "kendelse af [3. maj 2018]"),
        ("da", "i et brev af [3. maj 2018] om lov og ret"),
        ("nb", "dom av [3. mai 2018]"),
        ("sv", "beslut den [3 maj 2018]"),
        ("fi", "käräjäoikeuden [3.5.2018] antama tuomio"),
        ("de", "Urteil vom [3. Mai 2018]"),
        ("de", "im Vertrag vom [3. Mai 2018]"),
        ("fr", "la convention du [3 mai 2018] entre les parties"),
        ("fr", "par jugement du [3 mai 2018]"),
        ("it", "la sentenza del [3 maggio 2018]"),
        ("es", "la sentencia de [3 de mayo de 2018]"),
        ("ca", "la sentència de [3 de maig de 2018]"),
    ],
)
def test_the_date_of_what_happened_goes(language, text):
    assert action(language, text) == "replace"


def test_only_the_mention_that_is_of_the_statute_stays():
    text = "The Act of 16 November 1989 was two days old. On 16 November 1989 he left."
    starts = text.index("16"), text.rindex("16")
    spans = tuple(Span(at, at + 16, "DATE") for at in starts)
    (decision,) = decide(Document("doc-x", text), [Entity("e1", "DATE", "MISCELLANEOUS", 1, spans)], DATES)
    assert (decision.action, decision.kept) == ("replace", spans[:1])


def test_a_policy_that_hides_citations_hides_the_dates_of_statutes_too():
    strict = parse('format = 1\ncitations = "replace"\n[[rule]]\nlabel = "X{n}"', name="mine")
    text = "the Convention of 4 November 1950"
    entity = Entity("e1", "DATE", "MISCELLANEOUS", 1, (Span(18, 33, "DATE"),))
    assert decide(Document("doc-x", text), [entity], strict)[0].action == "replace"
