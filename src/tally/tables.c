/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tables.c - the tables of a tournament: who stands where and why, for people.  */
#include "tally.h"

#include "ringside/message.h"
#include "ringside/protocol.h"
#include "ringside/words.h"
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- ranks ---- */

/* What decides between two players, the first first.  */
enum { KEYS = 3 };
struct standing_row {
	int player;
	double keys[KEYS];
};

static int better(const void *a, const void *b)
{
	const struct standing_row *one = a, *other = b;

	for (int k = 0; k < KEYS; k++)
		if (one->keys[k] != other->keys[k])
			return one->keys[k] > other->keys[k] ? -1 : 1;
	return one->player - other->player;
}

/* The kind of the tournament may say what comes first (schedule.h).  Else the mean score decides in games
 * with scores of their own, and the rating in others, or without one the share of the points.  */
struct ranks ranks_of(const struct tallied *tallied)
{
	const struct standings *standings = &tallied->standings;
	const struct schedule_format *format = tallied->format;
	size_t n = (size_t)standings->players;
	struct standing_row *rows = bytes_new(n * sizeof(*rows));
	struct ranks ranks = {.order = bytes_new(n * sizeof(*ranks.order)),
			      .rank = bytes_new(n * sizeof(*ranks.rank)),
			      .ratings = bytes_new(n * sizeof(*ranks.ratings)),
			      .winner = -1,
			      .level = format->level ? format->level(standings, tallied->each) : 0};

	standings_ratings(standings, ranks.ratings);
	for (int i = 0; i < standings->players; i++) {
		const struct mean *mean = &standings->player[i].score;
		double score = !standings->scored ? 0
			       : mean->count      ? mean->middle
						  : -INFINITY,
		       elo = isnan(ranks.ratings[i].elo) /* then the share of points */
				     ? tally_score(&standings->player[i].tally)
				     : round(ranks.ratings[i].elo * 1000), /* without the noise of sums */
			points = standings_total(standings, i);

		if (format->rank)
			rows[i] = (struct standing_row){
				i, {format->rank(standings, tallied->each, i), score, elo}};
		else
			rows[i] = (struct standing_row){i, {score, elo, points}};
	}
	qsort(rows, n, sizeof(*rows), better);
	if (format->won && n > 1 && rows[0].keys[0] == format->won(standings))
		ranks.winner = rows[0].player;
	for (size_t i = 0; i < n; i++) {
		ranks.order[i] = rows[i].player;
		ranks.rank[rows[i].player] = (int)i + 1;
	}
	free(rows);
	return ranks;
}

void ranks_free(struct ranks *ranks)
{
	free(ranks->order);
	free(ranks->rank);
	free(ranks->ratings);
}

/* ---- two players ---- */

struct versus versus_of(const struct standings *standings, int i, int j)
{
	bool turned = i > j;
	const struct pairing_sum *sum = standings_pairing(standings, turned ? j : i, turned ? i : j);
	struct versus versus = {
		.tally = sum->tally, .without = sum->without, .pairs = sum->pairs, .score = sum->score};

	if (turned) {
		versus.tally.wins = sum->tally.losses;
		versus.tally.losses = sum->tally.wins;
		versus.pairs = pairs_turned(&sum->pairs);
		versus.score.sum = 0 - sum->score.sum; /* no minus before 0 */
		versus.score.middle = 0 - sum->score.middle;
	}
	if (pairs_number(&versus.pairs)) {
		versus.elo = pairs_elo(&versus.pairs);
		versus.superiority = pairs_superiority(&versus.pairs);
	} else {
		versus.elo = tally_elo(&versus.tally);
		versus.superiority = tally_superiority(&versus.tally);
	}
	return versus;
}

/* ---- reasons and openings ---- */

/* A reason or an opening, and in how many games it was.  */
struct counted {
	int place, games;
	const char *text;
};

static int more_games(const void *a, const void *b)
{
	const struct counted *one = a, *other = b;

	return one->games != other->games ? (one->games < other->games ? 1 : -1)
					  : strcmp(one->text, other->text);
}

/* The places of the rows, those with the most games first.  */
static void order_by_games(struct counted *rows, int count, int *order)
{
	qsort(rows, (size_t)count, sizeof(*rows), more_games);
	for (int i = 0; i < count; i++)
		order[i] = rows[i].place;
}

