if HAVE_CMOCKA
check_PROGRAMS += tests/unit/test_match
TESTS += tests/unit/test_match
tests_unit_test_match_SOURCES = tests/unit/test_match.c
tests_unit_test_match_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_match_LDADD = libpure.a $(CMOCKA_LIBS)

check_PROGRAMS += tests/unit/test_match_file
TESTS += tests/unit/test_match_file
tests_unit_test_match_file_SOURCES = tests/unit/test_match_file.c
tests_unit_test_match_file_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS) $(SQLITE_CFLAGS)
tests_unit_test_match_file_LDADD = libhost.a libpure.a $(CMOCKA_LIBS) $(SQLITE_LIBS) $(PCRE2_LIBS)
endif
