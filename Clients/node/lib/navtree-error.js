"use strict";

/** A failure, with its kind and data as `Docs/reference/protocol.md` lists them. */
class NavtreeError extends Error {
  constructor(kind, message, data = {}, hint = undefined) {
    super(message);
    this.kind = kind;
    this.data = data;
    this.hint = hint;
  }

  get name() {
    return this.constructor.name;
  }

  /** The same error with the stack that `Error.captureStackTrace` wrote to `trace`: that of the failed call. */
  at(trace) {
    const error = this.copy();
    const { stack } = trace;
    error.stack = `${error.name}: ${error.message}\n${stack.slice(stack.indexOf("\n") + 1)}`;
    return error;
  }

  // All requests that wait for a process share the error of its end.
  copy() {
    return new this.constructor(this.kind, this.message, this.data, this.hint);
  }
}

/** A failure with places in files, each `{file, line, column, code, message, hint}`. */
class Diagnosed extends NavtreeError {
  get diagnostics() {
    return this.data.diagnostics ?? [];
  }
}

module.exports = { NavtreeError, Diagnosed };
