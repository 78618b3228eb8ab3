/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tables.c - the tables of a tournament: who stands where and why, for people, and for programs: the standing
 * as CSV, and all of them as a JSON object.  */
#include "tally.h"

#include "ringside/match_json.h"
#include "ringside/message.h"
#include "ringside/protocol.h"
#include "ringside/words.h"
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- sheets ---- */

/* A new sheet at the end, valid until the next is added.  */
static struct sheet *sheets_add(struct sheets *sheets, const char *title)
{
	struct sheet *sheet;

	sheets->at = bytes_resized(sheets->at, ((size_t)sheets->count + 1) * sizeof(*sheets->at));
	sheet = &sheets->at[sheets->count++];
	*sheet = (struct sheet){.title = bytes_text("%s", title), .fixed = 1};
	return sheet;
}

static void sheet_column(struct sheet *sheet, enum sheet_align align, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static void sheet_column(struct sheet *sheet, enum sheet_align align, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	sheet->columns =
		bytes_resized(sheet->columns, ((size_t)sheet->column_count + 1) * sizeof(*sheet->columns));
	sheet->columns[sheet->column_count++] =
		(struct sheet_column){.head = bytes_vtext(format, args), .align = align};
	va_end(args);
}

/* The next cell of the present row.  */
static void sheet_cell(struct sheet *sheet, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void sheet_cell(struct sheet *sheet, const char *format, ...)
{
	size_t count = (size_t)sheet->cell_count;
	va_list args;

	va_start(args, format);
	if ((count & (count - 1)) == 0) /* the room is the next power of two */
		sheet->cells = bytes_resized(sheet->cells, (count ? 2 * count : 1) * sizeof(*sheet->cells));
	sheet->cells[sheet->cell_count++] = bytes_vtext(format, args);
	va_end(args);
}

/* A number as a cell, with about four digits.  NAN and INFINITY: not known.  */
static void sheet_number(struct sheet *sheet, double number)
{
	double size = fabs(number);

	if (size < 0.0005)
		number = 0; /* which has no sign */
	if (!isfinite(number))
		sheet_cell(sheet, "-");
	else
		sheet_cell(sheet, "%.*f", size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3, number);
}

static void sheet_note(struct sheet *sheet, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void sheet_note(struct sheet *sheet, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	free(sheet->note);
	sheet->note = bytes_vtext(format, args);
	va_end(args);
}

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
	FREED struct standing_row *rows = bytes_new(n * sizeof(*rows));
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
	return ranks;
}

void ranks_free(struct ranks *ranks)
{
	free(ranks->order);
	free(ranks->rank);
	free(ranks->ratings);
}

/* ---- two players ---- */

static struct versus versus_of(const struct standings *standings, int i, int j)
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

/* Reasons by which players lost by a fault, the most frequent first; places in standings->reasons.  Returns
 * how many.  */
static int tally_reasons(const struct standings *standings, int order[STANDINGS_REASONS_MOST])
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

/* The places of the openings, those with the most games first; the caller frees.  */
static int *tally_openings(const struct standings *standings)
{
	size_t n = (size_t)standings->openings;
	FREED struct counted *rows = bytes_new((n + 1) * sizeof(*rows));
	int *order = bytes_new((n + 1) * sizeof(*order));

	for (size_t i = 0; i < n; i++) {
		const struct opening_sum *opening = &standings->opening[i];

		rows[i] = (struct counted){(int)i, tally_games(&opening->tally) + opening->without,
					   opening->text};
	}
	order_by_games(rows, standings->openings, order);
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

/* The first and the last round of a point, or the part of a game in per cent.  */
static void curve_span(const struct curve *curve, const struct standings *standings, int point, int *from,
		       int *to)
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
		FREED_BY(bytes_free) struct bytes label = {0};

		curve_add_label(&label, curve, standings, k);
		sheet_column(sheet, SHEET_RIGHT, "%s", label.at);
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
	if (standings->voids)
		columns(sheet, (const char *const[]){"void", NULL});
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
		if (standings->voids)
			sheet_cell(sheet, "%d", player->voids);
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
	FREED char *adjudicated = NULL;

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
}

static void add_openings(const struct tallied *tallied, struct sheets *sheets)
{
	const struct standings *standings = &tallied->standings;
	struct sheet *sheet = sheets_add(sheets, "Openings");
	FREED int *order = tally_openings(standings);

	sheet->most = OPENINGS_SHOWN;
	columns(sheet, (const char *const[]){"<opening", "1st won", "drawn", "2nd won", "1st %", NULL});
	for (int i = 0; i < standings->openings; i++) {
		const struct opening_sum *opening = &standings->opening[order[i]];
		FREED char *words = tally_words((struct piece){opening->text, strlen(opening->text)});

		sheet_cell(sheet, "%s", words);
		cells_of_tally(sheet, &opening->tally);
		cell_of_share(sheet, &opening->tally);
	}
	if (standings->openings_left)
		sheet_note(sheet, "%d games had other openings, which are not in the table.",
			   standings->openings_left);
}

static void add_faults(const struct tallied *tallied, const struct ranks *ranks, struct sheets *sheets)
{
	const struct standings *standings = &tallied->standings;
	struct sheet *sheet = sheets_add(sheets, "Faults");
	int order[STANDINGS_REASONS_MOST], reasons = tally_reasons(standings, order);

	columns(sheet, (const char *const[]){"<player", "faults", NULL});
	for (int k = 0; k < reasons; k++) {
		FREED_BY(bytes_free) struct bytes head = {0};

		bytes_add(&head, "", 0);
		words_add_name(&head, standings->reasons[order[k]]);
		sheet_column(sheet, SHEET_RIGHT, "%s", head.at);
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
	FREED_BY(bytes_free) struct bytes note = {0};

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

void tally_all_sheets(const struct tallied *tallied, struct sheets *to)
{
	struct ranks ranks;

	if (!tallied->tournament)
		return;
	ranks = ranks_of(tallied);
	tally_sheets(tallied, &ranks, to);
	ranks_free(&ranks);
}

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

/* How many games the tournament has; 0: not known.  */
static int64_t tally_planned(const struct tallied *tallied)
{
	json_int_t rounds = json_integer_value(json_object_get(tallied->tournament, "rounds"));
	struct schedule schedule = {.players = tallied->standings.players, .games = tallied->each};
	int kind = schedule_kind_of(tallied->kind);
	char *problem;

	if (kind < 0)
		return 0;
	schedule.kind = (enum schedule_kind)kind;
	schedule.rounds = rounds > 0 && rounds <= SCHEDULE_PLAYERS ? (int)rounds : 0;
	problem = schedule_problem(&schedule);
	if (!problem)
		return schedule_games(&schedule);
	free(problem);
	return 0;
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

/* ---- CSV ---- */

static bool is_one_of(uint32_t character, const uint32_t *some)
{
	for (; *some; some++)
		if (*some == character)
			return true;
	return false;
}

/* Would a spreadsheet take it for a formula?  Some skip blanks, and take full-width signs for the usual ones.
 */
static bool is_formula(const char *text)
{
	static const uint32_t blanks[] = {' ', 0xa0, 0x2007, 0x202f, 0x3000, 0xfeff, 0},
			      signs[] = {'=',  '+',    '-',    '@',    '\t',   '\r',
					 '\n', 0xff0b, 0xff0d, 0xff1d, 0xff20, 0};
	uint32_t character = 0;
	size_t size;

	while ((size = words_character(text, strlen(text), &character)) && is_one_of(character, blanks))
		text += size;
	return size && is_one_of(character, signs);
}

/* An apostrophe makes it a text.  */
static void add_text(struct bytes *out, const char *text)
{
	bytes_addf(out, "\"%s", is_formula(text) ? "'" : "");
	for (; *text; text++)
		bytes_addf(out, "%s%c", *text == '"' ? "\"" : "", *text);
	bytes_add_text(out, "\"");
}

static void add_number(struct bytes *out, double number)
{
	if (isfinite(number))
		bytes_addf(out, ",%.9g", number);
	else
		bytes_add_text(out, ",");
}

static void add_tally(struct bytes *out, const struct tally *tally)
{
	bytes_addf(out, ",%d,%d,%d", tally->wins, tally->draws, tally->losses);
}

/* How many columns with the points against a player there are.  */
static int against_of(const struct tallied *tallied)
{
	int players = tallied->standings.players;

	return players > STANDINGS_RATED_MOST ? 0 : players;
}

static void add_row(struct bytes *out, const struct tallied *tallied, const struct ranks *ranks, int n)
{
	const struct player_sum *player = &tallied->standings.player[n];
	const struct mean *score = &player->score;
	bool rated = tally_games(&player->tally) > 0; /* else the prior alone speaks */
	bool scored = tallied->standings.scored && score->count;

	bytes_addf(out, "%d,", ranks->rank[n]);
	add_text(out, tallied->names[n]);
	add_number(out, rated ? ranks->ratings[n].elo : NAN);
	add_number(out, rated ? ranks->ratings[n].error : NAN);
	bytes_addf(out, ",%d", tally_games(&player->tally) + player->without);
	add_number(out, standings_total(&tallied->standings, n));
	add_tally(out, &player->tally);
	bytes_addf(out, ",%d,%d,%d", player->without, player->voids, player->byes);
	add_tally(out, &player->sides[0]);
	add_tally(out, &player->sides[1]);
	bytes_addf(out, ",%" PRId64, player->faults);
	add_number(out, scored ? score->sum : NAN);
	add_number(out, scored ? score->sum / score->count : NAN);
	add_number(out, scored ? mean_error(score) : NAN);
	add_number(out, player->measured.think.count ? player->measured.think.middle : NAN);
	add_number(out, measured_move(&player->measured));
	add_number(out, player->measured.longest);
	add_number(out, player->measured.cpu.count ? player->measured.cpu.middle : NAN);
	add_number(out, player->measured.memory);
	add_number(out, player->measured.waited);
	add_number(out, player->measured.waited_turns);
	for (int i = 0; i < against_of(tallied); i++)
		add_number(out, ranks->order[i] == n
					? NAN
					: standings_points(&tallied->standings, n, ranks->order[i]));
	bytes_add_text(out, "\n");
}

char *tally_csv(const struct tallied *tallied, const struct ranks *ranks)
{
	struct bytes out = {0};

	bytes_add_text(
		&out,
		"rank,player,elo,elo_error,games,points,won,drawn,lost,without,void,free,began_won,began_"
		"drawn,"
		"began_lost,second_won,second_drawn,second_lost,faults,score_sum,score_mean,score_error,"
		"think,think_move,think_longest,cpu,peak_memory,waited,waited_turns");
	for (int i = 0; i < against_of(tallied); i++) {
		FREED char *head = bytes_text("against %s", tallied->names[ranks->order[i]]);

		bytes_add_text(&out, ",");
		add_text(&out, head);
	}
	bytes_add_text(&out, "\n");
	for (int i = 0; i < tallied->standings.players; i++)
		add_row(&out, tallied, ranks, ranks->order[i]);
	return out.at;
}

/* ---- JSON ---- */

/* null: not known, or infinite.  */
static json_t *number(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

static json_t *tally_object(const struct tally *tally)
{
	return json_pack("{s:i,s:i,s:i}", "won", tally->wins, "drawn", tally->draws, "lost", tally->losses);
}

/* null: there was no score.  */
static json_t *mean_object(const struct mean *mean)
{
	if (!mean->count)
		return json_null();
	return json_pack("{s:i,s:o,s:o,s:o,s:o}", "games", mean->count, "sum", number(mean->sum), "mean",
			 number(mean->sum / mean->count), "error", number(mean_error(mean)), "deviation",
			 mean->count > 1 ? number(mean_deviation(mean)) : json_null());
}

static json_t *reasons_object(const struct standings *standings, const struct player_sum *player)
{
	int order[STANDINGS_REASONS_MOST], count = tally_reasons(standings, order);
	json_t *object = json_object();

	for (int k = 0; k < count; k++)
		if (player->blamed[order[k]]) {
			json_t *reason = match_json_words(standings->reasons[order[k]]); /* a key is UTF-8 */

			json_object_set_new(object, json_string_value(reason),
					    json_integer(player->blamed[order[k]]));
			json_decref(reason);
		}
	return object;
}

/* The points of a curve; null: it says nothing.  */
static void set_curves(json_t *object, const struct tallied *tallied, const struct player_sum *player)
{
	struct curve curves[CURVES_MOST];
	int count = tally_curves(tallied, curves);

	json_object_set_new(object, "curve", json_null());
	json_object_set_new(object, "curve_in_game", json_null());
	for (int i = 0; i < count; i++) {
		json_t *list = json_array();

		for (int k = 0; k < curves[i].points; k++) {
			const struct mean *mean = curve_at(&curves[i], player, k);
			int from, to;

			curve_span(&curves[i], &tallied->standings, k, &from, &to);
			json_array_append_new(
				list, json_pack("{s:[i,i],s:o,s:o}", curves[i].in_game ? "percent" : "rounds",
						from, to, "mean", number(mean->count ? mean->middle : NAN),
						"error", number(mean_error(mean))));
		}
		json_object_set_new(object, curves[i].in_game ? "curve_in_game" : "curve", list);
	}
}

static json_t *player_object(const struct tallied *tallied, const struct ranks *ranks, int n)
{
	const struct player_sum *player = &tallied->standings.player[n];
	bool rated = tally_games(&player->tally) > 0; /* else the prior alone speaks */
	json_t *object = json_object();

	json_object_set_new(object, "player", json_integer(n + 1));
	json_object_set_new(object, "name", match_json_words(tallied->names[n]));
	json_object_set_new(object, "rank", json_integer(ranks->rank[n]));
	json_object_set_new(object, "elo", number(rated ? ranks->ratings[n].elo : NAN));
	json_object_set_new(object, "elo_error", number(rated ? ranks->ratings[n].error : NAN));
	json_object_set_new(object, "points", json_real(standings_total(&tallied->standings, n)));
	json_object_update_new(object, tally_object(&player->tally));
	json_object_set_new(object, "without", json_integer(player->without));
	json_object_set_new(object, "void", json_integer(player->voids));
	json_object_set_new(object, "free", json_integer(player->byes));
	json_object_set_new(object, "began", tally_object(&player->sides[0]));
	json_object_set_new(object, "second", tally_object(&player->sides[1]));
	json_object_set_new(object, "faults", json_integer(player->faults));
	json_object_set_new(object, "lost_by", reasons_object(&tallied->standings, player));
	json_object_set_new(object, "score",
			    tallied->standings.scored ? mean_object(&player->score) : json_null());
	set_curves(object, tallied, player);
	return object;
}

static json_t *pairing_object(const struct standings *standings, int i, int j)
{
	struct versus versus = versus_of(standings, i, j);
	json_t *object = tally_object(&versus.tally), *pairs = json_array();

	for (int k = 0; k < PAIR_OUTCOMES; k++)
		json_array_append_new(pairs, json_integer(versus.pairs.count[k]));
	json_object_update_new(
		object, json_pack("{s:[i,i],s:i,s:o,s:o,s:o,s:o,s:o,s:o}", "players", i + 1, j + 1, "without",
				  versus.without, "pairs", pairs, "elo", number(versus.elo.middle), "elo_low",
				  number(versus.elo.low), "elo_high", number(versus.elo.high), "superiority",
				  number(versus.superiority), "score",
				  standings->scored ? mean_object(&versus.score) : json_null()));
	return object;
}

static int by_players(const void *a, const void *b)
{
	const struct pairing_sum *const *one = a, *const *other = b;

	return (*one)->low != (*other)->low ? (*one)->low - (*other)->low : (*one)->high - (*other)->high;
}

static json_t *pairings_list(const struct standings *standings)
{
	size_t count = (size_t)standings->pairings;
	const struct pairing_sum **rows = bytes_new((count + 1) * sizeof(const struct pairing_sum *));
	json_t *list = json_array();

	for (size_t i = 0; i < count; i++)
		rows[i] = &standings->pairing[i];
	qsort(rows, count, sizeof(const struct pairing_sum *), by_players);
	for (size_t i = 0; i < count; i++)
		json_array_append_new(list, pairing_object(standings, rows[i]->low, rows[i]->high));
	free(rows);
	return list;
}

static json_t *openings_list(const struct standings *standings)
{
	FREED int *order = tally_openings(standings);
	json_t *list = json_array();

	for (int i = 0; i < standings->openings; i++) {
		const struct opening_sum *opening = &standings->opening[order[i]];
		json_t *object = tally_object(&opening->tally);
		FREED_BY(bytes_free) struct bytes text = {0};

		piece_add(&text, (struct piece){opening->text, strlen(opening->text)});
		json_object_set_new(object, "opening", match_json_words(text.at));
		json_object_set_new(object, "without", json_integer(opening->without));
		json_array_append_new(list, object);
	}
	return list;
}

static json_t *sprt_object(const struct standings *standings, const struct sprt *sprt)
{
	static const char *const states[] = {
		[SPRT_GOES_ON] = "undecided", [SPRT_ACCEPTS_0] = "elo0", [SPRT_ACCEPTS_1] = "elo1"};
	struct pairs pairs = standings_pairs(standings, 0);

	return json_pack("{s:f,s:f,s:f,s:f,s:s,s:i,s:o,s:f,s:f,s:s}", "elo0", sprt->elo0, "elo1", sprt->elo1,
			 "alpha", sprt->alpha, "beta", sprt->beta, "model", sprt_model_name(sprt), "pairs",
			 pairs_number(&pairs), "ratio", number(pairs_ratio(sprt, &pairs)), "lower",
			 sprt_lower(sprt), "upper", sprt_upper(sprt), "accepted",
			 states[pairs_state(sprt, &pairs)]);
}

/* ---- what was measured ---- */

static json_t *measured_object(const struct measured *measured, int n)
{
	return json_pack("{s:i,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "player", n + 1, "think_move",
			 number(measured_move(measured)), "think",
			 measured->think.count ? number(measured->think.middle) : json_null(),
			 "think_longest", number(measured->longest), "cpu",
			 measured->cpu.count ? number(measured->cpu.middle) : json_null(), "peak_memory",
			 number(measured->memory), "held_turns", number(measured->held_turns), "waited",
			 number(measured->waited), "waited_turns", number(measured->waited_turns));
}

static json_t *machine_object(const struct tally_machine *machine)
{
	return json_pack("{s:o,s:i,s:o,s:o,s:o}", "shard", match_json_words(machine->shard), "cores",
			 machine->cores, "cpu", match_json_words(machine->cpu), "clock_ns",
			 number(machine->clock_ns), "ringside", match_json_words(machine->ringside));
}

static json_t *timing_object(const struct tallied *tallied)
{
	json_t *players = json_array(), *machines = json_array();

	for (int i = 0; i < tallied->standings.players; i++)
		json_array_append_new(players, measured_object(&tallied->standings.player[i].measured, i));
	for (int i = 0; i < tallied->machine_count; i++)
		json_array_append_new(machines, machine_object(&tallied->machines[i]));
	return json_pack("{s:f,s:o,s:o}", "seconds", tallied->standings.seconds, "players", players,
			 "machines", machines);
}

json_t *tally_json(const struct tallied *tallied, const struct ranks *ranks, const struct sprt *sprt)
{
	const struct standings *standings = &tallied->standings;
	int64_t planned = tally_planned(tallied);
	json_t *object, *players = json_array();

	for (int i = 0; i < standings->players; i++)
		json_array_append_new(players, player_object(tallied, ranks, ranks->order[i]));
	object = json_pack("{s:O,s:i,s:o,s:i,s:i,s:i,s:o,s:i,s:i,s:i,s:o,s:o,s:o}", "tournament",
			   tallied->tournament, "games", standings->games, "planned",
			   planned ? json_integer(planned) : json_null(), "without", standings->without,
			   "void", standings->voids, "adjudicated", standings->adjudicated, "winner",
			   ranks->winner < 0 ? json_null() : json_integer(ranks->winner + 1), "half_pairs",
			   standings->half_pairs, "began_won", standings->side[0], "second_won",
			   standings->side[1], "players", players, "pairings", pairings_list(standings),
			   "openings", openings_list(standings));
	if (sprt)
		json_object_set_new(object, "sprt", sprt_object(standings, sprt));
	json_object_set_new(object, "timing", timing_object(tallied));
	return object;
}
