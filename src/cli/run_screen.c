/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* run_screen.c - fills the screen of a run: its tables, its games, and the board of the chosen one.
 *
 * The games are played in processes of their own.  What is seen of a game is read from its match file, as
 * `ringside open` does.  A game that a person opens is shown by a process of its own, too, so that no mistake
 * there ends the run, and the games go on meanwhile.
 *
 * While the screen is open stderr leads to memory, so that nothing tears the screen; what was written there
 * is printed at the end.  */
#include "run_screen.h"

#include "ringside/bytes.h"
#include "ringside/folder.h"
#include "ringside/overview.h"
#include "ringside/trust.h"
#include "ringside/worker.h"
#include "run.h"
#include "say.h"
#include "show.h"
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <termios.h>
#include <unistd.h>

/* Finished games that can be chosen, and as many files of those that nobody asked to record.  */
enum { GAMES_KEPT = 500, LOG_MOST = 16384 };

/* How soon a match file that is not there yet is looked for again, and how long a viewer may take to leave.
 */
#define LOOK_AGAIN ((int64_t)200 * NS_PER_MS)
#define LEAVE_TIME ((int64_t)3 * NS_PER_S)
/* Tables are made at most this often, and take at most a tenth of the time.  */
#define TABLES_REST ((int64_t)200 * NS_PER_MS)
enum { TABLES_SHARE = 10 };

/* A game in the list.  Its texts are owned.  */
struct row {
	int game;
	bool fault;
	char *number, *who, *how;
	char *reason; /* as the end of a caption */
};

struct run_screen {
	struct run *run;
	struct overview *overview;
	char *folder; /* of the match files; NULL: those of --record */
	char *record; /* in it */

	struct row *finished; /* a ring: game i is at i % GAMES_KEPT */
	int finished_count;
	struct row *running; /* a row a place */
	int running_count;
	struct overview_game *games;
	struct sheets sheets;
	struct overview_table *tables;
	bool tables_stale;
	int64_t tables_at; /* when they may be made again */
	char *title, *progress, *caption;

	int watched; /* the game whose file is read; 0: none */
	struct session *session;
	int64_t look_at; /* when its file is looked for again */

	struct worker *viewer; /* shows a game; NULL: none does */
	bool viewer_left;      /* it has told how it was left, ... */
	bool viewer_back;      /* ... and that was to here */
	struct termios viewed; /* the terminal before */
	struct bytes log;
	int stderr_fd; /* the true one; -1: it is no terminal */
	int64_t paused_at;
	bool over, leaving;
};

/* ---- texts ---- */

static void set(char **text, char *new)
{
	free(*text);
	*text = new;
}

static void free_row(struct row *row)
{
	free(row->number);
	free(row->who);
	free(row->how);
	free(row->reason);
	*row = (struct row){0};
}

static char *elapsed_words(int64_t ns)
{
	int64_t s = ns / NS_PER_S;

	return bytes_text("%" PRId64 ":%02d", s / 60, (int)(s % 60));
}

/* How a game ended, in few characters.  */
static char *result_words(const json_t *line)
{
	const json_t *winner = json_object_get(line, "winner"), *scores = json_object_get(line, "score");
	int won = json_is_integer(winner) ? (int)json_integer_value(winner) : WINNER_NONE;
	struct bytes text = {0};
	size_t i;
	json_t *score;

	bytes_add_text(&text, "");
	json_array_foreach(scores, i, score) if (json_is_number(score))
		bytes_addf(&text, "%s%g", text.size ? ":" : "", json_number_value(score));
	if (!text.size)
		bytes_add_text(&text, won == SEAT_1        ? "1-0"
				      : won == SEAT_2      ? "0-1"
				      : won == WINNER_DRAW ? "draw"
							   : "none");
	return text.at;
}

/* ---- the games ---- */

/* A row of a place has the id of the place, so that the selection stays there when its next game begins.  */
static int place_id(int place)
{
	return -1 - place;
}

