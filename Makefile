# The ways into the project. `make demo` and `make test` work in a fresh clone on a machine that has git, make and a
# Swift toolchain (6.2 or later); what else is needed is installed from Debian by `make deps`.

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
PEER_PYTHON ?= python3

TOOLCHAIN := $(shell dirname "$$(readlink -f "$$(command -v $(SWIFT))")")

# lld, where the toolchain has it: no names for other programs, and relocations packed where the C library reads them (glibc 2.36).
# A tenth of the program and half a millisecond of its start (docs/decisions/0010-release-builds.md).
LLD := $(shell test -x "$(TOOLCHAIN)/ld.lld" && echo yes)
PACKED := $(shell getconf GNU_LIBC_VERSION 2>/dev/null | awk '{ split($$2, v, "."); if (v[1] > 2 || v[2] >= 36) print "yes" }')
# The C++ library that the Swift runtime needs is linked in, where a static one stands in STATIC: finding its names took the dynamic
# linker a tenth of the time of a search.
STATIC := $(CURDIR)/.build/static
LINKING := $(if $(LLD),-Xswiftc -use-ld=lld -Xlinker --no-export-dynamic -Xlinker -L$(STATIC) -Xswiftc -Xclang-linker -Xswiftc -static-libgcc \
    $(if $(PACKED),-Xlinker -z -Xlinker pack-relative-relocs))

# The Swift runtime is linked in: the program starts in a third of the time, and runs where no toolchain is. Exclusivity is
# checked by the compiler and, at run time, in debug builds: in loops over tokens the run-time check costs a fifth of the
# time (docs/decisions/0010-release-builds.md). The manifest has no unsafe flags for modules (but for FEEDSEARCH_OPTIMIZED=1 in debug builds), so
# that other packages can depend on it.
# Generic types that the code names are made by calls of their own, not by looking up a name that is written out: a tenth of the time of a
# search that is a process of its own (docs/decisions/0010-release-builds.md).
# Without "breadcrumbs" the debug information does not name the compiled forms of C modules, whose signatures differ from
# build to build. Without "incremental-llvm-codegen" the program has no hashes for incremental builds, which differ as well. With both
# flags, two builds at the same path give the same bytes.
RELEASE := -c release --static-swift-stdlib --disable-local-rpath -Xswiftc -enforce-exclusivity=unchecked \
    -Xswiftc -Xfrontend -Xswiftc -no-clang-module-breadcrumbs \
    -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
    -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen $(LINKING)
BIN := .build/release/feedsearch

# All tests are built with optimised modules, whose internal declarations -enable-testing shows to them: building takes a quarter less
# time than a debug build, and the tests half (docs/decisions/0010-release-builds.md). A folder of its own, as the flags differ from the
# program's.
TESTING := -c release --scratch-path .build/tests -Xswiftc -enable-testing
TEST_BUNDLE := .build/tests/release/feedsearchPackageTests.xctest

bindir := $(DESTDIR)$(PREFIX)/bin
mandir := $(DESTDIR)$(PREFIX)/share/man/man1
zhmandir := $(DESTDIR)$(PREFIX)/share/man/zh_CN/man1
bashdir := $(DESTDIR)$(PREFIX)/share/bash-completion/completions
zshdir := $(DESTDIR)$(PREFIX)/share/zsh/site-functions
fishdir := $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
unitdir := $(DESTDIR)$(PREFIX)/lib/systemd/user
systemunitdir := $(DESTDIR)$(PREFIX)/lib/systemd/system
sbindir := $(DESTDIR)$(PREFIX)/sbin
man8dir := $(DESTDIR)$(PREFIX)/share/man/man8
zhman8dir := $(DESTDIR)$(PREFIX)/share/man/zh_CN/man8
sysusersdir := $(DESTDIR)$(PREFIX)/lib/sysusers.d

SWIFT_FILES := Package.swift Sources Tests Benchmarks Fuzzing

