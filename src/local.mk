# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# The documents of the protocols, which comments, `why` and `check` cite.
EXTRA_DIST += src/systems/README.md
nobase_dist_doc_DATA = \
	src/systems/asimulator/README.md \
	src/systems/gomocup/README.md \
	src/systems/lmc/README.md \
	src/systems/lmc2/README.md \
	src/systems/qchess/README.md \
	src/systems/referee/README.md \
	src/systems/traffic/README.md \
	src/systems/uci/README.md

# The cases of `ringside check`, as tables for C.
CASES = \
	src/systems/asimulator/check.inc \
	src/systems/gomocup/check.inc \
	src/systems/lmc/check.inc \
	src/systems/lmc2/player.inc \
	src/systems/lmc2/program.inc \
	src/systems/qchess/check.inc \
	src/systems/referee/player.inc \
	src/systems/referee/referee.inc \
	src/systems/uci/check.inc
CASES_OF_BOTH = src/systems/lmc_shared/name.cases
EXTRA_DIST += src/systems/cases.awk $(CASES:.inc=.cases) $(CASES_OF_BOTH)
CLEANFILES += $(CASES)
MAKE_CASES = $(AM_V_GEN)$(MKDIR_P) $(@D) && $(AWK) -f $(srcdir)/src/systems/cases.awk
SUFFIXES = .cases .inc
.cases.inc:
	$(MAKE_CASES) $< >$@.new && mv $@.new $@
src/systems/lmc/check.inc: src/systems/lmc/check.cases $(CASES_OF_BOTH)
	$(MAKE_CASES) $(srcdir)/$(CASES_OF_BOTH) $(srcdir)/src/systems/lmc/check.cases >$@.new && mv $@.new $@
src/systems/lmc2/player.inc: src/systems/lmc2/player.cases $(CASES_OF_BOTH)
	$(MAKE_CASES) $(srcdir)/$(CASES_OF_BOTH) $(srcdir)/src/systems/lmc2/player.cases >$@.new && mv $@.new $@
$(CASES): src/systems/cases.awk
src/systems/asimulator/check.$(OBJEXT): src/systems/asimulator/check.inc
src/systems/gomocup/check.$(OBJEXT): src/systems/gomocup/check.inc
src/systems/lmc/wire.$(OBJEXT): src/systems/lmc/check.inc
src/systems/lmc2/check.$(OBJEXT): src/systems/lmc2/player.inc src/systems/lmc2/program.inc
src/systems/qchess/wire.$(OBJEXT): src/systems/qchess/check.inc
src/systems/referee/check.$(OBJEXT): src/systems/referee/player.inc src/systems/referee/referee.inc
src/systems/uci/check.$(OBJEXT): src/systems/uci/check.inc

