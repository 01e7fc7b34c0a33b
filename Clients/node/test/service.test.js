import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { Navtree } from "../index.mjs";
import { children, counter, folder, isThorough, random, social, turn } from "./helpers.js";

const embedding = new URL("../../../Docs/guides/embedding.md", import.meta.url);
const client = fileURLToPath(new URL("..", import.meta.url));

/** The service of the document, in a folder where the package is installed. */
async function documented(t) {
  const at = await folder(t);
  const [, text] = /```js\n(\/\/ service\.mjs\n[^]*?)```/.exec(await readFile(embedding, "utf8"));
  await mkdir(join(at, "node_modules"));
  await symlink(client, join(at, "node_modules/navtree"));
  await writeFile(join(at, "service.mjs"), text);
  return { at, ...(await import(join(at, "service.mjs"))) };
}

test("the document's service keeps its users' sessions, however often its process is killed", async (t) => {
  const [users, kills] = isThorough ? [50, 100] : [20, 5];
  const { at, service } = await documented(t);
  const options = {
    path: fileURLToPath(social), store: `sqlite:${join(at, "users.db")}`,
    effects: { fetchUsers: (_, { session }) => ({ items: [{ id: 1, name: session }] }) },
    timeout: 600_000,
  };
  const running = await service(options);
  let counted = 0;
  const ask = async (path, payload = undefined) => {
    const sent = payload === undefined ? {} : { method: "POST", body: JSON.stringify(payload) };
    const response = await fetch(`${running.url}/${path}`, sent);
    return [response.status, await response.json()];
  };
  const below = random(7);
  const each = async (user) => {
    for (let count = 1; count <= 10; count += 1) {
      const [status, receipt] = await ask(`user${user}/inc`, {});
      assert.deepEqual([status, receipt.handledBy], [200, "/main"]);
      counted += 1;
    }
  };
  const work = Promise.all(Array.from({ length: users }, (_, user) => each(user)));
  // Where one fails, nothing more is waited for.
  work.catch(() => (counted = 10 * users));
  for (let count = 0; count < kills; count += 1) {
    const before = counted;
    while (counted < 10 * users && counted < before + 1 + below(10)) await turn();
    try {
      process.kill(running.app.pid, "SIGKILL");
    } catch {} // it has ended and isn't followed by the next one yet
  }
  await work;
  await running.app.settled();
  for (let user = 0; user < users; user += 1) {
    const [status, { state }] = await ask(`user${user}`);
    assert.deepEqual([status, state.count, state.items[0].name], [200, 10, `user${user}`]);
  }
  assert.deepEqual((await ask("user1/serach", {}))[1].hint, "did you mean 'search'?");
  assert.equal((await ask("user1/select", { index: 7 }))[0], 409);
  assert.equal((await ask("%E0"))[1].message, "URI malformed");
  await running.close();
  assert.deepEqual(children(), []);
});

/** The descriptors of this process, its children, those that have ended too, and what keeps it alive. */
function held() {
  const parents = readdirSync("/proc").filter((name) => {
    try {
      const text = readFileSync(`/proc/${name}/stat`, "utf8");
      return Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[1]) === process.pid;
    } catch {
      return false;
    }
  });
  const count = (names) => Object.entries(names.reduce((all, name) => ({ ...all, [name]: (all[name] ?? 0) + 1 }), {}));
  return [readdirSync("/proc/self/fd").length, parents, count(process.getActiveResourcesInfo()).sort()];
}

test("apps that are opened and closed leave no descriptor, timer or child", async (t) => {
  const count = isThorough ? 1000 : 20;
  const cycle = async () => {
    const app = await Navtree.open(counter);
    const counts = app.subscribe("/main", { pointer: "/state/count" });
    app.effect("double", ({ number }) => ({ number }));
    await app.at("/main").double({ number: 1 });
    await app.settled({ timeout: 60_000 });
    await counts.ready;
    await app.close();
  };
  await cycle();
  for (let turns = 0; turns < 100; turns += 1) await turn();
  const before = held();
  for (let number = 0; number < count; number += 10) {
    await Promise.all(Array.from({ length: 10 }, cycle));
  }
  // Node lets go of what has ended some turns later.
  for (let turns = 0; turns < 1000 && !isDeepStrictEqual(held(), before); turns += 1) await turn();
  assert.deepEqual(held(), before);
});
