// Everything that the lines say.

import { Session } from "./session.js";

export class Model {
  constructor(head) {
    this.title = head.title;
    this.navtree = head.navtree;
    this.live = head.live === true;
    this.drive = head.drive === true;
    this.playground = head.playground === true;
    this.compares = head.compare === true;
    this.flows = [];
    this.sessions = [];
    this.shapes = [];
    this.traces = [];
    this.coverage = [];
    this.notes = [];
    this.lastLine = 0;
  }

  /** Takes a line; its first member names its kind. */
  add(text) {
    if (text.startsWith(traceStart)) {
      this.traces[parseInt(text.slice(traceStart.length, traceStart.length + 16), 10)] = text;
      return "trace";
    }
    const line = JSON.parse(text);
    for (const kind in line) {
      const take = takers[kind];
      if (take) take(this, line, kind, text);
      return kind;
    }
  }

  /** The values of a rule's guard. */
  trace(number) {
    return JSON.parse(this.traces[number]);
  }
}

/** Traces are many: each is parsed where it is looked at. */
const traceStart = '{"trace":';

function change(model, line, kind, text) {
  let number = line.line;
  if (number === undefined) number = ++model.lastLine;
  else if (number !== null) model.lastLine = number;
  const session = model.sessions[line.session || 0];
  if (session) session.add(line, text, kind, number);
}

const takers = {
  flow: (model, line) => (model.flows[line.flow] = line),
  session(model, line, kind, text) {
    if (line.line !== undefined) model.lastLine = line.line;
    const known = model.sessions[line.session];
    if (known) known.begin(line, text);
    else model.sessions[line.session] = new Session(line, text);
  },
  closed: (model, line) => (model.sessions[line.closed].closed = true),
  shape: (model, line) => (model.shapes[line.shape] = line),
  seq: change,
  refused: change,
  quiet: change,
  coverage: (model, line) => (model.coverage[line.flow] = line.coverage),
  note: (model, line) => (line.ends ? model.notes.unshift(line) : model.notes.push(line)),
};

/**
 * The models of a block of lines: one, or two to compare.
 *
 * Works in slices, between which `tell` gets the part that is done and the browser draws.
 */
export async function read(text, tell) {
  const models = [];
  let at = 0;
  let pause = performance.now() + 50;
  while (at < text.length) {
    const next = text.indexOf("\n", at);
    const end = next < 0 ? text.length : next;
    if (end > at) {
      const line = text.slice(at, end);
      if (line.startsWith('{"report":')) models.push(new Model(JSON.parse(line)));
      else if (models.length > 0) models[models.length - 1].add(line);
    }
    at = end + 1;
    if (performance.now() < pause) continue;
    tell(at / text.length);
    await new Promise((resolve) => setTimeout(resolve));
    pause = performance.now() + 50;
  }
  return models;
}
