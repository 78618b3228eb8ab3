# The pure rooms: libc alone. What tests link with this and nothing else proves it.
noinst_LIBRARIES += libpure.a
libpure_a_SOURCES = \
	src/core/bytes.c

# The rooms that deal with the system: processes, time.
noinst_LIBRARIES += libhost.a
libhost_a_CPPFLAGS = $(AM_CPPFLAGS) -DPKGLIBEXECDIR='"$(pkglibexecdir)"'
libhost_a_SOURCES = \
	src/io/agent.c \
	src/io/children.c \
	src/io/children.h \
	src/io/command.c \
	src/io/command.h \
	src/io/loop.c \
	src/io/orphans.c \
	src/io/orphans.h \
	src/io/spawn.c \
	src/io/spawn.h \
	src/io/usage.c \
	src/io/usage.h

ringside_SOURCES = \
	src/main.c
ringside_LDADD = libhost.a libpure.a $(EV_LIBS)

# The bundled agents.
samplesdir = $(pkglibexecdir)/samples
samples_PROGRAMS =
