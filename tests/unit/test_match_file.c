/* test_match_file.c - what is written into a match file can be read, paged and followed, and what cannot be
 * is said.
 *
 * Each test has a directory of its own.  What depends on chance has fixed seeds.  */
#include "../../src/record/file.h"

#include <fcntl.h>
#include <ftw.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static const struct message_query everything = {.seats = 7, .channels = CHANNEL_ALL, .last = INT64_MAX};

static char directory[64];
static char match_path[128], other_path[128];

static int remove_one(const char *path, const struct stat *status, int flag, struct FTW *walk)
{
	(void)status;
	(void)flag;
	(void)walk;
	return remove(path);
}

static int begin_directory(void **state)
{
	(void)state;
	strcpy(directory, "/tmp/ringside-test-XXXXXX");
	if (!mkdtemp(directory))
		return -1;
	snprintf(match_path, sizeof match_path, "%s/m.ringside", directory);
	snprintf(other_path, sizeof other_path, "%s/other.ringside", directory);
	return 0;
}

static int end_directory(void **state)
{
	(void)state;
	chmod(directory, 0700);
	return nftw(directory, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static struct setup plain_setup(void)
{
	struct setup setup;

	setup_init(&setup);
	setup.system = "gomocup";
	return setup;
}

static struct match_file *created(const char *path)
{
	struct setup setup = plain_setup();
	char *problem = NULL;
	struct match_file *file = match_file_create(path, &setup, &problem);

	setup_free(&setup);
	if (!file)
		fail_msg("%s", problem);
	return file;
}

static struct match_file *opened(const char *path)
{
	char *problem = NULL;
	struct match_file *file = match_file_open(path, &problem);

	if (!file)
		fail_msg("%s", problem);
	return file;
}

static struct match matched(struct match_file *file)
{
	struct match match;

	if (!match_file_match(file, &match))
		fail_msg("%s", match_file_problem(file));
	return match;
}

/* The problem that opening the path meets; the caller frees.  */
static char *open_problem(const char *path)
{
	char *problem = NULL;

	assert_null(match_file_open(path, &problem));
	assert_non_null(problem);
	return problem;
}

static void assert_says(char *problem, const char *path, const char *part)
{
	assert_non_null(problem);
	if (path && strncmp(problem, path, strlen(path)) != 0)
		fail_msg("does not begin with the path: %s", problem);
	if (!strstr(problem, part))
		fail_msg("does not say \"%s\": %s", part, problem);
	free(problem);
}

static void write_text(const char *path, const char *text)
{
	FILE *out = fopen(path, "w");

	assert_non_null(out);
	fputs(text, out);
	fclose(out);
}

static void execute_sql(const char *path, const char *sql)
{
	sqlite3 *db;

	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
}

static void add_text(struct match_file *file, int64_t n, int seat, enum channel channel, const char *text)
{
	char *bytes = bytes_copy(text, strlen(text));
	struct message message = {.n = n,
				  .t_ns = n * 1000,
				  .seat = seat,
				  .direction = FROM_AGENT,
				  .channel = channel,
				  .turn = 1,
				  .bytes = bytes,
				  .size = strlen(text)};

	match_file_message(file, &message);
	free(bytes);
}

static void add_turn(struct match_file *file, int n, char *played)
{
	struct turn turn = {.n = n, .seat = 2 - n % 2, .played = played};

	match_file_turn(file, &turn);
}

static uint64_t chance(uint64_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 7;
	*seed ^= *seed << 17;
	return *seed >> 11;
}

static void assert_same_message(const struct message *got, const struct message *want)
{
	assert_int_equal(got->n, want->n);
	assert_int_equal(got->t_ns, want->t_ns);
	assert_int_equal(got->seat, want->seat);
	assert_int_equal(got->direction, want->direction);
	assert_int_equal(got->channel, want->channel);
	assert_int_equal(got->turn, want->turn);
	assert_int_equal(got->flags, want->flags);
	assert_int_equal(got->size, want->size);
	if (want->size)
		assert_memory_equal(got->bytes, want->bytes, want->size);
	assert_int_equal(got->bytes[got->size], 0);
}

static void every_field_of_a_setup_comes_back(void **state)
{
	struct setup setup = plain_setup();
	struct match match;
	struct match_file *file;
	char *problem = NULL;

	(void)state;
	setup.seat[SEAT_1] = (struct seat_setup){SEAT_AGENT, bytes_text("./a -x 'y z'"), bytes_text("pela")};
	setup.seat[SEAT_2] = (struct seat_setup){SEAT_HUMAN, bytes_text("human"), NULL};
	setup.first = SEAT_2;
	setup.game = 17;
	setup.turn_limit = 1;
	setup.match_limit = INT64_MAX;
	setup.start_limit = 3;
	setup.hang_limit = 4;
	setup.tolerance = 5;
	setup.pace = 6;
	setup.memory = (int64_t)1 << 40;
	setup.max_line = 7;
	setup.max_chatter = 8;
	setup.strict = true;
	setup.seed = UINT64_MAX;
	setup_set(&setup, "rule", "renju");
	setup_set(&setup, "board", "bytes \xff\xfe and \"quotes\"");
	file = match_file_create(match_path, &setup, &problem);
	assert_non_null(file);
	match_file_name(file, SEAT_2, "Ada \xf0\x9f\x99\x82");
	match_file_close(file);
	file = opened(match_path);
	match = matched(file);
	assert_string_equal(match.setup.system, "gomocup");
	assert_int_equal(match.setup.seat[SEAT_NONE].kind, SEAT_FREE);
	assert_null(match.setup.seat[SEAT_NONE].command);
	assert_int_equal(match.setup.seat[SEAT_1].kind, SEAT_AGENT);
	assert_string_equal(match.setup.seat[SEAT_1].command, "./a -x 'y z'");
	assert_string_equal(match.setup.seat[SEAT_1].name, "pela");
	assert_int_equal(match.setup.seat[SEAT_2].kind, SEAT_HUMAN);
	assert_string_equal(match.setup.seat[SEAT_2].name, "Ada \xf0\x9f\x99\x82");
	assert_int_equal(match.setup.first, SEAT_2);
	assert_int_equal(match.setup.game, 17);
	assert_int_equal(match.setup.turn_limit, 1);
	assert_true(match.setup.match_limit == INT64_MAX);
	assert_int_equal(match.setup.start_limit, 3);
	assert_int_equal(match.setup.hang_limit, 4);
	assert_int_equal(match.setup.tolerance, 5);
	assert_int_equal(match.setup.pace, 6);
	assert_int_equal(match.setup.memory, (int64_t)1 << 40);
	assert_int_equal(match.setup.max_line, 7);
	assert_int_equal(match.setup.max_chatter, 8);
	assert_true(match.setup.strict);
	assert_true(match.setup.seed == UINT64_MAX);
	assert_int_equal(match.setup.option_count, 2);
	assert_string_equal(match.setup.options[0].name, "rule");
	assert_string_equal(match.setup.options[1].value, "bytes \xff\xfe and \"quotes\"");
	assert_int_equal(match.branch, 0);
	assert_int_equal(match.turn_count, 0);
	assert_false(match.over);
	match_free(&match);
	match_file_close(file);
	setup_free(&setup);
}

static void every_field_of_a_turn_comes_back(void **state)
{
	struct turn known = {.n = 1,
			     .seat = SEAT_2,
			     .answered = (char *)"7,7",
			     .played = (char *)"8,8",
			     .began_ns = 11,
			     .think_ns = 12,
			     .left_ns = 13,
			     .cpu_ns = 14,
			     .rss = 15,
			     .message = 16,
			     .flags = TURN_BY_PERSON | TURN_CHANGED};
	struct turn unknown = {
		.n = 2, .seat = SEAT_1, .played = (char *)"", .left_ns = INT64_MAX, .cpu_ns = -1, .rss = -1};
	struct match_file *file = created(match_path);
	struct match match;

	(void)state;
	match_file_turn(file, &known);
	match_file_turn(file, &unknown);
	known.rss = 99;
	match_file_turn(file, &known); /* measured a second time */
	match_file_close(file);
	file = opened(match_path);
	match = matched(file);
	assert_int_equal(match.turn_count, 2);
	assert_int_equal(match.turns[0].n, 1);
	assert_int_equal(match.turns[0].seat, SEAT_2);
	assert_string_equal(match.turns[0].answered, "7,7");
	assert_string_equal(match.turns[0].played, "8,8");
	assert_int_equal(match.turns[0].began_ns, 11);
	assert_int_equal(match.turns[0].think_ns, 12);
	assert_int_equal(match.turns[0].left_ns, 13);
	assert_int_equal(match.turns[0].cpu_ns, 14);
	assert_int_equal(match.turns[0].rss, 99);
	assert_int_equal(match.turns[0].message, 16);
	assert_int_equal(match.turns[0].flags, TURN_BY_PERSON | TURN_CHANGED);
	assert_null(match.turns[1].answered);
	assert_string_equal(match.turns[1].played, "");
	assert_true(match.turns[1].left_ns == INT64_MAX);
	assert_int_equal(match.turns[1].cpu_ns, -1);
	assert_int_equal(match.turns[1].rss, -1);
	assert_int_equal(match.turns[1].message, 0);
	match_free(&match);
	match_file_close(file);
}

static void the_bytes_of_a_message_come_back_exactly(void **state)
{
	enum { HUGE_SIZE = 3 * 1024 * 1024 };
	struct match_file *file = created(match_path);
	char *huge = bytes_new(HUGE_SIZE);
	char all[256];
	struct message sent[] = {
		{.n = 1, .seat = SEAT_1, .direction = TO_AGENT, .bytes = all, .size = sizeof all},
		{.n = 2, .t_ns = INT64_MAX, .direction = EVENT, .channel = CHANNEL_EVENT},
		{.n = 3,
		 .seat = SEAT_2,
		 .direction = FROM_AGENT,
		 .channel = CHANNEL_FAULT,
		 .turn = 1 << 30,
		 .flags = MESSAGE_UNSENT | MESSAGE_UNASKED,
		 .bytes = huge,
		 .size = HUGE_SIZE},
		{.n = 4,
		 .seat = SEAT_2,
		 .direction = FROM_AGENT,
		 .channel = CHANNEL_MOVE,
		 .bytes = (char *)"\0\r\n",
		 .size = 3},
	};
	struct message got[8];

	(void)state;
	for (int i = 0; i < 256; i++)
		all[i] = (char)i;
	memset(huge, 'x', HUGE_SIZE);
	huge[HUGE_SIZE / 2] = '\0';
	for (int i = 0; i < 4; i++)
		match_file_message(file, &sent[i]);
	for (int reader = 0; reader < 2; reader++) {
		assert_int_equal(match_file_after(file, &everything, 0, 8, got), 4);
		for (int i = 0; i < 4; i++)
			assert_same_message(&got[i], &sent[i]);
		assert_int_equal(match_file_before(file, &everything, INT64_MAX, 2, got), 2);
		assert_same_message(&got[0], &sent[2]);
		assert_same_message(&got[1], &sent[3]);
		assert_int_equal(match_file_last(file), 4);
		match_file_close(file);
		file = opened(match_path);
	}
	match_file_close(file);
	free(huge);
}

static void a_branch_goes_on_from_the_turns_before_it(void **state)
{
	struct match_file *file = created(match_path);
	struct match match;
	char played[64] = "";

	(void)state;
	for (int n = 1; n <= 5; n++)
		add_turn(file, n, (char *)"a");
	assert_int_equal(match_file_branch(file, 3, "override"), 1);
	for (int n = 4; n <= 7; n++)
		add_turn(file, n, (char *)"b");
	assert_int_equal(match_file_branch(file, 5, "take back"), 2);
	add_turn(file, 6, (char *)"c");
	assert_int_equal(match_file_branch(file, 2, "resume"), 3);
	add_turn(file, 3, (char *)"d");
	match_file_close(file);
	file = opened(match_path);
	match = matched(file);
	assert_int_equal(match.branch, 3);
	for (int i = 0; i < match.turn_count; i++)
		strcat(played, match.turns[i].played);
	assert_string_equal(played, "aad");
	match_free(&match);
	match_file_close(file);
	execute_sql(match_path, "DELETE FROM branch WHERE id = 3");
	file = opened(match_path);
	match = matched(file);
	*played = '\0';
	for (int i = 0; i < match.turn_count; i++)
		strcat(played, match.turns[i].played);
	assert_string_equal(played, "aaabbc");
	match_free(&match);
	match_file_close(file);
}

static void a_verdict_belongs_to_its_branch(void **state)
{
	struct verdict verdict = {.winner = WINNER_NONE,
				  .reason = REASON_CRASH,
				  .detail = (char *)"seat 2 was ended by SIGSEGV",
				  .blame = SEAT_2,
				  .proof = {41, 42, 0, 0}};
	struct match_file *file = created(match_path);
	struct match match;

	(void)state;
	match_file_verdict(file, &verdict);
	match = matched(file);
	assert_true(match.over);
	assert_int_equal(match.verdict.winner, WINNER_NONE);
	assert_ptr_equal(match.verdict.reason, verdict_reason(REASON_CRASH));
	assert_string_equal(match.verdict.detail, "seat 2 was ended by SIGSEGV");
	assert_int_equal(match.verdict.blame, SEAT_2);
	assert_memory_equal(match.verdict.proof, verdict.proof, sizeof verdict.proof);
	match_free(&match);
	match_file_branch(file, 0, "take back");
	match = matched(file);
	assert_false(match.over);
	match_free(&match);
	verdict = (struct verdict){.winner = WINNER_DRAW, .reason = "boredom", .detail = NULL};
	match_file_verdict(file, &verdict);
	match_file_close(file);
	file = opened(match_path);
	match = matched(file);
	assert_true(match.over);
	assert_int_equal(match.verdict.winner, WINNER_DRAW);
	assert_string_equal(match.verdict.reason, "boredom");
	assert_null(match.verdict.detail);
	assert_int_equal(match.verdict.blame, SEAT_NONE);
	assert_int_equal(match.verdict.proof[0], 0);
	match_free(&match);
	match_file_close(file);
}

/* A naive filter of all messages, which knows patterns that are plain lower-case ASCII.  */
static bool fits_naively(const struct message_query *query, const struct message *message)
{
	return query->seats & 1u << message->seat && query->channels & CHANNEL_BIT(message->channel) &&
	       (!query->directions || query->directions & 1u << message->direction) &&
	       message->n <= query->last && (!query->matching || strcasestr(message->bytes, query->matching));
}

static int naive_page(const struct message *all, int count, const struct message_query *query, int64_t bound,
		      bool before, int limit, const struct message **page)
{
	int found = 0;

	for (int i = 0; i < count && found < limit; i++) {
		const struct message *message = &all[before ? count - 1 - i : i];

		if ((before ? message->n < bound : message->n > bound) && fits_naively(query, message))
			page[found++] = message;
	}
	for (int i = 0; before && i < found / 2; i++) {
		const struct message *swapped = page[i];

		page[i] = page[found - 1 - i];
		page[found - 1 - i] = swapped;
	}
	return found;
}

/* Few kinds and some rare ones, as in a match; or each kind that there can be.  */
static struct message random_message(uint64_t *seed, int64_t n, bool all_kinds)
{
	static const char *const texts[] = {"DEBUG depth 12", "7,8", "Message hello", "TURN 7,8", ""};
	bool odd = chance(seed) % (all_kinds ? 1 : 700) == 0;
	char *bytes = bytes_text("%s\r\n", texts[chance(seed) % 5]);

	return (struct message){
		.n = n,
		.t_ns = (int64_t)chance(seed),
		.seat = (int)(odd ? chance(seed) % 3 : 1 + chance(seed) % 2),
		.direction = (enum direction)(odd ? chance(seed) % 3 : chance(seed) % 2),
		.channel = (enum channel)(odd ? chance(seed) % CHANNEL_COUNT : CHANNEL_DEBUG),
		.bytes = bytes,
		.size = strlen(bytes),
	};
}

static struct message_query random_query(uint64_t *seed, int64_t last)
{
	static const char *const patterns[] = {"depth", "7,", "nowhere", "o"};

	return (struct message_query){
		.seats = chance(seed) % 3 ? 1u << chance(seed) % 3 : (unsigned)chance(seed) % 8,
		.channels = chance(seed) % 3 ? CHANNEL_BIT(chance(seed) % CHANNEL_COUNT)
					     : (unsigned)chance(seed) & CHANNEL_ALL,
		.directions = (unsigned)chance(seed) % 8,
		.matching = chance(seed) % 3 ? NULL : patterns[chance(seed) % 4],
		.last = chance(seed) % 2 ? INT64_MAX : (int64_t)(chance(seed) % (uint64_t)(last + 2)),
	};
}

static void compare_pages(struct match_file *file, const struct message *all, int count, uint64_t *seed)
{
	struct message got[60];
	const struct message *want[60];

	for (int i = 0; i < 300; i++) {
		struct message_query query = random_query(seed, count);
		int limit = (int)(chance(seed) % 60);
		int64_t bound = (int64_t)(chance(seed) % (uint64_t)(count + 3));
		bool before = chance(seed) % 2;
		int wanted = naive_page(all, count, &query, bound, before, limit, want);

		assert_int_equal(
			(before ? match_file_before : match_file_after)(file, &query, bound, limit, got),
			wanted);
		for (int j = 0; j < wanted; j++)
			assert_same_message(&got[j], want[j]);
	}
	assert_null(match_file_problem(file));
}

static void pages_are_what_a_naive_filter_finds(void **state)
{
	enum { COUNT = 9000 };
	struct message *all = bytes_new(COUNT * sizeof *all);

	(void)state;
	for (uint64_t round = 1; round <= 4; round++) {
		uint64_t seed = round * 0x9e3779b97f4a7c15u;
		struct match_file *file, *reader;

		snprintf(match_path, sizeof match_path, "%s/%d", directory, (int)round);
		file = created(match_path);
		reader = opened(match_path);
		for (int i = 0; i < COUNT; i++) {
			all[i] = random_message(&seed, i + 1, round % 2 == 0);
			match_file_message(file, &all[i]);
			if (chance(&seed) % 200 == 0)
				match_file_commit(file);
			if (chance(&seed) % 3000 == 0)
				compare_pages(file, all, i + 1, &seed);
		}
		compare_pages(file, all, COUNT, &seed);
		match_file_commit(file);
		compare_pages(reader, all, COUNT, &seed);
		match_file_close(reader);
		match_file_close(file);
		for (int i = 0; i < COUNT; i++)
			free(all[i].bytes);
	}
	free(all);
}

static void no_seat_or_no_channel_is_no_message(void **state)
{
	struct match_file *file = created("");
	struct message_query query = everything;
	struct message got[4];

	(void)state;
	add_text(file, 1, SEAT_1, CHANNEL_MOVE, "7,7");
	assert_int_equal(match_file_after(file, &query, 0, 4, got), 1);
	query.seats = 0;
	assert_int_equal(match_file_after(file, &query, 0, 4, got), 0);
	query = everything;
	query.channels = 0;
	assert_int_equal(match_file_before(file, &query, INT64_MAX, 4, got), 0);
	match_file_close(file);
}

static int count_matching(struct match_file *file, const char *pattern)
{
	struct message_query query = everything;
	struct message got[16];

	query.matching = pattern;
	return match_file_after(file, &query, 0, 16, got);
}

static void a_pattern_sees_the_text_without_its_line_end(void **state)
{
	struct match_file *file = created("");

	(void)state;
	add_text(file, 1, SEAT_1, CHANNEL_MOVE, "7,8\r\n");
	add_text(file, 2, SEAT_1, CHANNEL_MOVE, "17,8\n");
	add_text(file, 3, SEAT_1, CHANNEL_MOVE, "\r\n");
	assert_int_equal(count_matching(file, "8\\z"), 2);
	assert_int_equal(count_matching(file, "^7,8$"), 1);
	assert_int_equal(count_matching(file, "\\s"), 0);
	assert_int_equal(count_matching(file, "^$"), 1);
	match_file_close(file);
}

static void a_pattern_works_on_text_that_is_not_utf_8(void **state)
{
	struct match_file *file = created("");

	(void)state;
	add_text(file, 1, SEAT_1, CHANNEL_DEBUG, "\xff\xfe best MOVE \xc3");
	add_text(file, 2, SEAT_1, CHANNEL_DEBUG, "\xc3\x89tude");
	assert_int_equal(count_matching(file, "move"), 1);
	assert_int_equal(count_matching(file, "^\xc3\xa9.u"), 1); /* é for É */
	assert_null(match_file_problem(file));
	match_file_close(file);
}

static void a_bad_pattern_is_explained_and_finds_nothing(void **state)
{
	struct match_file *file = created("");

	(void)state;
	add_text(file, 1, SEAT_1, CHANNEL_DEBUG, "(a");
	assert_null(match_file_check_pattern("a+"));
	assert_says(match_file_check_pattern("(a"), NULL, "missing closing parenthesis");
	assert_int_equal(count_matching(file, "(a"), 0);
	assert_int_equal(count_matching(file, "a"), 1);
	match_file_close(file);
}

static void a_pattern_that_takes_ages_is_given_up(void **state)
{
	struct match_file *file = created("");
	char text[4001];

	(void)state;
	memset(text, 'a', 4000);
	text[4000] = '\0';
	add_text(file, 1, SEAT_1, CHANNEL_DEBUG, text);
	alarm(20);
	assert_int_equal(count_matching(file, "(a+)+b\\1(?=c)|(a|aa)+$(?<=b)"), 0);
	alarm(0);
	match_file_close(file);
}

/* Runs in a process of its own; what it returns is its exit status.  */
static pid_t forked(int (*run)(int in, int out), int *to, int *from)
{
	int in[2], out[2];
	pid_t child;

	assert_int_equal(pipe(in), 0);
	assert_int_equal(pipe(out), 0);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		close(in[1]);
		close(out[0]);
		_exit(run(in[0], out[1]));
	}
	close(in[0]);
	close(out[1]);
	*to = in[1];
	*from = out[0];
	return child;
}

/* Writes ten messages and commits them for each byte it gets, then ten more that it does not commit, and
 * answers.  */
static int write_on_demand(int in, int out)
{
	struct setup setup = plain_setup();
	char *problem, byte;
	struct match_file *file = match_file_create(match_path, &setup, &problem);
	int64_t n = 0;

	if (!file || write(out, "", 1) != 1)
		return 1;
	while (read(in, &byte, 1) == 1) {
		for (int i = 0; i < 10; i++)
			add_text(file, ++n, SEAT_1, CHANNEL_MOVE, "x");
		match_file_commit(file);
		for (int i = 0; i < 10; i++)
			add_text(file, ++n, SEAT_2, CHANNEL_DEBUG, "x");
		if (write(out, "", 1) != 1)
			return 1;
	}
	match_file_close(file);
	return 0;
}

static void let_it_write(int to, int from)
{
	char byte;

	assert_int_equal(write(to, "", 1), 1);
	assert_int_equal(read(from, &byte, 1), 1);
}

static void a_follower_sees_each_commit_and_nothing_else(void **state)
{
	int to, from, status;
	char byte;
	struct message got[64];
	struct match_file *file;
	pid_t child = forked(write_on_demand, &to, &from);

	(void)state;
	assert_int_equal(read(from, &byte, 1), 1);
	file = opened(match_path);
	match_file_changed(file);
	assert_false(match_file_changed(file));
	assert_int_equal(match_file_last(file), 0);
	for (int round = 0; round < 3; round++) {
		let_it_write(to, from);
		assert_true(match_file_changed(file));
		assert_false(match_file_changed(file));
		assert_int_equal(match_file_last(file), 10 + 20 * round);
		assert_int_equal(match_file_after(file, &everything, 0, 64, got), 10 + 20 * round);
	}
	close(to);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	assert_true(match_file_changed(file));
	assert_int_equal(match_file_last(file), 60);
	assert_null(match_file_problem(file));
	match_file_close(file);
	close(from);
}

static void a_killed_writer_leaves_all_that_it_committed(void **state)
{
	int to, from, status;
	char byte;
	struct message got[64];
	struct match_file *file;
	struct match match;
	pid_t child = forked(write_on_demand, &to, &from);

	(void)state;
	assert_int_equal(read(from, &byte, 1), 1);
	let_it_write(to, from);
	let_it_write(to, from);
	kill(child, SIGKILL);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status));
	file = opened(match_path);
	assert_int_equal(match_file_last(file), 30);
	assert_int_equal(match_file_after(file, &everything, 0, 64, got), 30);
	match = matched(file);
	assert_false(match.over);
	match_free(&match);
	match_file_close(file);
	close(to);
	close(from);
}

