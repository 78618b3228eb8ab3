# The pure rooms: libc alone. What tests link with this and nothing else proves it.
noinst_LIBRARIES += libpure.a
libpure_a_SOURCES = \
	src/core/bytes.c

ringside_SOURCES = \
	src/main.c
ringside_LDADD = libpure.a

# The bundled agents.
samplesdir = $(pkglibexecdir)/samples
samples_PROGRAMS =

# The screen: what draws, and what stands between it and the terminal.
UI_CFLAGS = $(NCURSESW_CFLAGS) $(READLINE_CFLAGS) $(TSM_CFLAGS) $(INIH_CFLAGS)
UI_LIBS = $(NCURSESW_LIBS) $(READLINE_LIBS) $(TSM_LIBS) $(INIH_LIBS)
noinst_LIBRARIES += libui.a
libui_a_CPPFLAGS = $(AM_CPPFLAGS) -DPKGDATADIR='"$(pkgdatadir)"'
libui_a_CFLAGS = $(AM_CFLAGS) $(UI_CFLAGS)
libui_a_SOURCES = \
	include/ringside/pane.h \
	include/ringside/paint.h \
	include/ringside/prompt.h \
	include/ringside/screen.h \
	include/ringside/theme.h \
	include/ringside/view.h \
	src/ui/paint.c \
	src/ui/pane_terminal.c \
	src/ui/prompt.c \
	src/ui/screen.c \
	src/ui/terminal.c \
	src/ui/terminal.h \
	src/ui/theme.c \
	src/ui/theme_file.c \
	src/ui/theme_file.h \
	src/ui/tty.c \
	src/ui/tty.h \
	src/ui/view.c

themesdir = $(pkgdatadir)/themes
dist_themes_DATA = \
	themes/dark.theme \
	themes/default.theme \
	themes/light.theme \
	themes/mono.theme

# The program looks for themes beside itself: a build outside of the source tree has links there.
if OUT_OF_TREE
noinst_DATA = themes/.linked
CLEANFILES += themes/.linked $(dist_themes_DATA)
themes/.linked: Makefile
	$(AM_V_GEN)$(MKDIR_P) themes && \
	for theme in $(dist_themes_DATA); do \
		$(LN_S) -f $(abs_top_srcdir)/$$theme $$theme || exit 1; \
	done && touch $@
endif
