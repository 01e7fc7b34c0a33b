// The flow in the playground: its source and its diagnostics.

import { h, fill, shown, short } from "../dom.js";
import { SourceView } from "../source.js";

export class FlowPane {
  constructor(app) {
    this.app = app;
    this.name = "Flow";
    this.told = h("div", { id: "diagnostics" });
    this.source = new SourceView("Source of the flow");
    this.element = h("div", { class: "flow" }, this.told, this.source.element);
  }

  render() {
    const { flow } = this.app;
    if (this.drawn === flow) return;
    this.drawn = flow;
    if (!flow) return;
    const rows = diagnostics(flow);
    fill(this.told, rows.length === 0 ? h("p", { class: "none" }, "No errors and no warnings.")
      : h("ul", null, rows.map((row) => h("li", { class: row.severity },
        h("button", { type: "button", class: "plain", onclick: () => this.show(row) }, row.line + ":" + row.column),
        " " + row.severity + ": ", h("bdi", null, shown(short(row.message, 400))), row.hint ? " (" + shown(short(row.hint, 200)) + ")" : ""))));
    this.show(rows[0]);
  }

  show(row) {
    const { flow } = this.app;
    const source = (row && flow.sources.find((source) => source.file === row.file)) || flow.sources[0];
    this.source.show(source, diagnostics(flow).map((row) => ({
      line: row.line, column: row.column, endColumn: row.endColumn || row.column + 1, class: row.severity === "error" ? "false" : "part",
    })), row ? row.line : 1);
  }
}

function diagnostics(flow) {
  return Array.isArray(flow.diagnostics) ? flow.diagnostics : [];
}
