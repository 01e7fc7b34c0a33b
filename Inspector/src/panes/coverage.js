// Coverage: what of the flow the sessions have used.

import { h, fill, shown, short } from "../dom.js";

export class CoveragePane {
  constructor(app) {
    this.app = app;
    this.name = "Coverage";
    this.element = h("div", { class: "coverage" });
    this.missing = true;
  }

  render() {
    const report = this.app.model.coverage[this.app.session.flow];
    if (report && this.drawn === report && this.drawnMissing === this.missing) return;
    this.drawn = report;
    this.drawnMissing = this.missing;
    if (!report) {
      fill(this.element, h("p", { class: "none" }, "No coverage was counted."));
      return;
    }
    const rows = report.items.filter((item) => !this.missing || (!item.covered && item.ignored === undefined));
    const box = h("input", {
      type: "checkbox", id: "missing", onchange: () => {
        this.missing = box.checked;
        this.render();
      },
    });
    box.checked = this.missing;
    fill(this.element,
      h("table", { class: "totals" },
        h("thead", null, h("tr", null, ["What", "Covered", "Of", "Percent"].map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", null, Object.keys(report.totals).map((kind) => {
          const total = report.totals[kind];
          const bar = h("progress", { max: "100", value: String(total.percent), "aria-label": kind + " covered" });
          return h("tr", { class: total.of === 0 ? "absent" : null }, h("th", { scope: "row" }, kind),
            h("td", null, total.covered), h("td", null, total.of),
            h("td", null, total.of === 0 ? "none in the flow" : [bar, " " + total.percent + " %"]));
        }))),
      h("p", null, h("label", null, box, " Only what is missing")),
      rows.length === 0 ? h("p", { class: "none" }, "Nothing is missing.")
        : h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Items" },
          h("table", { class: "items" },
            h("thead", null, h("tr", null, ["Kind", "Name", "Place", "Count"].map((name) => h("th", { scope: "col" }, name)))),
            h("tbody", null, rows.slice(0, 1000).map((item) => h("tr", { class: item.covered ? "covered" : "missing" },
              h("td", null, item.kind), h("th", { scope: "row" }, h("bdi", null, shown(short(item.name, 120)))),
              h("td", null, item.line + ":" + item.column),
              h("td", null, item.counts ? Object.keys(item.counts).map((name) => name + " " + item.counts[name]).join(", ") : item.count)))))));
  }
}
