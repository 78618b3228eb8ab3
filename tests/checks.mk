# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# What a developer checks by hand: one test, the coverage, and mistakes that tools find without running anything.

# A test needs the programs that are not tests: agents, the painter, ringside.
#: check-one      TEST=test_judge, or with its folder: one test with its output
check-one: $(check_DATA)
	@helpers='all'; for program in $(check_PROGRAMS); do \
		case ' $(TESTS) ' in *" $$program "*) ;; *) helpers="$$helpers $$program" ;; esac; \
	done; found=; for test in $(TESTS); do \
		case $$test in '$(TEST)'|*/'$(TEST)'|*/'$(TEST)'.sh|*/'$(TEST)'.py) found="$$found $$test" ;; esac; \
	done; \
	set -- $$found; \
	test $$# -eq 1 || { \
		echo "make check-one TEST=NAME: which test? $${found:-no test has that name}" >&2; exit 2; }; \
	case $$1 in *.sh|*.py) program=$(srcdir)/$$1 ;; *) program=./$$1; helpers="$$helpers $$1" ;; esac; \
	$(MAKE) -s --no-print-directory $$helpers && \
	srcdir=$(srcdir) && export srcdir && { $(AM_TESTS_ENVIRONMENT) $$program; }
.PHONY: check-one

# All tests in a copy of the tree: objects that count, and a tree that is configured in place, stay out of each other's way.
# With gnu17 gcc knows fork and exec: it writes the counts of the child before exec, which would be lost.
#: coverage       which part of the lines and branches of each room the tests reach (gcovr)
COVERAGE = coverage
coverage:
	@gcovr --version >/dev/null 2>&1 || { echo 'make coverage needs gcovr: install the package gcovr' >&2; exit 1; }
	@$(MAKE) -s distdir distdir=$(COVERAGE)
	@cd $(COVERAGE) && ./configure -q CC='$(CC)' CFLAGS='-O0 -g --coverage -std=gnu17' && $(MAKE) -s && \
		{ $(MAKE) -s -k check || echo 'some tests failed: the lines that only they reach are missing below' >&2; }
	@$(srcdir)/scripts/coverage $(COVERAGE)
.PHONY: coverage
clean-local: clean-coverage
clean-coverage:
	rm -rf $(COVERAGE)
.PHONY: clean-coverage

# .clang-tidy lists the checks, and the reasons for those left out. Of gcc's checks, these raise false alarms after realloc and after a
# condition that is tested twice; LeakSanitizer finds leaks in the tests.
TIDY_JOBS = 2
TIDY_CC = gcc
ANALYZER_FLAGS = -Wno-analyzer-double-free -Wno-analyzer-file-leak -Wno-analyzer-malloc-leak
TIDY_FLAGS = -std=c17 -D_GNU_SOURCE -DPKGDATADIR=__FILE__ -DPKGLIBEXECDIR=__FILE__ -DBINDIR=__FILE__ -DDOCDIR=__FILE__ \
	-I$(abs_builddir) -Iinclude -Isrc \
	$(NCURSESW_CFLAGS) $(READLINE_CFLAGS) $(TSM_CFLAGS) $(SQLITE_CFLAGS) $(JANSSON_CFLAGS) $(INIH_CFLAGS) $(PCRE2_CFLAGS)
#: tidy           mistakes that clang-tidy and gcc -fanalyzer find in src without running it
tidy: config.h
	@clang-tidy --version >/dev/null 2>&1 || { echo 'make tidy needs clang-tidy: install the package clang-tidy' >&2; exit 1; }
	@cd $(srcdir) && find src -name '*.c' | sort | xargs -P $(TIDY_JOBS) -n 4 sh -c \
		'clang-tidy --quiet --warnings-as-errors="*" "$$@" -- $(TIDY_FLAGS) 2>/dev/null' sh
	@cd $(srcdir) && find src -name '*.c' | sort | xargs -P $(TIDY_JOBS) -n 1 \
		$(TIDY_CC) $(TIDY_FLAGS) $(ANALYZER_FLAGS) -Werror -fanalyzer -c -o /dev/null
.PHONY: tidy

# The image of a match file without rows. It is in the repository: to make it in each build, a build for another machine would
# need a compiler and an SQLite for this one.
#: blank          src/record/blank.c, after a change of the match file's tables or of the kinds of events
blank: tests/unit/test_blank$(EXEEXT)
	$(AM_V_GEN)tests/unit/test_blank --write >blank.new && mv blank.new $(srcdir)/src/record/blank.c
.PHONY: blank