static void a_finished_match_is_one_file(void **state)
{
	struct match_file *file = created(match_path);
	char log[160];

	(void)state;
	add_text(file, 1, SEAT_1, CHANNEL_MOVE, "7,7");
	match_file_close(file);
	snprintf(log, sizeof log, "%s-wal", match_path);
	assert_int_equal(access(log, F_OK), -1);
	snprintf(log, sizeof log, "%s-shm", match_path);
	assert_int_equal(access(log, F_OK), -1);
}

/* Opens the file as somebody who may not write into the directory, and answers with the number of the last
 * message, or 99 and the problem.  */
static int open_as_stranger(int in, int out)
{
	char *problem = NULL;
	struct match_file *file;
	int last;

	(void)in;
	if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
		return 98;
	file = match_file_open(match_path, &problem);
	if (!file) {
		dprintf(out, "%s", problem);
		return 99;
	}
	last = (int)match_file_last(file);
	match_file_close(file);
	return last;
}

static int strangers_answer(char *problem, size_t size)
{
	int to, from, status;
	ssize_t got;
	pid_t child;

	chmod(directory, 0555);
	child = forked(open_as_stranger, &to, &from);
	got = read(from, problem, size - 1);
	problem[got > 0 ? got : 0] = '\0';
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	close(to);
	close(from);
	return WEXITSTATUS(status);
}

