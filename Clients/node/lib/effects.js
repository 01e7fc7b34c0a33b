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

  /** Registers a handler, which also gets the effects requested before. Answers a function that takes it away. */
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
    this.#forget(keyOf({ session, effect }), new NavtreeError("cancelled", `the effect was cancelled: ${reason}`));
  }

  /** Takes note of an answer that wasn't a handler's. */
  answered({ session, effect }) {
    for (const [key, { request, abort }] of this.#owed) {
      const isMeant = request.key === effect || (request.effect === effect && (session ?? request.session) === request.session);
      if (isMeant && abort === undefined) this.#owed.delete(key);
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
    const { effect, session, input, ...context } = owed.request;
    const { signal } = owed.abort;
    const next = (output) => this.#next(owed, output);
    let isPerformed = false;
    let outcome;
    try {
      outcome = await handler(input, { ...context, effect, session, again: context.again === true, signal, next });
      isPerformed = true;
    } catch (error) {
      outcome = error;
      if (!owed.hasEnded && !(error instanceof EffectFailed)) this.#app.report(asError(error));
    }
    let refusal;
    if (isPerformed) {
      refusal = await this.#answer(owed, "effect.done", outcome === undefined ? {} : { output: outcome });
      if (refusal !== undefined) this.#app.report(refusal);
    }
    if (!isPerformed || refusal !== undefined) {
      // The flow would wait for ever: a reason that it doesn't take is cut down to its kind, then to nothing.
      for (const answer of reasonsOf(refusal ?? outcome)) {
        refusal = await this.#answer(owed, "effect.fail", answer);
        if (refusal === undefined) break;
      }
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

/** The answers that say why an effect failed, to be tried in turn. */
function reasonsOf(thrown) {
  if (thrown instanceof EffectFailed && thrown.error === undefined) return [{}];
  const { kind, message, given } = described(thrown);
  const errors = [...(given === undefined ? [] : [given]), { kind, message }, { kind }];
  return [...errors.map((error) => ({ error })), {}];
}

/** `given` is the reason in the words of the handler. */
function described(thrown) {
  if (thrown instanceof EffectFailed) return { kind: "EffectFailed", message: "", given: thrown.error };
  if (thrown instanceof NavtreeError) return { kind: thrown.kind, message: thrown.message };
  try {
    if (thrown instanceof Error) return { kind: String(thrown.name), message: String(thrown.message) };
    const isGiven = thrown !== null && typeof thrown === "object" && JSON.stringify(thrown) !== undefined;
    return isGiven ? { kind: "failed", message: "", given: thrown } : { kind: "failed", message: String(thrown) };
  } catch {
    return { kind: "failed", message: "the handler threw what can't be shown" };
  }
}

function asError(thrown) {
  if (thrown instanceof Error) return thrown;
  const { message, given } = described(thrown);
  return new Error(`the handler threw ${given === undefined ? message : JSON.stringify(given)}`);
}