static int game_of(const struct run_screen *screen, int id)
{
	int64_t since;
	int moves;

	if (id >= 0)
		return id;
	return -1 - id < screen->run->place_count ? places_game(screen->run, -1 - id, &moves, &since) : 0;
}

static void fill_running(struct run_screen *screen, int place, struct overview_game *to)
{
	struct run *run = screen->run;
	struct row *row = &screen->running[place];
	int64_t since, now = run->paused ? screen->paused_at : loop_now();
	int moves, game = places_game(run, place, &moves, &since);
	char *time = elapsed_words(now > since ? now - since : 0);

	if (game != row->game || !row->who) {
		free_row(row);
		row->game = game;
		row->number = game ? bytes_text("%d", game) : bytes_text("-");
		row->who = game ? run->kind->view->players(run, game) : bytes_text("waits for a game");
	}
	set(&row->how, game ? bytes_text("%d  %s", moves, time) : bytes_text("%s", ""));
	free(time);
	*to = (struct overview_game){.id = place_id(place),
				     .runs = game > 0,
				     .number = row->number,
				     .who = row->who,
				     .how = row->how};
}

static int finished_kept(const struct run_screen *screen)
{
	return screen->finished_count < GAMES_KEPT ? screen->finished_count : GAMES_KEPT;
}

static int fill_games(struct run_screen *screen)
{
	struct run *run = screen->run;
	int count = 0, kept = finished_kept(screen);

	if (screen->running_count < run->place_count) {
		size_t old = (size_t)screen->running_count, new = (size_t)run->place_count;

		screen->running = bytes_resized(screen->running, new * sizeof(*screen->running));
		memset(screen->running + old, 0, (new - old) * sizeof(*screen->running));
		screen->running_count = run->place_count;
	}
	screen->games = bytes_resized(screen->games,
				      (size_t)(screen->running_count + kept + 1) * sizeof(*screen->games));
	for (int i = 0; i < run->place_count; i++)
		if (places_plays(run, i))
			fill_running(screen, i, &screen->games[count++]);
	for (int i = 1; i <= kept; i++) {
		const struct row *row = &screen->finished[(screen->finished_count - i) % GAMES_KEPT];

		screen->games[count++] = (struct overview_game){.id = row->game,
								.fault = row->fault,
								.number = row->number,
								.who = row->who,
								.how = row->how};
	}
	return count;
}

/* Why a finished game ended; "": it runs.  */
static const char *ending_of(const struct run_screen *screen, int id)
{
	for (int i = 0; i < finished_kept(screen) && id > 0; i++)
		if (screen->finished[i].game == id)
			return screen->finished[i].reason;
	return "";
}

/* The match file of a game, which the caller frees.  */
static char *path_of(const struct run_screen *screen, int game)
{
	return match_file_of_game(screen->run->invocation->record, game);
}

/* ---- the board ---- */

static void changed(void *user)
{
	run_screen_changed(user);
}

static void nothing(void *user)
{
	(void)user;
}

static void unwatch(struct run_screen *screen)
{
	overview_unwatch(screen->overview);
	session_free(screen->session);
	screen->session = NULL;
	screen->watched = 0;
}

static void watch(struct run_screen *screen, int game)
{
	static const struct session_events events = {.changed = changed, .ended = nothing};
	char *path, *problem = NULL;
	int64_t now = loop_now();

	if (game != screen->watched)
		unwatch(screen);
	if (screen->session || !game || (screen->watched == game && now < screen->look_at))
		return;
	screen->watched = game;
	screen->look_at = now + LOOK_AGAIN;
	path = path_of(screen, game);
	if (access(path, R_OK) == 0)
		screen->session = session_open(screen->run->loop, path, &events, screen, &problem);
	free(problem);
	free(path);
}

/* ---- the tables ---- */