static void a_file_in_a_directory_that_cannot_be_written_opens(void **state)
{
	struct match_file *file = created(match_path), *reader = opened(match_path);
	char problem[512], log[160];

	(void)state;
	add_text(file, 1, SEAT_1, CHANNEL_MOVE, "7,7");
	match_file_close(file);
	match_file_close(reader); /* was there when the writer left: so the file is still in WAL mode */
	snprintf(log, sizeof log, "%s-shm", match_path);
	unlink(log);
	if (strangers_answer(problem, sizeof problem) != 1)
		fail_msg("%s", problem);
}

static void a_log_that_cannot_be_read_where_it_is_is_explained(void **state)
{
	struct match_file *file = created(match_path);
	char problem[512], copy[160], log[160], command[1024];

	(void)state;
	add_text(file, 1, SEAT_1, CHANNEL_MOVE, "7,7");
	match_file_commit(file);
	strcpy(copy, match_path);
	strcpy(match_path, other_path);
	snprintf(command, sizeof command, "cp %s %s && cp %s-wal %s-wal", copy, match_path, copy, match_path);
	assert_int_equal(system(command), 0);
	assert_int_equal(strangers_answer(problem, sizeof problem), 99);
	assert_non_null(strstr(problem, "copy it and"));
	chmod(directory, 0755);
	match_file_close(file);
	snprintf(log, sizeof log, "%s-wal", match_path);
	assert_int_equal(access(log, F_OK), 0);
}