# The pure rooms: libc alone.  What tests link with this and nothing else proves it.
noinst_LIBRARIES += libpure.a
libpure_a_SOURCES = \
	src/base/bytes.c \
	src/base/crash_report.c \
	src/base/mistake.c \
	src/base/option.c \
	src/base/scan.c \
	src/base/sh_words.c \
	src/base/time_control.c \
	src/base/words.c \
	src/explain/condition.c \
	src/explain/condition_token.c \
	src/explain/condition_token.h \
	src/explain/diff.c \
	src/explain/other_build.c \
	src/explain/variables.c \
	src/explain/why.c \
	src/explain/why_parts.c \
	src/explain/why_state.h \
	src/judge/event.c \
	src/judge/flow.c \
	src/judge/heard.c \
	src/judge/intake.c \
	src/judge/judge.c \
	src/judge/judge_parts.h \
	src/judge/judge_state.h \
	src/judge/match.c \
	src/judge/message.c \
	src/judge/protocols.c \
	src/judge/arbiter.c \
	src/judge/request.c \
	src/judge/seat.c \
	src/judge/setup.c \
	src/judge/time.c \
	src/replay/checkpoints.c \
	src/replay/rejoin.c \
	src/replay/rejoin_answers.c \
	src/replay/rejoin_state.h \
	src/replay/replay.c \
	src/replay/shrink.c \
	src/systems/asimulator/check.c \
	src/systems/asimulator/rules.c \
	src/systems/asimulator/rules.h \
	src/systems/asimulator/wire.c \
	src/systems/asimulator/wire.h \
	src/systems/asimulator/world.c \
	src/systems/formats/sgf.c \
	src/systems/formats/sgf.h \
	src/systems/gomocup/analysis.c \
	src/systems/gomocup/analysis.h \
	src/systems/gomocup/check.c \
	src/systems/gomocup/files.c \
	src/systems/gomocup/files.h \
	src/systems/gomocup/files_sgf.c \
	src/systems/gomocup/heard.c \
	src/systems/gomocup/positions.c \
	src/systems/gomocup/reasons.c \
	src/systems/gomocup/rules.c \
	src/systems/gomocup/rules.h \
	src/systems/gomocup/wire.c \
	src/systems/gomocup/wire.h \
	src/systems/gomocup/tour.c \
	src/systems/gomocup/words.c \
	src/systems/gomocup/words.h \
	src/systems/lmc/rules.c \
	src/systems/lmc/rules.h \
	src/systems/lmc/wire.c \
	src/systems/lmc2/check.c \
	src/systems/lmc2/wire.c \
	src/systems/lmc2/wire.h \
	src/systems/lmc_shared/check.c \
	src/systems/lmc_shared/check.h \
	src/systems/lmc_shared/lines.c \
	src/systems/lmc_shared/lines.h \
	src/systems/lmc_shared/player.c \
	src/systems/lmc_shared/player.h \
	src/systems/qchess/heard.c \
	src/systems/qchess/log.c \
	src/systems/qchess/log.h \
	src/systems/qchess/rules.c \
	src/systems/qchess/rules.h \
	src/systems/qchess/wire.c \
	src/systems/qchess/wire.h \
	src/systems/referee/check.c \
	src/systems/referee/lines.c \
	src/systems/referee/lines.h \
	src/systems/referee/wire.c \
	src/systems/systems.c \
	src/systems/systems.h \
	src/systems/text.c \
	src/systems/text.h \
	src/systems/tools.c \
	src/systems/traffic/wire.c \
	src/systems/uci/check.c \
	src/systems/uci/game.c \
	src/systems/uci/game.h \
	src/systems/uci/heard.c \
	src/systems/uci/info.c \
	src/systems/uci/info.h \
	src/systems/uci/pgn.c \
	src/systems/uci/rules.c \
	src/systems/uci/rules.h \
	src/systems/uci/wire.c \
	src/systems/uci/wire.h \
	src/tournament/formats.c \
	src/tournament/result_line.c \
	src/tournament/schedule.c \
	src/tournament/standings.c \
	src/tournament/statistics.c

# The rooms that meet the system and its libraries, but no screen.
noinst_LIBRARIES += libhost.a
libhost_a_CPPFLAGS = $(AM_CPPFLAGS) -DBINDIR='"$(bindir)"' -DPKGLIBEXECDIR='"$(pkglibexecdir)"' \
	-DPKGDATADIR='"$(pkgdatadir)"' -DDOCDIR='"$(docdir)"'
