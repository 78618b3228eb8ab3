/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_commands.c - what each command does, and what mistakes in it report.
 *
 * The session and the view are stubs that note what was requested.  */
#include "../test.h"
#include "ringside/board.h"
#include "ringside/bytes.h"
#include "ringside/command.h"
#include "ringside/games.h"
#include "ringside/protocol.h"

static struct {
	struct request request;
	char text[128]; /* the arguments of the last request or of the last call of the console */
	int requests;
	bool live, ended, no_traffic, varies;
	bool waits;     /* for a person */
	bool strangers; /* its agents may not start without a question */
	int shown;      /* the branch; -1: the newest */
	enum judge_state state;
	struct match match;
	struct turn turns[8];
	struct message held[4];
	int held_count;
	struct pending_bytes pending[STREAM_STDERR + 1]; /* of seat 2 */
	int64_t delay;                                   /* of the first */
	struct view view;
	struct console console;
} table;

char *session_request(struct session *session, const struct request *request)
{
	table.request = *request;
	table.requests++;
	strcpy(table.text, request->text ? request->text : "");
	return request->kind == REQUEST_PLAY && !strcmp(table.text, "z99") ? bytes_text("no such square")
									   : NULL;
}

char *session_go_on(struct session *session, enum session_reach reach)
{
	table.request = (struct request){.kind = REQUEST_GO};
	table.requests++;
	sprintf(table.text, "goes on%s",
		reach == SESSION_TO_NEXT  ? " to the next game"
		: reach == SESSION_TO_END ? " to the end"
					  : "");
	return NULL;
}

/* "TURNS WHY OVERRIDE PLAYER1 PLAYER2", and + if the match then continues.  */
char *session_branch(struct session *session, const struct session_branch *branch)
{
	sprintf(table.text, "%d %s %s %s %s%s", branch->turns, branch->why,
		branch->override ? branch->override
		: branch->move   ? branch->move
				 : "-",
		branch->players[1] ? branch->players[1] : "-", branch->players[2] ? branch->players[2] : "-",
		branch->goes_on ? " +" : "");
	return table.no_traffic ? bytes_text("no traffic") : NULL;
}

char *session_seat(struct session *session, int seat, const char *player, const struct seat_limits *limits)
{
	sprintf(table.text, "seat %d %s", seat, player);
	return NULL;
}

STUB(char *, session_vouch(struct session *session, const struct setup *setup, unsigned seats),
     (table.strangers && seats & 1u << SEAT_1) ? bytes_text("strangers") : NULL)
STUB(struct match_file *, session_file(struct session *session), NULL)
STUB(struct match_file *, session_whole_file(struct session *session), session_file(session))
STUB(bool, session_is_recorded(const struct session *session), false)

char *session_save(struct session *session, const char *path)
{
	strcpy(table.text, path);
	return NULL;
}

STUB(int, session_hides_from(const struct session *session), SEAT_NONE)
STUB(int, session_person(const struct session *session), SEAT_NONE)
STUB(bool, session_hides(const struct session *session, int seat), seat == SEATS)
STUB(const struct judge *, session_judge(const struct session *session), NULL)
STUB(const struct message *, session_held(struct session *session, int i),
     i < table.held_count ? &table.held[i] : NULL)

int session_held_at(struct session *session, int64_t number)
{
	for (int i = 0; i < table.held_count; i++)
		if (table.held[i].number == number)
			return i;
	return -1;
}

/* Messages from #50 on have passed in another order than they came.  */
STUB(int64_t, session_number(struct session *session, int64_t n), n < 50 ? n : n + 1)
STUB(int64_t, session_numbered(struct session *session, int64_t number), number < 50 ? number : number - 1)
STUB(int64_t, session_held_delay(const struct session *session, int i), i == 0 ? table.delay : 0)

bool session_pending(const struct session *session, int seat, enum stream stream,
		     struct pending_bytes *pending, int64_t *for_ns)
{
	*pending = seat == SEAT_2 ? table.pending[stream] : (struct pending_bytes){.size = 0};
	return pending->size > 0;
}

STUB(int64_t, session_time(const struct session *session), 2 * (int64_t)NS_PER_S)

char *session_signal(struct session *session, int seat, const char *name)
{
	snprintf(table.text, sizeof(table.text), "%d %s", seat, name);
	return NULL;
}

STUB(void, session_trace_crashes(struct session *session), )
STUB(void, session_set_stops(struct session *session, const struct stops *stops), )
STUB(struct agent_usage, session_measured(const struct session *session, int seat),
     (struct agent_usage){-1, -1, -1})

void session_end(struct session *session)
{
	table.ended = true;
}

STUB(bool, session_is_variation(const struct session *session UNUSED), table.varies)
STUB(bool, session_is_live(const struct session *session), table.live)
STUB(int, session_shown(const struct session *session), table.shown)

char *session_show(struct session *session, int branch)
{
	table.shown = branch;
	return NULL;
}

STUB(const struct match *, session_match(const struct session *session), &table.match)
STUB(enum judge_state, session_state(const struct session *session), table.state)
STUB(struct judge_seat, session_seat_state(const struct session *session, int seat),
     (struct judge_seat){.to_move = seat == SEAT_2, .thinks = seat == SEAT_2})
STUB(const struct match *, session_played(const struct session *session), session_match(session))
STUB(bool, session_waits_for(const struct session *session, int seat), (table.waits && seat == SEAT_2))
STUB(bool, session_waits(const struct session *session), false)
STUB(bool, session_next_follows(const struct session *session), false)
STUB(int, session_last_game(const struct session *session), 3)
STUB(char *, session_backtrace(struct session *session, int seat),
     bytes_text("no backtrace of seat %d", seat))
STUB(char *, session_whowrote(struct session *session, int seat, int turns, const char *expression),
     bytes_text("seat %d after %d turns: %s", seat, turns, expression))
STUB(bool, session_awaits_gdb(const struct session *session), false)
STUB(bool, session_awaits_go_between(const struct session *session), false)

const struct seat_setup *session_sitting(struct session *session, int64_t n, int seat, int64_t *since)
{
	if (since)
		*since = 0;
	return &session_match(session)->setup.seat[seat];
}

STUB(const struct turn *, view_last_of(const struct view *view, int seat),
     match_last_of(session_match(view->session), seat, view_turns(view)))
STUB(const struct seat_setup *, view_sitting(const struct view *view, int seat, int64_t *since),
     session_sitting(view->session, 0, seat, since))
STUB(bool, session_is_followed(const struct session *session), false)
STUB(bool, session_is_steered(const struct session *session), false)
STUB(char *, session_tell(struct session *session, int seat, const char *line, bool *answer), NULL)
STUB(int64_t, session_turn_time(const struct session *session, int seat), (int64_t)1200 * NS_PER_MS)
STUB(struct clock_state, view_clock(const struct view *view, int seat, const struct time_control *control),
     (struct clock_state){.left = seat == SEAT_2 ? INT64_MAX : (int64_t)58 * NS_PER_S})
STUB(int, session_faults(const struct session *session, int seat), seat == SEAT_2 ? 3 : 0)
STUB(const char *, session_stopped(const struct session *session, int64_t *note), NULL)

int session_faults_at(struct session *session, int seat, int64_t last, bool *unfinished)
{
	*unfinished = false;
	return session_faults(session, seat);
}

STUB(struct session_attached, session_attached(const struct session *session, int seat),
     (struct session_attached){0})