int tally_reasons(const struct standings *standings, int order[STANDINGS_REASONS_MOST])
{
	struct counted rows[STANDINGS_REASONS_MOST];

	for (int i = 0; i < standings->reason_count; i++) {
		rows[i] = (struct counted){.place = i, .text = standings->reasons[i]};
		for (int k = 0; k < standings->players; k++)
			rows[i].games += standings->player[k].blamed[i];
	}
	order_by_games(rows, standings->reason_count, order);
	return standings->reason_count;
}

int *tally_openings(const struct standings *standings)
{
	size_t n = (size_t)standings->openings;
	struct counted *rows = bytes_new((n + 1) * sizeof(*rows));
	int *order = bytes_new((n + 1) * sizeof(*order));

	for (size_t i = 0; i < n; i++) {
		const struct opening_sum *opening = &standings->opening[i];

		rows[i] = (struct counted){(int)i, tally_games(&opening->tally) + opening->without,
					   opening->text};
	}
	order_by_games(rows, standings->openings, order);
	free(rows);
	return order;
}

/* ---- how players learnt ---- */

static bool any_tenths(const struct standings *standings)
{
	for (int i = 0; i < standings->players; i++)
		if (standings->player[i].tenths[0].count)
			return true;
	return false;
}

int tally_curves(const struct tallied *tallied, struct curve curves[CURVES_MOST])
{
	const struct standings *standings = &tallied->standings;
	bool stays = json_is_false(json_object_get(tallied->tournament, "restart"));
	int count = 0;

	if (!standings->scored)
		return 0;
	if (any_tenths(standings))
		curves[count++] = (struct curve){.title = "Learning in a game",
						 .note = "The mean score of a move in each tenth of a game.",
						 .in_game = true,
						 .points = RESULT_TENTHS};
	/* Fresh processes know nothing of other games.  */
	if (standings->rounds > 1 && (stays || (tallied->format->alone && !count)))
		curves[count++] = (struct curve){.title = "Learning",
						 .note = "The mean score in these rounds.",
						 .points = (standings->rounds - 1) / standings->stretch + 1};
	return count;
}

const struct mean *curve_at(const struct curve *curve, const struct player_sum *player, int point)
{
	return curve->in_game ? &player->tenths[point] : &player->curve[point];
}

void curve_span(const struct curve *curve, const struct standings *standings, int point, int *from, int *to)
{
	int each = curve->in_game ? 100 / RESULT_TENTHS : standings->stretch;

	*from = point * each + 1;
	*to = curve->in_game || (point + 1) * each < standings->rounds ? (point + 1) * each
								       : standings->rounds;
}

void curve_add_label(struct bytes *to, const struct curve *curve, const struct standings *standings,
		     int point)
{
	int first, last;

	curve_span(curve, standings, point, &first, &last);
	if (curve->in_game)
		bytes_addf(to, "%d%%", last);
	else if (first == last)
		bytes_addf(to, "%d", last);
	else
		bytes_addf(to, "%d-%d", first, last);
}

static void curve_add_sheet(const struct curve *curve, const struct tallied *tallied,
			    const struct ranks *ranks, struct sheets *sheets)
{
	const struct standings *standings = &tallied->standings;
	struct sheet *sheet = sheets_add(sheets, curve->title);

	sheet_column(sheet, SHEET_LEFT, "player");
	for (int k = 0; k < curve->points; k++) {
		struct bytes label = {0};

		curve_add_label(&label, curve, standings, k);
		sheet_column(sheet, SHEET_RIGHT, "%s", label.at);
		bytes_free(&label);
	}
	for (int i = 0; i < standings->players; i++) {
		int n = ranks->order[i];

		sheet_cell(sheet, "%s", tallied->names[n]);
		for (int k = 0; k < curve->points; k++) {
			const struct mean *mean = curve_at(curve, &standings->player[n], k);

			/* So ten of them fit beside a name.  */
			if (curve->in_game && mean->count && fabs(mean->middle) < 100)
				sheet_cell(sheet, "%.2f", fabs(mean->middle) < 0.005 ? 0 : mean->middle);
			else
				sheet_number(sheet, mean->count ? mean->middle : NAN);
		}
	}
	sheet_note(sheet, "%s", curve->note);
}

/* Rows for a terminal.  */
enum { PAIRINGS_SHOWN = 45, OPENINGS_SHOWN = 20 };

/* ---- cells ---- */

