"use strict";

require("./symbols.js");
const { findBinary } = require("./binary.js");
const { asError, Effects } = require("./effects.js");
const { errorOf } = require("./error-of.js");
const { NavtreeError, RequestTimeout } = require("./errors.js");
const { handle } = require("./handle.js");
const { argumentsOf, flowsOf, keepersOf, timeoutOf } = require("./options.js");
const { Server } = require("./server.js");
const { NavtreeSession } = require("./session.js");
const { onAbort } = require("./signals.js");
const { Subscription } = require("./subscription.js");
const { expiry, lateness } = require("./timers.js");

/** How long an answer may take where nothing else is said, in milliseconds. */
const patience = 30_000;

/** How many requests may be under way for the error of another one to tell where it was made. */
const mostTraced = 16;

/** An app: a navtree process that runs sessions of flows. */
class Navtree {
  #server;
  #effects;
  #timeout;
  #opened = [];

  /**
   * Starts navtree, loads the flow or flows, and opens a session of each.
   *
   * Fails with a `NavtreeError`: `InvalidFlow` with the diagnostics, `BinaryNotFound`, or what opening fails with.
   */
  static async open(flow = undefined, options = {}) {
    const trace = {};
    Error.captureStackTrace(trace, Navtree.open);
    const { signal } = options;
    signal?.throwIfAborted();
    const app = new Navtree(flow, options);
    const stop = signal ? onAbort(signal, () => app.#server.kill()) : () => {};
    try {
      app.#opened = await app.#server.open();
      signal?.throwIfAborted();
      return app;
    } catch (error) {
      // A process that doesn't answer wouldn't end by itself.
      if (error instanceof RequestTimeout) app.#server.kill();
      await app.close().catch(() => {});
      if (signal?.aborted) throw signal.reason;
      throw error instanceof NavtreeError ? error.at(trace) : error;
    } finally {
      stop();
    }
  }

  /** @private Use `Navtree.open`. */
  constructor(flow, options) {
    const args = argumentsOf(options);
    const env = options.env ?? process.env;
    const report = (error) => {
      try {
        if (options.onError === undefined) process.emitWarning(error);
        else options.onError(error);
      } catch (fault) {
        process.emitWarning(asError(fault));
      }
    };
    this.#timeout = timeoutOf(options.timeout === undefined ? patience : options.timeout);
    const { cwd, stderr, onRequest, onAnswer, onRejected } = options;
    this.#effects = new Effects({
      call: (method, params) => this.#send(method, params, undefined, undefined, null, true),
      report,
      rejected: async (context, error) => {
        try {
          await onRejected?.(context, error);
        } catch (fault) {
          report(fault);
        }
      },
    });
    const binary = findBinary(env, options.binary, cwd);
    this.#server = new Server({
      process: { binary, args, cwd, env, stderr, record: options.record },
      flows: flowsOf(flow),
      first: { session: options.session, link: options.link, shared: options.shared },
      client: options.client ?? "navtree for Node",
      restart: options.restart === true,
      keepers: keepersOf(options),
      timeout: this.#timeout,
      on: options.on,
      effects: this.#effects,
      onRequest,
      onAnswer,
      report,
    });
  }

  /** The answers of `session.open`, one for each flow. */
  get opened() {
    return this.#opened;
  }

  /** What `initialize` answered: the server's version, methods and limits. */
  get server() {
    return this.#server.description;
  }

  /** The id of the present process. */
  get pid() {
    return this.#server.pid;
  }

  /** Whether requests are taken: not once it is closed, or has died and no other process goes on. */
  get isOpen() {
    return this.#server.isOpen;
  }

  /** Sends a request, and resolves with its result once all that it caused has been reported. */
  call(method, params = {}, { signal, timeout } = {}) {
    if (method === "flow.load") return this.#load(params, signal, timeout);
    return this.#send(method, params, this.call, signal, timeout);
  }

  /** A session by its name: what it has in common with this sends to that session. */
  session(name) {
    return new NavtreeSession(this, name);
  }

  /** Sends an action to the screen `at` an address, by default the active one. */
  dispatch(type, payload = {}, { signal, timeout, ...options } = {}, caller = this.dispatch) {
    return this.#send("dispatch", { ...options, action: { ...payload, type } }, caller, signal, timeout);
  }

  /** Says what an action would do and why, or why it would fail; changes nothing. */
  explain(type, payload = {}, { signal, timeout, ...options } = {}) {
    return this.#send("explain", { ...options, action: { ...payload, type } }, this.explain, signal, timeout);
  }

  /**
   * Sends several actions as one change, or with `atomic: false` as a change each.
   *
   * `actions` is a list of `{at, action}`, or a function that is given an object with `at` and `dispatch`,
   * whose actions are collected. An entry that failed has its `error` as a `NavtreeError`.
   */
  async batch(actions, { signal, timeout, ...options } = {}) {
    const params = { ...options, actions: collected(actions) };
    const answer = await this.#send("batch", params, this.batch, signal, timeout);
    const results = answer.results?.map(withError);
    return results === undefined ? answer : { ...answer, results };
  }

  /** Reads a screen, or a part of it: `state.get`. */
  get({ signal, timeout, ...params } = {}) {
    return this.#send("state.get", params, this.get, signal, timeout);
  }

  /** The screen at an address, on which actions are methods: `app.at("/main").select({ index: 0 })`. */
  at(address = undefined, scope = {}) {
    return handle(this, address, scope);
  }

  /** Follows a place, a screen, a part of one or a query; the changes are iterated with `for await`. */
  subscribe(at = undefined, options = undefined) {
    const isAddress = typeof at === "string" || typeof at === "number";
    const { signal, timeout = this.#timeout, ...params } = { ...(isAddress ? { at } : at), ...options };
    return new Subscription(this.#server, params, signal, timeoutOf(timeout));
  }

  /**
   * Performs the effects of a name: the handler's value is the output, what it throws a failure's reason. Answers a
   * function that takes the handler away.
   *
   * With `replace`, it takes the place of the one that is there; with `session`, it performs those of one session,
   * before the handler of all. Throws `UnknownEffect` where no loaded flow declares such an effect.
   */
  effect(name, handler, { session, ...options } = {}) {
    return this.#effects.handle(name, handler, options, session);
  }

  /**
   * Resolves when no effect that has a handler is owed, in a session or in any.
   *
   * Fails with `AnswerRejected` where one stays in flight because the flow rejected what its handler returned.
   */
  settled({ session, signal, timeout } = {}) {
    return new Promise((resolve, reject) => {
      if (this.#effects.areWithin) throw new Error("a handler that waits for settled() would wait for itself");
      if (signal?.aborted) throw signal.reason;
      const milliseconds = timeoutOf(timeout);
      const timer = expiry(milliseconds, "settled", reject);
      timer?.ref();
      const stop = signal ? onAbort(signal, () => reject(signal.reason)) : () => {};
      const end = (settle) => (value) => {
        clearTimeout(timer);
        stop();
        settle(value);
      };
      this.#settled(session).then(end(resolve), end(reject));
    });
  }

  async #settled(session) {
    for (;;) {
      await this.#send("ping", {}, undefined, undefined, null);
      if (this.#server.end !== undefined) throw this.#server.end;
      if (!this.#effects.areOwed(session)) break;
      await this.#effects.oneEnded();
    }
    const rejected = this.#effects.rejected(session);
    if (rejected !== undefined) throw rejected;
  }

  /** Calls `listener` with the params of each notification of a method; answers a function that ends that. */
  on(method, listener) {
    return this.#server.on(method, listener);
  }

  /**
   * Ends the process, after it has answered all requests and committed all changes. May be called again.
   *
   * It is killed after `timeout` milliseconds, with null never. Fails with `ProcessDied` if changes couldn't be
   * committed.
   */
  close({ timeout = 10_000 } = {}) {
    return this.#server.close(timeoutOf(timeout));
  }

  [Symbol.asyncDispose]() {
    return this.close();
  }

  /** Loads a flow, and takes note of its effects. */
  async #load(params, signal, timeout) {
    const answer = await this.#send("flow.load", params, this.call, signal, timeout);
    const unknown = this.#effects.declare(await this.#send("flow.list", {}, this.call, signal, timeout));
    if (unknown !== undefined) throw unknown;
    return answer;
  }

  #send(method, params, caller = undefined, signal = undefined, timeout = this.#timeout, isOwn = false) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const request = new Request(method, params, resolve, reject);
      request.isOwn = isOwn;
      // The stack of the call costs 6 µs, which callers that send thousands together do without.
      const isTraced = caller !== undefined && this.#server.underWay <= mostTraced;
      if (isTraced) Error.captureStackTrace((request.trace = {}), caller);
      if (signal) request.follow(signal, this.#server);
      request.limit(timeout === this.#timeout ? timeout : timeoutOf(timeout));
      if (!isOwn) this.#effects.warn();
      this.#server.send(request);
    });
  }
}

/** A request that settles a promise. */
class Request {
  of = undefined;
  isGivenUp = false;
  isOwn = false;
  isSent = false;
  stop = undefined;
  timeout = undefined;
  deadline = Infinity;
  trace = undefined;

  constructor(method, params, resolve, reject) {
    this.method = method;
    this.params = params;
    this.resolve = resolve;
    this.reject = reject;
  }

  follow(signal, server) {
    this.stop = onAbort(signal, () => {
      this.isGivenUp = true;
      this.deadline = Infinity;
      server.gaveUp(this);
      this.reject(signal.reason);
    });
  }

  limit(timeout) {
    this.timeout = timeout;
    if (timeout !== undefined) this.deadline = performance.now() + timeout;
  }

  /** Fails, since its deadline has passed; a later answer goes nowhere. */
  expire() {
    this.isGivenUp = true;
    this.deadline = Infinity;
    this.fail(lateness(this.timeout, this.method));
  }

  answered() {}

  done(result) {
    this.stop?.();
    this.resolve(result);
  }

  fail(error) {
    this.stop?.();
    const isKnown = this.trace !== undefined && error instanceof NavtreeError;
    this.reject(isKnown ? error.at(this.trace) : error);
  }
}

function withError(result) {
  return result.error === undefined ? result : { ...result, error: errorOf(result.error) };
}

/** The entries of a batch. */
function collected(actions) {
  if (typeof actions !== "function") return actions;
  const entries = [];
  const recorder = {
    dispatch(type, payload = {}, options = {}) {
      entries.push({ ...options, action: { ...payload, type } });
    },
    get: () => {
      throw new TypeError("a batch only sends actions");
    },
  };
  actions({ dispatch: recorder.dispatch, at: (address, scope = {}) => handle(recorder, address, scope) });
  return entries;
}

module.exports = { Navtree };