static void a_newer_version_is_refused_with_both_versions(void **state)
{
	char *problem;

	(void)state;
	match_file_close(created(match_path));
	execute_sql(match_path, "PRAGMA user_version = 7; UPDATE match SET ringside = '9.8.7'");
	problem = open_problem(match_path);
	assert_non_null(strstr(problem, "version 7"));
	assert_non_null(strstr(problem, "ringside 9.8.7"));
	assert_non_null(strstr(problem, "up to 1"));
	free(problem);
	execute_sql(match_path, "DROP TABLE match");
	assert_says(open_problem(match_path), match_path, "a newer ringside");
}

static void what_is_no_match_file_is_told_apart(void **state)
{
	(void)state;
	assert_says(open_problem(match_path), match_path, "there is no such file");
	assert_says(open_problem(directory), directory, "is a directory");
	assert_says(open_problem("/dev/null"), "/dev/null", "not an ordinary file");
	write_text(match_path, "");
	assert_says(open_problem(match_path), match_path, "is empty");
	write_text(match_path, "the quick brown fox jumps over the lazy dog\n");
	assert_says(open_problem(match_path), match_path, "is no match file");
	execute_sql(other_path, "CREATE TABLE t (x)");
	assert_says(open_problem(other_path), other_path, "is an SQLite file, but no match file");
}

