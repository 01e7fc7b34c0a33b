// Two recordings, and where they part.

import { h, fill, shown, short, count } from "../dom.js";
import { detail, given, title as titleOf } from "../entry.js";
import { compare } from "../model/diff.js";
import { valueView } from "../value.js";

export class ComparePane {
  constructor(app) {
    this.app = app;
    this.name = "Compare";
    this.element = h("div", { class: "compare" });
  }

  render() {
    const [a, b] = this.app.models;
    const left = this.app.session;
    const other = this.app.model === a ? b : a;
    const right = other.sessions.find((session) => session && session.name === left.name) || other.sessions[0];
    if (!right) {
      fill(this.element, h("p", { class: "none" }, "The other recording has no session."));
      return;
    }
    if (this.left !== left || this.right !== right) {
      [this.left, this.right] = [left, right];
      this.place = part(left, right);
    }
    const { place } = this;
    if (place === undefined) {
      fill(this.element, h("p", { id: "parting" }, "Both are the same, " + count(left.count, "entry", "entries") + "."));
      return;
    }
    const found = [];
    const end = (session) => session.state(Math.min(place, session.last));
    for (const key of ["windows", "shared", "screens", "effects", "timers", "links"]) {
      compare(end(left)[key], end(right)[key], "/" + key, found, 0);
    }
    fill(this.element,
      h("p", { id: "parting" }, place > 0 ? "They part after " + count(place, "entry", "entries") + " in common." : this.begins(left, right)),
      h("p", null, h("button", { type: "button", onclick: () => this.app.select(Math.min(place, left.last)) }, "Show the place")),
      h("div", { class: "columns" }, side(this.app.label(this.app.model), left, place), side(this.app.label(other), right, place)),
      h("h2", null, "State there"),
      found.length === 0 ? h("p", { class: "none" }, "It is the same.")
        : h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Differing places" },
          h("table", { class: "diff" },
            h("thead", null, h("tr", null, ["Place", short(this.app.label(this.app.model), 40), short(this.app.label(other), 40)].map((name) => h("th", { scope: "col" }, shown(name))))),
            h("tbody", null, found.slice(0, 200).map((row) => h("tr", { class: row.kind },
              h("th", { scope: "row" }, h("bdi", null, shown(short(row.pointer, 160)))),
              h("td", null, row.before === undefined ? "—" : valueView(row.before)),
              h("td", null, row.after === undefined ? "—" : valueView(row.after))))))));
  }

  /** How two sessions differ that have nothing in common. */
  begins(left, right) {
    const name = (session) => {
      const flow = this.app.models.find((model) => model.sessions.includes(session)).flows[session.flow];
      return flow ? shown(short(flow.name, 60)) : "another flow";
    };
    return name(left) === name(right) ? "They differ from the start."
      : "They differ from the start: one is of " + name(left) + ", the other of " + name(right) + ".";
  }
}

function side(title, session, place) {
  const rows = [];
  for (let i = Math.max(0, place - 3); i <= Math.min(place + 3, session.last); i++) {
    const entry = session.entry(i);
    rows.push(h("li", { class: i === place ? "parts" : i < place ? "common" : "" },
      h("span", { class: "seq" }, entry.refused ? "·" : entry.seq), " ",
      titleOf(entry), " ", h("bdi", { class: "given" }, given(entry, session)), " ", detail(entry)));
  }
  if (place > session.last) rows.push(h("li", { class: "parts" }, "It ends here."));
  return h("section", { "aria-label": shown(short(title, 80)) }, h("h2", null, h("bdi", null, shown(short(title, 80)))), h("ol", { class: "around" }, rows));
}

/** The index of the first entry that differs; undefined if none does. */
export function part(left, right) {
  const size = Math.min(left.count, right.count);
  for (let i = 0; i < size; i++) {
    // Equal entries may have other numbers of lines, of rules or of sessions, and other times.
    if (left.texts[i] !== right.texts[i] && mark(left, i) !== mark(right, i)) return i;
  }
  return left.count === right.count ? undefined : size;
}

function mark(session, index) {
  if (session.isOpening(index)) return JSON.stringify(untimed(session.entry(index).opening.document, session));
  const { by, params, actions, set, gone, error } = JSON.parse(session.texts[index]);
  return JSON.stringify([session.seq(index), by, params, actions, untimed(set, session), gone, error && error.kind]);
}

/** Places without those of timers, which have a time of day where the clock isn't virtual. */
function untimed(places, session) {
  if (session.clock === "virtual" || !places) return places;
  const kept = {};
  for (const key in places) if (!/^\/?timers(\/|$)/.test(key)) kept[key] = places[key];
  return kept;
}
