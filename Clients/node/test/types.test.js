import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { findBinary } from "../lib/binary.js";
import { folder, isThorough } from "./helpers.js";

const client = fileURLToPath(new URL("..", import.meta.url));
const use = fileURLToPath(new URL("types/use.mts", import.meta.url));
const social = fileURLToPath(new URL("../../../Specs/social.navtree.yaml", import.meta.url));
const compiler = process.env.TSC ?? "tsc";
const isMissing = spawnSync(compiler, ["--version"]).status !== 0;

/** What the compiler says of programs in a folder where the package is installed. */
async function compile(t, options, files) {
  const types = spawnSync(process.execPath, [join(client, "types.mjs")]);
  assert.equal(types.status, 0, String(types.stderr));
  const at = await folder(t);
  await mkdir(join(at, "node_modules"));
  await symlink(client, join(at, "node_modules/navtree"));
  for (const [name, text] of Object.entries(files)) await writeFile(join(at, name), text);
  const strict = ["--noEmit", "--strict", "--noUnusedLocals", "--noUnusedParameters", "--preserveSymlinks"];
  return spawnSync(compiler, [...strict, ...options, ...Object.keys(files)], { cwd: at, encoding: "utf8" }).stdout;
}

// Of what a browser and Node have in common, no more than the program uses itself.
const globals = `declare var console: { log(...values: any[]): void };
interface AbortSignal { readonly aborted: boolean }
declare class AbortController { readonly signal: AbortSignal }
interface URL { readonly href: string }
declare var URL: { new (url: string): URL };`;
const node16 = ["--module", "node16"];
const es2020 = ["--target", "es2020", "--lib", "es2020"];

test("the types are right under `tsc --strict`", { skip: isMissing && "tsc isn't installed" }, async (t) => {
  const files = { "use.mts": await readFile(use, "utf8"), "globals.d.ts": globals };
  assert.equal(await compile(t, [...node16, ...es2020], files), "");
});

const skip = isMissing && "tsc isn't installed";
test("they are right for CommonJS too, and for generated types", { skip }, async (t) => {
  const text = await readFile(use, "utf8");
  const command = ["types", social, "--lang", "typescript"];
  const { stdout } = spawnSync(findBinary(process.env), command, { encoding: "utf8" });
  const typed = (ending) => `import { Navtree } from "navtree";
import { at, handle } from "./social${ending}";

export async function run(app: Navtree): Promise<string> {
  handle(app.session("a"), { fetchUsers: async () => ({ items: [] }) });
  await at(app, "userList", { session: "a" }).select({ index: 0 });
  return (await at(app.session("a"), "userDetail", "/main/detail").computed).name;
}
`;
  const files = {
    "use.cts": text, "social.mts": stdout, "social.cts": stdout, "typed.mts": typed(".mjs"), "typed.cts": typed(".cjs"),
    "globals.d.ts": globals,
  };
  assert.equal(await compile(t, [...node16, ...es2020], files), "");
  // A compiler that knows no `exports`, and a package whose files are CommonJS: the error was TS1479.
  const plain = { "use.ts": text, "social.ts": stdout, "typed.ts": typed(""), "globals.d.ts": globals };
  assert.equal(await compile(t, ["--module", "commonjs", "--moduleResolution", "node", ...es2020], plain), "");
  const { "use.ts": used, ...rest } = plain;
  assert.equal(await compile(t, [...node16, ...es2020], { ...rest, "use.ts": used }), "");
});

const isLeftOut = isMissing ? "tsc isn't installed" : !isThorough && "make faults runs it";
test("the types don't differ from those of a browser", { skip: isLeftOut }, async (t) => {
  const files = { "use.mts": await readFile(use, "utf8") };
  assert.equal(await compile(t, [...node16, "--target", "esnext", "--lib", "esnext,dom"], files), "");
});
