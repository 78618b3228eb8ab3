if HAVE_CMOCKA
check_PROGRAMS += tests/unit/test_match
TESTS += tests/unit/test_match
tests_unit_test_match_SOURCES = tests/unit/test_match.c
tests_unit_test_match_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_match_LDADD = libpure.a $(CMOCKA_LIBS)

check_PROGRAMS += tests/unit/test_gomoku
TESTS += tests/unit/test_gomoku
tests_unit_test_gomoku_SOURCES = tests/unit/test_gomoku.c
tests_unit_test_gomoku_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_gomoku_LDADD = libpure.a $(CMOCKA_LIBS)
endif