static void a_file_that_may_not_be_read_is_told_apart(void **state)
{
	char problem[512];

	(void)state;
	match_file_close(created(match_path));
	chmod(match_path, 0);
	assert_int_equal(strangers_answer(problem, sizeof problem), 99);
	assert_non_null(strstr(problem, "cannot be read: Permission denied"));
}

static void an_existing_file_is_never_overwritten(void **state)
{
	struct setup setup = plain_setup();
	char *problem = NULL;
	struct stat status;

	(void)state;
	write_text(match_path, "precious");
	assert_null(match_file_create(match_path, &setup, &problem));
	assert_says(problem, match_path, "already exists");
	assert_int_equal(stat(match_path, &status), 0);
	assert_int_equal(status.st_size, 8);
	snprintf(other_path, sizeof other_path, "%s/nowhere/m", directory);
	assert_null(match_file_create(other_path, &setup, &problem));
	assert_says(problem, other_path, "cannot be made: No such file");
	setup_free(&setup);
}

static void a_name_that_means_something_to_sqlite_is_just_a_name(void **state)
{
	char before[256];

	(void)state;
	assert_non_null(getcwd(before, sizeof before));
	assert_int_equal(chdir(directory), 0);
	match_file_close(created(":memory:"));
	match_file_close(created("file:x?mode=memory"));
	match_file_close(opened(":memory:"));
	match_file_close(opened("file:x?mode=memory"));
	assert_int_equal(chdir(before), 0);
}

