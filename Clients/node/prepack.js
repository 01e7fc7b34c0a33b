"use strict";

// Refuses to pack a checkout whose package wouldn't run: it needs its binary, of its version, or the types' file lacks.
const { spawnSync } = require("node:child_process");
const { join } = require("node:path");
const { version } = require("./package.json");

const binary = join(__dirname, "bin/navtree");
const { stdout, error } = spawnSync(binary, ["--version"], { encoding: "utf8" });
const found = error === undefined ? stdout.trim() : undefined;
if (found !== version) {
  const reason = found === undefined ? "isn't there, or doesn't run" : `is of version ${found}, not ${version}`;
  console.error(`navtree isn't packed: ${binary} ${reason}. \`make npm\` writes the packages with their binary.`);
  process.exit(1);
}
const env = { ...process.env, NAVTREE_BINARY: binary };
const { status } = spawnSync(process.execPath, [join(__dirname, "types.mjs")], { env, stdio: "inherit" });
process.exit(status ?? 1);
