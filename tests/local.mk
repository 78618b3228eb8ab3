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
