/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tap.c - ringside inside another judge's match: this process becomes its agent, and each game that the two
 * play gets a match file.
 *
 * The recorder reads the feed of the relay (relay.h).  A game begins when its protocol knows how
 * (struct protocol_tap: begins); what was said until then waits for it.  It ends with the message that begins
 * the next one, or with the process.
 *
 * Who watches may hold what the two say.  It then waits at the gate of this judge, and the relay gets orders
 * (hold.h).  What the other judge says behind a message that waits is heard after that one: only then is it
 * known whether it begins the next game.  */
#include "ringside/runner.h"

#include "crash.h"
#include "hold.h"
#include "ringside/agent.h"
#include "ringside/board.h"
#include "ringside/command.h"
#include "ringside/folder.h"
#include "ringside/kept.h"
#include "ringside/loop.h"
#include "ringside/match_file.h"
#include "ringside/named_player.h"
#include "ringside/recorder.h"
#include "ringside/relay.h"
#include "ringside/say.h"
#include "ringside/sh_words.h"
#include "ringside/spec.h"
#include "ringside/tapped.h"
#include "ringside/trust.h"
#include "sentences.h"
#include "tap.h"
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* Without a game, more than this is forgotten.  */
enum { WAITING_MOST = 1 << 23, LINE_MOST = 1 << 20 };
/* While the judge and the agent talk, the recorder wakes up so rarely, and behind them.  */
enum { GATHER_MS = 2, BEHIND = 10 };
#define COMMIT_EVERY ((int64_t)100 * NS_PER_MS)
/* A part of the feed may be so late.  Limits pass when nothing older can come.  */
#define FEED_LATE ((int64_t)50 * NS_PER_MS)
/* While the agent thinks, it is looked at so often: does it wait for a core?  A look behind an answer by more
 * than LOOK_LATE would see what came after it.  */
#define LOOK_EVERY     ((int64_t)100 * NS_PER_MS)
#define LOOK_AGE       ((int64_t)20 * NS_PER_MS)
#define LOOK_LATE      ((int64_t)20 * NS_PER_MS)
#define SETTLED_WITHIN ((int64_t)100 * NS_PER_MS)
#define LONG_AGO       ((int64_t)24 * 3600 * NS_PER_S)
/* How long the end of a file waits for the disk, after its last progress.  */
#define END_PATIENCE ((int64_t)2000 * NS_PER_MS)

/* The judge speaks for the other seat.  */
enum { AGENT = SEAT_1 };

/* What came before the game was known.  */
struct piece {
	int64_t t;
	enum fed kind;
	char *bytes; /* owned; of FED_TO_AGENT one message */
	size_t size;
};

struct tap {
	const struct protocol *protocol;
	struct setup setup;        /* of the next game, with those of the game before */
	char *path;                /* of the series; the files have its name and the number of their game */
	bool kept;                 /* nobody has asked for the files: the oldest are removed */
	bool again;                /* what was recorded is told again: one game, at `path` */
	bool faulty_alone;         /* only games in which the agent has failed stay */
	int newest;                /* so many games stay, the last ones; 0: all */
	struct judge *judge;       /* NULL: there is no game */
	struct recorder *recorder; /* NULL: it cannot be written */
	int games;
	int turns;         /* recorded */
	struct bytes said; /* by the judge: the part of a message without its end */
	int said_at;       /* where in its stream (struct protocol_tap: frame) */
	struct piece *pieces;
	int piece_count;
	size_t waiting;           /* their bytes */
	int64_t t;                /* the time of the last part */
	int64_t lost;             /* bytes, which are still to be told */
	int untraced;             /* an errno: the end cannot be known; 0: it can */
	struct crash crash;       /* which gdb has looked at; signal 0: none */
	struct bytes crashed;     /* what it said; empty: that was told */
	bool unseen;              /* it said why there is no backtrace */
	bool examines;            /* --backtrace: the agent stands before its first crash ... */
	bool stands;              /* ... which it does now */
	bool closed;              /* the judge says no more */
	bool leaves;              /* it is held before its end, */
	bool ended;               /* and has ended ... */
	struct ending ending;     /* ... so, */
	bool exit_told;           /* which the judge knows */
	int64_t cpu_ns, peak;     /* of the ended process; 0: not known */
	int64_t commit_at;        /* INT64_MAX: all was committed */
	struct tapped told;       /* to who watches it: owns its path alone */
	struct door *door;        /* NULL: nobody can watch */
	struct agent *agent;      /* to look at; NULL: it has ended */
	int64_t look_at;          /* the next look, while it thinks */
	int64_t waited;           /* ns for a core since it was asked, which the judge knows */
	bool checks;              /* --check ... */
	struct sentences *broken; /* ... by these; NULL: none */
	struct hold hold;
	int steers;     /* the watcher who holds what is said; -1: nobody */
	bool pauses;    /* the next game begins paused */
	bool lent;      /* the agent, to a debugger of that watcher */
	bool has_asked; /* for this, which is due when the relay holds */
	struct request due;
	struct session *session;         /* for breakpoints; NULL: there is no game */
	struct breakpoints *breakpoints; /* of who steers */
	struct piece *later;             /* messages of the judge that wait for others */
	int later_count;
};

/* ---- what the judge says goes to the file ---- */

static void record_turns(struct tap *tap)
{
	const struct match *match = judge_match(tap->judge);

	while (tap->turns < match->turn_count)
		recorder_turn(tap->recorder, judge_turn(tap->judge, ++tap->turns));
}

