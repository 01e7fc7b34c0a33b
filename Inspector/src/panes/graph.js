// The graph of the flow: visited screens and ways painted, the present one marked.

import { h, fill, shown, short } from "../dom.js";
import { Tree } from "../model/tree.js";

export class GraphPane {
  constructor(app) {
    this.app = app;
    this.name = "Graph";
    this.picture = h("div", { class: "picture", tabindex: "0", role: "region", "aria-label": "Graph of the flow" });
    this.told = h("span", { role: "status" });
    this.fit = h("input", { type: "checkbox", id: "fit", onchange: () => this.size() });
    this.element = h("div", { class: "graph" },
      h("p", { class: "fields" }, this.told, h("label", null, this.fit, " Fit to the window")),
      this.picture, this.table = h("div"));
  }

  render() {
    const { app } = this;
    if (this.drawn !== app.flow) this.draw(app.flow);
    const { session, index } = app;
    const tree = new Tree(app.document, app.flow);
    const present = new Set(Object.keys(tree.windows).map((name) => {
      const path = tree.path(name);
      return app.document.screens[path[path.length - 1]].screen;
    }));
    const isVisited = (type) => session.firsts.has(type) && session.firsts.get(type) <= index;
    const types = Object.keys((app.flow && app.flow.screens) || {});
    const visited = types.filter(isVisited);
    this.told.textContent = visited.length + " of " + types.length + " screens visited so far";
    for (const node of this.nodes) {
      node.element.classList.toggle("visited", isVisited(node.type));
      node.element.classList.toggle("present", present.has(node.type));
    }
    this.reveal();
    const went = (from, to, by) => {
      const first = session.ways.get(from + "\n" + to + "\n" + by);
      return first !== undefined && first <= index;
    };
    for (const edge of this.edges) {
      const isWalked = edge.actions.some((action) => went(edge.from, edge.to, action)) ||
        edge.slots.some((slot) => went(edge.from, edge.to, "/" + slot)) ||
        (edge.window !== undefined && isVisited(edge.to));
      edge.element.classList.toggle("visited", isWalked);
    }
    fill(this.table, h("ul", { class: "screens" }, types.map((type) =>
      h("li", { class: (isVisited(type) ? "visited" : "") + (present.has(type) ? " present" : "") },
        h("bdi", null, shown(short(type, 80))), present.has(type) ? " · present" : isVisited(type) ? " · visited" : ""))));
  }

  size() {
    this.picture.classList.toggle("fitting", this.fit.checked);
    this.reveal();
  }

  /** Scrolls the picture to the present screen. */
  reveal() {
    const node = this.picture.querySelector(".present");
    if (!node || this.fit.checked) return;
    const frame = this.picture.getBoundingClientRect();
    const place = node.getBoundingClientRect();
    const margin = 40;
    const moved = (start, end, from, to) => (start < from + margin ? start - from - margin : end > to - margin ? end - to + margin : 0);
    this.picture.scrollLeft += moved(place.left, place.right, frame.left, frame.right);
    this.picture.scrollTop += moved(place.top, place.bottom, frame.top, frame.bottom);
  }

  draw(flow) {
    this.drawn = flow;
    this.nodes = [];
    this.edges = [];
    fill(this.picture);
    if (!flow || !flow.graph) return;
    const parsed = new DOMParser().parseFromString(flow.graph, "image/svg+xml").documentElement;
    if (parsed.localName !== "svg" || parsed.querySelector("parsererror")) return;
    const svg = document.importNode(parsed, true);
    clean(svg);
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", "Graph of " + shown(short(flow.name, 80)));
    const byID = new Map();
    for (const element of svg.querySelectorAll("g.node")) {
      byID.set(element.id, element);
      if (element.dataset.screen !== undefined) this.nodes.push({ element, type: element.dataset.screen });
    }
    for (const element of svg.querySelectorAll("g.edge")) {
      const [from, to] = [byID.get(element.dataset.from), byID.get(element.dataset.to)];
      if (!from || !to) continue;
      this.edges.push({
        element, from: from.dataset.screen, window: from.dataset.window, to: to.dataset.screen,
        actions: words(element.dataset.action), slots: words(element.dataset.slot),
      });
    }
    this.picture.append(svg);
  }
}

function words(text) {
  return text ? text.split(" ") : [];
}

/** Takes out whatever isn't drawing. */
function clean(svg) {
  const allowed = new Set(["svg", "g", "path", "rect", "ellipse", "circle", "polygon", "polyline", "line", "text", "tspan",
    "title", "desc", "defs", "marker"]);
  for (const element of [...svg.querySelectorAll("*")]) {
    if (!allowed.has(element.localName)) element.remove();
  }
  for (const element of [svg, ...svg.querySelectorAll("*")]) {
    for (const attribute of [...element.attributes]) {
      if (/^on|^style$|href$/i.test(attribute.name)) element.removeAttribute(attribute.name);
    }
    if (element.localName === "text" || element.localName === "title" || element.localName === "tspan") {
      for (const node of element.childNodes) if (node.nodeType === 3) node.data = shown(node.data);
    }
  }
}
