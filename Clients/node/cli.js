#!/usr/bin/env node
"use strict";

// The command `navtree`: the binary of this package or of its platform's, in this process's place.
const { spawn } = require("node:child_process");
const { constants } = require("node:os");
const { findBinary } = require("./lib/binary.js");

/** Signals that end a program: the binary ends with them as if it had got them itself. */
const signals = ["SIGHUP", "SIGINT", "SIGTERM"];

let binary;
try {
  binary = findBinary(process.env);
} catch (error) {
  console.error(error.message);
  process.exit(127);
}
const child = spawn(binary, process.argv.slice(2), { stdio: "inherit" });
// A terminal's Ctrl-C goes to both: this one waits for what the binary does.
for (const signal of signals) process.on(signal, () => child.kill(signal));
child.on("error", (error) => {
  console.error(`navtree can't be run: ${error.message}`);
  process.exit(126);
});
child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