static void cell_of_points(struct sheet *sheet, double points)
{
	sheet_cell(sheet, "%.*f", points != floor(points), points);
}

/* NAN: not known.  */
static void cell_of(struct sheet *sheet, int digits, double number)
{
	if (isnan(number))
		sheet_cell(sheet, "-");
	else
		sheet_cell(sheet, "%.*f", digits, number);
}

static void cell_of_share(struct sheet *sheet, const struct tally *tally)
{
	cell_of(sheet, 1, tally_games(tally) ? 100 * tally_score(tally) : NAN);
}

static void cell_of_elo(struct sheet *sheet, double elo)
{
	if (isnan(elo))
		sheet_cell(sheet, "-");
	else if (isfinite(elo))
		sheet_cell(sheet, "%+.0f", fabs(elo) < 0.5 ? 0 : elo);
	else
		sheet_cell(sheet, "%sinf", elo < 0 ? "-" : "+");
}

static void cells_of_tally(struct sheet *sheet, const struct tally *tally)
{
	sheet_cell(sheet, "%d", tally->wins);
	sheet_cell(sheet, "%d", tally->draws);
	sheet_cell(sheet, "%d", tally->losses);
}

static void cells_of_mean(struct sheet *sheet, const struct mean *mean)
{
	sheet_number(sheet, mean->count ? mean->sum / mean->count : NAN);
	sheet_number(sheet, mean_error(mean));
}

/* Columns of numbers; one whose head begins with < has texts.  */
static void columns(struct sheet *sheet, const char *const *heads)
{
	for (; *heads; heads++)
		sheet_column(sheet, **heads == '<' ? SHEET_LEFT : SHEET_RIGHT, "%s",
			     *heads + (**heads == '<'));
}

/* ---- tables ---- */

static void add_standing(const struct tallied *tallied, const struct ranks *ranks, struct sheets *sheets)
{
	const struct standings *standings = &tallied->standings;
	struct sheet *sheet = sheets_add(sheets, "Standing");
	bool byes = false, gone = false;

	for (int i = 0; i < standings->players; i++) {
		byes |= standings->player[i].byes > 0;
		gone |= standings->player[i].byes > 0 && standings->player[i].withdrawn;
	}
	sheet->fixed = 2;
	columns(sheet, (const char *const[]){"#", "<player", "Elo", "+/-", "games", "points", "%", "won",
					     "drawn", "lost", NULL});
	if (byes)
		columns(sheet, (const char *const[]){"free", NULL});
	if (standings->without)
		columns(sheet, (const char *const[]){"no result", NULL});
	for (int i = 0; i < standings->players; i++) {
		int n = ranks->order[i];
		const struct player_sum *player = &standings->player[n];
		const struct tally *tally = &player->tally;

		sheet_cell(sheet, "%d", i + 1);
		sheet_cell(sheet, "%s", tallied->names[n]);
		cell_of_elo(sheet, ranks->ratings[n].elo);
		cell_of(sheet, 0, ranks->ratings[n].error);
		sheet_cell(sheet, "%d", tally_games(tally) + player->without);
		cell_of_points(sheet, standings_total(standings, n));
		cell_of_share(sheet, tally);
		cells_of_tally(sheet, tally);
		if (byes)
			sheet_cell(sheet, "%d", player->byes);
		if (standings->without)
			sheet_cell(sheet, "%d", player->without);
	}
	if (ranks->winner >= 0 && ranks->level)
		sheet_note(sheet,
			   "%s has won the knock-out. The order of the players decided %d level pairing%s.",
			   tallied->names[ranks->winner], ranks->level, ranks->level == 1 ? "" : "s");
	else if (ranks->winner >= 0)
		sheet_note(sheet, "%s has won the knock-out.", tallied->names[ranks->winner]);
	else if (byes)
		sheet_note(sheet, "A round in which a player was free counts as %d won game%s%s.",
			   standings->bye_games, standings->bye_games == 1 ? "" : "s",
			   gone ? " (withdrawn: none)" : "");
	else if (standings->players > STANDINGS_RATED_MOST)
		sheet_note(sheet, "More than %d players get no ratings: the share of points decides.",
			   STANDINGS_RATED_MOST);
}

