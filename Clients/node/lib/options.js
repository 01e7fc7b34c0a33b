"use strict";

const { existsSync } = require("node:fs");
const { parse, join, resolve } = require("node:path");
const { fileURLToPath } = require("node:url");

const flags = [
  ["clock", "--clock"], ["durability", "--durability"], ["onLoss", "--on-loss"], ["logLevel", "--log-level"],
];

const known = new Set([
  "store", "restart", "session", "link", "shared", "limits", "root", "binary", "cwd", "env", "stderr", "signal",
  "timeout", "onError", "onRejected", "onRequest", "onAnswer", "on", "client", "record", ...flags.map(([name]) => name),
]);

/** The command line of `navtree serve` with these options, but for the file of the recording. */
function argumentsOf(options) {
  for (const name of Object.keys(options)) {
    if (known.has(name)) continue;
    throw new TypeError(`navtree has no option '${name}': there are ${[...known].sort().join(", ")}`);
  }
  const stores = options.store === undefined ? [] : [options.store].flat();
  for (const store of stores) {
    const isOwn = typeof store === "object" && store !== null && Object.keys(store).length > 0;
    if (typeof store !== "string" && !isOwn) {
      throw new TypeError(`a store is a text such as "sqlite:app.db", or the program's own by name, not ${store}`);
    }
  }
  if (options.restart && stores.length === 0) {
    throw new TypeError("restart needs a store: without one, the session would begin anew");
  }
  // The flows are loaded by their paths, which may lead anywhere.
  const args = ["serve", "--root", options.root ?? "/"];
  for (const store of stores) {
    if (typeof store === "string") args.push("--store", store);
    else for (const name of Object.keys(store)) args.push("--store", `${name}=host`);
  }
  for (const [name, flag] of flags) {
    if (options[name] !== undefined) args.push(flag, String(options[name]));
  }
  for (const [name, value] of Object.entries(options.limits ?? {})) args.push("--limit", `${name}=${value}`);
  return args;
}

/** The stores that the program keeps itself, by name. */
function keepersOf({ store }) {
  return Object.assign({}, ...[store ?? []].flat().filter((each) => typeof each !== "string"));
}

/** The file in which the process of a number records: `x.rec`, then `x.2.rec` and so on, past those that are there. */
function recordingOf(path, number, cwd = "") {
  if (number === 1) return path;
  const { dir, name, ext } = parse(path);
  const file = join(dir, `${name}.${number}${ext}`);
  const isTaken = [file, `${file}.secrets`].some((each) => existsSync(resolve(cwd, each)));
  return isTaken ? recordingOf(path, number + 1, cwd) : file;
}

/** The milliseconds of a timeout; undefined for one that never ends. */
function timeoutOf(timeout) {
  if (timeout === null || timeout === undefined) return undefined;
  if (typeof timeout !== "number" || !(timeout >= 0)) {
    throw new TypeError("a timeout is a number of milliseconds, or null for none");
  }
  // Node takes a longer one for 1 ms.
  return timeout < 2 ** 31 ? timeout : undefined;
}

/** The params of `flow.load` for each flow: a path, a file's URL, or `{path}` or `{yaml, name, files}`. */
function flowsOf(flow) {
  if (flow === undefined || flow === null) return [];
  return [flow].flat().map((each) => {
    if (typeof each === "string") return { path: each };
    if (each instanceof URL) return { path: fileURLToPath(each) };
    if (each !== null && typeof each === "object" && ("path" in each || "yaml" in each)) return each;
    throw new TypeError("a flow is a path, a file's URL, {path} or {yaml, name}");
  });
}

module.exports = { argumentsOf, flowsOf, keepersOf, recordingOf, timeoutOf };
