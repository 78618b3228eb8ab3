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
#include "ringside/say.h"
#include "ringside/trust.h"
#include "ringside/worker.h"
#include "run.h"
#include "tally/tally.h"
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

/* ---- what a tournament is, and who plays in it ---- */

static const char *results_name(const struct run *run)
{
	const char *slash = strrchr(run->results, '/');

	return slash ? slash + 1 : run->results;
}

static char *title(const struct run *run)
{
	const struct schedule *schedule = &run->plan.schedule;
	struct bytes text = {0};

	if (run->results)
		bytes_addf(&text, "%s: ", results_name(run));
	bytes_addf(&text, "%s, %s: %d player%s", run->call->match.protocol->name,
		   schedule_word(schedule->kind), schedule->players, schedule->players == 1 ? "" : "s");
	if (!run->call->match.session.sandbox && !run->results)
		bytes_add_text(&text, ", no sandbox");
	if (run->plan.skipped_count)
		bytes_addf(&text, ", %d skipped", run->plan.skipped_count);
	return text.at;
}

/* Who plays the game.  */
static char *players(const struct run *run, int game)
{
	struct scheduled scheduled = plan_scheduled(&run->plan, game);
	struct bytes text = {0};

	bytes_add_text(&text, "");
	for (int s = SEAT_1; s < SEATS; s++)
		if (scheduled.player[s])
			bytes_addf(&text, "%s%s", text.size ? " - " : "",
				   run->plan.entrants[scheduled.player[s] - 1].name);
	return text.at;
}

/* ---- the list of games ---- */

/* A game in the list.  Its texts are owned.  */
struct row {
	struct overview_game shown;
	char *reason; /* as the end of a caption */
	char *record; /* its match file, if a result names it; NULL: it does not */
};

/* Finished games that stand in it.  */
enum { SCREEN_GAMES = 500 };

/* Those that are played, and the newest of those that are over.  */
struct screen_games {
	const struct run *run;
	struct overview_game *at; /* the list */
	struct row *finished;     /* a ring: game i is at i % SCREEN_GAMES */
	int finished_count;
	struct row *running; /* one a place */
	int running_count;
};

static void replace_row(struct row *row, struct row with)
{
	free((char *)row->shown.number);
	free((char *)row->shown.who);
	free((char *)row->shown.how);
	free(row->reason);
	free(row->record);
	*row = with;
}

/* How a game ended, in few characters: the scores, or 1, 1/2 and 0.  */
static char *result_words(const struct result_line *line)
{
	struct bytes text = {0};

	for (int i = 0; i < 2; i++)
		if (line->players[i])
			bytes_addf(&text, "%s%g", text.size ? ":" : "",
				   isnan(line->score[i]) ? result_line_points(line, i + 1) : line->score[i]);
	return text.at;
}

/* The game of a row; 0: none runs there now.  A row of a place has the id -1 - PLACE, so that the selection
 * stays there when its next game begins.  */
static int screen_games_of(const struct screen_games *games, int id)
{
	const struct run *run = games->run;

	if (id >= 0)
		return id;
	return -1 - id < run->place_count ? places_game(run, -1 - id).game : 0;
}

static const struct overview_game *fill_running(struct screen_games *games, int place)
{
	const struct run *run = games->run;
	struct row *row = &games->running[place];
	const struct place_game at = places_game(run, place);
	int64_t now = run->paused ? run->paused_at : loop_now();
	int64_t s = now > at.since ? (now - at.since) / NS_PER_S : 0;
	int game = at.game;
	struct overview_game shown = {.id = -1 - place, .runs = game > 0};

	shown.number = game ? bytes_text("%d", game) : bytes_text("-");
	shown.who = game ? players(run, game) : bytes_text("waits for a game");
	shown.how = game ? bytes_text("%d  %" PRId64 ":%02d", at.moves, s / 60, (int)(s % 60))
			 : bytes_text("%s", "");
	replace_row(row, (struct row){.shown = shown});
	return &row->shown;
}

static int finished_kept(const struct screen_games *games)
{
	return games->finished_count < SCREEN_GAMES ? games->finished_count : SCREEN_GAMES;
}

