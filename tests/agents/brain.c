/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* brain.c - a gomoku brain that misbehaves in one way: `brain MODE`.
 *
 * Apart from its mode it is a decent brain.  It plays the first empty squares of one row, left to right, so
 * it wins with its fifth move if nobody blocks it.  The modes are rows of one table.  */
#include "flood.h"
#include "stall.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SIDE_MAX = 64 };

struct brain {
	const struct mode *mode;
	int row; /* where it plays */
	int size, height;
	bool taken[SIDE_MAX][SIDE_MAX];
	int moves; /* how many moves it was asked for */
};

/* What a mode changes; NULL for nothing.  */
struct mode {
	const char *name;
	void (*begin)(void); /* before anything is read */
	const char *ok;      /* in place of OK; "": nothing */
	void (*turn)(struct brain *brain,
		     int number); /* before it answers move `number`, from 1; it need not return */
	const char *move;         /* in place of the second move */
	const char *behind;       /* after each move, in place of LF */
	const char *turn_text;    /* before each move */
	bool ignores_end;
	bool goes_on;                              /* in the next row when its own is full */
	const char *again;                         /* a write of its own after each move */
	int leaves_after;                          /* after this number of moves; 0: it stays */
	void (*behind_first)(struct brain *brain); /* after its first move */
};

static void pause_ms(long ms)
{
	struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};

	while (nanosleep(&time, &time) < 0 && errno == EINTR)
		;
}

static void forever(void)
{
	for (;;)
		pause();
}

/* ---- what happens before the second move ---- */

static void stay_silent(struct brain *brain, int number)
{
	(void)brain;
	if (number == 2)
		forever();
}

/* Answers without a flush, and reads on.  */
static void keep_answer(struct brain *brain, int number)
{
	if (number != 2)
		return;
	printf("1,%d\n", brain->row);
	while (getchar() != EOF)
		;
	_exit(0);
}

static void spin(struct brain *brain, int number)
{
	(void)brain;
	for (volatile bool spins = number == 2; spins;)
		;
}

static void compute_for(int ms)
{
	for (clock_t end = clock() + ms * CLOCKS_PER_SEC / 1000; clock() < end;)
		;
}

/* Each move but the first needs a core for some time.  */
static void compute(struct brain *brain, int number)
{
	(void)brain;
	if (number > 1)
		compute_for(8);
}

/* Computes, says so, and then does nothing.  */
static void compute_and_hang(struct brain *brain, int number)
{
	(void)brain;
	if (number != 2)
		return;
	compute_for(50);
	printf("DEBUG computed\n");
	fflush(stdout);
	forever();
}

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t both;

static void *lock_in_the_other_order(void *user)
{
	pthread_mutex_lock(&second);
	pthread_barrier_wait(&both);
	pthread_mutex_lock(&first);
	return user;
}

static void deadlock(struct brain *brain, int number)
{
	pthread_t thread;

	(void)brain;
	if (number != 2)
		return;
	pthread_barrier_init(&both, NULL, 2);
	pthread_mutex_lock(&first);
	if (pthread_create(&thread, NULL, lock_in_the_other_order, NULL) != 0)
		exit(1);
	pthread_barrier_wait(&both);
	pthread_mutex_lock(&second);
}

static void *sleep_on(void *user)
{
	forever();
	return user;
}

/* Its first thread ends, and another lives on: the kernel shows the process as a zombie.  */
static void leave_first_thread(struct brain *brain, int number)
{
	pthread_t thread;

	(void)brain;
	if (number != 2)
		return;
	if (pthread_create(&thread, NULL, sleep_on, NULL) != 0)
		exit(1);
	pthread_exit(NULL);
}

static void hold_up(struct brain *brain, int number)
{
	(void)brain;
	if (number == 2)
		stop_judge();
}

static void hold_up_and_hang(struct brain *brain, int number)
{
	hold_up(brain, number);
	stay_silent(brain, number);
}

/* Never has five in a row within 40 moves on a board of size 20, nor lets an opponent that does the same from
 * the next row.  */
static void spread(struct brain *brain, int number)
{
	if (number > 1)
		brain->row = (brain->row + 2) % brain->size;
}

static void spread_and_hold_up(struct brain *brain, int number)
{
	spread(brain, number);
	stop_judge_briefly();
}

