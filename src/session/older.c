/* older.c - turns that a match does not keep in memory any more, looked up in its file a page at a time.
 *
 * So a match of any length takes the same room, and who walks through it reads each page once.  */
#include "session_state.h"

#include <stdlib.h>

enum { PAGE = 512 };

struct older_page {
	int first, count; /* turns first to first + count - 1 */
	struct turn turn[PAGE];
};

void older_forget(struct session *session)
{
	struct older_page *page = session->older;

	for (int i = 0; page && i < page->count; i++)
		turn_clear(&page->turn[i]);
	free(page);
	session->older = NULL;
}

const struct turn *older_turn(void *user, int n)
{
	struct session *session = user;
	struct older_page *page = session->older;

	if (!session->file)
		return NULL;
	if (!page || n < page->first || n >= page->first + page->count) {
		older_forget(session);
		recording_catch_up(session);
		page = session->older = bytes_new(sizeof(*page));
		page->first = (n - 1) / PAGE * PAGE + 1;
		page->count = match_file_turns(session->file, page->first, PAGE, page->turn);
	}
	return n < page->first + page->count ? &page->turn[n - page->first] : NULL;
}
