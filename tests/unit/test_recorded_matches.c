/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_recorded_matches.c - match files replay to what they contain.
 *
 * MATCHES names a folder of match files as SQL, which scripts/fixtures makes.  */
#include "../test.h"
#include "match_file_fixture.h"
#include "ringside/diff.h"
#include "ringside/replay.h"

#include <dirent.h>
#include <inttypes.h>

enum { PAGE = 256 };

/* A match file and the replay of one of its branches.  */
struct replayed {
	const char *name; /* of the file */
	int branch;
	struct match_file *file;
	struct match match; /* as in the file */
	struct judge *judge;
	int64_t seen; /* the number of the last message from the judge */
	const struct branch_row *rows;
	int row_count;
};

/* A branch begins after a message of its parent. What the judge noted right after it, for example that the
 * match is paused, belongs to the parent. `next` is the message that follows in the history.  */
static bool is_cut_off(const struct replayed *replayed, int64_t n, int64_t next)
{
	for (int branch = replayed->branch; branch > 0; branch = replayed->rows[branch].parent) {
		int64_t cut = replayed->rows[branch].message;

		if (cut && cut < n && n < next)
			return true;
	}
	return false;
}

/* Does another branch begin in the middle of this history? Then the history ends with what began that branch:
 * a move that was taken back is still in the file.  */
static bool has_child(const struct replayed *replayed)
{
	for (int branch = 1; branch < replayed->row_count; branch++)
		if (replayed->rows[branch].parent == replayed->branch)
			return true;
	return false;
}

/* After the reason, a verdict's text for people may have changed since the file was made.  */
static bool is_same_text(const struct message *written, const struct message *message)
{
	return message->event.kind == EVENT_VERDICT ||
	       (written->size == message->size && memcmp(written->bytes, message->bytes, message->size) == 0);
}

static bool is_same_event(const struct event *written, const struct event *event)
{
	return written->kind == event->kind &&
	       strcmp(written->word ? written->word : "", event->word ? event->word : "") == 0 &&
	       memcmp(written->number, event->number, sizeof(event->number)) == 0;
}

/* A message as text, with everything that is compared. The caller frees.  */
static char *told(const struct message *message)
{
	const struct event *event = &message->event;

	return bytes_text("%s %s %" PRId64 " %" PRId64 " %" PRId64 " \"%s\" (%x)", event_name(event->kind),
			  event->word ? event->word : "", event->number[0], event->number[1],
			  event->number[2], message->bytes, message->flags);
}

static void expect_written(struct replayed *replayed, const struct message *message)
{
	struct message written;

	if (message->n <= replayed->seen)
		return;
	replayed->seen = message->n;
	if (match_file_history(replayed->file, replayed->branch, message->n - 1, 1, &written) != 1)
		fail_msg("%s, branch %d: the replay has an extra message %" PRId64 ": %s", replayed->name,
			 replayed->branch, message->n, message->bytes);
	if (is_cut_off(replayed, message->n, written.n))
		return;
	if (written.n != message->n || !is_same_text(&written, message) ||
	    !is_same_event(&written.event, &message->event) || written.channel != message->channel ||
	    (written.flags ^ message->flags) & ~(unsigned)MESSAGE_UNSENT) /* this is found out later */
		fail_msg("%s, branch %d: message %" PRId64 " is %s, the replay has %" PRId64 " %s",
			 replayed->name, replayed->branch, written.n, told(&written), message->n,
			 told(message));
}

static void feed(struct replayed *replayed, const struct message *message)
{
	struct effect effect;

	if (!replay_feed(replayed->judge, message))
		fail_msg("%s, branch %d: the replay refuses message %" PRId64 ": %s", replayed->name,
			 replayed->branch, message->n, message->bytes);
	while (judge_effect(replayed->judge, 0, &effect))
		if (effect.kind == EFFECT_MESSAGE)
			expect_written(replayed, &effect.message);
}

static void feed_all(struct replayed *replayed)
{
	struct message page[PAGE];
	int64_t after = 0;
	int count;

	while ((count = match_file_history(replayed->file, replayed->branch, after, PAGE, page)) > 0) {
		for (int i = 0; i < count; i++) {
			struct message copy = page[i];

			copy.bytes = bytes_copy(page[i].bytes, page[i].size);
			page[i] = copy;
		}
		for (int i = 0; i < count; i++) {
			feed(replayed, &page[i]);
			free(page[i].bytes);
		}
		after = page[count - 1].n;
	}
}

static void expect_same_ending(const struct replayed *replayed)
{
	const struct verdict *was = &replayed->match.verdict, *is = &judge_match(replayed->judge)->verdict;

	if (replayed->match.over != judge_match(replayed->judge)->over)
		fail_msg("%s, branch %d: only one of the two is over", replayed->name, replayed->branch);
	if (!replayed->match.over)
		return;
	if (was->winner != is->winner || was->blame != is->blame || strcmp(was->reason, is->reason) != 0)
		fail_msg("%s, branch %d: the verdict was %s (%s), the replay says %s (%s)", replayed->name,
			 replayed->branch, was->reason, was->detail, is->reason, is->detail);
	if (strcmp(was->cause ? was->cause : "none", is->cause ? is->cause : "none") != 0)
		fail_msg("%s, branch %d: the cause was %s, the replay says %s", replayed->name,
			 replayed->branch, was->cause ? was->cause : "none", is->cause ? is->cause : "none");
}

