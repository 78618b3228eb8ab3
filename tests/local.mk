# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# What each folder holds, and what a good test there is, stands in its README.
EXTRA_DIST += \
	tests/agents/README.md \
	tests/agents/pdb_brain.py \
	tests/agents/suite.py \
	tests/agents/stories/book.py \
	tests/agents/stories/clock.py \
	tests/agents/stories/deadlock.c \
	tests/agents/stories/deaf.py \
	tests/agents/stories/forgets.py \
	tests/agents/stories/hash.py \
	tests/agents/stories/hintless.py \
	tests/agents/stories/lost.py \
	tests/agents/stories/miss.py \
	tests/agents/stories/newgame.py \
	tests/agents/stories/overflow.c \
	tests/agents/stories/restart.py \
	tests/agents/stories/swapped.py \
	tests/agents/stories/takeback.py \
	tests/agents/stories/twice.py \
	tests/agents/tables \
	tests/agents/transcripts \
	tests/bench/README.md \
	tests/bench/charged.py \
	tests/bench/clock.h \
	tests/bench/counters.sh \
	tests/bench/rows \
	tests/bugs/README.md \
	tests/bugs/as-bits.py \
	tests/bugs/as-info.py \
	tests/bugs/as-text.py \
	tests/bugs/blackpawn.py \
	tests/bugs/bp.py \
	tests/bugs/budget.c \
	tests/bugs/chunk.js \
	tests/bugs/comma.c \
	tests/bugs/crash.c \
	tests/bugs/eof.py \
	tests/bugs/hang.cpp \
	tests/bugs/hashset.py \
	tests/bugs/hintless.py \
	tests/bugs/leak.c \
	tests/bugs/list \
	tests/bugs/lostwake.cpp \
	tests/bugs/mirror.c \
	tests/bugs/noflush.py \
	tests/bugs/nonl.sh \
	tests/bugs/oblong.cpp \
	tests/bugs/orphan.sh \
	tests/bugs/pad.c \
	tests/bugs/qbug.py \
	tests/bugs/restart.py \
	tests/bugs/short.java \
	tests/bugs/small.c \
	tests/bugs/takeuaf.c \
	tests/bugs/tb.py \
	tests/bugs/ttold.cpp \
	tests/citations.py \
	tests/completion.py \
	tests/dialogues/README.md \
	tests/dialogues/asimulator \
	tests/dialogues/failing \
	tests/dialogues/gomocup \
	tests/dialogues/lmc \
	tests/dialogues/lmc2 \
	tests/dialogues/qchess \
	tests/dialogues/referee \
	tests/dialogues/run.sh \
	tests/dialogues/uci \
	tests/farm/README.md \
	tests/farm/common.sh \
	tests/fuzz/README.md \
	tests/fuzz/commands.dict \
	tests/fuzz/conditions.dict \
	tests/fuzz/config.dict \
	tests/fuzz/files.dict \
	tests/fuzz/formats.dict \
	tests/fuzz/judge.dict \
	tests/fuzz/options.dict \
	tests/fuzz/painting.dict \
	tests/fuzz/results.dict \
	tests/fuzz/seeds.py \
	tests/fuzz/suites.dict \
	tests/fuzz/themes.dict \
	tests/house.txt \
	tests/leaks \
	tests/mistakes.py \
	tests/hardened.sh \
	tests/listed.sh \
	tests/map.sh \
	tests/packages.sh \
	tests/random.h \
	tests/screen/README.md \
	tests/screen/characters \
	tests/screen/film.py \
	tests/screen/pictures \
	tests/screen/tmux.sh \
	tests/screen/tsm.ti \
	tests/sentences.py \
	tests/strangers.py \
	tests/signs.sh \
	tests/stable.py \
	tests/stable.txt \
	tests/systems.sh \
	tests/temp.h tests/test.h \
	tests/sim/README.md \
	tests/unit/README.md \
	tests/unit/matches \
	tests/unit/qchess-logs \
	tests/unit/renju-cases.txt \
	tests/unit/setup_fixture.h \
	tests/within.h \
	tests/words.py \
	tests/writers.py

# Make begins tests in this order. These take the longest: begun last, they would run alone at the end.
TESTS += tests/sim/simulate tests/strangers.py
if HAVE_CMOCKA
TESTS += $(AGENT_SCRIPT_TESTS) $(LONG_AGENT_TESTS) $(AGENT_TESTS)
endif

# That Tab offers what fits, in bash, zsh and fish.
TESTS += tests/completion.py

# That no command prints what others wrote as it is. It takes long, too.
TESTS += tests/words.py

# That each heading exists which comments and answers cite.
TESTS += tests/citations.py

# That no sentence of the manual is too long to be read once.
TESTS += tests/sentences.py

# That the program has the protections that configure found.
TESTS += tests/hardened.sh

# That the tarball has each source.
TESTS += tests/listed.sh

# That configure names the packages of the libraries that are missing.
TESTS += tests/packages.sh

# That a mistake in a file of others is told with its place, and what was expected.
TESTS += tests/mistakes.py

# That src/README.md names only what exists.
TESTS += tests/map.sh

# That what scripts of users depend on changes knowingly.
TESTS += tests/stable.py

# That no system needs another one.
TESTS += tests/signs.sh
TESTS += tests/systems.sh

# That each file writes only the part of the judge's state that it owns.
TESTS += tests/writers.py

# The headless terminal, and the terminfo entries that tell what it understands.
check_LIBRARIES = tests/screen/libvt.a
tests_screen_libvt_a_SOURCES = \
	src/ui/picture.c \
	src/ui/picture.h \
	tests/screen/vt.c \
	tests/screen/vt.h \
	tests/screen/vt_keeper.c \
	tests/screen/vt_keeper.h \
	tests/screen/vt_modes.c \
	tests/screen/vt_modes.h \
	tests/screen/vt_picture.c \
	tests/screen/vt_screen.c \
	tests/screen/vt_screen.h
tests_screen_libvt_a_CFLAGS = $(AM_CFLAGS) $(TSM_CFLAGS) $(NCURSESW_CFLAGS)
VT_LIBS = tests/screen/libvt.a libpure.a $(TSM_LIBS) $(NCURSESW_LIBS)

check_PROGRAMS += tests/screen/shoot
tests_screen_shoot_SOURCES = tests/screen/shoot.c
tests_screen_shoot_LDADD = $(VT_LIBS)

# A stamp, since tic chooses the names of its directories by itself.
check_DATA += tests/terminfo/stamp
tests/terminfo/stamp: tests/screen/tsm.ti
	$(AM_V_GEN)rm -rf tests/terminfo && $(MKDIR_P) tests/terminfo && \
	$(TIC) -x -o tests/terminfo $(srcdir)/tests/screen/tsm.ti && touch $@

clean-local: clean-terminfo
clean-terminfo:
	rm -rf tests/config tests/state tests/terminfo
.PHONY: clean-terminfo

