"use strict";

const { Connection } = require("./connection.js");
const { debuglog } = require("node:util");
const { NavtreeError, ProcessDied, ProtocolMismatch, RequestTimeout } = require("./errors.js");
const { recordingOf } = require("./options.js");
const { Deadlines, expiry } = require("./timers.js");

/** Tells each request on standard error with `NODE_DEBUG=navtree`. */
const log = debuglog("navtree");

/** The version of the protocol that this client speaks. */
const protocol = 1;

/** How many processes in a row may end before they have a session, and the first pause, in milliseconds. */
const mostStarts = 6;
const pause = 10;

/**
 * The process that runs the sessions, or with `restart` the present one of several.
 *
 * Requests wait while a process begins. Those under way when it ends fail; what is followed goes on in the next
 * one, and the sessions that were open are opened again from the store.
 */
class Server {
  #options;
  #connection;
  #phase = "opening";
  #end;
  #waiting = [];
  #holds = 0;
  #starts = 0;
  #processes = 0;
  #hasBegun = false;
  #isWatched;
  #deadlines = new Deadlines((now) => this.#expire(now));
  #flows = new Map();
  #sessions = new Map();
  #subscriptions = new Map();
  #followed = new Set();
  #listeners = new Map();
  #closing;
  #hasEnded;
  #resolveEnded;
  description;

  constructor(options) {
    this.#options = options;
    this.#isWatched = log.enabled || options.onRequest !== undefined || options.onAnswer !== undefined;
    for (const [method, listener] of Object.entries(options.on ?? {})) this.on(method, listener);
    this.#connect();
  }

  get pid() {
    return this.#connection.child.pid;
  }

  /** The number of requests without an answer. */
  get underWay() {
    return this.#connection.underWay;
  }

  /** Whether requests are taken: by the present process, or by the next one. */
  get isOpen() {
    return this.#phase === "open" || this.#phase === "opening" || this.#mayRevive;
  }

  /** The error of all requests from now on; undefined as long as there is a process, or a next one. */
  get end() {
    return this.#end;
  }

  report(error) {
    this.#options.report(error);
  }

