import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { ProcessDied } from "../index.mjs";
import { findBinary } from "../lib/binary.js";
import { children, counter, failure, folder, isThorough, open, random, script, turn } from "./helpers.js";

/** Kills the process of an app with a request unanswered; answers the request's error. */
async function killedWhileAsked(app) {
  process.kill(app.pid, "SIGSTOP");
  const lost = failure(app.call("ping"));
  await turn();
  process.kill(app.pid, "SIGKILL");
  return lost;
}

async function store(t) {
  return `sqlite:${join(await folder(t), "sessions.db")}`;
}

test("a session with a store goes on in the next app", async (t) => {
  const at = await store(t);
  const first = await open(t, counter, { store: at });
  await first.at("/main").add({ by: 5 });
  await first.at("/main").double({ number: 2 });
  await first.close();
  const second = await open(t, counter, { store: at });
  assert.deepEqual(second.opened.map(({ seq, restored }) => [seq, restored]), [[2, true]]);
  const asked = [];
  second.effect("double", ({ number }, { again }) => {
    asked.push([number, again]);
    return { number: 2 * number };
  });
  await second.settled();
  assert.deepEqual(asked, [[2, true]]);
  assert.deepEqual((await second.at("/main").state).doubled, [4]);
});

test("an app that restarts goes on: sessions, effects, subscriptions, requests that wait", async (t) => {
  const app = await open(t, counter, { store: await store(t), restart: true });
  await app.call("session.open", { flow: "counter", session: "second" });
  await app.call("session.open", { flow: "counter", session: "third" });
  await app.call("session.close", { session: "third" });
  const main = app.at("/main", { session: "counter" });
  const asked = [];
  app.effect("double", ({ number }, { again, signal }) => {
    asked.push([number, again, signal]);
    return again ? { number: 2 * number } : new Promise(() => {});
  });
  const counts = app.subscribe("/main", { session: "counter", pointer: "/state/count" });
  const lists = app.subscribe("/main", { session: "counter", pointer: "/state/percents", form: "list" });
  const rows = app.subscribe({ form: "transitions", session: "counter" });
  await Promise.all([main.add({ by: 7 }), main.double({ number: 3 }), rows.ready, lists.ready]);
  await turn();

  process.kill(app.pid, "SIGSTOP");
  const lost = failure(main.add());
  await turn();
  process.kill(app.pid, "SIGKILL");
  assert.ok((await lost) instanceof ProcessDied);
  const receipt = await main.add();
  assert.equal(receipt.handledBy, "/main");
  assert.equal(counts.value, 8);
  await app.settled();
  assert.deepEqual(asked.map(([number, again, signal]) => [number, again, signal.aborted]), [
    [3, false, true], [3, true, true],
  ]);
  assert.deepEqual((await main.state).doubled, [6]);
  assert.deepEqual((await app.call("session.list")).map(({ session, open }) => [session, open]), [
    ["counter", true], ["second", true], ["third", false],
  ]);
  for await (const { value, seq } of counts) {
    assert.deepEqual([value, seq], [8, receipt.seq]);
    break;
  }
  for await (const { list } of lists) {
    assert.deepEqual(list, { initial: [] });
    break;
  }
  for await (const { transitions, value } of rows) {
    assert.deepEqual(transitions.map(({ op, created, removed }) => [op, created.length, removed]), [["travel", 1, []]]);
    assert.deepEqual([...value.keys()], [1]);
    break;
  }
});

test("a session keeps its clock and its recording over a restart", async (t) => {
  const app = await open(t, counter, { store: await store(t), restart: true });
  const session = "b";
  await app.call("session.open", { flow: "counter", session, clock: "virtual", record: true });
  await app.session(session).dispatch("add");
  assert.ok((await killedWhileAsked(app)) instanceof ProcessDied);
  await app.call("clock.advance", { session, by: 1000 });
  await app.session(session).dispatch("add");
  assert.ok((await app.call("recording.export", { session })).lines.length > 0);
});

test("closing a subscription while the next process begins ends no other one", async (t) => {
  let closed;
  const app = await open(t, counter, {
    store: await store(t), restart: true, onRequest: ({ method }) => method === "ping" && closed?.close(),
  });
  const follow = async (pointer) => {
    const subscription = app.subscribe("/main", { pointer });
    await subscription.ready;
    return subscription;
  };
  const first = await follow("/state/text");
  const second = await follow("/state/problems");
  const counts = await follow("/state/count");
  await first.close();
  assert.ok((await killedWhileAsked(app)) instanceof ProcessDied);
  // It is sent once the process is open, when the second one still has its former number, now that of the third.
  closed = second;
  await app.call("ping");
  await app.at("/main").add();
  assert.deepEqual([counts.value, counts.ended, second.ended], [(await app.at("/main").state).count, undefined, "closed"]);
  assert.deepEqual((await app.call("metrics")).subscriptions, { open: 1 });
});

test("an app whose next process can't go on fails with the reason", async (t) => {
  const app = await open(t, counter, { store: await store(t), restart: true });
  await app.call("flow.unload", { flow: "counter" });
  assert.ok((await killedWhileAsked(app)) instanceof ProcessDied);
  const [call, ready] = await Promise.all([failure(app.call("ping")), failure(app.subscribe("/main").ready)]);
  assert.deepEqual([call.kind, ready.kind], ["unknownFlow", "unknownFlow"]);
  assert.equal((await failure(app.call("ping"))).kind, "unknownFlow");
  await app.close();
  assert.deepEqual(children(), []);
});

test("a session that can't go on in the next process keeps the others from nothing", async (t) => {
  const errors = [];
  const other = { ...counter, name: "other.navtree.yaml", yaml: counter.yaml.replace("flow: counter", "flow: other") };
  const app = await open(t, [counter, other], {
    store: await store(t), restart: true, onError: (error) => errors.push(error.kind),
  });
  const lost = app.subscribe("/main", { session: "other" });
  const kept = app.subscribe("/main", { session: "counter", pointer: "/state/count" });
  await Promise.all([lost.ready, kept.ready]);
  await app.call("flow.unload", { flow: "other" });
  assert.ok((await killedWhileAsked(app)) instanceof ProcessDied);
  await app.at("/main", { session: "counter" }).add();
  assert.deepEqual([kept.value, errors, lost.ended], [1, ["unknownFlow"], "failed"]);
  assert.equal((await failure(app.at("/main", { session: "other" }).add())).kind, "unknownSession");
});

test("an app whose session another process has tries once more with the next request", async (t) => {
  const at = await folder(t);
  const [flag, go] = [join(at, "waits"), join(at, "go")];
  const navtree = findBinary(process.env);
  const binary = await script(t, `while [ -e ${flag} ] && [ ! -e ${go} ]; do sleep 0.01; done; exec "${navtree}" "$@"`);
  const options = { store: await store(t) };
  const app = await open(t, counter, { ...options, restart: true, binary });
  await app.at("/main").add();
  await writeFile(flag, "");
  assert.ok((await killedWhileAsked(app)) instanceof ProcessDied);
  const other = await open(t, counter, options);
  await writeFile(go, "");
  const { kind, data } = await failure(app.call("ping"));
  assert.deepEqual([kind, data.retry], ["conflict", true]);
  await other.close();
  assert.equal((await app.at("/main").state).count, 1);
});

test("an app whose processes die one after another gives up", async (t) => {
  const at = await folder(t);
  const flag = join(at, "dies");
  const count = join(at, "count");
  const navtree = findBinary(process.env);
  const binary = await script(t, `if [ -e ${flag} ]; then echo >>${count}; exit 9; fi; exec "${navtree}" "$@"`);
  const app = await open(t, counter, { store: await store(t), restart: true, binary });
  await writeFile(flag, "");
  assert.equal((await killedWhileAsked(app)).signal, "SIGKILL");
  const [ready, call] = await Promise.all([failure(app.subscribe("/main").ready), failure(app.call("ping"))]);
  assert.deepEqual([ready.code, call.code], [9, 9]);
  assert.equal((await readFile(count, "utf8")).length, 6);
  await app.close();
  assert.deepEqual(children(), []);
});

test("an app may be closed while it restarts", async (t) => {
  const app = await open(t, counter, { store: await store(t), restart: true });
  process.kill(app.pid, "SIGKILL");
  const waiting = failure(app.call("ping"));
  await Promise.all([app.close().catch(() => {}), app.close().catch(() => {})]);
  assert.ok(["closed", "processDied"].includes((await waiting).kind));
  assert.deepEqual(children(), []);
});

test("whenever the process is killed, every acknowledged change is there, and nothing hangs", async (t) => {
  const kills = isThorough ? 200 : 10;
  const at = await store(t);
  const app = await open(t, counter, { store: at, restart: true });
  const below = random(4);
  let acknowledged = 0;
  let asked = 0;
  let done = 0;
  let isOver = false;
  app.effect("double", async ({ number }) => {
    await turn();
    return { number };
  });
  const counts = app.subscribe("/main", { pointer: "/state/count" });
  await counts.ready;
  const client = async () => {
    while (!isOver) {
      asked += 1;
      const change = done % 20 === 0 ? app.at("/main").double({ number: 1 }) : app.at("/main").add();
      const isCount = done++ % 20 !== 0;
      try {
        await change;
        if (isCount) acknowledged += 1;
      } catch (error) {
        assert.ok(error instanceof ProcessDied, error);
      }
    }
  };
  const clients = Array.from({ length: 4 }, client);
  for (let count = 0; count < kills; count += 1) {
    await new Promise((resolve) => setTimeout(resolve, below(60)));
    const { pid } = app;
    try {
      process.kill(pid, "SIGKILL");
    } catch {} // it has ended and isn't followed by the next one yet
    // An app gives up after six processes that end before they have a session; and the last one is to live on.
    if (count % 4 === 3 || count === kills - 1) {
      while (app.pid === pid) await turn();
      const before = acknowledged;
      while (acknowledged === before) await turn();
    }
  }
  isOver = true;
  await Promise.all(clients);
  await app.settled();
  const { count } = await app.at("/main").state;
  const summary = `${acknowledged} acknowledged, ${count} there, ${asked} asked for`;
  assert.ok(count >= acknowledged && count <= asked, summary);
  assert.equal(counts.value, count);
  assert.deepEqual(await app.call("effect.list"), []);
  t.diagnostic(`${kills} kills, ${asked} requests, ${acknowledged} additions acknowledged, ${count} there`);
  await app.close();
  assert.deepEqual(children(), []);
  const next = await open(t, counter, { store: at });
  assert.equal((await next.at("/main").state).count, count);
});
