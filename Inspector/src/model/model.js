// Everything that the lines say.

import { Session } from "./session.js";

export class Model {
  constructor(head) {
    this.title = head.title;
    this.navtree = head.navtree;
    this.live = head.live === true;
    this.drive = head.drive === true;
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
  add(line) {
    for (const kind in line) {
      const take = takers[kind];
      if (take) take(this, line, kind);
      return kind;
    }
  }
}

function change(model, line, kind) {
  if (line.line === undefined) line.line = ++model.lastLine;
  else if (line.line !== null) model.lastLine = line.line;
  const session = model.sessions[line.session || 0];
  if (session) session.add(line, kind);
}

const takers = {
  flow: (model, line) => (model.flows[line.flow] = line),
  session(model, line) {
    if (line.line !== undefined) model.lastLine = line.line;
    const known = model.sessions[line.session];
    if (known) {
      known.now = line.now;
      known.begin(line);
    } else {
      model.sessions[line.session] = new Session(line, line.flow);
    }
  },
  closed: (model, line) => (model.sessions[line.closed].closed = true),
  shape: (model, line) => (model.shapes[line.shape] = line),
  trace: (model, line) => (model.traces[line.trace] = line),
  seq: change,
  refused: change,
  quiet: change,
  coverage: (model, line) => (model.coverage[line.flow] = line.coverage),
  note: (model, line) => model.notes.push(line.note),
};

/** The models of a block of lines: one, or two to compare. */
export function read(text) {
  const models = [];
  // One parse of all lines takes a third less than one of each.
  for (const line of JSON.parse("[" + text.trim().replaceAll("\n", ",") + "]")) {
    if (line.report !== undefined) models.push(new Model(line));
    else if (models.length > 0) models[models.length - 1].add(line);
  }
  return models;
}
