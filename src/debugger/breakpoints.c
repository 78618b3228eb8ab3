/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* breakpoints.c - the table of breakpoints, and the decision to stop when the judge asks.
 *
 * Every breakpoint that is hit counts; the first gives the reason.  The judge asks only while one is enabled.
 */
#include "breakpoints_state.h"

#include "ringside/bytes.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The i-th condition of the breakpoint from 0; NULL past the last.  */
static struct condition *condition_at(const struct breakpoint *breakpoint, int i)
{
	struct condition *own[] = {breakpoint->condition, breakpoint->watched};

	for (int k = 0; k < 2; k++)
		if (own[k] && i-- == 0)
			return own[k];
	for (int k = 0; k < breakpoint->piece_count; k++)
		if (breakpoint->pieces[k].value && i-- == 0)
			return breakpoint->pieces[k].value;
	return NULL;
}

static void forget_seen(struct breakpoint *breakpoint)
{
	for (int s = 0; s < SEATS; s++) {
		free(breakpoint->seen[s].text);
		breakpoint->seen[s] = (struct seen){0};
		breakpoint->held[s] = false;
	}
	breakpoint->looked = false;
	for (int i = 0; condition_at(breakpoint, i); i++)
		condition_forget(condition_at(breakpoint, i));
}

static void clear(struct breakpoint *breakpoint)
{
	forget_seen(breakpoint);
	condition_free(breakpoint->condition);
	condition_free(breakpoint->watched);
	for (int i = 0; i < breakpoint->piece_count; i++) {
		free(breakpoint->pieces[i].text);
		condition_free(breakpoint->pieces[i].value);
	}
	free(breakpoint->pieces);
	free(breakpoint->move);
	free(breakpoint->form);
}

static void drop(struct breakpoints *breakpoints, int i)
{
	assert(i >= 0 && i < breakpoints->count);
	clear(&breakpoints->at[i]);
	breakpoints->count--;
	memmove(breakpoints->at + i, breakpoints->at + i + 1,
		(size_t)(breakpoints->count - i) * sizeof(*breakpoints->at));
}

/* ---- deciding ---- */

/* Remembers the value that a watchpoint sees for the seat.  True: it differs from the one before, and `words`
 * says how.  */
static bool notice_change(struct breakpoint *breakpoint, struct moment *moment,
			  const struct condition_source *source, char **words)
{
	struct condition_value now = condition_value(breakpoint->watched, source);
	struct seen *seen = &breakpoint->seen[moment->stop->seat];
	const struct condition_value *was = &seen->value;
	bool is_text = now.type == CONDITION_NAME || now.type == CONDITION_TEXT, same;
	char *old, *new;

	assert(breakpoint->watched && is_seat(moment->stop->seat));
	if (!now.known)
		same = !was->known;
	else if (is_text)
		same = was->known && now.size == was->size && memcmp(now.text, was->text, now.size) == 0;
	else
		same = was->known && now.number >= was->number && now.number <= was->number;
	if (seen->known && same)
		return false;
	if (seen->known) {
		old = condition_value_words(was);
		new = condition_value_words(&now);
		if (!is_text && strcmp(old, new) == 0) { /* their units round them to the same */
			free(old);
			free(new);
			old = bytes_text("%.0f", was->number);
			new = bytes_text("%.0f", now.number);
		}
		*words = bytes_text("%s of seat %d changed from %s to %s",
				    condition_text(breakpoint->watched), moment->stop->seat, old, new);
		free(old);
		free(new);
	}
	free(seen->text);
	seen->text = now.known && is_text ? bytes_copy(now.text, now.size) : NULL;
	seen->value = now;
	seen->value.text = seen->text;
	same = !seen->known;
	seen->known = true;
	return !same;
}

static bool is_crash(const struct ending *ending)
{
	return ending->signalled || ending->code;
}

/* Is the breakpoint's place reached?  A watchpoint remembers the value, and puts the change into `words`.  */
static bool is_reached(struct breakpoint *breakpoint, struct moment *moment,
		       const struct condition_source *source, char **words)
{
	const struct stop *stop = moment->stop;
	bool message = stop->kind == STOP_MESSAGE, exit = stop->kind == STOP_EXIT,
	     between = stop->kind == STOP_TIME && breakpoint->timed;

	switch (breakpoint->where) {
	case AT_ANSWER: return message && moment_answer(moment);
	case AT_TURN: return stop->turn == breakpoint->turn && moment_answer(moment);
	case AT_MOVE: return moment_is_move(moment, breakpoint->form);
	case AT_MESSAGE: return message || between;
	case AT_FAULT: return stop->kind == STOP_FAULT;
	case AT_ILLEGAL: return message && !moment_is_legal(moment);
	case AT_TIMEOUT: return stop->kind == STOP_LIMIT;
	case AT_CRASH: return stop->kind == STOP_CRASH || (exit && is_crash(&stop->ending));
	case AT_EXIT: return exit && !is_crash(&stop->ending);
	case AT_VERDICT: return stop->kind == STOP_VERDICT;
	case AT_CHANGE: return (message || between) && notice_change(breakpoint, moment, source, words);
	}
	return false;
}

