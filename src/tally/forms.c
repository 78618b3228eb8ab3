/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* forms.c - prints the tables of a tournament, and writes the files that options ask for: the same for
 * `tally` and at the end of a `tournament`.  */
#include "tally.h"

#include "ringside/film.h"
#include "ringside/match_json.h"
#include "ringside/protocol.h"
#include "ringside/runner.h"
#include "ringside/say.h"
#include "ringside/words.h"
#include <errno.h>
#include <libgen.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* How many games have a picture in a page, if not more are asked for.  */
enum { PICTURES_LEAST = 200 };

/* A game with more moves, or more kinds of them, has no picture.  */
enum { MOVES_MOST = 4000, KINDS_MOST = 400 };

static const double sum_most = 1e15;

/* ---- the moves of a game ---- */

struct moves {
	struct picture_move at[MOVES_MOST];
	int count;
	bool scored;
};

static void moves_free(struct moves *moves)
{
	while (moves->count)
		free(moves->at[--moves->count].played);
	free(moves);
}

/* Games without scores take turns.  */
static void read_list(struct scan *scan, struct moves *moves, int first)
{
	scan_open(scan, '[');
	while (scan_item(scan)) {
		struct piece text = scan_text(scan);

		if (moves->count == MOVES_MOST)
			scan_fail(scan, "fewer moves");
		if (scan->wrong)
			return;
		moves->at[moves->count] = (struct picture_move){
			.seat = moves->count % 2 ? seat_opponent(first) : first, .played = piece_text(text)};
		moves->count++;
	}
}

/* What one turn of this kind adds: a seat, a move and two scores.  */
static void read_kind(struct scan *scan, struct picture_move *kind)
{
	int place = 0;

	scan_open(scan, '[');
	for (; scan_item(scan); place++)
		if (place == 0)
			kind->seat = (int)scan_whole(scan, SEAT_1, SEAT_2);
		else if (place == 1)
			kind->played = piece_text(scan_text(scan));
		else if (place < 4)
			kind->sum[place - 1] = scan_number(scan, -sum_most, sum_most);
		else
			scan_fail(scan, "a list of four");
	if (place < 4)
		scan_fail(scan, "a list of four");
}

static void read_kinds(struct scan *scan, struct moves *kinds)
{
	scan_open(scan, '[');
	while (scan_item(scan))
		if (kinds->count == KINDS_MOST)
			scan_fail(scan, "fewer kinds");
		else
			read_kind(scan, &kinds->at[kinds->count++]);
}

/* The value of the next digits; -1: they are none.  */
static int kind_at(const char *digits, int width)
{
	int number = 0;

	for (int i = 0; i < width; i++) {
		const char *digit = digits[i] ? strchr(COURSE_DIGITS, digits[i]) : NULL;

		if (!digit)
			return -1;
		number = COURSE_BASE * number + (int)(digit - COURSE_DIGITS);
	}
	return number;
}

static void read_order(struct scan *scan, struct moves *moves, const struct moves *kinds)
{
	struct piece order = scan_text(scan);
	int width = kinds->count > COURSE_BASE ? 2 : 1;
	double sum[SEATS] = {0};

	for (size_t i = 0; i + (size_t)width <= order.size && !scan->wrong; i += (size_t)width) {
		int number = kind_at(order.at + i, width);
		const struct picture_move *kind = &kinds->at[number < 0 ? 0 : number];

		if (moves->count == MOVES_MOST || number < 0 || number >= kinds->count) {
			scan_fail(scan, "a kind of each turn");
			return;
		}
		for (int seat = SEAT_1; seat < SEATS; seat++)
			sum[seat] += kind->sum[seat];
		moves->at[moves->count] =
			(struct picture_move){.seat = kind->seat, .played = bytes_text("%s", kind->played)};
		memcpy(moves->at[moves->count].sum, sum, sizeof(sum));
		moves->count++;
	}
}