/* Makes the list.  Returns how many rows it has.  */
static int screen_games_fill(struct screen_games *games)
{
	const struct run *run = games->run;
	int count = 0, kept = finished_kept(games);

	if (games->running_count < run->place_count) {
		size_t old = (size_t)games->running_count, new = (size_t)run->place_count;

		games->running = bytes_resized(games->running, new * sizeof(*games->running));
		memset(games->running + old, 0, (new - old) * sizeof(*games->running));
		games->running_count = run->place_count;
	}
	games->at = bytes_resized(games->at, (size_t)(games->running_count + kept + 1) * sizeof(*games->at));
	for (int i = 0; i < run->place_count; i++)
		if (places_game(run, i).plays)
			games->at[count++] = *fill_running(games, i);
	for (int i = 1; i <= kept; i++)
		games->at[count++] = games->finished[(games->finished_count - i) % SCREEN_GAMES].shown;
	return count;
}

/* The row of a finished game; NULL: there is none.  */
static const struct row *screen_games_row(const struct screen_games *games, int game)
{
	for (int i = 0; i < finished_kept(games); i++)
		if (games->finished[i].shown.id == game)
			return &games->finished[i];
	return NULL;
}

/* What the game is, above its board; the caller frees.  */
static char *screen_games_caption(const struct screen_games *games, int game)
{
	const struct row *row = screen_games_row(games, game);
	FREED char *who = row ? NULL : players(games->run, game);

	return bytes_text("%d: %s%s", game, row ? row->shown.who : who,
			  row && row->reason ? row->reason : "");
}

/* Who has played the game of a result.  */
static char *players_of(const struct run *run, const struct result_line *line)
{
	struct bytes text = {0};

	bytes_add_text(&text, "");
	for (int i = 0; i < 2; i++) {
		FREED char *name = line->players[i]
					   ? bytes_text("%s", run->plan.entrants[line->players[i] - 1].name)
					   : tally_words(line->names[i]);

		if (name)
			bytes_addf(&text, "%s%s", text.size ? " - " : "", name);
	}
	return text.at;
}

/* The match file that a result names, if it is there; the caller frees.  Results may be a stranger's: what
 * they name is opened below their own folder or the current one alone.  */
static char *record_of(const struct run *run, struct piece named)
{
	FREED char *path = named.at ? piece_text(named) : NULL;
	FREED char *own = run->results ? bytes_text("%s", run->results) : NULL;
	FREED char *here = realpath(".", NULL), *folder = NULL, *moved = NULL, *real = NULL;

	if (!path || !own)
		return path ? bytes_text("%s", path) : NULL;
	folder = realpath(dirname(own), NULL);
	if (folder && *path != '/')
		moved = bytes_text("%s/%s", folder, path);
	real = realpath(path, NULL);
	if (!real && moved)
		real = realpath(moved, NULL);
	return real && ((folder && path_is_below(real, folder)) || (here && path_is_below(real, here)))
		       ? bytes_text("%s", real)
		       : NULL;
}

/* Adds a finished game; `line` is NULL if it was finished before this run.  Returns the game that gives up
 * its row; 0: none.  */
static int screen_games_add(struct screen_games *games, int game, const struct result_line *line)
{
	struct row *row = &games->finished[games->finished_count++ % SCREEN_GAMES];
	struct overview_game shown = {.id = game, .fault = line && line->blame > 0};
	int gone = row->shown.id;

	shown.number = bytes_text("%d", game);
	shown.who = line ? players_of(games->run, line) : players(games->run, game);
	shown.how = line ? result_words(line) : bytes_text("earlier");
	replace_row(row, (struct row){.shown = shown,
				      .reason = bytes_behind(line ? piece_text(line->reason) : NULL, ", "),
				      .record = line ? record_of(games->run, line->record) : NULL});
	return gone;
}

static void screen_games_free(struct screen_games *games)
{
	for (int i = 0; i < SCREEN_GAMES; i++)
		replace_row(&games->finished[i], (struct row){.reason = NULL});
	for (int i = 0; i < games->running_count; i++)
		replace_row(&games->running[i], (struct row){.reason = NULL});
	free(games->finished);
	free(games->running);
	free(games->at);
}

