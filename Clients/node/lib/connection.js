import { NavtreeError } from "./errors.js";
import { Child } from "./child.js";

const settledStart = '{"jsonrpc":"2.0","method":"settled","params":{"id":';
const isDigits = /^[0-9]+}}$/;

/**
 * Requests to one navtree process, and their answers.
 *
 * A request is done when its `settled` has come: all notifications that it caused have been handled by then.
 */
export class Connection {
  #child;
  #requests = new Map();
  #lastId = 0;
  #notified;

  /** Calls `notified` with each notification, and `ended` with a `ProcessDied` once all requests have failed. */
  constructor(options, { notified, ended }) {
    this.#notified = notified;
    this.#child = new Child(options, {
      line: (line) => this.#take(line),
      ended: (error) => {
        const requests = [...this.#requests.values()];
        this.#requests.clear();
        for (const request of requests) request.fail(error);
        ended(error);
      },
    });
  }

  get child() {
    return this.#child;
  }

  get underWay() {
    return this.#requests.size;
  }

  /** Sends a request: an object with `method`, `params`, and the methods `answered`, `done` and `fail`. */
  send(request) {
    const id = (this.#lastId += 1);
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
    if (this.#requests.size === 0) this.#child.hold();
    this.#requests.set(id, request);
    this.#child.write(line);
  }

  #take(line) {
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
    if (message.method !== undefined && message.id === undefined) return this.#notified(message);
    // What can't be read as a request is answered with a null id; answers come in the order of the requests.
    if (message.id === null && message.error !== undefined) return this.#failOldest(message.error);
    const request = this.#requests.get(message.id);
    if (request === undefined || message.method !== undefined) return this.#refuse(line);
    request.answer = message;
    if (message.error === undefined) request.answered(message.result);
  }

  #settle(id) {
    const request = this.#requests.get(id);
    if (request?.answer === undefined) return;
    this.#remove(id);
    const { result, error } = request.answer;
    if (error === undefined) request.done(result);
    else request.fail(NavtreeError.from(error));
  }

  #failOldest(error) {
    for (const [id, request] of this.#requests) {
      if (request.answer !== undefined) continue;
      this.#remove(id);
      request.fail(NavtreeError.from(error));
      return;
    }
  }

  #remove(id) {
    this.#requests.delete(id);
    if (this.#requests.size === 0) this.#child.release();
  }

  #refuse(line) {
    const shown = line.length > 200 ? `${line.slice(0, 200)}…` : line;
    this.#child.kill("SIGKILL", `navtree wrote what is no answer: ${shown}`);
  }
}
