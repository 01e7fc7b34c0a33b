/**
 * Measures a call through the client beside one over the bare pipe, in the same run and in turns, and the rate of
 * requests in flight together.
 *
 *     NAVTREE_BINARY=.build/release/navtree node Clients/node/bench.mjs [CALLS]
 */
import { spawn } from "node:child_process";
import { Navtree } from "./index.mjs";
import { findBinary } from "./lib/binary.js";

const calls = Number(process.argv[2] ?? 5000);
const pipelined = 10_000;
const flow = `navtree: 1
flow: counter
start: counter
screens:
  counter: { state: { count: integer }, actions: { add: { set: { count: "\${state.count + 1}" } } } }
`;

/** The least that a program can do: it writes a line, and waits for the line that answers it. */
class BarePipe {
  #process = spawn(findBinary(process.env), ["serve"], { stdio: ["pipe", "pipe", "inherit"] });
  #unread = "";
  #answered;

  constructor() {
    this.#process.stdout.setEncoding("utf8");
    this.#process.stdout.on("data", (text) => {
      this.#unread += text;
      if (!this.#unread.endsWith("\n")) return;
      const answer = JSON.parse(this.#unread);
      this.#unread = "";
      this.#answered(answer.result);
    });
  }

  call(method, params) {
    this.#process.stdin.write(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }) + "\n");
    return new Promise((resolve) => (this.#answered = resolve));
  }

  close() {
    this.#process.stdin.end();
  }
}

async function timed(call) {
  const start = process.hrtime.bigint();
  await call();
  return Number(process.hrtime.bigint() - start) / 1000;
}

function median(values) {
  return values.sort((a, b) => a - b)[values.length >> 1];
}

const bare = new BarePipe();
await bare.call("flow.load", { yaml: flow });
await bare.call("session.open", { flow: "counter" });
const app = await Navtree.open({ yaml: flow });
const main = app.at("/main");
const ways = {
  bare: () => bare.call("dispatch", { at: "/main", action: { type: "add" } }),
  client: () => main.add(),
};

const times = { bare: [], client: [] };
for (let round = 0; round < calls / 50; round += 1) {
  for (const [name, call] of Object.entries(ways)) {
    for (let each = 0; each < 50; each += 1) times[name].push(await timed(call));
  }
}
const [ofBare, ofClient] = [median(times.bare), median(times.client)];
console.log(`bare pipe  ${ofBare.toFixed(1)} µs a call (median of ${calls})`);
console.log(`client     ${ofClient.toFixed(1)} µs a call, ${(ofClient - ofBare).toFixed(1)} µs more`);

const rates = [];
const cpu = [];
for (let round = 0; round < 15; round += 1) {
  const before = process.cpuUsage();
  const time = await timed(() => Promise.all(Array.from({ length: pipelined }, () => main.add())));
  const { user, system } = process.cpuUsage(before);
  rates.push(pipelined / (time / 1e6));
  cpu.push((user + system) / pipelined);
}
console.log(`pipelined  ${Math.round(median(rates))} calls a second (median of 15 times ${pipelined}), ` +
  `${median(cpu).toFixed(1)} µs of Node's CPU each`);
bare.close();
await app.close();
