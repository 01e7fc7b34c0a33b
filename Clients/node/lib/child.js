"use strict";

const { spawn } = require("node:child_process");
const { ProcessDied } = require("./errors.js");
const { Lines } = require("./lines.js");

/** How long output may still come after the process has ended, in milliseconds. */
const grace = 1000;
const tailLength = 8192;

/** The bytes that a pipe takes at once or not at all. */
const atomic = 8192;

/**
 * A navtree process: lines go in, lines come out.
 *
 * It keeps Node alive only while it is held. It has a process group of its own, so that a Ctrl-C meant for Node
 * doesn't end it; it ends with its standard input, which closes when Node ends, however that comes about.
 */
class Child {
  #process;
  #lines = new Lines();
  #unwritten = "";
  #unwrittenLines = 0;
  #sent = 0;
  /** What was written last, which fails together. */
  #last = { before: 0, lines: 0, length: 0 };
  #holds = 0;
  #stderr = "";
  #fault;
  #ended;

  /**
   * Calls `line` with each line of output, and `ended` once, with a `ProcessDied` that says how, and the number of the
   * lines that it may have read.
   */
  constructor({ binary, args, cwd, env, stderr }, { line, ended }) {
    this.#ended = ended;
    const child = spawn(binary, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"], detached: true });
    this.#process = child;
    child.on("error", (error) => {
      this.#finish(`navtree can't be run: ${error.message} (in ${cwd ?? process.cwd()})`);
    });
    child.on("exit", (code, signal) => {
      child.stdout.ref?.();
      const timer = setTimeout(() => this.#exit(code, signal), grace);
      child.on("close", () => {
        clearTimeout(timer);
        this.#exit(code, signal);
      });
    });
    // A process that was never started has no streams.
    if (child.pid === undefined) return;
    // The end of the process tells more. What it was written last, it hasn't read: nobody reads a line without its end.
    child.stdin.on("error", () => {
      const { before, lines, length } = this.#last;
      if (lines === 1 || length <= atomic) this.#sent = before;
    });
    child.stdout.on("error", () => {});
    child.stderr.on("error", () => {});
    child.stdout.on("data", (chunk) => this.#lines.feed(chunk, line));
    child.stdout.on("end", () => setTimeout(() => this.kill("SIGKILL"), grace).unref());
    child.stderr.setEncoding("utf8");
    child.stderr.on("data", (text) => {
      this.#stderr = (this.#stderr + text).slice(-tailLength);
      if (stderr === "inherit") process.stderr.write(text);
      else if (typeof stderr === "function") stderr(text);
    });
    child.unref();
    for (const stream of child.stdio) stream.unref?.();
  }

  get pid() {
    return this.#process.pid;
  }

  /** Writes a line. Lines of one turn are written together. */
  write(line) {
    this.#unwritten += line + "\n";
    this.#unwrittenLines += 1;
    if (this.#unwrittenLines === 1) queueMicrotask(() => this.#flush());
  }

  #flush() {
    const text = this.#unwritten;
    const lines = this.#unwrittenLines;
    this.#unwritten = "";
    this.#unwrittenLines = 0;
    const { stdin } = this.#process;
    if (lines === 0 || !stdin?.writable) return;
    if (stdin.writableLength === 0) {
      this.#last.before = this.#sent;
      this.#last.lines = 0;
      this.#last.length = 0;
    }
    this.#last.lines += lines;
    this.#last.length += text.length;
    this.#sent += lines;
    stdin.write(text);
  }

  /** Keeps Node alive until as many calls of `release` have come. */
  hold() {
    this.#holds += 1;
    if (this.#holds === 1) this.#process.ref();
  }

  release() {
    this.#holds -= 1;
    if (this.#holds === 0) this.#process.unref();
  }

  /** Ends the input: navtree answers what it has got, commits, and exits. */
  end() {
    this.#flush();
    this.#process.stdin?.end();
  }

  /** Ends the process; `fault` says why, where it isn't the process's own end. */
  kill(signal, fault = undefined) {
    this.#fault ??= fault;
    this.#process.kill(signal);
  }

  #exit(code, signal) {
    const end = signal === null ? `navtree exited with status ${code}` : `navtree was ended by ${signal}`;
    this.#finish(this.#fault ?? end, code, signal);
  }

  #finish(message, code = null, signal = null) {
    const ended = this.#ended;
    this.#ended = () => {};
    ended(new ProcessDied(message, { code, signal, stderr: this.#stderr }), this.#sent);
  }
}

module.exports = { Child };
