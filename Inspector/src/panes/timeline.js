// The timeline: all changes and refused requests of a session, filtered.

import { h, fill, shown, short, count } from "../dom.js";
import { VirtualList } from "../list.js";
import { SearchTexts } from "../model/search.js";
import { kinds } from "../model/session.js";
import { detail, given, mark, title } from "../entry.js";

/** Milliseconds of filtering after which the page draws. */
const longestSlice = 25;

export class Timeline {
  constructor(app) {
    this.app = app;
    this.rows = [];
    this.on = (1 << kinds.length) - 1;
    this.origin = 0;
    this.query = "";
    this.list = new VirtualList({
      rowHeight: 40, draw: (row) => this.draw(row),
      role: "listbox", tabindex: "0", id: "timeline", "aria-label": "Changes", "aria-multiselectable": "true",
    });
    this.list.element.addEventListener("keydown", (event) => this.key(event));
    this.list.element.addEventListener("click", (event) => {
      const row = event.target.closest("[data-index]");
      if (row) this.app.select(Number(row.dataset.index), { extend: event.shiftKey });
    });
    this.search = h("input", {
      type: "search", id: "search", placeholder: "Search", "aria-label": "Search changes", autocomplete: "off",
      oninput: () => {
        this.query = this.search.value.toLowerCase();
        this.filter();
      },
      onkeydown: (event) => {
        if (event.key === "Enter" || event.key === "ArrowDown") {
          this.list.element.focus();
          event.preventDefault();
        }
      },
    });
    this.origins = h("select", {
      id: "origin", "aria-label": "Origin",
      onchange: () => {
        this.origin = Math.max(0, this.names.indexOf(this.origins.value));
        this.filter();
      },
    });
    this.told = h("p", { class: "told", role: "status" });
    this.counts = kinds.map(() => h("span", { class: "count" }, "0"));
    const boxes = kinds.map((kind, i) =>
      h("label", { class: "chip kind-" + kind },
        h("input", {
          type: "checkbox", checked: true, value: kind, name: "kind",
          onchange: (event) => {
            if (event.target.checked) this.on |= 1 << i;
            else this.on &= ~(1 << i);
            this.filter();
          },
        }), kind, this.counts[i]));
    this.element = h("section", { class: "timeline", "aria-label": "Timeline" },
      h("div", { class: "filters" }, this.search, this.origins,
        h("fieldset", { class: "chips" }, h("legend", { class: "unseen" }, "Kinds"), boxes)),
      this.told, this.list.element);
  }

  /** Shows the session of the app from the start. */
  reset() {
    const { session } = this.app;
    const name = this.names && this.names[this.origin];
    this.names = session.origins.slice();
    fill(this.origins, this.names.map((origin, i) => h("option", { value: origin }, i === 0 ? "any origin" : shown(short(origin, 40)))));
    this.tally = { kinds: kinds.map(() => 0), origins: this.names.map(() => 0), count: 0 };
    this.origin = Math.max(0, this.names.indexOf(name));
    this.origins.value = this.names[this.origin];
    this.origins.hidden = this.names.length === 1;
    this.texts = new SearchTexts(session);
    this.prepare(this.texts);
    this.filter();
  }

  /** Prepares the search in pauses, so that the first letter needn't wait. */
  prepare(texts, index = 0) {
    const pause = window.requestIdleCallback || ((work) => setTimeout(() => work({ timeRemaining: () => 8 }), 50));
    pause((deadline) => {
      const { count } = texts.session;
      while (this.texts === texts && index < count && deadline.timeRemaining() > 4) index = texts.block(index).end;
      if (this.texts === texts && index < count) this.prepare(texts, index);
    });
  }

  filter() {
    this.rows = [];
    this.seen = 0;
    this.grow();
  }