/* The order in which people read the columns of a standing, as far as there is room; others follow.  */
static const char *const first_columns[] = {"#", "player", "points", "games", "Elo", "+/-", "faults"};

static int column_named(const struct sheet *sheet, const char *head)
{
	for (int i = 0; i < sheet->column_count; i++)
		if (strcmp(sheet->columns[i].head, head) == 0)
			return i;
	return -1;
}

static const struct sheet *sheet_named(const struct sheets *sheets, const char *title)
{
	for (int i = 0; i < sheets->count; i++)
		if (strcmp(sheets->at[i].title, title) == 0)
			return &sheets->at[i];
	return NULL;
}

/* Adds a column of a sheet to a table; all have the same rows.  */
static void add_column(struct overview_table *table, int room, const struct sheet *sheet, int column)
{
	const char **cells = (const char **)(void *)table->cells;

	((bool *)table->left)[table->columns] = sheet->columns[column].align == SHEET_LEFT;
	cells[table->columns] = sheet->columns[column].head;
	for (int row = 0; row < table->rows; row++)
		cells[(row + 1) * room + table->columns] = sheet->cells[row * sheet->column_count + column];
	table->columns++;
}

static void make_table(const struct sheets *sheets, int number, struct overview_table *table)
{
	const struct sheet *sheet = &sheets->at[number], *faults = sheet_named(sheets, "Faults");
	enum { FIRST = sizeof(first_columns) / sizeof(first_columns[0]) };
	bool adds = number == 0 && faults && column_named(sheet, "faults") < 0, *taken;
	int room = sheet->column_count + adds, column;

	*table = (struct overview_table){
		.title = sheet->title,
		.rows = sheet_rows(sheet),
		.fixed = sheet->fixed,
		.left = bytes_new((size_t)room * sizeof(bool)),
		.cells = bytes_new((size_t)room * (size_t)(sheet_rows(sheet) + 1) * sizeof(char *))};
	taken = bytes_new((size_t)room * sizeof(*taken));
	for (int i = 0; i < FIRST && number == 0; i++) {
		column = column_named(sheet, first_columns[i]);
		if (column >= 0) {
			add_column(table, room, sheet, column);
			taken[column] = true;
		} else if (adds && strcmp(first_columns[i], "faults") == 0) {
			add_column(table, room, faults, column_named(faults, "faults"));
		}
	}
	for (int i = 0; i < sheet->column_count; i++)
		if (!taken[i])
			add_column(table, room, sheet, i);
	free(taken);
}

static void free_tables(struct run_screen *screen)
{
	for (int i = 0; i < screen->sheets.count; i++) {
		free((void *)screen->tables[i].left);
		free((void *)screen->tables[i].cells);
	}
	free(screen->tables);
	screen->tables = NULL;
	sheets_free(&screen->sheets);
}

static void fill_tables(struct run_screen *screen)
{
	const struct run *run = screen->run;
	int64_t now = loop_now();

	if (!screen->tables_stale || now < screen->tables_at)
		return;
	free_tables(screen);
	run->kind->view->sheets(run, &screen->sheets);
	screen->tables = bytes_new((size_t)(screen->sheets.count + 1) * sizeof(*screen->tables));
	for (int i = 0; i < screen->sheets.count; i++)
		make_table(&screen->sheets, i, &screen->tables[i]);
	screen->tables_stale = false;
	screen->tables_at = loop_now() + TABLES_REST + TABLES_SHARE * (loop_now() - now);
}

/* ---- what the overview asks for ---- */