static void hold_up_again_and_again_and_hang(struct brain *brain, int number)
{
	if (number == 2)
		stop_judge_again_and_again();
	stay_silent(brain, number);
}

static void stop_itself(struct brain *brain, int number)
{
	(void)brain;
	if (number == 2)
		raise(SIGSTOP);
}

/* Two children do the work, and it waits for them.  */
static void let_others_work(struct brain *brain, int number)
{
	(void)brain;
	(void)number;
	for (int i = 0; i < 2; i++)
		if (fork() == 0) {
			while (clock() < CLOCKS_PER_SEC / 25)
				;
			_exit(0);
		}
	while (wait(NULL) > 0)
		;
}

static void chatter(struct brain *brain, int number)
{
	(void)brain;
	if (number != 2)
		return;
	for (;;) {
		printf("MESSAGE still thinking\nDEBUG nothing yet\n");
		fflush(stdout);
		pause_ms(5);
	}
}

static void be_late(struct brain *brain, int number)
{
	(void)brain;
	if (number == 2)
		pause_ms(1500); /* so late that no delay of the judge explains it */
}

static void be_tardy(struct brain *brain, int number)
{
	(void)brain;
	if (number == 2)
		pause_ms(200);
}

static void leave(struct brain *brain, int number)
{
	(void)brain;
	if (number == 2)
		exit(0);
}

static void leave_badly(struct brain *brain, int number)
{
	(void)brain;
	if (number == 2)
		exit(7);
}

static void crash(struct brain *brain, int number)
{
	(void)brain;
	if (number == 2) {
		signal(SIGSEGV, SIG_DFL); /* a sanitizer's handler would turn it into an exit */
		raise(SIGSEGV);
	}
}

/* In the third answer of its second game.  */
static void wear_out(struct brain *brain, int number)
{
	static int games;

	games += number == 1;
	if (games == 2 && number == 3)
		crash(brain, 2);
}

/* A stone on 3,3 makes it write behind its list.  It notices when it looks there, two answers later.  */
static void overrun(struct brain *brain, int number)
{
	static struct {
		char list[4];
		int guard, answers;
	} heap;

	spread(brain, number);
	if (brain->taken[3][3])
		heap.guard = 1;
	if (heap.guard && heap.answers++ == 2) {
		signal(SIGABRT, SIG_DFL);
		abort();
	}
}

static void close_input(struct brain *brain, int number)
{
	(void)brain;
	if (number == 2)
		close(STDIN_FILENO);
}

static void close_output(struct brain *brain, int number)
{
	(void)brain;
	if (number != 2)
		return;
	close(STDOUT_FILENO);
	forever();
}

static void flood_lines(struct brain *brain, int number)
{
	static char block[65536];

	(void)brain;
	if (number != 2)
		return;
	for (size_t i = 0; i < sizeof(block); i++)
		block[i] = i % 64 == 63 ? '\n' : 'x';
	while (write(STDOUT_FILENO, block, sizeof(block)) > 0)
		;
	forever();
}

static void flood_and_move(struct brain *brain, int number)
{
	(void)brain;
	if (number == 2)
		flood_output();
}

static void flood_among_hogs_and_move(struct brain *brain, int number)
{
	(void)brain;
	if (number == 2)
		flood_output_among_hogs();
}

static void flood_one_line(struct brain *brain, int number)
{
	static char block[65536];

	(void)brain;
	if (number != 2)
		return;
	memset(block, 'x', sizeof(block));
	while (write(STDOUT_FILENO, block, sizeof(block)) > 0)
		;
	forever();
}

static void flood_stderr(struct brain *brain, int number)
{
	static char block[65536];

	(void)brain;
	if (number != 2)
		return;
	memset(block, '!', sizeof(block));
	while (write(STDERR_FILENO, block, sizeof(block)) > 0)
		;
	forever();
}

static void talk(struct brain *brain, int number)
{
	(void)brain;
	fprintf(stderr, "\033[1;31mred\033[0m and \033[42mgreen\033[0m, move %d\n", number);
	printf("MESSAGE move %d is easy\nDEBUG depth %d\nERROR nothing grave\nUNKNOWN word\n", number,
	       number);
}

/* Writes each piece separately, as python -u does.  */
static void think_in_pieces(struct brain *brain, int number)
{
	(void)brain;
	(void)number;
	fputs("thinks", stderr);
	fputs(" ", stderr);
	fputs("hard", stderr);
	fputs("\n", stderr);
	fputs("and", stderr);
}

