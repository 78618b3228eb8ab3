if HAVE_CMOCKA
check_PROGRAMS += tests/unit/test_match
TESTS += tests/unit/test_match
tests_unit_test_match_SOURCES = tests/unit/test_match.c
tests_unit_test_match_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_match_LDADD = libpure.a $(CMOCKA_LIBS)

match_file_tests = \
	tests/unit/test_match_file \
	tests/unit/test_match_file_pages \
	tests/unit/test_match_file_trouble
check_PROGRAMS += $(match_file_tests)
TESTS += $(match_file_tests)
match_file_cppflags = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS) $(SQLITE_CFLAGS)
match_file_libraries = libhost.a libpure.a $(CMOCKA_LIBS) $(SQLITE_LIBS) $(PCRE2_LIBS)
tests_unit_test_match_file_SOURCES = tests/unit/test_match_file.c tests/unit/match_file_fixture.h
tests_unit_test_match_file_CPPFLAGS = $(match_file_cppflags)
tests_unit_test_match_file_LDADD = $(match_file_libraries)
tests_unit_test_match_file_pages_SOURCES = tests/unit/test_match_file_pages.c tests/unit/match_file_fixture.h
tests_unit_test_match_file_pages_CPPFLAGS = $(match_file_cppflags)
tests_unit_test_match_file_pages_LDADD = $(match_file_libraries)
tests_unit_test_match_file_trouble_SOURCES = tests/unit/test_match_file_trouble.c tests/unit/match_file_fixture.h
tests_unit_test_match_file_trouble_CPPFLAGS = $(match_file_cppflags)
tests_unit_test_match_file_trouble_LDADD = $(match_file_libraries)
endif
