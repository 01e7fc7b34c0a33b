// A form made from a JSON Schema.

import { h, shown, short } from "./dom.js";

let last = 0;

/** `{element, value()}` for a schema; `value()` throws a sentence for a text that can't be read. */
export function form(schema, name = "") {
  const type = Array.isArray(schema.type) ? schema.type.filter((type) => type !== "null") : [schema.type];
  if (schema.enum) return choice(schema.enum, name);
  if (schema.const !== undefined) return choice([schema.const], name);
  const isClosed = schema.properties || schema.additionalProperties === false;
  if (type.length === 1 && type[0] === "object" && isClosed) return object(schema, name);
  if (type.length === 1 && type[0] === "boolean") return checkbox(schema, name);
  if (type.length === 1 && (type[0] === "integer" || type[0] === "number")) return number(schema, name, type[0]);
  if (type.length === 1 && type[0] === "string") return text(schema, name);
  return json(schema, name);
}

function labelled(name, input, note) {
  const id = "field-" + ++last;
  input.id = id;
  return h("p", { class: "field" }, h("label", { for: id }, name ? shown(short(name, 80)) : "value"), input,
    note ? h("span", { class: "note" }, shown(short(note, 200))) : null);
}

function object(schema, name) {
  const required = new Set(schema.required || []);
  const fields = Object.keys(schema.properties || {}).map((key) => {
    const field = form(schema.properties[key], key);
    if (required.has(key)) return { key, field };
    const use = h("input", { type: "checkbox", "aria-label": "give " + shown(short(key, 80)) });
    field.element.hidden = true;
    use.addEventListener("change", () => (field.element.hidden = !use.checked));
    return { key, field, use };
  });
  return {
    element: h("fieldset", { class: "object" }, name ? h("legend", null, shown(short(name, 80))) : null,
      fields.length === 0 ? h("p", { class: "none" }, "No payload.") : null,
      fields.map(({ key, field, use }) => (use
        ? h("div", { class: "optional" }, h("label", null, use, " " + shown(short(key, 80))), field.element)
        : field.element))),
    value() {
      const value = {};
      for (const { key, field, use } of fields) if (!use || use.checked) value[key] = field.value();
      return value;
    },
  };
}

function checkbox(schema, name) {
  const input = h("input", { type: "checkbox" });
  input.checked = schema.default === true;
  return { element: labelled(name, input), value: () => input.checked };
}

function number(schema, name, type) {
  const input = h("input", {
    type: "number", step: type === "integer" ? "1" : "any", min: schema.minimum, max: schema.maximum,
    value: String(schema.default ?? Math.max(0, schema.minimum ?? 0)),
  });
  return {
    element: labelled(name, input, bounds(schema)),
    value() {
      const value = Number(input.value);
      if (input.value === "" || Number.isNaN(value)) throw new Error((name || "the value") + " is no number");
      return value;
    },
  };
}

function bounds(schema) {
  const { minimum, maximum } = schema;
  if (minimum === undefined && maximum === undefined) return "";
  return minimum === undefined ? "at most " + maximum : maximum === undefined ? "at least " + minimum : minimum + " to " + maximum;
}

function text(schema, name) {
  const input = h("input", { type: "text", value: schema.default ?? "", autocomplete: "off" });
  return { element: labelled(name, input, schema.format || schema.pattern), value: () => input.value };
}

function choice(values, name) {
  const input = h("select", null, values.map((value, i) => h("option", { value: i }, shown(typeof value === "string" ? value : JSON.stringify(value)))));
  return { element: labelled(name, input), value: () => values[Number(input.value)] };
}

function json(schema, name) {
  const first = schema.type === "array" ? "[]" : schema.type === "object" ? "{}" : "null";
  const input = h("textarea", { rows: "3", spellcheck: "false" });
  input.value = schema.default === undefined ? first : JSON.stringify(schema.default);
  return {
    element: labelled(name, input, "JSON"),
    value() {
      try {
        return JSON.parse(input.value);
      } catch (error) {
        throw new Error((name || "the value") + ": " + error.message);
      }
    },
  };
}
