if HAVE_CMOCKA
check_PROGRAMS += tests/unit/test_match
TESTS += tests/unit/test_match
tests_unit_test_match_SOURCES = tests/unit/test_match.c
tests_unit_test_match_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_match_LDADD = libpure.a $(CMOCKA_LIBS)
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
