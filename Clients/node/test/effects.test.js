import assert from "node:assert/strict";
import { test } from "node:test";
import { EffectFailed } from "../index.mjs";
import { counter, failure, isThorough, open, random, social, turn } from "./helpers.js";

test("an effect is performed by its handler, also if it was requested before", async (t) => {
  const app = await open(t, social);
  const inputs = [];
  app.effect("fetchUsers", async (input, { key, again, effect, session, at, id }) => {
    assert.match(key, /^social\..*-\d+$/);
    inputs.push([input.source, again, effect, session, at, id]);
    return { items: [{ id: 1, name: "Ada" }] };
  });
  await app.settled();
  assert.equal((await app.at("/main").state).items[0].name, "Ada");
  await app.at("/main").select({ index: 0 });
  await app.dispatch("showFollowers");
  await app.settled();
  assert.deepEqual(inputs.map((input) => input.slice(0, 4)), [
    ["all", false, 1, "social"], ["followers", false, 2, "social"],
  ]);
});

test("what a handler throws is the effect's failure", async (t) => {
  const errors = [];
  const app = await open(t, counter, { onError: (error) => errors.push(error) });
  const circle = {};
  circle.circle = circle;
  const thrown = [
    new Error("no network"), null, undefined, "text", 7, { code: 4 }, Symbol("s"), circle,
    new EffectFailed({ kind: "offline" }),
    new Proxy({}, { getPrototypeOf() { throw new Error("hostile"); } }),
    { toString() { throw new Error("unshown"); }, toJSON() {} },
  ];
  app.effect("double", ({ number }) => {
    throw thrown[number];
  });
  for (const number of thrown.keys()) await app.at("/main").double({ number });
  await app.settled();
  assert.deepEqual((await app.at("/main").state).problems, [
    { kind: "Error", message: "no network" }, { kind: "failed", message: "null" },
    { kind: "failed", message: "undefined" }, { kind: "failed", message: "text" }, { kind: "failed", message: "7" },
    { code: 4 }, { kind: "failed", message: "Symbol(s)" },
    { kind: "failed", message: "the handler threw what can't be shown" }, { kind: "offline" },
    { kind: "failed", message: "the handler threw what can't be shown" },
    { kind: "failed", message: "the handler threw what can't be shown" },
  ]);
  assert.equal(errors[0], thrown[0]);
  assert.equal(errors[1].message, "thrown: null");
  assert.equal(errors.length, thrown.length - 1);
});

test("a cancelled effect aborts its handler's signal, and its late answer is swallowed", async (t) => {
  const app = await open(t);
  const reasons = [];
  const late = [];
  app.effect("double", (input, { signal }) => new Promise((resolve) => {
    signal.addEventListener("abort", () => {
      reasons.push(signal.reason.message);
      late.push(() => resolve({ number: 2 }));
    });
  }));
  await app.at("/main").latest();
  await turn();
  await app.at("/main").latest();
  await turn();
  late.forEach((answer) => answer());
  await turn();
  assert.deepEqual(reasons, ["the effect was cancelled: superseded"]);
  assert.deepEqual((await app.call("effect.list")).length, 1);
  await app.close();
  assert.equal(reasons[1], "the app is closed");
});

test("an answer that doesn't fit is reported, and the effect fails", async (t) => {
  const errors = [];
  const app = await open(t, counter, { onError: (error) => errors.push(error.kind) });
  app.effect("double", () => ({ number: "two" }));
  await app.at("/main").double({ number: 1 });
  await app.settled();
  assert.equal((await app.at("/main").state).problems[0].kind, "invalidParams");
  assert.deepEqual(errors, ["invalidParams"]);
  assert.deepEqual(await app.call("effect.list"), []);
});

test("a failure that doesn't fit is cut down, and nobody waits for one that the flow never takes", async (t) => {
  const errors = [];
  const app = await open(t, counter, { onError: (error) => errors.push(error.kind) });
  app.effect("strict", () => {
    throw new EffectFailed({ message: "and no code" });
  });
  await app.at("/main").strict();
  await app.settled();
  assert.deepEqual(errors, ["invalidParams"]);
  assert.equal((await app.call("effect.list")).length, 1);
});