libhost_a_CFLAGS = $(AM_CFLAGS) $(SQLITE_CFLAGS) $(PCRE2_CFLAGS) $(INIH_CFLAGS) $(JANSSON_CFLAGS)
libhost_a_SOURCES = \
	src/io/agent.c \
	src/io/agent_look.c \
	src/io/agent_state.h \
	src/io/cgroup.c \
	src/io/cgroup.h \
	src/io/config_file.c \
	src/io/cores.c \
	src/io/entry.h \
	src/io/folder.c \
	src/io/installed.c \
	src/io/log.c \
	src/io/loop.c \
	src/io/named_player.c \
	src/io/process.c \
	src/io/process.h \
	src/io/reap.c \
	src/io/relay.c \
	src/io/sandbox.c \
	src/io/sandbox.h \
	src/io/say.c \
	src/io/socket.c \
	src/io/socket.h \
	src/io/spawn.c \
	src/io/spawn.h \
	src/io/tapped.c \
	src/io/text_file.c \
	src/io/tracee.c \
	src/io/tracee.h \
	src/io/trust.c \
	src/io/usage.c \
	src/io/usage.h \
	src/io/worker.c \
	src/record/blank.c \
	src/record/export.c \
	src/record/file.h \
	src/record/history.c \
	src/record/import.c \
	src/record/json.c \
	src/record/older.c \
	src/record/open.c \
	src/record/query.c \
	src/record/read.c \
	src/record/recorder.c \
	src/record/recorder_state.h \
	src/record/repro.c \
	src/record/series.c \
	src/record/write.c \
	src/session/attach.c \
	src/session/branching.c \
	src/session/case_text.c \
	src/session/faults.c \
	src/session/go_between.c \
	src/session/inspect.c \
	src/session/play.c \
	src/session/played.c \
	src/session/players.c \
	src/session/recording.c \
	src/session/session_state.h \
	src/session/stall.c \
	src/session/traffic.c \
	src/session/view.c \
	src/session/whowrote.c
# The program's start looks up each name in the libraries in this order, and SQLite's and libc's are the most.
HOST_LIBS = libhost.a libpure.a $(SQLITE_LIBS) -lc $(EV_LIBS) $(PCRE2_LIBS) $(INIH_LIBS) $(JANSSON_LIBS)

# The screen, and the commands that people give it.
noinst_LIBRARIES += libui.a
libui_a_CPPFLAGS = $(AM_CPPFLAGS) -DPKGDATADIR='"$(pkgdatadir)"'
libui_a_CFLAGS = $(AM_CFLAGS) $(UI_CFLAGS)
libui_a_SOURCES = \
	src/debugger/breakpoint.h \
	src/debugger/breakpoint_read.c \
	src/debugger/breakpoints.c \
	src/debugger/command_hold.c \
	src/debugger/command_set.c \
	src/debugger/command_show.c \
	src/debugger/command_time.c \
	src/debugger/commands.c \
	src/debugger/commands.h \
	src/debugger/examples.c \
	src/debugger/info_seat.c \
	src/debugger/script.c \
	src/debugger/settings.c \
	src/debugger/turn_words.c \
	src/ui/boards/asimulator/board.c \
	src/ui/boards/boards.c \
	src/ui/boards/gomocup/board.c \
	src/ui/boards/lmc/board.c \
	src/ui/boards/lmc/counts.c \
	src/ui/boards/lmc/counts.h \
	src/ui/boards/lmc2/board.c \
	src/ui/boards/qchess/board.c \
	src/ui/boards/referee/board.c \
	src/ui/boards/search.c \
	src/ui/boards/search.h \
	src/ui/boards/shared.c \
	src/ui/boards/shared.h \
	src/ui/boards/traffic/board.c \
	src/ui/boards/uci/board.c \
	src/ui/film.c \
	src/ui/layout.c \
	src/ui/lists.c \
	src/ui/overlay.c \
	src/ui/overlay.h \
	src/ui/paint.c \
	src/ui/pane.h \
	src/ui/pane_board.c \
	src/ui/pane_moves.c \
	src/ui/pane_terminal.c \
	src/ui/pane_traffic.c \
	src/ui/picture.c \
	src/ui/picture.h \
	src/ui/plot.c \
	src/ui/plot.h \
	src/ui/prompt.c \
	src/ui/prompt.h \
	src/ui/screen.c \
	src/ui/screen.h \
	src/ui/terminal.c \
	src/ui/terminal.h \
	src/ui/theme.c \
	src/ui/tour.c \
	src/ui/tour.h \
	src/ui/theme_file.h \
	src/ui/ui.c \
	src/ui/ui_console.c \
	src/ui/ui_draw.c \
	src/ui/ui_keys.c \
	src/ui/ui_state.h \
	src/ui/window.c \
	src/ui/window.h
