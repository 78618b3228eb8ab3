/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* fuzz.c - `ringside fuzz`: plays random matches with legal but rare input, and keeps the shortest match of
 * each way in which the agent fails, also as a case of a suite.
 *
 * Several matches are played at once, each in a worker.  What they found is looked at in the order of their
 * numbers, so the same seed keeps the same matches.  */
#include "ringside/fuzz.h"
#include "case_report.h"
#include "minimise.h"
#include "ringside/bytes.h"
#include "ringside/case_text.h"
#include "ringside/folder.h"
#include "ringside/judge.h"
#include "ringside/match_json.h"
#include "ringside/setup.h"
#include "ringside/sh_words.h"
#include "ringside/spec.h"
#include "runner/plan.h"
#include "runner/pool.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Matches, if neither their number nor a time is given.  */
enum { GAMES = 200 };

enum { EXIT_FOUND = 1 };

/* The suite with the cases, in the folder.  */
static const char SUITE[] = "found.suite";

/* For a turn without a limit: shorter than usual, as it is waited for again in each try.  */
#define HANG_LIMIT ((int64_t)10 * NS_PER_S)

/* A match: it is made from the seed and its number alone.  */
struct fuzz_match {
	const struct protocol *protocol;
	struct setup setup;         /* owned */
	struct minimise_case begun; /* the position that it begins with; owned */
	int seat;                   /* of the agent; if it plays itself, one of both */
	struct fuzz_chance chance;
	unsigned style; /* how the person on the other seat moves */
	int turns;      /* after which the match is broken off, at the latest */
	int acts;       /* how often they may still do something besides moving */
	bool limited;   /* the command line says the limit of a turn */
};

/* A way in which the agent fails.  Its texts are owned.  */
struct finding {
	char *reason, *words, *print; /* of the verdict, what it says for people, and its print */
	char *path;                   /* of its match file */
	int seat, game;               /* of the first match with it */
	int times;
	bool searched; /* the shortest match was looked for: */
	int happened, tries, turns, messages;
	bool is_case; /* it is a case of the suite */
};

enum stage { FREE, PLAYS, FOUND, SEARCHES, OVER };

/* What a match tells; it hears KEEP.  */
enum note_kind {
	NOTE_PASSED, /* number: it was inconclusive: the agent was late, and had waited for a core */
	NOTE_FOUND, /* the seat that failed, the reason of the verdict, and what the verdict says; then ... */
	NOTE_PRINT, /* ... as in struct minimise_result: waits for KEEP */
	NOTE_FAILED,   /* nothing can be told about this match: the exit status, and why */
	NOTE_SHORTEST, /* in how many of the first tries it has happened again, and their number; the turns
			  and the messages of the shortest match, and how that ended; then ... */
	NOTE_CASE,     /* ... the case of a suite; "": a position does not say it all */
	NOTE_KEEP      /* keep it in this file, and make it as short as possible; "": it was seen before */
};

/* A place for one match after the other.  */
struct bench {
	struct fuzzing *fuzzing;
	enum stage stage;
	int game;
	char *tried;          /* the file of the match; owned */
	struct finding found; /* its texts are owned by the bench */
	int finding;          /* SEARCHES: whose shortest match */
};

struct fuzzing {
	struct runner_call *call;
	const struct search_options *search;
	struct pool pool;
	struct finding *findings; /* owned */
	int count;
	int games, failed; /* matches that were begun, and in which the agent failed */
	int inconclusive;  /* those in which it was late, but had waited for a core */
	struct bench *benches;
	int places;
	int next;         /* the number of the next match */
	int64_t began;    /* ns */
	bool made_folder; /* that of --keep, which was not there before */
};

/* ---- a match: its options and players ---- */

/* What only one system has is in its struct fuzz.  A system without one gets options by their ranges.  */

static void choose_any_options(struct setup *setup, const struct protocol *protocol,
			       struct fuzz_chance *chance)
{
	enum { COUNT_MOST = 200 };

	for (const struct option_row *const *row = protocol->options; *row; row++)
		if ((*row)->help && !(*row)->rare && fuzz_once_in(chance, 3))
			fuzz_option(setup, *row, COUNT_MOST, chance);
}

/* By chance of its own: the match is the same with them and without.  */
static void choose_pieces(struct fuzz_match *match)
{
	enum { IN = 3, NUMBERS = 1000 };
	struct fuzz_chance chance = {~match->chance.state};

	if (fuzz_is_free(&match->setup, &option_pieces) && fuzz_once_in(&chance, IN))
		setup_put_value(&match->setup, &option_pieces, 1 + fuzz_below(&chance, NUMBERS));
}