test("an effect with retries is requested again after a failure", async (t) => {
  const app = await open(t);
  const tries = [];
  app.effect("tries", (_, { again }) => {
    tries.push(again);
    throw new EffectFailed();
  });
  await app.at("/main").tries();
  await app.settled();
  assert.deepEqual(tries, [false, true, true]);
  assert.equal((await app.at("/main").state).problems.length, 1);
});

test("a handler gives answers before the last one, until nobody waits for them", async (t) => {
  const app = await open(t);
  let isWanted;
  app.effect("watch", async (_, { next, signal }) => {
    assert.equal(await next({ percent: 10 }), true);
    assert.equal(await next({ percent: 50 }), true);
    await app.at("/main").giveUp();
    assert.ok(signal.aborted);
    isWanted = await next({ percent: 90 });
  });
  await app.at("/main").watch();
  await app.settled();
  while (isWanted === undefined) await turn();
  assert.equal(isWanted, false);
  assert.deepEqual((await app.at("/main").state).percents, [10, 50]);
});

test("an effect without a handler is answered by requests, and no handler gets it later", async (t) => {
  const app = await open(t);
  const asked = [];
  app.on("effect.requested", (request) => asked.push(request));
  await app.at("/main").double({ number: 4 });
  await app.at("/main").double({ number: 5 });
  await app.call("effect.done", { effect: asked[0].effect, output: { number: 8 } });
  await app.call("effect.done", { effect: asked[1].key, output: { number: 10 } });
  app.effect("double", () => assert.fail("it was answered"));
  await app.settled();
  assert.deepEqual((await app.at("/main").state).doubled, [8, 10]);
});

test("a handler is registered once, and can be taken away", async (t) => {
  const app = await open(t);
  const stop = app.effect("double", () => ({ number: 1 }));
  assert.throws(() => app.effect("double", () => {}), /has a handler already/);
  assert.throws(() => app.effect("strict", 7), TypeError);
  stop();
  await app.at("/main").double({ number: 1 });
  await app.settled();
  assert.equal((await app.call("effect.list")).length, 1);
});

test("a session that is closed aborts its handlers", async (t) => {
  const app = await open(t);
  await app.call("session.open", { flow: "counter", session: "second" });
  let signal;
  app.effect("double", (_, context) => new Promise(() => (signal = context.signal)));
  await app.at("/main", { session: "second" }).double({ number: 1 });
  await turn();
  await app.call("session.close", { session: "second" });
  await app.settled();
  assert.match(signal.reason.message, /session 'second' is closed/);
});

test("effects in flight are answered in random order, with failures and cancellations among them", async (t) => {
  const count = isThorough ? 1000 : 200;
  const app = await open(t);
  const below = random(1);
  const inFlight = new Map();
  app.effect("double", (input, { signal }) => new Promise((resolve, reject) => {
    inFlight.set(input.number, { resolve, reject, signal });
  }));
  const main = app.at("/main");
  await Promise.all(Array.from({ length: count }, (_, number) => main.double({ number })));
  await turn();
  assert.equal(inFlight.size, count);
  const ends = { done: [], failed: [], cancelled: [] };
  const numbers = [...inFlight.keys()].sort(() => below(2) - 0.5);
  for (const number of numbers) {
    const { resolve, reject, signal } = inFlight.get(number);
    const end = ["done", "failed", "cancelled"][below(3)];
    ends[end].push(number);
    if (end === "done") resolve({ number: 2 * number });
    else if (end === "failed") reject(new EffectFailed(number));
    else {
      await main.stop({ number });
      assert.ok(signal.aborted);
      if (below(2) === 0) resolve({ number });
      else reject(new Error("late"));
    }
  }
  await app.settled();
  const { doubled, problems } = await main.state;
  const sorted = (list) => [...list].sort((a, b) => a - b);
  assert.deepEqual(sorted(doubled), sorted(ends.done.map((number) => 2 * number)));
  assert.deepEqual(sorted(problems), sorted(ends.failed));
  assert.deepEqual(await app.call("effect.list"), []);
});

test("settled fails with the app, not before", async (t) => {
  const app = await open(t);
  app.effect("double", () => new Promise(() => {}));
  await app.at("/main").double({ number: 1 });
  const settled = failure(app.settled());
  await app.close();
  assert.equal((await settled).kind, "closed");
});