static void add_scores(const struct tallied *tallied, const struct ranks *ranks, struct sheets *sheets)
{
	const struct standings *standings = &tallied->standings;
	struct sheet *sheet = sheets_add(sheets, "Scores");

	columns(sheet,
		(const char *const[]){"<player", "games", "sum", "mean", "+/- 95 %", "deviation", NULL});
	for (int i = 0; i < standings->players; i++) {
		const struct mean *score = &standings->player[ranks->order[i]].score;

		sheet_cell(sheet, "%s", tallied->names[ranks->order[i]]);
		sheet_cell(sheet, "%d", score->count);
		sheet_number(sheet, score->sum);
		cells_of_mean(sheet, score);
		sheet_number(sheet, score->count > 1 ? mean_deviation(score) : NAN);
	}
}

static void add_cross(const struct tallied *tallied, const struct ranks *ranks, struct sheets *sheets)
{
	const struct standings *standings = &tallied->standings;
	struct sheet *sheet = sheets_add(sheets, "Cross table");

	sheet->fixed = 2;
	columns(sheet, (const char *const[]){"#", "<player", NULL});
	for (int i = 0; i < standings->players; i++)
		sheet_column(sheet, SHEET_RIGHT, "%d", i + 1);
	for (int row = 0; row < standings->players; row++) {
		int i = ranks->order[row];

		sheet_cell(sheet, "%d", row + 1);
		sheet_cell(sheet, "%s", tallied->names[i]);
		for (int column = 0; column < standings->players; column++) {
			int j = ranks->order[column];

			if (i == j)
				sheet_cell(sheet, "*");
			else if (tally_games(
					 &standings_pairing(standings, i < j ? i : j, i < j ? j : i)->tally))
				cell_of_points(sheet, standings_points(standings, i, j));
			else
				sheet_cell(sheet, ".");
		}
	}
	sheet_note(sheet, "The points that the player of the row has taken from the one of the column.");
}

static void add_pairing(const struct tallied *tallied, struct sheet *sheet, int i, int j)
{
	struct versus versus = versus_of(&tallied->standings, i, j);

	if (!tally_games(&versus.tally) && !versus.without)
		return;
	sheet_cell(sheet, "%s", tallied->names[i]);
	sheet_cell(sheet, "%s", tallied->names[j]);
	cells_of_tally(sheet, &versus.tally);
	cell_of_elo(sheet, versus.elo.middle);
	cell_of_elo(sheet, versus.elo.low);
	cell_of_elo(sheet, versus.elo.high);
	cell_of(sheet, 1, 100 * versus.superiority);
	if (tallied->standings.scored)
		cells_of_mean(sheet, &versus.score);
}

static void add_pairings(const struct tallied *tallied, const struct ranks *ranks, struct sheets *sheets)
{
	const struct standings *standings = &tallied->standings;
	struct sheet *sheet = sheets_add(sheets, "Who beats whom");
	char *half;

	sheet->fixed = 2;
	sheet->most = PAIRINGS_SHOWN;
	columns(sheet, (const char *const[]){"<player", "<against", "won", "drawn", "lost", "Elo", "from",
					     "to", "LOS %", NULL});
	if (standings->scored)
		columns(sheet, (const char *const[]){"score", "+/-", NULL});
	for (int i = 0; i < standings->players; i++)
		for (int j = i + 1; j < standings->players; j++)
			add_pairing(tallied, sheet, ranks->order[i], ranks->order[j]);
	half = standings->half_pairs ? bytes_text(" Of %d pair%s one game is missing.", standings->half_pairs,
						  standings->half_pairs == 1 ? "" : "s")
				     : NULL;
	sheet_note(sheet,
		   "Elo is with its 95 %% interval from pairs of games; LOS is the likelihood of "
		   "superiority.%s",
		   half ? half : "");
	free(half);
}

/* What the first seat is in any game of the system that has one.  */
static const struct first_words *first_words(const char *system)
{
	const struct protocol *protocol = protocol_named(system);
	const struct first_words *words = NULL;
	struct setup setup;

	setup_init(&setup);
	if (protocol && protocol->texts->first)
		words = protocol->texts->first(&setup);
	setup_free(&setup);
	return words ? words : &first_begins;
}

