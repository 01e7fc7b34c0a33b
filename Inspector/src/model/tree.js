// The screens of a document as trees.

const modals = new Set(["sheet", "popover", "cover"]);

export class Tree {
  constructor(document, flow) {
    this.screens = document.screens;
    this.windows = document.windows;
    this.types = (flow && flow.screens) || {};
    this.children = new Map();
    for (const id in this.screens) {
      const row = this.screens[id];
      if (row.parent === null) continue;
      const list = this.children.get(row.parent);
      if (list) list.push(Number(id));
      else this.children.set(row.parent, [Number(id)]);
    }
  }

  kind(id) {
    const type = this.types[this.screens[id].screen];
    return type ? type.kind : "screen";
  }

  /** The style of the slot in which a screen stands. */
  style(id) {
    const row = this.screens[id];
    if (row.parent === null) return "root";
    const parent = this.screens[row.parent];
    const type = parent && this.types[parent.screen];
    return (type && type.slots[row.slot]) || "push";
  }

  below(id) {
    return this.children.get(Number(id)) || [];
  }

  /** The screens on a screen's own chain: it, and those pushed on it. */
  chain(id) {
    const chain = [id];
    for (;;) {
      const next = this.below(id).find((child) => this.style(child) === "push");
      if (next === undefined || chain.length > 200000) return chain;
      chain.push(next);
      id = next;
    }
  }

  modal(id) {
    return this.below(id).find((child) => modals.has(this.style(child)));
  }

  /** The screens of tabs or panes, in the order of the flow. */
  parts(id) {
    const type = this.types[this.screens[id].screen];
    const order = type ? Object.keys(type.slots) : [];
    const place = (child) => order.indexOf(this.screens[child].slot);
    return this.below(id).filter((child) => this.style(child) === "tab" || this.style(child) === "pane")
      .sort((a, b) => place(a) - place(b));
  }

  /** The screens that lead to the one on top in a window, that one last. */
  path(window) {
    const path = [];
    let id = this.windows[window];
    while (id !== undefined && this.screens[id]) {
      path.push(id);
      const row = this.screens[id];
      const modal = this.modal(id);
      if (modal !== undefined) {
        id = modal;
        continue;
      }
      const below = this.below(id);
      const pushed = below.find((child) => this.style(child) === "push");
      if (pushed !== undefined) {
        id = pushed;
        continue;
      }
      const chosen = row.selected ?? row.focus;
      id = below.find((child) => this.screens[child].slot === chosen);
    }
    return path;
  }

  address(id) {
    const names = [];
    let row = this.screens[id];
    while (row && row.parent !== null && names.length < 1000) {
      names.push(row.slot);
      id = row.parent;
      row = this.screens[id];
    }
    const window = Object.keys(this.windows).find((name) => this.windows[name] === Number(id));
    return "/" + [window, ...names.reverse()].join("/");
  }
}
