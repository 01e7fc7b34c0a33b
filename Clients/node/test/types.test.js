import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { folder, isThorough } from "./helpers.js";

const client = fileURLToPath(new URL("..", import.meta.url));
const use = fileURLToPath(new URL("types/use.mts", import.meta.url));
const compiler = process.env.TSC ?? "tsc";
const isMissing = spawnSync(compiler, ["--version"]).status !== 0;

/** What the compiler says of the program that uses all types. */
async function compile(t, options, globals) {
  const types = spawnSync(process.execPath, [join(client, "types.js")]);
  assert.equal(types.status, 0, String(types.stderr));
  const at = await folder(t);
  await mkdir(join(at, "node_modules"));
  await symlink(client, join(at, "node_modules/navtree"));
  await symlink(use, join(at, "use.mts"));
  await writeFile(join(at, "globals.d.ts"), globals);
  const strict = ["--noEmit", "--strict", "--preserveSymlinks", "--module", "node16"];
  return spawnSync(compiler, [...strict, ...options, "use.mts", "globals.d.ts"], { cwd: at, encoding: "utf8" }).stdout;
}

test("the types are right under `tsc --strict`", { skip: isMissing && "tsc isn't installed" }, async (t) => {
  // Of what a browser and Node have in common, no more than the program uses itself.
  const globals = `declare var console: { log(...values: any[]): void };
interface AbortSignal { readonly aborted: boolean }
declare class AbortController { readonly signal: AbortSignal }
interface URL { readonly href: string }
declare var URL: { new (url: string): URL };`;
  assert.equal(await compile(t, ["--target", "es2020", "--lib", "es2020"], globals), "");
});

const isLeftOut = isMissing ? "tsc isn't installed" : !isThorough && "make faults runs it";
test("the types don't differ from those of a browser", { skip: isLeftOut }, async (t) => {
  assert.equal(await compile(t, ["--target", "esnext", "--lib", "esnext,dom"], ""), "");
});