STUB(bool, session_activity(struct session *session, int seat, struct activity *activity), false)
STUB(char *, session_limits_words(const struct session *session, int seat), NULL)
STUB(pid_t, session_pid(const struct session *session, int seat), seat == SEAT_2 ? 4711 : 0)
STUB(int64_t, view_message(const struct view *view), INT64_MAX)
STUB(bool, view_is_live(const struct view *view), view->turns == VIEW_LIVE && table.shown < 0)
STUB(bool, session_is_branching(const struct session *session), false)
STUB(int, view_turns(const struct view *view),
     view->turns == VIEW_LIVE ? table.match.turn_count : view->turns)

void view_goto(struct view *view, int turns)
{
	view->turns = turns >= table.match.turn_count && table.live ? VIEW_LIVE : turns;
}

STUB(char *, view_too_far(struct session *session),
     bytes_text("only %d moves were played", session_match(session)->turn_count))

char *view_goto_message(struct view *view, int64_t n)
{
	sprintf(table.text, "message %d", (int)n);
	return NULL;
}

static char *noted(void *user, const char *text)
{
	strcpy(table.text, text ? text : "(none)");
	return NULL;
}

static char *frozen(void *user)
{
	return noted(user, "the pane");
}

static char *opened(void *user, int seat, const char *arguments)
{
	snprintf(table.text, sizeof(table.text), "gdb %d %s", seat, arguments);
	return NULL;
}

static char *gone_to(void *user, int seat)
{
	snprintf(table.text, sizeof(table.text), "terminal %d", seat);
	return NULL;
}

static char *resumed(void *user, int turns, const char *players, const char *move)
{
	assert_int_equal(turns, view_turns(&table.view));
	noted(user, players);
	return strcmp(players, "nobody human") ? NULL : bytes_text("nobody plays");
}

static char *asked(void *user, int seat, const char *command)
{
	sprintf(table.text, "hint %d %s", seat, command);
	return NULL;
}

static void confirm(void *user, const char *line, const char *question)
{
	snprintf(table.text, sizeof(table.text), "%s: %s", line, question);
}

static char *played_again(void *user, bool same)
{
	return noted(user, same ? "rematch same" : "rematch");
}

static char *searched(void *user, const char *pattern, int direction)
{
	noted(user, pattern);
	strcat(table.text, direction > 0 ? " down" : " up");
	return NULL;
}

/* Six turns of agents; no clock is paused.  */
static int sit_down(void **state)
{
	memset(&table, 0, sizeof(table));
	table.live = true;
	table.shown = -1;
	table.match.turns = table.turns;
	table.match.turn_count = 6;
	for (int i = 0; i < 6; i++)
		table.turns[i] = (struct turn){.n = i + 1, .seat = 1 + i % 2};
	table.match.setup.system = "gomocup";
	table.match.setup.seat[SEAT_1].kind = table.match.setup.seat[SEAT_2].kind = SEAT_AGENT;
	table.view.turns = VIEW_LIVE;
	table.console = (struct console){.view = &table.view,
					 .board = board_named,
					 .glyph = paint_glyph,
					 .focus = noted,
					 .filter = noted,
					 .search = searched,
					 .freeze = frozen,
					 .gdb = opened,
					 .terminal = gone_to,
					 .resume = resumed,
					 .hint = asked,
					 .rematch = played_again,
					 .open = noted,
					 .prompt = noted};
	return 0;
}

static void run(const char *line)
{
	bool answer;
	char *told = command_run(&table.console, line, NULL, &answer);

	if (told)
		fail_msg("%s: %s", line, told);
}

/* The request of a line: its name, and what is in it.  */
static char *request_words(void)
{
	static const char *const names[] = {
		[REQUEST_PAUSE] = "pause",
		[REQUEST_GO] = "go",
		[REQUEST_STEP] = "step",
		[REQUEST_NEXT] = "next",
		[REQUEST_PLAY] = "play",
		[REQUEST_OVERRIDE] = "override",
		[REQUEST_TAKEBACK] = "takeback",
		[REQUEST_RESIGN] = "resign",
		[REQUEST_ADJUDICATE] = "adjudicate",
		[REQUEST_TURN_LIMIT] = "turn limit",
		[REQUEST_MATCH_LIMIT] = "match limit",
		[REQUEST_PACE] = "pace",
		[REQUEST_EDIT] = "edit",
		[REQUEST_DROP] = "drop",
		[REQUEST_DELAY] = "delay",
		[REQUEST_RESTORE] = "restore",
		[REQUEST_SEND] = "send",
		[REQUEST_FREEZE] = "freeze",
		[REQUEST_THAW] = "thaw",
	};
	const struct request *request = &table.request;
	struct bytes words = {0};

	bytes_addf(&words, "%s", names[request->kind]);
	if (request->of_seat || request->seat)
		bytes_addf(&words, " %sseat %d", request->of_seat ? "of " : "", request->seat);
	if (request->count)
		bytes_addf(&words, " x%d", request->count);
	if (request->held)
		bytes_addf(&words, " #%d", request->held + 1);
	if (request->ns)
		bytes_addf(&words, " %dms", (int)(request->ns / NS_PER_MS));
	if (*table.text)
		bytes_addf(&words, ": %s", table.text);
	return words.at;
}

/* The line requests this, and nothing else.  */
static void requests(const char *line, const char *words)
{
	int before = table.requests;

	run(line);
	assert_int_equal(table.requests, before + 1);
	assert_text(request_words(), words);
}

/* The console, or the session, gets this from the line.  */
static void notes(const char *line, const char *text)
{
	run(line);
	assert_string_equal(table.text, text);
}

static void told(const char *line, const char *what, bool is_answer)
{
	bool answer;
	FREED char *text = command_run(&table.console, line, NULL, &answer);

	if (!text)
		fail_msg("%s: no answer", line);
	assert_string_equal(text, what);
	assert_int_equal(answer, is_answer);
}

static void refused(const char *line, const char *why)
{
	told(line, why, false);
	assert_int_equal(table.requests, 0);
}

TEST_IN(a_unique_abbreviation_is_enough, sit_down, NULL)
{
	requests("cont", "go");
	requests("  pa  ", "pause");
	requests(":ste x3", "step x3");
	requests("next", "next x1");
}

TEST_IN(a_step_is_for_all_seats_or_for_one, sit_down, NULL)
{
	requests("step 2", "step of seat 2 x1");
	requests("next 1 x12", "next of seat 1 x12");
	requests("step x2 0", "step of seat 0 x2");
}

/* The messages at the gate of the stub.  */
static void hold(int i, enum direction direction, const char *text, unsigned flags)
{
	table.held[i] = (struct message){.number = 57 + i,
					 .seat = 1 + i % 2,
					 .direction = direction,
					 .t_ns = 1500 * (int64_t)NS_PER_MS,
					 .flags = flags,
					 .bytes = (char *)text,
					 .size = strlen(text)};
	table.held_count = i + 1;
}

TEST_IN(an_unfinished_message_is_listed_after_the_waiting_ones, sit_down, NULL)
{
	table.pending[STREAM_STDOUT] =
		(struct pending_bytes){.bytes = "7,7", .size = 3, .first_ns = 1500 * (int64_t)NS_PER_MS};
	told("info held", "--  seat 2  from     0.500 s  3 bytes without a line end: \"7,7\"", true);
	table.pending[STREAM_STDERR] =
		(struct pending_bytes){.bytes = "(Pdb) ", .size = 6, .first_ns = 500 * (int64_t)NS_PER_MS};
	hold(0, TO_AGENT, "TURN 7,7\r\n", 0);
	told("info held",
	     "#57  seat 1  to       0.500 s  TURN 7,7\n"
	     "--  seat 2  from     0.500 s  3 bytes without a line end: \"7,7\"\n"
	     "--  seat 2  from     1.500 s  on stderr 6 bytes without a line end: \"(Pdb) \"",
	     true);
}

