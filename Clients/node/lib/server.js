import { Connection } from "./connection.js";
import { NavtreeError, ProcessDied } from "./errors.js";

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
export class Server {
  #options;
  #connection;
  #phase = "opening";
  #end;
  #waiting = [];
  #holds = 0;
  #starts = 0;
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
    this.#hasEnded = new Promise((resolve) => (this.#resolveEnded = resolve));
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

  /** The error of all requests from now on; undefined as long as there is a process, or a next one. */
  get end() {
    return this.#end;
  }

  /** Loads the flows and opens their sessions, in the first process. */
  async open() {
    const { flows, first } = this.#options;
    await this.#initialize();
    const opened = [];
    for (const [index, params] of flows.entries()) {
      const { flow } = await this.#call("flow.load", params);
      opened.push(await this.#call("session.open", { flow, ...(index === 0 ? first : {}) }));
    }
    this.#begin();
    return opened;
  }

  /** Sends a request as soon as there is a process for it. */
  send(request) {
    if (this.#phase === "open") this.#connection.send(this.#noted(request));
    else if (this.#phase === "opening") this.#waiting.push(request);
    else request.fail(this.#end);
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

  /** Ends a subscription in the process, where it may have ended by itself. */
  unsubscribe(subscription) {
    if (this.#phase !== "open") return;
    const nothing = () => {};
    const request = { method: "unsubscribe", params: { subscription } };
    this.#connection.send({ ...request, answered: nothing, done: nothing, fail: nothing });
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
    child.end();
    const fault = `navtree was ended, since it didn't end within ${timeout} ms`;
    const timers = [
      setTimeout(() => child.kill("SIGTERM", fault), timeout),
      setTimeout(() => child.kill("SIGKILL"), 2 * timeout),
      setTimeout(() => this.#resolveEnded(new ProcessDied("navtree can't be ended")), 2 * timeout + 1000),
    ];
    const died = await this.#hasEnded;
    timers.forEach(clearTimeout);
    if (died.code !== 0) throw died;
  }

  #connect() {
    const connection = new Connection(this.#options.process, {
      notified: (message) => this.#notified(message),
      ended: (error) => this.#ended(error, connection),
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
    return new NavtreeError("protocolMismatch", `${text}: ${message} (${hint})`, {}, hint);
  }

  /** Sends a request before the process is open to others. */
  #call(method, params) {
    return new Promise((done, fail) => {
      if (this.#phase !== "opening") return fail(this.#end);
      this.#connection.send(this.#noted({ method, params, answered: () => {}, done, fail }));
    });
  }

  #begin() {
    if (this.#phase !== "opening") return;
    this.#phase = "open";
    this.#starts = 0;
    for (const subscription of this.#followed) this.#connection.send(subscription.request());
    for (const request of this.#waiting.splice(0)) {
      if (!request.isGivenUp) this.send(request);
    }
  }

  /** The request, whose answer changes what a next process has to open, or what is owed. */
  #noted(request) {
    const note = notes[request.method];
    if (note === undefined) return request;
    const { method, params } = request;
    const { effects } = this.#options;
    return {
      method,
      params,
      answered: (result) => {
        note({ params, result, flows: this.#flows, sessions: this.#sessions, effects });
        request.answered(result);
      },
      done: (result) => request.done(result),
      fail: (error) => request.fail(error),
    };
  }

  #notified({ method, params }) {
    switch (method) {
      case "effect.requested":
        this.#options.effects.requested(params);
        break;
      case "effect.cancelled":
        this.#options.effects.cancelled(params);
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
    for (const listener of listeners) {
      try {
        listener(params);
      } catch (error) {
        this.#options.report(error);
      }
    }
  }

  #ended(error, connection) {
    if (connection !== this.#connection) return;
    this.#subscriptions.clear();
    if (this.#phase === "closed" || this.#phase === "dead") return this.#resolveEnded(error);
    this.#options.effects.clear(error);
    const hasOpened = this.#phase === "open";
    this.#starts += 1;
    if (!this.#options.restart || this.#sessions.size === 0 || this.#starts > mostStarts) {
      this.#resolveEnded(error);
      return this.#die(error);
    }
    this.#phase = "opening";
    setTimeout(() => this.#restart(), hasOpened ? 0 : pause * 2 ** (this.#starts - 1));
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
      for (const [session, params] of [...this.#sessions]) {
        const flow = stored.get(session) ?? params?.flow;
        if (flow === undefined) this.#sessions.delete(session);
        else await this.#call("session.open", stored.has(session) ? { flow, session } : params);
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

  /** Fails all that waits, and whatever comes later. */
  #die(error) {
    this.#phase = "dead";
    this.#end = error;
    this.#finish(error, error);
  }

  #finish(reason, error = undefined) {
    this.#options.effects.clear(reason);
    for (const subscription of [...this.#followed]) subscription.finish("closed", error);
    for (const request of this.#waiting.splice(0)) request.fail(this.#end);
  }
}

/** What the answers to some methods change: flows to load and sessions to open again, and effects owed. */
const notes = {
  "flow.load": ({ params, result, flows }) => flows.set(result.flow, params),
  "flow.unload": ({ params, flows }) => flows.delete(params.flow),
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
