"""The interface keeps to its own documents, whatever is sent."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from cueref.web.access import OPEN
from cueref.web.app import create_app
from cueref.web.guard import LOOPBACK
from cueref.web.room import Room

schemathesis = pytest.importorskip("schemathesis")

EXAMPLES = 25
"""Requests of each kind."""


def checks() -> list[Any]:
    from schemathesis import checks as general
    from schemathesis.specs.openapi import checks as openapi

    return [
        general.not_a_server_error,
        openapi.status_code_conformance,
        openapi.content_type_conformance,
        openapi.response_schema_conformance,
    ]


@pytest.mark.slow
def test_every_answer_is_one_that_the_documents_name(playing: Room) -> None:
    limits = {"writes_per_second": 1e6, "reads_per_second": 1e6}
    app = create_app(playing, OPEN, LOOPBACK | {"testserver"}, **limits)
    schema = schemathesis.openapi.from_asgi("/api/openapi.json", app)
    operations = [result.ok() for result in schema.get_all_operations()]
    assert len(operations) >= 18
    for operation in operations:
        _try(operation)


def _try(operation: Any) -> None:
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def holds(case: Any) -> None:
        case.call_and_validate(checks=checks())

    holds()
