"use strict";

const { AsyncLocalStorage } = require("node:async_hooks");
const { AnswerRejected, EffectFailed, NavtreeError, UnknownEffect } = require("./errors.js");
const { didYouMean } = require("./names.js");

/** Kinds of refusals that say that nobody waits for the answer any more. */
const late = new Set(["notInFlight", "gone", "unknownEffect", "unknownSession", "closed", "processDied"]);

/** What an answer was where nobody waited for it. */
const tooLate = Symbol("tooLate");

/** The longest pause between two tries to answer while the store can't be written, in milliseconds. */
const longest = 5000;

/** The effect whose handler runs. */
const within = new AsyncLocalStorage();

/** The effects that sessions have requested, and the handlers that perform them. */
class Effects {
  #app;
  #handlers = new Map();
  #owed = new Map();
  #running = 0;
  #waiting = [];
  #flows = new Map();
  #unheard = new Set();
  #warned = new Set();

  /** `app` has `call(method, params)`, `report(error)` and `rejected(context, error)`. */
  constructor(app) {
    this.#app = app;
  }

  /** Whether an effect that has a handler is owed, in a session or in any. */
  areOwed(session = undefined) {
    if (this.#running === 0 || session === undefined) return this.#running > 0;
    return this.#some(session, (owed) => owed.isRunning) !== undefined;
  }

  /** The error of an effect whose answer the flow rejected; undefined where there is none. */
  rejected(session = undefined) {
    return this.#some(session, (owed) => owed.rejected !== undefined)?.rejected;
  }

  /** Whether the caller is a handler of this app, or what it waits for. */
  get areWithin() {
    const owed = within.getStore();
    return owed?.effects === this && owed.isPerformed && owed.isRunning;
  }

  /** Registers a handler, for effects requested before too. Answers a function that takes it away. */
  handle(name, perform, { replace = false } = {}, session = undefined) {
    if (typeof name !== "string") throw new TypeError("the name of an effect is a string");
    if (typeof perform !== "function") throw new TypeError(`the handler of '${name}' is a function`);
    const key = keyOf(name, session);
    if (!replace && this.#handlers.has(key)) {
      throw new TypeError(`'${name}' has a handler already: { replace: true } takes its place`);
    }
    const unknown = this.#unknown(name);
    if (unknown !== undefined) throw unknown;
    const handler = { name, perform };
    this.#handlers.set(key, handler);
    for (const owed of this.#owed.values()) {
      const isFree = owed.abort === undefined || owed.rejected !== undefined;
      if (isFree && this.#handlerOf(owed.request) === handler) this.#start(owed);
    }
    return () => {
      if (this.#handlers.get(key) === handler) this.#handlers.delete(key);
    };
  }

  /** Takes note of the loaded flows' effects. Answers the error of a handler whose effect none of them has. */
  declare(flows) {
    this.#flows = new Map(flows.map(({ flow, effects }) => [flow, effects]));
    for (const { name } of this.#handlers.values()) {
      const unknown = this.#unknown(name);
      if (unknown !== undefined) return unknown;
    }
    return undefined;
  }

  undeclare(flow) {
    this.#flows.delete(flow);
  }

  /** Takes `effect.requested`; `isHeard` where the program listens to it. */
  requested(request, isHeard) {
    const key = keyOf(request.effect, request.session);
    // Requested again after a timeout: the former try is given up.
    this.#forget(key, new NavtreeError("timedOut", "the effect is requested again"));
    const owed = { request, effects: this, isRunning: false, isPerformed: false, hasEnded: false };
    this.#owed.set(key, owed);
    if (this.#handlerOf(request) !== undefined) this.#start(owed);
    else if (!isHeard && !this.#warned.has(request.name)) this.#unheard.add(owed);
  }

  /** Warns once of each effect that was requested and has no handler, when the program goes on to the next request. */
  warn() {
    if (this.#unheard.size === 0) return;
    for (const owed of this.#unheard) {
      const { name, session } = owed.request;
      if (owed.abort !== undefined || owed.hasEnded || this.#warned.has(name)) continue;
      this.#warned.add(name);
      process.emitWarning(`the effect '${name}' was requested in the session '${session}', and has no handler`, {
        type: "NavtreeWarning", code: "NAVTREE_NO_HANDLER",
      });
    }
    this.#unheard.clear();
  }

  /** Takes `effect.cancelled`. */
  cancelled({ session, effect, reason }) {
    const error = new NavtreeError("cancelled", `the effect was cancelled: ${reason}`);
    this.#forget(keyOf(effect, session), error);
  }

  /** Takes note of an answer that wasn't a handler's. */
  answered({ session, effect }) {
    for (const [key, { request, abort, rejected }] of this.#owed) {
      const isNumbered = request.effect === effect && (session ?? request.session) === request.session;
      if (!isNumbered && request.key !== effect) continue;
      if (abort !== undefined && rejected === undefined) continue;
      this.#forget(key, new NavtreeError("answered", "the effect was answered by a request"));
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

  #some(session, isWanted) {
    for (const owed of this.#owed.values()) {
      if ((session === undefined || owed.request.session === session) && isWanted(owed)) return owed;
    }
    return undefined;
  }

  #handlerOf({ name, session }) {
    return this.#handlers.get(keyOf(name, session)) ?? this.#handlers.get(keyOf(name));
  }

  /** The error of a handler for an effect that no loaded flow declares, once there is one. */
  #unknown(name) {
    const flows = [...this.#flows.values()];
    if (flows.length === 0 || flows.some((names) => names.includes(name))) return undefined;
    const hint = didYouMean(name, flows.flat());
    const message = `no loaded flow declares an effect '${name}'`;
    return new UnknownEffect("unknownEffect", hint === undefined ? message : `${message} (${hint})`, {}, hint);
  }

  #forget(key, reason) {
    const owed = this.#owed.get(key);
    if (owed === undefined) return;
    this.#owed.delete(key);
    this.#end(owed, reason);
  }

  #end(owed, reason) {
    if (owed.hasEnded) return;
    owed.hasEnded = true;
    this.#stop(owed);
    owed.abort?.abort(reason);
  }

  #stop(owed) {
    if (!owed.isRunning) return;
    owed.isRunning = false;
    this.#running -= 1;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #start(owed) {
    owed.abort = new AbortController();
    owed.isRunning = true;
    this.#running += 1;
    owed.rejected = undefined;
    const handler = this.#handlerOf(owed.request);
    queueMicrotask(() => this.#run(owed, handler));
  }

  async #run(owed, { perform }) {
    if (owed.hasEnded) return;
    const { input, ...request } = owed.request;
    // What the handler has answered itself: `isTaken`, and the refusal of the last one that wasn't.
    const own = { isTaken: false, refusal: undefined };
    const context = {
      ...request, again: request.again === true, signal: owed.abort.signal,
      next: (output) => this.#next(owed, output),
      answer: (output) => this.#answerOf(owed, output, own),
    };
    let failure;
    try {
      const output = await this.#performed(owed, perform, input, context);
      if (!own.isTaken && (output !== undefined || own.refusal === undefined)) {
        own.refusal = await this.#done(owed, output);
        // What doesn't fit never will: it is the program's fault, not the user's.
        if (own.refusal !== undefined && own.refusal.kind !== "rejected") failure = failureOf(own.refusal);
        own.isTaken = own.refusal === undefined;
      }
    } catch (thrown) {
      const isRefusal = own.refusal !== undefined && thrown === own.refusal;
      failure = isRefusal ? undefined : failureOf(thrown);
    }
    if (failure !== undefined && !owed.hasEnded) {
      if (failure.problem !== undefined) this.#app.report(failure.problem);
      const refusal = own.isTaken ? undefined : await this.#fail(owed, failure);
      if (refusal !== undefined) this.#app.report(refusal);
    } else if (!own.isTaken && !owed.hasEnded) {
      return this.#reject(owed, context, own.refusal);
    }
    const key = keyOf(owed.request.effect, owed.request.session);
    if (this.#owed.get(key) === owed) this.#owed.delete(key);
    this.#end(owed, new NavtreeError("answered", "the effect was answered"));
  }

  /** What a handler returns; what it has begun may outlive it, and is no longer within it. */
  async #performed(owed, perform, input, context) {
    owed.isPerformed = true;
    try {
      return await within.run(owed, perform, input, context);
    } finally {
      owed.isPerformed = false;
    }
  }

  /** Leaves an effect in flight whose answer the flow rejected. */
  #reject(owed, context, refusal) {
    const { name, session, effect, key } = owed.request;
    const message = `the answer to the effect '${name}' (${key}) was rejected: ${refusal.message}`;
    const hint = "answer it again: context.answer, effect.done or effect.fail";
    owed.rejected = new AnswerRejected("answerRejected", message, { name, session, effect, key }, hint);
    owed.rejected.cause = refusal;
    this.#stop(owed);
    this.#app.report(owed.rejected);
    this.#app.rejected(context, owed.rejected);
  }

  /** Gives the last answer; answers whether anybody waited for it, and throws what it was refused with. */
  async #answerOf(owed, output, own) {
    const refusal = own.isTaken ? tooLate : await this.#answer(owed, "effect.done", outputOf(output));
    if (refusal === tooLate) return false;
    own.refusal = refusal;
    if (refusal !== undefined) throw refusal;
    own.isTaken = true;
    return true;
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

  /** Gives the last answer. Answers the error with which it was refused, unless it came too late. */
  async #done(owed, output) {
    const refusal = await this.#answer(owed, "effect.done", outputOf(output));
    return refusal === tooLate ? undefined : refusal;
  }

  /** Fails an effect: a reason that the flow doesn't take is cut down to its kind, then to nothing. */
  async #fail(owed, { reasons }) {
    let refusal;
    for (const answer of [...reasons.map((error) => ({ error })), {}]) {
      refusal = await this.#answer(owed, "effect.fail", answer);
      if (refusal === undefined || refusal === tooLate) return undefined;
    }
    return refusal;
  }

  /** The error with which the answer was refused, or `tooLate`. */
  async #answer(owed, method, answer) {
    const { session, effect } = owed.request;
    for (let pause = 100; !owed.hasEnded; pause = Math.min(2 * pause, longest)) {
      try {
        await this.#app.call(method, { session, effect, ...answer });
        return undefined;
      } catch (error) {
        if (owed.hasEnded || late.has(error.kind)) return tooLate;
        if (error.data?.retry !== true) return error;
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
    return tooLate;
  }
}

/** The key of an effect or of a handler in a session; of a handler in all sessions without one. */
function keyOf(name, session = undefined) {
  return session === undefined ? `${name}` : `${name} ${session}`;
}

function outputOf(output) {
  return output === undefined ? {} : { output };
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
function asError(thrown) {
  try {
    if (thrown instanceof Error) return thrown;
    const isObject = typeof thrown === "object" && thrown !== null;
    return new Error(`thrown: ${isObject ? JSON.stringify(thrown) : String(thrown)}`);
  } catch {
    return new Error("thrown: what can't be shown");
  }
}

module.exports = { Effects, asError };
