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

check_PROGRAMS += tests/unit/test_gomoku
TESTS += tests/unit/test_gomoku
tests_unit_test_gomoku_SOURCES = tests/unit/test_gomoku.c
tests_unit_test_gomoku_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_gomoku_LDADD = libpure.a $(CMOCKA_LIBS)

UI_TESTS = \
	tests/unit/test_paint \
	tests/unit/test_theme
check_PROGRAMS += $(UI_TESTS)
TESTS += $(UI_TESTS)

tests_unit_test_paint_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(UI_CFLAGS)
tests_unit_test_paint_LDADD = libui.a libpure.a $(CMOCKA_LIBS) $(UI_LIBS)

tests_unit_test_theme_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(UI_CFLAGS)
tests_unit_test_theme_LDADD = libui.a libpure.a $(CMOCKA_LIBS) $(UI_LIBS)

# The board, drawn into a grid of cells in place of a terminal.
board_tests = \
	tests/unit/test_board_gomoku \
	tests/unit/test_pane_board
check_PROGRAMS += $(board_tests)
TESTS += $(board_tests)
fake_paint = tests/unit/fake_paint.c tests/unit/fake_paint.h
tests_unit_test_board_gomoku_SOURCES = tests/unit/test_board_gomoku.c $(fake_paint)
tests_unit_test_board_gomoku_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS) $(NCURSESW_CFLAGS)
tests_unit_test_board_gomoku_LDADD = libui.a libpure.a $(CMOCKA_LIBS)
tests_unit_test_pane_board_SOURCES = tests/unit/test_pane_board.c $(fake_paint)
tests_unit_test_pane_board_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_pane_board_LDADD = libui.a libpure.a $(CMOCKA_LIBS)
endif