static void fill(void *user, int id, struct overview_shown *shown)
{
	struct run_screen *screen = user;
	struct run *run = screen->run;
	int game = game_of(screen, id);
	char *who;

	if (!run->paused && !screen->over)
		run->standing.ns = loop_now() - run->began_ns;
	fill_tables(screen);
	if (!game && id < 0) /* until the next one begins there */
		game = screen->watched;
	watch(screen, game);
	set(&screen->title, run->kind->view->title(run));
	set(&screen->progress, screen->over ? standing_games(&run->standing) : run->kind->progress(run));
	who = game ? run->kind->view->players(run, game) : NULL;
	set(&screen->caption, game ? bytes_text("%d: %s%s", game, who, ending_of(screen, id)) : NULL);
	free(who);
	*shown = (struct overview_shown){.state = screen->over       ? OVERVIEW_OVER
						  : run_is_over(run) ? OVERVIEW_ENDS
						  : run->paused      ? OVERVIEW_PAUSED
								     : OVERVIEW_RUNS,
					 .title = screen->title,
					 .progress = screen->progress,
					 .tables = screen->tables,
					 .table_count = screen->sheets.count,
					 .game_count = fill_games(screen),
					 .watched = screen->session,
					 .caption = screen->caption};
	shown->games = screen->games;
}

static void go_on(struct run_screen *screen)
{
	struct run *run = screen->run;

	if (!run->paused)
		return;
	run->began_ns += loop_now() - screen->paused_at;
	places_pause(run, false);
}

static void pause_all(void *user)
{
	struct run_screen *screen = user;

	if (screen->over || run_is_over(screen->run)) {
		overview_say(screen->overview, "no game runs");
	} else if (screen->run->paused) {
		go_on(screen);
	} else {
		screen->paused_at = loop_now();
		places_pause(screen->run, true);
	}
}

static char *skips(void *user, int id)
{
	struct run_screen *screen = user;
	int game = game_of(screen, id);
	char *question = game && !screen->over ? screen->run->kind->view->skips(screen->run, game) : NULL;

	if (!question)
		overview_say(screen->overview, screen->over ? "all games are over" : "it is skipped already");
	return question;
}

static void skip(void *user, int id)
{
	struct run_screen *screen = user;
	struct run *run = screen->run;
	int game = game_of(screen, id);
	char *who, *text;

	if (!game || screen->over)
		return;
	who = run->kind->view->players(run, game);
	text = bytes_text("%s: skipped", who);
	run->kind->view->skip(run, game);
	run_screen_told(screen, text);
	free(text);
	free(who);
}

static char *leaves(void *user)
{
	const struct run *run = ((struct run_screen *)user)->run;

	if (((struct run_screen *)user)->over || run_is_over(run))
		return NULL;
	return bytes_text("leave? y/n: games that run are broken off; %s",
			  run->invocation->results || run->history.record
				  ? "the same command goes on"
				  : "only --results keeps the others");
}

static void leave(void *user)
{
	struct run_screen *screen = user;

	screen->leaving = true;
	if (screen->over)
		loop_stop(screen->run->loop);
	else if (!run_is_over(screen->run))
		run_interrupt(screen->run);
}

static char *log_lines(void *user)
{
	const struct bytes *log = &((struct run_screen *)user)->log;

	return bytes_text("%.*s", (int)log->size, log->size ? log->at : "");
}

/* ---- a game that is opened ---- */

struct viewing {
	struct run *run;
	char *path;
};

/* In a process of its own.  Tells its parent whether the person comes back.  */
static void view(void *arg, int fd)
{
	const struct viewing *viewing = arg;
	int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC);
	bool back = false;
	struct link *link;
	struct loop *loop;

	signal(SIGTERM, SIG_DFL);          /* the screen catches it */
	cli_release(viewing->run->deadly); /* one loop at a time may watch a signal */
	for (int i = STDIN_FILENO; i <= STDERR_FILENO && terminal >= 0; i++)
		dup2(terminal, i);
	show_file(viewing->run->invocation, viewing->path, &back);
	loop = loop_new();
	link = link_new(loop, fd, NULL, NULL);
	link_tell(link, &(struct note){.number = back});
	link_free(link);
	loop_free(loop);
}

static void viewer_told(void *user, const struct note *note)
{
	struct run_screen *screen = user;

	screen->viewer_left = true;
	screen->viewer_back = note->number;
}

