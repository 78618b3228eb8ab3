#!/usr/bin/env node
// Copyright: The ringside authors
// SPDX-License-Identifier: GPL-3.0-or-later
/* A player of sticks: it leaves a multiple of four if it can, because then it wins. */
"use strict";
require("readline").createInterface({ input: process.stdin }).on("line", (sticks) => console.log(sticks % 4 || 1));
