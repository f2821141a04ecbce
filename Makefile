# Everything a developer does. The environment is made here, in .venv; `make PYTHON=python3.12 test` chooses who makes it.

SHELL := /bin/sh
.SHELLFLAGS := -euc
.DEFAULT_GOAL := help

PYTHON ?= python3
JOBS ?= 2

BIN := .venv/bin
READY := .venv/ready
RUN := $(BIN)/python -m
PYTEST := $(RUN) pytest -n $(JOBS)
DEMO := build/demo

.PHONY: help demo test lint type test-nojit coverage bench docs clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-12s %s\n", $$1, $$2 }' Makefile

$(READY): pyproject.toml constraints.txt
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo 'Quatorze needs Python 3.11 or newer, and "$(PYTHON)" is not: say make PYTHON=/path/to/python3' >&2; exit 1; }
	@echo 'Making the environment .venv (a minute or two, once) ...'
	@"$(PYTHON)" -m venv .venv
	@$(RUN) pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

# A demo that was interrupted goes on where it stopped; one that older sources made is made anew.
$(DEMO)/begun: $(READY) $(shell find simulator strategies -name '*.py')
	@rm -rf $(DEMO)
	@mkdir -p $(DEMO)
	@touch $@

demo: $(DEMO)/begun ## play a million real deals of Piquet and write a report
	@echo 'A million deals of Piquet, greedy against greedy (the first run also compiles, for up to a minute):'
	@echo '$$ quatorze run piquet -s greedy -n 1e6 --seed 14 --out $(DEMO)/piquet'
	@$(RUN) quatorze run piquet -s greedy -n 1e6 --seed 14 --out $(DEMO)/piquet
	@echo
	@echo 'The same run as one page:'
	@echo '$$ quatorze report $(DEMO)/piquet -o $(DEMO)/report.html'
	@$(RUN) quatorze report $(DEMO)/piquet -o $(DEMO)/report.html
	@echo
	@echo 'Open $(DEMO)/report.html in a browser: it needs no network.'

lint: $(READY) ## ruff and the house rules
	$(RUN) ruff check .
	$(RUN) ruff format --check .
	$(BIN)/python tests/house_rules.py

type: $(READY) ## mypy
	$(RUN) mypy

# The tests marked `lanes` run three times: what compiled code does not check, the two other lanes do.
test: lint type ## everything that must hold before a commit lands
	$(PYTEST)
	NUMBA_DISABLE_JIT=1 $(PYTEST) -m 'lanes and not jit_only'
	NUMBA_BOUNDSCHECK=1 $(PYTEST) -m lanes

test-nojit: $(READY) ## all tests that can do without compilation
	NUMBA_DISABLE_JIT=1 $(PYTEST) -m 'not jit_only'

coverage: $(READY) ## which lines the tests reach, without compilation, in build/coverage/html
	@mkdir -p build/coverage
	NUMBA_DISABLE_JIT=1 $(RUN) coverage run -m pytest -m 'not jit_only'
	$(RUN) coverage report
	$(RUN) coverage html --quiet

bench: $(READY) ## how fast it is here
	$(RUN) benchmarks.run

docs: $(READY) ## generate docs/reference from the program itself
	$(BIN)/python docs/build.py

clean: ## remove what these targets made, the environment too
	rm -rf .venv build dist quatorze.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name .git -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +
