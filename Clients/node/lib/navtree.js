import "./symbols.js";
import { findBinary } from "./binary.js";
import { NavtreeError } from "./errors.js";
import { asError, Effects } from "./effects.js";
import { handle } from "./handle.js";
import { argumentsOf, flowsOf } from "./options.js";
import { Server } from "./server.js";
import { onAbort } from "./signals.js";
import { Subscription } from "./subscription.js";

/** How many requests may be under way for the error of another one to tell where it was made. */
const mostTraced = 16;

/** An app: a navtree process that runs sessions of flows. */
export class Navtree {
  #server;
  #effects;
  #opened = [];

  /**
   * Starts navtree, loads the flow or flows, and opens a session of each.
   *
   * Fails with a `NavtreeError`: `invalidFlow` with the diagnostics, `binaryNotFound`, or what opening fails with.
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
    this.#effects = new Effects({ call: (method, params) => this.#send(method, params), report });
    const { binary = findBinary(env), cwd, stderr } = options;
    this.#server = new Server({
      process: { binary, args, cwd, env, stderr },
      flows: flowsOf(flow),
      first: { session: options.session, link: options.link, shared: options.shared },
      client: options.client ?? "navtree for Node",
      restart: options.restart === true,
      on: options.on,
      effects: this.#effects,
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

  /** Sends a request, and resolves with its result once all that it caused has been reported. */
  call(method, params = {}, { signal } = {}) {
    return this.#send(method, params, signal, this.call);
  }

  /** Sends an action to the screen `at` an address, by default the active one. */
  dispatch(type, payload = {}, { signal, ...options } = {}, caller = this.dispatch) {
    return this.#send("dispatch", { ...options, action: { ...payload, type } }, signal, caller);
  }

  /** Says what an action would do and why, or why it would fail; changes nothing. */
  explain(type, payload = {}, { signal, ...options } = {}) {
    return this.#send("explain", { ...options, action: { ...payload, type } }, signal, this.explain);
  }

  /**
   * Sends several actions as one change, or with `atomic: false` as a change each.
   *
   * `actions` is a list of `{at, action}`, or a function that is given an object with `at` and `dispatch`,
   * whose actions are collected. An entry that failed has its `error` as a `NavtreeError`.
   */
  async batch(actions, { signal, ...options } = {}) {
    const answer = await this.#send("batch", { ...options, actions: collected(actions) }, signal, this.batch);
    const results = answer.results?.map(withError);
    return results === undefined ? answer : { ...answer, results };
  }

  /** Reads a screen, or a part of it: `state.get`. */
  get({ signal, ...params } = {}) {
    return this.#send("state.get", params, signal, this.get);
  }

  /** The screen at an address, on which actions are methods: `app.at("/main").select({ index: 0 })`. */
  at(address = undefined, scope = {}) {
    return handle(this, address, scope);
  }

  /** Follows a place, a screen, a part of one or a query; the changes are iterated with `for await`. */
  subscribe(at = undefined, options = undefined) {
    const isAddress = typeof at === "string" || typeof at === "number";
    const { signal, ...params } = { ...(isAddress ? { at } : at), ...options };
    return new Subscription(this.#server, params, signal);
  }

  /** Performs the effects of a name: the handler's value is the output, what it throws a failure's reason. */
  effect(name, handler) {
    return this.#effects.handle(name, handler);
  }

  /** Resolves when no effect that has a handler is owed. */
  async settled() {
    for (;;) {
      await this.#send("ping", {});
      if (this.#server.end !== undefined) throw this.#server.end;
      if (!this.#effects.areOwed) return;
      await this.#effects.oneEnded();
    }
  }

  /** Calls `listener` with the params of each notification of a method; answers a function that ends that. */
  on(method, listener) {
    return this.#server.on(method, listener);
  }

  /**
   * Ends the process, after it has answered all requests and committed all changes. May be called again.
   *
   * It is killed after `timeout` milliseconds. Fails with `ProcessDied` if changes couldn't be committed.
   */
  close({ timeout = 10_000 } = {}) {
    return this.#server.close(timeout);
  }

  [Symbol.asyncDispose]() {
    return this.close();
  }

  #send(method, params, signal = undefined, caller = undefined) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const request = new Request(method, params, resolve, reject);
      // The stack of the call costs 6 µs, which callers that send thousands together do without.
      const isTraced = caller !== undefined && this.#server.underWay <= mostTraced;
      if (isTraced) Error.captureStackTrace(request, caller);
      if (signal) request.follow(signal);
      this.#server.send(request);
    });
  }
}

/** A request that settles a promise. */
class Request {
  isGivenUp = false;
  stop = undefined;
  stack = undefined;

  constructor(method, params, resolve, reject) {
    this.method = method;
    this.params = params;
    this.resolve = resolve;
    this.reject = reject;
  }

  follow(signal) {
    this.stop = onAbort(signal, () => {
      this.isGivenUp = true;
      this.reject(signal.reason);
    });
  }

  answered() {}

  done(result) {
    this.stop?.();
    this.resolve(result);
  }

  fail(error) {
    this.stop?.();
    const isKnown = this.stack !== undefined && error instanceof NavtreeError;
    this.reject(isKnown ? error.at(this) : error);
  }
}

function withError(result) {
  return result.error === undefined ? result : { ...result, error: NavtreeError.from(result.error) };
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