static void a_full_disk_ends_the_recording_and_not_the_match(void **state)
{
	struct match_file *file = created(match_path);
	struct match match;
	struct message got[4];
	char *problem;
	int64_t kept;

	(void)state;
	add_text(file, 1, SEAT_1, CHANNEL_MOVE, "7,7");
	match_file_commit(file);
	assert_int_equal(sqlite3_exec(file->db, "PRAGMA max_page_count = 40", NULL, NULL, NULL), SQLITE_OK);
	assert_null(match_file_problem(file));
	for (int n = 2; n <= 20000; n++) {
		add_text(file, n, SEAT_1, CHANNEL_DEBUG, "0123456789 0123456789 0123456789");
		if (n % 100 == 0)
			match_file_commit(file);
	}
	assert_non_null(match_file_problem(file));
	problem = bytes_text("%s", match_file_problem(file));
	kept = match_file_last(file);
	assert_true(kept > 1 && kept < 20000);
	assert_false(match_file_pending(file));
	assert_int_equal(match_file_branch(file, 0, "goes on"), 1);
	assert_int_equal(match_file_before(file, &everything, INT64_MAX, 1, got), 1);
	assert_int_equal(got[0].n, kept);
	match = matched(file);
	match_free(&match);
	match_file_close(file);
	assert_non_null(strstr(problem, "the disk is full"));
	file = opened(match_path);
	assert_int_equal(match_file_last(file), kept);
	assert_int_equal(match_file_before(file, &everything, INT64_MAX, 1, got), 1);
	assert_int_equal(got[0].n, kept);
	match_file_close(file);
	free(problem);
}

