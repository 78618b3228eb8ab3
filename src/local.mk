# The pure rooms: libc alone. What tests link with this and nothing else proves it.
noinst_LIBRARIES += libpure.a
libpure_a_SOURCES = \
	src/core/bytes.c \
	src/core/match.c \
	src/core/message.c \
	src/core/setup.c \
	src/core/verdict.c

# The rooms that meet the system and its libraries.
noinst_LIBRARIES += libhost.a
libhost_a_CPPFLAGS = $(AM_CPPFLAGS) $(SQLITE_CFLAGS) $(PCRE2_CFLAGS)
libhost_a_SOURCES = \
	src/record/file.h \
	src/record/open.c \
	src/record/problem.c \
	src/record/query.c \
	src/record/read.c \
	src/record/schema.c \
	src/record/write.c

ringside_SOURCES = \
	src/main.c
ringside_LDADD = libpure.a

# The bundled agents.
samplesdir = $(pkglibexecdir)/samples
samples_PROGRAMS =