# What a command costs, the floor that the judge is measured beside (scripts/bench), an agent that answers at once, and the points of renju.
check_PROGRAMS += tests/bench/charge tests/bench/cost
tests_bench_charge_LDADD =
tests_bench_cost_LDADD =
check_PROGRAMS += tests/bench/floor tests/bench/forbidden tests/bench/frames tests/bench/instant tests/bench/instant_referee tests/bench/instant_uci tests/bench/perft tests/bench/travel
check_PROGRAMS += tests/bench/keys tests/bench/opening
tests_bench_floor_LDADD =
tests_bench_forbidden_LDADD = libpure.a
tests_bench_perft_LDADD = libpure.a
tests_bench_frames_LDADD =
tests_bench_instant_LDADD =
tests_bench_instant_referee_LDADD =
tests_bench_instant_uci_LDADD =
tests_bench_keys_LDADD = $(VT_LIBS)
tests_bench_opening_LDADD = $(VT_LIBS)
tests_bench_travel_LDADD = $(VT_LIBS)

# That a recording replays as the match that was played.
SAME = tests/sim/same.c tests/sim/same.h

# Random agents and people against the judge, under a clock of its own; it too links with libc alone.
check_PROGRAMS += tests/sim/simulate
tests_sim_simulate_SOURCES = \
	tests/sim/brain.c \
	tests/sim/brain.h \
	tests/sim/brains.c \
	tests/sim/brains.h \
	tests/sim/brains_checks.c \
	tests/sim/brains_setup.c \
	tests/sim/fixture.h \
	tests/sim/chance.h \
	tests/sim/client.c \
	tests/sim/client.h \
	tests/sim/clients.c \
	tests/sim/grid.c \
	tests/sim/grid.h \
	tests/sim/fake.c \
	tests/sim/fake.h \
	tests/sim/player.c \
	tests/sim/player.h \
	tests/sim/players.h \
	tests/sim/players_checks.c \
	tests/sim/players_lmc.c \
	tests/sim/players_lmc2.c \
	tests/sim/players_setup.c \
	tests/sim/position.c \
	tests/sim/position.h \
	tests/sim/program.c \
	tests/sim/program.h \
	tests/sim/qchess.c \
	tests/sim/qchess_agent.c \
	tests/sim/qchess_agent.h \
	tests/sim/referee.c \
	tests/sim/rounds.c \
	tests/sim/rounds.h \
	$(SAME) \
	tests/sim/side.c \
	tests/sim/side.h \
	tests/sim/simulate.c \
	tests/sim/table.c \
	tests/sim/table.h \
	tests/sim/table_checks.c \
	tests/sim/table_effects.c \
	tests/sim/table_people.c \
	tests/sim/table_process.c \
	tests/sim/table_record.c \
	tests/sim/table_rejoin.c \
	tests/sim/table_setup.c \
	tests/sim/table_state.h \
	tests/sim/table_stops.c \
	tests/sim/uci.c
tests_sim_simulate_LDADD = libpure.a

# Dialogues as files: each is played.  The debugger stops some of them.
check_PROGRAMS += tests/dialogues/run
TESTS += tests/dialogues/run tests/dialogues/run.sh
tests_dialogues_run_SOURCES = \
	tests/dialogues/run.c \
	tests/dialogues/talk.c \
	tests/dialogues/talk.h \
	tests/dialogues/talk_input.c \
	tests/dialogues/talk_query.c \
	tests/dialogues/talk_request.c \
	tests/dialogues/talk_setup.c \
	tests/dialogues/talk_stop.c \
	tests/dialogues/talk_value.c \
	tests/unit/dialogue.c \
	tests/unit/dialogue.h \
	$(SAME)
tests_dialogues_run_LDADD = libui.a $(HOST_LIBS) $(UI_LIBS)

# What the fuzzer plays, as a test: the corpus.  The fuzzer itself (scripts/fuzz) needs objects with clang's counters.
check_PROGRAMS += tests/fuzz/run
TESTS += tests/fuzz/run
EXTRA_PROGRAMS += tests/fuzz/fuzz
FUZZ = \
	tests/fuzz/asimulator.c \
	tests/fuzz/choices.h \
	tests/fuzz/commands.c \
	tests/fuzz/conditions.c \
	tests/fuzz/config.c \
	tests/fuzz/edit.c \
	tests/fuzz/files.c \
	tests/fuzz/formats.c \
	tests/fuzz/fuzz_match.c \
	tests/fuzz/fuzz_match.h \
	tests/fuzz/fuzz_setup.c \
	tests/fuzz/gomocup.c \
	tests/fuzz/input.h \
	tests/fuzz/judge.c \
	tests/fuzz/lmc.c \
	tests/fuzz/lmc2.c \
	tests/fuzz/options.c \
	tests/fuzz/painting.c \
	tests/fuzz/qchess.c \
	tests/fuzz/referee.c \
	tests/fuzz/results.c \
	tests/fuzz/stage.c \
	tests/fuzz/stage.h \
	tests/fuzz/stored.c \
	tests/fuzz/stored.h \
	tests/fuzz/suites.c \
	tests/fuzz/targets.c \
	tests/fuzz/targets.h \
	tests/fuzz/themes.c \
	tests/fuzz/uci.c \
	tests/fuzz/words.c \
	src/cli/config.c \
	src/cli/options.c \
	src/runner/match_options.c \
	src/runner/plan.c \
	src/runner/until.c \
	src/cli/store.c \
	src/check/suite.c \
	src/tally/read.c \
	src/tally/sheet.c \
	src/tally/tables.c \
	$(SAME)
tests_fuzz_run_SOURCES = tests/fuzz/run.c $(FUZZ)
tests_fuzz_run_CFLAGS = $(AM_CFLAGS) $(UI_CFLAGS) $(SQLITE_CFLAGS) $(JANSSON_CFLAGS)
tests_fuzz_run_LDADD = libui.a $(HOST_LIBS) $(UI_LIBS)
tests_fuzz_fuzz_SOURCES = tests/fuzz/libfuzzer.c $(FUZZ)
tests_fuzz_fuzz_CFLAGS = $(tests_fuzz_run_CFLAGS)
tests_fuzz_fuzz_LDADD = $(tests_fuzz_run_LDADD)
tests_fuzz_fuzz_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
CLEANFILES += tests/fuzz/fuzz

