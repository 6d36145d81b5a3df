# Two commands for everybody: `make play` and `make test`. They set up what they need in .venv.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
# the tests start a hundred programs of ours: compile them once, whatever the shell says
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help play test check bench soak golden pictures docs clean

help:  ## this list
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 10

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Wataï Arena needs Python 3.11 or newer: make PYTHON=python3.12 …"; exit 1; }
	@echo "Setting up $(VENV) (once; about a minute) …"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

play: $(READY)  ## play at once, against bots; without a terminal, watch them
	@$(BIN)/watai play

test: $(READY)  ## run every test
	@$(BIN)/python -m pytest -v -n 2 --dist loadfile --no-loadscope-reorder

check: $(READY)  ## lint, types and tests, warnings as errors
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/python -m pytest -q -n 2 --dist loadfile --no-loadscope-reorder

bench: $(READY)  ## measure the engine alone, then a server with 40 rooms of eight
	@$(BIN)/watai bench engine
	@$(BIN)/watai bench race --rooms 40
	@$(BIN)/watai bench race --rooms 40 --rate 5

soak: $(READY)  ## thousands of checked bot games of every kind (an hour)
	@$(BIN)/watai simulate watai --many 1000 --check
	@for game in waka-tanka wapi duel waka-waka; do $(BIN)/watai simulate $$game --many 2000 --check || exit 1; done

pictures: $(READY)  ## take the pictures of the README anew, of the real program (needs tmux)
	@$(BIN)/python -m tests.support.screens.pictures

golden: $(READY)  ## write the golden files of the tests anew, for review
	@$(BIN)/python -m tests.support.engine.goldens
	@$(BIN)/python -m tests.support.screens.calm_games
	@WATAI_GOLDEN=write $(BIN)/python -m pytest -q tests/clients/cli/terminal -k looked_at
	@$(BIN)/python -m tests.support.screens.around_games
	@$(BIN)/python -m tests.support.screens.in_games
	@$(BIN)/python -m tests.support.screens.watai

docs: $(READY)  ## write the reference pages of the protocol and of the keys anew
	@$(BIN)/python -m protocol.pages
	@$(BIN)/python -m clients.cli.reference.key_page
	@$(BIN)/python -m clients.cli.reference.man_page

clean:  ## remove what the other commands made
	find . -name __pycache__ -prune -exec rm -rf {} +
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
