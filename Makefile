# make run: install and pseudonymize the example.  make test: everything that must pass.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

.PHONY: run test test-plugins fix bench clean

# A stamp per install, so that a second run starts at once and a changed pyproject.toml installs again.
$(VENV)/.core: pyproject.toml | $(BIN)/pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/.dev: pyproject.toml | $(BIN)/pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@ $(VENV)/.core

# Debian ships Python without venv; root can add it.
$(BIN)/pip:
	$(PYTHON) -m venv $(VENV) || { apt-get update -qq && apt-get install -y -qq python3-venv && $(PYTHON) -m venv --clear $(VENV); }

run: $(VENV)/.core
	$(BIN)/lexveil run examples/award.html --metadata examples/award.metadata.json --out pseudonymized --show

test: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest

# Needs several gigabytes: torch.
test-plugins: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[hf,gliner,spacy]'
	$(BIN)/python -m pytest tests/detect/test_plugins.py

fix: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.dev
	$(BIN)/python benchmarks/linear.py

clean:
	rm -rf $(VENV) pseudonymized