.PHONY: test-long test-bundle test-program screenshots test-terminal test-web test-mcp test-postgres help deps build demo demo-serve test tsan sample bench bench-feeds fuzz install uninstall format lint clean test-deps deb deb-test

help:
	@echo 'make demo      build, import the sample archive, search it'
	@echo 'make demo-serve  serve the database of the demo on 127.0.0.1:8480'
	@echo 'make test      build, run every test; ONLY=Module or ONLY=Module/Suite: the tests of one module'
	@echo 'make test-long  all tests with their full seeds and sizes, PostgreSQL included; takes hours'
	@echo 'make tsan      many readers, a writer and cancelled searches in one process, under the thread sanitizer'
	@echo 'make test-bundle  build the tests and the programs that they run, into .build/tests'
	@echo 'make test-program  the program of that build alone'
	@echo 'make sample    build another package against the library products, and run it'
	@echo 'make bench     time the stages apart, then ingest and search of the whole program as it grows to ARTICLES'
	@echo '               (100000), beside recoll and other engines where they are; writes docs/benchmarks.md and plots'
	@echo 'make bench-feeds  time reading and sanitising of real feeds, and Python feedparser beside it'
	@echo 'make fuzz      feed random input to the readers of hostile formats, FUZZ_SECONDS each'
	@echo 'make install   program, man pages, completions (PREFIX=$(PREFIX), DESTDIR=$(DESTDIR))'
	@echo 'make uninstall take them away again (your database stays)'
	@echo 'make deb       the Debian package, into .build/deb'
	@echo 'make deb-test  try it in bare roots of Debian 12 and 13 (as root; takes minutes)'
	@echo 'make deb-test-boot  its system service under a booted systemd (as root)'
	@echo 'make dist      the source archive, .build/dist/feedsearch-VERSION.tar.gz'
	@echo 'make container a root and an OCI image for podman, into .build/container'
	@echo 'make deps      install the Debian libraries that the build needs'
	@echo 'make test-deps  install the servers and clients that tests run beside the program'
	@echo 'make test-web  the web reader in a real browser'
	@echo 'make test-mcp  clients of assistants (Model Context Protocol) against the program and the service'
	@echo 'make test-terminal  the terminal reader on terminals of tmux'
	@echo 'make screenshots  pictures of every view of the web reader in .build/screenshots, some of them in docs/web'
	@echo 'make test-postgres  what uses PostgreSQL, with a server of Debian that the tests start and end'
	@echo 'make build     the release binary, $(BIN)'
	@echo 'make format    lay out the Swift files; make lint only checks them'
	@echo 'make clean     remove what was built, the demo database included'

deps:
	@SWIFT='$(SWIFT)' scripts/deps.sh

# Without them the tests that need them are skipped, so that none is a reason to fail.
test-deps:
	@SWIFT='$(SWIFT)' scripts/deps.sh nginx-light caddy prometheus newsboat tmux zsh fish dbus-daemon systemd desktop-file-utils \
	    appstream || true

build: deps
	@mkdir -p $(STATIC)
	@library=$$("$(TOOLCHAIN)/clang" -print-file-name=libstdc++.a 2>/dev/null); \
	    test ! -f "$$library" || ln -sf "$$library" $(STATIC)
	$(SWIFT) build $(RELEASE) --product feedsearch

demo: build
	@scripts/demo.sh $(BIN)

# Without the network: the demo's database as `make demo` has made it.
demo-serve: build
	@test -e .build/demo/feedsearch.db || scripts/demo.sh $(BIN) > .build/demo.txt
	@export XDG_CONFIG_HOME="$$PWD/.build/demo/config" XDG_STATE_HOME="$$PWD/.build/demo/state"; \
	    exec $(BIN) serve --no-fetch --db .build/demo/feedsearch.db

