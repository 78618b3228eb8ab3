# The pure rooms: libc alone. What tests link with this and nothing else proves it.
noinst_LIBRARIES += libpure.a
libpure_a_SOURCES = \
	src/core/bytes.c \
	src/core/clock.c \
	src/core/frame.c \
	src/core/gate.c \
	src/core/gate.h \
	src/core/judge.c \
	src/core/judge_state.h \
	src/core/match.c \
	src/core/message.c \
	src/core/referee.c \
	src/core/replay.c \
	src/core/setup.c \
	src/core/verdict.c \
	src/core/wish.c \
	src/game/gomoku.c \
	src/protocol/gomocup.c \
	src/protocol/systems.c

ringside_SOURCES = \
	src/main.c
ringside_LDADD = libpure.a

# The bundled agents.
samplesdir = $(pkglibexecdir)/samples
samples_PROGRAMS =
