/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_why_file.c - asks `why` and `info` after each kind of verdict of each system, and after requests of a
 * person.  The live match and its match file must give the same answers, including times.  */
#include "../test.h"
#include "exported.h"
#include "games.h"
#include "program.h"
#include "ringside/protocol.h"

#define MARK "why-file"

/* A match that ends for this reason.  A word that begins with @ is a program of tests/agents.  $LOG is a log
 * of quantum chess with these pieces.  */
struct row {
	const char *system, *reason;
	const char *words[12];
	const char *lines[9]; /* the first lines of a script */
	const char *pieces;
};

#define KINGS   "white king ['king', 'king'] at 3,7\nblack king ['king', 'king'] at 3,0\n"
#define BLOCKED "white pawn ['pawn', 'pawn'] at 6,4\nblack pawn ['pawn', 'pawn'] at 6,3\n"
#define BRAINS  "@brain good 3", "@brain good 7"
#define PLAYERS "--turns", "4", "@player good paper", "@player good rock"
#define CLIENTS "@asim_client good 0", "@asim_client good 0"
/* The silent agents leave when they are told to, so that the tests need not wait.  */
#define NAMED_AND_SILENT "sed -un -e '1s/.*/@info name silent/p' -e /exit/q"

/* A UCI engine that answers each go with this.  */
#define ENGINE(says)                                                                                         \
	"sh -c 'while read -r l; do case $l in uci) echo uciok;; isready) echo readyok;; quit) exit;; "      \
	"go*) " says ";; esac; done'"

/* A referee that asks player 1 once, and then says one line.  */
#define REFEREE(says)                                                                                        \
	"sh -c 'read s; echo \"> 1 go\"; echo \"ask 1\"; read a; read d; echo \"" says "\"; exec cat'"
#define ANSWERS "sh -c 'while read l; do echo a; done'"