static void record(struct tap *tap, const struct effect *effect)
{
	switch (effect->kind) {
	case EFFECT_MESSAGE: recorder_message(tap->recorder, &effect->message); break;
	case EFFECT_NAME:
		recorder_name(tap->recorder, effect->seat,
			      judge_match(tap->judge)->setup.seat[effect->seat].name);
		setup_name(&tap->setup, effect->seat, judge_match(tap->judge)->setup.seat[effect->seat].name);
		break;
	case EFFECT_SCORE: /* also before any turn */
		if (effect->turns && tap->turns >= effect->turns)
			tap->turns = effect->turns - 1;
		break;
	case EFFECT_TAKEBACK:
		tap->turns = tap->turns < effect->turns ? tap->turns : effect->turns;
		recorder_branch(tap->recorder, -1, effect->turns, 0, "moves taken back");
		break;
	case EFFECT_VERDICT:
		record_turns(tap);
		recorder_verdict(tap->recorder, &judge_match(tap->judge)->verdict);
		break;
	default: break; /* there is nobody to start, to tell or to end */
	}
}

/* Was the agent asked for a move, and has not made it yet?  */
static bool thinks(const struct tap *tap)
{
	return tap->judge && tap->agent &&
	       judge_turn_reaches(tap->judge, AGENT, SEAT_LIMIT_MOST) != INT64_MAX;
}

static void begin_waiting(struct tap *tap)
{
	agent_begin_waiting(tap->agent, false);
	tap->waited = 0;
	tap->look_at = loop_now() + AWAKE_TICK;
}

static void look_if_due(struct tap *tap, int64_t now)
{
	if (!thinks(tap) || now < tap->look_at)
		return;
	agent_look_waiting(tap->agent);
	judge_heard_cpu(tap->judge, now, agent_waited_cpu(tap->agent));
	tap->look_at = now + LOOK_EVERY;
}

/* Before its answer, and before its limit passes.  As a session does, only what matters is told, and only
 * once it has grown.  */
static void tell_waiting(struct tap *tap, int64_t t)
{
	int64_t waited;

	if (!thinks(tap))
		return;
	waited = agent_waited(tap->agent, loop_now() < t + LOOK_LATE ? LOOK_AGE : LONG_AGO);
	if (!waiting_matters(waited, judge_awaited_for(tap->judge, AGENT, t)) ||
	    !waiting_matters(waited - tap->waited, waited))
		return;
	judge_waited(tap->judge, t, AGENT, waited - tap->waited, agent_waited_cpu(tap->agent) + AWAKE_TICK);
	tap->waited = waited;
}

static bool asks(const struct effect *effect)
{
	return effect->kind == EFFECT_MESSAGE && effect->message.direction == TO_AGENT &&
	       effect->message.flags & MESSAGE_STARTS;
}

static void pump(struct tap *tap, int64_t t)
{
	struct effect effect;

	while (judge_effect(tap->judge, t, &effect)) {
		if (tap->agent && asks(&effect))
			begin_waiting(tap);
		if (effect.kind == EFFECT_MESSAGE)
			hold_passed(&tap->hold, &effect.message);
		if (tap->recorder)
			record(tap, &effect);
	}
	if (tap->commit_at == INT64_MAX)
		tap->commit_at = t + COMMIT_EVERY;
}

static void commit(struct tap *tap)
{
	tap->commit_at = INT64_MAX;
	if (!tap->recorder)
		return;
	record_turns(tap);
	recorder_commit(tap->recorder);
	free(recorder_news(tap->recorder));
}

/* ---- games ---- */

static void remark(struct tap *tap, char *words)
{
	judge_remark(tap->judge, tap->t, AGENT, EVENT_REMARK, words);
	free(words);
	pump(tap, tap->t);
}

static void tell_untraced(struct tap *tap)
{
	if (tap->untraced == ESRCH)
		remark(tap, bytes_text("the agent has ended while a debugger had it: how is not known"));
	else if (tap->untraced)
		remark(tap, bytes_text("how the agent ends cannot be known: the system does not let it be "
				       "traced (%s)",
				       strerror(tap->untraced)));
}

/* Before the first game there is no judge: the game that begins with the agent's end is told.  */
static void tell_crash(struct tap *tap)
{
	if (!tap->crashed.size || !tap->judge)
		return;
	if (tap->unseen)
		judge_remark(tap->judge, tap->t, AGENT, EVENT_REMARK, tap->crashed.at);
	else
		judge_backtrace(tap->judge, tap->t, AGENT, tap->told.agent,
				agent_signal_name(tap->crash.signal), tap->crashed.at, tap->crashed.size);
	bytes_free(&tap->crashed);
	pump(tap, tap->t);
}

static void tell_broken(struct tap *tap)
{
	char *words;

	while (tap->broken && tap->judge && (words = sentences_next(tap->broken)))
		remark(tap, words);
}

static void tell_lost(struct tap *tap)
{
	if (tap->lost)
		remark(tap, bytes_text("%lld bytes of what was said were not kept, because the recorder was "
				       "too slow",
				       (long long)tap->lost));
	tap->lost = 0;
}

static char *request(struct tap *tap, const struct request *request)
{
	char *problem = judge_request(tap->judge, loop_now(), request);

	pump(tap, loop_now());
	return problem;
}

static void give(struct tap *tap, const struct piece *piece)
{
	if (piece->kind == FED_OUTPUT)
		tell_waiting(tap, piece->t);
	if (piece->kind == FED_TO_AGENT)
		judge_heard(tap->judge, piece->t, AGENT, piece->bytes, piece->size, 0);
	else
		judge_bytes(tap->judge, piece->t, AGENT,
			    piece->kind == FED_OUTPUT ? STREAM_STDOUT : STREAM_STDERR, piece->bytes,
			    piece->size);
	pump(tap, piece->t);
}

static void forget_pieces(struct tap *tap)
{
	while (tap->piece_count)
		free(tap->pieces[--tap->piece_count].bytes);
	tap->waiting = 0;
}

