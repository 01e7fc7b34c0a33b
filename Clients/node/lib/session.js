"use strict";

const { handle } = require("./handle.js");
const { ofSession } = require("./methods.js");

/** A session of an app: what its members send goes to that session, and what they tell is of that session. */
class NavtreeSession {
  #app;
  #name;

  /** @private Use `app.session`. */
  constructor(app, name) {
    if (typeof name !== "string") throw new TypeError("the name of a session is a string");
    this.#app = app;
    this.#name = name;
  }

  get app() {
    return this.#app;
  }

  get name() {
    return this.#name;
  }

  get server() {
    return this.#app.server;
  }

  get pid() {
    return this.#app.pid;
  }

  get isOpen() {
    return this.#app.isOpen;
  }

  call(method, params = {}, options = {}) {
    return this.#app.call(method, ofSession.has(method) ? this.#own(params) : params, options);
  }

  dispatch(type, payload = {}, options = {}, caller = this.dispatch) {
    return this.#app.dispatch(type, payload, this.#own(options), caller);
  }

  explain(type, payload = {}, options = {}) {
    return this.#app.explain(type, payload, this.#own(options));
  }

  batch(actions, options = {}) {
    return this.#app.batch(actions, this.#own(options));
  }

  get(params = {}) {
    return this.#app.get(this.#own(params));
  }

  at(address = undefined, scope = {}) {
    return handle(this, address, scope);
  }

  subscribe(at = undefined, options = {}) {
    const isAddress = typeof at === "string" || typeof at === "number";
    return this.#app.subscribe({ ...(isAddress ? { at } : at), ...this.#own(options) });
  }

  /** Performs the effects of a name that this session requests. */
  effect(name, handler, options = {}) {
    return this.#app.effect(name, handler, this.#own(options));
  }

  settled(options = {}) {
    return this.#app.settled(this.#own(options));
  }

  /** Calls `listener` with the params of each notification of a method that names this session. */
  on(method, listener) {
    if (typeof listener !== "function") throw new TypeError("a listener is a function");
    return this.#app.on(method, (params) => {
      if (params.session === this.#name) listener(params);
    });
  }

  /** Closes the session; the app goes on. */
  async close(options = {}) {
    await this.#app.call("session.close", { session: this.#name }, options);
  }

  [Symbol.asyncDispose]() {
    return this.close();
  }

  #own(options) {
    return { ...options, session: this.#name };
  }
}

module.exports = { NavtreeSession };
