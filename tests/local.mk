# The headless terminal (see tests/screen/README.md), and the terminfo entries that tell what it understands.
check_LIBRARIES = tests/screen/libvt.a
tests_screen_libvt_a_SOURCES = \
	tests/screen/vt.c tests/screen/vt.h \
	tests/screen/vt_keeper.c tests/screen/vt_keeper.h \
	tests/screen/vt_modes.c tests/screen/vt_modes.h \
	tests/screen/vt_picture.c \
	tests/screen/vt_screen.c tests/screen/vt_screen.h
tests_screen_libvt_a_CFLAGS = $(AM_CFLAGS) $(TSM_CFLAGS)
VT_LIBS = tests/screen/libvt.a libpure.a $(TSM_LIBS)
EXTRA_DIST += tests/screen/README.md tests/screen/tsm.ti tests/screen/characters scripts/pictures

check_PROGRAMS += tests/screen/shoot
tests_screen_shoot_SOURCES = tests/screen/shoot.c
tests_screen_shoot_LDADD = $(VT_LIBS)

# A stamp, since tic chooses the names of its directories by itself.
check_DATA += tests/terminfo/stamp
tests/terminfo/stamp: tests/screen/tsm.ti
	$(AM_V_GEN)rm -rf tests/terminfo && $(MKDIR_P) tests/terminfo && \
	$(TIC) -x -o tests/terminfo $(srcdir)/tests/screen/tsm.ti && touch $@

clean-local: clean-terminfo
clean-terminfo:
	rm -rf tests/terminfo
.PHONY: clean-terminfo

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

check_PROGRAMS += tests/unit/test_gomoku
TESTS += tests/unit/test_gomoku
tests_unit_test_gomoku_SOURCES = tests/unit/test_gomoku.c
tests_unit_test_gomoku_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_gomoku_LDADD = libpure.a $(CMOCKA_LIBS)

UI_TESTS = \
	tests/unit/test_paint \
	tests/unit/test_prompt \
	tests/unit/test_theme
check_PROGRAMS += $(UI_TESTS)
TESTS += $(UI_TESTS)

tests_unit_test_paint_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(UI_CFLAGS)
tests_unit_test_paint_LDADD = libui.a libpure.a $(CMOCKA_LIBS) $(UI_LIBS)

tests_unit_test_prompt_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(UI_CFLAGS)
tests_unit_test_prompt_LDADD = libui.a libpure.a $(CMOCKA_LIBS) $(UI_LIBS)

tests_unit_test_theme_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(UI_CFLAGS)
tests_unit_test_theme_LDADD = libui.a libpure.a $(CMOCKA_LIBS) $(UI_LIBS)
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
check_PROGRAMS += tests/screen/painter tests/screen/test_tsm tests/screen/test_vt
TESTS += tests/screen/test_tsm tests/screen/test_vt

tests_screen_painter_SOURCES = tests/screen/painter.c
tests_screen_painter_CFLAGS = $(AM_CFLAGS) $(NCURSESW_CFLAGS)
tests_screen_painter_LDADD = $(NCURSESW_LIBS)

tests_screen_test_tsm_SOURCES = tests/screen/test_tsm.c
tests_screen_test_tsm_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(TSM_CFLAGS)
tests_screen_test_tsm_LDADD = $(VT_LIBS) $(CMOCKA_LIBS)

tests_screen_test_vt_SOURCES = tests/screen/test_vt.c
tests_screen_test_vt_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_screen_test_vt_LDADD = $(VT_LIBS) $(CMOCKA_LIBS)

# The empty entry stands for the system's own terminfo.
AM_TESTS_ENVIRONMENT = \
	TERMINFO=$(abs_builddir)/tests/terminfo; TERMINFO_DIRS=$(abs_builddir)/tests/terminfo:; \
	PAINTER=$(abs_builddir)/tests/screen/painter; \
	export TERMINFO TERMINFO_DIRS PAINTER;
endif
