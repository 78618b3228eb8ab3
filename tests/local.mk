if HAVE_CMOCKA
check_PROGRAMS += tests/unit/test_command tests/unit/test_io tests/unit/test_loop
TESTS += tests/unit/test_command tests/unit/test_io tests/unit/test_loop

tests_unit_test_command_SOURCES = tests/unit/test_command.c
tests_unit_test_command_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/src $(CMOCKA_CFLAGS)
tests_unit_test_command_LDADD = libhost.a libpure.a $(EV_LIBS) $(CMOCKA_LIBS)
tests_unit_test_io_SOURCES = tests/unit/test_io.c
tests_unit_test_io_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/src $(CMOCKA_CFLAGS)
tests_unit_test_io_LDADD = libhost.a libpure.a $(EV_LIBS) $(CMOCKA_LIBS)
tests_unit_test_loop_SOURCES = tests/unit/test_loop.c
tests_unit_test_loop_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_loop_LDADD = libhost.a libpure.a $(EV_LIBS) $(CMOCKA_LIBS)
endif