static void keep_piece(struct tap *tap, const struct piece *piece)
{
	if (tap->waiting + piece->size > WAITING_MOST) {
		tap->lost += (int64_t)tap->waiting;
		forget_pieces(tap);
	}
	tap->pieces = bytes_resized(tap->pieces, ((size_t)tap->piece_count + 1) * sizeof(*tap->pieces));
	tap->pieces[tap->piece_count] = *piece;
	tap->pieces[tap->piece_count++].bytes = bytes_copy(piece->bytes, piece->size);
	tap->waiting += piece->size;
}

/* The time of that moment, us since 1970.  */
static int64_t us_at(int64_t t)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return ((int64_t)now.tv_sec * NS_PER_S + now.tv_nsec - (loop_now() - t)) / 1000;
}

/* Its file, which is in the folder now, can be watched; NULL: it has none.  */
static void tell_watchers(struct tap *tap, const char *path)
{
	free(tap->told.path);
	tap->told.path = bytes_text("%s", path ? path : "");
	tap->told.name = tap->setup.seat[AGENT].name;
	tap->told.game = tap->games;
	door_tell(tap->door, &tap->told);
}

/* The game of what waits begins.  Nothing happens if no game can be made of it.  */
static void begin_game(struct tap *tap)
{
	FREED char *problem = NULL, *path = NULL;
	int64_t t = tap->piece_count ? tap->pieces[0].t : tap->t;

	if (tap->again && tap->games)
		return;
	tap->setup.game = tap->games + 1;
	tap->setup.game_before = tap->games;
	tap->judge = judge_new(&tap->setup, &problem);
	if (!tap->judge)
		return;
	tap->session = session_heard(tap->judge, tap->told.agent);
	if (tap->hold.on)
		breakpoints_watch(tap->breakpoints, tap->session);
	tap->games++;
	tap->turns = 0;
	if (tap->kept)
		kept_trim(KEPT_TAPS, TAPS_MOST - 1, KEPT_BYTES);
	path = tap->again ? bytes_text("%s", tap->path) : match_file_of_game(tap->path, tap->games);
	tap->recorder = recorder_new(path, &tap->setup, &problem);
	if (tap->recorder)
		recorder_began(tap->recorder, us_at(t));
	judge_hears(tap->judge);
	judge_begin(tap->judge, t, tap->games > 1 ? 1u << AGENT : 0, false);
	pump(tap, t);
	if (tap->games == 1)
		judge_started(tap->judge, t, AGENT);
	for (int i = 0; i < tap->piece_count; i++) {
		tap->hold.late = i < tap->piece_count - 1;
		if (!tap->hold.late && tap->hold.on && tap->pauses)
			free(request(tap, &(struct request){.kind = REQUEST_PAUSE}));
		give(tap, &tap->pieces[i]);
	}
	tap->hold.late = false;
	forget_pieces(tap);
	tell_lost(tap);
	tell_untraced(tap);
	tell_crash(tap);
	tell_broken(tap);
	if (tap->lent)
		judge_traced(tap->judge, tap->t, AGENT, true);
	commit(tap);
	tell_watchers(tap, tap->recorder ? path : NULL);
}

/* Does the file of this game stay?  */
static bool stays(const struct tap *tap)
{
	const struct match *match = judge_match(tap->judge);

	return !tap->faulty_alone || match->verdict.failed == AGENT || match->timeouts[AGENT];
}

static void remove_older(const struct tap *tap)
{
	FREED char *path = match_file_of_game(tap->path, tap->games - tap->newest);

	if (tap->newest && tap->games > tap->newest)
		free(match_file_remove(path));
}

/* The next game has the same process.  */
static void keep_remembered(struct tap *tap)
{
	const struct setup *setup = &judge_match(tap->judge)->setup;

	for (int i = 0; i < setup->option_count; i++)
		if (*setup->options[i].name == '.')
			setup_keep(&tap->setup, setup->options[i].name, setup->options[i].text);
}

static void end_game(struct tap *tap)
{
	char *problem;

	judge_heard_end(tap->judge, tap->t);
	pump(tap, tap->t);
	keep_remembered(tap);
	if (tap->recorder && !stays(tap)) {
		recorder_withdraw(tap->recorder);
		tell_watchers(tap, NULL);
	} else if (tap->recorder) {
		commit(tap);
		recorder_end(tap->recorder);
		if (recorder_is_done(tap->recorder, END_PATIENCE, true, &problem))
			free(problem); /* the file itself has its gaps, and nobody else can be told */
		recorder_free(tap->recorder);
	}
	remove_older(tap);
	tap->recorder = NULL;
	breakpoints_watch(tap->breakpoints, NULL);
	free(tap->session);
	tap->session = NULL;
	judge_free(tap->judge);
	tap->judge = NULL;
}

/* ---- what the feed tells ---- */

static void hear_now(struct tap *tap, int64_t t, const char *bytes, size_t size)
{
	struct piece piece = {t, FED_TO_AGENT, (char *)bytes, size};
	struct message message = {.direction = TO_AGENT, .seat = AGENT, .bytes = (char *)bytes, .size = size};

	if (tap->broken)
		sentences_told(tap->broken, bytes, size);
	if (tap->judge && judge_heard_next(tap->judge, AGENT, bytes, size))
		end_game(tap);
	if (tap->judge) {
		give(tap, &piece);
		return;
	}
	keep_piece(tap, &piece);
	if (tap->protocol->tap->begins && tap->protocol->tap->begins(&tap->setup, &message))
		begin_game(tap);
	else
		hold_passed(&tap->hold, &message);
}

/* Has it to wait until those before it have passed, or until a person lets the next game begin?  */
static bool waits(const struct tap *tap, const char *bytes, size_t size)
{
	const struct message *held;

	for (int i = 0; tap->hold.on && tap->judge && (held = judge_held(tap->judge, i)); i++)
		if (held->direction == TO_AGENT)
			return true;
	return tap->hold.on && tap->judge &&
	       (judge_state(tap->judge) == JUDGE_PAUSED || judge_held(tap->judge, 0)) &&
	       judge_heard_next(tap->judge, AGENT, bytes, size);
}

