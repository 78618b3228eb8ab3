/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* write_setup.c - what a new match file begins with: its tables, and the setup of its match.  */
#include "config.h"

#include "file.h"

#include "ringside/trust.h"
#include <inttypes.h>
#include <stdlib.h>

bool file_write_setup(struct match_file *file, const struct setup *setup, int64_t started_us)
{
	sqlite3_stmt *statement;
	char seed[24];
	const int64_t limits[] = {
		setup->strict,
		setup->turn_limit,
		setup->match_limit,
		setup->start_limit,
		setup->hang_limit,
		setup->tolerance,
		setup->pace,
		setup->memory,
		(int64_t)setup->max_line,
		(int64_t)setup->max_chatter,
	};
	bool written;

	if (!file_begin_write(file) || !(statement = file_statement(file, STATEMENT_ADD_MATCH)))
		return false;
	sqlite3_bind_text(statement, 1, PACKAGE_VERSION, -1, SQLITE_STATIC);
	snprintf(seed, sizeof seed, "%" PRIu64, setup->seed);
	sqlite3_bind_text(statement, 2, setup->system, -1, SQLITE_STATIC);
	sqlite3_bind_int(statement, 3, setup->game);
	sqlite3_bind_int(statement, 4, setup->first);
	sqlite3_bind_text(statement, 5, seed, -1, SQLITE_STATIC);
	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
		sqlite3_bind_int64(statement, 6 + (int)i, limits[i]);
	sqlite3_bind_int64(statement, 16, started_us);
	sqlite3_bind_text(statement, 17, trust_own_id(), -1, SQLITE_STATIC);
	written = file_run(file, statement);
	for (int seat = 0; written && seat < SEATS; seat++)
		written = file_write_seat(file, seat, &setup->seat[seat]);
	for (int i = 0; written && i < setup->option_count; i++) {
		statement = file_statement(file, STATEMENT_ADD_OPTION);
		sqlite3_bind_text(statement, 1, setup->options[i].name, -1, SQLITE_STATIC);
		sqlite3_bind_text(statement, 2, setup->options[i].text, -1, SQLITE_STATIC);
		written = file_run(file, statement);
	}
	return written;
}

bool file_make_tables(struct match_file *file)
{
	char *header =
		bytes_text("PRAGMA page_size = %d; PRAGMA application_id = %d; PRAGMA user_version = %d;"
			   "BEGIN",
			   FILE_PAGE, FILE_APPLICATION, MATCH_FILE_VERSION);
	bool made = file_execute(file, header) && file_execute(file, file_schema) &&
		    file_write_kinds_of_events(file) && file_execute(file, "COMMIT");

	free(header);
	return made;
}
