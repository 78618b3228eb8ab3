if HAVE_CMOCKA
check_PROGRAMS += tests/unit/test_match
TESTS += tests/unit/test_match
tests_unit_test_match_SOURCES = tests/unit/test_match.c
tests_unit_test_match_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_match_LDADD = libpure.a $(CMOCKA_LIBS)

# The bundled brains.
check_PROGRAMS += tests/unit/test_brain tests/unit/test_threat
TESTS += tests/unit/test_brain tests/unit/test_threat
tests_unit_test_brain_SOURCES = tests/unit/test_brain.c
tests_unit_test_brain_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/src
tests_unit_test_brain_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_brain_LDADD = src/samples/libbrain.a $(CMOCKA_LIBS)
tests_unit_test_threat_SOURCES = tests/unit/test_threat.c
tests_unit_test_threat_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/src
tests_unit_test_threat_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_threat_LDADD = src/samples/libthreat.a $(CMOCKA_LIBS)
endif
