/* older.c - turns that a match does not keep in memory any more, looked up in its file a page at a time.
 *
 * So a match of any length takes the same room, and who walks through it reads each page once.  */
#include "file.h"

#include <stdlib.h>

enum { PAGE = 512 };

struct older_page {
	int first, count; /* turns first to first + count - 1 */
	struct turn turn[PAGE];
};

void file_forget_older(struct match_file *file)
{
	struct older_page *page = file->older;

	for (int i = 0; page && i < page->count; i++)
		turn_clear(&page->turn[i]);
	free(page);
	file->older = NULL;
}

const struct turn *match_file_older(void *user, int n)
{
	struct match_file *file = user;
	struct older_page *page = file->older;

	if (!page || n < page->first || n >= page->first + page->count) {
		file_forget_older(file);
		page = file->older = bytes_new(sizeof(*page));
		page->first = (n - 1) / PAGE * PAGE + 1;
		page->count = match_file_turns(file, page->first, PAGE, page->turn);
	}
	return n < page->first + page->count ? &page->turn[n - page->first] : NULL;
}