/* Writes until a file may grow no more, then sees that there is a problem.  */
static int write_past_the_limit(int in, int out)
{
	struct rlimit limit = {200000, 200000};
	struct match_file *file = created(match_path);
	bool told;

	(void)in;
	(void)out;
	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &limit);
	for (int n = 1; n <= 50000; n++) {
		add_text(file, n, SEAT_1, CHANNEL_DEBUG, "0123456789 0123456789 0123456789");
		if (n % 1000 == 0)
			match_file_commit(file);
	}
	told = match_file_problem(file) != NULL;
	match_file_close(file);
	return told ? 0 : 1;
}

static void a_write_that_fails_is_a_problem_and_no_crash(void **state)
{
	int to, from, status;
	pid_t child = forked(write_past_the_limit, &to, &from);
	struct match_file *file;

	(void)state;
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	file = opened(match_path);
	assert_true(match_file_last(file) % 1000 == 0);
	match_file_close(file);
	close(to);
	close(from);
}

static void a_saved_copy_holds_everything_so_far(void **state)
{
	struct match_file *file = created(match_path), *copy;
	struct message got[4];

	(void)state;
	add_text(file, 1, SEAT_1, CHANNEL_MOVE, "7,7");
	assert_true(match_file_pending(file));
	assert_null(match_file_save(file, other_path));
	add_text(file, 2, SEAT_2, CHANNEL_MOVE, "8,8");
	assert_says(match_file_save(file, other_path), other_path, "already exists");
	assert_says(match_file_save(file, directory), directory, "already exists");
	copy = opened(other_path);
	assert_int_equal(match_file_after(copy, &everything, 0, 4, got), 1);
	assert_memory_equal(got[0].bytes, "7,7", 3);
	match_file_close(copy);
	match_file_close(file);
}

static void a_file_that_is_only_read_can_be_saved(void **state)
{
	struct match_file *file = created(match_path);

	(void)state;
	add_text(file, 1, SEAT_1, CHANNEL_MOVE, "7,7");
	match_file_commit(file);
	match_file_close(file);
	file = opened(match_path);
	assert_null(match_file_save(file, other_path));
	match_file_close(file);
	file = opened(other_path);
	assert_int_equal(match_file_last(file), 1);
	match_file_close(file);
}

static void a_private_file_works_and_can_be_saved(void **state)
{
	struct match_file *file = created("");
	struct message got[4];

	(void)state;
	assert_string_equal(match_file_path(file), "");
	add_text(file, 1, SEAT_1, CHANNEL_MOVE, "7,7");
	match_file_commit(file);
	add_text(file, 2, SEAT_1, CHANNEL_MOVE, "8,8");
	assert_int_equal(match_file_after(file, &everything, 0, 4, got), 2);
	assert_null(match_file_save(file, other_path));
	match_file_close(file);
	file = opened(other_path);
	assert_int_equal(match_file_last(file), 2);
	match_file_close(file);
}

