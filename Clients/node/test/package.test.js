import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
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

/** A package whose binary is a script that runs the one that is tested. */
async function withBinary(t) {
  const at = await folder(t);
  const copied = ["package.json", "index.js", "index.d.ts", "README.md", "lib", "types.js"];
  for (const each of copied) await cp(join(client, each), join(at, each), { recursive: true });
  await mkdir(join(at, "bin"));
  await cp(await script(t, `exec "${findBinary(process.env)}" "$@"`), join(at, "bin/navtree"));
  return at;
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
