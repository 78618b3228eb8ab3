/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* stored.c - match files, made from the recorded matches in tests/unit/matches ($MATCHES).  */
#include "stored.h"

#include "ringside/match_file.h"
#include "ringside/protocol.h"
#include "ringside/text_file.h"
#include "targets.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <unistd.h>

/* A system has a match of each kind. Those of the schemas are of fewer systems. Inputs depend on the order:
 * add new ones at the end.  */
static const char *const kinds[] = {"changes", "crash", "hands", "good", "silent", "strict"};

enum { KINDS = sizeof(kinds) / sizeof(*kinds), STORED = 16 * KINDS };

/* The bytes of the files that were made; empty: not yet.  */
static struct bytes stored[STORED];

static void run_sql(const char *path, const char *sql)
{
	sqlite3 *db;

	if (sqlite3_open(path, &db) != SQLITE_OK ||
	    sqlite3_exec(db, "PRAGMA synchronous = OFF", NULL, NULL, NULL) != SQLITE_OK ||
	    sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
		fuzz_wrong("%s: %s", path, sqlite3_errmsg(db));
	sqlite3_close(db);
}

/* The name of the SQL file: the system's first one if there is none of that kind, and that of the first
 * system if it has none at all. The caller frees.  */
static char *sql_path(unsigned system, unsigned kind)
{
	const char *folder = getenv("MATCHES"), *name = protocol_at((int)system)->name;
	char *path = bytes_text("%s/%s-%s.sql", folder ? folder : ".", name, kinds[kind]);

	if ((kind || system) && access(path, R_OK) != 0) {
		free(path);
		return sql_path(kind ? system : 0, 0);
	}
	return path;
}

static struct bytes make(unsigned system, unsigned kind)
{
	FREED char *path = fuzz_path("stored.ringside");
	FREED char *sql_name = sql_path(system, kind);
	char *problem;
	FREED_BY(bytes_free) struct bytes sql = {0};
	struct bytes made = {0};

	problem = text_file_read(sql_name, &sql);
	if (problem)
		fuzz_wrong("%s (MATCHES names the folder)", problem);
	unlink(path);
	run_sql(path, sql.at);
	problem = text_file_read(path, &made);
	if (problem)
		fuzz_wrong("%s", problem);
	unlink(path);
	return made;
}

void stored_write(const char *path, unsigned which)
{
	unsigned systems = 0, kind = which % KINDS, system;
	struct bytes *bytes;
	int fd;

	while (protocol_at((int)systems))
		systems++;
	system = which / KINDS % systems;
	bytes = &stored[(system * KINDS + kind) % STORED];
	if (!bytes->size)
		*bytes = make(system, kind);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (fd < 0 || write(fd, bytes->at, bytes->size) != (ssize_t)bytes->size)
		fuzz_wrong("%s cannot be written", path);
	close(fd);
}
