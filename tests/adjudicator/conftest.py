"""What all tests of the rules share."""

import pytest
from hypothesis import settings

from adjudicator import clause

settings.register_profile("rules", deadline=None)
settings.load_profile("rules")


@pytest.fixture(autouse=True)
def the_register_of_clauses_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget what a test registers, so that no other test finds it."""
    kept = {key: list(places) for key, places in clause._REGISTER.items()}
    monkeypatch.setattr(clause, "_REGISTER", kept)