static void choose_options(struct fuzz_match *match, const struct match_options *options)
{
	const struct fuzz *fuzz = match->protocol->tools->fuzz;
	struct setup *setup = &match->setup;
	int64_t turn_limit = setup->turn_limit, match_limit = setup->match_limit;

	if (fuzz)
		fuzz->options(setup, match->seat, &match->chance);
	else
		choose_any_options(setup, match->protocol, &match->chance);
	if (match_said(options, &option_turn_time))
		setup->turn_limit = turn_limit;
	if (match_said(options, &option_match_time))
		setup->match_limit = match_limit;
	if (!match_said(options, &option_hang_time))
		setup->hang_limit = HANG_LIMIT;
	choose_pieces(match);
}

/* Has the system drawn what a file says else?  */
static bool has_content(const struct setup *setup, const struct protocol *protocol)
{
	const struct option_row *const *row = protocol->options;

	while (*row && !((*row)->content && setup_given(setup, (*row)->content->name)))
		row++;
	return *row != NULL;
}

/* A person sits opposite if the system knows how to play for them; else nobody, or the agent again.  */
static char *seat_players(struct fuzz_match *match, const char *agent)
{
	const struct fuzz *fuzz = match->protocol->tools->fuzz;
	bool person = (fuzz && fuzz->move) || (match->protocol->named && fuzz_once_in(&match->chance, 2));
	const struct option_row *number = match->protocol->tools->spec->players;
	bool lone = number ? setup_count(&match->setup, number) == 1
			   : match->protocol->alone && !person && fuzz_once_in(&match->chance, 2);
	const char *players[SEATS - 1] = {person ? "human" : agent, person ? "human" : agent};

	if (lone)
		match->seat = SEAT_1;
	players[match->seat - SEAT_1] = agent;
	return players_seat(&match->setup, players, lone ? 1 : SEATS - 1, NULL);
}

/* Can a match begin with this position?  */
static bool is_position(const struct setup *base, const struct minimise_case *begun)
{
	struct setup setup;
	FREED char *problem = minimise_begin(base, begun, &setup);
	struct judge *judge = NULL;

	if (!problem) {
		judge = judge_new(&setup, &problem);
		setup_free(&setup);
	}
	judge_free(judge);
	return judge != NULL;
}

/* The moves of a position, by players of the same kind as in the match.  */
static void choose_position(struct fuzz_match *match)
{
	enum { MOVES_MOST = 12 };
	const struct fuzz *fuzz = match->protocol->tools->fuzz;
	int moves = (int)fuzz_below(&match->chance, MOVES_MOST + 1), seat = match->setup.first;
	unsigned style = fuzz_below(&match->chance, FUZZ_STYLES);
	struct match played;

	if (!match->protocol->openings || !fuzz || !fuzz->move || fuzz_once_in(&match->chance, 2))
		return;
	match_init(&played, &match->setup);
	for (; moves && is_position(&match->setup, &match->begun); moves--, seat = seat_opponent(seat)) {
		FREED char *move = fuzz->move(&played, seat, style, &match->chance);

		if (!move)
			break;
		minimise_case_add(&match->begun, seat, MINIMISE_MOVES, move);
		match->begun.begin++;
		match_append(&played, &(struct turn){.seat = seat, .played = move});
	}
	if (match->begun.count && !is_position(&match->setup, &match->begun)) { /* without the last move */
		free(match->begun.turns[--match->begun.count].text);
		match->begun.begin--;
	}
	match_free(&played);
}

/* Makes match `game`, from 1, with the agent and the options of the command line.  NULL, or a problem for
 * people, which the caller frees; free its setup and case either way.  */
static char *make_match(struct fuzz_match *match, struct runner_call *call, int game)
{
	static const uint8_t lengths[] = {4, 10, 20, 40, 80};
	enum { LENGTHS = sizeof(lengths) / sizeof(lengths[0]), ACTS = 6 };
	const struct setup *base = &call->match.session.setup;
	char *problem;

	*match = (struct fuzz_match){
		.protocol = call->match.protocol,
		.chance = {seed_mixed(seed_mixed(base->seed) + (uint64_t)game)},
		.acts = ACTS,
		.limited = match_said(&call->match, &option_turn_time),
	};
	setup_copy(&match->setup, base);
	setup_keep(&match->setup, OPTION_TESTED, "1");
	match->setup.game = game;
	match->seat = fuzz_once_in(&match->chance, 2) ? SEAT_1 : SEAT_2;
	match->style = fuzz_below(&match->chance, FUZZ_STYLES);
	match->turns = lengths[fuzz_below(&match->chance, LENGTHS)];
	if (!match_said(&call->match, &option_first))
		match->setup.first = fuzz_once_in(&match->chance, 2) ? SEAT_1 : SEAT_2;
	problem = seat_players(match, call->words[0]);
	if (!problem)
		choose_options(match, &call->match);
	if (!problem && !has_content(&match->setup, match->protocol))
		problem = plan_read_contents(match->protocol, &match->setup);
	if (!problem)
		choose_position(match);
	return problem;
}

