# make run: install and pseudonymize the example.  make test: everything that must pass.
# make test-office: what we write, opened by LibreOffice, Tesseract, Poppler, qpdf and MuPDF.
# make test-service: the page in a real Chromium, the service on a real PostgreSQL.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

# Over the cores, a file of tests to each in turn; models are loaded once in each process, so not too many.
SPREAD := --numprocesses auto --maxprocesses 4 --dist loadfile

.PHONY: run test test-office test-service test-plugins fix bench clean

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
	$(BIN)/python -m pytest $(SPREAD)

# The programs of others that read what we write; root installs what is missing.
OFFICE := soffice tesseract qpdf pdftotext mutool
DEBIAN := libreoffice-writer-nogui tesseract-ocr qpdf poppler-utils mupdf-tools fonts-liberation fonts-dejavu-core

test-office: $(VENV)/.dev
	for program in $(OFFICE); do command -v $$program > /dev/null || missing=1; done; \
	[ -z "$$missing" ] || { apt-get update -qq && \
	  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(DEBIAN) > /dev/null; }
	$(BIN)/python -m pytest tests/office $(SPREAD)

# Debian keeps the PostgreSQL server out of the path. Screenshots of every view go to artefacts/.
test-service: $(VENV)/.dev
	{ command -v chromium && ls /usr/lib/postgresql/*/bin/postgres; } > /dev/null 2>&1 || { apt-get update -qq && \
	  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium postgresql > /dev/null; }
	LEXVEIL_NEED_POSTGRES=1 $(BIN)/python -m pytest tests/store/desk tests/service/test_api_postgres.py tests/page -k "postgres or page"

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
	rm -rf $(VENV) pseudonymized artefacts