UI_CFLAGS = $(NCURSESW_CFLAGS) $(READLINE_CFLAGS) $(TSM_CFLAGS)
UI_LIBS = $(NCURSESW_LIBS) $(READLINE_LIBS) $(TSM_LIBS) -lm

# The first program in an agent's sandbox.
pkglibexec_PROGRAMS = src/io/ringside-enter src/io/ringside-trace
src_io_ringside_enter_SOURCES = src/io/enter.c

# What traces an agent, and has gdb look at it.
src_io_ringside_trace_SOURCES = \
	src/io/trace.c
src_io_ringside_trace_LDADD = libhost.a libpure.a

ringside_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
ringside_SOURCES = \
	src/check/case.c \
	src/check/case_report.c \
	src/check/case_report.h \
	src/check/check.c \
	src/check/check.h \
	src/check/check_suite.c \
	src/check/fuzz.c \
	src/check/hunt.c \
	src/check/hunt_cases.c \
	src/check/hunt_entry.c \
	src/check/hunt_games.c \
	src/check/hunt_growth.c \
	src/check/hunt_report.c \
	src/check/minimise.c \
	src/check/minimise.h \
	src/check/minimise_told.c \
	src/check/minimise_try.c \
	src/check/rerun.c \
	src/check/rerun.h \
	src/check/rerun_games.c \
	src/check/rerun_report.c \
	src/check/hunt.h \
	src/check/rerun_games.h \
	src/check/rerun_report.h \
	src/check/spec_try.c \
	src/check/suite.c \
	src/check/whowrote.c \
	src/check/whowrote.h \
	src/cli/attach.c \
	src/cli/cli.c \
	src/cli/complete.c \
	src/cli/config.c \
	src/cli/export.c \
	src/cli/help.c \
	src/cli/new_game.c \
	src/cli/options.c \
	src/cli/screen.c \
	src/cli/start.c \
	src/cli/store.c \
	src/main.c \
	src/runner/batch.c \
	src/runner/batch.h \
	src/runner/crash.c \
	src/runner/crash.h \
	src/runner/from.c \
	src/runner/hint.c \
	src/runner/hint.h \
	src/runner/hold.h \
	src/runner/history.c \
	src/runner/history.h \
	src/runner/kibitz.c \
	src/runner/kibitz.h \
	src/runner/match_options.c \
	src/runner/plan.c \
	src/runner/plan.h \
	src/runner/report.c \
	src/runner/report.h \
	src/runner/pair.c \
	src/runner/pair.h \
	src/runner/sentences.c \
	src/runner/sentences.h \
	src/runner/pool.c \
	src/runner/results.c \
	src/runner/pool.h \
	src/runner/run.c \
	src/runner/run.h \
	src/runner/run_games.c \
	src/runner/run_screen.c \
	src/runner/run_screen.h \
	src/runner/hold.c \
	src/runner/tap.c \
	src/runner/tap.h \
	src/runner/tournament.c \
	src/runner/until.c \
	src/runner/watched.c \
	src/runner/watched.h \
	src/tally/forms.c \
	src/tally/read.c \
	src/tally/sheet.c \
	src/tally/sheet.h \
	src/tally/tables.c \
	src/tally/tally.h
ringside_LDADD = libui.a $(HOST_LIBS) $(UI_LIBS)

