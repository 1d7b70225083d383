from lexveil.resolve.learned_roles import ROLES
from train.roles import fictional


def test_fictional_documents_have_every_role_marked_where_it_stands():
    made = list(fictional())
    assert {role for each in made for role in each.roles} == set(ROLES)
    assert all(len(each.spans) == len(each.roles) for each in made)
    assert all(each.document.text[span.start : span.end].strip() for each in made for span in each.spans)
    assert "[" not in "".join(each.document.text for each in made)
