import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import {
  AnswerRejected, BinaryNotFound, InvalidFlow, Navtree, NavtreeError, NavtreeSession, ProcessDied, Rejected,
  RequestTimeout, UnknownEffect,
} from "../index.mjs";
import { findBinary } from "../lib/binary.js";
import { counter, failure, folder, isAlive, open, script, social, turn } from "./helpers.js";

/** A flow in which two people approve: it rejects the answer of a person who has approved already. */
const approval = {
  name: "approval.navtree.yaml",
  yaml: `navtree: 1
flow: approval
start: desk
effects: { approve: { output: { by: string } } }
screens:
  desk:
    state: { by: string }
    actions:
      ask: { effect: { name: approve, done: approved, failed: broken } }
      broken: { set: { by: failed } }
      approved:
        - { when: "action.output.by == 'ada'", reject: ada has asked }
        - { set: { by: "\${action.output.by}" } }
`,
};

async function store(t) {
  return `sqlite:${join(await folder(t), "sessions.db")}`;
}

/** Stops the process of an app until `again` is called. */
function stopped(t, app) {
  process.kill(app.pid, "SIGSTOP");
  const again = () => process.kill(app.pid, "SIGCONT");
  t.after(() => {
    try {
      again();
    } catch {} // it has ended
  });
  return again;
}

/** Kills the process of an app, and waits in this turn until it has ended. */
function killed({ pid }) {
  process.kill(pid, "SIGKILL");
  while (isAlive(pid)) continue;
}

/** An app that gives its requests little time, but enough for it to open on this machine; and that time. */
async function hasty(t) {
  for (let timeout = 100; ; timeout *= 2) {
    try {
      return [await open(t, counter, { timeout }), timeout];
    } catch (error) {
      if (!(error instanceof RequestTimeout)) throw error;
    }
  }
}

/** The warnings of this process from now on. */
function warnings(t) {
  const heard = [];
  const listener = ({ code, message }) => heard.push([code, message]);
  process.on("warning", listener);
  t.after(() => process.off("warning", listener));
  return heard;
}

test("a request that isn't answered in time fails, and its late answer goes nowhere", async (t) => {
  const app = await open(t);
  const again = stopped(t, app);
  const start = performance.now();
  const error = await failure(app.call("ping", {}, { timeout: 300 }));
  assert.ok(error instanceof RequestTimeout && error instanceof NavtreeError);
  assert.ok(performance.now() - start >= 290);
  assert.equal(error.message, "no answer to 'ping' came within 300 ms; it may still be carried out");
  assert.match(error.stack, /services\.test\.js/);
  const late = [
    app.at("/main").add({}, { timeout: 1 }), app.get({ timeout: 1 }),
    app.session("counter").explain("add", {}, { timeout: 1 }), app.batch([], { timeout: 1 }), app.subscribe("/main", { timeout: 1 }).ready, app.settled({ timeout: 1 }),
  ].map(failure);
  for (const each of await Promise.all(late)) assert.equal(each.kind, "requestTimeout");
  again();
  await app.call("ping");
  assert.equal((await app.at("/main").state).count, 1);
});

test("an app has a timeout of its own, which a request may lift", async (t) => {
  const [app] = await hasty(t);
  const again = stopped(t, app);
  const patient = app.call("ping", {}, { timeout: null });
  assert.ok((await failure(app.call("ping"))) instanceof RequestTimeout);
  again();
  await patient;
  const stuck = await script(t, "exec sleep 100");
  assert.ok((await failure(Navtree.open(counter, { binary: stuck, timeout: 50 }))) instanceof RequestTimeout);
  assert.match((await failure(app.call("ping", {}, { timeout: "1" }))).message, /a timeout is a number/);
  await app.call("ping", {}, { timeout: 1e12 });
});

test("settled has no timeout unless it is given one, nor have answers of effects", async (t) => {
  const [app, timeout] = await hasty(t);
  let answer;
  app.effect("double", () => new Promise((resolve) => (answer = resolve)));
  await app.at("/main").double({ number: 1 }, { timeout: null });
  const settled = app.settled();
  assert.ok((await failure(app.settled({ timeout: 1.5 * timeout }))) instanceof RequestTimeout);
  const reason = new Error("enough");
  assert.equal(await failure(app.settled({ signal: AbortSignal.abort(reason) })), reason);
  answer({ number: 2 });
  await settled;
});

