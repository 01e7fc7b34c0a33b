// The graph of the flow: visited screens and ways painted, the present one marked.

import { h, fill, shown, short } from "../dom.js";
import { Picture } from "../picture.js";
import { Tree } from "../model/tree.js";

export class GraphPane {
  constructor(app) {
    this.app = app;
    this.name = "Graph";
    this.frame = h("div", { class: "picture", tabindex: "0", role: "region", "aria-label": "Graph of the flow" });
    this.picture = new Picture(this.frame);
    this.told = h("p", { role: "status" });
    this.element = h("div", { class: "graph" }, this.told, this.picture.tools, this.frame, this.picture.ways, this.table = h("div"));
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
    const node = this.frame.querySelector(".present");
    if (node) this.picture.reveal(node);
    const went = (from, to, by) => {
      const first = session.ways.get(from + "\n" + to + "\n" + by);
      return first !== undefined && first <= index;
    };
    for (const edge of this.edges) {
      const isWalked = edge.actions.some((action) => went(edge.from, edge.to, action)) ||
        edge.slots.some((slot) => went(edge.from, edge.to, "/" + slot)) ||
        (edge.window !== undefined && isVisited(edge.to));
      for (const element of [edge.element, edge.label]) if (element) element.classList.toggle("visited", isWalked);
    }
    fill(this.table, h("ul", { class: "screens" }, types.map((type) =>
      h("li", { class: (isVisited(type) ? "visited" : "") + (present.has(type) ? " present" : "") },
        h("bdi", null, shown(short(type, 80))), present.has(type) ? " · present" : isVisited(type) ? " · visited" : ""))));
  }

  draw(flow) {
    this.drawn = flow;
    this.nodes = [];
    this.edges = [];
    fill(this.frame);
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
        label: svg.querySelector('g.label[data-way="' + CSS.escape(element.id) + '"]'),
        actions: words(element.dataset.action), slots: words(element.dataset.slot),
      });
    }
    this.frame.append(svg);
    this.picture.show(svg);
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
