# Everything here works on a fresh Debian or Ubuntu with make and a Swift toolchain.

SWIFT ?= swift
JETSIM = .build/release/jetsim
RESULTS ?= results/phone
SOURCES = Package.swift Sources Tests Benchmarks

.DEFAULT_GOAL := help
.PHONY: help setup build run test bench lint format clean

help:
	@echo 'make run      build, simulate scenarios/phone.yaml into results/phone, compare'
	@echo 'make test     build and run all tests'
	@echo 'make build    build the release binary: $(JETSIM)'
	@echo 'make bench    measure all suites against their peers; takes long, see Benchmarks/README.md'
	@echo 'make lint     check the format of all sources'
	@echo 'make format   format all sources'
	@echo 'make setup    install the libraries that are missing (Debian, Ubuntu)'
	@echo 'make clean    remove what was built; results stay'

setup:
	@sh .ci/setup

build: setup
	$(SWIFT) build -c release --product jetsim

run: build
	@mkdir -p $(dir $(RESULTS))
	$(JETSIM) run scenarios/phone.yaml -o $(RESULTS) --force
	$(JETSIM) compare $(RESULTS)

test: setup
	$(SWIFT) test

bench: setup
	$(SWIFT) run -c release bench

lint:
	$(SWIFT) format lint --strict --recursive --parallel $(SOURCES)

format:
	$(SWIFT) format --in-place --recursive --parallel $(SOURCES)

clean:
	$(SWIFT) package clean
