# Every target does the set-up that it needs: see .ci/setup.

ifneq ($(shell uname),Darwin)
# A binary with Swift's library in it runs without Swift, starts in half the time and takes 6 % less for a request.
static := --static-swift-stdlib
endif

# With random hashing SwiftPM writes the defines of the traits in any order, and compiles all again where it differs.
swift := SWIFT_DETERMINISTIC_HASHING=1 swift

# Modules are compiled whole, and an index is made of navtree alone, which takes two thirds of the work from clean.
# Who edits much compiles file by file: make test debug=
debug := $(addprefix -Xswiftc ,-wmo -num-threads 1 -disable-batch-mode -index-ignore-system-modules \
	-index-ignore-clang-modules)
# Nothing reads the debug information of a release, and where it was built stands nowhere in it.
optimised := -c release -debug-info-format none -Xcc "-ffile-prefix-map=$(CURDIR)=."
release := $(optimised) $(static)

# make test CONFIGURATION=release runs the tests as released code, linked with the shared library of Swift: there is no
# static one of Testing.
CONFIGURATION ?= debug
ifeq ($(CONFIGURATION),release)
tested := $(optimised)
export NAVTREE_BINARY := $(CURDIR)/.build/release/navtree
else
tested := $(debug)
endif

sources := Sources Tests Snippets Package.swift Fuzz/Sources Benchmarks/Package.swift Benchmarks/Library Benchmarks/Flow Benchmarks/JSON Benchmarks/Regex

# Where make install puts it; DESTDIR is the root of a system that is being made.
PREFIX ?= /usr/local
DESTDIR ?=

.PHONY: inspector page help build demo test build-tests outside docs site clients editor clients-python clients-node fleet faults npm bench bench-report bench-parts \
	foresight plans test-hostile fuzz sanitize soak nightly lint format setup tools python static dist wheel install uninstall types flips

help:
	@echo 'make demo    build navtree and watch it answer a commented conversation'
	@echo 'make build   build it: .build/release/navtree'
	@echo 'make test    run the tests'
	@echo 'make test-hostile  run the tests beside a load, as another user, in an odd folder, twice at once and so on'
	@echo 'make types   compile the types of all flows in all languages, Kotlin too, and read all values of the transcripts'
	@echo 'make flips   flip each bit of a store, which does no harm or is reported, for an hour'
	@echo 'make site    make the site of all documents and references, in .build/site'
	@echo 'make docs    make the documentation of the Swift libraries, in .build/documentation'
	@echo 'make faults  kill processes under the clients 200 times, answer 1,000 effects in random order, and'
	@echo '             break a fleet over PostgreSQL 50 times in each of 12 ways'
	@echo 'make npm     make the packages of Node, in .build/dist'
	@echo 'make install build it if need be, and install it with completions and man pages: PREFIX=/usr/local DESTDIR='
	@echo 'make dist    make what is published, in .build/dist: a static binary in a tarball, a package of Debian'
	@echo 'make wheel   make the wheel of the Python client, with the static binary in it'
	@echo 'make inspector build the page of navtree report from Inspector/'
	@echo 'make bench   measure it beside a bare C++ loop and its peers; make bench-report writes Docs/maintainers/performance.md'
	@echo 'make foresight  plant the faults of Specs/foresight, and write into Docs/guides/exploring.md how many are found'
	@echo 'make plans   plan to each screen, rule and guard of three apps, within 5 s of processor each'
	@echo 'make fuzz    run each fuzzer for SECONDS=60'
	@echo 'make sanitize  run the tests under sanitizers, and the C boundaries under valgrind'
	@echo 'make soak    run sessions, slow readers and clients that vanish for a quarter of an hour'
	@echo 'make nightly run the checks that are too long for each change'
	@echo 'make lint    check the form of the source; make format mends it'

build: setup
	$(swift) build $(release) --product navtree

demo: setup
	@[ -x .build/debug/navtree ] || echo 'Building navtree in debug, which takes a few minutes the first time.'
	$(swift) build $(debug) --product navtree
	@.ci/play .build/debug/navtree Specs/demo.transcript

static: python
	.ci/static .build/navtree-static

dist: static build
	.ci/dist .build/navtree-static .build/release/navtree .build/dist

wheel: static
	.ci/wheel Clients/python .build/navtree-static .build/dist

# As root there may be no Swift: what is built is installed as it is.
install:
	@[ -x .build/release/navtree ] || $(MAKE) build
	.ci/stage .build/release/navtree '$(DESTDIR)$(PREFIX)'

uninstall:
	.ci/stage --remove '$(DESTDIR)$(PREFIX)'

# The clients' tests wait for processes and pages most of their time: they run beside the others. By a variable, since
# make -n would run the line of a recipe that names MAKE.
waiting = $(MAKE) --jobs 2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target) clients editor page fleet
test: build-tests
	@$(MAKE) outside
	@.ci/beside '$(waiting)' .ci/suite $(tested)

build-tests: python tools
	@[ -d .build/$(CONFIGURATION) ] || echo 'Building navtree and its tests, which takes some minutes the first time.'
	$(swift) build $(tested) --build-tests

# The tests under conditions that other machines have: two hours.
test-hostile:
	@.ci/hostile