TEST_IN(waiting_messages_are_listed, sit_down, NULL)
{
	told("info held", "no message is held", true);
	hold(0, TO_AGENT, "TURN 7,7\r\n", 0);
	hold(1, FROM_AGENT, "8,8\x07\n", MESSAGE_EDITED);
	hold(2, EVENT, "exited with status 0", 0);
	table.delay = 250 * (int64_t)NS_PER_MS;
	told("info held",
	     "#57  seat 1  to       0.500 s  TURN 7,7  (delayed 0.250 s more)\n"
	     "#58  seat 2  from     0.500 s  8,8\\x07  (edited)\n"
	     "#59  seat 1  of       0.500 s  exited with status 0",
	     true);
}

TEST_IN(a_waiting_message_is_named_by_number_or_is_the_first, sit_down, NULL)
{
	for (int i = 0; i < 3; i++)
		hold(i, FROM_AGENT, "8,8\n", 0);
	refused("drop #7", "drop: there is no held message #7: held are #57, #58, #59");
	requests("edit 3,4", "edit: 3,4");
	requests("edit #58  # a comment", "edit #2: # a comment");
	requests("edit #58x", "edit: #58x");
	told("drop #59", "#59 is not dropped any more", true);
	told("takeback #58", "#58 is as it came", true);
	assert_int_equal(table.request.kind, REQUEST_RESTORE);
	assert_int_equal(table.request.held, 1);
	told("takeback #7", "takeback: there is no message #7", false);
	told("drop #59", "#59 is not dropped any more", true);
	assert_int_equal(table.request.kind, REQUEST_DROP);
	assert_int_equal(table.request.held, 2);
	requests("delay 40", "delay 40ms");
	requests("delay #58 1.5s", "delay #2 1500ms");
	requests("send 2 INFO  x", "send seat 2: INFO  x");
}

TEST_IN(the_prompt_opens_with_the_waiting_message, sit_down, NULL)
{
	hold(0, FROM_AGENT, "a \"b\" \\ \x01 \r\n", 0);
	hold(1, TO_AGENT, "# said\n", 0);
	notes("edit", "edit #57 a \"b\" \\\\ \\x01\\x20");
	notes("edit #58", "edit #58 # said");
	table.held[0] = table.held[1];
	notes("edit", "edit #58 # said");
	notes("delay #58", "delay #58 ");
	assert_int_equal(table.requests, 0);
	table.console.prompt = NULL;
	refused("edit", "edit: expected the new text: edit [#K] TEXT");
}

TEST_IN(a_search_goes_on_and_behind_a_question_mark_back, sit_down, NULL)
{
	notes("search time", "time down");
	notes("search ?time", "time up");
	notes("search", " down");
	notes("search ?", " up");
}

TEST_IN(commands_that_inspect_agents_take_a_seat, sit_down, NULL)
{
	notes("gdb 1", "gdb 1 ");
	notes("gdb  2   -ex 'break main' ", "gdb 2 -ex 'break main'");
	notes("focus terminal 2", "terminal 2");
	notes("signal 1 SIGUSR1", "1 SIGUSR1");
	refused("gdb", "gdb needs an argument: gdb SEAT [backtrace|ARGUMENTS]");
	refused("gdb 0", "gdb: expected a seat, 1 or 2, not \"0\"");
	refused("gdb one", "gdb: expected a seat, 1 or 2, not \"one\"");
	refused("focus terminal 3", "focus: expected a seat, 1 or 2, not \"3\"");
	refused("focus terminal 1 2", "focus: expected nothing after the seat, not \"2\"");
	refused("signal 1", "signal: expected a signal after the seat, such as signal 1 INT");
	refused("signal INT", "signal: expected a seat, 1 or 2, not \"INT\"");
	table.match.setup.seat[SEAT_NONE].kind = SEAT_AGENT;
	notes("gdb 0", "gdb 0 ");
	refused("gdb 4", "gdb: expected a seat, 0, 1 or 2, not \"4\"");
	table.console.gdb = NULL;
	refused("gdb 1", "gdb: there is no screen: `gdb 1 backtrace` prints where its threads are");
	refused("gdb 1 backtrace", "gdb: no backtrace of seat 1");
}

TEST_IN(agents_and_panes_freeze_and_thaw, sit_down, NULL)
{
	refused("freeze 1 2", "freeze: expected off or nothing after the seat, not \"2\"");
	refused("freeze all", "freeze: expected a seat, 1 or 2, not \"all\"");
	requests("freeze", "freeze");
	requests("freeze 2", "freeze seat 2");
	requests("freeze 1 off", "thaw seat 1");
	notes("freeze-pane", "the pane");
	assert_int_equal(table.requests, 3);
}

TEST_IN(an_ambiguous_abbreviation_lists_its_candidates, sit_down, NULL)
{
	refused("res", "\"res\" is ambiguous: resume, resize");
}

TEST_IN(a_single_letter_is_a_command_even_if_others_begin_with_it, sit_down, NULL)
{
	refused("o", "override needs an argument: override MOVE");
	requests("s x3", "step x3");
	requests("n", "next x1");
	requests("u 2", "takeback x2");
}

TEST_IN(an_unknown_command_is_reported, sit_down, NULL)
{
	refused("dance all night", "there is no command \"dance\": ? lists them all");
	refused("paly h8", "there is no command \"paly\": did you mean play?");
	refused("help braek", "help: there is no command \"braek\": did you mean break?");
	refused("info braches", "info: there is no info on \"braches\": did you mean branches?");
	refused("set trun-time 5", "set: there is no setting \"trun-time\": did you mean turn-time?");
	refused("set nubmers", "set: there is no setting \"nubmers\": did you mean numbers?");
}

TEST_IN(a_move_alone_is_played, sit_down, NULL)
{
	table.waits = true;
	requests("h9", "play: h9");
	notes(":7,7", "7,7");
	table.match.setup.system = "asimulator";
	notes("Turn_Left", "Turn_Left");
	assert_int_equal(table.requests, 3);
}

TEST_IN(a_command_wins_over_a_move_and_says_so, sit_down, NULL)
{
	table.match.setup.system = "lmc2"; /* in which any word may be a move */
	run("s");
	table.waits = true;
	told("s", "s is short for step: play s plays the move", true);
	assert_int_equal(table.request.kind, REQUEST_STEP);
	run("step");
	assert_int_equal(table.requests, 3);
	table.requests = 0;
	refused("paly", "there is no command \"paly\": did you mean play?; play paly plays the move");
	refused("res", "\"res\" is ambiguous: resume, resize; play res plays the move");
}

TEST_IN(a_word_that_is_no_command_and_no_move_is_reported, sit_down, NULL)
{
	table.waits = true;
	refused("z99", "there is no command \"z99\", and as a move it is not a square of the board, such as "
		       "h8 or 7,7");
}

TEST_IN(an_agent_is_asked_for_the_move_of_the_person_on_turn, sit_down, NULL)
{
	refused("hint", "hint: it is not your turn");
	table.waits = true;
	told("hint", "an agent thinks about your move", true);
	assert_string_equal(table.text, "hint 2 ");
	told("hint sample:threat", "an agent thinks about your move", true);
	assert_string_equal(table.text, "hint 2 sample:threat");
}

TEST_IN(a_briefing_is_refused_where_the_board_shows_all, sit_down, NULL)
{
	refused("info briefing", "info: in gomocup an agent is told nothing that is not shown");
}

TEST_IN(a_rematch_follows_the_end_or_comes_before_the_first_move, sit_down, NULL)
{
	refused("rematch", "rematch: the match is still running: `next end` or `end` ends it first");
	table.state = JUDGE_OVER;
	notes("rematch", "rematch");
	notes("rematch same", "rematch same");
	refused("rematch other", "rematch: expected same, or nothing, not \"other\"");
	table.state = JUDGE_RUNNING;
	table.match.turn_count = 0;
	run("rematch");
	table.live = false;
	refused("rematch", "rematch: this match is read from a file: `resume` plays on in it");
}