static void hear(struct tap *tap, int64_t t, const char *bytes, size_t size)
{
	if (!tap->later_count && !waits(tap, bytes, size)) {
		hear_now(tap, t, bytes, size);
		return;
	}
	tap->later = bytes_resized(tap->later, ((size_t)tap->later_count + 1) * sizeof(*tap->later));
	tap->later[tap->later_count++] = (struct piece){t, FED_TO_AGENT, bytes_copy(bytes, size), size};
}

/* Those that wait are heard, as far as they may; `one`: the first one in any case.  */
static void hear_later(struct tap *tap, bool one)
{
	while (tap->later_count && (one || !waits(tap, tap->later[0].bytes, tap->later[0].size))) {
		struct piece piece = tap->later[0];

		one = false;
		memmove(tap->later, tap->later + 1, sizeof(*tap->later) * (size_t)--tap->later_count);
		hear_now(tap, loop_now(), piece.bytes, piece.size);
		free(piece.bytes);
	}
}

/* How many of these bytes are the judge's first message; 0: it is not complete.  `ended`: no more will come.
 */
static size_t first_message(struct tap *tap, const char *bytes, size_t size, bool ended)
{
	const struct protocol *protocol = tap->protocol;
	const char *end;
	size_t whole = 0;

	if (protocol->tap->frame)
		whole = protocol->tap->frame(&tap->setup, &tap->said_at, bytes, size);
	else if (protocol->framing)
		whole = size;
	else if ((end = memchr(bytes, '\n', size)))
		whole = (size_t)(end - bytes) + 1;
	return !whole && (ended || size >= LINE_MOST) ? size : whole;
}

static void hear_messages(struct tap *tap, int64_t t, const char *bytes, size_t size, bool ended)
{
	size_t from = 0, whole;

	bytes_add(&tap->said, bytes, size);
	while (from < tap->said.size &&
	       (whole = first_message(tap, tap->said.at + from, tap->said.size - from, ended))) {
		hear(tap, t, tap->said.at + from, whole);
		from += whole;
	}
	bytes_drop(&tap->said, from);
}

/* ---- a person holds what the two say ---- */

static void steer(struct tap *tap);

static bool is_played(const struct tap *tap)
{
	return tap->judge && judge_state(tap->judge) != JUDGE_OVER;
}

/* All that is held passes: nobody holds it any more, or it was too much.  */
static void let_go(struct tap *tap)
{
	const struct request go = {.kind = REQUEST_GO};

	tap->pauses = tap->has_asked = false;
	breakpoints_change(tap->breakpoints, 0, BREAKPOINT_DELETED, 0);
	breakpoints_watch(tap->breakpoints, NULL);
	for (int i = 0; tap->hold.on && is_played(tap) && judge_held(tap->judge, i); i++)
		if (judge_held_delay(tap->judge, i, loop_now()))
			free(request(tap, &(struct request){.kind = REQUEST_DELAY, .held = i}));
	if (tap->hold.on && is_played(tap) && judge_state(tap->judge) != JUDGE_RUNNING)
		free(request(tap, &go));
	hear_later(tap, false);
	hold_end(&tap->hold);
}

static void hold_no_more(struct tap *tap)
{
	let_go(tap);
	if (tap->judge)
		remark(tap, bytes_text("more was said than can be held: all passed"));
}

/* The person's request is due, since all is held now.  */
static void begin_to_hold(struct tap *tap, int64_t order)
{
	hold_begun(&tap->hold, order);
	hold_settle(&tap->hold, tap->judge, tap->said.size); /* what has begun to pass */
	if (tap->hold.on)
		breakpoints_watch(tap->breakpoints, tap->session);
	if (tap->hold.on && tap->has_asked && is_played(tap))
		free(request(tap, &tap->due));
	tap->has_asked = false;
}

/* A message of the next game, or of none, waits alone.  */
static bool steps_into_game(const struct tap *tap, const struct request *request)
{
	return request->kind != REQUEST_PAUSE && request->kind != REQUEST_GO && tap->later_count &&
	       !judge_held(tap->judge, 0);
}

/* What a person asks for about a message that waits.  NULL, or why not.  */
static char *change(struct tap *tap, const struct request *asked)
{
	const struct message *held;
	char *problem;

	if (!tap->hold.on || !is_played(tap))
		return bytes_text("nothing is held: pause first");
	for (int i = 0; asked->kind == REQUEST_SEND && (held = judge_held(tap->judge, i)); i++)
		if (held->flags & MESSAGE_WITHHELD)
			return bytes_text("a message that you have dropped has to pass first: step");
	if (asked->kind != REQUEST_SEND && asked->kind != REQUEST_DELAY &&
	    hold_is_cut(&tap->hold, tap->judge, asked->held))
		return bytes_text("its beginning has passed before the pause");
	if (asked->kind != REQUEST_SEND && asked->held >= 0 && !judge_held(tap->judge, asked->held) &&
	    judge_held(tap->judge, 0))
		return bytes_text("what was said before it has to pass first: step");
	tap->hold.sending = asked->kind == REQUEST_SEND;
	problem = request(tap, asked);
	tap->hold.sending = false;
	return problem;
}

/* NULL, or why not.  */
static char *run_by(struct tap *tap, const struct request *asked)
{
	bool steps = steps_into_game(tap, asked);

	if (asked->kind == REQUEST_GO && asked->held == TAPPED_UNSEEN && is_played(tap) &&
	    judge_state(tap->judge) == JUDGE_PAUSED && judge_stopped(tap->judge, NULL))
		return NULL;
	tap->pauses = asked->kind != REQUEST_GO;
	if (!tap->hold.on) {
		tap->due = *asked;
		tap->due.text = NULL;
		tap->has_asked = tap->pauses;
		if (tap->pauses)
			hold_begin(&tap->hold);
		return NULL;
	}
	if (steps)
		hear_later(tap, true);
	return is_played(tap) ? request(tap, asked) : NULL;
}

