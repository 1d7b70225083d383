# make run: install and pseudonymize the example.  make test: everything that must pass.
# make test-office: what we write, opened by LibreOffice, Tesseract, Poppler, qpdf and MuPDF.
# make test-service: the page in a real Chromium, the service on a real PostgreSQL and behind a real nginx.
# make test-emulated: the same spans on an older processor.  make test-ray: a cluster of Ray, and torch.
# make lock: newer dependencies.  make nightly: the rest.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

# Over the cores, a file of tests to each in turn; models are loaded once in each process, so not too many.
SPREAD := --numprocesses auto --maxprocesses 4 --dist loadfile

.PHONY: run test test-office test-service test-emulated test-ray test-plugins test-newest test-lowest test-pythons nightly lock site fix bench clean

# A stamp per install, so that a second run starts at once and a changed lock file installs again. What is installed
# is what the lock files say, by hash: a release of a dependency cannot break a fresh clone.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

$(VENV)/.core: requirements/core.txt pyproject.toml | $(BIN)/pip
	$(INSTALL) --require-hashes -r requirements/core.txt
	$(INSTALL) --no-deps --no-build-isolation --editable .
	touch $@

$(VENV)/.dev: requirements/dev.txt pyproject.toml | $(BIN)/pip
	$(INSTALL) --require-hashes -r requirements/dev.txt
	$(INSTALL) --no-deps --no-build-isolation --editable .
	touch $@ $(VENV)/.core

# Debian ships Python without venv; root can add it.
$(BIN)/pip:
	$(PYTHON) -m venv $(VENV) || { apt-get update -qq && apt-get install -y -qq python3-venv && $(PYTHON) -m venv --clear $(VENV); }

run: $(VENV)/.core
	$(BIN)/lexveil run examples/award.html --metadata examples/award.metadata.json --policy arbitration --out pseudonymized --show

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
PAGES := LEXVEIL_NEED_POSTGRES=1 $(BIN)/python -m pytest tests/store/desk tests/service/test_api_postgres.py \
  tests/service/test_proxy.py tests/page -k "postgres or proxy or page"

test-service: $(VENV)/.dev
	{ command -v chromium && ls /usr/lib/postgresql/*/bin/postgres /usr/sbin/nginx; } > /dev/null 2>&1 || { apt-get update -qq && \
	  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium postgresql nginx-light > /dev/null; }
	$(PAGES) || { echo "== what failed, once more: a browser on a busy machine may miss its moment"; \
	  $(PAGES) --last-failed --last-failed-no-failures none; }

# Needs several gigabytes: torch; and every framework that there is a module for.
test-plugins: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check \
	  --editable '.[oidc,hf,gliner,spacy,presidio,pandas,polars,datasets,langchain,llamaindex]' dkpro-cassis oidc-provider-mock
	# docling-core wants typer<0.27 for a command of its own, which nobody calls here.
	$(BIN)/python -m pip install --quiet --disable-pip-version-check docling-core
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'typer>=0.29'
	$(BIN)/python -m pytest tests/detect/test_plugins.py tests/test_integrations.py tests/annotations \
	  tests/service/test_sign_on_elsewhere.py

# A processor without AVX-512 and VNNI, emulated: the same spans.
test-emulated: $(VENV)/.dev
	command -v qemu-x86_64 > /dev/null || { apt-get update -qq && \
	  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends qemu-user > /dev/null; }
	$(BIN)/python -m pytest tests/emulated

# A cluster of several nodes on this machine, and the networks on torch: both are larger than all the rest together, so
# they have an environment of their own. Of torch the build without drivers of graphics cards is enough.
.venv-ray/.ready: requirements/dev.txt pyproject.toml | .venv-lock/bin/uv
	$(PYTHON) -m venv --clear .venv-ray
	.venv-lock/bin/uv pip install --quiet --python .venv-ray --require-hashes -r requirements/dev.txt
	.venv-lock/bin/uv pip install --quiet --python .venv-ray 'ray[data]==2.60.0' torch==2.13.0
	.venv-lock/bin/uv pip install --quiet --python .venv-ray --no-deps --no-build-isolation --editable .
	touch $@

test-ray: .venv-ray/.ready
	.venv-ray/bin/python -m pytest tests/scale

# New lock files: the newest versions that pyproject.toml allows, with the hashes of all their files.
COMPILE := .venv-lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
  --no-header --no-emit-index-url requirements/build.in pyproject.toml
lock: .venv-lock/bin/uv
	$(COMPILE) --upgrade --output-file requirements/core.txt
	$(COMPILE) --upgrade --extra dev --output-file requirements/dev.txt

.venv-lock/bin/uv:
	$(PYTHON) -m venv .venv-lock && .venv-lock/bin/python -m pip install --quiet --disable-pip-version-check uv

# The ends of the allowed versions, each in an environment of its own.
test-newest: .venv-lock/bin/uv
	$(PYTHON) -m venv --clear .venv-newest
	.venv-lock/bin/uv pip compile --quiet --upgrade --extra dev requirements/build.in pyproject.toml -o .venv-newest/versions.txt
	.venv-lock/bin/uv pip install --quiet --python .venv-newest -r .venv-newest/versions.txt
	.venv-lock/bin/uv pip install --quiet --python .venv-newest --no-deps --no-build-isolation --editable .
	.venv-newest/bin/python -m pytest $(SPREAD)

# An old release that calls what a newer one of its own dependencies will drop is no fault of ours: such warnings are shown.
test-lowest: .venv-lock/bin/uv
	$(PYTHON) -m venv --clear .venv-lowest
	.venv-lock/bin/uv pip compile --quiet --resolution lowest-direct --extra dev requirements/build.in pyproject.toml \
	  -o .venv-lowest/all.txt
	.venv-lock/bin/uv pip install --quiet --python .venv-lowest -r .venv-lowest/all.txt
	.venv-lock/bin/uv pip install --quiet --python .venv-lowest --no-deps --no-build-isolation --editable .
	.venv-lowest/bin/python -m pytest $(SPREAD) -W default::DeprecationWarning

# Newer Pythons, as far as they are here, each in an environment of its own. What pyenv puts in the path for a Python
# starts only where that one is asked for: PYENV_VERSION, which nothing else reads.
test-pythons: .venv-lock/bin/uv
	for version in 3.12 3.13 3.14; do \
	  python=$$(PYENV_VERSION=$$version .venv-lock/bin/uv python find --no-python-downloads --system $$version 2> /dev/null) || \
	    { echo "Python $$version is not here"; continue; }; \
	  $$python -m venv --clear .venv-$$version && \
	  .venv-lock/bin/uv pip install --quiet --python .venv-$$version --require-hashes -r requirements/dev.txt && \
	  .venv-lock/bin/uv pip install --quiet --python .venv-$$version --no-deps --no-build-isolation --editable . && \
	  .venv-$$version/bin/python -m pytest $(SPREAD) || exit 1; \
	done

# What takes longer than a run of CI may.
nightly: test-newest test-lowest test-pythons test-plugins

# The documentation as a site in artefacts/site, which can be read from the disk; its search needs a server:
# python -m http.server -d artefacts/site. A warning or a broken link fails, here and in `make test`.
site: $(VENV)/.dev
	$(BIN)/python site/build.py

fix: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.dev
	$(BIN)/python benchmarks/linear.py
	$(BIN)/python benchmarks/attacks.py

clean:
	rm -rf $(VENV) .venv-* pseudonymized artefacts