/* Their kinds come first.  */
static void read_course(struct scan *scan, struct moves *moves)
{
	struct moves *kinds = bytes_new(sizeof(*kinds));
	struct piece key;

	moves->scored = true;
	scan_open(scan, '{');
	while (scan_member(scan, &key))
		if (piece_is(key, "kinds"))
			read_kinds(scan, kinds);
		else if (piece_is(key, "order"))
			read_order(scan, moves, kinds);
		else
			scan_skip(scan);
	moves_free(kinds);
}

/* NULL: they are too many, or not what they should be.  */
static struct moves *moves_of(const char *json, int first)
{
	struct scan scan = scan_of(json, strlen(json));
	struct moves *moves = bytes_new(sizeof(*moves));

	if (scan_is(&scan, '{'))
		read_course(&scan, moves);
	else
		read_list(&scan, moves, first);
	if (!scan.wrong)
		return moves;
	moves_free(moves);
	return NULL;
}

/* ---- the picture of a game ---- */

/* The setup that all games share, as far as this ringside knows its options.  */
static void read_setup(const struct tallied *tallied, struct setup *setup)
{
	json_t *said = json_object_get(tallied->tournament, "setup");
	const char *key;

	setup_init(setup);
	setup->system = tallied->system;
	for (void *i = json_object_iter(said); i; i = json_object_iter_next(said, i)) {
		const char *text = json_string_value(json_object_iter_value(i));

		key = json_object_iter_key(i);
		if (text && strncmp(key, "--", 2) == 0)
			free(setup_set(setup, key + 2, text)); /* what it refuses has its default */
	}
}

/* The same for what is a game's own.  False: it cannot begin with its opening.  */
static bool set_game(struct setup *setup, const struct tallied *tallied, const struct tally_game *game)
{
	FREED char *problem = NULL;
	bool begins;

	for (int seat = SEAT_1; seat < SEATS; seat++) {
		int player = game->players[seat - 1];

		setup->seat[seat].kind = player ? SEAT_AGENT : SEAT_FREE;
		setup_name(setup, seat, player ? tallied->names[player - 1] : "");
	}
	setup_unset(setup, "opening");
	if (game->opening)
		problem = setup_set(setup, "opening", game->opening);
	setup->game = game->game;
	setup->seed = game->seed;
	setup->first = game->first == 2 ? 2 : 1;
	begins = !problem;
	return begins;
}

/* An SVG as the source of an image, between apostrophes.  */
static void add_source(struct bytes *to, const struct bytes *svg)
{
	bytes_add_text(to, "data:image/svg+xml,");
	for (size_t i = 0; i < svg->size; i++)
		if (strchr("%#&'\n", svg->at[i]))
			bytes_addf(to, "%%%02x", (unsigned char)svg->at[i]);
		else
			bytes_add(to, svg->at + i, 1);
}

static void add_caption(struct bytes *to, const struct tallied *tallied, const struct tally_game *game)
{
	bytes_addf(to, "game %d: ", game->game);
	for (int i = 0; i < 2; i++) {
		if (!game->players[i])
			continue;
		bytes_add_text(to, i && game->players[0] ? " – " : "");
		html_add(to, tallied->names[game->players[i] - 1]);
	}
	if (game->winner == 0)
		bytes_add_text(to, ": draw");
	else if (game->winner > 0)
		bytes_add_text(to, game->winner == 1 ? ": 1–0" : ": 0–1");
	if (game->reason) {
		bytes_add_text(to, ", ");
		html_add(to, game->reason);
	}
}

struct pictures {
	const struct tallied *tallied;
	struct setup setup; /* of the game that is drawn */
	struct bytes figures;
	int count;
	int width; /* of the widest, in pixels */
	char *problem;
};

static void add_figure(struct pictures *pictures, const struct tally_game *game, const struct bytes *svg)
{
	FREED_BY(bytes_free) struct bytes caption = {0};

	add_caption(&caption, pictures->tallied, game);
	bytes_addf(&pictures->figures, "<figure><img loading=\"lazy\" alt=\"%s\" src='", caption.at);
	add_source(&pictures->figures, svg);
	bytes_addf(&pictures->figures, "'>\n<figcaption>%s</figcaption></figure>\n", caption.at);
	pictures->count++;
}