static char *asked(void *user, int watcher, const struct request *asked)
{
	struct tap *tap = user;
	char *problem;

	if (tap->steers >= 0 && tap->steers != watcher)
		return bytes_text("another `ringside attach` holds what is said here");
	tap->steers = watcher;
	switch (asked->kind) {
	case REQUEST_PAUSE:
	case REQUEST_GO:
	case REQUEST_STEP:
	case REQUEST_NEXT:
	case REQUEST_ANSWER: problem = run_by(tap, asked); break;
	case REQUEST_EDIT:
	case REQUEST_DROP:
	case REQUEST_DELAY:
	case REQUEST_RESTORE:
	case REQUEST_SEND: problem = change(tap, asked); break;
	default:
		problem = bytes_text(
			"another judge has this match: here messages can be held, stepped, edited, "
			"dropped, delayed and sent; r plays on in a match of your own");
	}
	steer(tap);
	return problem;
}

/* Its clock stands in this judge while a debugger has it.  */
static void lend(struct tap *tap, bool lends)
{
	if (tap->lent == lends)
		return;
	tap->lent = lends;
	hold_lend(&tap->hold, lends);
	if (tap->judge) {
		judge_traced(tap->judge, loop_now(), AGENT, lends);
		pump(tap, loop_now());
	}
}

/* Goes on to its crash, unless a breakpoint has stopped there.  */
static void leave_crash(struct tap *tap)
{
	if (!tap->stands || (tap->hold.on && is_played(tap) && judge_state(tap->judge) == JUDGE_PAUSED &&
			     judge_stopped(tap->judge, NULL)))
		return;
	tap->stands = false;
	lend(tap, false);
}

/* The agent stands before it.  */
static void take_crash(struct tap *tap, struct crash crash)
{
	FREED char *problem = NULL;

	lend(tap, true);
	tap->stands = true;
	tap->crash = crash;
	problem = crash_look(tap->told.agent, crash, &tap->crashed);
	tap->unseen = problem;
	if (problem)
		bytes_addf(&tap->crashed, "no backtrace: %s", problem);
	tell_crash(tap);
	steer(tap);
}

/* Is it [once] and this event?  */
static bool stops_at(const char *words, const char *event)
{
	words += strspn(words, " ");
	if (strncmp(words, "once ", 5) == 0)
		words += 5 + strspn(words + 5, " ");
	return strncmp(words, event, strlen(event)) == 0 &&
	       (!words[strlen(event)] || words[strlen(event)] == ' ');
}

/* A command of breakpoints.  What they stop is held from now on, so that none is missed.  */
static char *run_line(void *user, int watcher, const char *line, bool *answer)
{
	static const char *const known[] = {"break", "watch", "log", "delete", "ignore", "info"};
	struct tap *tap = user;
	FREED char *word = bytes_copy(line, strcspn(line, " "));
	struct view view = {.session = tap->session, .turns = VIEW_LIVE};
	struct console console = {
		.view = &view, .breakpoints = tap->breakpoints, .board = board_named, .glyph = paint_glyph};
	bool found = false, lends = strcmp(line, TAPPED_LEND) == 0, sits;
	int seat, number;
	char *text;

	*answer = false;
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		found = found || strcmp(known[i], word) == 0;
	if (tap->steers >= 0 && tap->steers != watcher)
		return bytes_text("another `ringside attach` holds what is said here");
	if (lends && tap->leaves)
		return bytes_text("it is about to exit: gdb cannot stop it there any more");
	if (lends || strcmp(line, TAPPED_BACK) == 0) {
		tap->steers = watcher;
		lend(tap, lends || tap->stands);
		return NULL;
	}
	sits = sscanf(line, TAPPED_SITS " %d %d", &seat, &number) == 2 && is_seat(seat) && number > 0;
	if ((!found && !sits) || !tap->session)
		return bytes_text(found || sits ? "no game is played yet"
						: "only commands of breakpoints come here");
	if (strcmp(word, "break") == 0 && stops_at(line + strlen(word), "crash") && !tap->examines)
		return bytes_text(
			"a tap stops before a crash only where its agent is traced for that: begin it "
			"with --backtrace; or `continue` in `gdb 1`");
	tap->steers = watcher;
	if (sits) {
		breakpoints_settle(tap->breakpoints, seat, number);
		return NULL;
	}
	breakpoints_watch(tap->breakpoints, tap->session);
	text = command_run(&console, line, NULL, answer);
	if (session_has_stops(tap->session))
		hold_begin(&tap->hold);
	if (!tap->hold.on) /* what comes until then has passed */
		breakpoints_watch(tap->breakpoints, NULL);
	steer(tap);
	return text;
}

static void traced(void *user, const char *line)
{
	const struct tap *tap = user;

	door_trace(tap->door, line);
}

static void left(void *user, int watcher)
{
	struct tap *tap = user;

	if (tap->steers != watcher)
		return;
	tap->steers = -1;
	tap->stands = false;
	lend(tap, false);
	let_go(tap);
	breakpoints_settle(tap->breakpoints, SEAT_1, 1);
	steer(tap);
}

static void take_said(struct tap *tap, const struct piece *piece)
{
	(tap->judge ? give : keep_piece)(tap, piece);
	if (tap->broken && piece->kind == FED_OUTPUT)
		sentences_wrote(tap->broken, piece->bytes, piece->size);
	tell_broken(tap);
	if (!tap->judge && piece->kind == FED_OUTPUT)
		hold_passed(&tap->hold, &(struct message){.direction = FROM_AGENT, .size = piece->size});
}

