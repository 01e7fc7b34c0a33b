// A list that draws only the rows in view.

import { h } from "./dom.js";

/** Taller elements lose precision in browsers. */
const tallest = 8000000;

export class VirtualList {
  /** `draw(index)` gives the element of a row; all rows have one height. */
  constructor({ rowHeight, draw, ...props }) {
    this.rowHeight = rowHeight;
    this.draw = draw;
    this.count = 0;
    this.space = h("div", { class: "space", role: "presentation" });
    this.element = h("div", { class: "virtual", ...props }, this.space);
    this.element.addEventListener("scroll", () => this.refresh(), { passive: true });
    new ResizeObserver(() => this.refresh()).observe(this.element);
  }

  setCount(count) {
    this.count = count;
    this.height = Math.min(count * this.rowHeight, tallest);
    this.space.style.height = this.height + "px";
    this.refresh();
  }

  /** The place of the first row in view, with its fraction. */
  get top() {
    const all = this.count * this.rowHeight;
    const view = this.element.clientHeight;
    const range = this.height - view;
    return range > 0 ? (this.element.scrollTop / range) * (all - view) : 0;
  }

  get rowsInView() {
    return Math.max(1, Math.floor(this.element.clientHeight / this.rowHeight));
  }

  refresh() {
    const view = this.element.clientHeight;
    const top = this.top;
    const first = Math.max(0, Math.floor(top / this.rowHeight) - 2);
    const last = Math.min(this.count, Math.ceil((top + view) / this.rowHeight) + 2);
    const rows = [];
    const offset = this.element.scrollTop - top;
    for (let index = first; index < last; index++) {
      const row = this.draw(index);
      row.style.transform = "translateY(" + (index * this.rowHeight + offset) + "px)";
      row.style.height = this.rowHeight + "px";
      rows.push(row);
    }
    this.space.replaceChildren(...rows);
  }

  /** Scrolls as little as shows the row. */
  reveal(index) {
    const view = this.element.clientHeight;
    const all = this.count * this.rowHeight;
    const [start, end] = [index * this.rowHeight, (index + 1) * this.rowHeight];
    let top = this.top;
    if (start < top) top = start;
    else if (end > top + view) top = end - view;
    else return this.refresh();
    const range = all - view;
    this.element.scrollTop = range > 0 ? (top / range) * (this.height - view) : 0;
    this.refresh();
  }
}