# Where nginx, caddy, promtool (Debian: prometheus), newsboat, tmux or systemd-analyze are missing, the tests that need them are
# skipped: `make test-deps` installs them.
# Swift Testing's closing line is the last one: XCTest, which the project does not use, stays silent.
ifdef ONLY
TESTED := $(firstword $(subst /, ,$(ONLY)))
# Programs that a module's tests start.
RUN_BY_Command := feedsearch
RUN_BY_PostgresEngine := Benchmarks
RUN_BY_StorageEngines := Benchmarks
# One module's tests, ONLY=Module or Module/Suite: only that module, what it imports and its tests are built.
test: deps
	FEEDSEARCH_TESTS='$(TESTED)' $(SWIFT) build --product feedsearchPackageTests
	$(if $(RUN_BY_$(TESTED)),FEEDSEARCH_TESTS='$(TESTED)' $(SWIFT) build --product $(RUN_BY_$(TESTED)))
	@scripts/test.sh .build/debug/feedsearchPackageTests.xctest \
	    $(if $(findstring /,$(ONLY)),--filter '$(lastword $(subst /, ,$(ONLY)))')
else
test: test-bundle
	@python3 -m unittest discover -q -s Benchmarks/tests
	@python3 -m unittest discover -q -s scripts/tests
	@scripts/test.sh $(TEST_BUNDLE)
endif

test-bundle: deps
	$(SWIFT) build $(TESTING) --build-tests

# The program of that build alone, which the browser's tests run.
test-program: deps
	$(SWIFT) build $(TESTING) --product feedsearch

# The tests with full seeds and sizes, and many kills of writers: before a release, and when a module of the index or of storage changes.
test-long: export FEEDSEARCH_TEST_LONG = 1
test-long: export FEEDSEARCH_TEST_KILLS ?= 200
test-long: export FEEDSEARCH_TEST_STOPS ?= 50
test-long: export FEEDSEARCH_TEST_POSTGRES = 1
test-long: test-deps
	@SWIFT='$(SWIFT)' scripts/deps.sh postgresql pgbouncer
	@$(MAKE) test

# Keys and screens of `feedsearch browse`, on terminals of tmux; skipped where tmux cannot be had.
test-terminal: test-bundle
	@SWIFT='$(SWIFT)' scripts/deps.sh tmux || true
	@scripts/test-terminal.sh $(TEST_BUNDLE)

# Chromium and its driver are installed where they are missing.
test-web: build
	@SWIFT='$(SWIFT)' scripts/test-web.sh $(BIN)

# The clients are installed from PyPI, into .build/test-mcp.
test-mcp: build
	@SWIFT='$(SWIFT)' scripts/test-mcp.sh $(BIN)

# Every view of the web reader in each size, theme and language, with a contact sheet for each view, in .build/screenshots; some of
# them for the documentation, in docs/web: at most 24, each of at most 100 KB. VIEWS="search palette": these views alone, not docs/web.
screenshots: build
	@scripts/screenshots.sh $(BIN) .build/screenshots --docs docs/web $(VIEWS)

# Races are reported as errors. C libraries of Debian are not instrumented; scripts/tsan.supp says which reports of them are
# left out, and why.
tsan: deps
	TSAN_OPTIONS='halt_on_error=1 suppressions=$(CURDIR)/scripts/tsan.supp' $(SWIFT) test --sanitize=thread \
	    --scratch-path .build/tsan --disable-xctest \
	    --filter 'StorePoolTests|SecondReaderTests|PostingSearchTests|ProximityTests|FilteredSearchTests'

# The tests start a server as a user without rights, in a temporary folder; at most 30 minutes.
test-postgres: test-bundle
	@scripts/test-postgres.sh $(TEST_BUNDLE)

# Another package that depends on this one by path.
sample: deps
	@SWIFT='$(SWIFT)' scripts/sample.sh

# ARTICLES=1000000 make bench goes on to a million. BENCH holds flags of Benchmarks/bench.py, which measures one part again
# when it is run by itself (--help tells more). PEER_PYTHON is a Python that has tantivy, and xapian perhaps.
ARTICLES ?= 100000
BENCH ?=
bench: build
	$(SWIFT) build $(RELEASE) --product Benchmarks
	@mkdir -p .build/bench
	.build/release/Benchmarks > .build/bench/stages.txt
	@cat .build/bench/stages.txt
	@PEER_PYTHON='$(PEER_PYTHON)' python3 Benchmarks/bench.py --limit $(ARTICLES) --stages .build/bench/stages.txt $(BENCH)

