import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { Navtree, ProcessDied } from "../index.mjs";
import { findBinary } from "../lib/binary.js";
import { children, counter, failure, folder, isAlive, open, patience, script, turn } from "./helpers.js";

const index = new URL("../index.mjs", import.meta.url).href;

/** The output of a program that has `Navtree` and the flow `counter`, in a process group of its own. */
async function program(text) {
  const source = `import { Navtree } from ${JSON.stringify(index)};
const counter = ${JSON.stringify(counter)};
${text}`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", source], {
    detached: true, stdio: ["ignore", "pipe", "ignore"], timeout: patience,
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
  await new Promise((resolve) => child.on("close", resolve));
  return output;
}

async function until(condition) {
  const end = Date.now() + patience;
  while (!condition()) {
    assert.ok(Date.now() < end, `never: ${condition}`);
    await turn();
  }
}

test("a process that dies fails all that waits with the end of its standard error", async (t) => {
  const app = await open(t);
  process.kill(app.pid, "SIGSTOP");
  const waiting = [failure(app.at("/main").add()), failure(app.call("ping")), failure(app.settled())];
  process.kill(app.pid, "SIGKILL");
  for (const error of await Promise.all(waiting)) {
    assert.ok(error instanceof ProcessDied);
    assert.deepEqual([error.signal, error.message], ["SIGKILL", "navtree was ended by SIGKILL"]);
  }
  assert.ok((await failure(app.at("/main").add())) instanceof ProcessDied);
  assert.ok((await failure(app.subscribe("/main").ready)) instanceof ProcessDied);
  await app.close();
});

test("an app can be closed twice, and refuses everything afterwards", async (t) => {
  const app = await open(t);
  const underWay = app.at("/main").add();
  await Promise.all([app.close(), app.close()]);
  await app.close();
  assert.equal((await underWay).seq, 1);
  for (const promise of [app.call("ping"), app.at("/main").add(), app.settled(), app.subscribe("/main").ready]) {
    const error = await failure(promise);
    assert.deepEqual([error.kind, error.message], ["closed", "the app is closed"]);
    assert.equal(error instanceof ProcessDied, false);
  }
  assert.equal(app.pid !== undefined && isAlive(app.pid), false);
});

test("errors of the opening, of the end and after it have the stack of their calls", async () => {
  const invalid = await failure(Navtree.open({ yaml: "nonsense" }));
  const app = await Navtree.open(counter);
  const died = failure(app.at("/main").add());
  process.kill(app.pid, "SIGKILL");
  await died;
  const later = await failure(app.call("ping"));
  for (const error of [invalid, await died, later]) {
    assert.match(error.stack, /^[^]*?\n {4}at [^\n]*process\.test\.js/);
    assert.doesNotMatch(error.stack, /lib\/child\.js/);
  }
  await app.close();
});

test("an app is a resource of `await using`", async (t) => {
  const app = await open(t);
  assert.equal(typeof Symbol.asyncDispose, "symbol");
  await app[Symbol.asyncDispose]();
  assert.equal((await failure(app.call("ping"))).kind, "closed");
  assert.equal(typeof app.subscribe("/main")[Symbol.asyncDispose], "function");
});

