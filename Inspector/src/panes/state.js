// State: what a change made of it, and all of it.

import { h, fill, shown, short, line, count } from "../dom.js";
import { differences } from "../model/diff.js";
import { Tree } from "../model/tree.js";
import { valueView } from "../value.js";

const signs = { added: "+", removed: "−", changed: "~", moved: "→" };

export class StatePane {
  constructor(app) {
    this.app = app;
    this.name = "State";
    this.element = h("div", { class: "state" });
    this.screen = null;
  }

  render() {
    const { app } = this;
    const { entry, document } = app;
    const tree = new Tree(document, app.flow);
    fill(this.element,
      h("h2", null, "What changed"), this.changes(entry),
      h("h2", null, "Receipt"), this.receipt(entry, tree),
      h("h2", null, "State after it"), this.whole(document, tree));
  }

  changes(entry) {
    if (entry.opening) return h("p", { class: "none" }, "The session begins here.");
    const found = differences(this.app.before || {}, this.app.document, entry);
    if (found.length === 0) return h("p", { class: "none" }, "Nothing.");
    const shownRows = found.slice(0, 200);
    return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Changed places" },
      h("table", { class: "diff" },
        h("thead", null, h("tr", null, ["Place", "Of", "How", "Before", "After"].map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", null, shownRows.map((row) =>
          h("tr", { class: row.kind },
            h("th", { scope: "row" }, h("bdi", null, shown(short(row.pointer, 160)))),
            h("td", null, this.owner(row.pointer)),
            h("td", null, h("span", { class: "sign" }, signs[row.kind] + " " + row.kind),
              row.kind === "moved" && row.from ? [" from ", h("bdi", null, shown(short(near(String(row.from), row.pointer), 120)))] : null),
            h("td", null, row.before === undefined ? "" : valueView(row.before)),
            h("td", null, row.after === undefined ? "" : valueView(row.after)))))),
      found.length > shownRows.length ? h("p", null, "and " + count(found.length - shownRows.length, "more place")) : null);
  }

  /** The screen that has a place. */
  owner(pointer) {
    const id = /^\/screens\/(\d+)/.exec(pointer)?.[1];
    const row = id && (this.app.document.screens[id] || (this.app.before && this.app.before.screens[id]));
    return row ? [h("bdi", null, shown(short(row.screen, 60))), " #" + id] : null;
  }

  receipt(entry, tree) {
    const before = this.app.before;
    if (!before || entry.opening) return h("p", { class: "none" }, "None.");
    const after = this.app.document;
    const created = [];
    const removed = [];
    const written = new Set();
    for (const pointer of Object.keys(entry.set || {})) {
      const match = /^\/screens\/(\d+)(\/|$)/.exec(pointer);
      if (!match) continue;
      if (!before.screens[match[1]]) created.push(Number(match[1]));
      else if (after.screens[match[1]]) written.add(Number(match[1]));
    }
    for (const pointer of entry.gone || []) {
      const match = /^\/screens\/(\d+)$/.exec(pointer);
      if (match && before.screens[match[1]]) removed.push(Number(match[1]));
    }
    const list = (title, ids, screens) => ids.length === 0 ? null
      : [h("dt", null, title), h("dd", null, ids.slice(0, 60).map((id) => h("span", { class: "screen" },
        h("bdi", null, shown(short(screens[id].screen, 60))), " #" + id)),
      ids.length > 60 ? " and " + (ids.length - 60) + " more" : null)];
    const effects = (entry.effects || []).map((effect) =>
      h("span", { class: "screen" }, h("bdi", null, shown(short(effect.name, 60))), " " + effect.effect));
    const rows = [
      list("Created", [...new Set(created)], after.screens), list("Removed", removed, before.screens),
      list("Written", [...written], after.screens),
      effects.length > 0 ? [h("dt", null, "Effects"), h("dd", null, effects)] : null,
    ].filter(Boolean);
    return rows.length === 0 ? h("p", { class: "none" }, "Nothing.") : h("dl", { class: "receipt" }, rows);
  }

  whole(document, tree) {
    const ids = Object.keys(document.screens);
    const windows = Object.keys(tree.windows);
    const path = windows.length > 0 ? tree.path(windows[0]) : [];
    if (!document.screens[this.chosen]) this.chosen = undefined;
    this.screen = this.chosen ?? path[path.length - 1] ?? ids[0];
    const options = ids.length <= 2000 ? ids : ids.slice(0, 2000);
    if (!options.includes(String(this.screen))) options.push(String(this.screen));
    const body = h("div", { class: "row-of-screen" });
    const select = h("select", {
      id: "screen", "aria-label": "Screen",
      onchange: () => {
        this.chosen = this.screen = Number(select.value);
        draw();
      },
    }, options.map((id) => h("option", { value: id }, shown(short(document.screens[id].screen, 60)) + " #" + id)));
    select.value = String(this.screen);
    const draw = () => {
      const row = document.screens[this.screen];
      fill(body, row
        ? [h("p", { class: "path" }, h("code", null, shown(short(tree.address(this.screen), 300)))),
          h("div", { class: "member" }, valueView(row.params, { open: true, name: "params" })),
          h("div", { class: "member" }, valueView(row.state, { open: true, name: "state" }))]
        : null);
    };
    draw();
    return [
      h("p", null, h("label", { for: "screen" }, "Screen "), select), body,
      h("h3", null, "Shared"), valueView(document.shared, { open: true }),
      h("h3", null, "Timers"), valueView(document.timers || {}),
      h("h3", null, "Everything"), valueView(document),
    ];
  }
}

/** A place as seen from another one in the same list. */
function near(pointer, other) {
  const end = other.lastIndexOf("/") + 1;
  return pointer.startsWith(other.slice(0, end)) ? pointer.slice(end) : pointer;
}
