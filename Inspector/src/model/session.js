// A session: its entries in order, and its state after each of them.
//
// 100,000 parsed entries would take seconds of a garbage collector. So a session keeps the text of each, and what lists
// and filters need in columns; an entry is parsed again where it is looked at.

import { Column } from "./column.js";
import { Draft } from "./pointer.js";

/** Entries between two kept states. */
const stride = 500;
/** Parsed entries that are kept at once. */
const mostParsed = 2000;

export const kinds = ["action", "navigation", "link", "effect", "timer", "error"];
/** Bits of a mark, above the number of its kind. */
const refused = 8;
const quiet = 16;
/** The mark of an entry with which the session begins, or goes on with another state. */
const opening = 32 | kinds.indexOf("navigation");

export class Session {
  constructor(line, text) {
    this.number = line.session;
    this.name = line.name;
    this.flow = line.flow;
    this.clock = line.clock;
    this.fork = line.fork;
    this.closed = false;
    this.texts = [];
    this.marks = new Column(Uint8Array);
    this.seqs = new Column(Float64Array);
    this.times = new Column(Float64Array);
    this.lines = new Column(Int32Array);
    this.origins = [""];
    this.originOf = new Column(Uint16Array);
    this.parsed = new Map();
    this.frames = [];
    this.effects = new Map();
    this.firsts = new Map();
    this.ways = new Map();
    this.begin(line, text);
  }

  get count() {
    return this.texts.length;
  }

  get last() {
    return this.texts.length - 1;
  }

  /** Begins, or goes on with another state. */
  begin(line, text) {
    this.now = line.now;
    this.draft = new Draft(Object.assign(Object.create(null), line.document));
    this.push(text, opening, line.seq, line.line, undefined);
    for (const id in line.document.screens) this.note(line.document.screens[id], this.last);
    for (const effect of line.effects || []) this.request(effect);
    for (const id in line.document.effects || {}) {
      if (!this.effects.has(Number(id))) this.request({ effect: Number(id), ...line.document.effects[id] });
    }
  }

  /** Takes the next line. */
  add(line, text, kind, number) {
    if (line.now !== undefined) this.now = line.now;
    this.draft.apply(line);
    const isRefused = kind === "refused";
    const bits = (isRefused ? refused : 0) | (kind === "quiet" ? quiet : 0);
    this.push(text, kinds.indexOf(kindOf(line, isRefused)) | bits, line[kind], number, line.origin);
    this.settle(line, isRefused);
    if (line.effects) for (const effect of line.effects) this.request(effect);
    for (const pointer in line.set) {
      const id = pointer.startsWith("/effects/") && Number(pointer.slice(9));
      if (id && !this.effects.has(id)) this.request({ effect: id, ...line.set[pointer] });
    }
    this.noteScreens(line);
  }

  push(text, mark, seq, line, origin) {
    const index = this.texts.length;
    this.texts.push(text);
    this.marks.push(mark);
    this.seqs.push(seq);
    this.times.push(this.now);
    this.lines.push(line ?? -1);
    this.originOf.push(origin ? this.numberOf(origin) : 0);
    if (mark === opening || index % stride === 0) {
      this.frames.push({ index, document: this.draft.document });
      this.draft = new Draft(this.draft.document);
    }
  }

  numberOf(origin) {
    const known = this.origins.indexOf(origin);
    // Whoever makes up an origin for each request finds them by the search.
    return known >= 0 || this.origins.length > 200 ? Math.max(known, 0) : this.origins.push(origin) - 1;
  }

  // Entries

  time(index) {
    return this.times.values[index];
  }

  seq(index) {
    return this.seqs.values[index];
  }

  isOpening(index) {
    return this.marks.values[index] === opening;
  }

  /** An entry: its line, and what its columns say. */
  entry(index) {
    const known = this.parsed.get(index);
    if (known) return known;
    const line = JSON.parse(this.texts[index]);
    const mark = this.marks.values[index];
    const entry = mark === opening ? { opening: line, by: line.replaces ? "restored" : "session.open" } : line;
    entry.index = index;
    entry.seq = this.seqs.values[index];
    entry.time = this.times.values[index];
    entry.line = this.lines.values[index];
    entry.kind = kinds[mark & 7];
    entry.refused = (mark & refused) !== 0;
    entry.quiet = (mark & quiet) !== 0;
    for (const action of entry.actions || []) {
      // The answer of an effect stands in the params alone.
      if (action.cause === "effect" && action.payload === undefined && line.params) action.payload = answerOf(line);
    }
    if (this.parsed.size >= mostParsed) this.parsed.clear();
    this.parsed.set(index, entry);
    return entry;
  }