/* Does the condition hold without a message?  */
static bool holds_without_message(const struct breakpoint *breakpoint, const struct moment *moment)
{
	struct stop stop = {.kind = STOP_TIME,
			    .t = moment->stop->t,
			    .seat = moment->stop->seat,
			    .turn = moment->stop->turn,
			    .words = ""};
	struct moment between = {.session = moment->session, .judge = moment->judge, .stop = &stop};
	struct condition_source source = {moment_value, &between};
	bool holds = condition_holds(breakpoint->condition, &source);

	moment_clear(&between);
	return holds;
}

/* Does the condition stop the match now?  One that holds without a message stops when it becomes true, not
 * again at each message.  */
static bool update_condition(struct breakpoint *breakpoint, struct moment *moment,
			     const struct condition_source *source)
{
	bool *held = &breakpoint->held[moment->stop->seat], before = *held;

	assert(is_seat(moment->stop->seat));
	if (!breakpoint->condition || breakpoint->condition != breakpoint->timed)
		return !breakpoint->condition || condition_holds(breakpoint->condition, source);
	*held = holds_without_message(breakpoint, moment);
	return *held ? !before : condition_holds(breakpoint->condition, source);
}

/* Shows the message to the conditions that remember.  */
static void see(struct breakpoint *breakpoint, struct moment *moment)
{
	struct condition_source source = {moment_value, moment};

	for (int i = 0; !breakpoint->disabled && condition_at(breakpoint, i); i++)
		condition_see(condition_at(breakpoint, i), &source, judge_match(moment->judge)->turn_count);
}

/* Counts a hit.  True: it stops the match.  */
static bool count_hit(struct breakpoint *breakpoint, struct moment *moment, char **words)
{
	struct condition_source source = {moment_value, moment};

	assert(breakpoint->ignore >= 0);
	if (breakpoint->disabled || !is_reached(breakpoint, moment, &source, words) ||
	    !update_condition(breakpoint, moment, &source))
		return false;
	if (moment->stop->kind == STOP_TIME && !*words)
		*words = moment_value_words(moment, breakpoint->timed);
	breakpoint->hits++;
	if (!breakpoint->ignore)
		return true;
	breakpoint->ignore--;
	return false;
}

/* "breakpoint 2, seat 1 plays 7,7"; NULL if that is only noted.  */
static char *tell(const struct breakpoints *breakpoints, const struct breakpoint *breakpoint,
		  struct moment *moment, const char *words)
{
	char *what = words ? bytes_text("%s", words) : moment_words(moment), *told = NULL;

	assert(breakpoint->number > 0);
	if (breakpoints->note)
		breakpoints->note(breakpoints->note_user, moment->stop, what);
	else
		told = bytes_text("%s %d, %s", breakpoint_kind_name(breakpoint->kind), breakpoint->number,
				  what);
	free(what);
	return told;
}

static void begin_game(struct breakpoints *breakpoints, int game)
{
	if (breakpoints->game != game)
		for (int i = 0; i < breakpoints->count; i++)
			forget_seen(&breakpoints->at[i]);
	breakpoints->game = game;
}

static char *stop_reason(void *user, const struct judge *judge, const struct stop *stop)
{
	struct breakpoints *breakpoints = user;
	struct moment moment = {.session = breakpoints->session, .judge = judge, .stop = stop};
	char *told = NULL;

	begin_game(breakpoints, judge_match(judge)->setup.game);
	for (int i = 0; i < breakpoints->count && stop->message && stop->kind == STOP_MESSAGE; i++)
		see(&breakpoints->at[i], &moment);
	for (int i = 0; i < breakpoints->count;) {
		struct breakpoint *breakpoint = &breakpoints->at[i];
		char *words = NULL;
		bool hit = count_hit(breakpoint, &moment, &words);

		if (hit && breakpoint->kind == TRACEPOINT) {
			if (breakpoints->log)
				breakpoint_write_log(breakpoints, breakpoint, &moment);
			hit = false;
		}

		if (stop->kind == STOP_TIME) {
			breakpoint->looked = true;
			breakpoint->looked_at = stop->t;
		}
		if (hit && !told)
			told = tell(breakpoints, breakpoint, &moment, words);
		free(words);
		if (hit && breakpoint->temporary)
			drop(breakpoints, i);
		else
			i++;
	}
	moment_clear(&moment);
	return told;
}