/* Shows its thoughts in two of the formats that brains use.  */
static void analyse(struct brain *brain, int number)
{
	int x = 0;

	while (x < brain->size - 1 && brain->taken[brain->row][x])
		x++;
	printf("MESSAGE REALTIME REFRESH\nMESSAGE REALTIME POS 5,10\nMESSAGE REALTIME DONE 6,10\n"
	       "MESSAGE REALTIME LOST 7,10\nMESSAGE REALTIME BEST %d,%d\n",
	       x, brain->row);
	printf("MESSAGE Speed 271K | Depth %d-20 | Eval 34 | Node 1224K | Time 664ms\n", number + 10);
	printf("MESSAGE Bestline %c%d F13 G13\nDEBUG that is all\n", 'A' + x, brain->row + 1);
}

/* Shows its thoughts, and never finishes its second move.  */
static void ponder(struct brain *brain, int number)
{
	analyse(brain, number);
	fflush(stdout);
	if (number == 2)
		forever();
}

/* Plays on only after somebody has typed a line at its terminal.  */
static void ask(struct brain *brain, int number)
{
	FILE *terminal;
	char line[256] = "";

	(void)brain;
	if (number != 2)
		return;
	terminal = fopen("/dev/tty", "r+");
	if (!terminal)
		return;
	fprintf(terminal, "shall I? ");
	fflush(terminal);
	if (fgets(line, sizeof(line), terminal))
		printf("MESSAGE you said %s", line);
	fclose(terminal);
}

/* Allocates and touches this much memory, and never frees it.  */
static void use_memory(size_t size)
{
	volatile char *at = malloc(size);

	for (size_t i = 0; at && i < size; i += 4096)
		at[i] = 1;
}

static void grow(struct brain *brain, int number)
{
	(void)brain;
	(void)number;
	use_memory((size_t)70 << 20);
}

/* Its child uses more and more memory, and it waits for the child forever.  */
static void grow_child(struct brain *brain, int number)
{
	(void)brain;
	if (number != 2)
		return;
	if (fork() == 0)
		use_memory((size_t)160 << 20);
	forever();
}

/* Puts more into its folder than is allowed, then does nothing.  */
static void overfill(struct brain *brain, int number)
{
	FILE *file;

	(void)brain;
	if (number != 2)
		return;
	file = fopen("overfull", "w");
	if (file && ftruncate(fileno(file), (off_t)30 << 20) == 0)
		forever();
}

static int unread(void)
{
	int size = 0;

	return ioctl(STDIN_FILENO, FIONREAD, &size) == 0 ? size : 0;
}

/* Answers the question for its second move without reading it, and not sooner than a brain that thinks.  */
static void guess(struct brain *brain)
{
	char line[256];
	int question;

	while (!(question = unread()))
		pause_ms(1);
	pause_ms(5);
	brain->taken[brain->row][1] = true;
	brain->moves++;
	printf("1,%d\n", brain->row);
	fflush(stdout);
	while (unread() == question)
		pause_ms(1);
	while (fgets(line, sizeof(line), stdin) && strncmp(line, "TURN", 4) != 0)
		;
}

/* ---- what happens at the start ---- */

static void greet(void)
{
	printf("Welcome to the brain, version 1\n(c) nobody\n");
}

static void hold_output(void)
{
	if (fork() == 0)
		forever(); /* a grandchild of the judge, with the brain's pipes */
}

static void hide(void)
{
	if (fork() == 0) {
		setsid(); /* out of the brain's group */
		forever();
	}
}

/* Says where it is, and leaves things there that are hard to remove.  */
static void litter(void)
{
	char here[4096];

	if (!getcwd(here, sizeof(here)) || !strstr(here, "/ringside-agent-")) {
		printf("MESSAGE no folder of my own: %s\n", here);
		return;
	}
	printf("MESSAGE I am in %s\n", here);
	mkdir("litter", 0700);
	mkdir("litter/deep", 0700);
	fclose(fopen("litter/deep/file", "w"));
	chmod("litter", 0500);
}

/* Its own child traces it.  It pretends that a person debugs it, to stop its clock.  */
static void trace_itself(void)
{
	int attached[2];
	char byte;

	if (pipe(attached) < 0)
		return;
	if (fork() == 0) {
		setsid();
		if (ptrace(PTRACE_SEIZE, getppid(), NULL, NULL) == 0)
			close(attached[1]);
		close(attached[0]);
		forever();
	}
	close(attached[1]);
	while (read(attached[0], &byte, 1) < 0 && errno == EINTR)
		;
}

