// The tree: screens in screens, stacks, tabs, panes and modals as such.

import { h, fill, shown, short, ending, line, count } from "../dom.js";
import { Tree } from "../model/tree.js";

/** Stacks in stacks deeper than this are told in a word. */
const deepest = 24;
/** The longest part of a stack that is drawn. */
const longest = 60;

export class TreePane {
  constructor(app) {
    this.app = app;
    this.name = "Tree";
    this.whole = new Set();
    this.element = h("div", { class: "tree" });
  }

  render() {
    const { app } = this;
    const document = app.document;
    this.tree = new Tree(document, app.flow);
    const before = app.before;
    this.fresh = (id) => before && !before.screens[id];
    this.changed = (id) => before && before.screens[id] && before.screens[id] !== document.screens[id];
    const windows = Object.keys(this.tree.windows).map((name) => {
      const path = this.tree.path(name);
      this.active = path[path.length - 1];
      this.onPath = new Set(path);
      return h("section", { class: "window", "aria-label": "Window " + shown(name) },
        h("h2", null, "Window ", h("bdi", null, shown(short(name, 60)))),
        h("p", { class: "path" }, "On top: ", h("code", null, shown(ending(this.tree.address(this.active), 160)))),
        this.stack(this.tree.windows[name], 0));
    });
    const gone = before ? Object.keys(before.screens).filter((id) => !document.screens[id]) : [];
    fill(this.element, windows,
      gone.length === 0 ? null
        : h("p", { class: "gone" }, "Gone: ",
          gone.slice(0, 40).map((id, i) => [i > 0 ? ", " : "", shown(short(before.screens[id].screen, 60)), " #" + id]),
          gone.length > 40 ? " and " + (gone.length - 40) + " more" : ""));
    this.reveal();
  }

  /** Scrolls to the screen on top, where the pane scrolls by itself. */
  reveal() {
    const panel = this.element.parentNode;
    const card = this.element.querySelector(".card.active > .head");
    if (!card || panel.scrollHeight <= panel.clientHeight + 1) return;
    const frame = panel.getBoundingClientRect();
    const place = card.getBoundingClientRect();
    const margin = 20;
    if (place.top < frame.top + margin) panel.scrollTop += place.top - frame.top - margin;
    else if (place.bottom > frame.bottom - margin) panel.scrollTop += place.bottom - frame.bottom + margin;
  }

  stack(root, depth) {
    if (depth > deepest) return h("p", { class: "deeper" }, "… more screens inside");
    const chain = this.tree.chain(root);
    let drawn = chain;
    let left = 0;
    if (chain.length > longest && !this.whole.has(root)) {
      left = chain.length - longest;
      drawn = [...chain.slice(0, 10), null, ...chain.slice(chain.length - longest + 10)];
    }
    return h("ol", { class: "stack" }, drawn.map((id) =>
      id === null
        ? h("li", null, h("button", {
          type: "button", class: "plain",
          onclick: () => {
            this.whole.add(root);
            this.render();
          },
        }, "… " + count(left, "screen") + " between: show"))
        : h("li", null, this.card(id, depth))));
  }

  card(id, depth) {
    const row = this.app.document.screens[id];
    const style = this.tree.style(id);
    const kind = this.tree.kind(id);
    const modal = this.tree.modal(id);
    const parts = this.tree.parts(id);
    const isActive = id === this.active;
    const names = ["card", "style-" + style, this.onPath.has(id) ? "on-path" : "", isActive ? "active" : "",
      this.fresh(id) ? "fresh" : this.changed(id) ? "changed" : ""].join(" ");
    const params = Object.keys(row.params).length > 0 ? line(row.params, 70) : "";
    return h("div", { class: names, "data-screen": row.screen, "data-id": id },
      h("button", {
        type: "button", class: "head", "aria-current": isActive ? "true" : null,
        onclick: () => this.app.showScreen(id),
      },
        h("bdi", { class: "type" }, shown(short(row.screen, 80))), h("span", { class: "id" }, "#" + id),
        style === "root" || style === "push" ? null : h("span", { class: "badge" }, style),
        kind === "screen" ? null : h("span", { class: "badge" }, kind),
        isActive ? h("span", { class: "badge on-top" }, "on top") : null,
        this.fresh(id) ? h("span", { class: "badge new" }, "new") : this.changed(id) ? h("span", { class: "badge new" }, "changed") : null,
        params ? h("bdi", { class: "params" }, shown(params)) : null),
      parts.length === 0 ? null
        : h("div", { class: kind === "split" ? "panes" : "tabs" }, parts.map((part) => {
          const slot = this.app.document.screens[part].slot;
          const chosen = slot === (row.selected ?? row.focus);
          return h("div", { class: "part" + (chosen ? " chosen" : "") },
            h("p", { class: "slot" }, h("bdi", null, shown(short(slot, 60))),
              chosen ? (kind === "split" ? " · in focus" : " · selected") : ""),
            this.stack(part, depth + 1));
        })),
      modal === undefined ? null : h("div", { class: "modal" }, this.stack(modal, depth + 1)));
  }
}
