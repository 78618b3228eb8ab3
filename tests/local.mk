if HAVE_CMOCKA
check_PROGRAMS += tests/unit/test_layout
TESTS += tests/unit/test_layout
tests_unit_test_layout_SOURCES = tests/unit/test_layout.c
tests_unit_test_layout_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_layout_LDADD = libui.a $(CMOCKA_LIBS)

check_PROGRAMS += tests/unit/test_commands
TESTS += tests/unit/test_commands
tests_unit_test_commands_SOURCES = tests/unit/test_commands.c
tests_unit_test_commands_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_commands_LDADD = libui.a libpure.a $(CMOCKA_LIBS)
endif
