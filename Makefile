# make run and make test are all a newcomer needs; make help lists the rest.
SHELL := /bin/bash
GO ?= go
BIN := bin/kinodex
LAB := bin/kinodex-lab
# encoding/json reads and writes faster; the default of Go 1.27. See docs/dependencies.md.
export GOEXPERIMENT := jsonv2
export CGO_ENABLED ?= 1
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
ERRCHECK := github.com/kisielk/errcheck@v1.10.0
GOCOGNIT := github.com/uudashr/gocognit/cmd/gocognit@v1.2.0
GOVULNCHECK := golang.org/x/vuln/cmd/govulncheck@v1.9.0
# The tests of the command that need services; a test compares the list with the tests.
BESIDE_SERVICES := ^(TestALostMachineComesBack|TestAReplicaKilledWhileItFetchesGoesOn|TestARevokedKeyIsRefusedByEveryServerWithinASecond|TestDoctorAsksTheDatabases|TestKillingAServerUnderLoadForgetsNoAnswer|TestNoSecretIsToldAnywhere|TestPostersLieInS3|TestReplicasServeWhatIsPublished|TestServersOfOneLedgerAreInIt|TestTheSnapshotLiesInS3|TestTwoServersShareABudgetExactly)$$
# Programs and tests name no directory of the machine, and share what is compiled.
export GOFLAGS ?= -trimpath
# How programs are linked. -s -w leaves out what debuggers alone need, a quarter of the
# file; stack traces and profiles keep their names. BUILD= keeps it.
BUILD ?= -ldflags='-s -w'
ADDR ?= 127.0.0.1:8080
DATA ?= data

.PHONY: help run build lab test test-services test-deploy release test-bench test-browser test-clients test-analyst description faults screenshots site-load conformance check race vet lint fmt docs generate starter-models fuzz bench quality gold gold-encoder gold-screenplays clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  %-16s %s\n", $$1, $$2}'

run: build ## serve the starter library (or what DATA holds) on ADDR, with a key printed for trying
	@./scripts/run.sh $(BIN) $(DATA) $(ADDR)

build: ## compile bin/kinodex
	$(GO) build $(BUILD) -o $(BIN) ./cmd/kinodex

.PHONY: dev quick
dev: build ## serve like make run, and start again whenever a file of the source changes
	@GO="$(GO)" ./scripts/dev.sh $(BIN) $(DATA) $(ADDR)

quick: ## format, vet and short tests of the packages that differ from main, in a minute or two
	@GO="$(GO)" ./scripts/quick.sh $(BASE)

lab: ## compile bin/kinodex-lab, with which maintainers measure how good the answers are
	$(GO) build -o $(LAB) ./cmd/kinodex-lab

test: ## run the tests (make vet runs go vet)
	$(GO) test -vet=off -timeout 20m ./...
	@test -n "$$KINODEX_TEST_POSTGRES" || echo "left out: what needs PostgreSQL, Redis, S3, HAProxy or nginx (make test-services), what needs film sources (make gold) or a full library (KINODEX_DATA_LIBRARY), and what needs annotated screenplays (make gold-screenplays)"

test-services: ## run the tests that need PostgreSQL, Redis, S3, HAProxy and nginx, beside ones of their own (installed when absent)
	./scripts/services.sh $(SHELL) -ec '$(GO) test -count=1 ./internal/ledger/pgdb ./internal/ledger/redismeter ./internal/blob/s3; $(GO) test -count=1 -run "$(BESIDE_SERVICES)" ./cmd/kinodex'
	./scripts/proxies.sh $(GO) test -count=1 -run BehindAProxy ./internal/serve

test-deploy: ## try what is under deploy with promtool, nginx, Caddy, dpkg, rpm, qemu, helm and kubeconform (installed when absent)
	./scripts/install.sh postgres redis-server versitygw haproxy nginx caddy rpm systemd-analyze promtool qemu-aarch64-static nfpm helm kubeconform
	KINODEX_TEST_DEPLOY=yes $(GO) test -count=1 -timeout 30m -v ./deploy/...
	cd deploy/release && $(GO) test -count=1 ./...

release: ## make what is published into dist/: programs, packages, image, bills of materials; and show that a build elsewhere gives the same bytes
	./scripts/release.sh
	./scripts/release.sh verify