/* Adds none if the line of the game does not have its moves.  */
static void add_game(struct pictures *pictures, const struct tally_game *game, bool replay)
{
	struct setup *setup = &pictures->setup;
	struct moves *moves = game->played && set_game(setup, pictures->tallied, game)
				      ? moves_of(game->played, protocol_begins(setup))
				      : NULL;
	struct bytes svg = {0};
	int width = 0;

	if (!moves)
		return;
	pictures->problem = board_picture(setup, moves->at, moves->count, moves->scored, game->board, replay,
					  &svg, &width);
	if (!pictures->problem)
		add_figure(pictures, game, &svg);
	if (width > pictures->width)
		pictures->width = width;
	moves_free(moves);
	bytes_free(&svg);
}

static char *tally_add_pictures(struct bytes *to, const struct tallied *tallied, int replays)
{
	struct pictures pictures = {.tallied = tallied};

	if (!tallied->game_count || !protocol_named(tallied->system))
		return NULL;
	read_setup(tallied, &pictures.setup);
	for (int i = 0; i < tallied->game_count && !pictures.problem; i++)
		add_game(&pictures, &tallied->games[i], i < replays);
	bytes_add_text(to, "<section>\n<h2>Games</h2>\n");
	if (pictures.count)
		bytes_addf(to,
			   "<p>The board at the end of %s%d game%s.</p>\n"
			   "<div class=\"games\" style=\"--w:%dpx\">\n%s</div>\n",
			   tallied->game_count < tallied->standings.games ? "the first " : "",
			   tallied->game_count, tallied->game_count == 1 ? "" : "s", pictures.width,
			   pictures.figures.at);
	if (pictures.count < tallied->game_count)
		bytes_addf(to,
			   "<p>%d games have no picture: their lines do not have the moves, or an opening "
			   "that can be played.</p>\n",
			   tallied->game_count - pictures.count);
	bytes_add_text(to, "</section>\n");
	bytes_free(&pictures.figures);
	setup_free(&pictures.setup);
	return pictures.problem;
}

/* ---- how players learnt, as lines ---- */

/* In units of the picture.  Its style has so many colours of lines.  */
enum { LINES_MOST = 8, WIDTH = 520, HEIGHT = 240, LEFT = 52, RIGHT = 16, TOP = 10, BOTTOM = 28, TICKS = 4 };

struct chart {
	const struct curve *curve;
	const struct standings *standings;
	double low, high, step; /* of the axis, and from one tick to the next */
};

/* Of a point with its error, if that is known.  */
static void find_range(struct chart *chart, const struct player_sum *player)
{
	for (int k = 0; k < chart->curve->points; k++) {
		const struct mean *mean = curve_at(chart->curve, player, k);
		double error = mean->count > 1 ? mean_error(mean) : 0;

		if (!mean->count)
			continue;
		chart->low = fmin(chart->low, mean->middle - error);
		chart->high = fmax(chart->high, mean->middle + error);
	}
}

/* Rounds the range to ticks at 1, 2 or 5 times a power of ten.  */
static void settle_range(struct chart *chart)
{
	double range = chart->high - chart->low, power, steps;

	if (!(range > 0)) {
		chart->low -= 0.5;
		chart->high += 0.5;
		range = 1;
	}
	power = pow(10, floor(log10(range / TICKS)));
	steps = range / TICKS / power;
	chart->step = power * (steps <= 1 ? 1 : steps <= 2 ? 2 : steps <= 5 ? 5 : 10);
	chart->low = chart->step * floor(chart->low / chart->step + 1e-9);
	chart->high = chart->step * ceil(chart->high / chart->step - 1e-9);
}

static double x_of(const struct chart *chart, int point)
{
	int points = chart->curve->points;

	return LEFT + (WIDTH - LEFT - RIGHT) * (points > 1 ? (double)point / (points - 1) : 0.5);
}

