// Elements. Data becomes text nodes and attributes: nothing is parsed as HTML.

const svg = "http://www.w3.org/2000/svg";

/** Makes an element; `props` are attributes, `on…` listeners, and `text`. */
export function h(name, props, ...children) {
  const element = name.startsWith("svg:")
    ? document.createElementNS(svg, name.slice(4))
    : document.createElement(name);
  for (const key in props || {}) {
    const value = props[key];
    if (value === undefined || value === null || value === false) continue;
    if (key === "text") element.textContent = shown(value);
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children) {
    if (child === undefined || child === null || child === false) continue;
    if (Array.isArray(child)) append(element, child);
    else element.append(child instanceof Node ? child : shown(String(child)));
  }
}

/** Replaces everything in an element. */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A text whose control characters and marks of direction are visible. */
export function shown(text) {
  return text.replace(hidden, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    if (code === 0x7f) return "\u2421";
    return "\u27e8U+" + code.toString(16).toUpperCase().padStart(4, "0") + "\u27e9";
  });
}

/** The beginning of a text, with the number of its characters if it is longer. */
export function short(text, length = 80) {
  if (text.length <= length) return text;
  return text.slice(0, length) + "… (" + count(text.length, "character") + ")";
}

/** The end of an address, which tells more than its beginning. */
export function ending(address, length = 44) {
  if (address.length <= length) return address;
  const start = address.length - length;
  const slash = address.indexOf("/", start);
  return "…" + address.slice(slash < 0 ? start : slash);
}

export function count(number, noun, plural = noun + "s") {
  return number.toLocaleString("en") + " " + (number === 1 ? noun : plural);
}

/** A value on one line. */
export function line(value, length = 80) {
  if (value === undefined) return "";
  return typeof value === "string" ? JSON.stringify(short(value, length)) : brief(value, length);
}

/** JSON of about a length: the rest isn't made. */
function brief(value, length) {
  let text = "";
  const walk = (value) => {
    if (text.length > length) return;
    if (Array.isArray(value)) {
      text += "[";
      for (let i = 0; i < value.length && text.length <= length; i++) {
        if (i > 0) text += ", ";
        walk(value[i]);
      }
      text += "]";
    } else if (value !== null && typeof value === "object") {
      text += "{";
      let first = true;
      for (const key in value) {
        if (text.length > length) break;
        text += (first ? "" : ", ") + short(key, length) + ": ";
        first = false;
        walk(value[key]);
      }
      text += "}";
    } else {
      text += typeof value === "string" ? JSON.stringify(value.slice(0, length + 1)) : String(value);
    }
  };
  walk(value);
  return text.length > length ? text.slice(0, length) + "…" : text;
}