if HAVE_CMOCKA
# Of the pure rooms: they link with libc alone, which is the point.
PURE_TESTS = \
	tests/unit/test_agent_world \
	tests/unit/test_agent_world_bytes \
	tests/unit/test_agent_world_draw \
	tests/unit/test_agent_world_files \
	tests/unit/test_agent_world_many \
	tests/unit/test_arena \
	tests/unit/test_asimulator \
	tests/unit/test_bytes \
	tests/unit/test_checkpoints \
	tests/unit/test_clock \
	tests/unit/test_clock_rules \
	tests/unit/test_event \
	tests/unit/test_condition \
	tests/unit/test_diff \
	tests/unit/test_formats \
	tests/unit/test_gate \
	tests/unit/test_gomocup_analysis \
	tests/unit/test_gomocup_openings \
	tests/unit/test_gomocup_rules \
	tests/unit/test_chess \
	tests/unit/test_gomoku \
	tests/unit/test_gomoku_lines \
	tests/unit/test_invariants \
	tests/unit/test_heard \
	tests/unit/test_judge \
	tests/unit/test_lmc_transcript \
	tests/unit/test_lmc2 \
	tests/unit/test_lmc_fuzz \
	tests/unit/test_lmc_lines \
	tests/unit/test_lmc_people \
	tests/unit/test_match \
	tests/unit/test_nearest \
	tests/unit/test_pgn \
	tests/unit/test_program_name \
	tests/unit/test_protocol_check \
	tests/unit/test_qchess \
	tests/unit/test_qchess_log \
	tests/unit/test_qchess_log_write \
	tests/unit/test_quantum_chess \
	tests/unit/test_quantum_chess_begin \
	tests/unit/test_quantum_chess_many \
	tests/unit/test_quantum_chess_words \
	tests/unit/test_rejoin \
	tests/unit/test_rejoin_live \
	tests/unit/test_renju \
	tests/unit/test_schedule \
	tests/unit/test_seed \
	tests/unit/test_shrink \
	tests/unit/test_standings \
	tests/unit/test_statistics \
	tests/unit/test_summary \
	tests/unit/test_symbols \
	tests/unit/test_symbols_alone \
	tests/unit/test_symbols_board \
	tests/unit/test_symbols_many \
	tests/unit/test_symbols_table \
	tests/unit/test_systems \
	tests/unit/test_why \
	tests/unit/test_words
check_PROGRAMS += $(PURE_TESTS)
TESTS += $(PURE_TESTS)
LDADD = libpure.a $(CMOCKA_LIBS)
tests_unit_test_agent_world_SOURCES = tests/unit/test_agent_world.c tests/unit/agent_world_fixture.h
tests_unit_test_agent_world_bytes_SOURCES = tests/unit/test_agent_world_bytes.c tests/unit/agent_world_fixture.h
tests_unit_test_agent_world_draw_SOURCES = tests/unit/test_agent_world_draw.c tests/unit/agent_world_fixture.h
tests_unit_test_agent_world_files_SOURCES = tests/unit/test_agent_world_files.c tests/unit/agent_world_fixture.h
tests_unit_test_agent_world_many_SOURCES = tests/unit/test_agent_world_many.c tests/unit/agent_world_fixture.h
tests_unit_test_invariants_SOURCES = tests/unit/test_invariants.c $(DIALOGUE)
tests_unit_test_lmc_fuzz_SOURCES = tests/unit/test_lmc_fuzz.c tests/sim/chance.h $(LMC2_FIXTURE)
tests_unit_test_lmc_people_SOURCES = tests/unit/test_lmc_people.c $(LMC_FIXTURE)
tests_unit_test_lmc2_SOURCES = tests/unit/test_lmc2.c $(LMC2_FIXTURE)
tests_unit_test_qchess_SOURCES = tests/unit/test_qchess.c $(QCHESS_MATCH_FIXTURE)
tests_unit_test_qchess_log_SOURCES = tests/unit/test_qchess_log.c $(QCHESS_LOG_FIXTURE)
tests_unit_test_qchess_log_write_SOURCES = tests/unit/test_qchess_log_write.c $(QCHESS_LOG_FIXTURE)
tests_unit_test_quantum_chess_SOURCES = tests/unit/test_quantum_chess.c tests/unit/qchess_fixture.h
tests_unit_test_quantum_chess_begin_SOURCES = tests/unit/test_quantum_chess_begin.c tests/unit/qchess_fixture.h
tests_unit_test_quantum_chess_begin_LDADD = libpure.a $(CMOCKA_LIBS) -lm
tests_unit_test_quantum_chess_many_SOURCES = tests/unit/test_quantum_chess_many.c tests/unit/qchess_fixture.h
tests_unit_test_quantum_chess_many_LDADD = libpure.a $(CMOCKA_LIBS) -lm
tests_unit_test_quantum_chess_words_SOURCES = tests/unit/test_quantum_chess_words.c tests/unit/qchess_fixture.h
tests_unit_test_standings_LDADD = libpure.a $(CMOCKA_LIBS) -lm
tests_unit_test_statistics_LDADD = libpure.a $(CMOCKA_LIBS) -lm
REJOIN_FIXTURE = $(ASIMULATOR_FIXTURE) tests/unit/ghost.c tests/unit/ghost.h tests/unit/rejoin_fixture.h
tests_unit_test_rejoin_SOURCES = tests/unit/test_rejoin.c $(REJOIN_FIXTURE)
tests_unit_test_rejoin_live_SOURCES = tests/unit/test_rejoin_live.c $(REJOIN_FIXTURE)
tests_unit_test_judge_SOURCES = tests/unit/test_judge.c $(ASIMULATOR_FIXTURE)
tests_unit_test_symbols_SOURCES = tests/unit/test_symbols.c tests/unit/symbols_fixture.h
tests_unit_test_symbols_alone_SOURCES = tests/unit/test_symbols_alone.c tests/unit/symbols_fixture.h
tests_unit_test_symbols_board_SOURCES = tests/unit/test_symbols_board.c tests/unit/symbols_fixture.h
tests_unit_test_symbols_many_SOURCES = tests/unit/test_symbols_many.c tests/unit/symbols_fixture.h
tests_unit_test_symbols_table_SOURCES = tests/unit/test_symbols_table.c tests/unit/symbols_fixture.h
tests_unit_test_why_SOURCES = tests/unit/test_why.c $(DIALOGUE)
QCHESS_MATCH_FIXTURE = $(DIALOGUE) tests/unit/qchess_match_fixture.h
QCHESS_LOG_FIXTURE = tests/unit/qchess_fixture.h tests/unit/qchess_log_fixture.h
tests_unit_test_asimulator_SOURCES = tests/unit/test_asimulator.c $(ASIMULATOR_FIXTURE)
tests_unit_test_clock_rules_SOURCES = tests/unit/test_clock_rules.c $(DIALOGUE)
ASIMULATOR_FIXTURE = $(DIALOGUE) tests/unit/agent_world_fixture.h tests/unit/asimulator_fixture.h
DIALOGUE = tests/unit/dialogue.c tests/unit/dialogue.h tests/unit/dialogue_fail.c tests/unit/match_fixture.h $(SAME)
LMC_FIXTURE = $(DIALOGUE) tests/unit/lmc_fixture.h
LMC2_FIXTURE = $(LMC_FIXTURE) tests/unit/lmc2_fixture.h

# Of what the command line says of a series, and of its options.
CLI_TESTS = \
	tests/unit/test_options \
	tests/unit/test_report