static const struct row rows[] = {
	{"referee", "win", {"--referee", REFEREE("win 1"), ANSWERS, ANSWERS}, {0}, NULL},
	{"referee", "draw", {"--referee", REFEREE("draw"), ANSWERS, ANSWERS}, {0}, NULL},
	{"referee", "rank", {"--referee", REFEREE("rank 2 1"), ANSWERS, ANSWERS}, {0}, NULL},
	{"referee", "scores", {"--referee", REFEREE("scores 1 2"), ANSWERS, ANSWERS}, {0}, NULL},
	{"referee", "illegal", {"--referee", REFEREE("illegal 1 no"), ANSWERS, ANSWERS}, {0}, NULL},
	{"referee", "game", {"--referee", REFEREE("hello"), ANSWERS, ANSWERS}, {0}, NULL},
	{"referee",
	 "timeout",
	 {"--turn-time", "100ms", "--referee", REFEREE("draw"), "sleep 1000", ANSWERS},
	 {0},
	 NULL},
	{"referee",
	 "protocol",
	 {"--strict", "--referee", REFEREE("draw"), "sh -c 'echo a; exec cat'", ANSWERS},
	 {0},
	 NULL},
	{"uci", "mate", {"--opening", "f3 e5 g4", "sample:random", "sample:searcher"}, {0}, NULL},
	{"uci",
	 "stalemate",
	 {"--opening", "7k/8/8/8/8/8/5K2/6Q1 w - - 0 1", ENGINE("echo bestmove g1g6"), "sample:random"},
	 {0},
	 NULL},
	{"uci",
	 "material",
	 {"--opening", "8/8/8/8/8/8/3r4/4K2k w - - 0 1", ENGINE("echo bestmove e1d2"), "sample:random"},
	 {0},
	 NULL},
	{"uci",
	 "fifty-moves",
	 {"--opening", "8/8/8/8/8/4k3/8/4K2R w - - 98 80", "sample:random", "sample:random"},
	 {0},
	 NULL},
	{"uci",
	 "repetition",
	 {"--opening", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1", "sample:random", ENGINE("echo bestmove f6g8")},
	 {0},
	 NULL},
	{"uci", "max-moves", {"--max-moves", "1", "sample:random", "sample:random"}, {0}, NULL},
	{"uci",
	 "adjudicated",
	 {"--draw-when", "score=1,moves=1", ENGINE("echo info score cp 0; echo bestmove g1f3"),
	  ENGINE("echo info score cp 0; echo bestmove g8f6")},
	 {0},
	 NULL},
	{"uci",
	 "adjudicated",
	 {"--win-when", "score=5,moves=1", ENGINE("echo info score cp 900; echo bestmove e2e4"),
	  ENGINE("echo info score cp -900; echo bestmove e7e5")},
	 {0},
	 NULL},
	{"uci",
	 "flag",
	 {"--fide", "--turn-time", "50ms", "--opening", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", ENGINE(":"),
	  "sample:random"},
	 {0},
	 NULL},
	{"uci", "timeout", {"--turn-time", "50ms", ENGINE(":"), "sample:random"}, {0}, NULL},
	{"uci", "illegal", {ENGINE("echo bestmove e2e5"), "sample:random"}, {0}, NULL},
	{"uci", "protocol", {ENGINE("echo bestmove none"), "sample:random"}, {0}, NULL},
	{"uci", "start", {"sed -n /quit/q", "sample:random", "--start-time", "100ms"}, {0}, NULL},
	{"uci", "crash", {ENGINE("kill -SEGV $$"), "sample:random"}, {0}, NULL},
	{"uci", "exit", {ENGINE("exit 0"), "sample:random"}, {0}, NULL},
	{"gomocup", "five", {BRAINS}, {0}, NULL},
	{"gomocup",
	 "forbidden",
	 {"--rule", "renju", "--opening", "a1o15a2n13a3o11a5n9a6o7", "@brain good 3", "@brain good 7"},
	 {0},
	 NULL},
	{"gomocup",
	 "full-board",
	 {"--size", "5", "--opening", "a1b1c1d1e1a2b2c2d2e2b3a3d3c3a4e3c4b4e4d4a5b5c5d5", "human",
	  "@brain good 1"},
	 {"continue", "play e5"},
	 NULL},
	{"gomocup",
	 "lines",
	 {"--rule", "freestyle+continuous", "--size", "5", "--opening",
	  "a1a2b1b2c1d2d1e2c2c3a3a4b3b4d3d4e3e4c4c5a5d5b5e5", "human", "@brain good 1"},
	 {"continue", "play e1"},
	 NULL},
	{"gomocup", "draw-at", {"--draw-at", "4", BRAINS}, {0}, NULL},
	{"gomocup",
	 "adjudicated",
	 {"--draw-when", "score=10,moves=2", "@brain says-even", "@brain says-even 7"},
	 {0},
	 NULL},
	{"gomocup",
	 "adjudicated",
	 {"--win-when", "score=10,moves=2", "@brain says-loses", "@brain says-wins 7"},
	 {0},
	 NULL},
	{"gomocup", "illegal", {"@brain outside", "@brain good 7"}, {0}, NULL},
	{"gomocup", "timeout", {"@brain text", "@brain good 7"}, {0}, NULL},
	{"gomocup", "timeout", {"--match-time", "90ms", "@brain text", "@brain good 7"}, {0}, NULL},
	{"gomocup", "timeout", {"@brain text", "@brain good 7"}, {"set turn-time 70ms"}, NULL},
	{"gomocup", "start", {"sed -n /END/q", "@brain good 7"}, {0}, NULL},
	{"gomocup", "start", {"@brain leave-at-once", "@brain good 7"}, {0}, NULL},
	{"gomocup", "protocol", {"--strict", "@brain rubbish", "@brain good 7"}, {0}, NULL},
	{"gomocup",
	 "memory",
	 {"--turn-time", "20s", "--memory", "60M", "@brain grows", "@brain good 7"},
	 {0},
	 NULL},
	{"gomocup", "exit", {"@brain leave", "@brain good 7"}, {0}, NULL},
	{"gomocup", "crash", {"@brain crash", "@brain good 7"}, {0}, NULL},
	{"gomocup", "resign", {BRAINS}, {"next x3", "end resign 1"}, NULL},
	{"gomocup", "adjudicated", {BRAINS}, {"next x3", "end 2"}, NULL},
	{"gomocup", "adjudicated", {BRAINS}, {"next x3", "end draw"}, NULL},
	{"gomocup",
	 "five",
	 {BRAINS},
	 {"next x3", "override o15", "next x2", "takeback 3", "override a9"},
	 NULL},
	{"gomocup", "five", {BRAINS}, {"continue", "takeback 2", "next"}, NULL},
	{"gomocup", "five", {BRAINS}, {"next x4", "goto 2", "override c9", "next"}, NULL},
	{"gomocup", "five", {"@brain rubbish", "@brain good 7"}, {0}, NULL},
	{"gomocup",
	 "resign",
	 {BRAINS},
	 {"next x2", "step x2", "edit 9,9", "step x3", "delay 2", "send 2 INFO x 1", "next", "end resign 2"},
	 NULL},
	{"gomocup",
	 "resign",
	 {BRAINS},
	 {"next x2", "seat 2 human", "next", "play h8", "next x2", "seat 2 agent", "next x2", "end resign 1"},
	 NULL},
	{"gomocup", "resign", {BRAINS}, {"next x3", "freeze 1", "freeze off", "next", "end resign 1"}, NULL},
	{"gomocup",
	 "resign",
	 {BRAINS},
	 {"break if move == 3", "continue", "set turn-time 70s", "next", "end resign 1"},
	 NULL},
	{"lmc", "score", {PLAYERS}, {0}, NULL},
	{"lmc", "illegal", {"@player unknown-symbol paper", "@player good rock"}, {0}, NULL},
	{"lmc", "timeout", {NAMED_AND_SILENT, "@player good rock", RIVAL_HAS_TIME}, {0}, NULL},
	{"lmc", "start", {"@player no-name paper", "@player good rock"}, {0}, NULL},
	{"lmc", "protocol", {"--strict", "@player crlf paper", "@player good rock"}, {0}, NULL},
	{"lmc", "exit", {"@player leave-with-farewell paper", "@player good rock"}, {0}, NULL},
	{"lmc", "crash", {"@player leave-badly paper", "@player good rock"}, {0}, NULL},
	{"lmc", "resign", {PLAYERS}, {"next x3", "override rock", "next", "end resign 1"}, NULL},
	{"lmc", "adjudicated", {PLAYERS}, {"next x3", "end draw"}, NULL},
	{"lmc2", "score", {"--game-program", "@game_program good", "@player good"}, {0}, NULL},
	{"lmc2", "game", {"--game-program", NAMED_AND_SILENT, "@player good"}, {0}, NULL},
	{"lmc2", "game", {"--game-program", "@game_program crash", "@player good"}, {0}, NULL},
	{"lmc2",
	 "timeout",
	 {"--match-time", "60ms", "--game-program", "@game_program good", "@player no-name"},
	 {0},
	 NULL},
	{"lmc2",
	 "timeout",
	 {"--turn-time", "20ms", "--max-timeouts", "1", "--game-program", "@game_program good",
	  "@player silent"},
	 {0},
	 NULL},
	{"lmc2",
	 "max-turns",
	 {"--max-turns", "2", "--game-program", "@game_program good", "@player good"},
	 {0},
	 NULL},
	{"lmc2", "start", {"--game-program", "@game_program good", "@player no-name"}, {0}, NULL},
	{"lmc2", "protocol", {"--strict", "--game-program", "@game_program good", "@player crlf"}, {0}, NULL},
	{"lmc2", "exit", {"--game-program", "@game_program good", "@player leave"}, {0}, NULL},
	{"lmc2", "crash", {"--game-program", "@game_program good", "@player crash"}, {0}, NULL},
	{"lmc2",
	 "resign",
	 {"--game-program", "@game_program good", "@player good"},
	 {"next x2", "step x2", "drop", "end resign 1"},
	 NULL},
	{"qchess",
	 "king",
	 {"--from", "$LOG", "human", "@qchess_agent good"},
	 {"continue", "play 3 4", "play 3 0"},
	 KINGS "white rook ['rook', 'rook'] at 3,4\n"},
	{"qchess",
	 "bare-kings",
	 {"--from", "$LOG", "human", "@qchess_agent good"},
	 {"continue", "play 3 7", "play 3 6"},
	 KINGS "black pawn ['pawn', 'pawn'] at 3,6\n"},
	{"qchess", "quiet-moves", {"--classical", "@qchess_agent good", "@qchess_agent good"}, {0}, NULL},
	{"qchess",
	 "stalemate",
	 {"--from", "$LOG", "human", "human"},
	 {"continue", "source $LINES"},
	 KINGS BLOCKED},
	{"qchess",
	 "max-moves",
	 {"--classical", "--max-moves", "4", "@qchess_agent good", "@qchess_agent good"},
	 {0},
	 NULL},
	{"qchess", "illegal", {"--classical", "@qchess_agent illegal-move", "@qchess_agent good"}, {0}, NULL},
	{"qchess", "protocol", {"--classical", "@qchess_agent letters", "@qchess_agent good"}, {0}, NULL},
	{"qchess", "timeout", {"--classical", "sed -n /QUIT/q", "@qchess_agent good"}, {0}, NULL},
	{"qchess", "exit", {"--classical", "@qchess_agent leave", "@qchess_agent good"}, {0}, NULL},
	{"qchess", "crash", {"--classical", "@qchess_agent crash", "@qchess_agent good"}, {0}, NULL},
	{"qchess",
	 "adjudicated",
	 {"--classical", "@qchess_agent good", "@qchess_agent good"},
	 {"next x4", "end 1"},
	 NULL},
	{"asimulator", "score", {CLIENTS}, {0}, NULL},
	{"asimulator",
	 "adjudicated",
	 {"@asim_client good 2222222", "@asim_client good 2222222"},
	 {"next x3", "override Grab", "next", "end draw"},
	 NULL},
	{"asimulator",
	 "timeout",
	 {"@asim_client hang 220", "@asim_client good 0", RIVAL_HAS_TIME},
	 {0},
	 NULL},
	{"asimulator", "start", {"@asim_client hang-first 0", "@asim_client good 0"}, {0}, NULL},
	{"asimulator", "protocol", {"@asim_client bad-request 220", "@asim_client good 0"}, {0}, NULL},
	{"asimulator", "exit", {"@asim_client close-midway 220", "@asim_client good 0"}, {0}, NULL},
	{"asimulator", "crash", {"@asim_client crash 220", "@asim_client good 0"}, {0}, NULL},
};

enum { ROWS = LENGTH(rows) };

/* A seat that loses in the middle of a message, and the answer's text about that.  */
static const struct begun {
	struct row row;
	const char *says[2];
} begun[] = {
	{{"gomocup", "timeout", {"@brain no-line-end 3", "@brain good 7", RIVAL_HAS_TIME}, {0}, NULL},
	 {"It has sent 3 bytes without a line end: \"0,3\"", "\"thinks hard\""}},
	{{"lmc", "timeout", {"@player half-line paper", "@player good rock", RIVAL_HAS_TIME}, {0}, NULL},
	 {"It has sent 10 bytes without a line end: \"@output pa\""}},
	{{"lmc2", "game", {"--game-program", "@game_program half-line", "@player good"}, {0}, NULL},
	 {"It has sent 10 bytes without a line end: \"@output pa\""}},
	{{"qchess",
	  "timeout",
	  {"--classical", "@qchess_agent half-line", "@qchess_agent good", RIVAL_HAS_TIME},
	  {0},
	  NULL},
	 {"It has sent 2 bytes without a line end: \"2 \""}},
	{{"asimulator",
	  "timeout",
	  {"@asim_client swapped-length 220", "@asim_client good 0", RIVAL_HAS_TIME},
	  {0},
	  NULL},
	 {"It has sent 44 bytes of an incomplete message: ff 29 00",
	  "a text of 10496 bytes is announced, 41 are there; in the other byte order it would be 41"}},
};

enum { BEGUN = LENGTH(begun) };

static struct {
	char folder[40], match[60], log[60], lines[60];
	char words[ARGS_MAX][200];
	const char *args[ARGS_MAX];
	int count;
} bench;

static void say(const char *word)
{
	char *to = bench.words[bench.count];

	if (*word == '@')
		snprintf(to, sizeof(bench.words[0]), "'%s/%.*s'%s", env("AGENTS"),
			 (int)strcspn(word + 1, " "), word + 1, word + 1 + strcspn(word + 1, " "));
	else if (strcmp(word, "$LOG") == 0)
		snprintf(to, sizeof(bench.words[0]), "%s", bench.log);
	else if (strcmp(word, "source $LINES") == 0)
		snprintf(to, sizeof(bench.words[0]), "source %s", bench.lines);
	else
		snprintf(to, sizeof(bench.words[0]), "%s", word);
	bench.args[bench.count++] = to;
	bench.args[bench.count] = NULL;
}

static void say_all(const char *const *words)
{
	for (; *words; words++)
		say(*words);
}

/* Writes a script that plays a blocked pawn sixteen times.  */
static void write_lines(void)
{
	for (int n = 0; n < 16; n++)
		file_write(bench.lines, n % 2 ? "play 6 3\n" : "play 6 4\n", n > 0);
}

/* Asks the same questions of both.  Some have no answer.  */
static void ask(void)
{
	static const char *const lines[] = {"why",           "-why fault",  "-why stop",
					    "-info seat 0",  "info seat 1", "info seat 2",
					    "info branches", "-diff 0 1",   "-diff 1 2"};

	for (size_t i = 0; i < LENGTH(lines); i++)
		say_all(ARGS("-x", lines[i]));
}

static struct outcome play(const struct row *row)
{
	const char *reason = row->reason;
	char log[1000];

	if (row->pieces) {
		snprintf(log, sizeof(log), "%s# --- Start of game ---\n# EOF\n", row->pieces);
		file_write(bench.log, log, false);
	}
	bench.count = 0;
	/* Only the limit that ends the match is short, and what comes before may wait for a core.  */
	say_all(ARGS("run", row->system, "--turns-json", "--forgive-waiting", "--turn-time",
		     limit(strcmp(reason, "timeout") == 0, "60ms"), "--start-time",
		     limit(strcmp(reason, "start") == 0, "100ms"), "--hang-time",
		     limit(strcmp(reason, "game") == 0, "100ms"), "--record", bench.match));
	say_all(row->words);
	for (const char *const *line = row->lines; *line; line++)
		say_all(ARGS("-x", *line));
	say_all(ARGS("-x", "-continue"));
	ask();
	return ringside(MARK, bench.args);
}

static struct outcome open_file(void)
{
	bench.count = 0;
	say_all(ARGS("open", bench.match, "--batch"));
	ask();
	return ringside(MARK, bench.args);
}

static struct outcome export_file(void)
{
	return ringside(MARK, ARGS("export", bench.match, "--format", "jsonl"));
}

/* In the live match the agents still run and were not told goodbye.  */
static bool may_differ(const char *line)
{
	return strncmp(line, "state   ", 8) == 0 || strncmp(line, "bytes   ", 8) == 0;
}

/* Is this a line that only the live match has: what an agent does now, or a complaint?  */
static bool is_live_alone(const char *line)
{
	return strncmp(line, "ringside: ", 10) == 0 || strncmp(line, "doing   ", 8) == 0 ||
	       strncmp(line, "limits  ", 8) == 0 || strncmp(line, "pending ", 8) == 0;
}

static const char *next_line(const char *at)
{
	do
		at += strcspn(at, "\n") + (at[strcspn(at, "\n")] == '\n');
	while (is_live_alone(at));
	return at;
}

/* Checks that the live match's answers contain all lines of the file's answers, in the same order.  */
static void expect_same_answers(const char *live, const char *file)
{
	size_t first = strcspn(file, "\n") + 1;
	const char *a = live, *b = file;

	while (*a && strncmp(a, b, first) != 0)
		a = next_line(a);
	if (!*a)
		fail_msg("only from the file: %.*s", (int)first, b);
	while (*b) {
		size_t m = strcspn(a, "\n"), n = strcspn(b, "\n");

		if ((m != n || strncmp(a, b, n) != 0) && !(may_differ(a) && may_differ(b)))
			fail_msg("live: %.*s\nfrom the file: %.*s", (int)m, a, (int)n, b);
		a = next_line(a);
		b = next_line(b);
	}
}

static void explains(const struct row *row, const char *const says[2])
{
	struct outcome live = play(row), file = open_file(), exported = export_file();
	json_t *lines = exported_lines(exported.out);

	print_message("%s%s%s", live.out, live.err, file.err);
	assert_int_equal(file.status, 0);
	if (strncmp(file.out, row->reason, strlen(row->reason)) != 0 || !strstr(file.out, "\nRule\n"))
		fail_msg("the file does not explain %s: %s", row->reason, file.out);
	expect_same_answers(live.err, file.out);
	exported_all(lines, bench.match);
	exported_game(lines, live.out);
	for (int i = 0; i < 2 && says[i]; i++)
		if (!strstr(file.out, says[i]))
			fail_msg("the file does not say \"%s\": %s", says[i], file.out);
	assert_int_equal(left_behind(MARK), 0);
	json_decref(lines);
}

static void gives_the_same_answers_from_its_file(void **state)
{
	static const char *const nothing[2] = {NULL};

	explains(*state, nothing);
}

static void an_incomplete_message_is_explained_from_the_file(void **state)
{
	const struct begun *one = *state;

	explains(&one->row, one->says);
}

/* Nobody can ask the live match after an interruption, so only the file is asked.  */
static void an_interrupted_match_says_when_and_by_whom(void **state)
{
	static const struct row row = {"gomocup", "interrupted", {BRAINS}, {"next x3", "quit"}, NULL};
	struct outcome file;

	play(&row);
	file = open_file();
	assert_int_equal(strncmp(file.out, "interrupted: ", strlen("interrupted: ")), 0);
	assert_non_null(strstr(file.out, "Nobody wins, after 3 turns.\nRule\n  A person broke"));
	assert_null(strstr(file.out, "Times of"));
}

/* Is there a match with this reason?  Some reasons have a word after it (struct reason_row), which is
 * ignored.  */
static bool has_row(const char *system, const char *reason)
{
	size_t size = strcspn(reason, " ");

	for (int i = 0; i < ROWS; i++)
		if (strcmp(rows[i].system, system) == 0 && strlen(rows[i].reason) == size &&
		    strncmp(rows[i].reason, reason, size) == 0)
			return true;
	return false;
}

static void every_reason_of_every_system_is_tested(void **state)
{
	for (int i = 0; protocol_at(i); i++)
		for (const struct reason_row *row = protocol_at(i)->texts->reasons; row && row->reason; row++)
			if (!has_row(protocol_at(i)->name, row->reason))
				fail_msg("%s has no match here that ends with the reason %s",
					 protocol_at(i)->name, row->reason);
}

static int set_up(void **state)
{
	strcpy(bench.folder, "/tmp/ringside-test-XXXXXX");
	folder_make(bench.folder);
	snprintf(bench.match, sizeof(bench.match), "%s/m.ringside", bench.folder);
	snprintf(bench.log, sizeof(bench.log), "%s/m.log", bench.folder);
	snprintf(bench.lines, sizeof(bench.lines), "%s/lines", bench.folder);
	write_lines();
	return 0;
}

static int tear_down(void **state)
{
	folder_remove(bench.folder);
	return 0;
}

/* `test_why_file SYSTEM`: only the matches of that system, and whether each reason has one.  */
int main(int argc, char **argv)
{
	struct CMUnitTest tests[ROWS + 2 + BEGUN];
	char names[ROWS][80], filter[80];

	if (argc > 1) {
		const struct CMUnitTest all[] = {cmocka_unit_test(every_reason_of_every_system_is_tested)};
		int failed = cmocka_run_group_tests_name("why_file: reasons", all, NULL, NULL);

		if (failed)
			return failed;
		snprintf(filter, sizeof(filter), "%s: *", argv[1]);
		cmocka_set_test_filter(filter);
	}

	for (int i = 0; i < ROWS; i++) {
		snprintf(names[i], sizeof(names[i]), "%s: %s gives the same answers from its file",
			 rows[i].system, rows[i].reason);
		tests[i] = (struct CMUnitTest){names[i], gives_the_same_answers_from_its_file, set_up,
					       tear_down, (void *)&rows[i]};
	}
	tests[ROWS] = (struct CMUnitTest)cmocka_unit_test_setup_teardown(
		an_interrupted_match_says_when_and_by_whom, set_up, tear_down);
	tests[ROWS + 1] = (struct CMUnitTest)cmocka_unit_test(every_reason_of_every_system_is_tested);
	for (int i = 0; i < BEGUN; i++)
		tests[ROWS + 2 + i] = (struct CMUnitTest){"an incomplete message is explained from the file",
							  an_incomplete_message_is_explained_from_the_file,
							  set_up, tear_down, (void *)&begun[i]};
	return cmocka_run_group_tests_name("why_file", tests, NULL, NULL);
}