/* ---- what the person on the other seat does ---- */

/* Something else than a move.  False: this time they move.  */
static bool choose_act(struct fuzz_match *match, const struct match *played, struct minimise_turn *turn)
{
	enum { SENDS_IN = 5, TAKEBACK_IN = 12, OVERRIDE_IN = 12, LIMIT_IN = 20, BACK_MOST = 4 };
	static const int limits_ms[] = {1000, 500, 200, 50};
	const struct protocol *protocol = match->protocol;
	struct fuzz_chance *chance = &match->chance;
	bool sends = fuzz_once_in(chance, SENDS_IN), takes_back = fuzz_once_in(chance, TAKEBACK_IN),
	     replaces = fuzz_once_in(chance, OVERRIDE_IN), limits = fuzz_once_in(chance, LIMIT_IN);
	int most = played->turn_count < BACK_MOST ? played->turn_count : BACK_MOST;

	if (match->acts == 0)
		return false;
	if (!protocol->tools->fuzz)
		return false;
	if (sends && protocol->tools->fuzz->line) {
		turn->act = MINIMISE_SENDS;
		turn->text = protocol->tools->fuzz->line(&match->setup, chance);
	} else if (takes_back && protocol->takeback && most) {
		turn->act = MINIMISE_TAKEBACK;
		turn->text = bytes_text("%u", 1 + fuzz_below(chance, (unsigned)most));
	} else if (replaces && protocol->takeback && most) {
		turn->act = MINIMISE_OVERRIDE;
		turn->text = protocol->tools->fuzz->move(played, match->seat, match->style, chance);
	} else if (limits && protocol->limits_changed && !match->limited) {
		turn->act = MINIMISE_LIMIT;
		turn->text = bytes_text("%" PRId64, (int64_t)NS_PER_MS * limits_ms[fuzz_below(chance, 4)]);
	}
	match->acts -= turn->text != NULL;
	return turn->text != NULL;
}

/* As `next` of struct minimise_try; `user` is the struct fuzz_match.  */
static bool next_act(void *user, struct session *session, int seat, struct minimise_turn *turn)
{
	enum { OTHER_STYLE_IN = 20, MOVES_MOST = 1 << 20 };
	struct fuzz_match *match = user;
	const struct match *played = session_match(session);

	*turn = (struct minimise_turn){.seat = seat, .act = MINIMISE_MOVES};
	if (played->turn_count >= match->turns)
		return false;
	if (choose_act(match, played, turn))
		return true;
	if (fuzz_once_in(&match->chance, OTHER_STYLE_IN))
		match->style = fuzz_below(&match->chance, FUZZ_STYLES);
	turn->text = match->protocol->named
			     ? session_named_move(session, seat, fuzz_below(&match->chance, MOVES_MOST))
			     : match->protocol->tools->fuzz->move(played, seat, match->style, &match->chance);
	return turn->text != NULL;
}

/* ---- the shortest match as a case of a suite ---- */

/* An agent that is told a position must have failed after that position alone.  Others are told all that was
 * recorded, so their case names the match file.  */

static bool has_line(const char *text, const char *name)
{
	FREED char *line = bytes_text("\n%s = ", name);

	return strstr(text, line) != NULL;
}

/* The name of the option, for an agent that sits on seat `to` and not on `from`: as info1 and info2.  The
 * caller frees.  */
static char *name_for(const struct setup *setup, const char *name, int from, int to)
{
	const struct option_row *const *row = protocol_named(setup->system)->options;
	char *other = bytes_text("%s", name), *end = other + strlen(other) - 1;

	if (*end == '0' + from)
		*end = (char)('0' + to);
	while (*row && strcmp((*row)->name, other) != 0)
		row++;
	if (*row)
		return other;
	free(other);
	return bytes_text("%s", name);
}

/* Does a case say it beside its position?  */
static bool is_said(const struct setup *setup, const struct option_row *row)
{
	const struct option_row *const *own = protocol_named(setup->system)->options;

	while (row && *own && *own != row)
		own++;
	return row && (row->help || *own) && strcmp(row->name, "opening") != 0 && row->path != PATH_LENT;
}

/* The options that a position does not say.  */
static void add_options(struct bytes *text, const struct setup *setup, int from, int to)
{
	for (int i = 0; i < setup->option_count; i++) {
		const struct setup_option *option = &setup->options[i];
		FREED char *name = NULL;

		if (!is_said(setup, option->row))
			continue;
		name = name_for(setup, option->name, from, to);
		if (!has_line(text->at, name))
			bytes_addf(text, "%s = %s\n", name, option->text);
	}
}

