# One definition of every check; .ci/run and people call the same targets.
VENV ?= .venv
PYTHON ?= python3
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
RULES_COVERAGE := build/rules.coverage

.DEFAULT_GOAL := help
.PHONY: help install demo test check docs format format-check lint types imports \
        coverage-rules mutation accuracy bench golden clean

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

$(STAMP): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet -e '.[dev]'
	touch $@

install: $(STAMP)  ## virtual environment with everything the checks need

demo: $(STAMP)  ## analyse a sample video, print the verdicts and where the report lies
	$(BIN)/cueref analyze sample_videos/nine_ball.mp4 --game nine-ball \
	    -o demo-output --annotate --report --overwrite

test: $(STAMP)  ## all tests
	$(BIN)/python -m pytest -n 2

check: format-check lint types imports docs test  ## everything that CI runs

docs: $(STAMP)  ## documents and reference as pages in build/docs; warnings are errors
	$(BIN)/python -m sphinx -b html -q -W --keep-going -j 2 docs build/docs

format: $(STAMP)  ## format the code
	$(BIN)/ruff format . && $(BIN)/ruff check --fix .

format-check: $(STAMP)
	$(BIN)/ruff format --check .

lint: $(STAMP)  ## ruff
	$(BIN)/ruff check .

types: $(STAMP)  ## mypy --strict
	$(BIN)/mypy

imports: $(STAMP)  ## who may import whom
	$(BIN)/lint-imports

coverage-rules: $(STAMP)  ## the examples of the rules reach every branch of the rules
	mkdir -p $(dir $(RULES_COVERAGE))
	COVERAGE_FILE=$(RULES_COVERAGE) $(BIN)/python -m pytest \
	    tests/conformance tests/adjudicator \
	    --ignore=tests/adjudicator/test_random_play.py --cov=adjudicator \
	    --cov-branch --cov-context=test --cov-fail-under=100 \
	    --cov-report=term-missing:skip-covered

mutation: coverage-rules  ## how many small errors in the rules the tests notice
	$(BIN)/python -m tests.mutation.run --coverage-file $(RULES_COVERAGE) \
	    --results build/mutants.jsonl

accuracy: $(STAMP)  ## every figure of docs/accuracy.md
	$(BIN)/python -m pip install --quiet -e '.[dev,synthesis]'
	$(BIN)/python -m benchmarks.accuracy

bench: $(STAMP)  ## time and memory of the analysis and of the rules
	$(BIN)/python -m benchmarks.speed
	$(BIN)/python -m benchmarks.rules

golden: $(STAMP)  ## rewrite the expected results of the sample videos
	$(BIN)/python -m tests.golden.regenerate && git diff --stat -- tests/golden

clean:  ## remove what the build made
	rm -rf $(VENV) demo-output build dist .mypy_cache .ruff_cache .pytest_cache
