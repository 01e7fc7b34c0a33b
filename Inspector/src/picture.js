// The picture of a flow in a frame: zoomed, moved and searched, with the ways from a screen.

import { h, fill, shown, short } from "./dom.js";

const [least, most] = [0.1, 4];
/** Pixels of a drag that isn't a click. */
const shortest = 4;

export class Picture {
  constructor(frame) {
    this.frame = frame;
    this.parts = [];
    const button = (id, label, text, work) => h("button", { type: "button", id, "aria-label": label, title: label, onclick: work }, text);
    this.search = h("input", {
      type: "search", id: "find", placeholder: "Search the graph", "aria-label": "Search the graph", autocomplete: "off",
      oninput: () => this.find(0),
      onkeydown: (event) => {
        if (event.key === "Enter") this.find(event.shiftKey ? -1 : 1);
      },
    });
    this.found = h("span", { role: "status" });
    this.tools = h("div", { class: "fields" }, this.search, this.found,
      button("farther", "Zoom out", "−", () => this.zoom(this.scale / 1.25)), button("closer", "Zoom in", "+", () => this.zoom(this.scale * 1.25)),
      button("actual", "Actual size", "100 %", () => this.zoom(1)), button("fit", "Fit to the window", "Fit", () => this.fit()));
    this.ways = h("div", { class: "ways" });
    frame.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoom(this.scale * Math.exp(-event.deltaY / 300), event);
    }, { passive: false });
    frame.addEventListener("keydown", (event) => {
      const work = { "+": () => this.zoom(this.scale * 1.25), "-": () => this.zoom(this.scale / 1.25), 0: () => this.zoom(1), Escape: () => this.choose() }[event.key];
      if (work && !event.ctrlKey && !event.metaKey && !event.altKey) work();
    });
    this.drag();
  }

  /** Touch moves the frame by itself. */
  drag() {
    const { frame } = this;
    let start;
    let isDragged = false;
    frame.addEventListener("pointerdown", (event) => {
      isDragged = false;
      if (event.button === 0 && event.pointerType === "mouse") start = [event.clientX + frame.scrollLeft, event.clientY + frame.scrollTop, event.clientX, event.clientY];
    });
    addEventListener("pointermove", (event) => {
      if (!start) return;
      isDragged = isDragged || Math.hypot(event.clientX - start[2], event.clientY - start[3]) > shortest;
      if (isDragged) frame.scrollTo(start[0] - event.clientX, start[1] - event.clientY);
    });
    addEventListener("pointerup", () => (start = undefined));
    frame.addEventListener("click", (event) => {
      if (!isDragged) this.choose(event.target.closest("g.node"));
    });
  }

  /** Takes a picture that is in the frame, and shows its start. */
  show(svg) {
    this.svg = svg;
    const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
    this.size = [width, height];
    const labels = new Map([...svg.querySelectorAll("g.label")].map((label) => [label.dataset.way, label]));
    const part = (element) => {
      const lines = element.querySelector("title").textContent.split("\n");
      return { element, lines, text: lines.join("\n").toLowerCase(), label: labels.get(element.id) };
    };
    this.nodes = [...svg.querySelectorAll("g.node")].map(part);
    this.edges = [...svg.querySelectorAll("g.edge")].map(part);
    this.parts = [...this.nodes, ...this.edges];
    this.zoom(1);
    this.choose();
    // The first window, and where both don't fit, the screen that it starts with.
    const window = svg.querySelector("g.window");
    const start = window && this.edges.find(({ element }) => element.dataset.from === window.id);
    if (window) this.reveal(window);
    if (start) this.reveal(this.nodes.find(({ element }) => element.id === start.element.dataset.to).element);
  }

  /** @param point a place that stays where it is, by default the middle of the frame. */
  zoom(scale, point) {
    const { frame, svg } = this;
    if (!svg) return;
    const before = this.scale || 1;
    this.scale = Math.min(most, Math.max(least, scale));
    const bounds = frame.getBoundingClientRect();
    const x = point ? point.clientX - bounds.left : frame.clientWidth / 2;
    const y = point ? point.clientY - bounds.top : frame.clientHeight / 2;
    const [left, top] = [frame.scrollLeft + x, frame.scrollTop + y].map((place) => (place * this.scale) / before);
    svg.setAttribute("width", this.size[0] * this.scale);
    svg.setAttribute("height", this.size[1] * this.scale);
    frame.scrollTo(left - x, top - y);
  }

  fit() {
    const { frame } = this;
    const style = getComputedStyle(frame);
    const room = (length, ...paddings) => length - paddings.reduce((sum, padding) => sum + parseFloat(padding), 0) - 1;
    this.zoom(Math.min(1, room(frame.clientWidth, style.paddingLeft, style.paddingRight) / this.size[0],
      room(frame.clientHeight, style.paddingTop, style.paddingBottom) / this.size[1]));
  }

  /** Scrolls the frame to an element. */
  reveal(element) {
    const frame = this.frame.getBoundingClientRect();
    const place = element.getBoundingClientRect();
    const margin = 40;
    const moved = (start, end, from, to) => (start < from + margin ? start - from - margin : end > to - margin ? end - to + margin : 0);
    this.frame.scrollLeft += moved(place.left, place.right, frame.left, frame.right);
    this.frame.scrollTop += moved(place.top, place.bottom, frame.top, frame.bottom);
  }

  /** Goes to a screen or a way whose name has the text of the search. */
  find(step) {
    const text = this.search.value.toLowerCase();
    const found = text ? this.parts.filter((part) => part.text.includes(text)) : [];
    for (const part of this.parts) {
      for (const element of [part.element, part.label]) if (element) element.classList.toggle("match", found.includes(part));
    }
    this.place = step === 0 || !found.length ? 0 : (this.place + step + found.length) % found.length;
    this.found.textContent = !text ? "" : found.length ? this.place + 1 + " of " + found.length : "nothing found";
    const part = found[this.place];
    if (!part) return;
    this.choose(part.element.dataset.from ? document.getElementById(part.element.dataset.from) : part.element);
    this.reveal(part.label || part.element);
  }

  /** Shows the ways from a node; without one, all. */
  choose(node) {
    const from = node ? this.edges.filter((edge) => edge.element.dataset.from === node.id) : [];
    const near = new Set(from.map((edge) => edge.element.dataset.to));
    if (this.svg) this.svg.classList.toggle("chosen", Boolean(node));
    for (const { element } of this.nodes || []) {
      element.classList.toggle("here", element === node);
      element.classList.toggle("near", near.has(element.id));
    }
    for (const edge of this.edges || []) {
      for (const element of [edge.element, edge.label]) if (element) element.classList.toggle("near", from.includes(edge));
    }
    if (!node) return fill(this.ways);
    const name = (element) => shown(short(element.querySelector("text").textContent, 80));
    const { lines } = this.nodes.find((part) => part.element === node);
    fill(this.ways, h("h2", null, "Ways from here: ", h("bdi", null, name(node))),
      from.length + lines.length === 1 ? h("p", { class: "none" }, "None.") : null,
      h("ul", null,
        from.map((edge) => {
          const target = this.nodes.find((part) => part.element.id === edge.element.dataset.to).element;
          const go = () => {
            this.choose(target);
            this.reveal(target);
          };
          return h("li", null, h("bdi", null, shown(edge.lines.slice(1).join(", "))), " → ", h("button", { type: "button", class: "plain", onclick: go }, name(target)));
        }),
        lines.slice(1).map((line) => h("li", null, h("bdi", null, shown(line)), " ↩"))));
  }
}