static void add_sides(const struct tallied *tallied, const struct ranks *ranks, struct sheets *sheets)
{
	const struct standings *standings = &tallied->standings;
	const struct first_words *words = first_words(tallied->system);
	struct sheet *sheet = sheets_add(sheets, words->title);
	char *adjudicated = NULL;

	columns(sheet, (const char *const[]){"<player", "1st: won", "drawn", "lost", "%", "2nd: won", "drawn",
					     "lost", "%", NULL});
	for (int i = 0; i < standings->players; i++) {
		const struct player_sum *player = &standings->player[ranks->order[i]];

		sheet_cell(sheet, "%s", tallied->names[ranks->order[i]]);
		for (int side = 0; side < 2; side++) {
			cells_of_tally(sheet, &player->sides[side]);
			cell_of_share(sheet, &player->sides[side]);
		}
	}
	if (standings->adjudicated)
		adjudicated = bytes_text(" %d game%s adjudicated.", standings->adjudicated,
					 standings->adjudicated == 1 ? " was" : "s were");
	sheet_note(sheet, "%c%s won %d game%s, %s %d.%s", toupper((unsigned char)*words->one), words->one + 1,
		   standings->side[0], standings->side[0] == 1 ? "" : "s", words->other, standings->side[1],
		   adjudicated ? adjudicated : "");
	free(adjudicated);
}

static void add_openings(const struct tallied *tallied, struct sheets *sheets)
{
	const struct standings *standings = &tallied->standings;
	struct sheet *sheet = sheets_add(sheets, "Openings");
	int *order = tally_openings(standings);

	sheet->most = OPENINGS_SHOWN;
	columns(sheet, (const char *const[]){"<opening", "1st won", "drawn", "2nd won", "1st %", NULL});
	for (int i = 0; i < standings->openings; i++) {
		const struct opening_sum *opening = &standings->opening[order[i]];
		char *words = tally_words((struct piece){opening->text, strlen(opening->text)});

		sheet_cell(sheet, "%s", words);
		cells_of_tally(sheet, &opening->tally);
		cell_of_share(sheet, &opening->tally);
		free(words);
	}
	if (standings->openings_left)
		sheet_note(sheet, "%d games had other openings, which are not in the table.",
			   standings->openings_left);
	free(order);
}

static void add_faults(const struct tallied *tallied, const struct ranks *ranks, struct sheets *sheets)
{
	const struct standings *standings = &tallied->standings;
	struct sheet *sheet = sheets_add(sheets, "Faults");
	int order[STANDINGS_REASONS_MOST], reasons = tally_reasons(standings, order);

	columns(sheet, (const char *const[]){"<player", "faults", NULL});
	for (int k = 0; k < reasons; k++) {
		struct bytes head = {0};

		bytes_add(&head, "", 0);
		words_add_name(&head, standings->reasons[order[k]]);
		sheet_column(sheet, SHEET_RIGHT, "%s", head.at);
		bytes_free(&head);
	}
	for (int i = 0; i < standings->players; i++) {
		const struct player_sum *player = &standings->player[ranks->order[i]];

		sheet_cell(sheet, "%s", tallied->names[ranks->order[i]]);
		sheet_cell(sheet, "%" PRId64, player->faults);
		for (int k = 0; k < reasons; k++)
			sheet_cell(sheet, "%d", player->blamed[order[k]]);
	}
	sheet_note(sheet, "How often the player broke the protocol, and the games that ended by its fault.");
}

static void add_times(const struct tallied *tallied, const struct ranks *ranks, struct sheets *sheets)
{
	const struct standings *standings = &tallied->standings;
	struct sheet *sheet = sheets_add(sheets, "Time and memory");
	double held = 0, waited = 0;
	struct bytes note = {0};

	for (int i = 0; i < standings->players; i++) {
		held += standings->player[i].measured.held_turns;
		waited += standings->player[i].measured.waited_turns;
	}
	columns(sheet, (const char *const[]){"<player", "think s", "a move ms", "longest ms", "CPU s",
					     "peak MB", NULL});
	if (waited > 0)
		columns(sheet, (const char *const[]){"waited s", "in turns", NULL});
	for (int i = 0; i < standings->players; i++) {
		const struct measured *measured = &standings->player[ranks->order[i]].measured;

		sheet_cell(sheet, "%s", tallied->names[ranks->order[i]]);
		sheet_number(sheet, measured->think.count ? measured->think.middle : NAN);
		sheet_number(sheet, 1000 * measured_move(measured));
		sheet_number(sheet, 1000 * measured->longest);
		sheet_number(sheet, measured->cpu.count ? measured->cpu.middle : NAN);
		sheet_number(sheet, measured->memory / (1 << 20));
		if (waited > 0) {
			sheet_number(sheet, measured->waited);
			sheet_cell(sheet, "%.0f", measured->waited_turns);
		}
	}
	bytes_add_text(&note, "Think and CPU time are means of a game");
	if (held <= 0)
		bytes_add_text(&note, "; longest is the longest move");
	bytes_add_text(&note, ".");
	if (held > 0)
		bytes_addf(&note, " ringside itself was held up in %.0f turn%s.", held, held == 1 ? "" : "s");
	if (waited > 0)
		bytes_add_text(&note, " Who waited for a core, did so in all games together.");
	sheet_note(sheet, "%s", note.at);
	bytes_free(&note);
}