  /** Whether a filter takes an entry: `on` has a bit for each kind, `origin` is a number or 0. */
  passes(index, on, origin) {
    const mark = this.marks.values[index];
    return (mark === opening || (on >> (mark & 7)) & 1) && (origin === 0 || this.originOf.values[index] === origin);
  }

  /** The number of an entry's kind; undefined for one with which the session begins. */
  kindAt(index) {
    const mark = this.marks.values[index];
    return mark === opening ? undefined : mark & 7;
  }

  /** The entry of a seq, or the last one before it. */
  indexOf(seq) {
    const seqs = this.seqs.values;
    const marks = this.marks.values;
    let best = -1;
    for (let i = this.last; i >= 0; i--) {
      if (seqs[i] === seq && !(marks[i] & (refused | quiet))) return i;
      if (best < 0 && seqs[i] <= seq) best = i;
    }
    return Math.max(best, 0);
  }

  // States

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
    for (let i = start.index + 1; i <= index; i++) draft.apply(this.parsed.get(i) || JSON.parse(this.texts[i]));
    this.cache = { index, document: draft.document };
    return draft.document;
  }

  /** The documents before and after an entry, which share what it left alone; nothing before an opening. */
  moment(index) {
    if (this.shown && this.shown.index === index) return this.shown;
    if (this.isOpening(index)) {
      this.shown = { index, before: null, after: this.state(index) };
      return this.shown;
    }
    const before = this.shown && this.shown.index === index - 1 ? this.shown.after : this.state(index - 1);
    const draft = new Draft(before);
    draft.apply(this.entry(index));
    this.shown = { index, before, after: draft.document };
    this.cache = { index, document: draft.document };
    return this.shown;
  }

  // Effects

  request(effect) {
    const known = this.effects.get(effect.effect);
    if (known && known.status === "owed") return;
    this.effects.set(effect.effect, {
      id: effect.effect, name: effect.name, at: effect.at, input: effect.input, start: this.last, end: undefined, late: [],
      status: "owed",
    });
  }

  settle(line, isRefused) {
    if (line.answered !== undefined && isRefused) {
      const effect = this.effects.get(line.answered);
      if (effect) effect.late.push(this.last);
    }
    if (line.cancelled) for (const [id, reason] of line.cancelled) this.end(id, reason);
    if (!line.gone) return;
    for (const pointer of line.gone) {
      if (!pointer.startsWith("/effects/")) continue;
      const by = { "effect.done": "done", "effect.fail": "failed" }[line.by];
      this.end(Number(pointer.slice(9)), by || "ended");
    }
  }

  end(id, status) {
    const effect = this.effects.get(id);
    if (!effect || effect.status !== "owed") return;
    effect.status = status;
    effect.end = this.last;
  }

  // What was visited

  noteScreens(line) {
    for (const pointer in line.set) {
      if (!pointer.startsWith("/screens/") || pointer.indexOf("/", 9) >= 0) continue;
      const screen = line.set[pointer];
      this.note(screen, this.last);
      const { screens } = this.draft.document;
      const parent = screens[screen.parent];
      for (const action of line.actions || []) {
        const handler = screens[action.handler ?? action.id];
        if (handler) this.way(handler.screen, screen.screen, action.action);
      }
      if (parent) this.way(parent.screen, screen.screen, "/" + screen.slot);
    }
  }

  way(from, to, by) {
    const key = from + "\n" + to + "\n" + by;
    if (!this.ways.has(key)) this.ways.set(key, this.last);
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

function kindOf(line, isRefused) {
  if (isRefused || line.error || (line.notices && line.notices.some((notice) => notice.method === "log"))) return "error";
  const { by } = line;
  const first = line.actions && line.actions[0];
  const cause = first && first.cause;
  if (by === null || cause === "timer" || (by && by.startsWith("clock."))) return "timer";
  if (cause === "effect" || (by && by.startsWith("effect."))) return "effect";
  if (cause === "link" || by === "open" || (by && by.startsWith("link."))) return "link";
  return by !== undefined || (first && first.action.startsWith("nav.")) ? "navigation" : "action";
}

/** What an entry is called. */
export function titleOf(entry) {
  if (entry.opening) return entry.by;
  const first = entry.actions && entry.actions[0];
  if (entry.by === null) return first ? first.action : "time";
  if (entry.by === undefined) return first ? first.action : (entry.params && entry.params.action && entry.params.action.type) || "dispatch";
  return entry.by === "step" && entry.step ? entry.step : entry.by;
}