static void a_person_can_ask_the_file_in_words(void **state)
{
	struct match_file *file = created(match_path);
	sqlite3 *db;
	sqlite3_stmt *row;

	(void)state;
	add_text(file, 1, SEAT_2, CHANNEL_STDERR, "oops");
	match_file_close(file);
	assert_int_equal(sqlite3_open(match_path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(db,
					    "SELECT n, seat, dir, channel, bytes, started LIKE '20__-%T%Z'"
					    " FROM message, match",
					    -1, &row, NULL),
			 SQLITE_OK);
	assert_int_equal(sqlite3_step(row), SQLITE_ROW);
	assert_int_equal(sqlite3_column_int(row, 0), 1);
	assert_int_equal(sqlite3_column_int(row, 1), SEAT_2);
	assert_string_equal(sqlite3_column_text(row, 2), "from");
	assert_string_equal(sqlite3_column_text(row, 3), "stderr");
	assert_memory_equal(sqlite3_column_blob(row, 4), "oops", 4);
	assert_int_equal(sqlite3_column_int(row, 5), 1);
	sqlite3_finalize(row);
	sqlite3_close(db);
}

static void what_others_changed_in_a_file_is_a_problem_and_no_crash(void **state)
{
	static const char *const changes[] = {
		"UPDATE match SET first = 9",          "DELETE FROM match",
		"UPDATE turn SET seat = 77",           "UPDATE seat SET seat = 12 WHERE seat = 1",
		"UPDATE verdict SET winner = 1000",    "DROP TABLE turn",
		"UPDATE match SET turn_limit_ns = -5",
	};

	(void)state;
	for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
		struct verdict verdict = {.winner = 1, .reason = "five"};
		struct match_file *file;
		struct match match;

		snprintf(match_path, sizeof match_path, "%s/%zu", directory, i);
		file = created(match_path);
		add_turn(file, 1, (char *)"a");
		match_file_verdict(file, &verdict);
		match_file_close(file);
		execute_sql(match_path, changes[i]);
		file = opened(match_path);
		assert_false(match_file_match(file, &match));
		assert_non_null(match_file_problem(file));
		match_file_close(file);
	}
}

static void a_kind_that_others_made_up_is_a_problem_and_no_crash(void **state)
{
	struct match_file *file = created(match_path);
	struct message got[4];

	(void)state;
	add_text(file, 1, SEAT_2, CHANNEL_STDERR, "oops");
	match_file_close(file);
	execute_sql(match_path,
		    "UPDATE kind SET channel = 'gossip'; UPDATE branch SET parent = 0 WHERE id = 0");
	file = opened(match_path);
	assert_int_equal(match_file_after(file, &everything, 0, 4, got), 1);
	assert_int_equal(got[0].channel, CHANNEL_UNKNOWN);
	match_file_close(file);
	execute_sql(match_path, "UPDATE kind SET seat = 5");
	file = opened(match_path);
	assert_int_equal(match_file_after(file, &everything, 0, 4, got), 0);
	assert_non_null(match_file_problem(file));
	match_file_close(file);
}

static void a_file_cut_short_is_a_problem_and_no_crash(void **state)
{
	struct match_file *file = created(match_path);
	struct message got[4];
	char *problem = NULL;

	(void)state;
	for (int n = 1; n <= 5000; n++)
		add_text(file, n, SEAT_1, CHANNEL_DEBUG, "0123456789 0123456789 0123456789");
	match_file_close(file);
	assert_int_equal(truncate(match_path, 100000), 0);
	file = match_file_open(match_path, &problem);
	if (file) {
		match_file_before(file, &everything, INT64_MAX, 4, got);
		assert_non_null(match_file_problem(file));
		match_file_close(file);
	} else {
		assert_says(problem, match_path, "damaged");
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin_directory, end_directory)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(every_field_of_a_setup_comes_back),
		TEST(every_field_of_a_turn_comes_back),
		TEST(the_bytes_of_a_message_come_back_exactly),
		TEST(a_branch_goes_on_from_the_turns_before_it),
		TEST(a_verdict_belongs_to_its_branch),
		TEST(pages_are_what_a_naive_filter_finds),
		TEST(no_seat_or_no_channel_is_no_message),
		TEST(a_pattern_sees_the_text_without_its_line_end),
		TEST(a_pattern_works_on_text_that_is_not_utf_8),
		TEST(a_bad_pattern_is_explained_and_finds_nothing),
		TEST(a_pattern_that_takes_ages_is_given_up),
		TEST(a_follower_sees_each_commit_and_nothing_else),
		TEST(a_killed_writer_leaves_all_that_it_committed),
		TEST(a_finished_match_is_one_file),
		TEST(a_file_in_a_directory_that_cannot_be_written_opens),
		TEST(a_log_that_cannot_be_read_where_it_is_is_explained),
		TEST(a_newer_version_is_refused_with_both_versions),
		TEST(what_is_no_match_file_is_told_apart),
		TEST(a_file_that_may_not_be_read_is_told_apart),
		TEST(an_existing_file_is_never_overwritten),
		TEST(a_name_that_means_something_to_sqlite_is_just_a_name),
		TEST(a_full_disk_ends_the_recording_and_not_the_match),
		TEST(a_write_that_fails_is_a_problem_and_no_crash),
		TEST(a_saved_copy_holds_everything_so_far),
		TEST(a_file_that_is_only_read_can_be_saved),
		TEST(a_private_file_works_and_can_be_saved),
		TEST(a_person_can_ask_the_file_in_words),
		TEST(what_others_changed_in_a_file_is_a_problem_and_no_crash),
		TEST(a_kind_that_others_made_up_is_a_problem_and_no_crash),
		TEST(a_file_cut_short_is_a_problem_and_no_crash),
	};

	return cmocka_run_group_tests_name("match file", tests, NULL, NULL);
}
