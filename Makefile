# Everything runs in .venv, which is built when first needed: all it takes is make and Python 3.11 to 3.14.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# The versions that the project is tested with. Empty means the newest that fit: an Intel Mac needs that, since the
# pinned numba has no wheel for it (make demo CONSTRAINTS=).
CONSTRAINTS ?= -c constraints.txt
# Whole files go to one worker, so that a game is compiled by as few workers as possible; long files go first, as
# tests/conftest.py has them.  Without the long statistical tests: make test TEST_ARGS="-n 2 -m 'not slow'"
TEST_ARGS ?= -n 2 --dist loadfile --no-loadscope-reorder
STEADY_ARGS ?= --times 3 --busy 6

# How long make torture goes on; docs/reliability.md tells what it does. More: make torture TORTURE_ARGS="--only games"
MINUTES ?= 10
TORTURE_ARGS ?=

PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input
INSTALL := $(PIP) install --quiet $(CONSTRAINTS)

# With it set, every start of Python would compile all its imports anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help demo serve test steady bench check lint types warm torture wheel clean

help:
	@echo "Mulligan: Monte Carlo tree search for card games"
	@echo
	@echo "  make demo    play a match of Magic: our best search player against the expert rules"
	@echo "  make serve   play in a browser, at http://127.0.0.1:8123/"
	@echo "  make test    run the tests and the examples in the docstrings"
	@echo "  make steady  run the tests seven times: alone, on a busy machine, and with signals ignored; list what fails"
	@echo "  make bench   measure the speed of playing and searching"
	@echo "  make check   ruff, mypy, then the tests: what a change must pass"
	@echo "  make lint    only ruff"
	@echo "  make types   only mypy"
	@echo "  make warm    compile every game now, so that nobody waits later"
	@echo "  make wheel   build a wheel that carries the machine code of every game, for this kind of machine; in dist/"
	@echo "  make torture kills, games, broken inputs and a hostile client for ten minutes; or MINUTES=60"
	@echo "  make clean   delete $(VENV), caches and built packages; results stay"
	@echo
	@echo "Each target first builds $(VENV) if it is missing. Another Python: make demo PYTHON=python3.13"

demo: $(VENV)/.core
	@echo "== demo: 25 pairs of games of Magic, our best search player against the expert rules"
	@$(BIN)/mulligan match magic magic/best expert --pairs 25 --seed 1 --workers 0

serve: $(VENV)/.web
	@$(BIN)/mulligan serve

bench: $(VENV)/.core
	@echo "== bench: Magic, held against C if there is a compiler; benchmarks/history.jsonl keeps the figures"
	@$(BIN)/mulligan bench magic $(if $(shell command -v cc),--yardstick) --history benchmarks/history.jsonl

warm: $(VENV)/.core
	@echo "== warm: compiling every game"
	@$(BIN)/mulligan warm

torture: $(VENV)/.dev
	@echo "== torture: $(MINUTES) minutes"
	@$(BIN)/python -m benchmarks.torture --minutes $(MINUTES) $(TORTURE_ARGS)

wheel: $(VENV)/.core
	@echo "== wheel: machine code of every game (some minutes), then the package; another Python: make wheel PYTHON=..."
	@$(BIN)/python release/ready.py
	@$(PIP) wheel --quiet --no-deps --wheel-dir dist .
	@ls -l dist/*.whl

test: $(VENV)/.dev
	@echo "== test: pytest, with the examples in the docstrings"
	@$(BIN)/python -m pytest --quiet $(TEST_ARGS)

steady: $(VENV)/.dev
	@echo "== steady: pytest again and again, in another order each time; steady/ keeps what each run gave"
	@$(BIN)/python tests/steady.py $(STEADY_ARGS) -- $(TEST_ARGS)

lint: $(VENV)/.dev
	@echo "== lint: ruff check"
	@$(BIN)/ruff check .
	@echo "== lint: ruff format --check"
	@$(BIN)/ruff format --check .

types: $(VENV)/.dev
	@echo "== types: mypy"
	@$(BIN)/mypy

check: lint types test

clean:
	@echo "== clean: $(VENV), caches, built packages"
	@rm -rf $(VENV) build dist src/mulligan/ready .pytest_cache .ruff_cache .mypy_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Stamps in one environment: made, the package as users get it, with the table for browsers, and with the tools of
# development.
# The package is installed in place, so a change in src needs no new install.

$(VENV)/.made:
	@echo "== python: $$($(PYTHON) --version 2>&1)"
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' || \
	  { echo "Error: Mulligan needs Python 3.11 to 3.14, and '$(PYTHON)' is not that." >&2; \
	    echo "Name another one, for instance: make PYTHON=python3.13 demo" >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
	  { echo "Error: '$(PYTHON)' cannot make virtual environments: its venv module is incomplete." >&2; \
	    echo "On Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
	@echo "== venv: making $(VENV)"
	@$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(VENV)/.core: pyproject.toml constraints.txt | $(VENV)/.made
	@echo "== install: Mulligan and what it needs (about 440 MB, a minute or two)"
	@$(INSTALL) -e .
	@touch $@

$(VENV)/.web: pyproject.toml constraints.txt | $(VENV)/.made
	@echo "== install: Mulligan with the table for browsers (a minute or two)"
	@$(INSTALL) -e '.[web]'
	@touch $(VENV)/.core $@

$(VENV)/.dev: pyproject.toml constraints.txt | $(VENV)/.made
	@echo "== install: Mulligan with the tools of development (about 1296 MB, a few minutes)"
	@$(INSTALL) -e '.[dev]'
	@touch $(VENV)/.core $(VENV)/.web $@