/* When a condition may next become true between messages.  A new one is checked at once.  */
static int64_t next_look(void *user, const struct judge *judge, int64_t since)
{
	const struct breakpoints *breakpoints = user;
	const struct setup *setup = &judge_match(judge)->setup;
	bool agents = false;
	int64_t first = INT64_MAX, next;

	for (int s = 0; s < SEATS; s++)
		agents = agents || setup->seat[s].kind == SEAT_AGENT;
	for (int i = 0; i < breakpoints->count && agents; i++) {
		const struct breakpoint *breakpoint = &breakpoints->at[i];

		if (!breakpoint->timed || breakpoint->disabled)
			continue;
		next = breakpoint->looked
			       ? moment_next_change(judge, breakpoint->timed, since, breakpoint->looked_at)
			       : since;
		first = next < first ? next : first;
	}
	return first;
}

/* ---- the table ---- */

struct breakpoints *breakpoints_new(void)
{
	struct breakpoints *breakpoints = bytes_new(sizeof(*breakpoints));

	breakpoints->variables = variables_new();
	return breakpoints;
}

void breakpoints_free(struct breakpoints *breakpoints)
{
	if (!breakpoints)
		return;
	for (int i = 0; i < breakpoints->count; i++)
		clear(&breakpoints->at[i]);
	free(breakpoints->at);
	variables_free(breakpoints->variables);
	bytes_free(&breakpoints->written);
	free(breakpoints);
}

/* The judge asks while a breakpoint is enabled.  */
static void watch(struct breakpoints *breakpoints)
{
	struct stops stops = {.reason = stop_reason, .user = breakpoints};
	bool any = false, crashes = false;

	for (int i = 0; i < breakpoints->count; i++) {
		any = any || !breakpoints->at[i].disabled;
		crashes = crashes || (breakpoints->at[i].where == AT_CRASH && !breakpoints->at[i].disabled);
		if (breakpoints->at[i].timed && !breakpoints->at[i].disabled)
			stops.due = next_look;
	}
	if (breakpoints->session)
		session_set_stops(breakpoints->session, any ? &stops : NULL);
	if (breakpoints->session && crashes && !breakpoints->note)
		session_trace_crashes(breakpoints->session);
}

void breakpoints_watch(struct breakpoints *breakpoints, struct session *session)
{
	if (breakpoints->session == session)
		return;
	if (breakpoints->session)
		session_set_stops(breakpoints->session, NULL);
	breakpoints->session = session;
	breakpoints->game = 0;
	watch(breakpoints);
}

void breakpoints_lose(struct breakpoints *breakpoints)
{
	breakpoints->session = NULL;
}

/* The condition that is checked between messages; NULL: none.  A watched value that depends on the message is
 * not.  */
static const struct condition *timed_of(const struct breakpoint *breakpoint)
{
	static const enum condition_field said[] = {CONDITION_CHANNEL_FIELD, CONDITION_DIR_FIELD,
						    CONDITION_TEXT_FIELD, CONDITION_BYTES_FIELD,
						    CONDITION_LEGAL_FIELD};
	const struct condition *watched = breakpoint->watched;

	for (size_t i = 0; watched && i < sizeof(said) / sizeof(said[0]); i++)
		if (condition_uses(watched, said[i]) || !condition_is_truth(watched))
			watched = NULL;
	if (breakpoint->where == AT_MESSAGE)
		watched = breakpoint->condition;
	return watched && moment_can_change(watched) ? watched : NULL;
}

/* Adds it and takes over what it owns.  Not good: frees that, and gives 0.  */
static int add(struct breakpoints *breakpoints, struct breakpoint *breakpoint, bool good)
{
	assert(breakpoint);
	if (!good) {
		clear(breakpoint);
		return 0;
	}
	breakpoints->at =
		bytes_resized(breakpoints->at, (size_t)(breakpoints->count + 1) * sizeof(*breakpoints->at));
	breakpoint->number = ++breakpoints->last;
	breakpoint->timed = timed_of(breakpoint);
	breakpoints->at[breakpoints->count++] = *breakpoint;
	watch(breakpoints);
	return breakpoint->number;
}

int breakpoints_add(struct breakpoints *breakpoints, enum breakpoint_kind kind, bool temporary,
		    const char *words, const struct setup *setup, struct condition_mistake *mistake)
{
	struct breakpoint breakpoint = {.kind = kind, .temporary = temporary};

	return add(breakpoints, &breakpoint,
		   breakpoint_read(&breakpoint, words, setup, breakpoints->variables, mistake));
}