faults: build ## take parts of a cluster away under load and compare answers with what was counted, about five minutes (FAULTS="-only primary-kill" or "-hold 5m -repeat 3" changes that)
	KINODEX=$(BIN) ./scripts/faults.sh $(FAULTS)

.PHONY: test-faults
test-faults: build ## four of these faults: a replica and the primary are killed, the bucket is away, a published file is damaged
	KINODEX=$(BIN) ./scripts/faults.sh -only replica-kill,primary-kill,bucket-away,corrupt-pack -hold 4s

.PHONY: test-charts
test-charts: ## the part of test-deploy that needs no server and no packages: chart, alerts, dashboard, proxies (what they need is installed when absent)
	./scripts/install.sh haproxy nginx caddy promtool helm kubeconform
	$(GO) test -count=1 -v -run 'TestTheChart|TestAlerts|TestDashboard|TestTheProxies' ./deploy/...

test-browser: build ## walk the site in Chromium: every page, and the stories of those who come (Chromium is installed when absent; needs npm)
	KINODEX=$(BIN) ./scripts/browser.sh

test-clients: build ## run the tests of the clients in clients/ beside the program (what they need is installed when absent)
	KINODEX=$(abspath $(BIN)) ./scripts/clients.sh

description: build ## hold the description of the interface against linters and generators of others (needs npm)
	KINODEX=$(abspath $(BIN)) ./scripts/description.sh

test-analyst: build ## take the snapshot home as Parquet and SQLite, and ask it with DuckDB (needs npm)
	KINODEX=$(BIN) ./scripts/analyst.sh

conformance: build ## hold the connector against the protocol's official clients, inspector and suite (needs npm)
	KINODEX=$(BIN) ./scripts/conformance.sh

.PHONY: test-compat
test-compat: build ## point published clients of TMDb, OMDb and Stremio at the program (needs npm)
	KINODEX=$(BIN) ./scripts/compat.sh

check: fmt vet lint race docs ## what every commit must pass

fmt:
	@out=$$(gofmt -l $$(git ls-files -co --exclude-standard '*.go')); test -z "$$out" || { echo "not gofmt-ed:"; echo "$$out"; exit 1; }

vet:
	$(GO) vet ./...
	cd bench && $(GO) vet ./...
	cd test/site && $(GO) vet ./...
	cd clients/go && $(GO) vet ./...
	cd test/faults && $(GO) vet ./... && $(GO) test ./...
	cd deploy/release && $(GO) vet ./...

lint:
	$(GO) run $(STATICCHECK) ./...
	./scripts/errcheck.sh $(GO) run $(ERRCHECK)
	./scripts/complexity.sh $(GO) run $(GOCOGNIT)

