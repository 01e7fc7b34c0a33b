"use strict";

const { Child } = require("./child.js");
const { errorOf } = require("./error-of.js");

const settledStart = '{"jsonrpc":"2.0","method":"settled","params":{"id":';
const isDigits = /^[0-9]+}}$/;

/**
 * Requests to one navtree process, and their answers.
 *
 * A request is done when its `settled` has come: all notifications that it caused have been handled by then.
 */
class Connection {
  #child;
  #requests = new Map();
  #lastId = 0;
  #waitedFor = 0;
  #notified;
  #keepers;
  #isRefused = false;

  /**
   * Asks `keepers` for what the program keeps itself, by the names of stores. Calls `notified` with each notification, and `ended` with a `ProcessDied` and the requests that the process can't
   * have read, once all others have failed.
   */
  constructor(options, { notified, ended, keepers = {} }) {
    this.#notified = notified;
    this.#keepers = keepers;
    this.#child = new Child(options, {
      line: (line) => this.#take(line),
      ended: (error, read) => {
        const requests = [...this.#requests];
        this.#requests.clear();
        // Each request is a line, whose number is its id.
        for (const [, request] of requests) (request.of ?? request).isSent = false;
        const unread = requests.filter(([id]) => id > read).map(([, request]) => request);
        for (const [id, request] of requests) {
          if (id <= read) request.fail(error);
        }
        ended(error, unread);
      },
    });
  }

  get child() {
    return this.#child;
  }

  /** The requests without an answer, the oldest first. */
  get requests() {
    return this.#requests.values();
  }

  get underWay() {
    return this.#requests.size;
  }

  /** Sends a request: an object with `method`, `params`, and the methods `answered`, `done` and `fail`. */
  send(request) {
    const id = this.#lastId + 1;
    const { method } = request;
    const params = method === "initialize" ? { ...request.params, settled: true } : request.params;
    let line;
    try {
      if (typeof method !== "string") throw new TypeError("the name of a method is a string");
      const written = JSON.stringify(params) ?? "null";
      line = `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${written}}`;
    } catch (error) {
      request.fail(error);
      return;
    }
    this.#lastId = id;
    const own = request.of ?? request;
    own.isSent = true;
    this.#wait();
    this.#requests.set(id, request);
    this.#child.write(line);
  }

  #take(line) {
    if (this.#isRefused) return;
    if (line.startsWith(settledStart)) {
      const end = line.slice(settledStart.length);
      if (isDigits.test(end)) return this.#settle(Number.parseInt(end, 10));
    }
    let message;
    try {
      message = JSON.parse(line);
    } catch {}
    if (message === null || typeof message !== "object") return this.#refuse(line);
    if (message.method === "settled") return this.#settle(message.params.id);
    if (message.method === "field.requested") this.#keep(message.params);
    if (message.method !== undefined && message.id === undefined) return this.#notified(message);
    // What can't be read as a request is answered with a null id; answers come in the order of the requests.
    if (message.id === null && message.error !== undefined) return this.#failOldest(message.error);
    const request = this.#requests.get(message.id);
    if (request === undefined || message.method !== undefined) return this.#refuse(line);
    request.answer = message;
    if (message.error === undefined) request.answered(message.result);
  }

  /** Answers what is asked of a store of the program's own. */
  async #keep({ field, operation, key, value }) {
    const answer = { field };
    let method = "field.done";
    try {
      const keeper = this.#keepers[key.slice(0, key.indexOf("/"))];
      if (operation === "write") await keeper.set(key, value);
      else if (operation === "delete") await keeper.delete(key);
      else answer.value = textOf((await keeper.get(key)) ?? undefined);
    } catch (error) {
      method = "field.fail";
      answer.error = String(error);
    }
    // It is a line, too.
    this.#lastId += 1;
    this.#child.write(JSON.stringify({ jsonrpc: "2.0", method, params: answer }));
  }

  #settle(id) {
    const request = this.#requests.get(id);
    if (request?.answer === undefined) return;
    this.#remove(id, request);
    const { result, error } = request.answer;
    if (error === undefined) request.done(result);
    else request.fail(errorOf(error));
  }

  #failOldest(error) {
    for (const [id, request] of this.#requests) {
      if (request.answer !== undefined) continue;
      this.#remove(id, request);
      request.fail(errorOf(error));
      return;
    }
  }

  #remove(id, request) {
    this.#requests.delete(id);
    this.gaveUp(request.of ?? request);
  }

  #wait() {
    this.#waitedFor += 1;
    if (this.#waitedFor === 1) this.#child.hold();
  }

  /** Takes note that nobody waits for the answer to a request any more: it doesn't keep Node alive. */
  gaveUp(own) {
    if (!own.isSent) return;
    own.isSent = false;
    this.#waitedFor -= 1;
    if (this.#waitedFor === 0) this.#child.release();
  }

  /** Ends a process that isn't navtree. What else it has written isn't looked at: it may write without end. */
  #refuse(line) {
    this.#isRefused = true;
    const shown = line.length > 200 ? `${line.slice(0, 200)}…` : line;
    this.#child.kill("SIGKILL", `navtree wrote what is no answer: ${shown}`);
  }
}

/** What a keeper gave, which has kept a text or nothing. */
function textOf(kept) {
  if (kept === undefined || typeof kept === "string") return kept;
  throw new TypeError(`a keeper gave ${kept?.constructor?.name ?? typeof kept}, and no text`);
}

module.exports = { Connection };
