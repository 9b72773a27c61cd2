# `make play` starts the program, `make serve` starts a server for friends, and `make test` runs all checks and tests.
# Each command first installs what it needs into .venv.
# To use a Python other than `python3`, name it: make play PYTHON=python3.13

SHELL := /bin/sh
.DEFAULT_GOAL := help
.SUFFIXES:
.NOTPARALLEL:

VENV := .venv
BIN := $(VENV)/bin
PYTHON ?=
WORKERS ?= 4
ARGS ?=

PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check --no-input
CATALOGUES := $(wildcard engine/locale/*/LC_MESSAGES/guildhall.po)
COMPILED := $(CATALOGUES:.po=.mo)
BUILD_FILES := pyproject.toml hatch_build.py messages.py share.py
PYTEST := $(BIN)/python -m pytest
CHECKS := $(BIN)/python -m ruff check; $(BIN)/python -m ruff format --check; \
	$(BIN)/python -m mypy; $(BIN)/python -m tools.check_windows; \
	$(BIN)/python $(BIN)/lint-imports --no-logo; $(BIN)/python -m tools.check_docstrings
# Tests start hundreds of Python programs. This lets Python save compiled code, even if the environment forbids it.
COMPILED_ONCE := PYTHONDONTWRITEBYTECODE=
# All code is compiled during set-up, on all cores, so that the first start is as fast as later ones.
COMPILE := $(BIN)/python -m compileall -qq -j 0
COMPILED_CODE := engine screens styles tui guildhall_games.py
# Messages that name a command name this one.
STARTED := GUILDHALL_STARTED_AS='make play ARGS="{}"'

# If the Python in .venv does not start, or has another version than PYTHON, .venv is created again.
VERSION := import sys; sys.version_info >= (3, 11) and print("%d.%d" % sys.version_info[:2])
FOUND := $(shell $(BIN)/python -c 'import pip; $(VERSION)' 2>/dev/null)
WANTED := $(if $(PYTHON),$(shell $(PYTHON) -c '$(VERSION)' 2>/dev/null),$(FOUND))
SOUND := $(and $(FOUND),$(filter $(FOUND),$(WANTED)))

.PHONY: help play serve test test-near quick check format long mutants bench snapshots pictures messages
.PHONY: dist requirements clean unsound

help: ## List the commands
	@grep -E '^[a-z-]+:.*##' $(firstword $(MAKEFILE_LIST)) | sed 's/:.*## /\t/' | expand -t 16

play: $(VENV)/.play $(COMPILED) ## Start the program (with arguments: ARGS="list")
	@$(STARTED) $(BIN)/python -m tui $(ARGS)

serve: $(VENV)/.serve $(COMPILED) ## Start a server for friends (for browsers: ARGS="--web")
	@$(STARTED) $(BIN)/python -m tui serve $(ARGS)

test: $(VENV)/.dev $(COMPILED) ## Run all checks and tests
	-@$(COMPILE) $(COMPILED_CODE)
	@# The checks run while pytest collects the tests, which alone would leave a core idle.
	@(set -ex; $(CHECKS)) & \
	$(COMPILED_ONCE) $(PYTEST) -n $(WORKERS) --dist loadfile --no-loadscope-reorder -q; tested=$$?; \
	wait $$! && exit $$tested

quick: $(VENV)/.dev $(COMPILED) ## Run only the tests of the engine, and the laws with a small game
	$(PYTEST) -n $(WORKERS) -q tests/engine --ignore=tests/engine/games tests/laws -k "toy or not laws"

test-near: $(VENV)/.dev $(COMPILED) ## Run the tests of one file (FILE=engine/core/parts.py)
	$(BIN)/python -m tests.near $(FILE) $(ARGS)

check: $(VENV)/.dev $(COMPILED) ## Run the checks without the tests: linters, types, imports
	@set -ex; $(CHECKS)

format: $(VENV)/.dev ## Sort the imports and format the code as `check` requires
	$(BIN)/python -m ruff check --quiet --select I --fix
	$(BIN)/python -m ruff format

long: $(VENV)/.dev $(COMPILED) ## Run the long tests
	$(PYTEST) -n $(WORKERS) -m long $(ARGS)
	GUILDHALL_EXAMPLES=10 $(PYTEST) -n $(WORKERS) tests/laws

mutants: $(VENV)/.mutants $(COMPILED) ## Put faults into the code and list those that no test notices
	$(BIN)/python -m tests.mutants $(ARGS)

bench: $(VENV)/.dev $(COMPILED) ## Run the benchmarks
	$(PYTEST) tests/bench --benchmark-enable --benchmark-only $(ARGS)

snapshots: $(VENV)/.dev $(COMPILED) ## Update the snapshots of the tests
	$(PYTEST) $$(git grep -l snap_compare -- 'tests/*test_*.py') -m 'long or not long' --snapshot-update -q $(ARGS)

pictures: $(VENV)/.dev $(COMPILED) ## Update the pictures in the README
	PYTHONPATH=. $(BIN)/python docs/take_pictures.py

messages: $(VENV)/.dev ## Update and compile the message catalogues (ARGS=tidy, ARGS="add de")
	$(BIN)/python messages.py $(ARGS)

dist: $(VENV)/.dev ## Build the release, install it in an empty environment and play a game
	rm -rf dist
	$(BIN)/python -m hatchling build --target sdist --target wheel
	GUILDHALL_DIST=dist $(PYTEST) -m "long or not long" tests/test_dist.py

requirements: $(VENV)/.dev ## Pin the newest versions of the libraries
	$(BIN)/python -m venv build/pin
	build/pin/bin/python -m pip --quiet install pip-tools
	build/pin/bin/python -m piptools compile $(PIN) --output-file requirements/play.txt pyproject.toml
	build/pin/bin/python -m piptools compile $(PIN) --output-file requirements/serve.txt \
		--extra serve --extra web --extra postgres --constraint requirements/play.txt pyproject.toml
	build/pin/bin/python -m piptools compile $(PIN) --output-file requirements/dev.txt \
		--extra dev --constraint requirements/serve.txt pyproject.toml
	build/pin/bin/python -m piptools compile $(PIN) --output-file requirements/mutants.txt \
		--extra mutants --constraint requirements/dev.txt pyproject.toml

PIN := --quiet --upgrade --generate-hashes --strip-extras --all-build-deps --no-header \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links

clean: ## Remove .venv and everything else that was generated
	rm -rf $(VENV) build dist .benchmarks .hypothesis .import_linter_cache .mypy_cache
	rm -rf .pytest_cache .ruff_cache snapshot_report.html $(COMPILED)
	find engine screens styles tools tui tests -name __pycache__ -type d -prune -exec rm -rf {} +

# Each of these files is a stamp: it says that .venv contains exactly the libraries in a list of requirements.

$(VENV)/.play: requirements/play.txt $(BUILD_FILES) $(if $(SOUND),,unsound)
	@$(call install,play)
	@touch $@

$(VENV)/.serve: requirements/serve.txt $(BUILD_FILES) $(if $(SOUND),,unsound)
	@$(call install,serve)
	@touch $@ $(VENV)/.play

$(VENV)/.dev: requirements/dev.txt requirements/serve.txt requirements/play.txt $(BUILD_FILES) \
		$(if $(SOUND),,unsound)
	@$(call install,dev)
	@touch $@ $(VENV)/.serve $(VENV)/.play

$(VENV)/.mutants: requirements/mutants.txt $(VENV)/.dev
	@$(call install,mutants)
	@touch $@

%.mo: %.po messages.py
	@$(BIN)/python messages.py compile

define install
	echo "Setting up $(VENV) with requirements/$(1).txt ..."; \
	test -n "$(SOUND)" || { $(make_venv); } || exit 1; \
	echo "Downloading and installing the libraries. This can take a minute or two ..." && \
	$(PIP) install --no-compile --require-hashes -r requirements/$(1).txt && \
	echo "Installing Guildhall ..." && \
	$(PIP) install --no-deps --no-build-isolation --editable . && \
	{ $(COMPILE) $(VENV)/lib $(COMPILED_CODE); \
	echo "Everything is set up."; }
endef

define make_venv
	for python in $(or $(PYTHON),python3 python3.14 python3.13 python3.12 python3.11); do \
		$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break; \
		python=; \
	done; \
	test -n "$$python" || { \
		echo "Guildhall needs Python 3.11 or newer$(if $(PYTHON),; $(PYTHON) is older or does not exist)." >&2; \
		exit 1; \
	}; \
	$$python -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "This Python cannot create virtual environments." \
			"Install its venv package (on Debian and Ubuntu: sudo apt install python3-venv)." >&2; \
		exit 1; \
	}; \
	rm -rf $(VENV) && $$python -m venv $(VENV)
endef
