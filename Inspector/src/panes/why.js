// Why: what caused a change, the rules that were examined, and their guards beside the source.

import { h, fill, shown, short, line } from "../dom.js";
import { SourceView, blockEnd } from "../source.js";
import { titleOf } from "../model/session.js";
import { valueView } from "../value.js";

export class WhyPane {
  constructor(app) {
    this.app = app;
    this.name = "Why";
    this.told = h("div", { class: "told-why" });
    this.source = new SourceView("Source of the flow");
    this.element = h("div", { class: "why" }, this.told, this.source.element);
    this.chosen = 0;
  }

  render() {
    const { entry, model, session } = this.app;
    if (this.shownSession !== session || this.shownIndex !== entry.index) this.chosen = -1;
    this.shownSession = session;
    this.shownIndex = entry.index;
    const rules = (entry.rules || []).map(([trace, screen]) => {
      const values = model.trace(trace);
      return { values, shape: model.shapes[values.shape], screen };
    });
    if (this.chosen < 0) this.chosen = Math.max(0, rules.findIndex((rule) => rule.values.holds));
    fill(this.told, this.cause(entry),
      h("h2", null, "Rules that were examined"),
      rules.length === 0 ? h("p", { class: "none" }, "None.")
        : h("ol", { class: "rules" }, rules.map((rule, index) => this.rule(rule, index))));
    this.mark(rules[this.chosen]);
  }

  cause(entry) {
    const rows = [];
    const add = (name, value) => value && rows.push(h("dt", null, name), h("dd", null, value));
    add("Change", entry.opening ? "The session begins." : h("bdi", null, shown(short(titleOf(entry), 200))));
    add("Time", this.app.fullTime(entry.time));
    add("By", entry.by === null ? "time" : entry.by === undefined ? "dispatch" : entry.by);
    if (entry.step) add("Step", h("bdi", null, shown(short(entry.step, 500))));
    if (entry.origin) add("Origin", h("bdi", null, shown(short(entry.origin, 200))));
    if (entry.line > 0) add("Recording", "line " + entry.line);
    if (entry.error) {
      add("Refused", [h("strong", null, shown(entry.error.kind)), ": ", h("bdi", null, shown(short(entry.error.message || "", 2000)))]);
      if (entry.error.hint) add("Hint", h("bdi", null, shown(short(entry.error.hint, 500))));
    }
    if (entry.params) add("Params", valueView(entry.params));
    const actions = (entry.actions || []).slice(0, 100).map((action) => h("li", { class: action.outcome || "handled" },
      h("bdi", { class: "action" }, shown(short(action.action, 120))), " ",
      action.at ? [h("code", null, shown(short(action.at, 120))), action.id ? " #" + action.id : ""] : null,
      action.handledBy ? [" → ", h("code", null, shown(short(action.handledBy, 120))), " #" + action.handler] : null,
      h("span", { class: "badge" }, action.outcome || "handled"),
      action.cause ? h("span", { class: "badge" }, "by " + action.cause) : null,
      action.chain ? h("p", { class: "chain" }, "after " + action.chain.slice(0, 20).map((link) =>
        shown(short(link.action || link.lifecycle || line(link, 60), 60))).join(" → ")) : null,
      action.payload ? valueView(action.payload) : null));
    const declined = (entry.declined || []).map((row) =>
      h("li", null, h("code", null, shown(short(row.at, 120))), " #" + row.id + ": " + (row.reason === "gone" ? "it was gone" : "no rule holds")));
    const notices = (entry.notices || []).map((notice) => h("li", null, shown(notice.method), " ", valueView(notice.params)));
    return [
      h("h2", null, "Cause"), h("dl", { class: "facts" }, rows),
      actions.length > 0 ? [h("h2", null, "Actions"), h("ol", { class: "actions" }, actions)] : null,
      declined.length > 0 ? [h("h2", null, "Declined by"), h("ul", null, declined)] : null,
      notices.length > 0 ? [h("h2", null, "Told"), h("ul", null, notices)] : null,
    ];
  }

  rule({ values, shape, screen }, index) {
    const place = shape.line + ":" + shape.column;
    return h("li", { class: (values.holds ? "holds" : "fails") + (index === this.chosen ? " chosen" : "") },
      h("button", {
        type: "button", class: "rule", "aria-pressed": String(index === this.chosen),
        onclick: () => {
          this.chosen = index;
          this.render();
        },
      }, h("span", { class: "verdict" }, values.holds ? "runs" : "doesn't hold"), " ",
      h("bdi", null, shown(short(shape.action, 100))), " rule " + (shape.rule + 1) + " at #" + screen + " · " + place),
      shape.when === undefined ? h("p", { class: "none" }, "It has no guard.")
        : [h("pre", { class: "guard" }, h("code", null, shown(short(shape.when, 2000)))), parts(shape.parts, values.values)],
      (shape.guards || []).map((guard, i) => [
        h("p", null, "Guard ", h("bdi", null, shown(guard.name)), ": ", String(values.guards[i].holds)),
        parts(guard.parts, values.guards[i].values),
      ]));
  }

  mark(rule) {
    const { flow } = this.app;
    if (!flow) return;
    const source = rule ? flow.sources.find((source) => source.file === rule.shape.file) : flow.sources[0];
    const marks = [];
    if (rule && source) {
      const { shape, values } = rule;
      const lines = source.text.split(/\r\n|\n|\r|\u0085|\u2028|\u2029/);
      marks.push({ from: shape.line, to: blockEnd(lines, shape.line, shape.column), class: values.holds ? "ran" : "skipped" });
      (shape.parts || []).forEach((part, i) => {
        if (part.length < 4) return;
        const value = values.values[i];
        marks.push({ line: part[1], column: part[2], endColumn: part[3], class: value && value.v === true ? "true" : value && value.v === false ? "false" : "part" });
      });
    }
    this.source.show(source, marks, rule ? rule.shape.line : 1);
  }
}

function parts(shape, values) {
  return h("table", { class: "parts" },
    h("thead", { class: "unseen" }, h("tr", null, h("th", { scope: "col" }, "Part"), h("th", { scope: "col" }, "Value"))),
    h("tbody", null, shape.map((part, i) => h("tr", null,
      h("th", { scope: "row" }, h("code", null, shown(short(part[0], 300)))), h("td", null, told(values[i]))))));
}

function told(value) {
  if (value === undefined) return "";
  if (value.all !== undefined) return value.all.map((one, i) => [i > 0 ? ", " : "", told(one)]);
  if (value.error !== undefined) return h("span", { class: "failed" }, shown(value.error));
  if (value.omitted !== undefined) return shown(value.omitted);
  return valueView(value.v);
}