static double y_of(const struct chart *chart, double value)
{
	return TOP + (HEIGHT - TOP - BOTTOM) * (chart->high - value) / (chart->high - chart->low);
}

static void add_axes(struct bytes *page, const struct chart *chart)
{
	int ticks = (int)((chart->high - chart->low) / chart->step + 0.5);

	for (int i = 0; i <= ticks; i++) {
		double value = chart->low + i * chart->step, y = y_of(chart, value);

		bytes_addf(page,
			   "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" "
			   "text-anchor=\"end\">%.6g</text>\n",
			   LEFT, y, WIDTH - RIGHT, LEFT - 6, y + 4,
			   fabs(value) < chart->step / 2 ? 0 : value);
	}
	for (int k = 0; k < chart->curve->points; k++) {
		bytes_addf(page, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">", x_of(chart, k),
			   HEIGHT - 8);
		curve_add_label(page, chart->curve, chart->standings, k);
		bytes_add_text(page, "</text>\n");
	}
}

/* The 95 % interval of each point, as an area.  */
static void add_band(struct bytes *page, const struct chart *chart, const struct player_sum *player, int line)
{
	int points = chart->curve->points;

	for (int k = 0; k < points; k++)
		if (curve_at(chart->curve, player, k)->count < 2)
			return;
	bytes_addf(page, "<path class=\"band c%d\" d=\"", line);
	for (int i = 0; i < 2 * points; i++) {
		int k = i < points ? i : 2 * points - 1 - i;
		const struct mean *mean = curve_at(chart->curve, player, k);
		double error = i < points ? mean_error(mean) : -mean_error(mean);

		bytes_addf(page, "%c%.1f %.1f", i ? 'L' : 'M', x_of(chart, k),
			   y_of(chart, mean->middle + error));
	}
	bytes_add_text(page, "z\"/>\n");
}

static void add_line(struct bytes *page, const struct chart *chart, const struct player_sum *player, int line)
{
	bool draws = false;

	bytes_addf(page, "<path class=\"line c%d\" d=\"", line);
	for (int k = 0; k < chart->curve->points; k++) {
		const struct mean *mean = curve_at(chart->curve, player, k);

		if (mean->count)
			bytes_addf(page, "%c%.1f %.1f", draws ? 'L' : 'M', x_of(chart, k),
				   y_of(chart, mean->middle));
		draws = mean->count;
	}
	bytes_add_text(page, "\"/>\n");
}

static void curve_add_picture(const struct curve *curve, const struct tallied *tallied,
			      const struct ranks *ranks, struct bytes *page)
{
	const struct standings *standings = &tallied->standings;
	int lines = standings->players < LINES_MOST ? standings->players : LINES_MOST;
	struct chart chart = {.curve = curve, .standings = standings, .low = INFINITY, .high = -INFINITY};

	for (int i = 0; i < lines; i++)
		find_range(&chart, &standings->player[ranks->order[i]]);
	settle_range(&chart);
	if (!isfinite(chart.high - chart.low) || !(chart.step > 0))
		return;
	bytes_addf(page,
		   "<figure class=\"curve\"><svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n",
		   WIDTH, HEIGHT, curve->title);
	add_axes(page, &chart);
	for (int i = 0; i < lines; i++)
		add_band(page, &chart, &standings->player[ranks->order[i]], i);
	for (int i = 0; i < lines; i++)
		add_line(page, &chart, &standings->player[ranks->order[i]], i);
	bytes_addf(page, "</svg>\n<figcaption>%s%s", curve->title,
		   standings->players > lines ? " of the best" : "");
	bytes_add_text(page, ", with 95 % intervals:");
	for (int i = 0; i < lines; i++) {
		bytes_addf(page, " <b class=\"c%d\">", i);
		html_add(page, tallied->names[ranks->order[i]]);
		bytes_add_text(page, "</b>");
	}
	bytes_add_text(page, "</figcaption></figure>\n");
}

/* ---- the tables in each form ---- */