test("a process that doesn't end is killed", async (t) => {
  const app = await Navtree.open(counter);
  process.kill(app.pid, "SIGSTOP");
  const error = await failure(app.close({ timeout: 20 }));
  assert.ok(error instanceof ProcessDied);
  assert.match(error.message, /it didn't end within 20 ms/);
  assert.equal(isAlive(app.pid), false);
  await failure(app.close());
});

for (const timeout of [null, Infinity, 2 ** 31, 2 ** 30]) {
  test(`a process that may take ${timeout} ms to end isn't killed`, async (t) => {
    const app = await open(t);
    assert.throws(() => app.close({ timeout: NaN }), /a timeout is a number/);
    const last = app.at("/main").add();
    await app.close({ timeout });
    assert.equal((await last).seq, 1);
  });
}

test("an opening that is given up leaves no process", async (t) => {
  const stuck = await script(t, "exec sleep 100");
  const before = children();
  const reason = new Error("enough");
  const controller = new AbortController();
  setImmediate(() => controller.abort(reason));
  assert.equal(await failure(Navtree.open(counter, { binary: stuck, signal: controller.signal })), reason);
  await failure(Navtree.open({ yaml: "nonsense" }));
  assert.deepEqual(children(), before);
});

test("the binary is that of the package, of NAVTREE_BINARY, or of the PATH", async (t) => {
  const path = await script(t, "exit 7");
  const at = join(path, "..");
  const other = await script(t, "exit 8");
  assert.equal(findBinary({ NAVTREE_BINARY: path, PATH: join(other, "..") }), path);
  assert.equal(findBinary({ PATH: `/nowhere:${at}` }), path);
  await mkdir(join(at, "folder", "navtree"), { recursive: true });
  const named = { NAVTREE_BINARY: "/no/navtree", PATH: at };
  for (const env of [{}, { PATH: "/nowhere" }, { PATH: join(at, "folder") }, named]) {
    const error = await failure((async () => findBinary(env))());
    assert.equal(error.kind, "binaryNotFound");
    assert.match(error.message, /the package has no .*bin\/navtree, .*NAVTREE_BINARY.*PATH/);
  }
});

test("a binary that isn't navtree's is told from it", async (t) => {
  const binaries = {
    "exit 7": /^navtree exited with status 7$/,
    "echo no such thing >&2; exit 3": /^navtree exited with status 3\nno such thing$/,
    "kill -9 $$": /^navtree was ended by SIGKILL$/,
    "exec cat": /wrote what is no answer: \{"jsonrpc"/,
    "echo hello; exec sleep 100": /wrote what is no answer: hello/,
    "exec yes": /wrote what is no answer: y/,
    "exec 1>&-; exec sleep 100": /was ended by SIGKILL/,
    [`read -r line; echo '{"jsonrpc":"2.0","id":1,"result":{"protocol":2}}'
      echo '{"jsonrpc":"2.0","method":"settled","params":{"id":1}}'; read -r line`]:
      /this client speaks version 1 of the protocol, but .* the server speaks version 2 \(install the navtree package/,
    [`read -r line
      data='{"kind":"invalidParams","message":"not 1","pointer":"/protocol"}'
      echo '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"","data":'"$data"'}}'
      echo '{"jsonrpc":"2.0","method":"settled","params":{"id":1}}'; read -r line`]:
      /this client speaks version 1 of the protocol, but .*: not 1 \(install/,
  };
  for (const [text, message] of Object.entries(binaries)) {
    assert.match((await failure(Navtree.open(counter, { binary: await script(t, text) }))).message, message, text);
  }
  assert.match((await failure(Navtree.open(counter, { cwd: "/no/such" }))).message, /can't be run: .*in \/no\/such/);
});

test("standard error is passed on, and only its end is kept", async (t) => {
  const path = await script(t, `yes 'line of the flood' | head -n 100000 >&2; echo the end >&2; exit 1`);
  let length = 0;
  const error = await failure(Navtree.open(counter, { binary: path, stderr: (text) => (length += text.length) }));
  assert.ok(error.message.endsWith("line of the flood\nthe end") && error.stderr.length <= 8192);
  assert.equal(length, 18 * 100_000 + 8);
});

test("an app that is asked nothing doesn't keep Node alive, and an answer that is waited for does", async () => {
  assert.equal(await program(`
    const app = await Navtree.open(counter);
    console.log((await app.at("/main").add()).seq);
    app.subscribe("/main");
    app.effect("double", () => {});
    app.at("/main").add().then(({ seq }) => console.log(seq));
  `), "1\n2\n");
  assert.equal(await program(`
    const flow = counter.yaml.replace("add:", "later: { after: { delay: 30, send: add } }\\n      add:");
    const app = await Navtree.open({ yaml: flow });
    const counts = app.subscribe("/main", { pointer: "/state/count" });
    await app.at("/main").later();
    for await (const { value } of counts) { console.log(value); break; }
  `), "1\n");
});

test("a request that was given up doesn't keep Node alive", async () => {
  assert.equal(await program(`
    const app = await Navtree.open(counter);
    process.kill(app.pid, "SIGSTOP");
    await app.call("ping", {}, { timeout: 20 }).catch(({ kind }) => console.log(kind));
    const controller = new AbortController();
    const given = app.call("ping", {}, { signal: controller.signal }).catch((reason) => console.log(reason));
    setImmediate(() => controller.abort("enough"));
    await given;
  `), "requestTimeout\nenough\n");
});

test("no process is left, however Node ends", async () => {
  const ends = ["process.exit(0)", "process.kill(process.pid, 'SIGINT')", "process.kill(process.pid, 'SIGKILL')",
    "process.abort()", "throw new Error('uncaught')", ""];
  for (const end of ends) {
    const text = await program(`
      const app = await Navtree.open(counter);
      for (let count = 0; count < 100; count += 1) app.at("/main").add().catch(() => {});
      process.stdout.write(String(app.pid), () => { ${end} });
    `);
    const pid = Number(text);
    assert.ok(pid > 0, end);
    await until(() => !isAlive(pid));
  }
});

test("an app goes on after a Ctrl-C that its program handles", async () => {
  assert.equal(await program(`
    const app = await Navtree.open(counter);
    process.on("SIGINT", async () => {
      console.log((await app.at("/main").add()).seq);
      await app.close();
      process.exit();
    });
    process.kill(0, "SIGINT");
    setInterval(() => {}, 1000);
  `), "1\n");
});

test("an app runs in a worker, and ends with it", async () => {
  const worker = new Worker(`
    const { parentPort } = require("node:worker_threads");
    import(${JSON.stringify(index)}).then(async ({ Navtree }) => {
      const app = await Navtree.open(${JSON.stringify(counter)});
      parentPort.postMessage([(await app.at("/main").add()).seq, app.pid]);
      setInterval(() => {}, 1000);
    });
  `, { eval: true });
  const [seq, pid] = await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
  assert.equal(seq, 1);
  await worker.terminate();
  await until(() => !isAlive(pid));
});
