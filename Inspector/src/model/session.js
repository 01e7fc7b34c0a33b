// A session: its entries in order, and its state after each of them.

import { Draft } from "./pointer.js";

/** Entries between two kept states. */
const stride = 500;

export const kinds = ["action", "navigation", "link", "effect", "timer", "error"];

export class Session {
  constructor(line, flow) {
    this.number = line.session;
    this.name = line.name;
    this.flow = flow;
    this.clock = line.clock;
    this.fork = line.fork;
    this.closed = false;
    this.entries = [];
    this.frames = [];
    this.bySeq = new Map();
    this.effects = new Map();
    this.origins = new Set();
    this.firsts = new Map();
    this.ways = new Map();
    this.now = line.now;
    this.begin(line);
  }

  /** Begins, or goes on with another state. */
  begin(line) {
    this.draft = new Draft(Object.assign(Object.create(null), line.document));
    this.push({ seq: line.seq, opening: line, by: line.replaces ? "restored" : "session.open" }, line.now);
    for (const id in line.document.screens) this.note(line.document.screens[id], this.entries.length - 1);
    for (const effect of line.effects || []) this.request(effect);
    for (const id in line.document.effects || {}) {
      if (!this.effects.has(Number(id))) this.request({ effect: Number(id), ...line.document.effects[id] });
    }
  }

  /** Takes the next line. */
  add(line, kind) {
    const seq = line[kind];
    if (line.now !== undefined) this.now = line.now;
    this.draft.apply(line);
    line.seq = seq;
    line.refused = kind === "refused";
    line.quiet = kind === "quiet";
    for (const action of line.actions || []) {
      // The answer of an effect stands in the params alone.
      if (action.cause === "effect" && action.payload === undefined && line.params) action.payload = answerOf(line);
    }
    this.push(line, this.now);
    this.settle(line);
    for (const effect of line.effects || []) this.request(effect);
    for (const pointer in line.set || {}) {
      const id = pointer.startsWith("/effects/") && Number(pointer.slice(9));
      if (id && !this.effects.has(id)) this.request({ effect: id, ...line.set[pointer] });
    }
    this.noteScreens(line);
  }

  push(entry, time) {
    const index = this.entries.length;
    entry.index = index;
    entry.time = time;
    entry.kind = kindOf(entry);
    if (entry.origin) this.origins.add(entry.origin);
    if (!entry.refused && !entry.quiet) this.bySeq.set(entry.seq, index);
    this.entries.push(entry);
    if (entry.opening || index % stride === 0) {
      this.frames.push({ index, document: this.draft.document });
      this.draft = new Draft(this.draft.document);
    }
  }