TEST_IN(the_games_that_were_played_are_listed_and_opened, sit_down, NULL)
{
	struct games games = {0};

	told("info games", "game 0 of 3 is played", true);
	table.view.games = &games;
	table.match.setup.first = SEAT_1;
	table.match.setup.game = 1;
	table.match.setup.seat[SEAT_1].name = (char *)"ada";
	table.match.setup.seat[SEAT_2].name = (char *)"bob";
	table.match.verdict = (struct verdict){.winner = SEAT_2, .reason = "five"};
	games_note(&games, &table.match, 65 * (int64_t)NS_PER_S, "one.ringside");
	table.match.setup.game = 2;
	table.match.setup.first = SEAT_2;
	table.match.verdict = (struct verdict){.winner = WINNER_DRAW, .reason = "full"};
	games_note(&games, &table.match, 0, NULL);
	games_note(&games, &table.match, 0, NULL);
	told("info games",
	     "game 2 of 3 is played\n"
	     "ada - bob: 0-1, 1 draw\n"
	     "`goto game 1`  1 ada has black: 2 bob wins (five), 6 moves, 01:05\n"
	     "      game 2   2 bob has black: draw (full), 6 moves, 00:00, not recorded\n",
	     true);
	table.match.setup.game = 3; /* they have changed seats, and bob wins once more */
	table.match.setup.seat[SEAT_1].name = (char *)"bob";
	table.match.setup.seat[SEAT_2].name = (char *)"ada";
	table.match.verdict = (struct verdict){.winner = SEAT_1, .reason = "five"};
	games_note(&games, &table.match, 0, NULL);
	told("info games",
	     "game 3 of 3 is played\n"
	     "bob - ada: 2-0, 1 draw\n"
	     "`goto game 1`  1 ada has black: 2 bob wins (five), 6 moves, 01:05\n"
	     "      game 2   2 bob has black: draw (full), 6 moves, 00:00, not recorded\n"
	     "      game 3   2 ada has black: 1 bob wins (five), 6 moves, 00:00, not recorded\n",
	     true);
	notes("next game", "goes on to the next game");
	notes("next end", "goes on to the end");
	table.requests = 0;
	refused("goto game 1", "goto: the match is still running: `next end` or `end` ends it first");
	refused("goto game 2", "goto: game 2 was not recorded (--record)");
	refused("goto game 4", "goto: game 4 is not over, or was not played here: `info games` lists them");
	table.state = JUDGE_OVER;
	notes("goto game 1", "one.ringside");
	games_free(&games);
	table.match.verdict = (struct verdict){0};
	table.match.setup.seat[SEAT_1].name = table.match.setup.seat[SEAT_2].name = NULL;
}

TEST_IN(missing_and_extra_words_are_reported, sit_down, NULL)
{
	refused("override", "override needs an argument: override MOVE");
	refused("end ", "end needs an argument: end resign [SEAT]|draw|1|2");
	refused("pause now", "pause takes no arguments, not \"now\"");
	refused("step two", "step: expected a seat, or a count such as x5, not \"two\"");
	refused("step x", "step: expected a seat, or a count such as x5, not \"x\"");
	refused("next x0", "next: expected a seat, or a count such as x5, not \"x0\"");
	refused("next 2 1", "next: expected one seat at most, not \"1\" too");
	refused("next 4", "next: there is no seat 4: x4 means that many, as in `next x4`");
	refused("next x99999999999999999999",
		"next: expected a seat, or a count such as x5, not \"x99999999999999999999\"");
	refused("drop 2", "drop: expected the number of a held message, such as #2, not \"2\"");
	refused("drop #0", "drop: \"#0\": messages are numbered from #1");
	refused("delay soon", "delay: expected a time such as 500 (ms) or 2s, not \"soon\"");
	refused("delay #2", "delay: expected a time such as 500 (ms) or 2s, not \"\"");
	refused("send x TURN 1,1", "send: expected a seat before the text, as in send 1 TEXT, not \"x\"");
	refused("send 1", "send: expected text after the seat: send 1 TEXT");
	refused("end 3", "end: expected resign, draw, 1 or 2, not \"3\"");
	refused("goto x", "goto: expected a number of moves, -N, +N, live, end, branch N, game N, #MESSAGE "
			  "or 'MARK, not \"x\"");
	refused("info seat 3", "info: expected seat 1 or 2, or 0 for a game program, not \"3\"");
	refused("goto #x", "goto: expected a message number after #, not \"x\"");
	refused("goto #", "goto: expected a message number after #, not \"\"");
	refused("goto 7", "goto: only 6 moves were played");
	refused("set colours on", "set: there is no setting \"colours\": did you mean colour?");
	refused("set weather", "set: there is no setting \"weather\": `set` lists them");
	refused("set origin left", "set: origin: expected top or bottom, not \"left\"");
	refused("set turn-time soon",
		"set: turn-time: expected a time such as 500ms, 2s or 1m, not \"soon\"");
	refused("set numbers maybe", "set: numbers: expected on or off, not \"maybe\"");
	refused("quit later", "quit: expected now or nothing, not \"later\"");
	refused("end resign 3", "end: expected seat 1 or 2, not \"3\"");
}

TEST_IN(a_refusal_of_the_session_names_the_command, sit_down, NULL)
{
	told("play z99", "play: no such square", false);
}

TEST_IN(save_writes_what_the_ending_names, sit_down, NULL)
{
	told("save a.psq", "saved as a.psq", true);
	assert_string_equal(table.text, "a.psq");
}

TEST_IN(resume_continues_from_the_shown_position, sit_down, NULL)
{
	run("goto 4");
	notes("resu", "4 resume - - - +");
	assert_int_equal(table.view.turns, VIEW_LIVE);
	run("goto 3");
	table.state = JUDGE_PAUSED;
	notes("resume human 'sample:threat --nodes 5'", "3 resume - human sample:threat --nodes 5");
	refused("resume nobody",
		"resume: expected two players, such as human 'sample:threat', not 1: \"nobody\"");
	run("goto live");
	requests("resume", "go");
}

TEST_IN(a_file_without_traffic_is_resumed_as_a_new_match, sit_down, NULL)
{
	table.live = false;
	table.no_traffic = true;
	notes("resume", "");
	table.strangers = true;
	refused("resume", "resume: strangers");
	run("resume human sample:threat"); /* typed, so nobody asks */
	assert_string_equal(table.text, "human sample:threat");
	refused("resume nobody human", "resume: nobody plays");
	table.match.setup.system = "lmc"; /* a system in which no match begins in the middle */
	refused("resume", "resume: no traffic");
}

TEST_IN(after_the_end_of_a_game_nobody_plays_on, sit_down, NULL)
{
	static const struct {
		const char *reason;
		int blame;
		bool final;
	} rows[] = {{"five", SEAT_NONE, true},         {"full-board", SEAT_NONE, true},
		    {"illegal", SEAT_2, false},        {"timeout", SEAT_NONE, false},
		    {"adjudicated", SEAT_NONE, false}, {"resign", SEAT_1, false}};

	table.state = JUDGE_OVER;
	table.match.over = true;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const char *hint;

		table.match.verdict =
			(struct verdict){.winner = SEAT_1, .reason = rows[i].reason, .blame = rows[i].blame};
		hint = binding_of("r", situation_of(&table.console))->hint;
		if (rows[i].final) {
			assert_null(hint);
			refused("resume",
				"resume: no move follows this position: the game is over; go back first");
			refused("resume human human",
				"resume: no move follows this position: the game is over; go back first");
			run("goto 4");
			assert_string_equal(binding_of("r", situation_of(&table.console))->hint, "play on");
		} else {
			assert_string_equal(hint, "play on");
		}
		run("resume");
		assert_string_equal(table.text, rows[i].final ? "4 resume - - - +" : "6 resume - - - +");
		run("goto live");
	}
	table.match.over = false;
	table.match.verdict = (struct verdict){0};
}