static void take(struct tap *tap, const struct fed_part *part, const char *bytes)
{
	struct piece piece = {part->t, (enum fed)part->kind, (char *)bytes, part->size};

	tap->t = part->t;
	hold_came(&tap->hold, part->kind, part->size);
	switch (piece.kind) {
	case FED_TO_AGENT: hear_messages(tap, part->t, bytes, part->size, false); break;
	case FED_OUTPUT:
	case FED_ERRORS: take_said(tap, &piece); break;
	case FED_LOST:
		tap->lost += part->value;
		if (tap->hold.on)
			hold_no_more(tap);
		if (tap->judge)
			tell_lost(tap);
		break;
	case FED_CPU: tap->cpu_ns = part->value; break;
	case FED_PEAK: tap->peak = part->value; break;
	case FED_ENDED:
		tap->ended = true;
		agent_unobserve(tap->agent);
		tap->agent = NULL;
		tap->ending = relay_ending(part->value);
		break;
	case FED_LEAVES:
		tap->leaves = true;
		tap->ending = relay_ending(part->value);
		break;
	case FED_CLOSED: tap->closed = true; break;
	case FED_UNTRACED:
		tap->untraced = (int)part->value;
		if (tap->judge)
			tell_untraced(tap);
		break;
	case FED_HOLDS: begin_to_hold(tap, part->value); break;
	case FED_CRASHES: take_crash(tap, crash_of(part->value)); break;
	case FED_SHUT:
		if (part->value == FED_TO_AGENT)
			hear_messages(tap, part->t, "", 0, true);
		else
			tap->hold.lane[FED_OUTPUT].shut = true;
		break;
	}
}

/* Takes the whole parts off the bytes.  */
static void take_all(struct tap *tap, struct bytes *bytes)
{
	size_t from = 0;
	struct fed_part part;

	while (bytes->size - from >= sizeof(part)) {
		memcpy(&part, bytes->at + from, sizeof(part));
		if (bytes->size - from < sizeof(part) + part.size)
			break;
		take(tap, &part, bytes->at + from + sizeof(part));
		from += sizeof(part) + part.size;
	}
	bytes_drop(bytes, from);
}

static void tell_gate(struct tap *tap)
{
	struct tapped_gate gate = {.state = tap->pauses ? JUDGE_PAUSED : JUDGE_RUNNING};
	const struct message *held;
	int64_t number = tap->recorder ? recorder_numbered(tap->recorder) : 0;
	int count = 0;

	if (tap->hold.wanted && !tap->hold.on)
		gate.state = JUDGE_STEPPING; /* until the relay holds */
	else if (is_played(tap) && tap->hold.on)
		gate.state = judge_state(tap->judge);
	if (tap->judge)
		gate.stopped = (char *)judge_stopped(tap->judge, NULL);
	for (int i = 0; tap->hold.on && tap->judge && (held = judge_held(tap->judge, i)); i++)
		count = i + 1;
	gate.held = bytes_new(sizeof(*gate.held) * (size_t)(count + tap->later_count + 1));
	for (int i = 0; i < count; i++)
		gate.held[gate.count++] =
			(struct tapped_held){.message = *judge_held(tap->judge, i),
					     .delay = judge_held_delay(tap->judge, i, loop_now())};
	if (count && gate.held[count - 1].message.number > number)
		number = gate.held[count - 1].message.number;
	for (int i = 0; i < tap->later_count; i++)
		gate.held[gate.count++] = (struct tapped_held){
			.message = {.number = number + 1 + i,
				    .t_ns = tap->judge ? judge_since(tap->judge, tap->later[i].t) : 0,
				    .seat = AGENT,
				    .direction = TO_AGENT,
				    .channel = CHANNEL_COMMAND,
				    .bytes = tap->later[i].bytes,
				    .size = tap->later[i].size}};
	door_tell_gate(tap->door, &gate);
	free(gate.held);
}

static void tell_exit(struct tap *tap)
{
	if (tap->exit_told || !tap->judge)
		return;
	tap->exit_told = true;
	if (judge_heard_sent_away(tap->judge, tap->ending, tap->closed))
		judge_heard_end(tap->judge, tap->t);
	judge_exited(tap->judge, tap->t, AGENT, tap->ending);
	pump(tap, tap->t);
}

/* Where a breakpoint may stop there, its end waits at the gate, like a message, and passes like one.  */
static void leave(struct tap *tap)
{
	if (tap->session && session_has_stops(tap->session))
		tell_exit(tap);
	if (tap->exit_told && (tap->later_count || (tap->judge && judge_held(tap->judge, 0))))
		return;
	tap->leaves = false;
	hold_let_end(&tap->hold);
}

/* Each input that may have changed what is held ends with it.  */
static void steer(struct tap *tap)
{
	size_t unread = tap->said.size;

	if (!tap->hold.wanted) {
		leave_crash(tap);
		tell_gate(tap);
		return;
	}
	hear_later(tap, false);
	for (int i = 0; i < tap->later_count; i++)
		unread += tap->later[i].size;
	if (!hold_settle(&tap->hold, tap->judge, unread))
		hold_no_more(tap);
	if (tap->leaves)
		leave(tap);
	tap->pauses =
		tap->pauses || (tap->hold.on && is_played(tap) && judge_state(tap->judge) == JUDGE_PAUSED);
	if (tap->hold.on && !tap->pauses && !tap->later_count &&
	    !(tap->judge && (judge_held(tap->judge, 0) || session_has_stops(tap->session))))
		let_go(tap);
	if (tap->pauses && tap->commit_at != INT64_MAX) {
		commit(tap);
		if (tap->recorder) /* who is told that it stands looks into the file */
			recorder_settle(tap->recorder, SETTLED_WITHIN);
	}
	leave_crash(tap);
	tell_gate(tap);
}

/* ---- the recorder's process ---- */