  /** The document after an entry. */
  state(index) {
    if (this.cache && this.cache.index === index) return this.cache.document;
    let low = 0;
    let high = this.frames.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.frames[middle].index <= index) low = middle;
      else high = middle - 1;
    }
    let start = this.frames[low];
    if (this.cache && this.cache.index <= index && this.cache.index > start.index) start = this.cache;
    const draft = new Draft(start.document);
    for (let i = start.index + 1; i <= index; i++) draft.apply(this.entries[i]);
    this.cache = { index, document: draft.document };
    return draft.document;
  }

  /** The documents before and after an entry, which share what it left alone; nothing before an opening. */
  moment(index) {
    if (this.shown && this.shown.index === index) return this.shown;
    const entry = this.entries[index];
    if (entry.opening) {
      this.shown = { index, before: null, after: this.state(index) };
      return this.shown;
    }
    const before = this.shown && this.shown.index === index - 1 ? this.shown.after : this.state(index - 1);
    const draft = new Draft(before);
    draft.apply(entry);
    this.shown = { index, before, after: draft.document };
    this.cache = { index, document: draft.document };
    return this.shown;
  }

  /** The entry of a seq, or the last one before it. */
  indexOf(seq) {
    if (this.bySeq.has(seq)) return this.bySeq.get(seq);
    let best = 0;
    for (const entry of this.entries) if (entry.seq <= seq) best = entry.index;
    return best;
  }

  get last() {
    return this.entries.length - 1;
  }

  // Effects

  request(effect) {
    const index = this.entries.length - 1;
    const known = this.effects.get(effect.effect);
    if (known && known.status === "owed") {
      known.asked.push(index);
      return;
    }
    this.effects.set(effect.effect, {
      ...effect, id: effect.effect, screen: effect.id, start: index, asked: [index], answers: [], late: [],
      status: "owed",
    });
  }

  settle(entry) {
    const index = entry.index;
    if (entry.answered !== undefined) {
      const effect = this.effects.get(entry.answered);
      if (effect && entry.refused) effect.late.push(index);
      else if (effect) effect.answers.push(index);
    }
    for (const [id, reason] of entry.cancelled || []) this.end(id, index, reason);
    for (const pointer of entry.gone || []) {
      if (!pointer.startsWith("/effects/")) continue;
      const by = { "effect.done": "done", "effect.fail": "failed" }[entry.by];
      this.end(Number(pointer.slice(9)), index, by || "ended");
    }
  }

  end(id, index, status) {
    const effect = this.effects.get(id);
    if (!effect || effect.status !== "owed") return;
    effect.status = status;
    effect.end = index;
  }

  // What was visited

  noteScreens(entry) {
    for (const pointer in entry.set || {}) {
      if (!pointer.startsWith("/screens/") || pointer.indexOf("/", 9) >= 0) continue;
      const screen = entry.set[pointer];
      this.note(screen, entry.index);
      const parent = this.draft.document.screens[screen.parent];
      const actions = (entry.actions || []).map((action) => action.action);
      const handler = (entry.actions || []).map((action) => {
        const row = this.draft.document.screens[action.handler ?? action.id];
        return row && row.screen;
      });
      const way = (from, by) => {
        const key = from + "\n" + screen.screen + "\n" + by;
        if (from && !this.ways.has(key)) this.ways.set(key, entry.index);
      };
      actions.forEach((action, i) => way(handler[i], action));
      if (parent) way(parent.screen, "/" + screen.slot);
    }
  }

  note(screen, index) {
    if (!this.firsts.has(screen.screen)) this.firsts.set(screen.screen, index);
  }
}

function answerOf({ params }) {
  const payload = {};
  for (const key of ["output", "error"]) if (key in params) payload[key] = params[key];
  return payload;
}

function kindOf(entry) {
  if (entry.refused || entry.error || (entry.notices || []).some((notice) => notice.method === "log")) {
    return "error";
  }
  const by = entry.by;
  const cause = entry.actions && entry.actions[0] && entry.actions[0].cause;
  if (by === null || cause === "timer" || (by && by.startsWith("clock."))) return "timer";
  if (cause === "effect" || (by && by.startsWith("effect."))) return "effect";
  if (cause === "link" || by === "open" || (by && by.startsWith("link."))) return "link";
  const first = entry.actions && entry.actions[0];
  if (by !== undefined || (first && first.action.startsWith("nav."))) return "navigation";
  return "action";
}

/** The text that a search looks into, made when it is first needed. */
export function textOf(entry) {
  if (entry.text === undefined) entry.text = searched(entry);
  return entry.text;
}

function searched(entry) {
  let text = titleOf(entry);
  for (const action of entry.actions || []) {
    text += " " + action.action + " " + (action.at || "") + " " + cut(JSON.stringify(action.payload));
  }
  if (entry.params) text += " " + cut(JSON.stringify(entry.params));
  if (entry.origin) text += " " + entry.origin;
  if (entry.error) text += " " + entry.error.kind + " " + entry.error.message;
  for (const effect of entry.effects || []) text += " " + effect.name;
  return text.toLowerCase();
}

function cut(text) {
  return text === undefined ? "" : text.length > 2000 ? text.slice(0, 2000) : text;
}

/** What an entry is called. */
export function titleOf(entry) {
  if (entry.opening) return entry.by;
  const first = entry.actions && entry.actions[0];
  if (entry.by === null) return first ? first.action : "time";
  if (entry.by === undefined) return first ? first.action : (entry.params && entry.params.action && entry.params.action.type) || "dispatch";
  return entry.by === "step" && entry.step ? entry.step : entry.by;
}
