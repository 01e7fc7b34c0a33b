"use strict";

const { RequestTimeout } = require("./errors.js");

/**
 * Calls `expired` with a `RequestTimeout` after some milliseconds, if they are given. Answers what `clearTimeout`
 * takes.
 *
 * The timer doesn't keep Node alive: what waits for an answer does.
 */
function expiry(timeout, what, expired) {
  if (timeout === undefined) return undefined;
  return setTimeout(() => expired(lateness(timeout, what)), timeout).unref();
}

function lateness(timeout, what) {
  const message = `no answer to '${what}' came within ${timeout} ms; it may still be carried out`;
  return new RequestTimeout("requestTimeout", message, { method: what, timeout });
}

/** One timer for the deadlines of many requests, which costs those that are answered in time next to nothing. */
class Deadlines {
  #expire;
  #next = Infinity;
  #timer;

  /** `expire` is given the present time, ends what has a deadline before it, and answers the next deadline. */
  constructor(expire) {
    this.#expire = expire;
  }

  watch(deadline) {
    if (deadline < this.#next) this.#start(deadline);
  }

  clear() {
    clearTimeout(this.#timer);
    this.#next = Infinity;
  }

  #start(deadline) {
    clearTimeout(this.#timer);
    this.#next = deadline;
    if (deadline === Infinity) return;
    const next = () => this.#start(this.#expire(performance.now()));
    this.#timer = setTimeout(next, deadline - performance.now() + 1).unref();
  }
}

module.exports = { Deadlines, expiry, lateness };