static void expect_no_difference(const struct replayed *replayed)
{
	const char *const names[DIFF_SIDES] = {"the file", "the replay"};
	struct diff diff = diff_matches(&replayed->match, judge_match(replayed->judge), NULL);

	if (diff_any(&diff))
		fail_msg("%s, branch %d: %s", replayed->name, replayed->branch,
			 diff_text(&replayed->match, judge_match(replayed->judge), &diff, names, 0));
	for (int side = 1; side < DIFF_SIDES; side++)
		for (int s = 0; s < SEATS; s++)
			assert_int_equal(diff.times[side][s].think_ns, diff.times[0][s].think_ns);
}

static void expect_same_unfinished(const struct replayed *replayed)
{
	for (int s = SEAT_1; s < SEATS && replayed->match.over; s++) {
		const struct unfinished *found = &replayed->match.unfinished[s],
					*again = &judge_match(replayed->judge)->unfinished[s];

		if (found->open != again->open || (found->open && found->think_ns != again->think_ns))
			fail_msg("%s, branch %d: seat %d thought %" PRId64
				 " ns before the verdict, the replay says %" PRId64,
				 replayed->name, replayed->branch, s, found->think_ns, again->think_ns);
	}
}

static void replay_branch(struct replayed replayed)
{
	struct match_file *file = replayed.file;
	struct setup setup FREED_BY(setup_free);
	char *problem = NULL;

	assert_true(match_file_setup(file, 0, &setup));
	assert_true(match_file_match_of(file, replayed.branch, &replayed.match));
	setup.checked = true;
	replayed.judge = judge_new(&setup, &problem);
	if (!replayed.judge)
		fail_msg("%s: %s", replayed.name, problem);
	replay_begin(replayed.judge);
	feed_all(&replayed);
	expect_same_ending(&replayed);
	expect_same_unfinished(&replayed);
	if (!has_child(&replayed))
		expect_no_difference(&replayed);
	judge_free(replayed.judge);
	match_free(&replayed.match);
}

static char *text_of(const char *path)
{
	FILE *in = fopen(path, "r");
	struct bytes text = {0};
	char piece[4096];
	size_t size;

	assert_non_null(in);
	while ((size = fread(piece, 1, sizeof(piece), in)) > 0)
		bytes_add(&text, piece, size);
	fclose(in);
	bytes_add(&text, "", 1);
	return text.at;
}

/* Makes a file of the match with that name.  */
static void load(const char *name, const char *to)
{
	char path[400], *sql;

	snprintf(path, sizeof(path), "%s/%s", getenv("MATCHES"), name);
	sql = text_of(path);
	execute_sql(to, sql);
	free(sql);
}

static void replays_to_what_it_says(void **state)
{
	const char *name = *state;
	struct match_file *file;
	struct branch_row *rows;
	int count;

	assert_int_equal(begin_directory(state), 0);
	load(name, match_path);
	file = opened(match_path);
	count = match_file_branches(file, &rows);
	assert_int_not_equal(count, 0);
	for (int branch = 0; branch < count; branch++)
		replay_branch((struct replayed){
			.name = name, .branch = branch, .file = file, .rows = rows, .row_count = count});
	branch_rows_free(rows, count);
	match_file_close(file);
	assert_int_equal(end_directory(state), 0);
}

static int is_match(const struct dirent *entry)
{
	const char *ending = strrchr(entry->d_name, '.');

	return ending && strcmp(ending, ".sql") == 0;
}

#ifdef EVENT_SENTENCES_ALTERED
static void sentences_for_people_may_differ(void **state)
{
	assert_text(event_words(&(struct message){.direction = EVENT, .event.kind = EVENT_STARTED}),
		    "altered: started");
}
#endif

int main(void)
{
	const char *folder = getenv("MATCHES");
	struct dirent **names;
	int count = folder ? scandir(folder, &names, is_match, alphasort) : -1, status;
	struct CMUnitTest *tests;

#ifdef EVENT_SENTENCES_ALTERED
	const struct CMUnitTest altered[] = {cmocka_unit_test(sentences_for_people_may_differ)};

	if (cmocka_run_group_tests(altered, NULL, NULL) != 0)
		return 1;
#endif
	if (count <= 0) {
		fputs("MATCHES names no folder with matches: run this by make check\n", stderr);
		return 1;
	}
	tests = bytes_new((size_t)count * sizeof(*tests));
	for (int i = 0; i < count; i++)
		tests[i] = (struct CMUnitTest){names[i]->d_name, replays_to_what_it_says, NULL, NULL,
					       names[i]->d_name};
	status = _cmocka_run_group_tests("recorded matches", tests, (size_t)count, NULL, NULL);
	for (int i = 0; i < count; i++)
		free(names[i]);
	free(names);
	free(tests);
	return status;
}