/* The terminal is as it was, whatever has ended the viewer.  */
static void viewer_ended(void *user, struct ending ending)
{
	struct run_screen *screen = user;
	int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
	char *problem;

	worker_free(screen->viewer);
	screen->viewer = NULL;
	if (terminal >= 0 && !screen->viewer_left)
		tcsetattr(terminal, TCSANOW, &screen->viewed);
	if (terminal >= 0)
		close(terminal);
	problem = overview_reopen(screen->overview);
	if (problem)
		leave(screen);
	else if (!screen->viewer_left)
		overview_say(screen->overview, ending.signalled ? "the screen of the game was killed"
								: "the game cannot be shown");
	else if (!screen->viewer_back)
		leave(screen);
	free(problem);
}

static void open_game(void *user, int id)
{
	static const struct worker_events events = {.told = viewer_told, .ended = viewer_ended};
	struct run_screen *screen = user;
	int game = game_of(screen, id), terminal;
	struct viewing viewing = {screen->run, path_of(screen, game)};
	char *problem = NULL;

	if (!game || access(viewing.path, R_OK) != 0) {
		overview_say(screen->overview, "there is no match file of that game (yet)");
		free(viewing.path);
		return;
	}
	overview_close(screen->overview);
	terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
	if (terminal >= 0) {
		tcgetattr(terminal, &screen->viewed);
		close(terminal);
	}
	screen->viewer_left = screen->viewer_back = false;
	screen->viewer = worker_fork(screen->run->loop, view, &viewing, &events, screen, &problem);
	if (!screen->viewer) {
		free(overview_reopen(screen->overview));
		overview_say(screen->overview, problem);
	}
	free(problem);
	free(viewing.path);
}

/* ---- stderr ---- */

static void catch_stderr(struct run_screen *screen)
{
	int memory = isatty(STDERR_FILENO) ? memfd_create("ringside stderr", MFD_CLOEXEC) : -1;

	screen->stderr_fd = memory < 0 ? -1 : fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	if (screen->stderr_fd >= 0)
		dup2(memory, STDERR_FILENO);
	if (memory >= 0)
		close(memory);
}

static void release_stderr(struct run_screen *screen)
{
	struct say_rest rest = {0};
	char bytes[4096];
	ssize_t size;
	off_t at = 0;
	int memory;

	if (screen->stderr_fd < 0)
		return;
	memory = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	dup2(screen->stderr_fd, STDERR_FILENO);
	close(screen->stderr_fd);
	while ((size = pread(memory, bytes, sizeof(bytes), at)) > 0) {
		say_piece(&rest, bytes, (size_t)size);
		at += size;
	}
	say_piece(&rest, NULL, 0);
	close(memory);
}

/* ---- public ---- */

void run_screen_changed(struct run_screen *screen)
{
	if (screen)
		overview_changed(screen->overview);
}

void run_screen_told(struct run_screen *screen, const char *lines)
{
	if (!screen)
		return;
	if (screen->log.size > LOG_MOST)
		bytes_drop(&screen->log, screen->log.size / 2);
	bytes_addf(&screen->log, "%s\n", lines);
	overview_say(screen->overview, lines);
}

void run_screen_result(struct run_screen *screen, int game, const json_t *line)
{
	const char *reason = json_string_value(json_object_get(line, "reason"));
	struct row *row;

	if (!screen)
		return;
	row = &screen->finished[screen->finished_count++ % GAMES_KEPT];
	if (row->game && screen->folder) {
		char *path = path_of(screen, row->game);

		free(match_file_remove(path));
		free(path);
	}
	free_row(row);
	*row = (struct row){.game = game,
			    .fault = json_integer_value(json_object_get(line, "blame")) > 0,
			    .number = bytes_text("%d", game),
			    .who = screen->run->kind->view->players(screen->run, game),
			    .how = result_words(line),
			    .reason = reason ? bytes_text(", %s", reason) : bytes_text("%s", "")};
	screen->tables_stale = true;
	run_screen_changed(screen);
}

