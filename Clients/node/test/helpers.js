import { readdirSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Navtree } from "../index.mjs";

const specs = new URL("../../../Specs/", import.meta.url);
export const social = new URL("social.navtree.yaml", specs);
export const moving = new URL("behaviour/moving.navtree.yaml", specs);
export const shop = new URL("shop.navtree.yaml", specs);

/** Whether the counts are those of `make faults`, which take a minute, or few. */
export const isThorough = process.env.NAVTREE_FAULTS === "1";

/** The milliseconds of a wait that only a hang outlasts. */
export const patience = 600_000;

/** A flow that counts, asks its host for work of several kinds, and can't be left while it is dirty. */
export const counter = {
  name: "counter.navtree.yaml",
  yaml: `navtree: 1
flow: counter
start: counter
effects:
  double: { input: { number: integer }, output: { number: integer } }
  strict: { output: { number: integer }, errors: { code: integer } }
  tries: { retries: 2 }
  watch: { next: { percent: integer }, output: {} }
screens:
  counter:
    state:
      count: integer
      doubled: { type: array, items: integer, maxItems: 10000 }
      problems: { type: array, items: {}, maxItems: 10000 }
      percents: { type: array, items: integer, maxItems: 100 }
      text: string
    slots: { sheet: { presents: [sheet], style: sheet } }
    actions:
      add: { payload: { by: { type: integer, default: 1 } }, set: { count: "\${state.count + action.by}" } }
      refuse: { reject: not today }
      write: { payload: { text: string }, set: { text: "\${action.text}" } }
      state: { reply: the action called state }
      double:
        payload: { number: integer }
        effect:
          name: double
          with: { number: "\${action.number}" }
          done: doubled
          failed: troubled
          key: "\${string(action.number)}"
      doubled: { set: { /doubled/-: "\${action.output.number}" } }
      strict: { effect: { name: strict, done: doubled, failed: troubled } }
      tries: { effect: { name: tries, failed: troubled } }
      latest: { effect: { name: double, with: { number: 1 }, done: doubled, policy: latest } }
      watch: { effect: { name: watch, next: advanced, failed: troubled } }
      advanced: { set: { /percents/-: "\${action.output.percent}" } }
      troubled: { set: { /problems/-: "\${action.error}" } }
      giveUp: { cancel: [double, watch] }
      stop: { payload: { number: integer }, cancel: ["\${string(action.number)}"] }
      edit: { present: sheet }
  sheet: { dismissible: false }
`,
};

/** Opens an app that is closed after the test. */
export async function open(t, flow = counter, options = {}) {
  const app = await Navtree.open(flow, options);
  t.after(() => app.close().catch(() => {}));
  return app;
}

/** A folder that is removed after the test. */
export async function folder(t) {
  const path = await mkdtemp(join(tmpdir(), "navtree-"));
  t.after(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** A program in place of navtree: a script of sh. */
export async function script(t, text) {
  const path = join(await folder(t), "navtree");
  await writeFile(path, `#!/bin/sh\n${text}\n`);
  await chmod(path, 0o755);
  return path;
}

/** The error with which a promise is rejected. */
export async function failure(promise) {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("it didn't fail");
}

/** The process ids of this process's children. */
export function children() {
  return readdirSync("/proc").map(Number).filter((pid) => stat(pid)?.parent === process.pid);
}

/** Whether a process runs; one that has ended and whose parent hasn't asked for its status doesn't. */
export function isAlive(pid) {
  return stat(pid) !== undefined;
}

function stat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state, parent] = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return state === "Z" ? undefined : { parent: Number(parent) };
  } catch {
    return undefined;
  }
}

export function turn() {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Numbers below `limit` that are the same in each run. */
export function random(seed) {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