TEST_IN(nobody_is_offered_to_play_on_where_the_rules_are_outside, sit_down, NULL)
{
	static const char *const systems[] = {"lmc", "lmc2", "asimulator"};
	struct setup *setup = &table.match.setup;

	table.state = JUDGE_OVER;
	table.match.over = true;
	table.match.verdict = (struct verdict){.reason = "interrupted"};
	for (size_t i = 0; i < sizeof(systems) / sizeof(systems[0]); i++) {
		setup->system = systems[i];
		assert_string_equal(binding_of("r", situation_of(&table.console))->hint, "play on");
		setup_keep(setup, OPTION_TAPPED, "1");
		assert_null(binding_of("r", situation_of(&table.console))->hint);
		setup_unset(setup, OPTION_TAPPED);
	}
	free(setup->options); /* it has none any more */
	setup->options = NULL;
	table.match.over = false;
	table.match.verdict = (struct verdict){0};
	setup->system = "gomocup";
}

TEST_IN(an_earlier_move_is_overridden_in_a_branch, sit_down, NULL)
{
	run("goto 2");
	notes("override h8", "2 override h8 - - +");
	assert_int_equal(table.requests, 0);
	run("goto live");
	requests("override h9", "override: h9");
}

TEST_IN(a_seat_is_taken_now_or_in_a_branch, sit_down, NULL)
{
	notes("seat 2 human", "seat 2 human");
	notes("seat 1 ./mine --fast", "seat 1 ./mine --fast");
	run("goto 5");
	notes("seat 2 human", "5 seat 2: human - - human +");
	refused("seat 2 agent", "seat: no agent has sat on seat 2: expected an agent's command line");
	refused("seat human", "seat: expected a seat and a player, such as 2 human, not \"human\"");
	refused("seat 3 human", "seat: expected a seat and a player, such as 2 human, not \"3 human\"");
}

/* In lmc2 people may say any word.  */
TEST_IN(swap_is_a_move_only_with_the_option_swap2, sit_down, NULL)
{
	struct seat_setup *seats = table.match.setup.seat;

	seats[SEAT_1].command = bytes_text("./mine");
	seats[SEAT_2].kind = SEAT_HUMAN;
	table.waits = true;
	for (int i = 0; protocol_at(i); i++) {
		table.match.setup.system = protocol_at(i)->name;
		notes("seat swap", "6 swap seats - human ./mine +");
		assert_int_equal(table.requests, 0);
	}
	table.match.setup.system = "gomocup";
	assert_null(setup_set(&table.match.setup, "swap2", "yes"));
	requests("swap", "play: swap");
	notes("seat swap", "6 swap seats - human ./mine +");
	setup_free(&table.match.setup);
}

TEST_IN(an_empty_line_repeats_the_last, sit_down, NULL)
{
	bool answer;

	assert_null(command_run(&table.console, "", "step x4", &answer));
	assert_int_equal(table.request.count, 4);
	assert_null(command_run(&table.console, "  ", NULL, &answer));
	assert_int_equal(table.requests, 1);
}

TEST_IN(a_move_is_played_at_the_current_position, sit_down, NULL)
{
	requests("play h8", "play: h8");
	requests("o 7, 7", "override: 7, 7");
	table.view.turns = table.requests = 0;
	table.match.setup.system = "gomocup";
	notes("play h8", "0 variation h8 human human +");
	assert_int_equal(table.view.turns, VIEW_LIVE);
	assert_int_equal(table.requests, 0);
	table.view.turns = 0; /* agents that play leave only after a yes */
	table.console.confirm = confirm;
	table.live = true;
	notes("play h8", "play h8: begin a variation here? The agents of the match leave: y/n");
	assert_int_equal(table.view.turns, 0);
	table.console.confirmed = true;
	notes("play h8", "0 variation h8 human human +");
	table.match.setup.system = "lmc";
	table.view.turns = 2;
	refused("play rock", "play: in lmc a position does not follow from moves alone, so a move begins no "
			     "variation: `resume` plays on from here");
}

TEST_IN(takeback_returns_to_the_persons_last_move, sit_down, NULL)
{
	requests("takeback", "takeback x1");
	table.match.setup.system = "gomocup";
	table.match.setup.seat[SEAT_1].kind = SEAT_HUMAN;
	requests("takeback", "takeback x2");
	table.match.turn_count = 5;
	requests("takeback", "takeback x1");
	requests("takeback 4", "takeback x4");
}

TEST_IN(commands_walk_along_the_timeline, sit_down, NULL)
{
	run("goto -2");
	assert_int_equal(table.view.turns, 4);
	run("goto -10");
	assert_int_equal(table.view.turns, 0);
	refused("goto -1", "goto: this is the beginning of the match");
	run("goto +1");
	assert_int_equal(table.view.turns, 1);
	run("goto +2147483647");
	assert_int_equal(table.view.turns, VIEW_LIVE);
	refused("goto +1", "goto: this is the newest position");
	run("goto 3");
	assert_int_equal(table.view.turns, 3);
	run("goto end");
	assert_int_equal(table.view.turns, VIEW_LIVE);
	notes("goto #12", "message 12");
	run("goto 0");
	assert_int_equal(table.view.turns, 0);
	run("goto live");
	assert_int_equal(table.view.turns, VIEW_LIVE);
}

TEST_IN(a_person_resigns_or_names_the_seat_that_does, sit_down, NULL)
{
	refused("end resign", "end: agents sit on both seats: expected end resign 1 or end resign 2");
	requests("end resign 2", "resign seat 2");
	table.match.setup.system = "gomocup";
	table.match.setup.seat[SEAT_1].kind = SEAT_HUMAN;
	requests("end resign", "resign seat 1");
	table.match.setup.seat[SEAT_2].kind = SEAT_HUMAN;
	requests("end resign", "resign seat 2");
}

TEST_IN(a_person_can_decide_a_match, sit_down, NULL)
{
	requests("end 2", "adjudicate seat 2");
	requests("end draw", "adjudicate");
}

TEST_IN(answers_differ_from_problems, sit_down, NULL)
{
	told("save /tmp/a match ", "saved as /tmp/a match", true);
	told("help takeb",
	     "takeback, u [N|#MESSAGE|here]: take back your last move, or N moves, also of a file; or give a "
	     "held message "
	     "back as "
	     "it came\n"
	     "  `takeback`                  take back your last move\n"
	     "  `takeback 4`                take back the last four moves\n"
	     "keys\n"
	     "  u         take back your last move, or what was done to the message",
	     true);
	told("help ^]", "^]: leave an agent's terminal or gdb; they take all other keys (:focus 1)", true);
	told("help #", "#: show or hide the numbers of the stones (:set numbers)", true);
}

/* Is this what commands say of arguments that they do not understand?  */
static bool is_about_the_words(const char *problem)
{
	static const char *const signs[] = {"expected",
					    "needs an argument",
					    "takes no",
					    "ambiguous",
					    "there is no command",
					    "there is no setting",
					    "there is no info",
					    "^"};

	for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
		if (strstr(problem, signs[i]))
			return true;
	return false;
}

