# The pure rooms: libc alone. What tests link with this and nothing else proves it.
noinst_LIBRARIES += libpure.a
libpure_a_SOURCES = \
	src/core/bytes.c \
	src/core/match.c \
	src/core/message.c \
	src/core/setup.c \
	src/core/verdict.c \
	src/game/gomoku.c

ringside_SOURCES = \
	src/main.c
ringside_LDADD = libpure.a

# The bundled agents.
samplesdir = $(pkglibexecdir)/samples
samples_PROGRAMS =