/* Limits that are not the usual ones.  */
static void add_limits(struct bytes *text, const struct setup *setup)
{
	FREED_BY(setup_free) struct setup usual;
	char *words;

	setup_init(&usual);
	protocol_usual(protocol_named(setup->system), &usual);
	if (setup->turn_limit != usual.turn_limit) {
		words = option_words(&option_turn_time, setup->turn_limit);
		bytes_addf(text, "%s = %s\n", option_turn_time.name, words);
		free(words);
	}
	if (setup->match_limit != usual.match_limit) {
		words = option_words(&option_match_time, setup->match_limit);
		bytes_addf(text, "%s = %s\n", option_match_time.name, words);
		free(words);
	}
}

/* The name of a file without its folder, and of its case: that without its ending, which the caller frees. */
static const char *file_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static char *case_name(const char *path)
{
	return bytes_copy(file_name(path), strcspn(file_name(path), "."));
}

static char *case_in(const struct minimise *minimise, const struct match *match)
{
	FREED char *name = case_name(minimise->output), *of = NULL;
	int n = match->turn_count + 1, seat = minimise->best.begin % 2 ? SEAT_2 : SEAT_1;
	struct bytes text = {0};

	of = case_text(match, n, &(struct case_wish){.name = name, .file = file_name(minimise->output)});
	bytes_add_text(&text, of);
	if (!case_needs_file(match, n)) { /* else the file says the rest */
		add_options(&text, &match->setup, minimise->seat, seat);
		add_limits(&text, &match->setup);
	}
	return text.at;
}

/* The section of a suite in the folder of the match file, in which the agent fails again.  NULL: a suite
 * cannot say what it takes.  The caller frees.  */
static char *case_of(const struct minimise *minimise)
{
	const struct protocol *protocol = protocol_named(minimise->setup.system);
	char *problem = NULL, *refusal, *text = NULL;
	struct match_file *file;
	struct match match;

	if (protocol_rejoins(protocol) && minimise->best.begin != minimise->best.count)
		return NULL;
	file = match_file_open(minimise->output, &problem);
	free(problem);
	if (file && match_file_match(file, &match)) {
		refusal = case_refusal(&match, match.turn_count + 1);
		if (!refusal)
			text = case_in(minimise, &match);
		free(refusal);
		match_free(&match);
	}
	match_file_close(file);
	return text;
}

/* ---- what is told ---- */

static void finding_free(struct finding *finding)
{
	free(finding->reason);
	free(finding->words);
	free(finding->print);
	free(finding->path);
	*finding = (struct finding){0};
}

static char *add_case(const struct fuzzing *fuzzing, const char *text)
{
	char *path = bytes_text("%s/%s", fuzzing->search->keep, SUITE), *part, *problem = NULL;
	int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	ssize_t size;

	part = bytes_text("%s%s", fd >= 0 && lseek(fd, 0, SEEK_END) > 0 ? "\n" : "", text);
	size = (ssize_t)strlen(part);
	if (fd < 0 || write(fd, part, (size_t)size) != size)
		problem = bytes_text("%s: cannot be written: %s", path, strerror(errno));
	if (fd >= 0)
		close(fd);
	free(part);
	free(path);
	return problem;
}

/* The commands that show it again, each with a line end.  The caller frees.  */
static char *commands(const struct fuzzing *fuzzing, const struct finding *of)
{
	FREED char *path = sh_words_quoted(of->path), *agent = sh_words_quoted(fuzzing->call->words[0]);
	FREED char *suite = bytes_text("%s/%s", fuzzing->search->keep, SUITE), *file = sh_words_quoted(suite),
		   *name = case_name(of->path);
	const char *tool = fuzzing->call->match.session.valgrind ? " --valgrind" : "";
	struct bytes text = {0};

	bytes_addf(&text, "ringside rerun %s --seat %d%s\n", path, of->seat, tool);
	if (of->is_case)
		bytes_addf(&text, "ringside check %s %s --suite %s --only %s%s\n",
			   fuzzing->call->match.protocol->name, agent, file, name, tool);
	return text.at;
}

static void tell_row(const struct finding *of)
{
	say("%-10s %6d %6d ", of->reason, of->times, of->game);
	if (of->happened)
		say("%6d %9d  ", of->turns, of->messages);
	else
		say("%6s %9s  ", "-", "-");
	say_name(of->path);
	say("\n");
}

/* What is to be known of a match that is not the shortest one; NULL: nothing.  */
static const char *remark(const struct finding *of)
{
	if (!of->searched)
		return "its shortest match was not looked for to the end";
	return of->happened ? NULL : "it has not happened again: this is the match as it was played";
}

