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