# Needs the test material beside the repository; PEER_PYTHON is a Python that has feedparser.
bench-feeds: deps
	$(SWIFT) build $(RELEASE) --product Benchmarks
	@PEER_PYTHON='$(PEER_PYTHON)' scripts/bench-feeds.sh .build/release/Benchmarks

# FUZZ_SECONDS for each target; finds are kept in Fuzzing/corpus.
FUZZ_SECONDS ?= 60
fuzz: deps
	Fuzzing/run.sh $(FUZZ_SECONDS)

# `sudo make install` after `make build` builds nothing: root often has no Swift toolchain on its path.
install:
	@test -x $(BIN) || $(MAKE) build
	install -d '$(bindir)' '$(mandir)' '$(zhmandir)' '$(bashdir)' '$(zshdir)' '$(fishdir)'
	install -m 755 $(BIN) '$(bindir)/feedsearch'
	LC_ALL=C.UTF-8 $(BIN) generate man > '$(mandir)/feedsearch.1'
	LC_ALL=zh_CN.UTF-8 $(BIN) generate man > '$(zhmandir)/feedsearch.1'
	LC_ALL=C.UTF-8 $(BIN) generate bash > '$(bashdir)/feedsearch'
	LC_ALL=C.UTF-8 $(BIN) generate zsh > '$(zshdir)/_feedsearch'
	LC_ALL=C.UTF-8 $(BIN) generate fish > '$(fishdir)/feedsearch.fish'
	chmod 644 '$(mandir)/feedsearch.1' '$(zhmandir)/feedsearch.1' '$(bashdir)/feedsearch' '$(zshdir)/_feedsearch' \
	    '$(fishdir)/feedsearch.fish'
	install -d '$(unitdir)' '$(systemunitdir)'
	sed 's|/usr/local/bin|$(PREFIX)/bin|' packaging/systemd/feedsearch.service > '$(unitdir)/feedsearch.service'
	sed 's|/usr/local/bin|$(PREFIX)/bin|' packaging/systemd/feedsearch-system.service > '$(systemunitdir)/feedsearch-system.service'
	chmod 644 '$(unitdir)/feedsearch.service' '$(systemunitdir)/feedsearch-system.service'
	for unit in feedsearch-fetch feedsearch-every; do \
	    sed 's|@PREFIX@|$(PREFIX)|g' packaging/$$unit.service.in > "$(unitdir)/$$unit.service" && \
	    chmod 644 "$(unitdir)/$$unit.service" || exit 1; \
	done
	install -m 644 packaging/feedsearch-fetch.timer '$(unitdir)/feedsearch-fetch.timer'
	install -m 644 packaging/systemd/feedsearch.socket '$(unitdir)/feedsearch.socket'
	install -m 644 packaging/systemd/feedsearch-system.socket '$(systemunitdir)/feedsearch-system.socket'
	install -d '$(sbindir)' '$(man8dir)' '$(zhman8dir)' '$(sysusersdir)'
	sed 's|@PREFIX@|$(PREFIX)|' packaging/feedsearch-system.in > '$(sbindir)/feedsearch-system'
	chmod 755 '$(sbindir)/feedsearch-system'
	install -m 644 packaging/feedsearch-system.8 '$(man8dir)/feedsearch-system.8'
	install -m 644 packaging/feedsearch-system.zh_CN.8 '$(zhman8dir)/feedsearch-system.8'
	install -m 644 packaging/systemd/feedsearch-sysusers.conf '$(sysusersdir)/feedsearch.conf'

# The program is built here, with the toolchain that is here; debhelper packs what `make install` installs.
deb: build
	@SWIFT='$(SWIFT)' scripts/deps.sh debhelper po-debconf dpkg-dev
	@scripts/deb.sh $(BIN)

