import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { failure, folder, open } from "./helpers.js";

const vault = {
  name: "vault.navtree.yaml",
  yaml: `navtree: 1
flow: vault
start: home
stores: { secrets: { sensitive: true } }
shared: { token: { type: string, sensitive: true, persist: secrets } }
screens:
  home: { actions: { signIn: { payload: { token: string }, shared: { token: "\${action.token}" } } } }
`,
};
const signIn = { action: { type: "signIn", token: "one" } };
const token = { expr: "shared.token", sensitive: true };

test("a map keeps a store", async (t) => {
  const kept = new Map();
  const options = { store: [`sqlite:${join(await folder(t), "a.db")}`, { secrets: kept }] };
  const first = await open(t, vault, options);
  await first.call("dispatch", signIn);
  await first.close();
  assert.equal(kept.size, 1);
  assert.match([...kept.values()][0], /one/);
  const second = await open(t, vault, options);
  assert.equal(await second.call("state.query", token), "one");
  await second.call("session.delete", { session: "vault" });
  assert.equal(kept.size, 0);
});

/** A keeper that fails once it is locked. */
class Locked extends Map {
  isLocked = false;

  async set(key, value) {
    if (this.isLocked) throw new Error("the keychain is locked");
    super.set(key, value);
  }
}

test("a keeper that fails undoes the change", async (t) => {
  const secrets = new Locked();
  const app = await open(t, vault, { store: [`sqlite:${join(await folder(t), "a.db")}`, { secrets }] });
  secrets.isLocked = true;
  const error = await failure(app.call("dispatch", signIn));
  assert.equal(error.kind, "storage");
  assert.match(error.message, /the keychain is locked/);
  assert.equal(await app.call("state.query", token), "");
});

for (const kept of [7, 7n, { text: "one" }, Buffer.from("one")]) {
  test(`a keeper that gives ${typeof kept} of ${kept.constructor.name} fails`, async (t) => {
    const secrets = { get: () => kept, set: () => {}, delete: () => {} };
    const options = { store: [`sqlite:${join(await folder(t), "a.db")}`, { secrets }] };
    const error = await failure(open(t, vault, options));
    assert.equal(error.kind, "storage");
    assert.match(error.message, /no text/);
  });
}

for (const durability of ["commit", "batch", "off"]) {
  test(`closing commits what the program keeps, with durability ${durability}`, async (t) => {
    const kept = new Map();
    const app = await open(t, vault, { durability, store: [`sqlite:${join(await folder(t), "a.db")}`, { secrets: kept }] });
    const signed = app.call("dispatch", signIn);
    await app.close();
    assert.equal((await signed).seq, 1);
    assert.match([...kept.values()].join(), /one/);
  });
}

test("closing fails where the program couldn't keep what was answered", async (t) => {
  const secrets = new Locked();
  const store = [`sqlite:${join(await folder(t), "a.db")}`, { secrets }];
  const app = await open(t, vault, { durability: "off", store, onError: () => {} });
  secrets.isLocked = true;
  await app.call("dispatch", signIn);
  assert.equal((await failure(app.close())).code, 74);
});