TEST_IN(each_command_with_arguments_has_two_examples_that_it_understands, sit_down, NULL)
{
	static char move[] = "7,7";
	const struct command *command;
	const struct example *example;

	table.match.setup.seat[SEAT_1].kind = SEAT_HUMAN;
	for (int i = 0; i < table.match.turn_count; i++)
		table.turns[i].played = move;
	table.held_count = 4;
	for (int i = 0; i < 4; i++)
		table.held[i] = (struct message){.seat = SEAT_1, .bytes = "7,7", .size = 3};
	table.console.breakpoints = breakpoints_new();
	for (int i = 0; i < 2; i++) {
		bool answer;

		free(command_run(&table.console, "break h8", NULL, &answer));
	}
	for (int i = 0; (command = command_at(i)); i++) {
		int count = 0;

		for (; (example = example_of(command, count)); count++) {
			bool answer;
			FREED char *name = bytes_copy(example->line, strcspn(example->line, " "));
			char *text;

			assert_ptr_equal(command_named(name), command);
			/* Others need the breakpoints, and a test writes no file of the user's.  */
			if (strcmp(name, "delete") != 0 && !strstr(example->line, "save c")) {
				text = command_run(&table.console, example->line, NULL, &answer);
				if (text && !answer && is_about_the_words(text))
					fail_msg("%s: %s", example->line, text);
				free(text);
			}
		}
		if (*command->arguments ? count < 2 : count > 0)
			fail_msg("%s has %d examples", command->name, count);
	}
	bindings_reset();
	breakpoints_free(table.console.breakpoints);
}

TEST_IN(screen_commands_say_that_there_is_no_screen, sit_down, NULL)
{
	notes("focus", "next");
	refused("resize full", "resize: this command needs a screen, and there is none");
	run("quit");
	assert_true(table.ended);
}

/* What `set` says of a toggle, and which are then on: bit i for row i.  */
static void set_tells(const char *line, const char *expected, unsigned shows)
{
	told(line, expected, true);
	assert_int_equal(table.view.shows, shows);
}

/* The match has a rule that forbids points.  */
static void play_renju(void)
{
	static const struct option_row *const *own;

	for (own = protocol_named("gomocup")->options; strcmp((*own)->name, "rule") != 0;)
		own++;
	setup_put(&table.match.setup, *own, "renju");
}

static void forget_rule(void)
{
	setup_unset(&table.match.setup, "rule");
	free(table.match.setup.options);
}

TEST_IN(toggles_set_what_the_board_shows, sit_down, NULL)
{
	table.match.setup.system = "gomocup";
	refused("set forbidden",
		"set: forbidden: only renju forbids points, and this match has another rule");
	play_renju();
	set_tells("set numbers on", "numbers of stones: on", 1);
	set_tells("set num off", "numbers of stones: off", 0);
	set_tells("set numbers", "numbers of stones: on", 1);
	set_tells("set forbidden", "points that the rule forbids: on", 3);
	set_tells("set a on", "what the agents think: on", 7);
	set_tells("set origin top", "row 1 of the board is at the top", 15);
	set_tells("set origin bottom", "row 1 of the board is at the bottom", 7);
	set_tells("set origin", "row 1 of the board is at the top", 15);
	set_tells("set origin b", "row 1 of the board is at the bottom", 7);
	refused("set numbers o", "set: numbers: expected on or off, not \"o\"");
	table.view.shows = 0;
	table.match.setup.system = "qchess";
	set_tells("set reveal on", "what is hidden from the players: on", 1);
	set_tells("set r", "what is hidden from the players: off", 0);
	table.match.setup.system = "asimulator";
	set_tells("set truth on", "what the agents cannot know: on", 1);
	set_tells("set tr", "what the agents cannot know: off", 0);
	forget_rule();
}

TEST_IN(toggles_of_other_boards_are_refused_with_their_names, sit_down, NULL)
{
	table.match.setup.system = "lmc";
	refused("set numbers on", "set: lmc has no \"numbers\": it is a setting of gomocup");
	refused("set or top", "set: lmc has no \"origin\": it is a setting of gomocup");
	table.match.setup.system = "gomocup";
	refused("set reveal", "set: gomocup has no \"reveal\": it is a setting of qchess");
	refused("set tru off", "set: gomocup has no \"truth\": it is a setting of asimulator");
	assert_int_equal(table.view.shows, 0);
	table.match.setup.system = "qchess";
	refused("set revael on", "set: there is no setting \"revael\": did you mean reveal?");
}

TEST_IN(a_person_who_sits_down_sees_only_what_a_player_may, sit_down, NULL)
{
	assert_int_equal(toggles_at_first("asimulator"), 1);
	assert_int_equal(toggles_for_players("asimulator", 1), 0);
	assert_int_equal(toggles_at_first("gomocup"), 4);
	assert_int_equal(toggles_for_players("gomocup", 15), 11); /* what agents think goes off */
	assert_int_equal(toggles_for_players("uci", 3), 1);
	assert_int_equal(toggles_at_first("nobody's"), 0);
}

TEST_IN(limits_can_be_changed, sit_down, NULL)
{
	told("set turn-time 1500ms", "the limit for a turn is 1.5 s from now on", true);
	assert_int_equal(table.request.kind, REQUEST_TURN_LIMIT);
	assert_true(table.request.ns == 1500 * (int64_t)NS_PER_MS);
	told("set turn-time 0", "there is no limit for a turn from now on", true);
	told("set m 2m", "the limit for the match is 120 s from now on", true);
	assert_int_equal(table.request.kind, REQUEST_MATCH_LIMIT);
	assert_true(table.request.ns == 120 * (int64_t)NS_PER_S);
	assert_int_equal(table.request.seat, SEAT_NONE);
	told("set match-time2 1m", "the limit for the match of seat 2 is 60 s from now on", true);
	assert_int_equal(table.request.kind, REQUEST_MATCH_LIMIT);
	assert_int_equal(table.request.seat, SEAT_2);
	assert_string_equal(table.text, "");
	told("set tc1 40/60+0.6", "the clock of seat 1 is 40/60+0.6 from now on", true);
	assert_int_equal(table.request.kind, REQUEST_MATCH_LIMIT);
	assert_int_equal(table.request.seat, SEAT_1);
	assert_string_equal(table.text, "40/60+0.6");
}

TEST_IN(the_pace_can_be_changed, sit_down, NULL)
{
	table.match.setup.pace = 250 * (int64_t)NS_PER_MS;
	told("set pace", "pace = 250ms", true);
	table.state = JUDGE_OVER;
	refused("set pace 1s", "set: pace: no match is played: `replay 1s` shows this one so");
	table.state = JUDGE_RUNNING;
	told("set pace 250ms", "the shortest time from move to move is 0.25 s from now on", true);
	assert_int_equal(table.request.kind, REQUEST_PACE);
	assert_true(table.request.ns == 250 * (int64_t)NS_PER_MS);
}

/* Remembers which setting a command wants to be seen.  */
static char *apply(void *user, const char *setting)
{
	snprintf(table.text, sizeof(table.text), "%s", setting);
	return strcmp(setting, "theme") == 0 ? bytes_text("there is no such theme") : NULL;
}