/* How long nothing has to be done, in ms; -1: for ever.  */
static int idle_ms(const struct tap *tap, int64_t now)
{
	int64_t limit = tap->judge ? judge_deadline(tap->judge) : INT64_MAX, next = tap->commit_at;

	if (limit != INT64_MAX && limit + FEED_LATE < next)
		next = limit + FEED_LATE;
	if (thinks(tap) && tap->look_at < next)
		next = tap->look_at;
	return next == INT64_MAX ? -1 : next <= now ? 0 : (int)((next - now) / NS_PER_MS + 1);
}

static void pass_time(struct tap *tap, int64_t now)
{
	if (tap->judge && judge_deadline(tap->judge) <= now - FEED_LATE) {
		tap->t = judge_deadline(tap->judge);
		tell_waiting(tap, tap->t);
		judge_time(tap->judge, tap->t);
		pump(tap, tap->t);
	}
	if (tap->commit_at <= now)
		commit(tap);
}

static void tell_used(struct tap *tap)
{
	int64_t most = setup_memory(&tap->setup, AGENT);
	struct bytes words = {0};

	bytes_addf(&words,
		   "the agent has used %.3f s of CPU time in all its games, and at most %.1f MB of memory",
		   (double)tap->cpu_ns / NS_PER_S, (double)tap->peak / (1 << 20));
	if (most && tap->peak > most)
		bytes_addf(&words, ", more than --memory allows: %.1f MB", (double)most / (1 << 20));
	remark(tap, words.at);
	judge_memory(tap->judge, tap->t, AGENT, tap->peak);
}

/* The last game is over, and so is a process that has failed before its first.  */
static void end_process(struct tap *tap)
{
	hear_messages(tap, tap->t, "", 0, true);
	if (!tap->judge && tap->piece_count &&
	    (!tap->games || (tap->ended && (tap->ending.signalled || tap->ending.code))))
		begin_game(tap);
	if (!tap->judge)
		return;
	if (tap->cpu_ns || tap->peak)
		tell_used(tap);
	if (tap->ended)
		tell_exit(tap);
	pump(tap, tap->t);
	end_game(tap);
}

static void open_door(struct tap *tap)
{
	tap->told.system = (char *)tap->setup.system;
	tap->told.since = us_at(loop_now()) * 1000;
	tap->door = door_open(tap->told.agent, &(struct door_events){asked, run_line, left}, tap);
	tell_watchers(tap, NULL);
}

static void tap_clear(struct tap *tap)
{
	breakpoints_free(tap->breakpoints);
	sentences_free(tap->broken);
	free(tap->told.path);
	agent_unobserve(tap->agent);
	bytes_free(&tap->said);
	bytes_free(&tap->crashed);
	forget_pieces(tap);
	free(tap->pieces);
	hold_free(&tap->hold);
	free(tap->later);
}

static int record_feed(void *user, int feed, int orders)
{
	struct tap *tap = user;
	FREED_BY(bytes_free) struct bytes bytes = {0};
	static char read_here[1 << 16];
	struct pollfd ready[] = {{.fd = feed, .events = POLLIN}, {.events = POLLIN}};
	ssize_t size = 1;

	/* Whoever has it tapped has started it: `rerun` need not ask.  */
	trust_remember(trust_own_id(), &(struct launch){.command = tap->setup.seat[AGENT].command});
	setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + BEHIND);
	tap->hold.orders = orders;
	tap->broken = tap->checks ? sentences_new(tap->protocol, &tap->setup) : NULL;
	tap->breakpoints = breakpoints_new();
	breakpoints_log(tap->breakpoints, traced, tap);
	open_door(tap);
	ready[1].fd = door_fd(tap->door);
	tap->agent = agent_observe(tap->told.agent);
	if (!tap->protocol->tap->begins)
		begin_game(tap);
	while (size > 0 || (size < 0 && (errno == EINTR || errno == EAGAIN))) {
		int woken = poll(ready, 2, idle_ms(tap, loop_now()));

		look_if_due(tap, loop_now());
		if (woken > 0 && ready[1].revents)
			door_answer(tap->door);
		if (woken > 0 && ready[0].revents) {
			if (size < (ssize_t)sizeof(read_here) / 2 && !tap->hold.wanted)
				poll(NULL, 0, GATHER_MS);
			size = read(feed, read_here, sizeof(read_here));
			bytes_add(&bytes, read_here, size > 0 ? (size_t)size : 0);
			take_all(tap, &bytes);
		} else {
			pass_time(tap, loop_now());
		}
		if (tap->hold.wanted)
			steer(tap);
	}
	let_go(tap);
	end_process(tap);
	door_close(tap->door);
	tap_clear(tap);
	return EXIT_SUCCESS;
}

/* ---- a game that is told again ---- */

struct tap *tap_again(const struct setup *setup, const char *path, pid_t agent)
{
	struct tap *tap = bytes_new(sizeof(*tap));

	*tap = (struct tap){.protocol = protocol_named(setup->system),
			    .again = true,
			    .commit_at = INT64_MAX,
			    .t = loop_now(),
			    .told.agent = agent,
			    .steers = -1,
			    .agent = agent_observe(agent),
			    .breakpoints = breakpoints_new(),
			    .path = bytes_text("%s", path)};
	setup_copy(&tap->setup, setup);
	if (!tap->protocol->tap->begins)
		begin_game(tap);
	return tap;
}

void tap_told(struct tap *tap, int64_t t, const char *bytes, size_t size)
{
	tap->t = t;
	hear_messages(tap, t, bytes, size, false);
}

void tap_wrote(struct tap *tap, int64_t t, enum stream stream, const char *bytes, size_t size)
{
	struct piece piece = {t, stream == STREAM_STDOUT ? FED_OUTPUT : FED_ERRORS, (char *)bytes, size};

	tap->t = t;
	take_said(tap, &piece);
}

bool tap_awaits(const struct tap *tap)
{
	return tap->judge && judge_seat(tap->judge, AGENT).thinks;
}