/* ---- the tables: those of `tally` ---- */

/* All 0 at first.  */
struct screen_tables {
	struct sheets sheets;      /* with the texts */
	struct overview_table *at; /* one a sheet */
	bool stale;                /* results have come since they were made */
	int64_t due;               /* when they may be made again */
};

/* They are made at most this often, and take at most a tenth of the time.  */
#define TABLES_REST ((int64_t)200 * NS_PER_MS)
enum { TABLES_SHARE = 10 };

/* The order in which people read the columns of a standing, as far as there is room; others follow.  Names
 * make room for those up to "void", which stands there only when games are void.  */
static const char *const first_columns[] = {"#", "player", "points", "void", "games", "Elo", "+/-", "faults"};
enum { UP_TO_VOID = 4 };

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
		.fixed = number == 0 && column_named(sheet, "void") >= 0 ? UP_TO_VOID : sheet->fixed,
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

static void screen_tables_free(struct screen_tables *tables)
{
	for (int i = 0; i < tables->sheets.count; i++) {
		free((void *)tables->at[i].left);
		free((void *)tables->at[i].cells);
	}
	free(tables->at);
	tables->at = NULL;
	sheets_free(&tables->sheets);
}

/* Makes stale ones again, unless they were made just now.  The first one has the columns first that people
 * read first, and the faults.  */
static void screen_tables_make(struct screen_tables *tables, const struct run *run)
{
	int64_t now = loop_now();

	if (!tables->stale || now < tables->due)
		return;
	screen_tables_free(tables);
	run->kind->sheets(run, &tables->sheets);
	tables->at = bytes_new((size_t)(tables->sheets.count + 1) * sizeof(*tables->at));
	for (int i = 0; i < tables->sheets.count; i++)
		make_table(&tables->sheets, i, &tables->at[i]);
	tables->stale = false;
	tables->due = loop_now() + TABLES_REST + TABLES_SHARE * (loop_now() - now);
}

/* ---- the screen ---- */

enum { LOG_MOST = 16384 };

/* How soon a match file that is not there yet is looked for again.  */
#define LOOK_AGAIN ((int64_t)200 * NS_PER_MS)
/* How long the viewer of a game may take to leave.  */
#define LEAVE_TIME ((int64_t)3 * NS_PER_S)
/* How long a game that begins is waited for before it is shown.  */
#define BEGIN_TIME ((int64_t)20 * NS_PER_S)

struct run_screen {
	struct run *run;
	struct overview *overview;
	char *folder; /* of the match files; NULL: those of --record */
	char *record; /* in it */
	struct screen_games games;
	struct screen_tables tables;
	char *title, *progress, *caption;
	int watched; /* the game whose file is read; 0: none */
	struct session *session;
	int64_t look_at;       /* when its file is looked for again */
	struct worker *viewer; /* shows a game; NULL: none does */
	const char *viewed;    /* its file, while the viewer begins */
	bool viewer_told;      /* it has said how it was left, ... */
	bool viewer_back;      /* ... and that was to the list */
	struct termios before; /* the terminal's modes */
	int opens;             /* the game that is shown as soon as it has a file; 0: none */
	int64_t opens_until;
	struct watch *opener; /* looks for that file */
	struct bytes log;     /* what was told */
	bool over, leaving;
};

static void set(char **text, char *new)
{
	free(*text);
	*text = new;
}

/* The match file of a game, which the caller frees.  */
static char *path_of(const struct run_screen *screen, int game)
{
	const struct row *row = screen_games_row(&screen->games, game);

	if (screen->run->results)
		return bytes_text("%s", row && row->record ? row->record : "");
	return row && row->record ? bytes_text("%s", row->record)
				  : match_file_of_game(screen->run->call->series.record, game);
}

/* ---- the board ---- */

static void changed(void *user)
{
	overview_changed(((struct run_screen *)user)->overview);
}

static void nothing(void *user UNUSED)
{
}

static void unwatch(struct run_screen *screen)
{
	if (screen->overview)
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
		screen->session = session_open(screen->run->pool.loop, path, &events, screen, &problem);
	free(problem);
	free(path);
}