# The man page and the completions come from the program's own tables.  They are in the tarball, for a build that cannot run
# the program.
dist_man1_MANS = ringside.1
completiondir = $(datadir)/bash-completion/completions
dist_completion_DATA = ringside.bash
zshdir = $(datadir)/zsh/site-functions
dist_zsh_DATA = _ringside
fishdir = $(datadir)/fish/vendor_completions.d
dist_fish_DATA = ringside.fish
MADE_BY_RINGSIDE = ringside.1 ringside.bash _ringside ringside.fish
MAINTAINERCLEANFILES = $(MADE_BY_RINGSIDE)
if !CROSS_COMPILING
ringside.1: ringside$(EXEEXT)
	$(AM_V_GEN)./ringside --manual >$@.new && mv $@.new $@
ringside.bash: ringside$(EXEEXT)
	$(AM_V_GEN)./ringside completion bash >$@.new && mv $@.new $@
_ringside: ringside$(EXEEXT)
	$(AM_V_GEN)./ringside completion zsh >$@.new && mv $@.new $@
ringside.fish: ringside$(EXEEXT)
	$(AM_V_GEN)./ringside completion fish >$@.new && mv $@.new $@
endif

# Themes and worlds.  The program looks for them beside itself: a build outside of the source tree has links there.
themesdir = $(pkgdatadir)/themes
dist_themes_DATA = \
	themes/colour-blind.theme \
	themes/dark.theme \
	themes/default.theme \
	themes/high-contrast.theme \
	themes/light.theme \
	themes/mono.theme
worldsdir = $(pkgdatadir)/worlds
dist_worlds_DATA = \
	src/samples/worlds/cave.world \
	src/samples/worlds/classic.world \
	src/samples/worlds/maze.world \
	src/samples/worlds/room.world
# What breakpoint() of Python calls in an agent, and what gdb does for whowrote.
debugdir = $(pkgdatadir)/debug
dist_debug_DATA = src/samples/debug/ringside_debug.py src/samples/debug/ringside_whowrote.py
# What Python imports as it starts there.
startupdir = $(pkgdatadir)/debug/startup
dist_startup_DATA = src/samples/debug/startup/sitecustomize.py
# What new-game writes.
newgamedir = $(pkgdatadir)/new-game
dist_newgame_DATA = \
	src/samples/new-game/Makefile \
	src/samples/new-game/README.md \
	src/samples/new-game/better.c \
	src/samples/new-game/better.js \
	src/samples/new-game/better.py \
	src/samples/new-game/cases.suite \
	src/samples/new-game/cup.tournament \
	src/samples/new-game/referee.c \
	src/samples/new-game/referee.js \
	src/samples/new-game/referee.py \
	src/samples/new-game/simple.c \
	src/samples/new-game/simple.js \
	src/samples/new-game/simple.py
# What `ringside help SYSTEM` shows.
tendir = $(pkgdatadir)/ten
dist_ten_DATA = \
	src/samples/ten/asimulator.py \
	src/samples/ten/gomocup.py \
	src/samples/ten/lmc.py \
	src/samples/ten/lmc2.py \
	src/samples/ten/qchess.py \
	src/samples/ten/referee.py \
	src/samples/ten/uci.py
clean-local: clean-debug
.PHONY: clean-debug
clean-debug:
	rm -rf src/samples/debug/__pycache__ src/samples/debug/startup/__pycache__
if OUT_OF_TREE
noinst_DATA = themes/.linked
CLEANFILES += $(MADE_BY_RINGSIDE) themes/.linked $(dist_themes_DATA) $(dist_worlds_DATA) $(dist_debug_DATA) \
	$(dist_startup_DATA) $(dist_newgame_DATA) $(dist_ten_DATA) $(dist_samples_SCRIPTS)
themes/.linked: Makefile
	$(AM_V_GEN)$(MKDIR_P) themes src/samples/debug/startup src/samples/new-game src/samples/ten \
		src/samples/worlds && \
	for file in $(dist_themes_DATA) $(dist_worlds_DATA) $(dist_debug_DATA) $(dist_startup_DATA) $(dist_newgame_DATA) \
		$(dist_ten_DATA) $(dist_samples_SCRIPTS); do \
		$(LN_S) -f "$(abs_top_srcdir)/$$file" $$file || exit 1; \
	done && touch $@
