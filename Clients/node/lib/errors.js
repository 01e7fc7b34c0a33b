/** A failure, with its kind and data as `Docs/protocol.md` lists them. */
export class NavtreeError extends Error {
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

  /** The error that an answer carries. */
  static from({ message, data }) {
    const kind = data?.kind ?? "internal";
    const type = types[kind] ?? NavtreeError;
    return new type(kind, sentence(data?.message ?? message, data), data, data?.hint);
  }
}

/** A rule of the flow refused the action. */
export class Rejected extends NavtreeError {}

/** No screen took the action. */
export class NotHandled extends NavtreeError {}

/** A screen refused to be dismissed. */
export class DismissRefused extends NavtreeError {}

/** The process ended while it was needed: its exit status or signal, and the end of its standard error. */
export class ProcessDied extends NavtreeError {
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

/** Thrown by an effect's handler: the reason that the flow gets as `action.error`. */
export class EffectFailed extends Error {
  constructor(error = undefined) {
    super("the effect failed");
    this.error = error;
  }

  get name() {
    return "EffectFailed";
  }
}

const types = { rejected: Rejected, notHandled: NotHandled, dismissRefused: DismissRefused };

/** navtree's sentence, followed by the diagnostics of a flow and the hint. */
function sentence(message, data) {
  let text = message;
  if (Array.isArray(data?.diagnostics)) {
    for (const each of data.diagnostics) {
      text += `\n${each.file}:${each.line}:${each.column}: ${each.severity}: ${each.message} [${each.code}]`;
      if (each.hint !== undefined) text += `\n  hint: ${each.hint}`;
    }
  }
  return data?.hint === undefined ? text : `${text} (${data.hint})`;
}