test("an answer that the flow rejects is the handler's, which may answer again", async (t) => {
  const app = await open(t, approval);
  const refused = [];
  app.effect("approve", async (_, { answer }) => {
    for (const by of ["ada", "grace", "mary"]) {
      try {
        refused.push(await answer({ by }));
      } catch (error) {
        assert.ok(error instanceof Rejected);
        refused.push(error.message);
      }
    }
  });
  await app.dispatch("ask");
  await app.settled();
  assert.deepEqual(refused, ["ada has asked", true, false]);
  assert.equal((await app.at("/main").state).by, "grace");
  assert.deepEqual(await app.call("effect.list"), []);
});

for (const [how, perform] of Object.entries({
  returned: () => ({ by: "ada" }),
  thrown: (_, { answer }) => answer({ by: "ada" }),
  caught: (_, { answer }) => answer({ by: "ada" }).catch(() => {}),
})) {
  test(`an effect whose answer is rejected stays in flight, and settled names it: ${how}`, async (t) => {
    const [errors, rejected] = [[], []];
    const onError = (error) => errors.push(error);
    const app = await open(t, approval, { onError, onRejected: (_, error) => rejected.push(error) });
    app.effect("approve", perform);
    await app.dispatch("ask");
    const error = await failure(app.settled());
    assert.ok(error instanceof AnswerRejected && error.cause instanceof Rejected);
    assert.match(error.message, /^the answer to the effect 'approve' \(approval\.\w+-1\) was rejected: ada has asked$/);
    assert.deepEqual([error.data.name, error.data.session, error.data.effect], ["approve", "approval", 1]);
    assert.deepEqual([errors, rejected], [[error], [error]]);
    assert.deepEqual((await app.call("effect.list")).length, 1);
    assert.equal((await app.at("/main").state).by, "");
    assert.equal(await failure(app.settled()), error);
    app.effect("approve", () => ({ by: "grace" }), { replace: true });
    await app.settled();
    assert.equal((await app.at("/main").state).by, "grace");
  });
}

test("what hears of a rejected answer may answer again", async (t) => {
  const errors = [];
  const onRejected = async ({ name, answer }) => {
    assert.equal(name, "approve");
    await answer({ by: "ada" }).catch(({ kind }) => errors.push(kind));
    await answer({ by: "grace" });
    throw new Error("from the hook");
  };
  const app = await open(t, approval, { onRejected, onError: ({ message }) => errors.push(message) });
  app.effect("approve", () => ({ by: "ada" }));
  await app.dispatch("ask");
  await failure(app.settled());
  while (errors.length < 3) await turn();
  assert.match(errors.join(), /^the answer to the effect 'approve' .*,rejected,from the hook$/);
  await app.settled();
  assert.equal((await app.at("/main").state).by, "grace");
});

test("a request may answer an effect whose handler was rejected", async (t) => {
  const app = await open(t, approval, { onError: () => {} });
  app.effect("approve", () => ({ by: "ada" }));
  await app.dispatch("ask");
  const { data } = await failure(app.settled());
  await app.call("effect.done", { effect: data.effect, output: { by: "grace" } });
  await app.settled();
});

test("the first request after a death while nothing was asked goes to the next process", async (t) => {
  const app = await open(t, counter, { store: await store(t), restart: true });
  await app.at("/main").add();
  for (const count of [2, 3]) {
    killed(app);
    assert.equal(app.isOpen, true);
    assert.equal((await app.at("/main").add()).seq, count);
  }
  killed(app);
  const [{ value }, receipts] = await Promise.all([
    app.subscribe("/main").ready.then((value) => ({ value })),
    Promise.all([app.at("/main").add(), app.at("/main").add()]),
  ]);
  assert.deepEqual([value.state.count, receipts.map(({ seq }) => seq)], [3, [4, 5]]);
  await app.close();
  assert.equal(app.isOpen, false);
});

test("an app without a session goes on too, and one without `restart` is no longer open", async (t) => {
  const app = await open(t, null, { store: await store(t), restart: true });
  killed(app);
  assert.deepEqual(await app.call("flow.list"), []);
  const other = await open(t);
  killed(other);
  assert.ok((await failure(other.call("ping"))) instanceof ProcessDied);
  assert.equal(other.isOpen, false);
});

