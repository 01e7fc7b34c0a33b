"use strict";

const { formOf } = require("./changes.js");
const { ProcessDied } = require("./errors.js");
const { onAbort } = require("./signals.js");
const { expiry } = require("./timers.js");

/** The changes of what is followed, to be iterated once, and its present value. */
class Subscription {
  #app;
  #form;
  #params;
  #value;
  #number;
  #seq;
  #isBegun = false;
  #waiting;
  #consumers = [];
  #listeners = new Set();
  #end;
  #ready;
  #refuse;
  #timer;
  #isIterated = false;
  #stopWatching = () => {};

  /** `app` sends requests and knows subscriptions by their numbers. */
  constructor(app, params, signal, timeout) {
    this.#app = app;
    this.#params = params;
    this.#form = formOf(params);
    this.#timer = expiry(timeout, "subscribe", (error) => this.finish("failed", error));
    this.#ready = new Promise((resolve, reject) => {
      this.#refuse = reject;
      app.send(this.request(resolve, reject));
    });
    this.#ready.catch(() => {}); // whoever iterates gets it too
    if (signal?.aborted) this.#close(signal.reason);
    else if (signal) this.#stopWatching = onAbort(signal, () => this.#close(signal.reason));
  }

  /** Resolves with the first value, once the subscription has begun. */
  get ready() {
    return this.#ready;
  }

  /** The present value. */
  get value() {
    return this.#value;
  }

  /** Why it has ended: the protocol's reason, `closed`, or undefined as long as it goes on. */
  get ended() {
    return this.#end?.reason;
  }

  /** Calls `listener` with each change, as iterating gives it; answers a function that ends that. */
  onChange(listener) {
    if (typeof listener !== "function") throw new TypeError("a listener is a function");
    const own = (change) => listener(change);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** With `acknowledge`: says that the transitions up to a change are shown, by default all that have come. */
  async shown(seq = this.#seq) {
    if (this.#end !== undefined) return;
    const params = { session: this.#params.session, seq };
    await new Promise((done, fail) => {
      this.#app.send({ method: "transition.done", params, answered: () => {}, done, fail });
    });
  }

  /** Ends the subscription; whoever iterates is done. */
  close() {
    this.#close();
    return Promise.resolve();
  }

  [Symbol.asyncDispose]() {
    return this.close();
  }

  [Symbol.asyncIterator]() {
    this.#isIterated = true;
    return {
      next: () => this.#next(),
      return: async () => {
        this.#close();
        return { done: true, value: undefined };
      },
      [Symbol.asyncIterator]() {
    this.#isIterated = true;
        return this;
      },
    };
  }

  /** Takes a notification of the process. */
  notified(params) {
    if (this.#end !== undefined) return;
    try {
      this.#changed(params, this.#form.step(this.#value, params));
    } catch (error) {
      this.#close(error);
    }
  }

  /** Ends without a request: with the subscription in the process, or with `error`. */
  finish(reason, error = undefined) {
    if (this.#end !== undefined) return;
    this.#end = { reason, error };
    this.#app.unsubscribed(this.#number, this);
    this.#stopWatching();
    clearTimeout(this.#timer);
    if (error !== undefined) {
      this.#refuse(error);
      if (this.#listeners.size > 0 && !this.#isIterated) this.#app.report(error);
    }
    for (const { resolve, reject } of this.#consumers.splice(0)) {
      this.#app.release();
      this.#last(resolve, reject);
    }
  }

  /** The request that begins it, in the first process or in the next one. */
  request(resolve = () => {}, reject = () => {}) {
    return {
      method: "subscribe",
      params: this.#params,
      answered: (answer) => this.#begin(answer),
      done: () => resolve(this.#value),
      isOwn: this.#isBegun,
      fail: (error) => {
        reject(error);
        // One that goes on after a restart waits for the process after the next.
        if (!this.#isBegun || !(error instanceof ProcessDied)) this.finish("failed", error);
      },
    };
  }

  #begin(answer) {
    if (this.#end !== undefined) {
      this.#app.unsubscribe(answer.subscription);
      return;
    }
    clearTimeout(this.#timer);
    this.#number = answer.subscription;
    this.#seq = answer.seq;
    this.#app.subscribed(this.#number, this);
    const present = this.#form.begin(answer);
    const change = this.#isBegun ? this.#form.resume(this.#value, present) : undefined;
    this.#isBegun = true;
    if (change !== undefined) this.#changed(answer, change);
    else this.#value = present;
  }

  /** Takes a change; an event of a screen's life has no seq of its own. */
  #changed({ seq = this.#seq, since }, change) {
    this.#value = change.value;
    this.#seq = seq;
    let present = { seq, since: since ?? seq, ...change };
    for (const listener of this.#listeners) {
      try {
        listener(present);
      } catch (error) {
        this.#app.report(error);
      }
    }
    if (this.#listeners.size > 0 && !this.#isIterated) return;
    const consumer = this.#consumers.shift();
    if (consumer !== undefined) {
      this.#app.release();
      consumer.resolve({ done: false, value: present });
      return;
    }
    const former = this.#waiting;
    if (former !== undefined) {
      present = { ...present, ...this.#form.merge(former, present), since: former.since };
    }
    this.#waiting = present;
  }

  #next() {
    const change = this.#waiting;
    if (change !== undefined) {
      this.#waiting = undefined;
      return Promise.resolve({ done: false, value: change });
    }
    if (this.#end !== undefined) return new Promise((resolve, reject) => this.#last(resolve, reject));
    return new Promise((resolve, reject) => {
      this.#app.hold();
      this.#consumers.push({ resolve, reject });
    });
  }

  /** Says that it has ended: with its error once, afterwards without. */
  #last(resolve, reject) {
    const { error } = this.#end;
    this.#end.error = undefined;
    if (error === undefined) resolve({ done: true, value: undefined });
    else reject(error);
  }

  #close(error = undefined) {
    if (this.#end !== undefined) return;
    if (this.#number !== undefined) this.#app.unsubscribe(this.#number, this);
    if (error !== undefined) this.#waiting = undefined;
    this.finish("closed", error);
  }
}

module.exports = { Subscription };
