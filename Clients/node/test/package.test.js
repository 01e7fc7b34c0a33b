import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cp, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { findBinary } from "../lib/binary.js";
import { folder, open, script } from "./helpers.js";

const client = fileURLToPath(new URL("..", import.meta.url));
const program = `import { Navtree } from "navtree";
const app = await Navtree.open({ yaml: "navtree: 1\\nflow: lamp\\nstart: lamp\\nscreens:\\n  lamp:\\n" +
  "    state: { on: boolean }\\n    actions: { turn: { set: { on: '\${!state.on}' } } }" });
await app.at("/main").turn();
console.log(await app.at("/main").state);
await app.close();
`;

/** The output of a command, which must succeed. */
function run(cwd, command, ...args) {
  const { NAVTREE_BINARY, NODE_TEST_CONTEXT, ...env } = process.env;
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, env, encoding: "utf8" });
  assert.equal(status, 0, `${command}: ${error ?? stderr}`);
  return stdout;
}

/** A script that runs the binary that is tested. */
function binary(t) {
  return script(t, `exec "${findBinary(process.env)}" "$@"`);
}

/** A checkout of the package with what `bin` has as its binary. */
async function checkout(t, bin = undefined) {
  const at = await folder(t);
  const copied = [
    "package.json", "index.js", "index.mjs", "index.d.ts", "index.d.mts", "README.md", "lib", "cli.js", "types.mjs",
    "prepack.js",
  ];
  for (const each of copied) await cp(join(client, each), join(at, each), { recursive: true });
  if (bin === undefined) return at;
  await mkdir(join(at, "bin"));
  await cp(bin, join(at, "bin/navtree"));
  return at;
}

async function withBinary(t) {
  return checkout(t, await binary(t));
}

/** Writes the packages that are published to a folder; answers its files. */
async function published(t) {
  const at = await folder(t);
  run(client, "../../.ci/npm", await binary(t), at);
  return (await readdir(at)).sort().map((name) => join(at, name));
}

const lacksNpm = spawnSync("npm", ["--version"]).status !== 0 && "npm isn't installed";

test("the package is packed, installed in an empty folder, and used", { skip: lacksNpm }, async (t) => {
  const [source, at] = [await withBinary(t), await folder(t)];
  run(source, "npm", "pack", "--offline", "--silent", "--pack-destination", at);
  const { version } = JSON.parse(await readFile(join(client, "package.json"), "utf8"));
  run(at, "npm", "install", "--offline", "--silent", `./navtree-${version}.tgz`);
  await writeFile(join(at, "program.mjs"), program);
  assert.equal(run(at, process.execPath, "program.mjs"), "{ on: true }\n");
  assert.equal(run(at, "node_modules/.bin/navtree", "--version"), `${version}\n`);
  assert.match(await readFile(join(at, "node_modules/navtree/methods.d.ts"), "utf8"), /interface Methods/);
});

test("a checkout without a binary, or with another one's, isn't packed", { skip: lacksNpm }, async (t) => {
  for (const [bin, reason] of [
    [undefined, /isn't there, or doesn't run/], [await script(t, "echo 0.0.9"), /is of version 0\.0\.9, not 0\.1\.0/],
  ]) {
    const cwd = await checkout(t, bin);
    const { status, stderr } = spawnSync("npm", ["pack", "--offline"], { cwd, encoding: "utf8" });
    assert.notEqual(status, 0);
    assert.match(stderr, reason);
    assert.deepEqual((await readdir(cwd)).filter((name) => name.endsWith(".tgz")), []);
  }
});