test("an app that gave up tries again when it is asked", async (t) => {
  const flag = join(await folder(t), "dies");
  const binary = await script(t, `if [ -e ${flag} ]; then exit 9; fi; exec "${findBinary(process.env)}" "$@"`);
  const app = await open(t, counter, { store: await store(t), restart: true, binary });
  await app.at("/main").add();
  await writeFile(flag, "");
  killed(app);
  for (const _ of [1, 2]) assert.equal((await failure(app.call("ping"))).code, 9);
  assert.equal(app.isOpen, true);
  const { rm } = await import("node:fs/promises");
  await rm(flag);
  assert.equal((await app.at("/main").add()).seq, 2);
});

test("each process records in a file of its own", async (t) => {
  const cwd = await folder(t);
  const options = { store: "sqlite:sessions.db", restart: true, record: "x.rec", cwd };
  const app = await open(t, counter, options);
  await writeFile(join(cwd, "x.2.rec"), "somebody's");
  for (const _ of [1, 2]) {
    await app.at("/main").add();
    killed(app);
  }
  await app.at("/main").add();
  await app.close();
  for (const name of ["x.rec", "x.3.rec", "x.4.rec"]) {
    assert.match(await readFile(join(cwd, name), "utf8"), /"method":"dispatch"/, name);
  }
  assert.equal(existsSync(join(cwd, "x.5.rec")), false);
  assert.match((await failure(Navtree.open(counter, options))).message, /x\.rec/);
});

test("a handler of an effect that no flow declares is found", async (t) => {
  const app = await open(t);
  const error = await failure((async () => app.effect("dobule", () => {}))());
  assert.ok(error instanceof UnknownEffect);
  assert.equal(error.message, "no loaded flow declares an effect 'dobule' (did you mean 'double'?)");
  assert.equal(error.hint, "did you mean 'double'?");
  assert.equal((await failure((async () => app.effect("weather", () => {}))()).hint), undefined);
  await app.call("flow.load", approval);
  app.effect("approve", () => {});
  await app.call("flow.unload", { flow: "approval" });
  assert.throws(() => app.effect("approve", () => {}, { replace: true }), UnknownEffect);

  const empty = await open(t, null);
  empty.effect("dobule", () => {});
  assert.ok((await failure(empty.call("flow.load", counter))) instanceof UnknownEffect);
});

test("an effect that is requested and has no handler is told once", async (t) => {
  const heard = warnings(t);
  const app = await open(t);
  app.effect("strict", () => ({ output: 1 }));
  await app.at("/main").double({ number: 1 });
  await app.at("/main").double({ number: 2 });
  await app.call("ping");
  await turn();
  const text = "the effect 'double' was requested in the session 'counter', and has no handler";
  assert.deepEqual(heard, [["NAVTREE_NO_HANDLER", text]]);

  const late = await open(t, social);
  late.effect("fetchUsers", () => ({ items: [] }));
  await late.settled();
  const listening = await open(t, social, { on: { "effect.requested": () => {} } });
  await listening.call("ping");
  await turn();
  assert.equal(heard.length, 1);
});

test("each kind of error has a class, and an invalid flow its diagnostics", async (t) => {
  const error = await failure(Navtree.open({ yaml: "navtree: 1\nflow: shop\nstart: hme\nscreens: { home: {} }\n" }));
  assert.ok(error instanceof InvalidFlow);
  assert.equal(error.kind, "invalidFlow");
  const [{ line, column, code, hint }] = error.diagnostics;
  assert.deepEqual([line, column, code, hint], [3, 8, "unknown-screen", "did you mean 'home'?"]);
  const app = await open(t);
  assert.equal((await failure(app.call("session.close", { session: "other" }))).constructor.name, "UnknownSession");
});

test("a missing binary is one class, however it was named", async (t) => {
  const at = await folder(t);
  for (const options of [
    { binary: "/no/such" }, { binary: "no-such" }, { binary: "./navtree", cwd: at }, { env: { NAVTREE_BINARY: "/no" } },
    { env: { PATH: at } },
  ]) {
    assert.ok((await failure(Navtree.open(counter, options))) instanceof BinaryNotFound, JSON.stringify(options));
  }
});

