if HAVE_CMOCKA
UI_TESTS = \
	tests/unit/test_paint \
	tests/unit/test_prompt \
	tests/unit/test_screen \
	tests/unit/test_terminal \
	tests/unit/test_theme
check_PROGRAMS += $(UI_TESTS)
TESTS += $(UI_TESTS)

tests_unit_test_paint_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(UI_CFLAGS)
tests_unit_test_paint_LDADD = libui.a libpure.a $(CMOCKA_LIBS) $(UI_LIBS)

tests_unit_test_prompt_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(UI_CFLAGS)
tests_unit_test_prompt_LDADD = libui.a libpure.a $(CMOCKA_LIBS) $(UI_LIBS)

tests_unit_test_screen_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(UI_CFLAGS)
tests_unit_test_screen_LDADD = libui.a libpure.a $(CMOCKA_LIBS) $(UI_LIBS) -lutil

tests_unit_test_terminal_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(UI_CFLAGS)
tests_unit_test_terminal_LDADD = libui.a libpure.a $(CMOCKA_LIBS) $(UI_LIBS)

tests_unit_test_theme_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(UI_CFLAGS)
tests_unit_test_theme_LDADD = libui.a libpure.a $(CMOCKA_LIBS) $(UI_LIBS)
endif