static void tell_table(const struct fuzzing *fuzzing)
{
	if (fuzzing->count)
		say("%-10s %6s %6s %6s %9s  %s\n", "failure", "times", "match", "turns", "messages", "file");
	for (int i = 0; i < fuzzing->count; i++)
		tell_row(&fuzzing->findings[i]);
	for (int i = 0; i < fuzzing->count; i++) {
		const struct finding *of = &fuzzing->findings[i];
		FREED char *again = commands(fuzzing, of);

		say("\n");
		say_name(of->path);
		say(": %s\n%s%s", of->words, remark(of) ? remark(of) : "", remark(of) ? "\n" : "");
		say("%s", again);
	}
	say("%s%d match%s with --seed %" PRIu64 ": ", fuzzing->count ? "\n" : "", fuzzing->games,
	    fuzzing->games == 1 ? "" : "es", fuzzing->call->match.session.setup.seed);
	if (fuzzing->count)
		say("it failed in %d of them, in %d way%s", fuzzing->failed, fuzzing->count,
		    fuzzing->count == 1 ? "" : "s");
	else
		say("it never failed");
	if (fuzzing->inconclusive)
		say("; %d inconclusive: it was late, but waited for a core", fuzzing->inconclusive);
	say("%s\n", fuzzing->pool.interrupted ? "; interrupted" : "");
}

static json_t *finding_json(const struct finding *of)
{
	json_t *object = json_object();
	FREED char *name = case_name(of->path);

	json_object_set_new(object, "failure", match_json_words(of->reason));
	json_object_set_new(object, "how", match_json_words(of->words));
	json_object_set_new(object, "times", json_integer(of->times));
	json_object_set_new(object, "match", json_integer(of->game));
	json_object_set_new(object, "seat", json_integer(of->seat));
	json_object_set_new(object, "happened", of->searched ? json_integer(of->happened) : json_null());
	json_object_set_new(object, "tries", of->searched ? json_integer(of->tries) : json_null());
	json_object_set_new(object, "turns", of->happened ? json_integer(of->turns) : json_null());
	json_object_set_new(object, "messages", of->happened ? json_integer(of->messages) : json_null());
	json_object_set_new(object, "file", match_json_words(of->path));
	json_object_set_new(object, "case", of->is_case ? match_json_words(name) : json_null());
	return object;
}

static void tell_json(const struct fuzzing *fuzzing)
{
	json_t *object = json_object(), *findings = json_array();

	for (int i = 0; i < fuzzing->count; i++)
		json_array_append_new(findings, finding_json(&fuzzing->findings[i]));
	json_object_set_new(object, "seed",
			    json_integer((json_int_t)fuzzing->call->match.session.setup.seed));
	json_object_set_new(object, "matches", json_integer(fuzzing->games));
	json_object_set_new(object, "failed", json_integer(fuzzing->failed));
	json_object_set_new(object, "inconclusive", json_integer(fuzzing->inconclusive));
	json_object_set_new(object, "interrupted", json_boolean(fuzzing->pool.interrupted));
	json_object_set_new(object, "found", findings);
	say_object(object);
}

/* An agent that was late once, and never again, may have been held up by others on this machine.  */
static bool counts(const struct finding *of)
{
	return !reason_is(of->reason, REASON_OF_LIMIT) || !of->searched || of->happened || of->times > 1;
}

/* Prints all.  Returns the exit status.  */
static int tell(const struct fuzzing *fuzzing)
{
	bool any = false;

	if (fuzzing->call->json)
		tell_json(fuzzing);
	else
		tell_table(fuzzing);
	for (int i = 0; i < fuzzing->count; i++)
		any |= counts(&fuzzing->findings[i]);
	if (say_finish() != EXIT_VERDICT)
		return EXIT_CANNOT_RUN;
	if (any)
		return EXIT_FOUND;
	return fuzzing->pool.interrupted ? EXIT_INTERRUPTED : EXIT_VERDICT;
}

/* ---- findings ---- */

/* Is it the file of another finding, also of one that is still to be written?  */
static bool is_taken(const struct fuzzing *fuzzing, const char *path)
{
	for (int i = 0; i < fuzzing->count; i++)
		if (strcmp(fuzzing->findings[i].path, path) == 0)
			return true;
	return access(path, F_OK) == 0;
}

static char *free_path(const struct fuzzing *fuzzing, const char *reason)
{
	for (int i = 1;; i++) {
		char *path = bytes_text("%s/%s-%d.ringside", fuzzing->search->keep, reason, i);

		if (!is_taken(fuzzing, path))
			return path;
		free(path);
	}
}

static void answer(struct bench *bench, const char *path)
{
	pool_tell(&bench->fuzzing->pool, (int)(bench - bench->fuzzing->benches),
		  &(struct note){.kind = NOTE_KEEP, .text = path});
}

/* Removes what its match has not kept.  */
static void clean(struct bench *bench)
{
	if (bench->tried)
		free(match_file_remove(bench->tried));
	free(bench->tried);
	bench->tried = NULL;
}

