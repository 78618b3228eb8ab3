if HAVE_CMOCKA
check_PROGRAMS += tests/unit/test_loop
TESTS += tests/unit/test_loop


tests_unit_test_loop_SOURCES = tests/unit/test_loop.c
tests_unit_test_loop_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_loop_LDADD = libhost.a libpure.a $(EV_LIBS) $(CMOCKA_LIBS)
endif