# CONCURRENT matches a line of Go that starts a goroutine or shares memory between them; the race
# detector has nothing to say of packages without one.
CONCURRENT := (^|[[:space:]])go (func|[a-z][A-Za-z.]*)[(]|"sync"|"sync/atomic"|[.]Go[(]
# Of packages whose tests take long and mostly do one thing at a time, it reads those that do several at once.
SEQUENTIAL := ./internal/serve ./cmd/kinodex ./internal/serve/site/chart ./internal/serve/site/cover ./internal/poster/vision
AT_ONCE := go func|[.]Go[(]|sync[.]|atomic[.]|make[(]chan|AfterFunc
race: ## the tests under the race detector of packages that start goroutines, but for tests that only take long, alone (RACING=. takes more)
	@echo "left out under the race detector: tests that learn or install at length, long tests that do one thing at a time, and packages that start no goroutine and lock nothing (make test runs them)"
	@# the longest first, so that nothing waits for them at the end; make vet has looked already
	$(GO) test -race -short -vet=off -timeout 30m -run "$${RACING:-^($$(awk '/^func /{f=""} /^func Test/{f=$$2; sub(/[(].*/,"",f)} f && /$(AT_ONCE)/{print f}' $(SEQUENTIAL:%=%/*_test.go) | sort -u | paste -sd'|'))$$}" $(SEQUENTIAL)
	$(GO) test -race -short -vet=off -timeout 30m \
		$$(grep -rlE '$(CONCURRENT)' --include=*.go cmd internal | xargs -n1 dirname | sort -u | sed 's|^|./|' | grep -vxE '$(subst $() ,|,$(SEQUENTIAL))')

.PHONY: vuln
vuln: ## look for known vulnerabilities that code of any module here calls (says so, and passes, where vuln.go.dev cannot be reached; VULNDB=file:///DIR names a copy)
	./scripts/vuln.sh $(GO) run $(GOVULNCHECK)

docs: ## modules in order (the tests compare generated files and docs with the code)
	$(GO) mod tidy -diff

generate: ## write generated files anew (the codec of claims, the tables of snapshots and of packages, templates, the interface description, golden shapes, the list of tools, the clients)
	$(GO) generate ./...
	$(GO) test -count=1 ./internal/serve/site/templates_test.go -update # that file alone: it compiles where a page does not yet
	$(GO) test -count=1 ./internal/serve ./internal/serve/mcp -update -run "^($$(awk '/^func /{f=$$2; sub(/\(.*/,"",f)} /golden\(t, /{print f}' internal/serve/*_test.go internal/serve/mcp/*_test.go | sort -u | paste -sd'|'))$$" # the tests that compare with a golden file
	$(GO) test -count=1 ./clients/generate -update
	$(GO) test -count=1 -run TestTheTourListsThePackages . -update

starter-models: ## learn anew what the program carries of models of the starter library (a test says when)
	$(GO) test -count=1 -run TestWhatIsLearnedIsWhatAFreshMachineWouldLearn ./internal/starter -update

.PHONY: flaky
flaky: ## run every package's tests 50 times (long ones ten times), then on one processor and beside a load, and name what was red once; hours (TIMES=10 or PACKAGES=./internal/app changes that)
	./scripts/flaky.sh $(or $(PACKAGES),./...)

fuzz: ## run every fuzz target for FUZZTIME (default 20s) each
	./scripts/fuzz.sh $${FUZZTIME:-20s}

bench: ## measure against peers; needs FILMS=path to film sources or DATA=a directory with a library, see docs/benchmarks.md
	./bench/run.sh

test-bench: build ## the tests of the benchmark's own module
	cd bench && KINODEX_BENCH_PROGRAM=$(abspath $(BIN)) $(GO) test ./...

screenshots: build ## make the pictures of the README anew
	mkdir -p docs/images
	KINODEX_IMAGES=$(CURDIR)/docs/images KINODEX=$(BIN) ./scripts/browser.sh -run TestPicturesOfTheREADME

site-load: build ## ask the site for 200 pages a second for ten minutes (SITE_LOAD="-for 1m -rate 100" changes that; KINODEX_TEST_LIBRARY names a full library)
	cd test/site && $(GO) run ./load -program ../../$(BIN) $(SITE_LOAD)

quality: lab ## measure search quality on the library in DATA
	$(LAB) evaluate search --data $(DATA)

gold: ## check the merge against the hand-made gold; needs KINODEX_DATA_FILMS
	$(GO) test -count=1 -timeout 20m -run 'TestRealFilms|TestJoinsFindTheRightFilm' -v ./internal/ingest | tee /dev/stderr | grep -q -- '--- PASS: TestRealFilms'

gold-encoder: ## hold the sentence encoder against the model it is made of; needs KINODEX_ENCODER_CHECK (a file of check values) and KINODEX_ENCODER_MODEL (the folder dist of the npm package)
	@test -n "$$KINODEX_ENCODER_CHECK" -a -n "$$KINODEX_ENCODER_MODEL" || { echo "KINODEX_ENCODER_CHECK names no file, or KINODEX_ENCODER_MODEL no folder"; exit 1; }
	$(GO) test -count=1 -v ./internal/encoder/...

gold-screenplays: ## read the annotated screenplays exactly; needs KINODEX_GOLD_SCREENPLAYS
	@test -n "$$KINODEX_GOLD_SCREENPLAYS" || { echo "KINODEX_GOLD_SCREENPLAYS names no folder"; exit 1; }
	$(GO) test -count=1 -v -run 'TestFountainIsReadAs|TestFinalDraftIsRead|TestFountainAndFinalDraft|TestFadeIn|TestScrapings|TestAPrintedScript' ./internal/screenplay/...

clean:
	rm -rf bin