static void ignore_terms(void)
{
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
}

static void exit_at_once(void)
{
	exit(0);
}

static void crash_at_once(void)
{
	signal(SIGSEGV, SIG_DFL);
	raise(SIGSEGV);
}

static void never_read(void)
{
	forever();
}

static const struct mode modes[] = {
	{.name = "good"},
	{.name = "square-rows"},
	{.name = "short-lines"}, /* it takes the rest of a long line for another one */
	{.name = "loses-words"},
	{.name = "silent", .turn = stay_silent},
	{.name = "unflushed", .turn = keep_answer},
	{.name = "spins", .turn = spin},
	{.name = "computes", .turn = compute},
	{.name = "computes-and-hangs", .turn = compute_and_hang},
	{.name = "deadlocks", .turn = deadlock},
	{.name = "leaves-first-thread", .turn = leave_first_thread},
	{.name = "stops-judge", .turn = hold_up},
	{.name = "stops-judge-and-hangs", .turn = hold_up_and_hang},
	{.name = "spreads", .turn = spread},
	{.name = "stops-judge-each-time", .turn = spread_and_hold_up},
	{.name = "stops-judge-often-and-hangs", .turn = hold_up_again_and_again_and_hang},
	{.name = "stops-itself", .turn = stop_itself},
	{.name = "lets-others-work", .turn = let_others_work},
	{.name = "chatty", .turn = chatter},
	{.name = "ok-words", .ok = "ok - everything is fine"},
	{.name = "ok-late-words", .ok = "MESSAGE starting\nOK."},
	{.name = "no-ok", .ok = ""},
	{.name = "error-start", .ok = "ERROR I do not like this size"},
	{.name = "banner", .begin = greet},
	{.name = "late", .turn = be_late},
	{.name = "tardy", .turn = be_tardy},
	{.name = "two-moves", .behind = "\n0,0\n"},
	{.name = "outside", .move = "99,99"},
	{.name = "no-restart", .move = "99,99"},
	{.name = "keeps"}, /* keeps its stones when a new game begins */
	{.name = "negative", .move = "-1,3"},
	{.name = "occupied", .move = "0,0"},
	{.name = "huge", .move = "999999999999,1"},
	{.name = "text", .move = "the middle"},
	{.name = "almost", .move = "4,0 please"},
	{.name = "cr", .behind = "\r"},
	{.name = "crlf", .behind = "\r\n"},
	{.name = "empty-lines", .behind = "\n\n\r\n\n"},
	{.name = "twice", .again = "0,0\n"},
	{.name = "early", .ok = "OK\n0,0"},
	{.name = "guesses", .behind_first = guess},
	{.name = "leave-after-last", .behind = ""},
	{.name = "leaves-behind", .leaves_after = 2},
	{.name = "leave", .turn = leave},
	{.name = "leave-badly", .turn = leave_badly},
	{.name = "leave-at-once", .begin = exit_at_once},
	{.name = "crash", .turn = crash},
	{.name = "crash-at-once", .begin = crash_at_once},
	{.name = "overruns", .turn = overrun},
	{.name = "wears-out", .turn = wear_out},
	{.name = "close-input", .turn = close_input},
	{.name = "close-output", .turn = close_output},
	{.name = "ignore-end", .ignores_end = true, .begin = ignore_terms},
	{.name = "hold-output", .begin = hold_output},
	{.name = "hide", .begin = hide},
	{.name = "flood-lines", .turn = flood_lines},
	{.name = "floods-and-moves", .turn = flood_and_move},
	{.name = "floods-among-hogs", .turn = flood_among_hogs_and_move},
	{.name = "flood-one-line", .turn = flood_one_line},
	{.name = "flood-stderr", .turn = flood_stderr},
	{.name = "rubbish",
	 .turn_text = "MESSAGE \x1b[31mred\x1b[2J\x07\n\x1b]0;title\x07\nMESSAGE \xff\xfe\x80\n"},
	{.name = "says-even", .turn_text = "MESSAGE eval 0\n"},
	{.name = "says-wins", .turn_text = "MESSAGE depth 7, eval 5000\n"},
	{.name = "says-loses", .turn_text = "MESSAGE eval -M9\n"},
	{.name = "nul", .turn_text = "MESSAGE one"},
	{.name = "strict"}, /* leaves at a stone on a taken square, and when it is asked after five moves */
	{.name = "suggest"},
	{.name = "suggests-on"},
	{.name = "complains", .turn_text = "ERROR unknown key\nUNKNOWN rule\n"},
	{.name = "talks", .turn = talk},
	{.name = "analyses", .turn = analyse},
	{.name = "mutters", .turn = think_in_pieces},
	{.name = "no-line-end", .turn = think_in_pieces, .behind = ""},
	{.name = "ponders", .turn = ponder},
	{.name = "asks", .turn = ask},
	{.name = "error-only", .move = "ERROR I do not know what to do"},
	{.name = "never-reads", .begin = never_read},
	{.name = "overfills", .turn = overfill},
	{.name = "litters", .begin = litter},
	{.name = "traces-itself", .turn = stay_silent, .begin = trace_itself},
	{.name = "small", .goes_on = true},   /* crashes on a board of 5 squares a side */
	{.name = "curious", .goes_on = true}, /* hangs at a key of INFO that it does not know */
	{.name = "cornered",
	 .goes_on = true}, /* plays on the first stone of the game if that is in a corner */
	{.name = "forgets", .goes_on = true}, /* crashes at RESTART */
	{.name = "sticks", .goes_on = true},  /* hangs at RESTART */
	{.name = "grows", .turn = grow},
	{.name = "grows-by-a-child", .turn = grow_child},
	{0},
};