/* A failure in match `game`: counts it, or keeps it if it is new.  */
static void decide(struct bench *bench)
{
	struct fuzzing *fuzzing = bench->fuzzing;
	FREED char *words = NULL;

	fuzzing->failed++;
	for (int i = 0; i < fuzzing->count; i++)
		if (strcmp(fuzzing->findings[i].print, bench->found.print) == 0) {
			fuzzing->findings[i].times++;
			finding_free(&bench->found);
			bench->stage = OVER;
			answer(bench, NULL);
			return;
		}
	fuzzing->findings = bytes_grown(fuzzing->findings, fuzzing->count, sizeof(*fuzzing->findings));
	bench->finding = fuzzing->count;
	bench->found.path = free_path(fuzzing, bench->found.reason);
	fuzzing->findings[fuzzing->count++] = bench->found;
	bench->stage = SEARCHES;
	words = bytes_text("match %d: seat %d: %s", bench->found.game, bench->found.seat, bench->found.words);
	say_problem(words); /* so people see it at once */
	answer(bench, bench->found.path);
	bench->found = (struct finding){0};
}

/* The bench whose match has the smallest number of those that are played or wait for an answer.  */
static struct bench *first_open(const struct fuzzing *fuzzing)
{
	struct bench *first = NULL;

	for (int i = 0; i < fuzzing->places; i++) {
		struct bench *bench = &fuzzing->benches[i];

		if ((bench->stage == PLAYS || bench->stage == FOUND) && (!first || bench->game < first->game))
			first = bench;
	}
	return first;
}

/* ---- a match, in its own process ---- */

/* People take the seats of others that have moved, as they do in `ringside minimise`.  */
static void seat_people(struct minimise *minimise)
{
	for (int s = SEAT_1; s < SEATS; s++)
		for (int i = 0; s != minimise->seat && i < minimise->best.count; i++)
			if (minimise->best.turns[i].seat == s)
				setup_seat(&minimise->setup, s, NULL,
					   protocol_named(minimise->setup.system)->bundle->samples);
}

/* Sets limits that the command line does not say to what each try of an agent that hangs has to wait for.
 * False: they are so already.  */
static bool shorten_limits(struct setup *setup, const struct match_options *options)
{
	int64_t turn = setup->turn_limit, match = setup->match_limit;

	if (!match_said(options, &option_turn_time))
		setup->turn_limit = NS_PER_S;
	if (!match_said(options, &option_match_time))
		setup->match_limit = 0;
	return setup->turn_limit != turn || setup->match_limit != match;
}

/* With the limits of the match only if it does not happen with shorter ones.  */
static void search_hang(struct minimise *minimise)
{
	struct minimise before = *minimise;

	setup_copy(&before.setup, &minimise->setup);
	before.best = minimise_case_copy(&minimise->best);
	before.output = bytes_text("%s", minimise->output);
	before.tried = bytes_text("%s", minimise->tried);
	if (shorten_limits(&minimise->setup, &minimise->call->match))
		minimise_search(minimise);
	if (!minimise->happened) {
		minimise_free(minimise);
		*minimise = before;
		minimise_search(minimise);
		return;
	}
	minimise_free(&before);
}

static void look_for_shortest(const struct bench *bench, const struct desk *desk,
			      struct minimise_result *result, const struct setup *setup, const char *path)
{
	static const struct search_options search = {.tries = 400, .time = NS_PER_S * (int64_t)60};
	static const struct rerun_options replay = {.seat = UNSAID, .branch = UNSAID};
	struct runner_call call = *bench->fuzzing->call;
	struct minimise minimise = {.call = &call,
				    .search = &search,
				    .replay = &replay,
				    .loop = desk->loop,
				    .seat = result->seat,
				    .wanted = {.what = result->reason,
					       .reason = {result->reason},
					       .print = result->print,
					       .had_core = true},
				    .best = result->turns,
				    .each = 1,
				    .output = bytes_text("%s", path),
				    .tried = bytes_text("%s", bench->tried)};
	char *numbers, *text = NULL;

	result->turns = (struct minimise_case){0};
	call.json = true; /* it says nothing while it looks */
	setup_copy(&minimise.setup, setup);
	seat_people(&minimise);
	if (strcmp(result->reason, REASON_TIMEOUT) == 0)
		search_hang(&minimise);
	else
		minimise_search(&minimise);
	if (minimise.happened)
		text = case_of(&minimise);
	numbers = bytes_text("%d %d %d %d", minimise.happened, minimise.checks, minimise.turns,
			     minimise.messages);
	desk_tell(desk, NOTE_SHORTEST, 0, numbers, minimise.words);
	desk_tell(desk, NOTE_CASE, 0, text, NULL);
	free(text);
	free(numbers);
	minimise_free(&minimise);
}