/* What the forms are made of.  */
struct tables {
	const struct tallied *tallied;
	struct ranks ranks;
	struct sheets sheets;
	const struct sprt *sprt; /* NULL: no test */
	char *title, *test;      /* what the test says; NULL: nothing */
	int replays;             /* so many pictures in a page are replays */
};

static struct tables tables_of(const struct tallied *tallied, const struct sprt *sprt, int replays)
{
	struct tables tables = {.tallied = tallied,
				.ranks = ranks_of(tallied),
				.sprt = sprt,
				.title = tally_title(tallied),
				.test = sprt ? tally_sprt_words(tallied, sprt) : NULL,
				.replays = replays};

	tally_sheets(tallied, &tables.ranks, &tables.sheets);
	return tables;
}

static char *text_form(const struct tables *tables)
{
	struct bytes text = {0};

	text_add_wrapped(&text, tables->title);
	for (int i = 0; i < tables->sheets.count; i++)
		sheet_add_text(&text, &tables->sheets.at[i]);
	if (tables->test) {
		bytes_add_text(&text, "\n");
		text_add_wrapped(&text, tables->test);
	}
	return text.at;
}

static char *json_form(const struct tables *tables)
{
	json_t *object = tally_json(tables->tallied, &tables->ranks, tables->sprt);
	char *line = match_json_line(object), *text = bytes_text("%s\n", line);

	json_decref(object);
	free(line);
	return text;
}

static char *csv_form(const struct tables *tables, char **problem UNUSED)
{
	return tally_csv(tables->tallied, &tables->ranks);
}

static char *markdown_form(const struct tables *tables, char **problem UNUSED)
{
	struct bytes text = {0};

	bytes_add_text(&text, "# ");
	markdown_add(&text, tables->title);
	bytes_add_text(&text, "\n");
	for (int i = 0; i < tables->sheets.count; i++)
		sheet_add_markdown(&text, &tables->sheets.at[i]);
	if (tables->test) {
		bytes_add_text(&text, "\n");
		markdown_add(&text, tables->test);
		bytes_add_text(&text, "\n");
	}
	return text.at;
}

static const char style[] =
	":root{color-scheme:light "
	"dark;--paper:#fbfaf7;--ink:#26241f;--dim:#6b6558;--line:#ddd8cc;--head:#f0ede5}\n"
	"@media(prefers-color-scheme:dark){:root{--paper:#14171c;--ink:#d8dbe2;--dim:#8b93a1;--line:#2c323b;"
	"--head:#1d222a}}\n"
	"body{margin:0 auto;max-width:80rem;padding:1rem;background:var(--paper);color:var(--ink);"
	"font:1rem/1.5 system-ui,sans-serif}\n"
	"h1{font-size:1.5rem;overflow-wrap:anywhere}h2{font-size:1.15rem;margin:2rem 0 .5rem}\n"
	"p{color:var(--dim);margin:.4rem 0}\n"
	".tables{display:flex;flex-wrap:wrap;column-gap:3rem}.tables section{min-width:0;max-width:100%}\n"
	".wide{overflow-x:auto}\n"
	"table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.9rem}\n"
	"th,td{padding:.2rem .6rem;border-bottom:1px solid var(--line);text-align:left;white-space:nowrap}\n"
	"th{background:var(--head)}th.n,td.n{text-align:right}\n"
	/* Names wrap, and the first one stays in sight when its table scrolls.  */
	"td:not(.n){white-space:normal;overflow-wrap:anywhere;min-width:5rem;max-width:20rem}\n"
	"tr>:nth-child(1 of :not(.n)){position:sticky;left:0}td{background:var(--paper)}\n"
	"@media(max-width:40rem){body{padding:.5rem}table{font-size:.8rem}th,td{padding:.15rem "
	".35rem}td:not(.n){max-width:9rem}}\n"
	".games{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,var(--w)),1fr));gap:1rem}"
	"\n"
	"figure{margin:0;border:1px solid var(--line);border-radius:6px;padding:.5rem;overflow:hidden}\n"
	"figure img{display:block;max-width:100%;height:auto;margin:0 auto}\n"
	"figcaption{font-size:.85rem;color:var(--dim);overflow-wrap:anywhere}\n"
	".curve{max-width:40rem;margin-top:2rem}.curve svg{display:block}.curve b{margin-left:.6rem}\n"
	".curve text{font-size:12px;fill:var(--dim)}.grid{stroke:var(--line)}\n"
	".line{fill:none;stroke:currentColor;stroke-width:2}.band{fill:currentColor;opacity:.15}\n"
	".c0{color:#2a78c0}.c1{color:#d55e00}.c2{color:#009e73}.c3{color:#cc6699}.c4{color:#b08900}\n"
	".c5{color:#7d6bd0}.c6{color:#808080}.c7{color:#a0522d}\n";

