/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* stage.c - a session without agents, and an invisible screen that shows it.  */
#include "stage.h"

#include "ringside/protocol.h"
#include "ringside/script.h"
#include "targets.h"
#include "ui/ui_state.h"

#include <curses.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

void stage_screen(const char *locale)
{
	static SCREEN *screen;

	if (!screen) {
		FILE *nowhere = fopen("/dev/null", "w+");

		setlocale(LC_CTYPE, "C.UTF-8");
		screen = nowhere ? newterm("xterm-256color", nowhere, nowhere) : NULL;
		if (!screen || resizeterm(24, 80) != OK)
			fuzz_wrong("no screen can be made");
		theme_bind(false);
	}
	if (!setlocale(LC_CTYPE, locale))
		fuzz_wrong("there is no locale %s", locale);
}

/* ---- the session ---- */

static void ignore(void *user UNUSED)
{
}

static void ignore_text(void *user UNUSED, const char *text UNUSED, bool problem UNUSED)
{
}

static const struct session_events events = {.changed = ignore, .notify = ignore_text, .ended = ignore};

static char *quit(void *user UNUSED, bool now UNUSED)
{
	return NULL;
}

static void set_up(struct stage *stage)
{
	static const struct settings usual;

	stage->breakpoints = breakpoints_new();
	stage->script = script_new();
	stage->view = (struct view){.session = stage->session,
				    .turns = VIEW_LIVE,
				    .breakpoints = stage->breakpoints,
				    .settings = &usual,
				    .shows = ~0u};
	stage->console = (struct console){.view = &stage->view,
					  .breakpoints = stage->breakpoints,
					  .script = stage->script,
					  .board = board_named,
					  .glyph = paint_glyph,
					  .quit = quit};
	breakpoints_watch(stage->breakpoints, stage->session);
	stage->panes[0] = pane_board_new(&stage->view);
	stage->panes[1] = pane_timeline_new(&stage->view);
	stage->panes[2] = pane_traffic_new(&stage->view, "all", 7, CHANNEL_ALL, 0);
	stage->panes[3] = pane_traffic_new(&stage->view, NULL, 2, CHANNEL_ALL, 0);
	for (int s = SEAT_1; s < SEATS; s++)
		stage->panes[3 + s] = pane_terminal_new(&stage->view, s);
}

bool stage_open(struct stage *stage, const char *path)
{
	FREED char *problem = NULL;

	*stage = (struct stage){.loop = loop_new()};
	stage->session = session_open(stage->loop, path, &events, stage, &problem);
	if (stage->session)
		set_up(stage);
	else
		loop_free(stage->loop);
	return stage->session;
}

bool stage_play(struct stage *stage, const char *system, bool recorded)
{
	struct session_setup setup = {.record = recorded ? "" : NULL, .paused = true, .stay = true};
	const struct protocol *protocol = protocol_named(system);
	char *problem = NULL;
	int status;

	if (protocol_option(protocol, OPTION_COMMAND))
		return false;
	*stage = (struct stage){.loop = loop_new()};
	setup_init(&setup.setup);
	setup.setup.system = protocol->name;
	setup.setup.checked = true;
	protocol_usual(protocol, &setup.setup);
	for (int s = SEAT_1; s < SEATS; s++)
		setup_seat(&setup.setup, s, NULL, protocol->bundle->samples);
	stage->session = session_play(stage->loop, &setup, &events, stage, &problem, &status);
	setup_free(&setup.setup);
	free(problem);
	if (stage->session)
		set_up(stage);
	else
		loop_free(stage->loop);
	return stage->session;
}

/* ---- lines ---- */

/* Commands that write or read files of any name.  */
static bool names_a_file(const char *name)
{
	static const char *const names[] = {"save", "source"};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

/* Commands that may start agents, but not those that only people can follow.  */
static bool starts_agents(const struct stage *stage, const char *name, const char *arguments)
{
	static const char *const names[] = {"override", "takeback", "resume", "seat"};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (strcmp(name, names[i]) == 0)
			return !session_is_live(stage->session) || strcmp(name, "resume") == 0 ||
			       (strcmp(name, "seat") == 0 && !strstr(arguments, "human"));
	return false;
}

static bool is_refused(const struct stage *stage, const char *line)
{
	const struct command *command;
	const char *arguments;
	char *word;
	size_t size;

	line += strspn(line, " \t:-");
	size = strcspn(line, " \t");
	arguments = line + size + strspn(line + size, " \t");
	word = bytes_copy(line, size);
	command = command_named(word);
	free(word);
	if (!command)
		return false;
	if (strcmp(command->name, "info") == 0 && *arguments == 'd') { /* diff: of branches */
		arguments += strcspn(arguments, " \t");
		return arguments[strspn(arguments, "0123456789 \t")];
	}
	return names_a_file(command->name) || starts_agents(stage, command->name, arguments);
}

static void turn_once(void *user UNUSED, int events_now UNUSED)
{
}

void stage_say(struct stage *stage, const char *line)
{
	struct watch *timer;
	bool answer;

	if (is_refused(stage, line))
		return;
	script_add_line(stage->script, line);
	if (!script_is_done(stage->script) && !script_waits(stage->session))
		free(script_run(stage->script, &stage->console, &answer));
	script_drop(stage->script);
	timer = loop_timer(stage->loop, LOOP_LATER, turn_once, NULL);
	loop_at(timer, loop_now());
	loop_step(stage->loop);
	loop_unwatch(timer);
	view_settle(&stage->view);
}

void stage_draw_pane(struct stage *stage, int i)
{
	static const struct area areas[STAGE_PANES] = {{2, 0, 14, 40}, {16, 0, 4, 80}, {2, 40, 7, 40},
						       {9, 40, 7, 40}, {20, 0, 4, 40}, {20, 40, 4, 40}};
	struct pane *pane = stage->panes[i];
	char *title, *status;

	pane->area = areas[i];
	title = pane->ops->title ? pane->ops->title(pane) : NULL;
	status = pane->ops->status ? pane->ops->status(pane) : NULL;
	if (pane->ops->resize)
		pane->ops->resize(pane, areas[i].height - 2, areas[i].width - 2);
	pane->ops->draw(pane,
			paint_frame(areas[i], ROLE_FRAME, i + 1, title ? title : pane->ops->name, status),
			i == 0);
	free(title);
	free(status);
}

void stage_draw(struct stage *stage)
{
	header_draw((struct area){0, 0, 2, 80}, &stage->view);
	for (int i = 0; i < STAGE_PANES; i++)
		stage_draw_pane(stage, i);
}

void stage_close(struct stage *stage)
{
	for (int i = 0; i < STAGE_PANES; i++)
		stage->panes[i]->ops->free(stage->panes[i]);
	breakpoints_watch(stage->breakpoints, NULL);
	session_free(stage->session);
	breakpoints_free(stage->breakpoints);
	script_free(stage->script);
	loop_free(stage->loop);
}