TEST_IN(settings_are_changed_shown_and_listed, sit_down, NULL)
{
	struct settings settings FREED_BY(settings_free);

	settings_init(&settings);
	settings.path = bytes_text("/c");
	assert_null(settings_set(&settings, settings_named("mouse", 5), "off",
				 (struct setting_source){SETTING_FILE, 3}));
	table.console.settings = &settings;
	table.console.apply = apply;
	table.match.setup.system = "qchess";
	table.match.setup.turn_limit = 5 * (int64_t)NS_PER_S;
	told("set layout wide", "layout wide: the board, and a column of traffic and log for each seat",
	     true);
	assert_string_equal(table.text, "layout");
	assert_string_equal(settings.layout, "wide");
	told("set layout", "layout = wide  (set)", true);
	refused("set layout wied", "set: layout: \"wied\" is not a value: did you mean wide?");
	refused("set theme none", "set: theme: there is no such theme");
	assert_string_equal(settings.theme, "default");
	told("set colour", "colour: off", true);
	told("set colour on", "colour: on", true);
	refused("set colour o", "set: colour: expected on or off, not \"o\"");
	told("set timeline", "timeline = think  (default)", true);
	told("set timeline next", "the timeline shows the CPU time of each move", true);
	told("set timeline score", "the timeline shows the score, or the agent's own value, of each move",
	     true);
	told("set timeline next", "the timeline shows the think time of each move", true);
	told("set timeline c", "the timeline shows the CPU time of each move", true);
	told("set timeline", "timeline = cpu  (set)", true);
	told("set turn-time", "turn-time = 5s", true);
	told("set match-time", "match-time = 0", true);
	assert_int_equal(settings.timeline, MEASURE_CPU);
	told("set reveal on", "what is hidden from the players: on", true);
	told("set mouse?", "mouse = off  (/c:3)", true);
	told("set",
	     "turn-time = 5s\nmatch-time = 0\ntc = 0\nhuman-time = off\npace = 0\ntimeline = cpu  "
	     "(set)\nbell = off  "
	     "(default)\nclipboard = off  (default)\n"
	     "evaluate = off  (default)\nwrap = off  (default)\nmessage-numbers = on  "
	     "(default)\nstop-between = off  (default)\nconfirm-moves = off  "
	     "(default)\nsuite =   (default)\ntheme = default  (default)\n"
	     "layout = wide  (set)\nmouse = off  (/c:3)\ncolour = on  (set)\nreveal = on  (set)",
	     true);
}

TEST_IN(a_key_gets_a_command_and_loses_it, sit_down, NULL)
{
	told("set key", "all keys are as ? shows them: set key KEY COMMAND changes one", true);
	told("set key F5 continue", "F5 = continue", true);
	told("set key colon :info", ": = info", true);
	told("set key F3 \"search \"", "F3 = search ", true);
	assert_string_equal(binding_of("F3", ~0u)->line, "search ");
	told("set key q \"\"", "q =", true);
	assert_null(binding_of("q", ~0u));
	told("set key", "F5 = continue\n: = info\nF3 = search \nq =", true);
	told("set key q quit", "q = quit", true);
	assert_true(binding_is_usual(binding_of("q", ~0u)));
	refused("set key F0 continue",
		"set: \"F0\" is no key: expected a character, ^X, F1 to F12, space, tab, left and so on");
	refused("set key x contine", "set: there is no command \"contine\"");
	bindings_reset();
	assert_null(binding_of("F5", ~0u));
	assert_string_equal(binding_of(":", ~0u)->line, " ");
}

TEST_IN(sending_the_cursor_to_agents_can_be_switched, sit_down, NULL)
{
	struct settings settings FREED_BY(settings_free);

	settings_init(&settings);
	table.console.settings = &settings;
	told("set evaluate", "the agents are told where the cursor is", true);
	assert_true(settings.evaluate);
	told("set evaluate off", "the agents are no longer told where the cursor is", true);
	assert_false(settings.evaluate);
}

TEST_IN(breakpoints_are_set_listed_and_deleted, sit_down, NULL)
{
	table.console.breakpoints = breakpoints_new();
	table.match.setup.system = "gomocup";
	told("b", "breakpoint 1: every answer", true);
	told("break h8 if time > 5ms", "breakpoint 2: the move h8 if time > 5ms", true);
	told("tb 12", "breakpoint 3: the answer of turn 12, once", true);
	told("break illegal", "catchpoint 4: an illegal answer", true);
	told("watch  score", "watchpoint 5: score", true);
	told("break here", "breakpoint 6: the answer of turn 7", true);
	table.view.turns = 4;
	told("break here", "breakpoint 7: the answer of turn 4", true);
	table.view.board_move = "7,7";
	told("break once here", "breakpoint 8: the move 7,7, once", true);
	told("ignore 2 3", "the next 3 hits of breakpoint 2 are ignored", true);
	told("ignore 2 0", "breakpoint 2 stops the next time it is hit", true);
	told("ignore 5", "breakpoint 5 stops nothing: `ignore 5 off` ends that", true);
	run("delete 3 4 6 7 8");
	told("info brea",
	     "Num Type       Disp Enb What\n"
	     "1   breakpoint keep y   every answer\n"
	     "2   breakpoint keep y   the move h8\n"
	     "        stop only if time > 5ms\n"
	     "5   watchpoint keep n   score",
	     true);
	told("ignore", "no breakpoint stops the match: `ignore off` ends that", true);
	told("ignore 5 off", "breakpoint 5 stops the next time it is hit", true);
	refused("delete 1 9", "delete: there is no breakpoint 9: `info breakpoints` lists them");
	refused("ignore one", "ignore: expected a breakpoint number, not \"one\"");
	refused("ignore 2 of",
		"ignore: expected how many hits of breakpoint 2 to ignore, or off, not \"of\"");
	told("i break",
	     "Num Type       Disp Enb What\n"
	     "1   breakpoint keep n   every answer\n"
	     "2   breakpoint keep n   the move h8\n"
	     "        stop only if time > 5ms\n"
	     "5   watchpoint keep y   score",
	     true);
	run("d");
	told("info breakpoints", "there are no breakpoints: break and watch set them", true);
	table.live = false;
	told("break 3",
	     "breakpoint 9: the answer of turn 3 (a match read from a file stops only after `resume`)", true);
	breakpoints_free(table.console.breakpoints);
}

TEST_IN(a_breakpoint_has_the_names_of_gdb, sit_down, NULL)
{
	table.console.breakpoints = breakpoints_new();
	table.match.setup.system = "gomocup";
	told("tbreak h8", "breakpoint 1: the move h8, once", true);
	told("catch crash if seat == 1", "catchpoint 2: a crash if seat == 1", true);
	told("tb crash", "catchpoint 3: a crash, once", true);
	told("t", "breakpoint 4: every answer, once", true);
	told("break once", "breakpoint 5: every answer, once", true);
	refused("catch tmeout", "break tmeout\n      ^\n\"tmeout\" is not a square of the board, such as h8 "
				"or 7,7: did you mean "
				"break timeout?");
	refused("break move 14",
		"break move 14\n      ^\n\"move 14\" is not a square of the board, such as h8 "
		"or 7,7: did you mean break 14?");
	table.match.setup.system = "lmc2"; /* where each word is a move */
	told("break crash", "catchpoint 6: a crash", true);
	told("break \"crash\"", "breakpoint 7: the move crash", true);
	told("break \"once\"", "breakpoint 8: the move once", true);
	breakpoints_free(table.console.breakpoints);
}

TEST_IN(a_mistake_in_a_breakpoint_is_pointed_at, sit_down, NULL)
{
	table.console.breakpoints = breakpoints_new();
	table.match.setup.system = "gomocup";
	refused("break if seat = 2", "break if seat = 2\n              ^ expected ==");
	refused("  b   if time > 5",
		"break if time > 5\n                ^ expected a time such as 500ms, not 5");
	refused("break seat == 2", "break seat == 2\n      ^ a condition follows `if`: break if seat == 2");
	refused("break once time>1s",
		"break once time>1s\n           ^ a condition follows `if`: break once if time>1s");
	table.match.setup.system = "lmc2"; /* where each word is a move */
	refused("break rss > 5MB", "break rss > 5MB\n      ^ a condition follows `if`: break if rss > 5MB");
	told("break \"rss > 5MB\"", "breakpoint 1: the move rss > 5MB", true);
	table.match.setup.system = "gomocup";
	refused("break once z99",
		"break once z99\n           ^ \"z99\" is not a square of the board, such as h8 or 7,7");
	breakpoints_free(table.console.breakpoints);
}

