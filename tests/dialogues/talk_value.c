/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* talk_value.c - the values that a dialogue can ask for, by their names.  */
#include "talk.h"

#include "systems/gomocup/rules.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static char *number(int64_t value)
{
	return bytes_text("%" PRId64, value);
}

static char *yes(bool value)
{
	return bytes_text("%s", value ? "yes" : "no");
}

static char *words(const char *text)
{
	return bytes_text("%s", text && *text ? text : "nothing");
}

/* The names of the bits that are set, each with a blank on both sides.  */
static char *bits(unsigned flags, const char *const *names)
{
	struct bytes text = {0};

	bytes_add(&text, " ", 1);
	for (int i = 0; names[i]; i++)
		if (flags & 1u << i)
			bytes_addf(&text, "%s ", names[i]);
	return text.at;
}

static const char *const message_flags[] = {"unasked",  "dropped",   "fault",   "cut",    "unended", "asks",
					    "starts",   "unordered", "changed", "unsent", "held",    "little",
					    "withheld", "edited",    "stopped", "reply",  NULL};
static const char *const turn_flags[] = {"by-person", "changed", "interrupted", "scored",  "untimed",
					 "forgiven",  "held-up", "waited",      "charged", NULL};

#define VALUE(word, value)                                                                                   \
	if (strcmp(name, word) == 0)                                                                         \
		return value;

/* ---- of the message that was found last ---- */

static const struct line *line_of(const struct talk *talk)
{
	if (talk->message < 0)
		talk_failed("expected ?last or ?event before it, got neither");
	return &talk->dialogue.lines[talk->message];
}

static char *message_value(const struct talk *talk, const char *name, int i)
{
	const struct line *line;
	const struct message *message;

	if (strncmp(name, "message-", 8) != 0)
		return NULL;
	line = line_of(talk);
	message = &line->message;
	name += 8;
	VALUE("flags", bits(message->flags, message_flags))
	VALUE("channel", words(channel_name(message->channel)))
	VALUE("words", words(line->words))
	VALUE("text", bytes_copy(message->bytes, message_text_size(message, NULL)))
	VALUE("size", number((int64_t)message->size))
	VALUE("turn", number(message->turn))
	VALUE("time", number(message->t_ns))
	VALUE("first", number(message->first_ns))
	VALUE("number", number(message->event.number[i - 1]))
	VALUE("tells", bytes_text("#%" PRId64, message->event.number[i - 1]))
	VALUE("word", words(message->event.word))
	VALUE("to-agent", yes(message->direction == TO_AGENT))
	if (strcmp(name, "proves") == 0)
		for (int k = 0; k < PROOFS; k++)
			if (judge_match(talk->dialogue.judge)->verdict.proof[k] == message->n)
				return number(k + 1);
	return strcmp(name, "proves") == 0 ? words("nothing") : NULL;
}

/* ---- of a turn ---- */

static char *turn_value(const struct talk *talk, const char *name, int n, int seat)
{
	const struct turn *turn;

	if (strncmp(name, "turn-", 5) != 0 || strcmp(name, "turn-time") == 0)
		return NULL;
	turn = match_turn(judge_match(talk->dialogue.judge), n);
	if (!turn)
		talk_failed("expected a turn %d, got none", n);
	name += 5;
	VALUE("seat", number(turn->seat))
	VALUE("answered", words(turn->answered))
	VALUE("played", words(turn->played))
	VALUE("think", number(turn->think_ns))
	VALUE("held", number(turn->held_ns))
	VALUE("left", number(turn->left_ns))
	VALUE("began", number(turn->began_ns))
	VALUE("asked", number(turn->asked_ns))
	VALUE("first", number(turn->first_ns))
	VALUE("last", number(turn->last_ns))
	VALUE("tolerance", number(turn->tolerance_ns))
	VALUE("said",
	      bytes_text("%s depth %d nodes %" PRId64, turn->said.words, turn->said.depth, turn->said.nodes))
	VALUE("flags", bits(turn->flags, turn_flags))
	VALUE("faults", number(turn->faults))
	VALUE("sum", bytes_text("%g", turn->sum[seat]))
	return NULL;
}

/* ---- of the match ---- */

static char *held_value(const struct talk *talk, const char *name, int i)
{
	const struct message *message = judge_held(talk->dialogue.judge, i - 1);

	if (strcmp(name, "held") == 0)
		return message ? bytes_copy(message->bytes, message_text_size(message, talk->protocol))
			       : words(NULL);
	VALUE("held-delay", number(judge_held_delay(talk->dialogue.judge, i - 1, talk->dialogue.now)))
	VALUE("held-flags", message ? bits(message->flags, message_flags) : words(NULL))
	VALUE("held-channel", words(message ? channel_name(message->channel) : NULL))
	return strcmp(name, "held-seat") == 0 && message ? number(message->seat) : NULL;
}