check_PROGRAMS += $(CLI_TESTS)
TESTS += $(CLI_TESTS)
tests_unit_test_options_SOURCES = tests/unit/test_options.c src/cli/options.c src/debugger/settings.c
tests_unit_test_options_LDADD = libpure.a $(CMOCKA_LIBS)
tests_unit_test_report_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_unit_test_report_LDADD = $(HOST_TEST_LIBS)

# Of the rooms that meet the system.
HOST_TESTS = \
	tests/unit/test_awake \
	tests/unit/test_blank \
	tests/unit/test_cgroup \
	tests/unit/test_command \
	tests/unit/test_config \
	tests/unit/test_activity \
	tests/unit/test_folder \
	tests/unit/test_io \
	tests/unit/test_io_refused \
	tests/unit/test_io_socket \
	tests/unit/test_kept \
	tests/unit/test_loop \
	tests/unit/test_match_file \
	tests/unit/test_match_file_branches \
	tests/unit/test_match_file_cancel \
	tests/unit/test_match_file_events \
	tests/unit/test_match_file_faults \
	tests/unit/test_match_file_foreign \
	tests/unit/test_match_file_measure \
	tests/unit/test_match_file_pages \
	tests/unit/test_match_file_series \
	tests/unit/test_match_file_trouble \
	tests/unit/test_match_file_turns \
	tests/unit/test_recorded_matches \
	tests/unit/test_recorded_matches_altered \
	tests/unit/test_recorder \
	tests/unit/test_session_branching \
	tests/unit/test_session_looks \
	tests/unit/test_session_refused \
	tests/unit/test_session_socket \
	tests/unit/test_session_stalls \
	tests/unit/test_slice \
	tests/unit/test_tracing \
	tests/unit/test_trust \
	tests/unit/test_usage \
	tests/unit/test_waiting \
	tests/unit/test_worker
check_PROGRAMS += $(HOST_TESTS)
TESTS += $(HOST_TESTS)
HOST_TEST_LIBS = $(HOST_LIBS) $(CMOCKA_LIBS)
tests_unit_test_awake_LDADD = $(HOST_TEST_LIBS)
tests_unit_test_blank_SOURCES = tests/unit/test_blank.c tests/unit/match_file_fixture.h
tests_unit_test_blank_LDADD = $(HOST_TEST_LIBS)
tests_unit_test_cgroup_LDADD = $(HOST_TEST_LIBS)
tests_unit_test_command_LDADD = $(HOST_TEST_LIBS)
tests_unit_test_config_LDADD = $(HOST_TEST_LIBS)
tests_unit_test_activity_SOURCES = tests/unit/test_activity.c tests/unit/io_fixture.h
tests_unit_test_activity_LDADD = $(HOST_TEST_LIBS) -lpthread
tests_unit_test_folder_LDADD = $(HOST_TEST_LIBS)
tests_unit_test_kept_LDADD = $(HOST_TEST_LIBS)
tests_unit_test_slice_LDADD = $(HOST_TEST_LIBS)
tests_unit_test_tracing_SOURCES = tests/unit/test_tracing.c tests/unit/io_fixture.h
tests_unit_test_tracing_LDADD = $(HOST_TEST_LIBS)
tests_unit_test_trust_LDADD = $(HOST_TEST_LIBS)
tests_unit_test_waiting_SOURCES = tests/unit/test_waiting.c tests/unit/io_fixture.h
tests_unit_test_waiting_LDADD = $(HOST_TEST_LIBS)
tests_unit_test_usage_SOURCES = tests/unit/test_usage.c tests/unit/io_fixture.h
tests_unit_test_usage_LDADD = $(HOST_TEST_LIBS)
tests_unit_test_worker_LDADD = $(HOST_TEST_LIBS)
tests_unit_test_session_branching_SOURCES = tests/unit/test_session_branching.c tests/unit/io_fixture.h
tests_unit_test_session_branching_LDADD = $(HOST_TEST_LIBS)
tests_unit_test_session_looks_SOURCES = tests/unit/test_session_looks.c tests/unit/io_fixture.h
tests_unit_test_session_looks_LDADD = $(HOST_TEST_LIBS) -lpthread
tests_unit_test_session_refused_SOURCES = tests/unit/test_session_refused.c tests/unit/io_fixture.h
tests_unit_test_session_refused_LDADD = $(HOST_TEST_LIBS)
tests_unit_test_session_socket_SOURCES = tests/unit/test_session_socket.c tests/unit/io_fixture.h tests/unit/socket_fixture.h
tests_unit_test_session_socket_LDADD = $(HOST_TEST_LIBS)
tests_unit_test_session_stalls_SOURCES = tests/unit/test_session_stalls.c tests/unit/io_fixture.h
tests_unit_test_session_stalls_LDADD = $(HOST_TEST_LIBS)
tests_unit_test_io_SOURCES = tests/unit/test_io.c tests/unit/io_fixture.h
tests_unit_test_io_LDADD = $(HOST_TEST_LIBS)
tests_unit_test_io_refused_SOURCES = tests/unit/test_io_refused.c tests/unit/io_fixture.h
tests_unit_test_io_refused_LDADD = $(HOST_TEST_LIBS)
tests_unit_test_io_socket_SOURCES = tests/unit/test_io_socket.c tests/unit/io_fixture.h tests/unit/socket_fixture.h
tests_unit_test_io_socket_LDADD = $(HOST_TEST_LIBS)
tests_unit_test_loop_LDADD = $(HOST_TEST_LIBS)
tests_unit_test_match_file_SOURCES = tests/unit/test_match_file.c tests/unit/match_file_fixture.h
tests_unit_test_match_file_LDADD = $(HOST_TEST_LIBS)
tests_unit_test_match_file_branches_SOURCES = \
	tests/unit/test_match_file_branches.c tests/unit/match_file_fixture.h
tests_unit_test_match_file_branches_LDADD = $(HOST_TEST_LIBS)
tests_unit_test_match_file_cancel_SOURCES = tests/unit/test_match_file_cancel.c tests/unit/match_file_fixture.h
tests_unit_test_match_file_cancel_LDADD = $(HOST_TEST_LIBS)
tests_unit_test_match_file_events_SOURCES = \
	tests/unit/test_match_file_events.c tests/unit/match_file_fixture.h