/* ---- what the overview asks for ---- */

static void fill(void *user, int id, struct overview_shown *shown)
{
	struct run_screen *screen = user;
	struct run *run = screen->run;
	int game = screen_games_of(&screen->games, id);

	if (!run->paused && !screen->over)
		run->standing.ns = loop_now() - run->began_ns;
	screen_tables_make(&screen->tables, run);
	if (!game && id < 0) /* until the next one begins there */
		game = screen->watched;
	watch(screen, game);
	set(&screen->title, title(run));
	set(&screen->progress, screen->over ? standing_games(&run->standing) : run->kind->progress(run));
	set(&screen->caption, game ? screen_games_caption(&screen->games, game) : NULL);
	*shown = (struct overview_shown){.state = screen->over       ? OVERVIEW_OVER
						  : run_is_over(run) ? OVERVIEW_ENDS
						  : run->paused      ? OVERVIEW_PAUSED
								     : OVERVIEW_RUNS,
					 .title = screen->title,
					 .progress = screen->progress,
					 .tables = screen->tables.at,
					 .table_count = screen->tables.sheets.count,
					 .game_count = screen_games_fill(&screen->games),
					 .watched = screen->session,
					 .caption = screen->caption};
	shown->games = screen->games.at;
}

static void tell(struct run_screen *screen, const char *lines)
{
	if (screen->log.size > LOG_MOST)
		bytes_drop(&screen->log, screen->log.size / 2);
	bytes_addf(&screen->log, "%s\n", lines);
	overview_say(screen->overview, lines);
}

static void pause_all(void *user)
{
	struct run_screen *screen = user;

	if (screen->over || run_is_over(screen->run)) {
		overview_say(screen->overview, "no game runs");
	} else {
		run_steer(screen->run, screen->run->paused ? RUN_GO : RUN_PAUSE);
	}
}

static char *skips(void *user, int id)
{
	struct run_screen *screen = user;
	int game = screen_games_of(&screen->games, id);
	char *who, *question;

	if (game && !screen->over && plan_wants(&screen->run->plan, game)) {
		who = players(screen->run, game);
		question = bytes_text("skip all games of %s that are left? y/n", who);
		free(who);
		return question;
	}
	overview_say(screen->overview, screen->over ? "all games are over" : "it is skipped already");
	return NULL;
}

/* Leaves out the games of these two that are left.  */
static void skip(void *user, int id)
{
	struct run_screen *screen = user;
	struct plan *plan = &screen->run->plan;
	int game = screen_games_of(&screen->games, id);
	char *who, *text;

	if (!game || screen->over || !plan_wants(plan, game))
		return;
	who = players(screen->run, game);
	text = bytes_text("%s: skipped", who);
	plan->skipped =
		bytes_resized(plan->skipped, ((size_t)plan->skipped_count + 1) * sizeof(*plan->skipped));
	plan->skipped[plan->skipped_count++] = plan_scheduled(plan, game).pairing;
	run_steer(screen->run, RUN_SKIP);
	tell(screen, text);
	free(text);
	free(who);
}

static char *leaves(void *user)
{
	const struct run *run = ((struct run_screen *)user)->run;

	if (((struct run_screen *)user)->over || run_is_over(run))
		return NULL;
	return bytes_text("leave? y/n: games that run are broken off; %s",
			  run->call->series.results || run->history.record
				  ? "the same command goes on"
				  : "only --results keeps the others");
}

static void leave(void *user)
{
	struct run_screen *screen = user;

	screen->leaving = true;
	if (screen->over)
		loop_stop(screen->run->pool.loop);
	else if (!run_is_over(screen->run))
		run_steer(screen->run, RUN_INTERRUPT);
}

static char *log_lines(void *user)
{
	const struct bytes *log = &((struct run_screen *)user)->log;

	return bytes_text("%.*s", (int)log->size, log->size ? log->at : "");
}

/* ---- a game that is opened, in a process of its own ---- */

static int open_terminal(void)
{
	return open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
}

