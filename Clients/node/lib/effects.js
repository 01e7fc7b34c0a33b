import { EffectFailed, NavtreeError } from "./errors.js";

/** Kinds of refusals that say that nobody waits for the answer any more. */
const late = new Set(["notInFlight", "gone", "unknownEffect", "unknownSession", "closed", "processDied"]);

/** The longest pause between two tries to answer while the store can't be written, in milliseconds. */
const longest = 5000;

/** The effects that sessions have requested, and the handlers that perform them. */
export class Effects {
  #app;
  #handlers = new Map();
  #owed = new Map();
  #running = 0;
  #waiting = [];

  /** `app` has `call(method, params)` and `report(error)`. */
  constructor(app) {
    this.#app = app;
  }

  /** Whether an effect that has a handler is owed. */
  get areOwed() {
    return this.#running > 0;
  }

  /** Registers a handler, for effects requested before too. Answers a function that takes it away. */
  handle(name, handler) {
    if (typeof name !== "string") throw new TypeError("the name of an effect is a string");
    if (typeof handler !== "function") throw new TypeError(`the handler of '${name}' is a function`);
    if (this.#handlers.has(name)) throw new TypeError(`'${name}' has a handler already`);
    this.#handlers.set(name, handler);
    for (const owed of this.#owed.values()) {
      if (owed.request.name === name && owed.abort === undefined) this.#start(owed);
    }
    return () => {
      if (this.#handlers.get(name) === handler) this.#handlers.delete(name);
    };
  }

  /** Takes `effect.requested`. */
  requested(request) {
    const key = keyOf(request);
    // Requested again after a timeout: the former try is given up.
    this.#forget(key, new NavtreeError("timedOut", "the effect is requested again"));
    const owed = { request };
    this.#owed.set(key, owed);
    if (this.#handlers.has(request.name)) this.#start(owed);
  }

  /** Takes `effect.cancelled`. */
  cancelled({ session, effect, reason }) {
    const error = new NavtreeError("cancelled", `the effect was cancelled: ${reason}`);
    this.#forget(keyOf({ session, effect }), error);
  }

  /** Takes note of an answer that wasn't a handler's. */
  answered({ session, effect }) {
    for (const [key, { request, abort }] of this.#owed) {
      const isNumbered = request.effect === effect && (session ?? request.session) === request.session;
      if ((isNumbered || request.key === effect) && abort === undefined) this.#owed.delete(key);
    }
  }

  /** Gives up all effects, or those of one session. */
  clear(reason, session = undefined) {
    for (const [key, { request }] of this.#owed) {
      if (session === undefined || request.session === session) this.#forget(key, reason);
    }
  }

  /** Resolves when the next effect has ended. */
  oneEnded() {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #forget(key, reason) {
    const owed = this.#owed.get(key);
    if (owed === undefined) return;
    this.#owed.delete(key);
    this.#end(owed, reason);
  }

  #end(owed, reason) {
    if (owed.abort === undefined || owed.hasEnded) return;
    owed.hasEnded = true;
    this.#running -= 1;
    owed.abort.abort(reason);
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #start(owed) {
    owed.abort = new AbortController();
    this.#running += 1;
    const handler = this.#handlers.get(owed.request.name);
    queueMicrotask(() => this.#run(owed, handler));
  }

  async #run(owed, handler) {
    if (owed.hasEnded) return;
    const { input, ...request } = owed.request;
    const next = (output) => this.#next(owed, output);
    const context = { ...request, again: request.again === true, signal: owed.abort.signal, next };
    let failure;
    try {
      const output = await handler(input, context);
      const refusal = await this.#answer(owed, "effect.done", output === undefined ? {} : { output });
      if (refusal !== undefined) failure = failureOf(refusal);
    } catch (thrown) {
      failure = failureOf(thrown);
    }
    if (failure !== undefined && !owed.hasEnded) {
      if (failure.problem !== undefined) this.#app.report(failure.problem);
      const refusal = await this.#fail(owed, failure);
      if (refusal !== undefined) this.#app.report(refusal);
    }
    const key = keyOf(owed.request);
    if (this.#owed.get(key) === owed) this.#owed.delete(key);
    this.#end(owed, new NavtreeError("answered", "the effect was answered"));
  }

  /** Gives an answer before the last one; answers whether anybody waits for it. */
  async #next(owed, output) {
    const { session, effect } = owed.request;
    if (owed.hasEnded) return false;
    try {
      await this.#app.call("effect.next", { session, effect, output });
      return true;
    } catch (error) {
      if (owed.hasEnded || late.has(error.kind)) return false;
      throw error;
    }
  }

  /** Fails an effect: a reason that the flow doesn't take is cut down to its kind, then to nothing. */
  async #fail(owed, { reasons }) {
    let refusal;
    for (const answer of [...reasons.map((error) => ({ error })), {}]) {
      refusal = await this.#answer(owed, "effect.fail", answer);
      if (refusal === undefined) break;
    }
    return refusal;
  }

  /** The error with which the answer was refused, unless it came too late. */
  async #answer(owed, method, answer) {
    const { session, effect } = owed.request;
    if (owed.hasEnded) return undefined;
    for (let pause = 100; ; pause = Math.min(2 * pause, longest)) {
      try {
        await this.#app.call(method, { session, effect, ...answer });
        return undefined;
      } catch (error) {
        if (owed.hasEnded || late.has(error.kind)) return undefined;
        if (error.data?.retry !== true) return error;
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }
}

function keyOf({ session, effect }) {
  return `${effect} ${session}`;
}

/** What to tell the flow of a failure, in turn, and the `problem` that the program is told. */
function failureOf(thrown) {
  try {
    if (thrown instanceof EffectFailed) {
      return { reasons: thrown.error === undefined ? [] : [thrown.error, { kind: "EffectFailed" }] };
    }
    if (thrown instanceof Error) {
      const kind = String(thrown instanceof NavtreeError ? thrown.kind : thrown.name);
      return { reasons: [{ kind, message: String(thrown.message) }, { kind }], problem: thrown };
    }
    const text = typeof thrown === "object" && thrown !== null ? JSON.stringify(thrown) : undefined;
    const problem = asError(thrown);
    if (text !== undefined) return { reasons: [JSON.parse(text), { kind: "failed" }], problem };
    return { reasons: [{ kind: "failed", message: String(thrown) }, { kind: "failed" }], problem };
  } catch {
    const message = "the handler threw what can't be shown";
    return { reasons: [{ kind: "failed", message }, { kind: "failed" }], problem: new Error(message) };
  }
}

/** What was thrown, as an error. */
export function asError(thrown) {
  try {
    if (thrown instanceof Error) return thrown;
    const isObject = typeof thrown === "object" && thrown !== null;
    return new Error(`thrown: ${isObject ? JSON.stringify(thrown) : String(thrown)}`);
  } catch {
    return new Error("thrown: what can't be shown");
  }
}