void run_screen_interrupted(struct run_screen *screen)
{
	if (screen && screen->viewer)
		worker_ask_to_leave(screen->viewer);
	run_screen_changed(screen);
}

bool run_wants_screen(const struct run *run)
{
	const struct invocation *invocation = run->invocation;

	return run->kind->view && !invocation->batch && !invocation->json && !invocation->turns_json &&
	       isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

/* NULL, or why the games cannot be recorded.  */
static char *begin_record(struct run_screen *screen)
{
	struct invocation *invocation = screen->run->invocation;
	char *problem = NULL;

	if (invocation->record)
		return NULL;
	screen->folder = folder_temporary(&problem);
	if (!screen->folder)
		return problem;
	trust_own_id();
	screen->record = bytes_text("%s/game.ringside", screen->folder);
	invocation->record = screen->record;
	return NULL;
}

static void free_screen(struct run_screen *screen)
{
	unwatch(screen);
	overview_free(screen->overview);
	if (screen->folder) {
		screen->run->invocation->record = NULL;
		folder_remove(screen->folder);
	}
	for (int i = 0; i < GAMES_KEPT; i++)
		free_row(&screen->finished[i]);
	for (int i = 0; i < screen->running_count; i++)
		free_row(&screen->running[i]);
	free_tables(screen);
	bytes_free(&screen->log);
	free(screen->finished);
	free(screen->running);
	free(screen->games);
	free(screen->title);
	free(screen->progress);
	free(screen->caption);
	free(screen->record);
	free(screen->folder);
	free(screen);
}

void run_screen_begin(struct run *run)
{
	static const struct overview_events events = {.fill = fill,
						      .open = open_game,
						      .pause = pause_all,
						      .skips = skips,
						      .skip = skip,
						      .leaves = leaves,
						      .leave = leave,
						      .log = log_lines};
	struct run_screen *screen;
	char *problem;

	if (!run_wants_screen(run))
		return;
	screen = bytes_new(sizeof(*screen));
	screen->run = run;
	screen->stderr_fd = -1;
	screen->tables_stale = true;
	screen->finished = bytes_new(GAMES_KEPT * sizeof(*screen->finished));
	problem = begin_record(screen);
	if (!problem)
		screen->overview =
			overview_new(run->loop, &run->invocation->settings, &events, screen, &problem);
	if (problem) {
		char *notice = bytes_text("there is no screen, but a line a game: %s", problem);

		cli_tell(notice);
		free(notice);
		free(problem);
		free_screen(screen);
		return;
	}
	catch_stderr(screen);
	run->screen = screen;
}

static void too_late(void *user, int events)
{
	(void)events;
	worker_kill(((struct run_screen *)user)->viewer);
}

/* Waits for who shows a game.  */
static void end_viewer(struct run_screen *screen)
{
	struct watch *timer;

	if (!screen->viewer)
		return;
	worker_ask_to_leave(screen->viewer);
	timer = loop_timer(screen->run->loop, LOOP_LATER, too_late, screen);
	loop_at(timer, loop_now() + LEAVE_TIME);
	while (screen->viewer)
		loop_step(screen->run->loop);
	loop_unwatch(timer);
}

void run_screen_end(struct run *run)
{
	struct run_screen *screen = run->screen;

	if (!screen)
		return;
	screen->over = screen->tables_stale = true;
	screen->tables_at = 0;
	if (!run->interrupted && !run->problem) {
		overview_say(screen->overview, run->decided
						       ? "the tournament has stopped: l shows why, q leaves"
						       : "all games are over: q leaves");
		while (!screen->leaving && !run->interrupted)
			loop_run(run->loop);
	}
	end_viewer(screen);
	run->screen = NULL;
	overview_close(screen->overview);
	release_stderr(screen);
	free_screen(screen);
}