void tap_over(struct tap *tap, int64_t t, struct ending ending, bool closed)
{
	tap->t = t;
	tap->ended = true;
	tap->ending = ending;
	tap->closed = closed;
	end_process(tap);
	tap_clear(tap);
	free(tap->path);
	setup_free(&tap->setup);
	free(tap);
}

/* ---- the process that becomes the agent ---- */

/* One word is read like a player.  */
static char *command_of(const struct runner_call *call)
{
	struct bytes words = {0};

	if (!call->verbatim)
		return bytes_text("%s", call->words[0]);
	for (int i = 0; i < call->word_count; i++) {
		FREED char *word = sh_words_quoted(call->words[i]);

		bytes_addf(&words, "%s%s", i ? " " : "", word);
	}
	return words.at;
}

/* NULL, or why there is no such folder.  Without one that anybody has asked for, nothing is kept.  */
static char *settle_path(struct tap *tap, const char *record)
{
	FREED char *folder = NULL, *slash = NULL, *unkept = NULL;
	char *problem = NULL;

	tap->kept = !record;
	if (!record) {
		tap->path = kept_path(KEPT_TAPS, &unkept);
		return NULL;
	}
	if (!(folder = folder_made(record, &problem)))
		return problem;
	slash = bytes_text("%s/", folder);
	tap->path = kept_path_in(slash, &problem);
	return problem;
}

/* Reads --keep-games.  NULL, or what is wrong; the caller frees.  */
static char *settle_kept(struct tap *tap, const char *kept)
{
	char *end;
	long newest = strtol(kept, &end, 10);

	tap->faulty_alone = strcmp(kept, "faulty") == 0;
	if (tap->faulty_alone || strcmp(kept, "all") == 0)
		return NULL;
	if (*end || newest < 1 || newest > OPTION_MANY)
		return bytes_text("--keep-games %s: expected faulty, all, or a number of games", kept);
	tap->newest = (int)newest;
	return NULL;
}

/* NULL, or which option cannot be under a tap, and what can be done instead.  */
static char *refused(const struct tap *tap, const struct runner_call *call)
{
	if (call->match.session.backtrace && call->match.session.sandbox)
		return bytes_text("--backtrace: a tap sees the crash of the process that its judge has "
				  "started, which in a sandbox is not the agent's: leave out one of them");
	if (tap->checks && !sentences_can(tap->protocol))
		return bytes_text(
			"--check: the sentences of %s are for who asks: `ringside check` does; what "
			"breaks the protocol is in the file without it, too",
			tap->protocol->name);
	return NULL;
}

/* Seats the agent and the judge.  NULL, or why not.  */
static char *settle(struct tap *tap, struct runner_call *call)
{
	struct setup *setup = &call->match.session.setup;
	FREED char *command = command_of(call);
	const char *players[] = {command, "human"};
	bool alone = tap->protocol->tap && tap->protocol->tap->alone;
	char *problem;

	if (!tap->protocol->tap)
		return bytes_text("%s cannot be tapped yet", tap->protocol->name);
	tap->checks = call->tapped_check;
	tap->examines = call->match.session.backtrace;
	problem = settle_kept(tap, call->keep_games);
	if (!problem)
		problem = refused(tap, call);
	setup_keep(setup, OPTION_TAPPED, "1");
	if (!problem)
		problem = players_seat(setup, players, alone ? 1 : 2, call->match.own);
	if (!problem && setup->seat[SEAT_1].kind != SEAT_AGENT)
		problem = bytes_text("a person has a judge that shows the game: expected the command of an "
				     "agent");
	if (problem)
		return problem;
	if (!alone)
		setup_name(setup, SEAT_2, "judge");
	if (tap->protocol->unruled)
		setup->turn_limit = 0;
	if (call->turn_limit)
		setup_set_turn_limit(setup, AGENT, call->turn_limit);
	setup_copy(&tap->setup, setup);
	return settle_path(tap, call->series.record);
}

/* The argv of the agent, perhaps in a sandbox: that has a process of its own in front of it, which the judge
 * then has.  */
static char **exec_words(const struct runner_call *call, const struct setup *setup, char **program,
			 char **problem)
{
	FREED char *command = seed_command(setup, AGENT, setup->seat[AGENT].command), *words = NULL;
	struct agent_sandbox sandbox;
	struct agent_setup agent = session_agent_setup(&call->match.session, setup, AGENT, &sandbox);

	agent.command = command;
	if (call->match.session.sandbox) {
		agent.sandbox = &sandbox;
		if ((*problem = agent_sandbox_problem()) || !(words = agent_sandbox_words(&agent, problem)))
			return NULL;
		agent = (struct agent_setup){.command = words};
	}
	return agent_exec_words(&agent, program, problem);
}

/* What the relay does otherwise than pass bytes on.  */
static struct relay_setup relayed(const struct tap *tap)
{
	const struct spec *spec = tap->protocol->tools ? tap->protocol->tools->spec : NULL;
	const struct option_row *delay = spec ? spec->line_delay : NULL;

	return (struct relay_setup){
		.examines = tap->examines,
		.pieces = setup_pieces(&tap->setup, AGENT),
		.line_delay = delay ? setup_count(&tap->setup, delay) * NS_PER_MS : 0,
	};
}

int run_tap(struct runner_call *call)
{
	struct tap tap = {.protocol = call->match.protocol,
			  .commit_at = INT64_MAX,
			  .t = loop_now(),
			  .told.agent = getpid(),
			  .steers = -1};
	char *problem = settle(&tap, call), *program = NULL;
	FREED char **argv = NULL;

	if (!problem)
		argv = exec_words(call, &tap.setup, &program, &problem);
	if (argv && tap.path)
		problem = relay_begin(relayed(&tap), record_feed, &tap);
	if (argv && !problem) {
		execv(program, argv);
		problem = bytes_text("%s: %s", program, strerror(errno));
	}
	free(program);
	free(tap.path);
	setup_free(&tap.setup);
	return say_failure(problem, EXIT_NOT_STARTED);
}