deb-test:
	@test -n "$$(ls .build/deb/*.deb 2>/dev/null)" || $(MAKE) deb
	@SWIFT='$(SWIFT)' scripts/deps.sh mmdebstrap lintian
	@scripts/deb-test.sh

# The system service under a booted systemd, in namespaces of its own.
.PHONY: deb-test-boot
deb-test-boot:
	@test -n "$$(ls .build/deb/*.deb 2>/dev/null)" || $(MAKE) deb
	@SWIFT='$(SWIFT)' scripts/deps.sh mmdebstrap
	@scripts/deb-test-boot.sh

uninstall:
	rm -f '$(bindir)/feedsearch' '$(mandir)/feedsearch.1' '$(zhmandir)/feedsearch.1' '$(bashdir)/feedsearch' '$(zshdir)/_feedsearch' \
	    '$(fishdir)/feedsearch.fish' '$(unitdir)/feedsearch-fetch.service' '$(unitdir)/feedsearch-fetch.timer' \
	    '$(unitdir)/feedsearch-every.service' '$(unitdir)/feedsearch.service' '$(unitdir)/feedsearch.socket' \
	    '$(systemunitdir)/feedsearch-system.service' '$(systemunitdir)/feedsearch-system.socket' \
	    '$(sbindir)/feedsearch-system' '$(man8dir)/feedsearch-system.8' '$(zhman8dir)/feedsearch-system.8' \
	    '$(sysusersdir)/feedsearch.conf'

# The desktop's search: GNOME Shell, KRunner, the bus that starts the program for them (docs/desktop.md).
desktop_id := org.feedsearch.Feedsearch
datadir := $(DESTDIR)$(PREFIX)/share
desktop_files := $(datadir)/applications/$(desktop_id).desktop \
    $(datadir)/gnome-shell/search-providers/$(desktop_id).search-provider.ini \
    $(datadir)/krunner/dbusplugins/plasma-runner-feedsearch.desktop \
    $(datadir)/metainfo/$(desktop_id).metainfo.xml

.PHONY: install-desktop uninstall-desktop
install: install-desktop
install-desktop:
	for file in $(desktop_files); do \
	    install -D -m 644 "packaging/desktop/$${file##*/}" "$$file" || exit 1; \
	done
	install -D -m 644 Sources/WebPages/Assets/icon.svg '$(datadir)/icons/hicolor/scalable/apps/$(desktop_id).svg'
	install -d '$(datadir)/dbus-1/services'
	sed 's|@PREFIX@|$(PREFIX)|g' packaging/desktop/$(desktop_id).service.in > '$(datadir)/dbus-1/services/$(desktop_id).service'
	chmod 644 '$(datadir)/dbus-1/services/$(desktop_id).service'

uninstall: uninstall-desktop
uninstall-desktop:
	rm -f $(desktop_files) '$(datadir)/icons/hicolor/scalable/apps/$(desktop_id).svg' \
	    '$(datadir)/dbus-1/services/$(desktop_id).service'

# The source archive of the last commit: what it needs is installed by `make deps`, and then it builds without the network.
.PHONY: dist container
dist:
	@scripts/dist.sh

# A root by mmdebstrap and an OCI image of it, into .build/container: from the package that `make deb` has made, else from
# the program (docs/container.md).
container:
	@SWIFT='$(SWIFT)' scripts/deps.sh mmdebstrap
	@test -x $(BIN) || $(MAKE) build
	@scripts/container.sh $(BIN)

format:
	$(SWIFT) format format --in-place --recursive $(SWIFT_FILES)

lint:
	$(SWIFT) format lint --strict --recursive $(SWIFT_FILES)
	@SWIFT='$(SWIFT)' python3 scripts/check_modules.py
	@SWIFT='$(SWIFT)' python3 scripts/module_diagram.py

clean:
	$(SWIFT) package clean
	rm -rf .build/demo .build/deb .build/deb-test
