if HAVE_CMOCKA
check_PROGRAMS += tests/unit/test_match
TESTS += tests/unit/test_match
tests_unit_test_match_SOURCES = tests/unit/test_match.c
tests_unit_test_match_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_match_LDADD = libpure.a $(CMOCKA_LIBS)

check_PROGRAMS += tests/unit/test_clock
TESTS += tests/unit/test_clock
tests_unit_test_clock_SOURCES = tests/unit/test_clock.c
tests_unit_test_clock_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_clock_LDADD = libpure.a $(CMOCKA_LIBS)

check_PROGRAMS += tests/unit/test_gate
TESTS += tests/unit/test_gate
tests_unit_test_gate_SOURCES = tests/unit/test_gate.c
tests_unit_test_gate_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/src/core $(CMOCKA_CFLAGS)
tests_unit_test_gate_LDADD = libpure.a $(CMOCKA_LIBS)

check_PROGRAMS += tests/unit/test_judge
TESTS += tests/unit/test_judge
tests_unit_test_judge_SOURCES = tests/unit/test_judge.c tests/unit/dialogue.c tests/unit/dialogue.h
tests_unit_test_judge_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_judge_LDADD = libpure.a $(CMOCKA_LIBS)

check_PROGRAMS += tests/unit/test_gomocup
TESTS += tests/unit/test_gomocup
tests_unit_test_gomocup_SOURCES = tests/unit/test_gomocup.c tests/unit/dialogue.c tests/unit/dialogue.h
tests_unit_test_gomocup_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_gomocup_LDADD = libpure.a $(CMOCKA_LIBS)
endif

# Random brains and people against the judge, on a virtual clock.
check_PROGRAMS += tests/sim/simulate
TESTS += tests/sim/simulate
tests_sim_simulate_SOURCES = \
	tests/sim/brain.c \
	tests/sim/brain.h \
	tests/sim/chance.h \
	tests/sim/grid.c \
	tests/sim/grid.h \
	tests/sim/simulate.c \
	tests/sim/table.c \
	tests/sim/table.h
tests_sim_simulate_LDADD = libpure.a
