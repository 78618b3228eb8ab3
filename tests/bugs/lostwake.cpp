/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* lostwake.cpp - a player of the Learning Machine Challenge with a bug: it waits for its worker without
 * asking whether the worker is done already, and nobody wakes it then.  */
#include <condition_variable>
#include <iostream>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

static std::mutex lock;
static std::condition_variable ready;
static std::vector<std::string> symbols;
static size_t turn, choice;
static bool done;

static void search()
{
	std::lock_guard<std::mutex> held(lock);
	choice = turn % symbols.size();
	done = true;
	ready.notify_one();
}

static void play()
{
	done = false;
	turn++;
	std::thread worker(search);
	{
		std::unique_lock<std::mutex> held(lock);
#ifdef MENDED
		ready.wait(held, [] { return done; });
#else
		ready.wait(held); /* BUG */
#endif
	}
	worker.join();
	std::cout << "@output " << symbols[choice] << std::endl;
}

int main()
{
	std::string line;

	std::cout << "@info name lostwake" << std::endl;
	while (std::getline(std::cin, line) && line != "@command exit") {
		if (line == "@command new") {
			symbols.clear();
			turn = 0;
		} else if (line.compare(0, 16, "@command symbol ") == 0) {
			symbols.push_back(line.substr(16));
		} else if (line == "@command play") {
			play();
		}
	}
	std::cout << "@info exit" << std::endl;
	return 0;
}