  /** Loads the flows and opens their sessions, in the first process. */
  async open() {
    const { flows, first } = this.#options;
    await this.#initialize();
    const loaded = [];
    for (const params of flows) loaded.push((await this.#call("flow.load", params)).flow);
    if (flows.length > 0) this.#options.effects.declare(await this.#call("flow.list", {}));
    const opened = [];
    for (const [index, flow] of loaded.entries()) {
      opened.push(await this.#call("session.open", { flow, ...(index === 0 ? first : {}) }));
    }
    this.#begin();
    return opened;
  }

  /** Sends a request as soon as there is a process for it. */
  send(request) {
    this.#deadlines.watch(request.deadline);
    if (this.#phase === "open") {
      this.#connection.send(this.#noted(request));
      return;
    }
    if (this.#mayRevive) this.#revive();
    if (this.#phase === "opening") this.#waiting.push(request);
    else request.fail(this.#end);
  }

  /** Gives up the requests whose deadline has passed; answers the next deadline. */
  #expire(now) {
    let next = Infinity;
    for (const each of [...this.#waiting, ...this.#connection.requests]) {
      const request = each.of ?? each;
      if (request.deadline <= now) {
        request.expire();
        this.gaveUp(request);
      } else if (request.deadline < next) {
        next = request.deadline;
      }
    }
    return next;
  }

  /** Takes note that nobody waits for the answer to a request any more. */
  gaveUp(request) {
    this.#connection.gaveUp(request);
  }

  hold() {
    this.#holds += 1;
    if (this.#holds === 1) this.#connection.child.hold();
  }

  release() {
    this.#holds -= 1;
    if (this.#holds === 0) this.#connection.child.release();
  }

  subscribed(number, subscription) {
    this.#subscriptions.set(number, subscription);
    this.#followed.add(subscription);
  }

  unsubscribed(number, subscription) {
    if (this.#subscriptions.get(number) === subscription) this.#subscriptions.delete(number);
    this.#followed.delete(subscription);
  }

  /**
   * Ends a subscription in the process, where it may have ended by itself. A number may also be that of a former
   * process, and another subscription's in this one: `holder` is the one that has it, if any has.
   */
  unsubscribe(subscription, holder = undefined) {
    if (this.#phase !== "open" || this.#subscriptions.get(subscription) !== holder) return;
    const nothing = () => {};
    const request = { method: "unsubscribe", params: { subscription }, isOwn: true };
    this.#connection.send(this.#noted({ ...request, answered: nothing, done: nothing, fail: nothing }));
  }

  on(method, listener) {
    if (typeof listener !== "function") throw new TypeError("a listener is a function");
    const own = (params) => listener(params);
    const listeners = this.#listeners.get(method) ?? new Set();
    this.#listeners.set(method, listeners.add(own));
    return () => void listeners.delete(own);
  }

  kill() {
    this.#phase = "closed";
    this.#end ??= new NavtreeError("closed", "the app is closed");
    this.#connection.child.kill("SIGKILL");
  }

  close(timeout) {
    this.#closing ??= this.#close(timeout);
    return this.#closing;
  }

  async #close(timeout) {
    const hasDied = this.#phase === "dead";
    const isAsked = this.#phase === "open" && Object.keys(this.#options.keepers).length > 0;
    const end = new NavtreeError("closed", "the app is closed");
    if (!hasDied) this.#phase = "closed";
    this.#end ??= end;
    this.#finish(end);
    const { child } = this.#connection;
    child.hold();
    if (hasDied) {
      await this.#hasEnded;
      return;
    }
    const fault = `navtree was ended, since it didn't end within ${timeout} ms`;
    const steps = [
      [timeout, () => child.kill("SIGTERM", fault)],
      [2 * timeout, () => child.kill("SIGKILL")],
      [2 * timeout + 1000, () => this.#resolveEnded(new ProcessDied("navtree can't be ended"))],
    ];
    // Node takes longer ones for 1 ms.
    const timers = steps.filter(([after]) => after < 2 ** 31).map(([after, step]) => setTimeout(step, after));
    // What the program keeps can't be asked for any more once the input has ended.
    if (isAsked) await Promise.race([this.#flushed(), this.#hasEnded]);
    child.end();
    const died = await this.#hasEnded;
    timers.forEach(clearTimeout);
    if (died.code !== 0) throw died;
  }

  /** Resolves once all changes are committed, or can't be. */
  #flushed() {
    return new Promise((ends) => {
      const answered = () => {};
      this.#connection.send({ method: "session.flush", params: {}, isOwn: true, answered, done: ends, fail: ends });
    });
  }

  #connect() {
    this.#hasEnded = new Promise((resolve) => (this.#resolveEnded = resolve));
    this.#processes += 1;
    const { record, stderr, ...process } = this.#options.process;
    process.stderr = typeof stderr === "function" ? (text) => this.#tell(stderr, text) : stderr;
    if (record !== undefined) {
      const file = recordingOf(record, this.#processes, process.cwd);
      process.args = [...process.args, "--record", file];
    }
    const connection = new Connection(process, {
      notified: (message) => this.#notified(message),
      ended: (error, unread) => this.#ended(error, unread, connection),
      keepers: this.#options.keepers,
    });
    this.#connection = connection;
    if (this.#holds > 0) connection.child.hold();
  }

  async #initialize() {
    let answer;
    try {
      answer = await this.#call("initialize", { client: this.#options.client, protocol });
    } catch (error) {
      throw error.data?.pointer === "/protocol" ? this.#differs(error.message) : error;
    }
    if (answer?.protocol !== protocol) throw this.#differs(`the server speaks version ${answer?.protocol}`);
    this.description = answer;
  }

  #differs(message) {
    const hint = "install the navtree package and the binary of the same version";
    const { binary } = this.#options.process;
    const text = `this client speaks version ${protocol} of the protocol, but ${binary} doesn't`;
    return new ProtocolMismatch("protocolMismatch", `${text}: ${message} (${hint})`, {}, hint);
  }

  /** Sends a request before the process is open to others. */
  #call(method, params) {
    return new Promise((done, fail) => {
      if (this.#phase !== "opening") return fail(this.#end);
      const timer = expiry(this.#options.timeout, method, fail);
      const ends = (settle) => (value) => {
        clearTimeout(timer);
        settle(value);
      };
      const request = { method, params, isOwn: true, answered: () => {}, done: ends(done), fail: ends(fail) };
      this.#connection.send(this.#noted(request));
    });
  }

  #begin() {
    if (this.#phase !== "opening") return;
    this.#phase = "open";
    this.#hasBegun = true;
    this.#starts = 0;
    for (const subscription of this.#followed) this.#connection.send(subscription.request());
    for (const request of this.#waiting.splice(0)) {
      if (!request.isGivenUp) this.send(request);
    }
  }

  /** The request, whose answer changes what a next process has to open, or what is owed, or is told to the program. */
  #noted(request) {
    const note = notes[request.method];
    if (note === undefined && !this.#isWatched) return request;
    const { method, params } = request;
    const { effects } = this.#options;
    const answer = this.#isWatched ? this.#watch(method, params) : () => {};
    return {
      method,
      params,
      of: request,
      answered: (result) => {
        note?.({ params, result, flows: this.#flows, sessions: this.#sessions, effects });
        request.answered(result);
      },
      done: (result) => {
        answer({ result });
        request.done(result);
      },
      fail: (error) => {
        answer({ error });
        request.fail(error);
      },
    };
  }

  /** Tells a request to the program's hooks; answers what tells its answer. */
  #watch(method, params) {
    const start = performance.now();
    this.#tell(this.#options.onRequest, { method, params });
    return (outcome) => {
      const duration = performance.now() - start;
      const { error } = outcome;
      log("%s: %s in %s ms", method, error === undefined ? "done" : error.kind ?? error.message, duration.toFixed(2));
      this.#tell(this.#options.onAnswer, { method, params, ...outcome, duration });
    };
  }

  #tell(listener, event) {
    try {
      listener?.(event);
    } catch (error) {
      this.#options.report(error);
    }
  }

  #notified({ method, params }) {
    switch (method) {
      case "effect.requested":
        this.#options.effects.requested(params, this.#listeners.get(method)?.size > 0);
        break;
      case "effect.cancelled":
        this.#options.effects.cancelled(params);
        break;
      case "session.closed":
        this.#sessions.delete(params.session);
        break;
      case "subscription.ended":
        this.#subscriptions.get(params.subscription)?.finish(params.reason);
        break;
      default:
        if (params.subscription !== undefined) this.#subscriptions.get(params.subscription)?.notified(params);
    }
    const listeners = [...(this.#listeners.get(method) ?? [])];
    // What fails outside a request fails for nobody else.
    if (method === "log" && listeners.length === 0) {
      this.#options.report(new NavtreeError("log", params.message, params.data));
    }
    for (const listener of listeners) this.#tell(listener, params);
  }

  #ended(error, unread, connection) {
    if (connection !== this.#connection) return;
    this.#subscriptions.clear();
    const kept = unread.map((request) => request.of ?? request).filter((request) => !request.isOwn);
    for (const request of unread) {
      if ((request.of ?? request).isOwn) request.fail(error);
    }
    if (this.#phase === "closed" || this.#phase === "dead") {
      for (const request of kept) request.fail(error);
      // Those that began while the app was being closed.
      for (const subscription of [...this.#followed]) subscription.finish("closed");
      return this.#resolveEnded(error);
    }
    this.#waiting.unshift(...kept);
    this.#options.effects.clear(error);
    const wasOpen = this.#phase === "open";
    this.#starts += 1;
    if (!this.#options.restart || !this.#hasBegun || this.#starts > mostStarts) {
      this.#resolveEnded(error);
      return this.#die(error);
    }
    this.#phase = "opening";
    setTimeout(() => this.#restart(), wasOpen ? 0 : pause * 2 ** (this.#starts - 1));
  }

  /** Whether a request may begin another process: they died or were kept away, but what they are to run was right. */
  get #mayRevive() {
    const isDeath = this.#end instanceof ProcessDied || this.#end instanceof RequestTimeout;
    const isPassing = isDeath || this.#end?.data?.retry === true;
    return this.#phase === "dead" && this.#options.restart && this.#hasBegun && isPassing;
  }

  /** Tries once more, for the request that comes. */
  #revive() {
    this.#phase = "opening";
    this.#end = undefined;
    this.#starts = mostStarts;
    this.#restart();
  }

  async #restart() {
    if (this.#phase !== "opening") {
      this.#resolveEnded(new ProcessDied("navtree had ended", { code: 0 }));
      return;
    }
    this.#connect();
    const connection = this.#connection;
    try {
      await this.#initialize();
      for (const params of [...this.#flows.values()]) await this.#call("flow.load", params);
      const stored = new Map((await this.#call("session.list", {})).map((each) => [each.session, each.flow]));
      const failures = new Map();
      for (const [session, params] of [...this.#sessions]) {
        const flow = stored.get(session) ?? params?.flow;
        if (flow === undefined) {
          this.#sessions.delete(session);
          continue;
        }
        // A stored session has its own shared values, and its link has been opened.
        const again = { flow, session, clock: params?.clock, record: params?.record };
        const error = await this.#reopen(stored.has(session) ? again : params);
        if (error !== undefined) failures.set(session, error);
      }
      // The others go on without those that can't be opened.
      if (failures.size > 0 && failures.size === this.#sessions.size) throw [...failures.values()][0];
      for (const [session, error] of failures) {
        this.#sessions.delete(session);
        this.#options.report(error);
      }
      this.#begin();
    } catch (error) {
      // A process that has ended is followed by the next one.
      const isFollowed = error instanceof ProcessDied || connection !== this.#connection;
      if (isFollowed || this.#phase !== "opening") return;
      connection.child.kill("SIGKILL");
      this.#die(error);
    }
  }

  /** Opens a session in the next process; answers the error with which that is refused. */
  async #reopen(params) {
    try {
      await this.#call("session.open", params);
      return undefined;
    } catch (error) {
      if (error instanceof ProcessDied || error instanceof RequestTimeout || this.#phase !== "opening") throw error;
      return error;
    }
  }

  /** Fails all that waits, and whatever comes later. */
  #die(error) {
    this.#phase = "dead";
    this.#end = error;
    this.#finish(error, error);
  }

  #finish(reason, error = undefined) {
    this.#deadlines.clear();
    this.#options.effects.clear(reason);
    for (const subscription of [...this.#followed]) subscription.finish("closed", error);
    for (const request of this.#waiting.splice(0)) request.fail(this.#end);
  }
}

/** What the answers to some methods change: flows to load and sessions to open again, and effects owed. */
const notes = {
  "flow.load": ({ params, result, flows }) => flows.set(result.flow, params),
  "flow.unload": ({ params, flows, effects }) => {
    flows.delete(params.flow);
    effects.undeclare(params.flow);
  },
  "session.open": ({ params, result, sessions }) => sessions.set(result.session, params),
  "session.fork": ({ params, result, sessions }) => params.store && sessions.set(result.session, undefined),
  "snapshot.restore": ({ result, sessions }) => sessions.set(result.session, sessions.get(result.session)),
  "session.close": ({ params, sessions, effects }) => gone(params.session, sessions, effects),
  "session.delete": ({ params, sessions, effects }) => gone(params.session, sessions, effects),
  "effect.done": ({ params, effects }) => effects.answered(params),
  "effect.fail": ({ params, effects }) => effects.answered(params),
};

function gone(session, sessions, effects) {
  sessions.delete(session);
  effects.clear(new NavtreeError("closed", `the session '${session}' is closed`), session);
}

module.exports = { Server };