tests_unit_test_match_file_events_LDADD = $(HOST_TEST_LIBS)
tests_unit_test_match_file_faults_SOURCES = tests/unit/test_match_file_faults.c tests/unit/match_file_fixture.h
tests_unit_test_match_file_faults_LDADD = $(HOST_TEST_LIBS)
tests_unit_test_match_file_foreign_SOURCES = tests/unit/test_match_file_foreign.c tests/unit/match_file_fixture.h
tests_unit_test_match_file_foreign_LDADD = $(HOST_TEST_LIBS)
tests_unit_test_match_file_measure_SOURCES = tests/unit/test_match_file_measure.c tests/unit/match_file_fixture.h
tests_unit_test_match_file_measure_LDADD = $(HOST_TEST_LIBS)
tests_unit_test_match_file_pages_SOURCES = tests/unit/test_match_file_pages.c tests/unit/match_file_fixture.h
tests_unit_test_match_file_pages_LDADD = $(HOST_TEST_LIBS)
tests_unit_test_match_file_series_SOURCES = tests/unit/test_match_file_series.c tests/unit/match_file_fixture.h
tests_unit_test_match_file_series_LDADD = $(HOST_TEST_LIBS)
tests_unit_test_match_file_trouble_SOURCES = tests/unit/test_match_file_trouble.c tests/unit/match_file_fixture.h
tests_unit_test_match_file_trouble_LDADD = $(HOST_TEST_LIBS)
tests_unit_test_match_file_turns_SOURCES = tests/unit/test_match_file_turns.c tests/unit/match_file_fixture.h
tests_unit_test_match_file_turns_LDADD = $(HOST_TEST_LIBS)
tests_unit_test_recorder_SOURCES = tests/unit/test_recorder.c tests/unit/match_file_fixture.h
tests_unit_test_recorder_LDADD = $(HOST_TEST_LIBS) -lpthread
tests_unit_test_recorded_matches_SOURCES = tests/unit/test_recorded_matches.c tests/unit/match_file_fixture.h
tests_unit_test_recorded_matches_LDADD = $(HOST_TEST_LIBS)
# The same where people read other sentences: nothing else may depend on them.
tests_unit_test_recorded_matches_altered_SOURCES = $(tests_unit_test_recorded_matches_SOURCES) src/judge/event.c
tests_unit_test_recorded_matches_altered_CPPFLAGS = $(AM_CPPFLAGS) -DEVENT_SENTENCES_ALTERED
tests_unit_test_recorded_matches_altered_LDADD = $(HOST_TEST_LIBS)

# Of the bundled programs.
SAMPLE_TESTS = \
	tests/unit/test_brain \
	tests/unit/test_clients \
	tests/unit/test_game_programs \
	tests/unit/test_qagents \
	tests/unit/test_threat
check_PROGRAMS += $(SAMPLE_TESTS)
TESTS += $(SAMPLE_TESTS)
tests_unit_test_brain_LDADD = $(BRAIN_LIBS) $(CMOCKA_LIBS)
tests_unit_test_clients_SOURCES = tests/unit/test_clients.c tests/unit/agent_world_fixture.h
tests_unit_test_clients_LDADD = libpure.a $(CMOCKA_LIBS)
tests_unit_test_game_programs_LDADD = $(CMOCKA_LIBS)
tests_unit_test_qagents_LDADD = libpure.a $(CMOCKA_LIBS)
tests_unit_test_threat_LDADD = src/samples/libthreat.a $(CMOCKA_LIBS)

# Of what draws.
UI_TESTS = \
	tests/unit/test_background \
	tests/unit/test_board_asimulator \
	tests/unit/test_board_gomoku \
	tests/unit/test_board_lmc \
	tests/unit/test_board_lmc2 \
	tests/unit/test_board_qchess \
	tests/unit/test_board_referee \
	tests/unit/test_board_thoughts \
	tests/unit/test_command_branch \
	tests/unit/test_commands \
	tests/unit/test_contrast \
	tests/unit/test_crash_report \
	tests/unit/test_frames \
	tests/unit/test_framing \
	tests/unit/test_info_seat \
	tests/unit/test_layout \
	tests/unit/test_overlay \
	tests/unit/test_paint \
	tests/unit/test_pane_board \
	tests/unit/test_plot \
	tests/unit/test_prompt \
	tests/unit/test_screen \
	tests/unit/test_terminal \
	tests/unit/test_theme \
	tests/unit/test_window
check_PROGRAMS += $(UI_TESTS)
TESTS += $(UI_TESTS)
UI_TEST_LIBS = libui.a $(HOST_LIBS) $(UI_LIBS) $(CMOCKA_LIBS)
# These draw into a grid of cells of their own: what they link with has no terminal.
FAKE_PAINT = tests/unit/fake_paint.c tests/unit/fake_paint.h
tests_unit_test_board_asimulator_CFLAGS = $(AM_CFLAGS) $(NCURSESW_CFLAGS)
tests_unit_test_board_asimulator_SOURCES = \
	tests/unit/test_board_asimulator.c \
	tests/unit/agent_world_fixture.h \
	$(FAKE_PAINT)
tests_unit_test_board_asimulator_LDADD = libui.a libpure.a $(CMOCKA_LIBS) -lm
tests_unit_test_board_gomoku_CFLAGS = $(AM_CFLAGS) $(NCURSESW_CFLAGS)
tests_unit_test_board_gomoku_SOURCES = tests/unit/test_board_gomoku.c $(FAKE_PAINT)
tests_unit_test_board_gomoku_LDADD = libui.a libpure.a $(CMOCKA_LIBS)
tests_unit_test_board_lmc_CFLAGS = $(AM_CFLAGS) $(NCURSESW_CFLAGS)
tests_unit_test_board_lmc_SOURCES = tests/unit/test_board_lmc.c $(FAKE_PAINT)
tests_unit_test_board_lmc_LDADD = libui.a libpure.a $(CMOCKA_LIBS) -lm
tests_unit_test_board_lmc2_CFLAGS = $(AM_CFLAGS) $(NCURSESW_CFLAGS)
tests_unit_test_board_lmc2_SOURCES = tests/unit/test_board_lmc2.c tests/unit/said_fixture.h $(FAKE_PAINT)
tests_unit_test_board_lmc2_LDADD = libui.a libpure.a $(CMOCKA_LIBS) -lm
tests_unit_test_board_qchess_CFLAGS = $(AM_CFLAGS) $(NCURSESW_CFLAGS)
tests_unit_test_board_qchess_SOURCES = tests/unit/test_board_qchess.c $(FAKE_PAINT)
tests_unit_test_board_qchess_LDADD = libui.a libpure.a $(CMOCKA_LIBS)
tests_unit_test_board_referee_CFLAGS = $(AM_CFLAGS) $(NCURSESW_CFLAGS)
tests_unit_test_board_referee_SOURCES = tests/unit/test_board_referee.c tests/unit/said_fixture.h $(FAKE_PAINT)
tests_unit_test_board_referee_LDADD = libui.a libpure.a $(CMOCKA_LIBS) -lm
tests_unit_test_board_thoughts_CFLAGS = $(AM_CFLAGS) $(NCURSESW_CFLAGS)
tests_unit_test_board_thoughts_SOURCES = tests/unit/test_board_thoughts.c $(FAKE_PAINT)
tests_unit_test_board_thoughts_LDADD = libui.a libpure.a $(CMOCKA_LIBS)
tests_unit_test_pane_board_SOURCES = tests/unit/test_pane_board.c $(FAKE_PAINT)
tests_unit_test_pane_board_LDADD = libui.a libpure.a $(CMOCKA_LIBS)
tests_unit_test_command_branch_SOURCES = \
	tests/unit/test_command_branch.c tests/unit/match_file_fixture.h
