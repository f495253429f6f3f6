# make play   open the house       make test   everything CI asks for
# make prove  the long proofs      make bench  speed, beside its peers
# make strength  who beats whom

PYTHON ?= python3
BIN := .venv/bin
PURE := build/pure

# What the rules suite is: it runs twice, compiled and interpreted. The rest runs once.
RULES := $(wildcard tests/engine tests/rules)
REST := $(filter-out $(RULES) tests/browser tests/fixtures tests/house.py tests/nursery.py %/__pycache__ %/__init__.py tests/conftest.py,$(wildcard tests/*))

.PHONY: setup play test test-compiled test-pure test-rest test-browser parts prove bench strength lint clean

# Installs once, and again when pyproject.toml changes; compiles when a hot source changed.
setup: .venv/.installed
	@$(BIN)/python -m tools.build

.venv/.installed: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,dev]'
	@touch $@

.venv/.bench: .venv/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	@touch $@

.venv/.ray: .venv/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[ray]'
	@touch $@

play: setup
	$(BIN)/konspira serve

# Two at a time: what one waits for, the other computes. Only what runs compiled waits for it.
test: .venv/.installed
	$(MAKE) --no-print-directory -j2 --output-sync \
		test-compiled lint parts test-pure test-browser test-rest

parts: .venv/.installed
	@$(BIN)/python -m tools.parts

test-compiled: setup
	$(BIN)/python -m pytest -q $(RULES)

# A copy without compiled files, in front of the installed one.
test-pure: .venv/.installed
	rm -rf $(PURE) && mkdir -p $(PURE)
	tar -cf - --exclude='*.so' --exclude='*.pyd' --exclude=__pycache__ src | tar -xf - -C $(PURE)
	KONSPIRA_PURE=1 PYTHONPATH=$(CURDIR)/$(PURE)/src $(BIN)/python -m pytest -q $(RULES)

test-rest: setup
	$(if $(REST),$(BIN)/python -m pytest -q $(REST),@echo "no other tests yet")

# By itself: what drives the browsers keeps an event loop of its own running.
test-browser: setup parts
	$(BIN)/python -m pytest -q tests/browser

prove: setup .venv/.ray
	$(BIN)/python -m pytest -q -m prove --ignore=tests/browser tests
	$(BIN)/python -m pytest -q -m prove tests/browser
	$(BIN)/python -m tools.mutate
	$(BIN)/python -m tools.mutate rogue --sample 200

bench: setup .venv/.bench
	$(BIN)/python -m bench

# More than an hour; goes on where it was stopped.
strength: setup
	$(BIN)/python -m bench.strength

lint: .venv/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src \( -name '*.so' -o -name '*.pyd' \) -exec rm -f {} +
