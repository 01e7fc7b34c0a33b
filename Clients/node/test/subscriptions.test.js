import assert from "node:assert/strict";
import { test } from "node:test";
import { ProcessDied } from "../index.mjs";
import { counter, failure, moving, open, random, shop } from "./helpers.js";

test("a value is followed, change by change", async (t) => {
  const app = await open(t);
  const counts = app.subscribe("/main", { pointer: "/state/count" });
  assert.equal(await counts.ready, 0);
  const seen = [];
  setImmediate(async () => {
    for (let count = 0; count < 3; count += 1) {
      await app.at("/main").add();
      await new Promise(setImmediate);
    }
  });
  for await (const { seq, since, value, patch } of counts) {
    seen.push([seq, since, value, patch]);
    if (value === 3) break;
  }
  assert.deepEqual(seen, [1, 2, 3].map((count) => [count, count, count, [{ op: "replace", path: "", value: count }]]));
  assert.equal(counts.ended, "closed");
  assert.equal(counts.value, 3);
});

test("the value is current when the request that changed it is answered", async (t) => {
  const app = await open(t);
  const screen = app.subscribe("/main", { depth: 1 });
  const list = app.subscribe("/main", { pointer: "/state/doubled", form: "list" });
  const query = app.subscribe({ query: { screen: "counter", select: "state.count" } });
  await Promise.all([screen.ready, list.ready, query.ready]);
  const before = screen.value;
  for (let count = 1; count < 50; count += 1) {
    await app.at("/main").add();
    assert.equal(screen.value.state.count, count);
    assert.equal(query.value[0].value, count);
  }
  assert.equal(before.state.count, 0);
});

test("the changes of a slow consumer are one", async (t) => {
  const app = await open(t);
  const follow = (form) => app.subscribe("/main", { pointer: "/state", form });
  const [patch, value] = [follow("patch"), follow("value")];
  const list = app.subscribe("/main", { pointer: "/state/percents", form: "list" });
  app.effect("watch", async (_, { next }) => {
    for (const percent of [1, 2, 3]) await next({ percent });
  });
  await app.at("/main").watch();
  await app.settled();
  await Promise.all(Array.from({ length: 3000 }, () => app.at("/main").add()));
  const present = await app.at("/main").state;
  for (const subscription of [patch, value]) {
    for await (const change of subscription) {
      assert.deepEqual(change.value, present);
      assert.deepEqual([change.since < change.seq, change.seq], [true, 3005]);
      assert.ok((change.patch ?? []).length <= 1001);
      break;
    }
  }
  for await (const change of list) {
    assert.deepEqual([change.value, change.list], [[1, 2, 3], { initial: [1, 2, 3] }]);
    break;
  }
});

test("transitions, actions and lifecycle events are followed", async (t) => {
  const app = await open(t, shop);
  const transitions = app.subscribe({ form: "transitions" });
  const actions = app.subscribe({ form: "actions" });
  const lifecycle = app.subscribe({ lifecycle: true });
  await transitions.ready;
  await app.dispatch("open", { name: "Sencha" });
  await app.call("select", { tab: "basket" });
  await failure(app.dispatch("open", { name: "coffee" }));
  for await (const { transitions: steps, value } of transitions) {
    assert.deepEqual(steps.map(({ op }) => op), ["push", "select"]);
    assert.deepEqual([...value.values()].map(({ screen }) => screen), ["shop", "catalog", "tea", "basket"]);
    assert.equal(value.get(1).selected, "basket");
    break;
  }
  for await (const { events, missed } of actions) {
    assert.deepEqual(events.map(({ action, outcome }) => `${action} ${outcome}`), [
      "open handled", "select handled", "open declined",
    ]);
    assert.equal(missed, 0);
    break;
  }
  for await (const { events, seq, since } of lifecycle) {
    assert.deepEqual([seq, since], [0, 0]);
    assert.deepEqual(events.slice(-1).map(({ event, screen }) => [event, screen]), [["appeared", "basket"]]);
    break;
  }
});

test("what waits for a transition runs once that is shown", async (t) => {
  const app = await open(t, moving);
  const outcomes = [];
  app.on("request.done", (params) => outcomes.push(params.result));
  const transitions = app.subscribe({ form: "transitions", acknowledge: true });
  await transitions.ready;
  const seen = [];
  await app.dispatch("open", { n: 1 });
  assert.deepEqual(await app.dispatch("open", { n: 2 }), { queued: 1 });
  for await (const { seq, transitions: steps } of transitions) {
    seen.push([seq, ...steps.map(({ op }) => op)]);
    await transitions.shown(seq);
    if (seq === 2) break;
  }
  assert.deepEqual(seen, [[1, "push"], [2, "push"]]);
  assert.deepEqual(outcomes.map(({ seq, active }) => [seq, active]), [[2, "/main/top/top"]]);
  const again = app.subscribe({ form: "transitions", acknowledge: true });
  await again.ready;
  await app.dispatch("open", { n: 3 });
  await again.shown();
  assert.equal(await app.call("state.query", { expr: "transitions.pending" }), 0);
  await again.close();
  await again.shown();
});