int breakpoints_add_move(struct breakpoints *breakpoints, bool temporary, const char *move,
			 const struct setup *setup, struct condition_mistake *mistake)
{
	struct breakpoint breakpoint = {.kind = BREAKPOINT, .temporary = temporary};

	return add(breakpoints, &breakpoint, breakpoint_read_move(&breakpoint, move, setup, mistake));
}

int breakpoints_add_turn(struct breakpoints *breakpoints, bool temporary, int n)
{
	struct breakpoint breakpoint = {
		.kind = BREAKPOINT, .where = AT_TURN, .temporary = temporary, .turn = n};

	return add(breakpoints, &breakpoint, true);
}

static const struct breakpoint *find(const struct breakpoints *breakpoints, int number)
{
	for (int i = 0; i < breakpoints->count; i++)
		if (breakpoints->at[i].number == number)
			return &breakpoints->at[i];
	return NULL;
}

bool breakpoints_has(const struct breakpoints *breakpoints, int number)
{
	return find(breakpoints, number);
}

void breakpoints_delete(struct breakpoints *breakpoints, int number)
{
	for (int i = breakpoints->count - 1; i >= 0; i--)
		if (!number || breakpoints->at[i].number == number)
			drop(breakpoints, i);
	watch(breakpoints);
}

/* A watchpoint does not see what changes while it is disabled.  */
void breakpoints_enable(struct breakpoints *breakpoints, int number, bool enabled)
{
	for (int i = 0; i < breakpoints->count; i++) {
		struct breakpoint *breakpoint = &breakpoints->at[i];

		if (number && breakpoint->number != number)
			continue;
		if (!enabled)
			forget_seen(breakpoint);
		breakpoint->disabled = !enabled;
	}
	watch(breakpoints);
}

void breakpoints_ignore(struct breakpoints *breakpoints, int number, int count)
{
	assert(count >= 0);
	for (int i = 0; i < breakpoints->count; i++)
		if (breakpoints->at[i].number == number)
			breakpoints->at[i].ignore = count;
}

/* ---- words ---- */

char *breakpoints_words(const struct breakpoints *breakpoints, int number)
{
	const struct breakpoint *breakpoint = find(breakpoints, number);
	char *what, *words;

	assert(breakpoint);
	what = breakpoint_what(breakpoint);
	words = bytes_text("%s %d: %s%s%s%s", breakpoint_kind_name(breakpoint->kind), number, what,
			   breakpoint->temporary ? ", once" : "", breakpoint->condition ? " if " : "",
			   breakpoint->condition ? condition_text(breakpoint->condition) : "");
	free(what);
	return words;
}

static void list(struct bytes *text, const struct breakpoint *breakpoint)
{
	char *what = breakpoint_what(breakpoint);

	bytes_addf(text, "\n%-3d %-10s %-4s %-3s %s", breakpoint->number,
		   breakpoint_kind_name(breakpoint->kind), breakpoint->temporary ? "del" : "keep",
		   breakpoint->disabled ? "n" : "y", what);
	if (breakpoint->condition)
		bytes_addf(text, "\n        stop only if %s", condition_text(breakpoint->condition));
	if (breakpoint->hits)
		bytes_addf(text, "\n        already hit %lld time%s", (long long)breakpoint->hits,
			   breakpoint->hits == 1 ? "" : "s");
	if (breakpoint->ignore)
		bytes_addf(text, "\n        ignore next %d hit%s", breakpoint->ignore,
			   breakpoint->ignore == 1 ? "" : "s");
	free(what);
}

char *breakpoints_list(const struct breakpoints *breakpoints)
{
	struct bytes text = {0};

	if (!breakpoints->count)
		return bytes_text("there are no breakpoints: break, catch and watch set them");
	bytes_add_text(&text, "Num Type       Disp Enb What");
	for (int i = 0; i < breakpoints->count; i++)
		list(&text, &breakpoints->at[i]);
	return text.at;
}

bool breakpoints_at_turn(const struct breakpoints *breakpoints, int n)
{
	for (int i = 0; i < breakpoints->count; i++)
		if (breakpoints->at[i].where == AT_TURN && breakpoints->at[i].turn == n &&
		    !breakpoints->at[i].disabled)
			return true;
	return false;
}

int breakpoints_moves(const struct breakpoints *breakpoints, const char **moves, int most)
{
	int count = 0;

	for (int i = 0; i < breakpoints->count && count < most; i++)
		if (breakpoints->at[i].form && !breakpoints->at[i].disabled)
			moves[count++] = breakpoints->at[i].form;
	return count;
}
