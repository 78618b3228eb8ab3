/* older.c - turns that a match does not keep in memory any more, looked up in its file a page at a time.
 *
 * So a match of any length takes the same room, and who walks through it reads each page once.  Whoever plays
 * looks at the branch that is written, while a person may look at another one.  */
#include "file.h"

#include <stdlib.h>

enum { PAGE = 512 };

struct older_page {
	int first, count; /* turns first to first + count - 1 */
	struct turn turn[PAGE];
};

static void forget(struct older_page **kept)
{
	struct older_page *page = *kept;

	for (int i = 0; page && i < page->count; i++)
		turn_clear(&page->turn[i]);
	free(page);
	*kept = NULL;
}

void file_forget_older(struct match_file *file)
{
	forget(&file->older);
	forget(&file->older_newest);
}

static const struct turn *look_up(struct match_file *file, struct older_page **kept, int n)
{
	struct older_page *page = *kept;

	if (!page || n < page->first || n >= page->first + page->count) {
		forget(kept);
		page = *kept = bytes_new(sizeof(*page));
		page->first = (n - 1) / PAGE * PAGE + 1;
		page->count = match_file_turns(file, page->first, PAGE, page->turn);
	}
	return n < page->first + page->count ? &page->turn[n - page->first] : NULL;
}

const struct turn *match_file_older(void *user, int n)
{
	struct match_file *file = user;

	return look_up(file, &file->older, n);
}

const struct turn *match_file_older_newest(void *user, int n)
{
	struct match_file *file = user;
	int wanted = file->wanted;
	const struct turn *turn;

	file->wanted = -1;
	turn = look_up(file, &file->older_newest, n);
	file->wanted = wanted;
	return turn;
}