static void check_words(const char *before, const char *text, const char *expected)
{
	char **words = command_complete(&table.console, before, text);
	char line[512] = "";

	for (int i = 0; words && words[i]; i++) {
		strcat(strcat(line, words[i]), " ");
		free(words[i]);
	}
	free(words);
	assert_string_equal(line, expected);
}

TEST_IN(commands_and_their_words_are_completed, sit_down, NULL)
{
	check_words("", "fo", "focus ");
	check_words("end ", "", "resign draw 1 2 ");
	check_words("play ", "h", "");
	check_words("dance ", "", "");
	check_words("catch ", "ti", "timeout ");
	check_words("break once ", "h", "here ");
	check_words("watch ", "s", "seat score since( ");
	check_words("break h8 if ", "t", "text time ");
	check_words("break h8 if seat == 1 && ", "cl", "clock ");
	check_words("play h8 if ", "t", "");
	check_words("break if ", "la", "last( ");
	check_words("break if seat == 2 && ", "c", "channel clock cpu count( ");
	check_words("break if last(", "h", "hint ");
	check_words("watch count(", "si", "since( ");
	check_words("let ", "s", "");
	check_words("let x = ", "s", "seat score since( ");
	check_words("let x=", "rs", "rss ");
	check_words("log \"", "s", "");
	check_words("log \"{seat} {", "ti", "time ");
	check_words("log \"{seat} ", "ti", "");
	check_words("log \"{seat}\" if ", "ti", "time ");
	table.match.setup.system = "gomocup";
	check_words("set ", "",
		    "turn-time match-time turn-time1 turn-time2 match-time1 match-time2 tc tc1 tc2 "
		    "human-time pace "
		    "timeline bell "
		    "clipboard evaluate wrap message-numbers stop-between "
		    "confirm-moves suite theme "
		    "layout mouse colour "
		    "numbers "
		    "forbidden analysis origin key ");
	check_words("set numbers ", "", "");
	check_words("set layout ", "t", "traffic terminals ");
	check_words("set timeline ", "", "think cpu rss bytes score ");
	check_words("set theme ", "", "");
	table.match.setup.system = "asimulator";
	check_words("set ", "t", "turn-time turn-time1 turn-time2 tc tc1 tc2 timeline theme truth ");
}

TEST_IN(every_key_runs_an_existing_command, sit_down, NULL)
{
	for (const struct binding *binding = bindings; binding->key; binding++) {
		FREED char *name = bytes_copy(binding->line, strcspn(binding->line, " "));

		if (*name)
			assert_non_null(command_named(name));
	}
}

/* A row behind one that always holds would never count.  */
TEST_IN(every_row_of_a_key_counts_in_some_situation, sit_down, NULL)
{
	for (const struct binding *binding = bindings; binding->key; binding++) {
		bool counts = false;

		for (unsigned situation = 0; situation < 1u << (SITUATION_LISTED + 1); situation++)
			counts = counts || binding_of(binding->key, situation) == binding;
		if (!counts)
			fail_msg("no situation reaches this row of %s: %s", binding->key, binding->line);
	}
	assert_null(binding_of("Y", ~0u));
	assert_null(binding_in(NULL, "q", 0));
}

TEST_IN(a_file_is_offered_no_command_that_it_refuses, sit_down, NULL)
{
	check_words("", "st", "step ");
	check_words("", "go", "goto ");
	table.live = false;
	check_words("", "st", "");
	check_words("", "go", "goto ");
	check_words("step ", "1", "1 ");
	for (int i = 0; command_at(i); i++)
		if (!command_is_of_use(command_at(i), WHEN_FILE))
			assert_true(command_is_of_use(command_at(i), WHEN_RUNNING));
}

TEST_IN(the_situation_is_that_of_the_match, sit_down, NULL)
{
	assert_int_equal(situation_of(&table.console), WHEN_RUNNING);
	table.state = JUDGE_PAUSED;
	table.held_count = 1;
	assert_int_equal(situation_of(&table.console), WHEN_PAUSED | WHEN_HELD);
	table.held_count = 0;
	table.view.turns = 2;
	assert_int_equal(situation_of(&table.console), WHEN_PAUSED | WHEN_BACK | WHEN_GOES_ON);
	table.view.turns = VIEW_LIVE;
	table.state = JUDGE_OVER;
	assert_int_equal(situation_of(&table.console), WHEN_OVER | WHEN_GOES_ON);
	table.live = false;
	assert_int_equal(situation_of(&table.console), WHEN_FILE | WHEN_GOES_ON);
}

TEST_IN(a_key_means_what_the_situation_allows, sit_down, NULL)
{
	assert_string_equal(binding_of("space", WHEN_PAUSED)->hint, "run");
	assert_string_equal(binding_of("space", WHEN_RUNNING)->hint, "pause");
	assert_string_equal(binding_of("space", WHEN_FILE)->hint, "replay");
	assert_string_equal(binding_of("space", WHEN_FILE | WHEN_REPLAYING)->hint, "stop");
	assert_string_equal(binding_of("n", WHEN_RUNNING)->line, "next");
	assert_string_equal(binding_of("n", WHEN_FILE)->line, "goto +1");
	assert_null(binding_of("left", WHEN_RUNNING)->hint);
	assert_string_equal(binding_of("left", WHEN_FILE)->hint, "back");
	assert_string_equal(situation_lacking(binding_of("e", WHEN_HELD)->when, WHEN_PAUSED),
			    "no message is held");
	assert_string_equal(situation_lacking(binding_of("space", WHEN_PAUSED)->when, WHEN_FILE),
			    "this match is read from a file");
}

TEST_IN(no_toggle_takes_a_key_or_a_name_that_all_systems_have, sit_down, NULL)
{
	const struct protocol *protocol;

	play_renju();
	for (int n = 0; (protocol = protocol_at(n)); n++) {
		const struct toggle *toggles = toggles_of(protocol->name);

		table.match.setup.system = protocol->name;
		for (int i = 0; toggles[i].name; i++) {
			FREED char *line = bytes_text("set %s", toggles[i].name);
			FREED char *told_on = bytes_text("%s%s", toggles[i].told,
							 toggles[i].states[1] ? toggles[i].states[1] : "on");

			set_tells(line, told_on, 1u << i);
			table.view.shows = 0;
			if (!toggles[i].key)
				continue;
			assert_null(binding_of(toggles[i].key, ~0u));
			assert_int_equal(toggle_of_key(protocol->name, toggles[i].key), i);
		}
	}
	forget_rule();
}

TEST_IN(why_needs_a_word_that_it_knows, sit_down, NULL)
{
	told("why", "nothing has happened yet: there was no verdict, no fault and no stop", true);
	told("why verdict", "there is no verdict: the match is not over", true);
	refused("why #7", "why: there is no message #7");
	hold(0, FROM_AGENT, "8,8\n", 0);
	told("why #57",
	     "#57 is held, from seat 1, channel command, at 00:01.500: 4 bytes\n  \"8,8\\n\"\n"
	     "Next\n"
	     "  `edit #57`             replace its bytes\n"
	     "  `drop #57`             drop it: nobody receives it\n"
	     "  `delay #57`            let it pass later\n"
	     "  `step`                 let one message pass\n",
	     true);
	refused("why not", "why: expected verdict, fault, stop, here or a message such as #41, not \"not\"");
	refused("why #0", "why: expected verdict, fault, stop, here or a message such as #41, not \"#0\"");
}

TEST_MAIN(NULL, NULL)