test("thousands of actions and transitions that nobody takes are the last of them, and their sum", async (t) => {
  const app = await open(t, shop);
  const actions = app.subscribe({ form: "actions" });
  const transitions = app.subscribe({ form: "transitions" });
  const below = random(2);
  const model = new Map(await transitions.ready);
  let count = 0;
  app.on("state.transitions", (params) => (count += params.transitions.length));
  const requests = [
    () => ["select", { tab: "basket" }], () => ["select", { tab: "browse" }], () => ["back", {}],
    () => ["push", { at: "/main/browse", screen: "tea", params: { name: "Sencha" } }],
    () => ["popToRoot", { at: "/main/browse" }], () => ["history.undo", { count: 1 + below(3) }],
    () => ["history.redo", {}],
  ];
  while (count <= 1500) {
    // Few at a time, so that navtree itself doesn't combine them.
    await Promise.allSettled(Array.from({ length: 50 }, () => app.call(...requests[below(requests.length)]())));
  }
  for await (const { events, missed } of actions) {
    assert.equal(events.length, 1000);
    assert.ok(missed > 500);
    break;
  }
  for await (const { value, transitions: steps } of transitions) {
    // The first step is the sum of those before it: with the others it leads from the first rows to the last.
    assert.ok(steps.length <= 1000 && steps[0].op === "travel");
    for (const { op, from, slot, created, removed } of steps) {
      for (const { id } of removed) assert.ok(model.delete(id));
      for (const row of created) {
        assert.ok(row.parent === null || model.has(row.parent));
        model.set(row.id, row);
      }
      if (op === "select") model.set(from, { ...model.get(from), selected: slot });
    }
    assert.deepEqual(model, value);
    const rows = await app.call("state.get", { at: "/main", flat: true });
    assert.deepEqual([...value.keys()].sort(), rows.map(({ id }) => id).sort());
    assert.equal(value.get(1).selected, rows[0].selected);
    break;
  }
});

test("a subscription ends with its screen", async (t) => {
  const app = await open(t, shop);
  await app.dispatch("open", { name: "Sencha" });
  const tea = app.subscribe("/main/browse/tea#3");
  await tea.ready;
  await app.call("back");
  const changes = [];
  for await (const change of tea) changes.push(change);
  assert.deepEqual([changes, tea.ended], [[], "dismissed"]);
});

test("a subscription that can't begin fails where it is iterated", async (t) => {
  const app = await open(t);
  const nowhere = app.subscribe("no address");
  assert.equal((await failure(nowhere.ready)).kind, "invalidParams");
  assert.equal((await failure(app.subscribe("no address")[Symbol.asyncIterator]().next())).kind, "invalidParams");
  app.subscribe("no address"); // and nobody hears of it where it isn't
});

test("a signal ends the iteration with its reason", async (t) => {
  const app = await open(t);
  const reason = new Error("enough");
  const controller = new AbortController();
  const counts = app.subscribe("/main", { pointer: "/state/count", signal: controller.signal });
  await counts.ready;
  setImmediate(() => controller.abort(reason));
  assert.equal(await failure((async () => { for await (const _ of counts); })()), reason);
  const never = app.subscribe("/main", { signal: AbortSignal.abort(reason) });
  assert.equal(await failure(never[Symbol.asyncIterator]().next()), reason);
  assert.equal(await failure(never.ready), reason);
  await app.call("ping");
  assert.equal((await failure(app.call("unsubscribe", { subscription: 1 }))).kind, "unknownSubscription");
});

test("a consumer is done when the app is closed, and fails when the process dies", async (t) => {
  for (const [end, expected] of [["close", undefined], ["kill", ProcessDied]]) {
    const app = await open(t);
    const counts = app.subscribe("/main");
    await counts.ready;
    const iteration = (async () => {
      for await (const _ of counts);
    })();
    if (end === "close") await app.close();
    else process.kill(app.pid, "SIGKILL");
    if (expected === undefined) await iteration;
    else assert.ok((await failure(iteration)) instanceof expected);
  }
});

test("a consumer of what begins while the app is closed is done too", async (t) => {
  const app = await open(t);
  const counts = app.subscribe("/main", { pointer: "/state/count" });
  const next = counts[Symbol.asyncIterator]().next();
  await app.close();
  assert.deepEqual([(await next).done, counts.ended], [true, "closed"]);
});

test("consumers that wait together are told the error once", async (t) => {
  const app = await open(t);
  const iterator = app.subscribe("/main")[Symbol.asyncIterator]();
  await app.call("ping");
  const [first, second] = [failure(iterator.next()), iterator.next()];
  process.kill(app.pid, "SIGKILL");
  assert.ok((await first) instanceof ProcessDied);
  assert.deepEqual(await second, { done: true, value: undefined });
});