tests_unit_test_command_branch_LDADD = $(UI_TEST_LIBS)
tests_unit_test_commands_LDADD = $(UI_TEST_LIBS)
tests_unit_test_frames_LDADD = $(UI_TEST_LIBS)
tests_unit_test_framing_SOURCES = tests/unit/test_framing.c $(DIALOGUE)
tests_unit_test_framing_LDADD = $(UI_TEST_LIBS)
tests_unit_test_info_seat_SOURCES = tests/unit/test_info_seat.c tests/unit/match_file_fixture.h
tests_unit_test_info_seat_LDADD = $(UI_TEST_LIBS)
tests_unit_test_layout_LDADD = $(UI_TEST_LIBS)
tests_unit_test_overlay_CFLAGS = $(AM_CFLAGS) $(UI_CFLAGS)
tests_unit_test_overlay_LDADD = $(UI_TEST_LIBS)
tests_unit_test_paint_CFLAGS = $(AM_CFLAGS) $(UI_CFLAGS)
tests_unit_test_paint_LDADD = $(UI_TEST_LIBS)
tests_unit_test_plot_SOURCES = tests/unit/test_plot.c $(FAKE_PAINT)
tests_unit_test_plot_LDADD = libui.a libpure.a $(CMOCKA_LIBS) -lm
tests_unit_test_prompt_CFLAGS = $(AM_CFLAGS) $(UI_CFLAGS)
tests_unit_test_prompt_LDADD = $(UI_TEST_LIBS)
tests_unit_test_screen_CFLAGS = $(AM_CFLAGS) $(UI_CFLAGS)
tests_unit_test_screen_LDADD = $(UI_TEST_LIBS)
tests_unit_test_terminal_CFLAGS = $(AM_CFLAGS) $(UI_CFLAGS)
tests_unit_test_terminal_LDADD = $(UI_TEST_LIBS)
tests_unit_test_background_LDADD = $(UI_TEST_LIBS)
tests_unit_test_contrast_LDADD = $(UI_TEST_LIBS) -lm
tests_unit_test_theme_CFLAGS = $(AM_CFLAGS) $(UI_CFLAGS)
tests_unit_test_theme_LDADD = $(UI_TEST_LIBS)
tests_unit_test_window_LDADD = $(UI_TEST_LIBS)

# Of the program as its users have it: on a terminal that can be looked at.
SCREEN_TESTS = \
	tests/screen/test_tsm \
	tests/screen/test_vt
check_PROGRAMS += tests/screen/painter $(SCREEN_TESTS)
TESTS += $(SCREEN_TESTS)
tests_screen_painter_CFLAGS = $(AM_CFLAGS) $(NCURSESW_CFLAGS)
tests_screen_painter_LDADD = $(NCURSESW_LIBS)
tests_screen_test_tsm_CPPFLAGS = $(AM_CPPFLAGS) -DTSM_VERSION='"$(TSM_VERSION)"'
tests_screen_test_tsm_CFLAGS = $(AM_CFLAGS) $(TSM_CFLAGS)
tests_screen_test_tsm_LDADD = $(VT_LIBS) $(CMOCKA_LIBS)
tests_screen_test_vt_LDADD = $(VT_LIBS) $(CMOCKA_LIBS)

# Of ringside itself on that terminal.
RINGSIDE_TESTS = \
	tests/screen/test_analysis \
	tests/screen/test_branch \
	tests/screen/test_branches \
	tests/screen/test_chess \
	tests/screen/test_config \
	tests/screen/test_asimulator \
	tests/screen/test_attach \
	tests/screen/test_background \
	tests/screen/test_files \
	tests/screen/test_film \
	tests/screen/test_games \
	tests/screen/test_gdb \
	tests/screen/test_hidden \
	tests/screen/test_hint \
	tests/screen/test_hold \
	tests/screen/test_human \
	tests/screen/test_inside \
	tests/screen/test_kept \
	tests/screen/test_keys \
	tests/screen/test_kibitz \
	tests/screen/test_layouts \
	tests/screen/test_leave \
	tests/screen/test_lmc \
	tests/screen/test_looks \
	tests/screen/test_monkey \
	tests/screen/test_moves \
	tests/screen/test_notice \
	tests/screen/test_open \
	tests/screen/test_past \
	tests/screen/test_prompt_screen \
	tests/screen/test_qchess \
	tests/screen/test_read \
	tests/screen/test_replay \
	tests/screen/test_resume \
	tests/screen/test_script_screen \
	tests/screen/test_slow \
	tests/screen/test_step \
	tests/screen/test_stop \
	tests/screen/test_terminal \
	tests/screen/test_time \
	tests/screen/test_tournament_screen \
	tests/screen/test_tour \
	tests/screen/test_tutorial \
	tests/screen/test_watch \
	tests/screen/test_why
check_LIBRARIES += tests/screen/libringside.a
tests_screen_libringside_a_SOURCES = \
	tests/agents/ask_file.c \
	tests/agents/ask_file.h \
	tests/agents/endless.c \
	tests/agents/endless.h \
	tests/screen/ringside.c \
	tests/screen/ringside.h
tests_screen_libringside_a_CFLAGS = $(AM_CFLAGS) $(SQLITE_CFLAGS)
check_PROGRAMS += $(RINGSIDE_TESTS)
TESTS += $(RINGSIDE_TESTS) tests/screen/tmux.sh
RINGSIDE_TEST_LIBS = tests/screen/libringside.a libhost.a $(VT_LIBS) $(SQLITE_LIBS) $(CMOCKA_LIBS)
tests_screen_test_analysis_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_branch_CFLAGS = $(AM_CFLAGS) $(SQLITE_CFLAGS)
tests_screen_test_branch_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_branches_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_chess_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_config_LDADD = $(RINGSIDE_TEST_LIBS) $(INIH_LIBS)
tests_screen_test_asimulator_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_attach_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_background_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_files_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_film_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_kept_CFLAGS = $(AM_CFLAGS) $(SQLITE_CFLAGS)
tests_screen_test_kept_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_games_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_gdb_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_hidden_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_hint_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_hold_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_human_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_inside_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_keys_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_kibitz_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_layouts_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_leave_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_lmc_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_looks_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_monkey_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_moves_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_notice_CFLAGS = $(AM_CFLAGS) $(SQLITE_CFLAGS)
tests_screen_test_notice_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_open_CFLAGS = $(AM_CFLAGS) $(SQLITE_CFLAGS)
tests_screen_test_open_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_past_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_prompt_screen_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_qchess_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_read_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_replay_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_resume_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_script_screen_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_slow_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_step_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_stop_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_terminal_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_time_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_tournament_screen_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_tour_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_tutorial_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_watch_CFLAGS = $(AM_CFLAGS) $(SQLITE_CFLAGS)
tests_screen_test_watch_LDADD = $(RINGSIDE_TEST_LIBS)
tests_screen_test_why_LDADD = $(RINGSIDE_TEST_LIBS)

