/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tally_html.c - the tables of a tournament as a page: one file without scripts, with pictures of the boards
 * (tally_pictures.c).  */
#include "tally.h"

#include <stdlib.h>

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

/* ---- the page ---- */

char *tally_html(const struct tallied *tallied, const struct ranks *ranks, const struct sheets *sheets,
		 const char *test, int replays, char **problem)
{
	struct curve curves[CURVES_MOST];
	int count = tally_curves(tallied, curves);
	char *title = tally_title(tallied);
	struct bytes page = {0};

	bytes_add_text(&page, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
			      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
			      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
			      "style-src 'unsafe-inline'; img-src data:\">\n<title>");
	html_add(&page, title);
	bytes_addf(&page, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<h1>", style);
	html_add(&page, title);
	bytes_add_text(&page, "</h1>\n");
	if (test) {
		bytes_add_text(&page, "<p>");
		html_add(&page, test);
		bytes_add_text(&page, "</p>\n");
	}
	bytes_add_text(&page, "<div class=\"tables\">\n");
	for (int i = 0; i < sheets->count; i++)
		sheet_add_html(&page, &sheets->at[i]);
	bytes_add_text(&page, "</div>\n");
	for (int i = 0; i < count; i++)
		curve_add_picture(&curves[i], tallied, ranks, &page);
	*problem = tally_add_pictures(&page, tallied, replays);
	bytes_add_text(&page, "</body>\n</html>\n");
	free(title);
	return page.at;
}