static void add_machines(const struct tallied *tallied, struct sheets *sheets)
{
	struct sheet *sheet = sheets_add(sheets, "Machines");

	columns(sheet, (const char *const[]){"<shard", "cores", "clock ns", "<ringside", "<CPU", NULL});
	for (int i = 0; i < tallied->machine_count; i++) {
		const struct tally_machine *machine = &tallied->machines[i];

		sheet_cell(sheet, "%s", *machine->shard ? machine->shard : "-");
		sheet_cell(sheet, "%d", machine->cores);
		sheet_number(sheet, machine->clock_ns);
		sheet_cell(sheet, "%s", machine->ringside);
		sheet_cell(sheet, "%s", machine->cpu);
	}
	sheet_note(sheet, "The clock is what one look at it takes.");
}

/* ---- all ---- */

void tally_sheets(const struct tallied *tallied, const struct ranks *ranks, struct sheets *sheets)
{
	const struct standings *standings = &tallied->standings;
	struct curve curves[CURVES_MOST];
	int count = tally_curves(tallied, curves);
	bool decided = false, sides = false, faults = standings->reason_count > 0, measured = false;

	for (int i = 0; i < standings->players; i++) {
		const struct player_sum *player = &standings->player[i];

		decided |= tally_games(&player->tally) > 0;
		sides |= tally_games(&player->sides[0]) || tally_games(&player->sides[1]);
		faults |= player->faults > 0;
		measured |= player->measured.think.count > 0;
	}
	if (decided || !standings->scored)
		add_standing(tallied, ranks, sheets);
	if (standings->scored)
		add_scores(tallied, ranks, sheets);
	for (int i = 0; i < count; i++)
		curve_add_sheet(&curves[i], tallied, ranks, sheets);
	if (decided && standings->players <= STANDINGS_RATED_MOST) {
		add_cross(tallied, ranks, sheets);
		add_pairings(tallied, ranks, sheets);
	}
	if (sides)
		add_sides(tallied, ranks, sheets);
	if (standings->openings)
		add_openings(tallied, sheets);
	if (faults)
		add_faults(tallied, ranks, sheets);
	if (measured)
		add_times(tallied, ranks, sheets);
	if (tallied->machine_count > 1)
		add_machines(tallied, sheets);
}

char *tally_title(const struct tallied *tallied)
{
	const struct standings *standings = &tallied->standings;
	int64_t planned = tally_planned(tallied);
	struct bytes title = {0};

	words_add_name(&title, tallied->system);
	bytes_add_text(&title, ", ");
	words_add_name(&title, tallied->kind);
	bytes_addf(&title, ": %d player%s, %d", standings->players, standings->players == 1 ? "" : "s",
		   standings->games);
	if (planned > standings->games)
		bytes_addf(&title, " of %" PRId64, planned);
	bytes_addf(&title, " game%s", standings->games == 1 && planned <= 1 ? "" : "s");
	if (tallied->machine_count > 1)
		bytes_addf(&title, ", %d machines", tallied->machine_count);
	return title.at;
}

char *tally_sprt_words(const struct tallied *tallied, const struct sprt *sprt)
{
	struct pairs pairs = standings_pairs(&tallied->standings, 0);
	FREED char *test = sprt_words(sprt), *ratio = sprt_ratio_words(sprt, &pairs);
	const char *end = NULL;

	switch (pairs_state(sprt, &pairs)) {
	case SPRT_ACCEPTS_0: end = "accepted elo0"; break;
	case SPRT_ACCEPTS_1: end = "accepted elo1"; break;
	case SPRT_GOES_ON: end = "neither is accepted yet"; break;
	}
	return bytes_text("sprt %s: %s against %s: %s: %s", test, tallied->names[0],
			  tallied->standings.players == 2 ? tallied->names[1] : "all others", ratio, end);
}