static bool is_mode(const struct brain *brain, const char *name)
{
	return strcmp(brain->mode->name, name) == 0;
}

/* ---- the decent part ---- */

static bool is_full(const struct brain *brain, int row)
{
	int x = 0;

	while (x < brain->size && brain->taken[row][x])
		x++;
	return x == brain->size;
}

static void answer(struct brain *brain)
{
	const struct mode *mode = brain->mode;
	int x = is_mode(brain, "strict") ? brain->row : 0;

	brain->moves++;
	if (is_mode(brain, "strict") && brain->moves > 5)
		exit(0);
	if (mode->turn)
		mode->turn(brain, brain->moves);
	for (int i = 0; mode->goes_on && i < brain->height && is_full(brain, brain->row); i++)
		brain->row = (brain->row + 1) % brain->height;
	while (x < brain->size - 1 && brain->taken[brain->row][x])
		x++;
	if (mode->turn_text)
		fputs(mode->turn_text, stdout);
	if (is_mode(brain, "nul"))
		fwrite("\0two\n", 1, 5, stdout);
	if (mode->move && brain->moves == 2) {
		printf("%s\n", mode->move);
		fflush(stdout);
		return;
	}
	brain->taken[brain->row][x] = true;
	if (is_mode(brain, "suggest") || is_mode(brain, "suggests-on"))
		printf("SUGGEST %d,%d\n", x, brain->row);
	else
		printf("%d,%d%s", x, brain->row, mode->behind ? mode->behind : "\n");
	/* Together: between two writes it may lose its core until the next question is there.  */
	if (mode->again)
		fputs(mode->again, stdout);
	fflush(stdout);
	let_judge_go_on();
	if (brain->moves == mode->leaves_after)
		exit(0);
	if (mode->behind_first && brain->moves == 1)
		mode->behind_first(brain);
	if (is_mode(brain, "leave-after-last") && brain->moves == 5)
		exit(0); /* the move has no line end; the end of the stream ends it */
	if (is_mode(brain, "leave-after-last")) {
		putchar('\n');
		fflush(stdout);
	}
}

static void say(const char *line)
{
	if (*line)
		printf("%s\n", line);
	fflush(stdout);
}

/* The board has this size now.  */
static void begin_on(struct brain *brain, int width, int height)
{
	memset(brain->taken, 0, sizeof(brain->taken));
	brain->moves = 0;
	brain->size = width;
	brain->height = height;
	if (is_mode(brain, "small") && width == 5) {
		signal(SIGABRT, SIG_DFL);
		abort();
	}
	say(brain->mode->ok ? brain->mode->ok : "OK");
}

static bool is_known_key(const char *key)
{
	static const char *const keys[] = {"timeout_", "time_left", "max_memory", "game_type",
					   "rule",     "evaluate",  "folder"};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (strncmp(key, keys[i], strlen(keys[i])) == 0)
			return true;
	return false;
}