endif

# The bundled agents: what the brains share is their side of the protocol.
samplesdir = $(pkglibexecdir)/samples
samples_PROGRAMS = \
	src/samples/asimulator-rotate \
	src/samples/lmc-random \
	src/samples/pbrain-random \
	src/samples/pbrain-threat \
	src/samples/qchess-random \
	src/samples/uci-random \
	src/samples/uci-searcher
dist_samples_SCRIPTS = \
	src/samples/asimulator-python.py \
	src/samples/asimulator-reasoner.py \
	src/samples/asimulator-wander.py \
	src/samples/lmc-beat-frequent.py \
	src/samples/lmc-beat-last.sh \
	src/samples/lmc-constant.sh \
	src/samples/lmc-player.sh \
	src/samples/lmc-predictor.py \
	src/samples/lmc-rotate.sh \
	src/samples/lmc2-echo-reverse.sh \
	src/samples/lmc2-game.py \
	src/samples/lmc2-imitate-game.py \
	src/samples/lmc2-imitate-player.sh \
	src/samples/lmc2-learner.py \
	src/samples/lmc2-questions.py \
	src/samples/lmc2-roshambo.py \
	src/samples/pbrain-faulty.py \
	src/samples/qchess-thinker.py \
	src/samples/referee-battleships-player.py \
	src/samples/referee-battleships.py \
	src/samples/referee-brutaltester-old.py \
	src/samples/referee-brutaltester.py \
	src/samples/referee-connect4-player.js \
	src/samples/referee-connect4.js \
	src/samples/referee-interactor.py \
	src/samples/referee-tictactoe-player.py \
	src/samples/referee-tictactoe.py \
	src/samples/referee-tron-player.py \
	src/samples/referee-tron.py
noinst_LIBRARIES += src/samples/libbrain.a src/samples/libthreat.a
src_samples_libbrain_a_SOURCES = \
	src/samples/brain.c \
	src/samples/brain.h
src_samples_libthreat_a_SOURCES = \
	src/samples/position.c \
	src/samples/search.c \
	src/samples/threat.h
BRAIN_LIBS = src/samples/libbrain.a src/samples/libsample.a
src_samples_pbrain_random_SOURCES = src/samples/pbrain_random.c
src_samples_pbrain_random_LDADD = $(BRAIN_LIBS)
src_samples_pbrain_threat_SOURCES = src/samples/pbrain_threat.c
src_samples_pbrain_threat_LDADD = src/samples/libthreat.a $(BRAIN_LIBS)

# What the programs in C share: options, lines, random numbers.  The client of the agent world reads rules, percepts and
# tiles with the judge's own functions.
noinst_LIBRARIES += src/samples/libsample.a
src_samples_libsample_a_SOURCES = \
	src/samples/sample.c \
	src/samples/sample.h
src_samples_asimulator_rotate_SOURCES = src/samples/asimulator_rotate.c
src_samples_asimulator_rotate_LDADD = src/samples/libsample.a libpure.a
src_samples_lmc_random_SOURCES = src/samples/lmc_random.c
src_samples_lmc_random_LDADD = src/samples/libsample.a
src_samples_qchess_random_SOURCES = src/samples/qchess_random.c
src_samples_qchess_random_LDADD = src/samples/libsample.a
noinst_LIBRARIES += src/samples/libchess.a
src_samples_libchess_a_SOURCES = src/samples/uci_board.c src/samples/uci_board.h
src_samples_uci_random_SOURCES = src/samples/uci_random.c
src_samples_uci_random_LDADD = src/samples/libchess.a src/samples/libsample.a
src_samples_uci_searcher_SOURCES = src/samples/uci_searcher.c
src_samples_uci_searcher_LDADD = src/samples/libchess.a src/samples/libsample.a
