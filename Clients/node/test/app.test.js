import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { DismissRefused, Navtree, NavtreeError, NotHandled, Rejected } from "../index.mjs";
import { counter, failure, folder, open, social } from "./helpers.js";

test("an app is opened from a path, a URL, a text, and from several", async (t) => {
  const at = await folder(t);
  await writeFile(join(at, "counter.navtree.yaml"), counter.yaml);
  const app = await open(t, ["counter.navtree.yaml", social], { cwd: at, session: "mine" });
  const opened = app.opened.map(({ session, restored }) => [session, restored]);
  assert.deepEqual(opened, [["mine", false], ["social", false]]);
  assert.equal(app.server.protocol, 1);
  assert.equal((await app.at("/main", { session: "mine" }).add()).seq, 1);
  assert.deepEqual(await (await open(t, null)).call("flow.list"), []);
});

test("an action is a method of its screen's handle", async (t) => {
  const app = await open(t);
  const main = app.at("/main");
  assert.deepEqual(await main.add({ by: 2 }), { seq: 1, handledBy: "/main", active: "/main" });
  assert.deepEqual((await main.add({}, { origin: "user", return: ["receipt"] })).changed, [
    { at: "/main", id: 1, pointers: ["/state/count"] },
  ]);
  assert.equal((await main.state).count, 3);
  assert.deepEqual(await main.params, {});
  assert.equal((await main.screen).screen, "counter");
  assert.equal((await main.dispatch("state")).reply, "the action called state");
  assert.equal((await app.dispatch("add")).seq, 4);
  assert.equal((await app.at().add()).seq, 5);
  assert.equal((await app.at(1).add()).seq, 6);
});

test("a handle is no promise, and can be shown, compared and converted without sending an action", async (t) => {
  const app = await open(t);
  const main = await app.at("/main");
  assert.equal(typeof main.add, "function");
  assert.equal(JSON.stringify({ main }), '{"main":{}}');
  assert.equal(`${main}`, "[object Object]");
  assert.deepEqual(await app.call("history.list"), [{ seq: 0, cause: "session.open" }]);
});

test("an error has its kind, data and hint, and the stack of its call", async (t) => {
  const app = await open(t);
  const rejected = await failure(app.at("/main").refuse());
  assert.ok(rejected instanceof Rejected && rejected instanceof NavtreeError);
  assert.deepEqual([rejected.kind, rejected.message, rejected.data.at], ["rejected", "not today", "/main"]);
  assert.match(rejected.stack, /^Rejected: not today\n {4}at .*app\.test\.js/);

  const notHandled = await failure(app.at("/main").ad());
  assert.ok(notHandled instanceof NotHandled);
  assert.equal(notHandled.hint, "did you mean 'add'?");
  assert.match(notHandled.message, /did you mean 'add'/);

  await app.dispatch("edit");
  assert.ok((await failure(app.call("dismiss"))) instanceof DismissRefused);
  assert.equal((await failure(app.call("no.such"))).kind, "unknownMethod");
});

test("what can't be written as JSON fails by itself", async (t) => {
  const app = await open(t);
  const circle = {};
  circle.circle = circle;
  assert.ok((await failure(app.at("/main").add(circle))) instanceof TypeError);
  assert.ok((await failure(app.at("/main").add({ by: 1n }))) instanceof TypeError);
  assert.equal((await app.at("/main").add()).seq, 1);
});

test("what is no request for navtree fails, and the next one is answered", async (t) => {
  const app = await open(t, counter, { limits: { line: 100_000, depth: 50 } });
  const deep = JSON.parse("[".repeat(60) + "]".repeat(60));
  const answers = await Promise.allSettled([
    app.at("/main").add(),
    app.at("/main").write({ text: "x".repeat(200_000) }),
    app.at("/main").write({ text: deep }),
    app.at("/main").add(),
  ]);
  assert.deepEqual(answers.map(({ value, reason }) => value?.seq ?? reason.kind), [
    1, "invalidRequest", "invalidRequest", 2,
  ]);
});

test("a line of 10 MB passes in both directions", async (t) => {
  const app = await open(t);
  const text = "é😀".repeat(10e6 / 6);
  await app.at("/main").write({ text });
  assert.equal((await app.at("/main").state).text, text);
});

test("a batch is one change or several", async (t) => {
  const app = await open(t);
  const receipt = await app.batch((batch) => {
    batch.at("/main").add({ by: 5 });
    batch.dispatch("add", { by: 6 });
  });
  assert.deepEqual([receipt.seq, receipt.results.length], [1, 2]);
  const mixed = await app.batch(
    [{ at: "/main", action: { type: "add" } }, { at: "/main", action: { type: "refuse" } }], { atomic: false });
  assert.equal(mixed.results[0].seq, 2);
  assert.ok(mixed.results[1].error instanceof Rejected);
  assert.equal((await failure(app.batch([{ action: { type: "refuse" } }]))).data.index, 0);
  assert.equal((await failure(app.batch((batch) => batch.at("/main").state))).name, "TypeError");
});

test("an action is explained without being sent", async (t) => {
  const app = await open(t);
  const explained = await app.explain("add", { by: 2 }, { at: "/main" });
  assert.deepEqual(explained.changed, [{ at: "/main", id: 1, pointers: ["/state/count"] }]);
  assert.equal((await app.at("/main").state).count, 0);
});