/* Shall it be kept?  */
static void ask(const struct bench *bench, const struct desk *desk, struct minimise_result *result,
		const struct setup *setup)
{
	struct note note;
	FREED char *path = NULL;

	desk_tell(desk, NOTE_FOUND, result->seat, result->reason, result->words);
	desk_tell(desk, NOTE_PRINT, 0, result->print, NULL);
	note = desk_hear(desk);
	if (note.kind != NOTE_KEEP || !*note.text)
		return;
	path = bytes_text("%s", note.text);
	if (rename(bench->tried, path) == 0) {
		look_for_shortest(bench, desk, result, setup, path);
	} else {
		FREED char *problem = bytes_text("%s: cannot be written: %s", path, strerror(errno));

		desk_tell(desk, NOTE_FAILED, EXIT_CANNOT_RUN, problem, NULL);
	}
}

static void play(struct desk *desk, void *job)
{
	const struct bench *bench = job;
	static const bool never = false; /* its owner kills it */
	static const struct minimise_while wanted = {.what = "failure", .failure = true, .had_core = true};
	struct fuzz_match match;
	char *problem = make_match(&match, bench->fuzzing->call, bench->game);
	struct minimise_try try = {.session = &bench->fuzzing->call->match.session,
				   .setup = &match.setup,
				   .seat = match.seat,
				   .wanted = &wanted,
				   .played = &match.begun,
				   .next = next_act,
				   .user = &match,
				   .record = bench->tried,
				   .loop = desk->loop,
				   .interrupted = &never};
	struct minimise_result result = {.end = MINIMISE_FAILED, .status = EXIT_USAGE, .words = problem};

	if (!problem)
		result = minimise_play(&try);
	if (result.end == MINIMISE_YES)
		ask(bench, desk, &result, &match.setup);
	else if (result.end == MINIMISE_FAILED || result.status == EXIT_USAGE) /* there is no such match */
		desk_tell(desk, NOTE_FAILED, result.status, result.words, NULL);
	else
		desk_tell(desk, NOTE_PASSED, result.inconclusive, NULL, NULL);
	minimise_result_free(&result);
	minimise_case_free(&match.begun);
	setup_free(&match.setup);
}

/* ---- matches, in the process of the pool ---- */

static void found(struct bench *bench, const struct note *note)
{
	finding_free(&bench->found);
	bench->found = (struct finding){.reason = bytes_text("%s", note->text),
					.words = bytes_text("%s", note->more),
					.seat = note->number,
					.game = bench->game,
					.times = 1};
}

static void shortest(struct bench *bench, const struct note *note)
{
	struct finding *of = &bench->fuzzing->findings[bench->finding];

	if (sscanf(note->text, "%d %d %d %d", &of->happened, &of->tries, &of->turns, &of->messages) != 4)
		of->happened = 0;
	if (of->happened) {
		free(of->words);
		of->words = bytes_text("%s", note->more);
	}
}

static void keep_case(struct bench *bench, const char *text)
{
	struct fuzzing *fuzzing = bench->fuzzing;
	struct finding *of = &fuzzing->findings[bench->finding];
	char *problem;

	of->searched = true;
	of->is_case = of->happened && *text;
	problem = of->is_case ? add_case(fuzzing, text) : NULL;
	bench->stage = OVER;
	if (problem)
		pool_stop(&fuzzing->pool, problem, EXIT_CANNOT_RUN);
}

static void fail(struct bench *bench, const char *problem, int status)
{
	bench->stage = OVER;
	pool_stop(&bench->fuzzing->pool, bytes_text("match %d: %s", bench->game, problem),
		  status == EXIT_VERDICT ? EXIT_CANNOT_RUN : status);
}

static void told(void *user, int place, const struct note *note)
{
	struct fuzzing *fuzzing = user;
	struct bench *bench = &fuzzing->benches[place];

	switch ((enum note_kind)note->kind) {
	case NOTE_PASSED:
		fuzzing->inconclusive += note->number;
		bench->stage = OVER;
		break;
	case NOTE_FOUND: found(bench, note); break;
	case NOTE_PRINT:
		bench->found.print = bytes_text("%s", note->text);
		bench->stage = FOUND;
		break;
	case NOTE_SHORTEST: shortest(bench, note); break;
	case NOTE_CASE: keep_case(bench, note->text); break;
	case NOTE_FAILED: fail(bench, note->text, note->number); break;
	case NOTE_KEEP: break; /* ours */
	}
	pool_wake(&fuzzing->pool);
}

