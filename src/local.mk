# The pure rooms: libc alone. What tests link with this and nothing else proves it.
noinst_LIBRARIES += libpure.a
libpure_a_SOURCES = \
	src/core/bytes.c

# The screen and the commands that people give it.
noinst_LIBRARIES += libui.a
libui_a_SOURCES = \
	src/debugger/bindings.c \
	src/debugger/command_line.c \
	src/debugger/commands.c \
	src/ui/header.c \
	src/ui/help.c \
	src/ui/layout.c \
	src/ui/pane_timeline.c \
	src/ui/pane_traffic.c \
	src/ui/window.c
libui_a_CPPFLAGS = $(AM_CPPFLAGS) $(NCURSESW_CFLAGS) $(READLINE_CFLAGS) $(TSM_CFLAGS) $(INIH_CFLAGS)

ringside_SOURCES = \
	src/main.c
ringside_LDADD = libpure.a

# The bundled agents.
samplesdir = $(pkglibexecdir)/samples
samples_PROGRAMS =
