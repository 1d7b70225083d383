# make run: install and pseudonymize the example.  make test: everything that must pass.
# make test-office: what we write, opened by LibreOffice, Tesseract, Poppler, qpdf and MuPDF.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

.PHONY: run test test-office test-plugins fix bench clean

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

# The programs of others that read what we write; root installs what is missing.
OFFICE := soffice tesseract qpdf pdftotext mutool
DEBIAN := libreoffice-writer-nogui tesseract-ocr qpdf poppler-utils mupdf-tools fonts-liberation fonts-dejavu-core

test-office: $(VENV)/.dev
	for program in $(OFFICE); do command -v $$program > /dev/null || missing=1; done; \
	[ -z "$$missing" ] || { apt-get update -qq && \
	  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(DEBIAN) > /dev/null; }
	$(BIN)/python -m pytest tests/office

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
