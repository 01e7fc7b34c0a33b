// An entry in words, as lists and headings show it.

import { h, shown, short, ending, line } from "./dom.js";
import { titleOf } from "./model/session.js";

/** The title of an entry. */
export function title(entry) {
  return h("bdi", { class: "title" }, shown(short(titleOf(entry), 120)));
}

/** The mark of an entry's kind. */
export function mark(entry) {
  return h("span", { class: "mark", role: "img", title: entry.kind, "aria-label": entry.kind });
}

/** What came with an entry's request, in a few words. */
export function given(entry, session) {
  if (entry.opening) return "";
  const { by, params } = entry;
  if (entry.answered !== undefined) {
    const effect = session.effects.get(entry.answered);
    return (effect ? shown(short(effect.name, 60)) : "effect") + " " + entry.answered;
  }
  if (params && params.url !== undefined) return shown(short(String(params.url), 120));
  if (by === "clock.advance" && params) return "by " + shown(line(params.by, 40).replace(/"/g, ""));
  const first = entry.actions && entry.actions[0];
  if (by === undefined) {
    const { type, ...payload } = (params && params.action) || (first && first.payload) || {};
    return brief(payload);
  }
  const { at, ...rest } = params || {};
  return by === "step" ? "" : brief(rest);
}

function brief(value) {
  return Object.keys(value).length === 0 ? "" : shown(line(value, 60));
}

/** Where an entry acted, or the kind of its error. */
export function detail(entry) {
  const first = entry.actions && entry.actions[0];
  const isRefused = entry.refused && entry.error;
  const address = (first && first.at) || "";
  return h("bdi", { class: "detail", title: isRefused || address.length < 44 ? null : shown(short(address, 1000)) },
    shown(isRefused ? short(entry.error.kind, 120) : ending(address)));
}
