/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* screen_tables.h - the tables of a run as the screen shows them.  */
#ifndef RINGSIDE_TALLY_SCREEN_TABLES_H
#define RINGSIDE_TALLY_SCREEN_TABLES_H

#include "ringside/overview.h"
#include "sheet.h"

struct run;

/* All 0 at first.  */
struct screen_tables {
	struct sheets sheets;      /* with the texts */
	struct overview_table *at; /* one a sheet */
	bool stale;                /* results have come since they were made */
	int64_t due;               /* when they may be made again */
};

/* Makes stale ones again, unless they were made just now.  The first one has the columns first that people
 * read first, and the faults.  */
void screen_tables_make(struct screen_tables *tables, const struct run *run);
void screen_tables_free(struct screen_tables *tables);

#endif
