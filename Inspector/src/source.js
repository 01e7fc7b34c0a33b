// A flow's source, with lines and parts marked.

import { h, shown, short } from "./dom.js";
import { VirtualList } from "./list.js";

const texts = new WeakMap();

function linesOf(source) {
  if (!texts.has(source)) texts.set(source, source.text.split(/\r\n|\n|\r|\u0085|\u2028|\u2029/));
  return texts.get(source);
}

/** The last line of the block that begins at a line and column, both from 1. */
export function blockEnd(lines, line, column) {
  let end = line;
  for (let i = line; i < lines.length; i++) {
    if (lines[i].trim() === "" || lines[i].trim().startsWith("#")) continue;
    const indent = lines[i].length - lines[i].trimStart().length;
    if (indent < column - 1) break;
    end = i + 1;
  }
  return end;
}

export class SourceView {
  constructor(label) {
    this.list = new VirtualList({
      rowHeight: 20, draw: (index) => this.draw(index), tabindex: "0", role: "region", "aria-label": label, class: "virtual source",
    });
    this.list.element.classList.add("source");
    this.name = h("p", { class: "file" });
    this.element = h("div", { class: "source-view" }, this.name, this.list.element);
    this.lines = [];
    this.marks = new Map();
  }

  /** `marks`: `{line, column, endColumn, class}` for parts, and `{from, to, class}` for whole lines. */
  show(source, marks, first) {
    this.name.textContent = source ? shown(short(source.file, 200)) : "The source isn't known.";
    this.lines = source ? linesOf(source) : [];
    this.marks = new Map();
    this.blocks = [];
    for (const mark of marks) {
      if (mark.from !== undefined) this.blocks.push(mark);
      else if (this.marks.has(mark.line)) this.marks.get(mark.line).push(mark);
      else this.marks.set(mark.line, [mark]);
    }
    this.list.setCount(this.lines.length);
    if (first) {
      this.list.element.scrollTop = Math.max(0, (first - 4) * 20);
      this.list.refresh();
    }
  }

  draw(index) {
    const number = index + 1;
    const scalars = [...this.lines[index].slice(0, 4000)];
    const block = this.blocks.find((mark) => mark.from <= number && number <= mark.to);
    const parts = (this.marks.get(number) || []).slice().sort((a, b) => a.column - b.column || b.endColumn - a.endColumn);
    const pieces = [];
    let at = 0;
    for (const part of parts) {
      const start = part.column - 1;
      if (start < at) continue;
      pieces.push(scalars.slice(at, start).join(""));
      pieces.push([scalars.slice(start, part.endColumn - 1).join(""), part.class]);
      at = part.endColumn - 1;
    }
    pieces.push(scalars.slice(at).join(""));
    return h("div", { class: "code-line" + (block ? " " + block.class : "") },
      h("span", { class: "number", "aria-hidden": "true" }, number),
      h("code", null, pieces.map((piece) =>
        typeof piece === "string" ? shown(piece) : h("mark", { class: piece[1] }, shown(piece[0])))));
  }
}