/* In that process.  Tells its parent whether the person comes back to the list.  */
static void view(void *arg, int fd)
{
	const struct run_screen *screen = arg;
	struct run *run = screen->run;
	int terminal = open_terminal();
	bool back = false;
	struct link *link;
	struct loop *loop;

	signal(SIGTERM, SIG_DFL);          /* the screen catches it */
	deadly_release(&run->pool.deadly); /* one loop at a time may watch a signal */
	for (int i = STDIN_FILENO; i <= STDERR_FILENO && terminal >= 0; i++)
		dup2(terminal, i);
	if (run->call->show(run->call, screen->viewed, &back) == EXIT_CANNOT_RUN)
		exit(EXIT_CANNOT_RUN);
	loop = loop_new();
	link = link_new(loop, fd, NULL, NULL);
	link_tell(link, &(struct note){.number = back});
	link_free(link);
	loop_free(loop);
}

static void viewer_told(void *user, const struct note *note)
{
	struct run_screen *screen = user;

	screen->viewer_told = true;
	screen->viewer_back = note->number;
}

/* Nobody views a game any more: shows the list again, or leaves all.  `problem`: why nobody could see the
 * file any more, for people, or NULL.  */
static void viewer_left(struct run_screen *screen, const char *problem)
{
	bool quits = screen->viewer_told && !screen->viewer_back;
	FREED char *closed = overview_reopen(screen->overview);

	if (quits || closed)
		leave(screen);
	else if (problem)
		overview_say(screen->overview, problem);
}

/* The terminal is as it was, whatever has ended the process.  */
static void viewer_ended(void *user, struct ending ending)
{
	struct run_screen *screen = user;
	int terminal = screen->viewer_told ? -1 : open_terminal();

	if (terminal >= 0) {
		tcsetattr(terminal, TCSANOW, &screen->before);
		close(terminal);
	}
	worker_free(screen->viewer);
	screen->viewer = NULL;
	viewer_left(screen, screen->viewer_told ? NULL
			    : ending.signalled  ? "the screen of the game was killed"
						: "the game cannot be shown");
}

static void viewer_is_late(void *user, int events UNUSED)
{
	worker_kill(((struct run_screen *)user)->viewer);
}

/* Asks it to leave, and waits until it has, if there is one.  */
static void viewer_await(struct run_screen *screen)
{
	struct loop *loop = screen->run->pool.loop;
	struct watch *timer;

	if (!screen->viewer)
		return;
	worker_ask_to_leave(screen->viewer);
	timer = loop_timer(loop, LOOP_LATER, viewer_is_late, screen);
	loop_at(timer, loop_now() + LEAVE_TIME);
	while (screen->viewer)
		loop_step(loop);
	loop_unwatch(timer);
}

/* False: its match file is not there.  */
static bool show_game(struct run_screen *screen, int game)
{
	static const struct worker_events events = {.told = viewer_told, .ended = viewer_ended};
	char *problem = NULL, *path = path_of(screen, game);
	int terminal = open_terminal();
	bool found = access(path, R_OK) == 0;

	if (terminal >= 0) {
		tcgetattr(terminal, &screen->before);
		close(terminal);
	}
	if (found) {
		overview_close(
			screen->overview); /* nobody else may use the terminal until the viewer has ended */
		screen->viewed = path;
		screen->viewer_told = false;
		screen->viewer = worker_fork(screen->run->pool.loop, view, screen, &events, screen, &problem);
		if (!screen->viewer)
			viewer_left(screen, problem);
	}
	free(problem);
	free(path);
	return found;
}

static const char no_file[] = "there is no match file of that game: --record keeps one of each game";

/* The process of the game has not made its file yet.  */
static void look_for_file(void *user, int events UNUSED)
{
	struct run_screen *screen = user;
	int64_t now = loop_now();

	if (!screen->opens || screen->viewer || show_game(screen, screen->opens))
		screen->opens = 0;
	else if (now < screen->opens_until)
		loop_at(screen->opener, now + LOOK_AGAIN);
	else
		overview_say(screen->overview, no_file);
}