static int64_t held_count(const struct talk *talk)
{
	int n = 0;

	while (judge_held(talk->dialogue.judge, n))
		n++;
	return n;
}

static char *moves(const struct match *match)
{
	struct bytes text = {0};

	bytes_add(&text, "", 0);
	for (int i = 0; i < match->turn_count; i++)
		bytes_addf(&text, "%s%s", i ? " " : "", match->turns[i].played);
	return text.at;
}

static char *deadline(const struct talk *talk)
{
	int64_t at = judge_deadline(talk->dialogue.judge);

	return at == INT64_MAX ? words("never") : number(at - talk->dialogue.now);
}

static char *time_left(const struct talk *talk, int seat)
{
	int64_t left = judge_time_left(talk->dialogue.judge, seat, talk->dialogue.now);

	return left == INT64_MAX ? words("unlimited") : number(left);
}

/* As "2/1500ms" or "2x2s".  */
static char *clock_words(struct clock_state clock)
{
	FREED char *left = value_duration_words(clock.left);

	return clock.moves       ? bytes_text("%" PRId64 "/%s", clock.moves, left)
	       : clock.overtimes ? bytes_text("%" PRId64 "x%s", clock.overtimes, left)
				 : bytes_text("%s", left);
}

static char *state(const struct talk *talk)
{
	static const char *const names[] = {"running", "stepping", "paused", "over", "answering"};

	return words(names[judge_state(talk->dialogue.judge)]);
}

/* The shortest time between two lines to a seat.  */
static int64_t least_distance(const struct dialogue *dialogue, int seat)
{
	int64_t last = -1, least = INT64_MAX;

	for (int i = 0; i < dialogue->line_count; i++) {
		const struct message *message = &dialogue->lines[i].message;

		if (message->seat != seat || message->direction != TO_AGENT)
			continue;
		if (last >= 0 && message->t_ns - last < least)
			least = message->t_ns - last;
		last = message->t_ns;
	}
	return least;
}

/* As "3ms 5ms 7,7": when the first and the last byte came, and the bytes.  */
static char *pending(const struct talk *talk, int seat, enum stream stream)
{
	struct pending_bytes bytes;

	if (!judge_pending(talk->dialogue.judge, seat, stream, &bytes))
		return words(NULL);
	return bytes_text("%gms %gms %.*s", (double)bytes.first_ns / NS_PER_MS,
			  (double)bytes.last_ns / NS_PER_MS, (int)bytes.size, bytes.bytes);
}

static char *waited_turns(const struct match *match, int seat)
{
	struct took took[SEATS];

	if (!match_took(match, took))
		talk_failed("expected resources of turns, got none");
	return bytes_text("%d waited, %d charged", took[seat].waited_turns, took[seat].charged_turns);
}

static char *seat_value(const struct talk *talk, const char *name, int s)
{
	const struct dialogue *dialogue = &talk->dialogue;
	const struct judge *judge = dialogue->judge;
	const struct match *match = judge_match(judge);

	VALUE("least-distance", number(least_distance(dialogue, s)))
	VALUE("pending", pending(talk, s, STREAM_STDOUT))
	VALUE("pending-stderr", pending(talk, s, STREAM_STDERR))
	VALUE("waits", number(match->waited[s].turns))
	VALUE("waited", number((int64_t)match->waited[s].ns))
	VALUE("took", waited_turns(match, s))
	VALUE("waits-now", number(match->unfinished[s].waiting.ns))
	VALUE("waits-cpu", number(match->unfinished[s].waiting.cpu_ns))
	VALUE("activity", words(activity_name(match->activity[s].kind)))
	VALUE("backtrace", words(match->backtrace[s]))
	VALUE("human", yes(match->setup.seat[s].kind == SEAT_HUMAN))
	VALUE("faults", number(judge_faults(judge, s)))
	VALUE("match-faults", number(match->faults[s]))
	VALUE("forgiven", number(match->forgiven[s]))
	VALUE("timeouts", number(match->timeouts[s]))
	VALUE("name", words(match->setup.seat[s].name))
	VALUE("command", words(match->setup.seat[s].command))
	VALUE("sum", bytes_text("%g", match->sum[s]))
	VALUE("spawns", number(dialogue->spawns[s]))
	VALUE("dismissals", number(dialogue->dismissals[s]))
	VALUE("frozen", yes(dialogue->frozen[s]))
	VALUE("is-frozen", yes(judge_seat(judge, s).frozen))
	VALUE("traced", yes(judge_seat(judge, s).traced))
	VALUE("thinks", yes(judge_seat(judge, s).thinks))
	VALUE("to-move", yes(judge_seat(judge, s).to_move))
	VALUE("fit", yes(judge_may_stay(judge, s)))
	VALUE("has-left", yes(judge_seat(judge, s).has_left))
	VALUE("spoke-unasked", yes(dialogue->spoke_unasked[s]))
	VALUE("limit-passed", yes(judge_limit_passed(judge, s, dialogue->now)))
	VALUE("turn-time", number(judge_turn_time(judge, s, dialogue->now)))
	VALUE("time-left", time_left(talk, s))
	VALUE("clock", clock_words(judge_clock(judge, s, dialogue->now)))
	VALUE("broken-off", number(match->unfinished[s].think_ns))
	return NULL;
}

