// Effects: spans on the time axis, with those that are owed and the answers that came too late.

import { h, fill, shown, short, line } from "../dom.js";
import { VirtualList } from "../list.js";

export class EffectsPane {
  constructor(app) {
    this.app = app;
    this.name = "Effects";
    this.axis = "seq";
    this.list = new VirtualList({
      rowHeight: 46, draw: (index) => this.draw(index), role: "list", tabindex: "0", "aria-label": "Effects",
    });
    this.told = h("span", { role: "status" });
    this.choice = h("select", {
      id: "axis", "aria-label": "Axis",
      onchange: () => {
        this.axis = this.choice.value;
        this.render();
      },
    }, h("option", { value: "seq" }, "by change"), h("option", { value: "time" }, "by time"));
    this.scaleMarks = h("div", { class: "ticks", "aria-hidden": "true" });
    this.element = h("div", { class: "effects" },
      h("p", { class: "fields" }, this.told, h("label", null, "Axis ", this.choice)), this.scaleMarks, this.list.element);
  }

  render() {
    const { app } = this;
    const { session } = app;
    if (this.drawn !== session || this.length !== session.count) this.count(session);
    const isByChange = this.axis === "seq";
    const position = (index) => (isByChange ? index : session.time(index));
    const from = position(0);
    // The last change has a width too, so that an effect that it requested is seen.
    const width = isByChange ? session.count : Math.max(1, (session.time(session.last) - from) * 1.01);
    this.scale = (index) => ((position(index) - from) / width) * 100;
    fill(this.scaleMarks, this.rows.length === 0 ? null : [0, 25, 50, 75].map((part) => {
      const text = isByChange ? "seq " + session.seq(Math.floor((session.last * part) / 100)) : app.time(Math.round(from + (width * part) / 100));
      const mark = h("span", null, text);
      mark.style.left = part + "%";
      return mark;
    }));
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
    const goTo = (at, text, name) => h("button", { type: "button", class: "plain " + name, onclick: () => app.select(at) }, text);
    return h("div", { class: "effect", role: "listitem", "data-effect": effect.id },
      h("div", { class: "names" },
        goTo(effect.start, [h("bdi", null, shown(short(effect.name, 60))), " " + effect.id], "begin"),
        effect.end === undefined ? h("span", { class: "status " + effect.status }, effect.status)
          : goTo(effect.end, [shown(short(effect.status, 60)), " at " + app.session.seq(effect.end)], "status " + effect.status),
        effect.late.slice(0, 5).map((at) => goTo(at, "answered too late", "late-link")),
        h("bdi", { class: "input" }, effect.input ? shown(line(effect.input, 60)) : "")),
      h("div", { class: "track", "aria-hidden": "true" }, span, marks, now));
  }
}