static bool is_corner(const struct brain *brain, int x, int y)
{
	return (x == 0 || x == brain->size - 1) && (y == 0 || y == brain->height - 1);
}

static bool is_empty(const struct brain *brain)
{
	for (int y = 0; y < SIDE_MAX; y++)
		for (int x = 0; x < SIDE_MAX; x++)
			if (brain->taken[y][x])
				return false;
	return true;
}

/* A stone of the judge's.  */
static void put(struct brain *brain, int x, int y)
{
	if (is_mode(brain, "strict") && brain->taken[y][x])
		exit(0);
	if (is_mode(brain, "square-rows") && y >= brain->size)
		abort(); /* it has as many rows as columns */
	brain->taken[y][x] = true;
}

static void obey(struct brain *brain, const char *line)
{
	int x, y, field;

	if (is_mode(brain, "curious") && strncmp(line, "INFO ", 5) == 0 && !is_known_key(line + 5))
		forever();
	if (is_mode(brain, "short-lines") && strlen(line) > 127)
		say("UNKNOWN");
	if (strcmp(line, "ABOUT") == 0) {
		printf("name=\"%s\", version=\"1\"\n", brain->mode->name);
		fflush(stdout);
	} else if (strcmp(line, "RESTART") == 0 && is_mode(brain, "no-restart")) {
		say("UNKNOWN");
	} else if (strcmp(line, "RESTART") == 0 && is_mode(brain, "keeps")) {
		say("OK");
	} else if (sscanf(line, "START %d", &x) == 1) {
		begin_on(brain, x, x);
	} else if (sscanf(line, "RECTSTART %d,%d", &x, &y) == 2) {
		begin_on(brain, x, y);
	} else if (strcmp(line, "RESTART") == 0 && is_mode(brain, "forgets")) {
		exit(9);
	} else if (strcmp(line, "RESTART") == 0 && is_mode(brain, "sticks")) {
		forever();
	} else if (strcmp(line, "RESTART") == 0) {
		begin_on(brain, brain->size, brain->height);
	} else if (strcmp(line, "BEGIN") == 0 || strcmp(line, "DONE") == 0) {
		answer(brain);
	} else if (sscanf(line, "TURN %d,%d", &x, &y) == 2) {
		if (is_mode(brain, "cornered") && is_empty(brain) && is_corner(brain, x, y))
			say(line + strlen("TURN "));
		put(brain, x, y);
		answer(brain);
	} else if (sscanf(line, "PLAY %d,%d", &x, &y) == 2) {
		printf("%s%d,%d\n", is_mode(brain, "suggests-on") ? "SUGGEST " : "", x, y);
		fflush(stdout);
	} else if (strncmp(line, "TAKEBACK ", 9) == 0 && is_mode(brain, "loses-words")) {
		printf("ERROR Unknown command: %s\n", line + 9);
		fflush(stdout);
	} else if (sscanf(line, "TAKEBACK %d,%d", &x, &y) == 2) {
		brain->taken[y][x] = false;
		say("OK");
	} else if (sscanf(line, "%d,%d,%d", &x, &y, &field) == 3) {
		put(brain, x, y);
	} else if (strcmp(line, "BOARD") == 0) {
		memset(brain->taken, 0, sizeof(brain->taken));
	} else if (strcmp(line, "END") == 0) {
		if (brain->mode->ignores_end)
			forever();
		exit(0);
	} else if (strncmp(line, "INFO", 4) != 0) {
		say("UNKNOWN");
	}
}

int main(int argc, char **argv)
{
	struct brain brain = {.size = 15, .height = 15};
	char line[4096];

	for (const struct mode *mode = modes; argc >= 2 && mode->name; mode++)
		if (strcmp(mode->name, argv[1]) == 0)
			brain.mode = mode;
	if (!brain.mode) {
		fprintf(stderr, "usage: brain MODE [ROW]\n");
		return 2;
	}
	brain.row = argc > 2 ? atoi(argv[2]) : 0;
	if (brain.mode->begin)
		brain.mode->begin();
	while (fgets(line, sizeof(line), stdin)) {
		line[strcspn(line, "\r\n")] = '\0';
		if (strcmp(line, "boom") == 0) /* in any mode */
			abort();
		obey(&brain, line);
	}
	if (brain.mode->ignores_end)
		forever();
	return 0;
}