  /** Takes entries that were added, in slices between which the page draws. */
  grow() {
    const { session } = this.app;
    if (session.origins.length !== this.names.length) return this.reset();
    clearTimeout(this.going);
    const { on, origin, query, rows } = this;
    const pause = performance.now() + longestSlice;
    const take = (index) => session.passes(index, on, origin) && rows.push(index);
    while (this.seen < session.count && performance.now() < pause) {
      const end = this.texts.end(this.seen);
      if (query) this.texts.find(query, this.seen, take);
      else for (let index = this.seen; index < end; index++) take(index);
      this.seen = end;
    }
    if (this.seen < session.count) this.going = setTimeout(() => this.grow());
    this.show();
  }

  /** Counts the entries of each kind and origin. */
  count() {
    const { session } = this.app;
    const { kinds: ofKinds, origins } = this.tally;
    for (; this.tally.count < session.count; this.tally.count++) {
      const kind = session.kindAt(this.tally.count);
      if (kind !== undefined) ofKinds[kind]++;
      origins[session.originOf.values[this.tally.count]]++;
    }
    this.counts.forEach((element, i) => (element.textContent = ofKinds[i].toLocaleString("en")));
    this.names.forEach((origin, i) => {
      if (i > 0) this.origins.options[i].textContent = shown(short(origin, 40)) + " (" + origins[i].toLocaleString("en") + ")";
    });
  }

  show() {
    this.count();
    const all = this.app.session.count;
    this.told.textContent = this.seen < all ? "searching…"
      : this.rows.length === all ? count(all, "entry", "entries")
        : count(this.rows.length, "entry", "entries") + " of " + all.toLocaleString("en");
    this.list.setCount(this.rows.length);
    this.reveal();
  }

  /** The place among the rows of an entry, or where it would stand. */
  place(index) {
    let low = 0;
    let high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.rows[middle] < index) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  reveal() {
    const place = this.place(this.app.index);
    if (this.rows[place] === this.app.index) {
      this.list.element.setAttribute("aria-activedescendant", "entry-" + this.app.index);
      this.list.reveal(place);
    } else {
      this.list.element.removeAttribute("aria-activedescendant");
      this.list.refresh();
    }
  }

  draw(row) {
    const entry = this.app.session.entry(this.rows[row]);
    const [from, to] = this.app.range;
    return h("div", {
      class: "row kind-" + entry.kind + (entry.refused ? " refused" : ""), role: "option", id: "entry-" + entry.index,
      "data-index": entry.index, "aria-posinset": row + 1, "aria-setsize": this.rows.length,
      "aria-selected": String(entry.index >= from && entry.index <= to),
      "aria-current": entry.index === this.app.index ? "true" : null,
    },
      h("span", { class: "seq" }, entry.refused || entry.quiet ? "·" : entry.seq),
      mark(entry),
      h("span", { class: "what" },
        h("span", { class: "first" }, title(entry), h("bdi", { class: "given" }, given(entry, this.app.session)),
          entry.actions && entry.actions.length > 1
            ? h("span", { class: "more", title: "more actions" }, "+" + (entry.actions.length - 1)) : null),
        detail(entry)),
      entry.origin ? h("bdi", { class: "origin" }, shown(short(entry.origin, 24))) : null,
      h("span", { class: "time" }, this.app.time(entry.time)));
  }

  key(event) {
    const step = {
      ArrowDown: 1, ArrowUp: -1, j: 1, k: -1, PageDown: this.list.rowsInView, PageUp: -this.list.rowsInView,
      Home: -Infinity, End: Infinity,
    }[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || this.rows.length === 0) return;
    event.preventDefault();
    this.step(step, event.shiftKey);
  }

  /** Goes to a row that many rows from the present one. */
  step(step, extend = false) {
    if (this.rows.length === 0) return;
    const place = this.place(this.app.index);
    const isHere = this.rows[place] === this.app.index;
    const wanted = isHere ? place + step : step > 0 ? place + step - 1 : place + step;
    const target = Math.max(0, Math.min(this.rows.length - 1, wanted));
    this.app.select(this.rows[target], { extend });
  }
}