test("a handler that waits for settled is told that it would wait for itself", async (t) => {
  const app = await open(t);
  const other = await open(t);
  const within = [];
  let release;
  app.effect("double", async ({ number }) => {
    within.push(await failure(app.settled()));
    await other.settled();
    // What it has begun may wait, once it has ended.
    setImmediate(() => release(app.settled()));
    return { number };
  });
  const released = new Promise((resolve) => (release = resolve));
  await app.at("/main").double({ number: 1 });
  await app.settled();
  await released;
  assert.match(within[0].message, /would wait for itself/);
});

test("hooks hear each request and its answer", async (t) => {
  const [asked, answered, errors] = [[], [], []];
  const app = await open(t, counter, {
    onRequest: ({ method }) => asked.push(method),
    onAnswer: ({ method, result, error, duration }) => {
      assert.ok(duration >= 0);
      answered.push([method, error?.kind ?? typeof result]);
      throw new Error("hook");
    },
    onError: ({ message }) => errors.push(message),
  });
  await app.at("/main").add();
  await failure(app.at("/main").refuse());
  assert.deepEqual(asked, ["initialize", "flow.load", "flow.list", "session.open", "dispatch", "dispatch"]);
  assert.deepEqual(answered.slice(4), [["dispatch", "object"], ["dispatch", "rejected"]]);
  assert.deepEqual(new Set(errors), new Set(["hook"]));
});

test("a session's handle gives what the app gives, for that session", async (t) => {
  const app = await open(t, counter, { session: "a" });
  await app.call("session.open", { flow: "counter", session: "b" });
  const [a, b] = [app.session("a"), app.session("b")];
  assert.ok(b instanceof NavtreeSession && b.app === app && b.name === "b" && b.isOpen && b.pid === app.pid);
  const told = [];
  b.on("effect.requested", ({ name }) => told.push(name));
  b.effect("double", ({ number }) => ({ number: 100 * number }));
  app.effect("double", ({ number }) => ({ number: 2 * number }));
  await a.at("/main").double({ number: 1 });
  await b.at("/main").double({ number: 1 });
  await Promise.all([a.settled(), b.settled()]);
  assert.deepEqual([(await a.at("/main").state).doubled, (await b.at("/main").state).doubled], [[2], [100]]);
  assert.deepEqual(told, ["double"]);
  const counts = b.subscribe("/main", { pointer: "/state/count" });
  assert.equal((await b.dispatch("add")).handledBy, "/main");
  await b.batch((batch) => batch.at("/main").add());
  assert.equal((await b.explain("add")).changed.length, 1);
  assert.equal((await b.get({ pointer: "/state/count" })), 2);
  assert.equal(counts.value, 2);
  assert.equal((await b.call("state.get", { pointer: "/state/count" })), 2);
  assert.deepEqual((await b.call("flow.list")).length, 1);
  assert.equal((await app.at({ session: "b", window: "main" }).state).count, 2);
  await b.close();
  assert.deepEqual((await app.call("session.list")).map(({ session }) => session), ["a"]);
});

test("a handle has a screen's computed values and its link", async (t) => {
  const app = await open(t, social, { on: { "effect.requested": () => {} } });
  const main = app.at("/main");
  assert.deepEqual(await main.computed, { shown: [], heading: "Everyone" });
  assert.equal(await main.link, "/");
  assert.equal((await main.screen).computed.heading, "Everyone");
  const plain = (await open(t)).at("/main");
  assert.deepEqual(await Promise.all([plain.computed, plain.link]), [{}, null]);
});

test("a subscription's changes go to a listener until it is taken away", async (t) => {
  const errors = [];
  const app = await open(t, counter, { onError: (error) => errors.push(error) });
  const counts = app.subscribe("/main", { pointer: "/state/count", form: "value" });
  const heard = [];
  counts.onChange(() => {
    throw new Error("listener");
  });
  const stop = counts.onChange(({ value, seq, since }) => heard.push([value, seq, since]));
  await app.at("/main").add();
  await app.at("/main").add();
  stop();
  await app.at("/main").add();
  assert.deepEqual(heard, [[1, 1, 1], [2, 2, 2]]);
  assert.equal(errors.length, 3);
  killed(app);
  await failure(app.call("ping"));
  assert.ok(errors[3] instanceof ProcessDied);
  assert.throws(() => counts.onChange("listener"), TypeError);
});
