// Effects: spans on the time axis, with those that are owed and the answers that came too late.

import { h, fill, shown, short, line } from "../dom.js";
import { VirtualList } from "../list.js";

export class EffectsPane {
  constructor(app) {
    this.app = app;
    this.name = "Effects";
    this.axis = "seq";
    this.list = new VirtualList({
      rowHeight: 44, draw: (index) => this.draw(index), role: "list", tabindex: "0", "aria-label": "Effects",
    });
    this.told = h("p", { role: "status" });
    this.choice = h("select", {
      id: "axis", "aria-label": "Axis",
      onchange: () => {
        this.axis = this.choice.value;
        this.render();
      },
    }, h("option", { value: "seq" }, "by change"), h("option", { value: "time" }, "by time"));
    this.element = h("div", { class: "effects" }, h("p", { class: "axis" }, h("label", { for: "axis" }, "Axis "), this.choice),
      this.told, this.list.element);
  }

  render() {
    const { session } = this.app;
    if (this.drawn !== session || this.length !== session.count) this.count(session);
    const position = (index) => (this.axis === "seq" ? index : session.time(index));
    const [from, to] = [position(0), position(session.last)];
    this.scale = (index) => (to > from ? ((position(index) - from) / (to - from)) * 100 : 0);
    this.list.setCount(this.rows.length);
  }

  count(session) {
    this.drawn = session;
    this.length = session.count;
    this.rows = [...session.effects.values()];
    const owed = this.rows.filter((effect) => effect.status === "owed").length;
    const late = this.rows.filter((effect) => effect.late.length > 0).length;
    this.told.textContent = this.rows.length === 0 ? "No effect was requested."
      : this.rows.length + " requested, " + owed + " owed, " + late + " with a late answer";
  }

  draw(index) {
    const effect = this.rows[index];
    const { app } = this;
    const start = this.scale(effect.start);
    const end = effect.end === undefined ? 100 : this.scale(effect.end);
    const span = h("span", { class: "span " + effect.status });
    span.style.left = start + "%";
    span.style.width = Math.max(end - start, 0.5) + "%";
    const marks = effect.late.map((at) => {
      const mark = h("span", { class: "late", title: "late answer" });
      mark.style.left = this.scale(at) + "%";
      return mark;
    });
    const now = h("span", { class: "here" });
    now.style.left = this.scale(app.index) + "%";
    const status = effect.status + (effect.late.length > 0 ? ", answered too late" : "");
    return h("div", { class: "effect", role: "listitem", "data-effect": effect.id },
      h("div", { class: "names" },
        h("button", { type: "button", class: "plain", onclick: () => app.select(effect.start) },
          h("bdi", null, shown(short(effect.name, 60))), " " + effect.id),
        h("span", { class: "status " + effect.status }, status),
        effect.end === undefined ? null
          : h("button", { type: "button", class: "plain", onclick: () => app.select(effect.end) }, "end"),
        effect.late.map((at) => h("button", { type: "button", class: "plain late-link", onclick: () => app.select(at) }, "late")),
        h("bdi", { class: "input" }, effect.input ? shown(line(effect.input, 60)) : "")),
      h("div", { class: "track", "aria-hidden": "true" }, span, marks, now));
  }
}
