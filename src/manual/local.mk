# The manual: a page a subject.
MANUAL = \
	src/manual/asimulator.md \
	src/manual/debugging.md \
	src/manual/files.md \
	src/manual/gomocup.md \
	src/manual/json.md \
	src/manual/lmc.md \
	src/manual/lmc2.md \
	src/manual/match-file.md \
	src/manual/playing.md \
	src/manual/qchess.md \
	src/manual/scripts.md \
	src/manual/series.md \
	src/manual/themes.md \
	src/manual/verdicts.md
EXTRA_DIST += $(MANUAL) README.md