# Of whole matches, against agents that misbehave and agents that were recorded.
AGENT_TESTS = \
	tests/agents/test_adjudication \
	tests/agents/test_asimulator \
	tests/agents/test_cgroups \
	tests/agents/test_check \
	tests/agents/test_config \
	tests/agents/test_cpus \
	tests/agents/test_diff \
	tests/agents/test_cases \
	tests/agents/test_from \
	tests/agents/test_fuzz \
	tests/agents/test_activity \
	tests/agents/test_help \
	tests/agents/test_imports \
	tests/agents/test_installed \
	tests/agents/test_lmc_games \
	tests/agents/test_lmc_series \
	tests/agents/test_lmc_setup \
	tests/agents/test_log \
	tests/agents/test_lost \
	tests/agents/test_manual \
	tests/agents/test_old_kernel \
	tests/agents/test_openings \
	tests/agents/test_pages \
	tests/agents/test_qchess_series \
	tests/agents/test_rerun \
	tests/agents/test_results \
	tests/agents/test_resume \
	tests/agents/test_races \
	tests/agents/test_rules \
	tests/agents/test_scripts \
	tests/agents/test_seat_option \
	tests/agents/test_seeds \
	tests/agents/test_series \
	tests/agents/test_tally \
	tests/agents/test_tournament \
	tests/agents/test_trust \
	tests/agents/test_uci_series \
	tests/agents/test_untouched \
	tests/agents/test_workers
LONG_AGENT_TESTS = \
	tests/agents/test_floods \
	tests/agents/test_spec \
	tests/agents/test_twins \
	tests/agents/test_sandbox \
	tests/agents/test_strange_files \
	tests/agents/test_streams \
	tests/agents/test_stalls \
	tests/agents/test_starved \
	tests/agents/test_interrupts \
	tests/agents/test_gaps \
	tests/agents/test_gomocup \
	tests/agents/test_lmc \
	tests/agents/test_lmc2 \
	tests/agents/test_qchess \
	tests/agents/test_why_file
check_PROGRAMS += \
	tests/agents/asim_client \
	tests/agents/brain \
	tests/agents/contest \
	tests/agents/game_program \
	tests/agents/intruder \
	tests/agents/old_kernel \
	tests/agents/playback \
	tests/agents/player \
	tests/agents/qchess_agent \
	tests/agents/twin_brain \
	tests/agents/twin_client \
	tests/agents/twin_player \
	tests/agents/uci_engine \
	$(LONG_AGENT_TESTS) \
	$(AGENT_TESTS)
AGENT_SCRIPT_TESTS = \
	tests/agents/test_contest.sh \
	tests/agents/test_faults.py \
	tests/agents/test_new_system.sh \
	tests/agents/test_on.py \
	tests/agents/test_own_game.py \
	tests/agents/test_recipes.sh \
	tests/agents/test_referee.sh \
	tests/agents/test_stories.py \
	tests/agents/test_tap.py \
	tests/agents/test_hunt.py \
	tests/agents/test_whowrote.py \
	tests/agents/test_uci.sh \
	tests/agents/test_uci_check.sh
EXTRA_DIST += $(AGENT_SCRIPT_TESTS)
# A library that makes calls of the program fail. It is built without sanitizers: it must not call their allocator.
check_DATA += tests/agents/faults.so
CLEANFILES += tests/agents/faults.so
EXTRA_DIST += tests/agents/faults.c
tests/agents/faults.so: tests/agents/faults.c
	$(AM_V_CCLD)$(MKDIR_P) tests/agents && \
	$(CC) -std=c17 -D_GNU_SOURCE $(CPPFLAGS) $(CFLAGS) -shared -fPIC -o $@ $(srcdir)/tests/agents/faults.c -ldl
MISCONDUCT = tests/agents/misconduct.c tests/agents/misconduct.h
STALL = tests/agents/stall.c tests/agents/stall.h
FLOOD = tests/agents/flood.c tests/agents/flood.h
# Without sanitizers: they start thousands of times, ten times as fast, and what they do wrong is no mistake of ringside.
tests_agents_asim_client_SOURCES = tests/agents/asim_client.c $(MISCONDUCT) $(STALL) $(FLOOD)
tests_agents_asim_client_CFLAGS = $(PLAIN_CFLAGS)
tests_agents_asim_client_LDFLAGS = $(HARDENING_LDFLAGS)
tests_agents_asim_client_LDADD =
tests_agents_brain_SOURCES = tests/agents/brain.c $(STALL) $(FLOOD)
tests_agents_brain_CFLAGS = $(PLAIN_CFLAGS)
tests_agents_brain_LDFLAGS = $(HARDENING_LDFLAGS)
tests_agents_brain_LDADD = -lpthread
tests_agents_contest_SOURCES = tests/agents/contest.c $(MISCONDUCT) $(FLOOD)
tests_agents_contest_CFLAGS = $(PLAIN_CFLAGS)
tests_agents_contest_LDFLAGS = $(HARDENING_LDFLAGS)
tests_agents_contest_LDADD =
tests_agents_game_program_SOURCES = tests/agents/game_program.c $(MISCONDUCT) $(FLOOD)
tests_agents_game_program_CFLAGS = $(PLAIN_CFLAGS)
tests_agents_game_program_LDFLAGS = $(HARDENING_LDFLAGS)
tests_agents_game_program_LDADD =
tests_agents_intruder_CFLAGS = $(PLAIN_CFLAGS)
tests_agents_intruder_LDFLAGS = $(HARDENING_LDFLAGS)
tests_agents_intruder_LDADD =
tests_agents_old_kernel_CFLAGS = $(PLAIN_CFLAGS)
tests_agents_old_kernel_LDFLAGS = $(HARDENING_LDFLAGS)
tests_agents_old_kernel_LDADD =
tests_agents_playback_CFLAGS = $(PLAIN_CFLAGS)
tests_agents_playback_LDFLAGS = $(HARDENING_LDFLAGS)
tests_agents_playback_LDADD =
tests_agents_player_SOURCES = tests/agents/player.c $(MISCONDUCT) $(STALL) $(FLOOD)
tests_agents_player_CFLAGS = $(PLAIN_CFLAGS)
tests_agents_player_LDFLAGS = $(HARDENING_LDFLAGS)
tests_agents_player_LDADD =
tests_agents_qchess_agent_SOURCES = tests/agents/qchess_agent.c $(MISCONDUCT) $(STALL) $(FLOOD)
tests_agents_qchess_agent_CFLAGS = $(PLAIN_CFLAGS)
tests_agents_qchess_agent_LDFLAGS = $(HARDENING_LDFLAGS)
tests_agents_qchess_agent_LDADD =
tests_agents_uci_engine_SOURCES = tests/agents/uci_engine.c $(FLOOD) $(MISCONDUCT) \
	src/base/bytes.c src/base/words.c src/systems/text.c src/systems/uci/rules.c
