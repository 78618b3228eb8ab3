# The pure rooms: libc alone. What tests link with this and nothing else proves it.
noinst_LIBRARIES += libpure.a
libpure_a_SOURCES = \
	src/core/bytes.c

# The rooms that deal with the system: processes, time.
noinst_LIBRARIES += libhost.a
libhost_a_SOURCES = \
	src/io/loop.c

ringside_SOURCES = \
	src/main.c
ringside_LDADD = libhost.a libpure.a $(EV_LIBS)

# The bundled agents.
samplesdir = $(pkglibexecdir)/samples
samples_PROGRAMS =