test("a signal gives a request up", async (t) => {
  const app = await open(t);
  const reason = new Error("enough");
  assert.equal(await failure(app.at("/main").add({}, { signal: AbortSignal.abort(reason) })), reason);
  const controller = new AbortController();
  // More than Node takes listeners for without a warning.
  const warnings = [];
  const listener = (warning) => warnings.push(warning);
  process.on("warning", listener);
  t.after(() => process.off("warning", listener));
  const given = Array.from({ length: 30 }, () => failure(app.at("/main").add({}, { signal: controller.signal })));
  controller.abort(reason);
  assert.deepEqual(new Set(await Promise.all(given)), new Set([reason]));
  assert.deepEqual(warnings, []);
  const unused = new AbortController();
  await app.at("/main").add({}, { signal: unused.signal });
  unused.abort();
  assert.equal(await failure(Navtree.open(counter, { signal: AbortSignal.abort(reason) })), reason);
});

test("ten thousand requests may be under way", async (t) => {
  const app = await open(t);
  const main = app.at("/main");
  const receipts = await Promise.all(Array.from({ length: 10_000 }, () => main.add()));
  assert.deepEqual(receipts.map(({ seq }) => seq), Array.from({ length: 10_000 }, (_, index) => index + 1));
});

test("an invalid flow fails with its diagnostics", async () => {
  const flow = { yaml: "navtree: 1\nflow: shop\nstart: hme\nscreens: { home: {} }\n", name: "shop.navtree.yaml" };
  const error = await failure(Navtree.open(flow));
  assert.equal(error.kind, "invalidFlow");
  assert.deepEqual(error.data.diagnostics.map(({ line, code }) => [line, code]), [[3, "unknown-screen"]]);
  assert.match(error.message, /shop\.navtree\.yaml:3:8: error: no screen named 'hme' \[unknown-screen]\n {2}hint: did/);
  assert.match((await failure(Navtree.open("/no/such.yaml"))).message, /No such file/);
});

test("options that don't exist or fit are refused before anything starts", async () => {
  assert.match((await failure(Navtree.open(counter, { stoer: "x" }))).message, /no option 'stoer': .*store/);
  assert.match((await failure(Navtree.open(counter, { restart: true }))).message, /restart needs a store/);
  assert.match((await failure(Navtree.open(17))).message, /a flow is a path/);
});

test("options reach the process and the first session", async (t) => {
  const at = await folder(t);
  let log = "";
  const app = await open(t, social, {
    clock: "virtual", durability: "batch", onLoss: "refuse", logLevel: "info", record: "inputs.jsonl", cwd: at,
    store: ["sqlite:sessions.db"], limits: { history: 3 },
    session: "mine", link: "/users/7", shared: { followed: { a: 1 } },
    env: { ...process.env, TZ: "UTC" }, stderr: (text) => (log += text), client: "tests",
  });
  assert.deepEqual([app.opened[0].session, app.opened[0].active], ["mine", "/main/detail"]);
  assert.deepEqual(await app.call("state.query", { expr: "shared.followed" }), { a: 1 });
  assert.equal(app.server.limits.history, 3);
  assert.equal((await app.call("clock.get")).now, 0);
  await app.close();
  assert.match(log, /mine/);
  assert.match(await readFile(join(at, "inputs.jsonl"), "utf8"), /"session":"mine"/);
});

test("standard error is told to its function, whatever that does", async (t) => {
  const errors = [];
  const stderr = () => { throw new Error("stderr"); };
  const app = await open(t, counter, { stderr, logLevel: "debug", onError: (error) => errors.push(error.message) });
  assert.equal((await app.at("/main").add()).seq, 1);
  await app.close();
  assert.deepEqual([...new Set(errors)], ["stderr"]);
});

test("notifications are told to listeners, whatever these do", async (t) => {
  const errors = [];
  const app = await open(t, counter, { onError: (error) => errors.push(error) });
  const heard = [];
  app.on("effect.requested", () => { throw new Error("listener"); });
  const stop = app.on("effect.requested", ({ name }) => heard.push(name));
  await app.at("/main").strict();
  stop();
  await app.at("/main").strict();
  assert.deepEqual(heard, ["strict"]);
  assert.deepEqual(errors.map(({ message }) => message), ["listener", "listener"]);
});

test("what fails outside a request is an error of its own, unless it is listened to", async (t) => {
  const later = "      later: { after: { delay: 1s, send: refuse } }\n";
  const timers = counter.yaml.replace("      refuse:", `${later}      refuse:`);
  const errors = [];
  const heard = [];
  const options = { clock: "virtual", onError: ({ kind, message }) => errors.push([kind, message]) };
  for (const on of [{}, { log: ({ message }) => heard.push(message) }]) {
    const app = await open(t, { yaml: timers }, { ...options, on });
    await app.at("/main").later();
    await app.call("clock.advance", { by: "1s" });
    await app.close();
  }
  assert.deepEqual(heard, ["a timer's change failed: not today"]);
  assert.deepEqual(errors, [["log", "a timer's change failed: not today"]]);
});

test("listeners that are given to the opening hear it", async (t) => {
  const asked = [];
  await open(t, social, { on: { "effect.requested": ({ name }) => asked.push(name) } });
  assert.deepEqual(asked, ["fetchUsers"]);
});

test("a store is a text, or the program's own by name", async () => {
  for (const store of [new URL("sqlite:u.db"), 5, true, {}, [5]]) {
    assert.ok((await failure(Navtree.open(social, { store }))) instanceof TypeError);
  }
});
