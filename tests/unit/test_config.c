/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_config.c - files that ringside writes for a person, whether they are trusted, and named players.  */
#include "../test.h"

#include <sys/stat.h>
#include <unistd.h>

#include "ringside/folder.h"
#include "ringside/ini.h"
#include "ringside/named_player.h"
#include "ringside/sh_words.h"
#include "ringside/text_file.h"

static char *folder;

static int make_folder(void **state)
{
	char *problem = NULL;

	folder = folder_temporary(&problem);
	assert_null(problem);
	return 0;
}

static int remove_folder(void **state)
{
	folder_remove(folder);
	free(folder);
	return 0;
}

static void puts_entry(const char *before, const char *section, const char *name, const char *value,
		       const char *after)
{
	struct bytes text FREED_BY(bytes_free) = {0};

	bytes_add_text(&text, before);
	ini_put(&text, section, name, value);
	assert_string_equal(text.at, after);
}

TEST(an_entry_is_put_where_a_person_would_write_it)
{
	puts_entry("", "screen", "theme", "dark", "[screen]\ntheme = dark\n");
	puts_entry("# mine\n[keys]\nx = drop", "screen", "theme", "dark",
		   "# mine\n[keys]\nx = drop\n\n[screen]\ntheme = dark\n");
	puts_entry("[screen]\n# colours\ntheme=light ; at noon\n\n[keys]\n", "screen", "theme", "dark",
		   "[screen]\n# colours\ntheme = dark ; at noon\n\n[keys]\n");
	puts_entry("[screen]\ntheme = dark\n\n[keys]\n", "screen", "layout", "wide",
		   "[screen]\ntheme = dark\nlayout = wide\n\n[keys]\n");
	puts_entry("[keys]\nlayout = x\n[screen]\n", "screen", "layout", "wide",
		   "[keys]\nlayout = x\n[screen]\nlayout = wide\n");
	puts_entry("[screen]\nsizes = 1\n  2\n  3\ntheme = dark\n", "screen", "sizes", "4",
		   "[screen]\nsizes = 4\ntheme = dark\n");
	puts_entry("[keys]\nq = quit\n", "keys", "q", "", "[keys]\nq =\n");
}

TEST(an_entry_is_read_without_its_comment)
{
	struct bytes text FREED_BY(bytes_free) = {0};

	bytes_add_text(&text, "a = 0\n[one]\na = 1\n[two]\n# a = 3\n  a =  2 x ; two\n");
	assert_text(ini_get(&text, "two", "a"), "2 x");
	assert_null(ini_get(&text, "two", "b"));
	assert_null(ini_get(&text, "three", "a"));
}

TEST(an_entry_that_has_its_value_stays_as_it_is_written)
{
	static const char text[] = "[screen]\n  theme=dark   ; always\n";

	puts_entry(text, "screen", "theme", "dark", text);
}

static void write_text(const char *path, const char *content)
{
	struct bytes text FREED_BY(bytes_free) = {0};

	bytes_add_text(&text, content);
	assert_null(config_file_write(path, &text));
}

TEST_IN(a_file_is_written_with_its_folders_and_a_link_stays, make_folder, remove_folder)
{
	FREED char *path = bytes_text("%s/a/b/config", folder), *link = bytes_text("%s/link", folder);
	struct bytes text FREED_BY(bytes_free) = {0};
	struct stat status;

	write_text(path, "one");
	assert_int_equal(symlink(path, link), 0);
	write_text(link, "two");
	assert_int_equal(lstat(link, &status), 0);
	assert_true(S_ISLNK(status.st_mode));
	assert_null(text_file_read(path, &text));
	assert_string_equal(text.at, "two");
}

static void is_trusted(const char *path, const char *problem)
{
	FREED char *told = config_file_distrust(path);
	FREED char *expected =
		problem ? bytes_text("%s: %s, so its programs are not trusted", path, problem) : NULL;

	if (expected)
		assert_string_equal(told, expected);
	else
		assert_null(told);
}

TEST_IN(a_file_that_others_can_change_is_not_trusted, make_folder, remove_folder)
{
	FREED char *in = bytes_text("%s/own", folder), *path = bytes_text("%s/config", in);

	is_trusted(path, NULL);
	write_text(path, "x");
	is_trusted(path, NULL);
	assert_int_equal(chmod(path, 0666), 0);
	is_trusted(path, "can be written by everybody");
	assert_int_equal(chmod(path, 0644), 0);
	assert_int_equal(chmod(in, 0777), 0);
	is_trusted(path, "its folder can be written by everybody");
	assert_int_equal(chmod(in, 01777), 0);
	is_trusted(path, NULL);
	if (geteuid() == 0) {
		assert_int_equal(chown(path, 65534, 65534), 0);
		is_trusted(path, "belongs to another user");
	}
}

TEST(the_config_is_where_xdg_says)
{
	setenv("XDG_CONFIG_HOME", "/x", 1);
	assert_text(config_file_path(), "/x/ringside/config");
	setenv("XDG_CONFIG_HOME", "relative", 1);
	setenv("HOME", "/h", 1);
	assert_text(config_file_path(), "/h/.config/ringside/config");
	setenv("HOME", "", 1);
	assert_null(config_file_path());
}

TEST(a_named_player_becomes_a_command_that_says_all)
{
	struct named_player *player = named_player_made("rapfi");
	char *problem = NULL, *line;

	player->command = bytes_text("./pbrain-rapfi --mode 2");
	player->system = bytes_text("gomocup");
	assert_null(seat_setting_take(&player->settings, SEAT_FOLDER, "/opt/my rapfi"));
	assert_null(seat_setting_take(&player->settings, SEAT_ENV, "A=it's"));
	line = named_player_words("@rapfi", "gomocup", &problem);
	assert_string_equal(line, "env -C '/opt/my rapfi' RINGSIDE_PLAYER=rapfi 'A=it'\\''s' ./pbrain-rapfi "
				  "--mode 2");
	assert_text(program_name(line, NULL), "rapfi");
	free(line);
	assert_text(named_player_words("./@rapfi", "gomocup", &problem), "./@rapfi");
	assert_null(named_player_words("@rapfi", "lmc", &problem));
	assert_text(problem, "@rapfi plays gomocup, not lmc");
	assert_null(named_player_words("@rapif", "gomocup", &problem));
	assert_text(problem, "the config has no [player rapif]: did you mean rapfi?");
	named_players_free();
	assert_null(named_player_at(0));
}

TEST_MAIN(NULL, NULL)
