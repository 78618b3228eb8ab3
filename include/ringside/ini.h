/* ini.h - what stands in an INI file, entry by entry.
 *
 * Read by src/io (ini_file.c); understood by the themes and by protocols whose games come from files.  */
#ifndef RINGSIDE_INI_H
#define RINGSIDE_INI_H

struct ini_entry {
	const char *section, *name, *value;
	int line; /* from 1 */
};

#endif