/* NULL and a problem: the boards cannot be drawn.  */
static char *html_form(const struct tables *tables, char **problem)
{
	const struct tallied *tallied = tables->tallied;
	struct curve curves[CURVES_MOST];
	int count = tally_curves(tallied, curves);
	struct bytes page = {0};

	bytes_add_text(&page, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
			      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
			      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
			      "style-src 'unsafe-inline'; img-src data:\">\n<title>");
	html_add(&page, tables->title);
	bytes_addf(&page, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<h1>", style);
	html_add(&page, tables->title);
	bytes_add_text(&page, "</h1>\n");
	if (tables->test) {
		bytes_add_text(&page, "<p>");
		html_add(&page, tables->test);
		bytes_add_text(&page, "</p>\n");
	}
	bytes_add_text(&page, "<div class=\"tables\">\n");
	for (int i = 0; i < tables->sheets.count; i++)
		sheet_add_html(&page, &tables->sheets.at[i]);
	bytes_add_text(&page, "</div>\n");
	for (int i = 0; i < count; i++)
		curve_add_picture(&curves[i], tallied, &tables->ranks, &page);
	*problem = tally_add_pictures(&page, tallied, tables->replays);
	bytes_add_text(&page, "</body>\n</html>\n");
	if (*problem)
		bytes_free(&page);
	return page.at;
}

/* ---- files ---- */

/* A form that an option asks for.  */
struct form {
	const char *option, *path; /* NULL: not asked for; "-": stdout */
	/* NULL and a problem: it cannot be made.  */
	char *(*make)(const struct tables *tables, char **problem);
};

enum { FORMS = 3 };

static void forms_of(const struct runner_call *call, struct form forms[FORMS])
{
	const struct tally_options *options = &call->tally;

	forms[0] = (struct form){"csv", options->csv, csv_form};
	forms[1] = (struct form){"markdown", options->markdown, markdown_form};
	forms[2] = (struct form){"html", options->html, html_form};
}

static bool is_stdout(const char *path)
{
	return path && strcmp(path, "-") == 0;
}

/* Writes a file, or stdout. NULL, or a problem.  */
static char *write_form(const struct form *form, const struct tables *tables)
{
	char *problem = NULL, *text = form->make(tables, &problem);
	FILE *file;
	bool good;
	int error;

	if (problem)
		return problem;
	file = is_stdout(form->path) ? stdout : fopen(form->path, "we");
	good = file && say_to(file, "%s", text);
	error = errno;
	if (file && (file == stdout ? fflush(file) : fclose(file)) != 0 && good) {
		good = false;
		error = errno;
	}
	free(text);
	return good ? NULL
		    : bytes_text("--%s %s: cannot be written: %s", form->option, form->path, strerror(error));
}

/* Writes the files that were asked for, and the text or the object to `to`.  */
static char *write_all(const struct runner_call *call, const struct tables *tables, FILE *to)
{
	/* Boards are drawn in a locale of their own, so the text comes first.  */
	char *text = call->json ? json_form(tables) : text_form(tables), *problem = NULL;
	struct form forms[FORMS];
	bool taken = false; /* stdout, by a form */

	forms_of(call, forms);
	for (int i = 0; i < FORMS; i++) {
		if (forms[i].path && !problem)
			problem = write_form(&forms[i], tables);
		taken |= is_stdout(forms[i].path);
	}
	if (!taken)
		say_to(to, "%s", text);
	free(text);
	return problem;
}

static bool is_same_file(const char *path, const char *other)
{
	struct stat one, two;

	return strcmp(path, other) == 0 || (stat(path, &one) == 0 && stat(other, &two) == 0 &&
					    one.st_dev == two.st_dev && one.st_ino == two.st_ino);
}

/* The file of a form is written at the end, perhaps days later, and what was in it is lost.  */
static char *check_form(const struct runner_call *call, const struct form *form)
{
	char *copy = bytes_text("%s", form->path), *problem = NULL;

	if (is_stdout(form->path)) {
		free(copy);
		return NULL;
	}
	if (access(form->path, W_OK) != 0 && (errno != ENOENT || access(dirname(copy), W_OK) != 0))
		problem = bytes_text("--%s %s: cannot be written: %s", form->option, form->path,
				     strerror(errno));
	free(copy);
	for (int i = -1; i < call->word_count && !problem; i++) {
		const char *other = i < 0 ? call->series.results : call->words[i];

		if (other && is_same_file(form->path, other))
			problem = bytes_text(
				"--%s %s: would overwrite that file, which is read: choose another name",
				form->option, form->path);
	}
	return problem;
}

char *tally_check_forms(const struct runner_call *call)
{
	struct form forms[FORMS];
	char *problem = NULL;

	forms_of(call, forms);
	for (int i = 0; i < FORMS && !problem; i++)
		problem = forms[i].path ? check_form(call, &forms[i]) : NULL;
	return problem;
}

int tally_sprt_status(const struct sprt *sprt, const struct standings *standings)
{
	struct pairs pairs = standings_pairs(standings, 0);

	switch (pairs_state(sprt, &pairs)) {
	case SPRT_ACCEPTS_1: return EXIT_VERDICT;
	case SPRT_ACCEPTS_0: return EXIT_ACCEPTS_0;
	case SPRT_GOES_ON: break;
	}
	return EXIT_UNDECIDED;
}

char *tally_begin(const struct runner_call *call, struct tallied *tallied)
{
	struct sprt sprt;

	*tallied = (struct tallied){0};
	if (call->tally.html)
		tallied->keeps =
			call->tally.html_games > PICTURES_LEAST ? call->tally.html_games : PICTURES_LEAST;
	else if (call->tally.html_games)
		return bytes_text("--html-games is for a page: add --html FILE");
	return call->tally.sprt ? sprt_read(call->tally.sprt, &sprt) : NULL;
}

int tally_end(const struct runner_call *call, struct tallied *tallied, FILE *to)
{
	struct tables tables;
	struct sprt sprt;
	char *problem;
	int status;

	if (call->tally.sprt)
		free(sprt_read(call->tally.sprt, &sprt)); /* tally_begin() has checked it */
	tally_settle(tallied);
	say_lines(tallied->notes.at);
	tables = tables_of(tallied, call->tally.sprt ? &sprt : NULL, call->tally.html_games);
	problem = write_all(call, &tables, to);
	status = problem ? say_failure(problem, EXIT_CANNOT_RUN) : say_finish();
	if (status == EXIT_VERDICT && tables.sprt)
		status = tally_sprt_status(tables.sprt, &tallied->standings);
	sheets_free(&tables.sheets);
	ranks_free(&tables.ranks);
	free(tables.title);
	free(tables.test);
	tally_free(tallied);
	return status;
}

int run_tally(struct runner_call *call)
{
	struct tallied tallied;
	char *problem = tally_begin(call, &tallied);

	if (problem)
		return say_failure(problem, EXIT_USAGE);
	problem = tally_check_forms(call);
	for (int i = 0; i < call->word_count && !problem; i++)
		problem = tally_read(&tallied, call->words[i]);
	if (!problem)
		return tally_end(call, &tallied, stdout);
	tally_free(&tallied);
	return say_failure(problem, EXIT_CANNOT_RUN);
}