static void open_game(void *user, int id)
{
	struct run_screen *screen = user;
	int game = screen_games_of(&screen->games, id);
	bool runs = id < 0;

	screen->opens = 0;
	if (!game) {
		overview_say(screen->overview, "no game is played there now");
	} else if (!show_game(screen, game)) {
		screen->opens = runs ? game : 0;
		screen->opens_until = loop_now() + BEGIN_TIME;
		loop_at(screen->opener, loop_now() + LOOK_AGAIN);
		overview_say(screen->overview,
			     runs ? "the game begins: it opens as soon as its match file is there" : no_file);
	}
}

static void add_result(struct run_screen *screen, const struct result_line *line)
{
	int gone = screen_games_add(&screen->games, line->game, line);

	if (gone && screen->folder) {
		FREED char *path = path_of(screen, gone);

		free(match_file_remove(path));
	}
	screen->tables.stale = true;
}

void run_screen_note(struct run_screen *screen, const struct run_news *news)
{
	if (!screen)
		return;
	if (news->lines)
		tell(screen, news->lines);
	if (news->result)
		add_result(screen, news->result);
	if (news->interrupted) {
		screen->opens = 0;
		if (screen->viewer)
			worker_ask_to_leave(screen->viewer);
	}
	overview_changed(screen->overview);
}

/* With --record the games of an earlier run can be opened, too.  */
static void add_earlier(struct run_screen *screen)
{
	const struct run *run = screen->run;
	int last = schedule_ready(&run->plan.schedule);

	for (int game = 1; game <= last && run->history.record; game++)
		if (history_has(&run->history, game))
			screen_games_add(&screen->games, game, NULL);
}

bool run_wants_screen(const struct runner_call *call)
{
	return !call->batch && !call->json && !call->turns_json && isatty(STDIN_FILENO) &&
	       isatty(STDOUT_FILENO);
}

/* NULL, or why the games cannot be recorded.  */
static char *begin_record(struct run_screen *screen)
{
	struct runner_call *call = screen->run->call;
	char *problem = NULL;

	if (call->series.record || screen->run->results)
		return NULL;
	screen->folder = folder_temporary(&problem);
	if (!screen->folder)
		return problem;
	trust_own_id();
	screen->record = bytes_text("%s/game.ringside", screen->folder);
	call->series.record = screen->record;
	return NULL;
}

static void free_screen(struct run_screen *screen)
{
	unwatch(screen);
	if (screen->opener)
		loop_unwatch(screen->opener);
	overview_free(screen->overview);
	if (screen->folder) {
		screen->run->call->series.record = NULL;
		folder_remove(screen->folder);
	}
	screen_games_free(&screen->games);
	screen_tables_free(&screen->tables);
	bytes_free(&screen->log);
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

	if (!run->kind->sheets || !run_wants_screen(run->call))
		return;
	screen = bytes_new(sizeof(*screen));
	screen->run = run;
	screen->tables.stale = true;
	screen->games =
		(struct screen_games){.run = run, .finished = bytes_new(SCREEN_GAMES * sizeof(struct row))};
	problem = begin_record(screen);
	if (!problem)
		screen->overview =
			overview_new(run->pool.loop, &run->call->settings, &events, screen, &problem);
	if (problem) {
		FREED char *notice = bytes_text("there is no screen, but a line a game: %s", problem);

		say_lines(notice);
		free(problem);
		free_screen(screen);
		return;
	}
	screen->opener = loop_timer(run->pool.loop, LOOP_LATER, look_for_file, screen);
	add_earlier(screen);
	say_hold();
	run->screen = screen;
}

void run_screen_end(struct run *run)
{
	struct run_screen *screen = run->screen;

	if (!screen)
		return;
	screen->over = screen->tables.stale = true;
	screen->tables.due = 0;
	if (!run->interrupted && !run->problem) {
		overview_say(screen->overview,
			     run->decided              ? "the tournament has stopped: l shows why, q leaves"
			     : run->plan.skipped_count ? "only games that were skipped are left: q leaves"
						       : "all games are over: q leaves");
		while (!screen->leaving && !run->interrupted)
			loop_run(run->pool.loop);
	}
	viewer_await(screen);
	run->screen = NULL;
	overview_close(screen->overview);
	say_release();
	free_screen(screen);
}