static char *match_value(const struct talk *talk, const char *name)
{
	const struct dialogue *dialogue = &talk->dialogue;
	const struct match *match = judge_match(dialogue->judge);

	VALUE("state", state(talk))
	VALUE("over", yes(match->over))
	VALUE("moves", moves(match))
	VALUE("detail", words(match->verdict.detail))
	VALUE("cause", words(match->verdict.cause))
	VALUE("move-count", number(match->turn_count))
	VALUE("branch", number(match->branch))
	VALUE("scored", yes(match->scored))
	VALUE("held-count", number(held_count(talk)))
	VALUE("deadline", deadline(talk))
	VALUE("turns", number(dialogue->turns))
	VALUE("scores", number(dialogue->scores))
	VALUE("takebacks", number(dialogue->takebacks))
	VALUE("turns-left", number(dialogue->left))
	VALUE("names", number(dialogue->names))
	VALUE("seatings", number(dialogue->seatings))
	VALUE("verdicts", number(dialogue->verdicts))
	VALUE("waiting-decided", yes(match_waiting_decided(match)))
	VALUE("messages", number(dialogue->line_count))
	VALUE("black", number(gomoku_black(match, match->turn_count)))
	VALUE("why", dialogue_why(dialogue, WHY_VERDICT, 0))
	return NULL;
}

static char *value_of(const struct talk *talk, const char *query)
{
	size_t size = strcspn(query, " ");
	FREED char *name = bytes_copy(query, size);
	char *value;
	const char *rest = query + size + strspn(query + size, " ");
	int one = *rest ? (int)talk_number(&rest) : 0, two = *rest ? (int)talk_number(&rest) : 0;

	value = strcmp(name, "refusal") == 0 ? words(talk->refusal) : message_value(talk, name, one);
	if (!value)
		value = turn_value(talk, name, one, two);
	if (!value)
		value = held_value(talk, name, one);
	if (!value)
		value = talk_stop_value(talk, name, one);
	if (!value && is_seat(one))
		value = seat_value(talk, name, one);
	if (!value)
		value = match_value(talk, name);
	if (!value)
		talk_failed("expected the name of a value, got \"%s\"", name);
	return value;
}

static bool is_time(const char *query)
{
	static const char *const times[] = {"deadline",   "turn-time",      "time-left",     "broken-off",
					    "turn-think", "turn-tolerance", "message-time",  "message-first",
					    "turn-held",  "turn-left",      "turn-began",    "turn-asked",
					    "turn-first", "turn-last",      "waited",        "waits-now",
					    "waits-cpu",  "held-delay",     "least-distance"};

	for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++)
		if (talk_word(&(const char *){query}, times[i]))
			return true;
	return false;
}

void talk_compare(struct talk *talk, const char *query, char sign, const char *expected)
{
	FREED char *got = value_of(talk, query);
	char *want;
	bool flags = *got == ' ', has;

	if ((is_time(query) || strstr(query, "-number ")) && strchr("+-0123456789", *expected) &&
	    strspn(expected, "-0123456789") < strlen(expected))
		want = number(talk_time(expected));
	else
		want = bytes_text(flags ? " %s%s" : "%s%s", expected, flags && *expected ? " " : "");
	has = strstr(got, want) != NULL;
	if (sign == '=' ? strcmp(got, want) != 0 : has == (sign == 'l'))
		talk_failed("expected %s %s \"%s\", got \"%s\"", query,
			    sign == '='   ? "="
			    : sign == 'h' ? "has"
					  : "lacks",
			    expected, got);
	free(want);
}
