# Every target does the set-up that it needs: see .ci/setup.

# Homebrew's headers and libraries aren't on the compiler's paths.
ifeq ($(shell uname),Darwin)
prefix := $(shell brew --prefix)
flags := -Xcxx -I$(prefix)/include -Xlinker -L$(prefix)/lib
else
# A binary with Swift's library in it runs without Swift, starts in half the time and takes 6 % less for a request.
static := --static-swift-stdlib
endif

sources := Sources Tests Snippets Package.swift Fuzz/Sources Benchmarks/Package.swift \
	Benchmarks/Library/Sources/LibraryBenchmark Benchmarks/Library/Package.swift

# Where make install puts it; DESTDIR is the root of a system that is being made.
PREFIX ?= /usr/local
DESTDIR ?=

.PHONY: inspector page help build demo test outside docs clients clients-python clients-node fleet faults npm bench bench-report bench-parts \
	fuzz sanitize soak lint format setup tools python static dist wheel install uninstall types

# The long tests with their whole counts.
faults: build python tools
	NAVTREE_FAULTS=1 NAVTREE_BINARY=.build/release/navtree .ci/clients-python tests/test_faults.py
	NAVTREE_FAULTS=1 NAVTREE_BINARY=.build/release/navtree .ci/clients-node
	NAVTREE_FAULTS=1 NAVTREE_BINARY=.build/release/navtree .ci/faults

ifeq ($(shell uname),Linux)
npm bench: static
published := .build/navtree-static
else
npm: build
published := .build/release/navtree
endif

# The package of Node, with the binary in it.
npm: tools
	.ci/npm $(published) .build/dist

# In a quiet machine within three minutes. The peers are those that PyPI and Debian have.
bench: build
	@.ci/peers
	swift build $(flags) --package-path Benchmarks -c release
	strip -S -o Benchmarks/.build/navtree .build/release/navtree
	Benchmarks/bench.py Benchmarks/.build/navtree $(published) Benchmarks/.build/release/floor $(report)

# The same, and the table and the chart of the document.
bench-report: report := --report Docs/performance.md Docs/performance.svg
bench-report: bench

# A load beside libyaml's scan of the same bytes, and the library beside the engine.
bench-parts: build
	swift build $(flags) $(static) --package-path Benchmarks/Flow -c release
	Benchmarks/Flow/.build/release/FlowBenchmark
	swift build $(flags) --package-path Benchmarks/Library -c release
	.ci/library-cost Benchmarks/Library/.build/release/LibraryBenchmark

# Each fuzzer for SECONDS, two side by side.
SECONDS ?= 60
fuzz: setup
	NAVTREE_FUZZ=1 swift build $(flags) -c release --sanitize=fuzzer --scratch-path .build/fuzz --product Fuzz
	printf '%s\n' line flow patch cel snapshot recording store scenario | \
		xargs -P 2 -I TARGET Fuzz/run .build/fuzz/release/Fuzz TARGET $(SECONDS)

# The tests under sanitizers, and the C boundaries under valgrind: an hour.
sanitize: python tools
	.ci/sanitize

# A quarter of an hour of sessions, slow readers and clients that vanish.
soak: build
	Fuzz/soak.py --navtree .build/release/navtree

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