test("what is published is a package for all platforms and one of this one", { skip: lacksNpm }, async (t) => {
  const [[own, all], again] = [await published(t), await published(t)];
  // The same sources give the same bytes; the script stands in another folder each time, and is the same but for that.
  assert.deepEqual(await readFile(all), await readFile(again[1]));
  assert.deepEqual(await readFile(own), await readFile(again[0]));
  const at = await folder(t);
  run(at, "npm", "install", "--offline", "--silent", "--no-audit", all, own);
  await writeFile(join(at, "program.mjs"), program);
  assert.equal(run(at, process.execPath, "program.mjs"), "{ on: true }\n");
  // CommonJS, as of Node 18.
  const required = program.replace(/^import .*;/, 'const { Navtree } = require("navtree");\n(async () => {');
  await writeFile(join(at, "program.cjs"), `${required}})();`);
  assert.equal(run(at, process.execPath, "program.cjs"), "{ on: true }\n");
  await writeFile(join(at, "same.mjs"), `import { createRequire } from "node:module";
import { Navtree, InvalidFlow } from "navtree";
const required = createRequire(import.meta.url)("navtree");
console.log(required.Navtree === Navtree, required.InvalidFlow === InvalidFlow);`);
  assert.equal(run(at, process.execPath, "same.mjs"), "true true\n");

  const platform = `${process.platform}-${process.arch}`;
  const read = async (name) => JSON.parse(await readFile(join(at, `node_modules/${name}/package.json`), "utf8"));
  const [one, other] = [await read("navtree"), await read(`@navtree/${platform}`)];
  assert.equal(one.optionalDependencies[`@navtree/${platform}`], other.version);
  assert.deepEqual([one.os, other.os, other.cpu], [undefined, [process.platform], [process.arch]]);
  for (const { license, author, repository, bugs } of [one, other]) {
    assert.deepEqual([license, author], ["Apache-2.0", "the authors of navtree"]);
    assert.match(repository.url, /^git\+https:.*\/navtree\.git$/);
    assert.match(bugs.url, /\/issues$/);
  }

  assert.equal(run(at, "node_modules/.bin/navtree", "--version"), `${one.version}\n`);
  const command = join(at, "node_modules/.bin/navtree");
  const misspelt = [command, findBinary(process.env)].map((path) => spawnSync(path, ["no-such-command"]).status);
  assert.equal(misspelt[0], misspelt[1]);
  const input = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';
  const ended = spawnSync(command, ["serve"], { input, encoding: "utf8" });
  assert.deepEqual([ended.status, ended.stdout], [0, '{"jsonrpc":"2.0","id":1,"result":{}}\n']);
});

test("what is written of the protocol is what navtree says", async (t) => {
  const { files } = await import("../types.mjs");
  const description = await (await open(t, null)).call("rpc.discover");
  for (const [path, text] of Object.entries(files(description))) {
    if (!path.startsWith("lib/")) continue;
    assert.equal(await readFile(join(client, path), "utf8"), text, `node types.mjs writes ${path}`);
  }
});

test("the package has navtree's version", async (t) => {
  const { version } = JSON.parse(await readFile(join(client, "package.json"), "utf8"));
  assert.equal((await open(t, null)).server.version, version);
});

/** A Node that has `await using`: this one, or the one that NAVTREE_NODE names. */
const modern = [process.env.NAVTREE_NODE ?? [], process.execPath].flat().find((path) => {
  const { stdout } = spawnSync(path, ["--version"], { encoding: "utf8" });
  return Number(/^v(\d+)/.exec(stdout ?? "")?.[1]) >= 24;
});
const lacksUsing = modern === undefined && "this is no Node 24, and NAVTREE_NODE names none";

test("`await using` closes the app", { skip: lacksUsing }, async (t) => {
  const [source, at] = [await withBinary(t), await folder(t)];
  await mkdir(join(at, "node_modules"));
  await symlink(source, join(at, "node_modules/navtree"));
  await writeFile(join(at, "program.mjs"), `import { Navtree } from "navtree";
let kept;
{
  await using app = await Navtree.open();
  await using log = app.subscribe({ form: "actions" });
  kept = app;
}
await kept.call("ping").catch(({ kind }) => console.log(kind));
`);
  assert.equal(run(at, modern, "program.mjs"), "closed\n");
});
