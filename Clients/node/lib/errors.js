"use strict";

const { NavtreeError, Diagnosed } = require("./navtree-error.js");

/** The process ended while it was needed: its exit status or signal, and the end of its standard error. */
class ProcessDied extends NavtreeError {
  #summary;

  constructor(message, { code = null, signal = null, stderr = "" } = {}) {
    super("processDied", stderr === "" ? message : `${message}\n${stderr.trimEnd()}`);
    this.#summary = message;
    this.code = code;
    this.signal = signal;
    this.stderr = stderr;
  }

  copy() {
    return new ProcessDied(this.#summary, this);
  }
}

/** There is no program where navtree's binary is looked for. */
class BinaryNotFound extends NavtreeError {}

/** The binary speaks another version of the protocol. */
class ProtocolMismatch extends NavtreeError {}

/** No answer came in time; the request may still be carried out. */
class RequestTimeout extends NavtreeError {}

/** The flow rejected what a handler returned: the effect, which `data` names, stays in flight. */
class AnswerRejected extends NavtreeError {}

/** Thrown by an effect's handler: the reason that the flow gets as `action.error`. */
class EffectFailed extends Error {
  constructor(error = undefined) {
    super("the effect failed");
    this.error = error;
  }

  get name() {
    return "EffectFailed";
  }
}

module.exports = {
  ...require("./kinds.js"),
  NavtreeError, Diagnosed, ProcessDied, BinaryNotFound, ProtocolMismatch, RequestTimeout, AnswerRejected,
  EffectFailed,
};
