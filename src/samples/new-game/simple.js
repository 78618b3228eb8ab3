#!/usr/bin/env node
// Copyright: The ringside authors
// SPDX-License-Identifier: GPL-3.0-or-later
/* A player of sticks: it takes one stick each time. */
"use strict";
require("readline").createInterface({ input: process.stdin }).on("line", () => console.log(1));
