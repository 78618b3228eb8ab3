# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# The manual: a page a subject, as Markdown and as a man page.  The man pages are in the tarball: who builds that needs no lowdown.
MANUAL = \
	src/manual/asimulator.md \
	src/manual/checking.md \
	src/manual/config.md \
	src/manual/contest.md \
	src/manual/debugging.md \
	src/manual/elsewhere.md \
	src/manual/files.md \
	src/manual/gomocup.md \
	src/manual/json.md \
	src/manual/lmc.md \
	src/manual/lmc2.md \
	src/manual/match-file.md \
	src/manual/playing.md \
	src/manual/qchess.md \
	src/manual/referee.md \
	src/manual/sandbox.md \
	src/manual/scripts.md \
	src/manual/series.md \
	src/manual/stories.md \
	src/manual/tally.md \
	src/manual/tap.md \
	src/manual/themes.md \
	src/manual/tournaments.md \
	src/manual/uci.md \
	src/manual/verdicts.md
MANUAL_PAGES = \
	ringside-asimulator.7 \
	ringside-checking.7 \
	ringside-config.7 \
	ringside-contest.7 \
	ringside-debugging.7 \
	ringside-elsewhere.7 \
	ringside-files.7 \
	ringside-gomocup.7 \
	ringside-json.7 \
	ringside-lmc.7 \
	ringside-lmc2.7 \
	ringside-match-file.7 \
	ringside-playing.7 \
	ringside-qchess.7 \
	ringside-referee.7 \
	ringside-sandbox.7 \
	ringside-scripts.7 \
	ringside-series.7 \
	ringside-stories.7 \
	ringside-tally.7 \
	ringside-tap.7 \
	ringside-themes.7 \
	ringside-tournaments.7 \
	ringside-uci.7 \
	ringside-verdicts.7
EXTRA_DIST += README.md src/manual/man-page.sh
dist_doc_DATA = $(MANUAL)
dist_man7_MANS = $(MANUAL_PAGES)
MAINTAINERCLEANFILES += $(MANUAL_PAGES)
if OUT_OF_TREE
CLEANFILES += $(MANUAL_PAGES)
endif
$(MANUAL_PAGES): $(MANUAL)
	$(AM_V_GEN)page=$@; page=$${page%.7}; \
	$(srcdir)/src/manual/man-page.sh "$(LOWDOWN)" $$page <$(srcdir)/src/manual/$${page#ringside-}.md >$@.new && mv $@.new $@

picturesdir = $(docdir)/pictures
dist_pictures_DATA = \
	tests/screen/pictures/asimulator.svg \
	tests/screen/pictures/light.svg \
	tests/screen/pictures/lmc.svg \
	tests/screen/pictures/lmc2.svg \
	tests/screen/pictures/match.svg \
	tests/screen/pictures/pdb.svg \
	tests/screen/pictures/qchess.svg \
	tests/screen/pictures/referee.svg \
	tests/screen/pictures/small.svg \
	tests/screen/pictures/stopped.svg \
	tests/screen/pictures/tournament.svg \
	tests/screen/pictures/uci.svg \
	tests/screen/pictures/why.svg

# An installed page has its pictures beside it.
install-data-hook:
	cd $(srcdir) && for page in $(MANUAL); do \
		sed 's|](../../tests/screen/pictures/|](pictures/|' $$page >"$(DESTDIR)$(docdir)/$${page##*/}" || exit 1; \
	done