tests_agents_uci_engine_CFLAGS = $(PLAIN_CFLAGS)
tests_agents_uci_engine_LDFLAGS = $(HARDENING_LDFLAGS)
tests_agents_uci_engine_LDADD =
tests_agents_twin_brain_CFLAGS = $(PLAIN_CFLAGS)
tests_agents_twin_brain_LDFLAGS = $(HARDENING_LDFLAGS)
tests_agents_twin_brain_LDADD =
tests_agents_twin_client_CFLAGS = $(PLAIN_CFLAGS)
tests_agents_twin_client_LDFLAGS = $(HARDENING_LDFLAGS)
tests_agents_twin_client_LDADD =
tests_agents_twin_player_CFLAGS = $(PLAIN_CFLAGS)
tests_agents_twin_player_LDFLAGS = $(HARDENING_LDFLAGS)
tests_agents_twin_player_LDADD =
check_LIBRARIES += tests/agents/libagents.a
tests_agents_libagents_a_SOURCES = \
	tests/agents/ask_file.c \
	tests/agents/ask_file.h \
	tests/agents/endless.c \
	tests/agents/endless.h \
	tests/agents/exported.c \
	tests/agents/exported.h \
	tests/agents/games.c \
	tests/agents/games.h \
	tests/agents/program.c \
	tests/agents/program.h \
	tests/agents/recorded.c \
	tests/agents/recorded.h
tests_agents_libagents_a_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS) $(SQLITE_CFLAGS)
AGENT_TEST_LIBS = tests/agents/libagents.a libhost.a libpure.a $(JANSSON_LIBS) $(SQLITE_LIBS) $(CMOCKA_LIBS) -lm
tests_agents_test_gomocup_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_gomocup_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_adjudication_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS) $(SQLITE_CFLAGS)
tests_agents_test_adjudication_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_asimulator_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_asimulator_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_cgroups_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_cgroups_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_check_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_check_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_cpus_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_cpus_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_config_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_diff_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_diff_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_from_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_from_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_activity_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_activity_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_help_LDADD = tests/agents/libagents.a $(UI_TEST_LIBS)
tests_agents_test_imports_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_installed_CPPFLAGS = $(AM_CPPFLAGS) -DBINDIR='"$(bindir)"' -DPKGLIBEXECDIR='"$(pkglibexecdir)"' \
	-DPKGDATADIR='"$(pkgdatadir)"' -DDOCDIR='"$(docdir)"'
tests_agents_test_installed_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_installed_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_interrupts_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_lmc_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_lmc_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_lmc2_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_lmc2_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_lmc_games_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_lmc_games_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_lmc_series_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_lmc_series_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_lmc_setup_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_lmc_setup_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_log_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_log_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_lost_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_manual_CFLAGS = $(AM_CFLAGS) $(SQLITE_CFLAGS)
tests_agents_test_manual_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_old_kernel_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_openings_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_openings_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_pages_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_pages_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_qchess_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_qchess_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_qchess_series_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_qchess_series_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_cases_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_cases_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_fuzz_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_fuzz_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_gaps_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS) $(SQLITE_CFLAGS)
tests_agents_test_gaps_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_rerun_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS) $(SQLITE_CFLAGS)
tests_agents_test_rerun_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_seat_option_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_seat_option_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_seeds_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_seeds_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_results_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_results_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_resume_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_resume_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_races_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_races_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_rules_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_rules_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_scripts_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_sandbox_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_sandbox_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_scripts_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_series_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_series_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_tournament_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_tournament_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_spec_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_spec_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_floods_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS) $(SQLITE_CFLAGS)
tests_agents_test_floods_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_stalls_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS) $(SQLITE_CFLAGS)
tests_agents_test_stalls_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_starved_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_starved_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_strange_files_CFLAGS = $(AM_CFLAGS) $(SQLITE_CFLAGS)
tests_agents_test_strange_files_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_streams_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_streams_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_tally_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_tally_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_workers_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_workers_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_trust_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS) $(SQLITE_CFLAGS)
tests_agents_test_trust_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_twins_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_twins_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_uci_series_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_uci_series_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_untouched_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS) $(SQLITE_CFLAGS)
tests_agents_test_untouched_LDADD = $(AGENT_TEST_LIBS)
tests_agents_test_why_file_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_agents_test_why_file_LDADD = libpure.a $(AGENT_TEST_LIBS)

# A test that hangs fails, and a test in Python says where it hung. The slowest has taken three minutes beside a load; others have slower machines.
LOG_COMPILER = timeout
AM_LOG_FLAGS = --foreground --signal=ABRT --kill-after=10 2400

# The empty entry stands for the system's own terminfo.
AM_TESTS_ENVIRONMENT = \
	TERMINFO="$(abs_builddir)/tests/terminfo"; TERMINFO_DIRS="$(abs_builddir)/tests/terminfo:"; \
	PAINTER="$(abs_builddir)/tests/screen/painter"; \
	RINGSIDE="$(abs_builddir)/ringside"; \
	AGENTS="$(abs_builddir)/tests/agents"; \
	FILM="$(abs_srcdir)/tests/screen/film.py"; \
	AGENT_SCRIPTS="$(abs_srcdir)/tests/agents"; \
	TABLES="$(abs_srcdir)/tests/agents/tables"; \
	TRANSCRIPTS="$(abs_srcdir)/tests/agents/transcripts"; \
	RENJU_CASES="$(abs_srcdir)/tests/unit/renju-cases.txt"; \
	QCHESS_LOGS="$(abs_srcdir)/tests/unit/qchess-logs"; \
	MATCHES="$(abs_srcdir)/tests/unit/matches"; \
	WORLDS="$(abs_srcdir)/src/samples/worlds"; \
	MANUAL="$(abs_srcdir)/src/manual"; \
	RINGSIDE_CHECK=1; LC_ALL=C.UTF-8; PYTHONDONTWRITEBYTECODE=1; \
	XDG_STATE_HOME="$(abs_builddir)/tests/state"; \
	XDG_CONFIG_HOME="$(abs_builddir)/tests/config"; \
	LSAN_OPTIONS="suppressions='$(abs_srcdir)/tests/leaks':print_suppressions=0"; \
	export TERMINFO TERMINFO_DIRS PAINTER RINGSIDE AGENTS FILM AGENT_SCRIPTS TABLES TRANSCRIPTS RENJU_CASES QCHESS_LOGS MATCHES WORLDS MANUAL RINGSIDE_CHECK LC_ALL PYTHONDONTWRITEBYTECODE XDG_STATE_HOME XDG_CONFIG_HOME LSAN_OPTIONS;
endif
