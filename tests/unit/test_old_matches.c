/* test_old_matches.c - match files of earlier versions are read, and replay to what they say.
 *
 * OLD_MATCHES names a folder of match files as SQL, written by the versions of their time; its README tells
 * more.
 */
#include "match_file_fixture.h"
#include "ringside/diff.h"
#include "ringside/replay.h"

#include <dirent.h>
#include <inttypes.h>

enum { PAGE = 256 };

/* A match file, and one of its branches replayed.  */
struct replayed {
	const char *name; /* of the file */
	int branch;
	struct match_file *file;
	struct match match; /* as the file has it */
	struct judge *judge;
	int64_t seen; /* the number of the last message that the judge has given out */
	const struct branch_row *rows;
	int row_count;
};

/* A branch goes on behind a message of its parent.  What the judge noted right after that, as that the match
   is paused, belongs to the parent.  `next` is what the history has behind it.  */
static bool is_cut_off(const struct replayed *replayed, int64_t n, int64_t next)
{
	for (int branch = replayed->branch; branch > 0; branch = replayed->rows[branch].parent) {
		int64_t cut = replayed->rows[branch].message;

		if (cut && cut < n && n < next)
			return true;
	}
	return false;
}

/* Does another branch begin in the middle of this one's history?  Then that history ends with what began it:
   a move that was taken back is in the file still.  */
static bool has_child(const struct replayed *replayed)
{
	for (int branch = 1; branch < replayed->row_count; branch++)
		if (replayed->rows[branch].parent == replayed->branch)
			return true;
	return false;
}

/* What a verdict says to people behind its reason may be said better today: "verdict: REASON: words".  */
static size_t compared_size(const struct message *message)
{
	static const char verdict[] = "verdict: ";
	size_t head = strlen(verdict);

	if (message->channel != CHANNEL_EVENT || message->size < head ||
	    memcmp(message->bytes, verdict, head) != 0)
		return message->size;
	return head + strcspn(message->bytes + head, ":");
}

static void expect_written(struct replayed *replayed, const struct message *message)
{
	struct message written;

	if (message->n <= replayed->seen)
		return;
	replayed->seen = message->n;
	if (match_file_history(replayed->file, replayed->branch, message->n - 1, 1, &written) != 1)
		fail_msg("%s, branch %d: the replay has message %" PRId64 " besides: %s", replayed->name,
			 replayed->branch, message->n, message->bytes);
	if (is_cut_off(replayed, message->n, written.n))
		return;
	if (written.n != message->n || compared_size(&written) != compared_size(message) ||
	    memcmp(written.bytes, message->bytes, compared_size(&written)) != 0 ||
	    written.channel != message->channel || written.flags != message->flags)
		fail_msg("%s, branch %d: message %" PRId64 " is \"%s\" (%x), the replay has %" PRId64
			 " \"%s\" (%x)",
			 replayed->name, replayed->branch, written.n, written.bytes, written.flags,
			 message->n, message->bytes, message->flags);
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
}

static void expect_no_difference(const struct replayed *replayed)
{
	const char *const names[DIFF_SIDES] = {"the file", "the replay"};
	struct diff diff = diff_matches(&replayed->match, judge_match(replayed->judge));

	if (diff_any(&diff))
		fail_msg("%s, branch %d: %s", replayed->name, replayed->branch,
			 diff_text(&replayed->match, judge_match(replayed->judge), names, 0));
	for (int side = 1; side < DIFF_SIDES; side++)
		for (int s = 0; s < SEATS; s++)
			assert_int_equal(diff.times[side][s].think_ns, diff.times[0][s].think_ns);
}

static void replay_branch(struct replayed replayed)
{
	struct match_file *file = replayed.file;
	struct setup setup;
	char *problem = NULL;

	assert_true(match_file_setup(file, 0, &setup));
	assert_true(match_file_match_of(file, replayed.branch, &replayed.match));
	replayed.judge = judge_new(&setup, &problem);
	if (!replayed.judge)
		fail_msg("%s: %s", replayed.name, problem);
	replay_begin(replayed.judge);
	feed_all(&replayed);
	expect_same_ending(&replayed);
	if (!has_child(&replayed))
		expect_no_difference(&replayed);
	judge_free(replayed.judge);
	match_free(&replayed.match);
	setup_free(&setup);
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

static void replays_to_what_it_says(void **state)
{
	const char *name = *state;
	struct match_file *file;
	struct branch_row *rows;
	char path[400], *sql;
	int count;

	assert_int_equal(begin_directory(state), 0);
	snprintf(path, sizeof(path), "%s/%s", getenv("OLD_MATCHES"), name);
	sql = text_of(path);
	execute_sql(match_path, sql);
	free(sql);
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

int main(void)
{
	const char *folder = getenv("OLD_MATCHES");
	struct dirent **names;
	int count = folder ? scandir(folder, &names, is_match, alphasort) : -1, status;
	struct CMUnitTest *tests;

	if (count <= 0) {
		fputs("OLD_MATCHES names no folder with matches: run this by make check\n", stderr);
		return 1;
	}
	tests = bytes_new((size_t)count * sizeof(*tests));
	for (int i = 0; i < count; i++)
		tests[i] = (struct CMUnitTest){names[i]->d_name, replays_to_what_it_says, NULL, NULL,
					       names[i]->d_name};
	status = _cmocka_run_group_tests("old matches", tests, (size_t)count, NULL, NULL);
	for (int i = 0; i < count; i++)
		free(names[i]);
	free(names);
	free(tests);
	return status;
}