# Packages outside that depend on this one, with the code of the README and of the tutorial.
outside: setup
	@.ci/outside $(tested)

# The documentation of the Swift libraries; a warning fails.
docs: setup
	$(swift) build $(debug) --target NavtreeTesting
	@.ci/docs .build/documentation

# The site, beside the documentation of the Swift libraries; a warning fails, such as a link that leads nowhere.
site: docs
	@.ci/python Docs/site/requirements.txt .build-site
	@.build-site/bin/python3 .ci/site .build/site .build/documentation

# The types of all flows, in minutes: kotlinc is Debian's package kotlin.
types: python
	$(swift) build $(debug) --build-tests
	NAVTREE_TYPES=all .ci/suite $(debug) --filter TypesTests

# Each bit of a store's files is flipped: an hour.
flips: tools
	$(swift) build $(debug) --build-tests
	NAVTREE_FLIPS=all .ci/suite $(debug) --filter FlippedStoreTests

# The tests of the clients, against the binary that `make test` builds.
clients: clients-python clients-node

editor: python tools
	@.ci/editor

clients-python: python tools
	@.ci/clients-python

clients-node: tools
	@.ci/clients-node

# The tests of the page of reports in a browser, against the binary that `make test` builds.
page: python tools
	@.ci/inspector-tests

# The steps of Docs/guides/scale.md and the faults of a fleet over PostgreSQL, 3 times each, against the binary that `make test`
# builds: a minute and a half.
fleet: tools
	@.ci/faults

# The long tests with their whole counts.
faults: build python tools
	NAVTREE_FAULTS=1 NAVTREE_BINARY=.build/release/navtree .ci/clients-python tests/test_faults.py tests/test_service.py
	NAVTREE_FAULTS=1 NAVTREE_BINARY=.build/release/navtree .ci/clients-node
	NAVTREE_FAULTS=1 NAVTREE_BINARY=.build/release/navtree .ci/faults

ifeq ($(shell uname),Linux)
npm bench: static
published := .build/navtree-static
else
npm: build
published := .build/release/navtree
endif

# The package of Node, and that of this platform with the binary in it.
npm: tools
	.ci/npm $(published) .build/dist
	[ "$$(uname)" = Darwin ] || .ci/sums .build/dist

# In a quiet machine within three minutes. The peers are those that PyPI and Debian have.
bench: build
	@.ci/peers
	$(swift) build --package-path Benchmarks -c release
	strip -S -o Benchmarks/.build/navtree .build/release/navtree
	Benchmarks/bench.py Benchmarks/.build/navtree $(published) Benchmarks/.build/release/floor $(report)

# The same, and the table and the chart of the document.
bench-report: report := --report Docs/maintainers/performance.md Docs/maintainers/performance.svg
bench-report: bench

# A load beside libyaml's scan of the same bytes, and the library beside the engine.
bench-parts: build
	NAVTREE_BENCHMARKS=1 $(swift) build $(release) --product FlowBenchmark
	.build/release/FlowBenchmark
	NAVTREE_BENCHMARKS=1 $(swift) build $(release) --product LibraryBenchmark
	.ci/library-cost .build/release/LibraryBenchmark
	NAVTREE_BENCHMARKS=1 $(swift) build $(release) --product RegexBenchmark
	.build/release/RegexBenchmark
	NAVTREE_BENCHMARKS=1 $(swift) build $(release) --product JSONBenchmark
	.build/release/JSONBenchmark

# The planted faults, two side by side: three quarters of an hour. What was found before must be found again.
foresight: build
	Fuzz/foresight.py --navtree .build/release/navtree --jobs 2 --docs Docs/guides/exploring.md \
		--found 56 --killed 52 --alarms 0

# Plans to all screens, rules and guards of three apps of 17 and 18 screens.
plans: build
	Fuzz/plans.py --navtree .build/release/navtree --least 95 Specs/airline.navtree.yaml Specs/hotel.navtree.yaml \
		Specs/clinic.navtree.yaml

# Each fuzzer for SECONDS, two side by side.
SECONDS ?= 60
fuzz: setup
	NAVTREE_FUZZ=1 $(swift) build -c release --sanitize=fuzzer --scratch-path .build/fuzz --product Fuzz
	printf '%s\n' line flow patch cel snapshot recording store scenario | \
		xargs -P 2 -I TARGET Fuzz/run .build/fuzz/release/Fuzz TARGET $(SECONDS)

# The tests under sanitizers, and the C boundaries under valgrind: an hour.
sanitize: python tools
	.ci/sanitize

# A quarter of an hour of sessions, slow readers and clients that vanish.
soak: build
	Fuzz/soak.py --navtree .build/release/navtree

# The long checks, a line for each: CHECK=TEXT runs those whose command contains it.
nightly:
	@.ci/nightly $(CHECK)

lint:
	swift format lint --strict -r $(sources)

format:
	swift format -i -r $(sources)

setup:
	@.ci/setup

# The page of navtree report, into the file of C that carries it: esbuild 0.17 is Debian's package esbuild.
inspector:
	@.ci/inspector

# What the tests need beyond it.
tools: setup
	@.ci/setup test

python: setup
	@.ci/python