static void gone(void *user, int place, struct ending ending)
{
	struct fuzzing *fuzzing = user;
	struct bench *bench = &fuzzing->benches[place];
	char *how = pool_ending_words(ending), *problem;

	if (bench->stage == FOUND) {
		fail(bench, "ringside's own process ended before what it found was kept", EXIT_CANNOT_RUN);
	} else if (bench->stage == PLAYS) {
		problem = bytes_text("ringside's own process %s", how);
		fail(bench, problem, EXIT_CANNOT_RUN);
		free(problem);
	}
	bench->stage = OVER;
	clean(bench);
	free(how);
}

static bool has_more(const struct fuzzing *fuzzing)
{
	bool counted = fuzzing->call->series.games_said || !fuzzing->search->time;
	int games = fuzzing->call->series.games_said ? fuzzing->call->series.games : GAMES;

	return (!counted || fuzzing->next <= games) &&
	       (!fuzzing->search->time || loop_now() - fuzzing->began < fuzzing->search->time);
}

/* Begins the next match.  False: there is none.  */
static bool begin(void *user, int place)
{
	struct fuzzing *fuzzing = user;
	struct bench *bench = &fuzzing->benches[place];
	char *problem;

	if (!has_more(fuzzing))
		return false;
	bench->game = fuzzing->next++;
	bench->stage = PLAYS;
	bench->tried = bytes_text("%s/game-%d.ringside.try", fuzzing->search->keep, bench->game);
	free(match_file_remove(bench->tried)); /* of a run that was killed */
	fuzzing->games++;
	problem = pool_fork(&fuzzing->pool, place, play, bench);
	if (problem)
		pool_stop(&fuzzing->pool, problem, EXIT_CANNOT_RUN);
	return !problem;
}

static char *progress(const void *user)
{
	const struct fuzzing *fuzzing = user;
	int games = fuzzing->games, found = fuzzing->count;
	bool searches = false;

	for (int i = 0; i < fuzzing->places; i++)
		searches = searches || fuzzing->benches[i].stage == SEARCHES;
	return bytes_text("%d match%s in %" PRId64 " s, %d finding%s%s", games, games == 1 ? "" : "es",
			  (loop_now() - fuzzing->began) / NS_PER_S, found, found == 1 ? "" : "s",
			  searches ? "; looks for a shorter match" : "");
}

/* Looks at findings in the order of their matches.  */
static void decide_all(void *user)
{
	struct bench *first;

	while ((first = first_open(user)) && first->stage == FOUND)
		decide(first);
}

/* ---- beginning and end ---- */

static void play_all(struct fuzzing *fuzzing)
{
	const struct pool_setup setup = {.begin = begin,
					 .wakes = decide_all,
					 .told = told,
					 .gone = gone,
					 .progress = progress,
					 .user = fuzzing};

	fuzzing->began = loop_now();
	fuzzing->benches = bytes_new((size_t)fuzzing->places * sizeof(*fuzzing->benches));
	for (int i = 0; i < fuzzing->places; i++)
		fuzzing->benches[i].fuzzing = fuzzing;
	pool_open(&fuzzing->pool, &setup);
	pool_run(&fuzzing->pool, fuzzing->places);
	for (int i = 0; i < fuzzing->places; i++) {
		clean(&fuzzing->benches[i]);
		finding_free(&fuzzing->benches[i].found);
	}
	free(fuzzing->benches);
}

/* The folder of what is found, made now: so a wrong one is told before hours have passed.  */
static char *settle(struct fuzzing *fuzzing)
{
	struct runner_call *call = fuzzing->call;
	const char *keep = fuzzing->search->keep;
	char *problem = cpus_settle(&call->match), *made;

	if (!problem && strcmp(call->words[0], "human") == 0)
		problem = bytes_text("a person cannot be tested: name a program");
	if (problem)
		return problem;
	fuzzing->made_folder = access(keep, F_OK) != 0;
	made = folder_made(keep, &problem);
	free(made);
	if (!match_said(&call->match, &option_seed))
		call->match.session.setup.seed = (uint64_t)loop_now() % 1000000;
	return problem;
}

int check_fuzz(struct runner_call *call, const struct search_options *search)
{
	struct fuzzing fuzzing = {.call = call, .search = search, .next = 1};
	char *problem = settle(&fuzzing);
	int status = EXIT_VERDICT;

	if (problem)
		return say_failure(problem, EXIT_USAGE);
	fuzzing.places = call->series.concurrency_said ? call->series.concurrency : 1;
	play_all(&fuzzing);
	if (fuzzing.made_folder)
		rmdir(search->keep); /* nothing was found */
	problem = fuzzing.pool.problem;
	fuzzing.pool.problem = NULL;
	if (!problem || fuzzing.count)
		status = tell(&fuzzing);
	if (problem)
		status = fuzzing.pool.status;
	while (fuzzing.count)
		finding_free(&fuzzing.findings[--fuzzing.count]);
	free(fuzzing.findings);
	pool_close(&fuzzing.pool);
	return say_failure(problem, status);
}
