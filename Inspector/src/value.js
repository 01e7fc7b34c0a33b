// A JSON value that opens level by level.

import { h, fill, shown, line, short } from "./dom.js";

const longestText = 2000;
const most = 100;

/** A value; `name` stands before it. */
export function valueView(value, { open = false, name } = {}) {
  const key = name === undefined ? null : [h("bdi", { class: "key" }, shown(short(String(name), 200))), ": "];
  if (value === null || typeof value !== "object") return key ? h("span", null, key, scalar(value)) : scalar(value);
  const isList = Array.isArray(value);
  const keys = isList ? null : Object.keys(value);
  const size = isList ? value.length : keys.length;
  if (size === 0) return h("span", { class: "empty" }, key, isList ? "[]" : "{}");
  const body = h("div", { class: "members" });
  const details = h("details", { class: "value" },
    h("summary", null, key, h("span", { class: "size" }, isList ? "[" + size + "]" : "{" + size + "}"), " ",
      h("bdi", { class: "brief" }, shown(line(value, 80)))), body);
  const draw = (end) => {
    const rows = [];
    for (let i = 0; i < Math.min(end, size); i++) {
      const place = isList ? i : keys[i];
      rows.push(h("div", { class: "member" }, valueView(value[place], { name: place })));
    }
    fill(body, rows, end < size
      ? h("button", { type: "button", class: "plain", onclick: () => draw(end + 1000) },
        (size - end).toLocaleString("en") + " more")
      : null);
  };
  details.addEventListener("toggle", () => {
    if (details.open && body.childElementCount === 0) draw(most);
  });
  if (open) {
    details.open = true;
    draw(most);
  }
  return details;
}

function scalar(value) {
  if (typeof value !== "string") return h("span", { class: "scalar" }, String(value));
  if (value === "***") return h("span", { class: "scalar hidden", title: "sensitive" }, "***");
  const text = h("bdi", { class: "scalar text" });
  const quoted = (end) => shown(JSON.stringify(end < value.length ? value.slice(0, end) : value));
  text.textContent = quoted(longestText);
  if (value.length <= longestText) return text;
  let end = longestText;
  const more = h("button", {
    type: "button", class: "plain",
    onclick: () => {
      end += 100000;
      text.textContent = quoted(end);
      if (end >= value.length) more.remove();
    },
  }, "… " + value.length.toLocaleString("en") + " characters: more");
  return h("span", null, text, " ", more);
}
