"use strict";

/**
 * The value after a JSON Patch (RFC 6902). `value` stays as it is: what the patch doesn't touch is shared.
 *
 * Costs the size of each object and list on the way to what changes, once for the whole patch.
 */
function patched(value, patch) {
  const own = new Set();
  for (const { op, path, from, value: operand } of patch) {
    switch (op) {
      case "add":
        value = put(value, keys(path), operand, true, own);
        break;
      case "replace":
        value = put(value, keys(path), operand, false, own);
        break;
      case "remove":
        value = remove(value, keys(path), own);
        break;
      case "move": {
        const moved = get(value, keys(from));
        value = put(remove(value, keys(from), own), keys(path), moved, true, own);
        break;
      }
      case "copy": {
        const copied = get(value, keys(from));
        // The copy is shared from here on, so that neither place may be written any more.
        own.clear();
        value = put(value, keys(path), copied, true, own);
        break;
      }
      case "test":
        break;
      default:
        throw new TypeError(`a JSON Patch has no operation '${op}'`);
    }
  }
  return value;
}

function keys(pointer) {
  if (pointer === "") return [];
  return pointer.slice(1).split("/").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function get(value, path) {
  for (const key of path) {
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, key)) throw nothingAt(path);
    value = value[key];
  }
  return value;
}

function put(root, path, operand, isInserted, own) {
  if (path.length === 0) return operand;
  return changed(root, path, own, (parent, key) => {
    if (!Array.isArray(parent)) return define(parent, key, operand);
    const index = key === "-" ? parent.length : Number(key);
    if (!Number.isInteger(index) || index > parent.length) throw nothingAt(path);
    parent.splice(index, isInserted ? 0 : 1, operand);
  });
}

function remove(root, path, own) {
  if (path.length === 0) return null;
  return changed(root, path, own, (parent, key) => {
    if (!Object.hasOwn(parent, key)) throw nothingAt(path);
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
  });
}

/** The root with own copies of all that leads to the parent of `path`, which `change` may write. */
function changed(root, path, own, change) {
  const result = writable(root, own, path);
  let parent = result;
  for (const key of path.slice(0, -1)) {
    if (!Object.hasOwn(parent, key)) throw nothingAt(path);
    const child = writable(parent[key], own, path);
    if (child !== parent[key]) define(parent, key, child);
    parent = child;
  }
  change(parent, path[path.length - 1]);
  return result;
}

function writable(value, own, path) {
  if (value === null || typeof value !== "object") throw nothingAt(path);
  if (own.has(value)) return value;
  const copy = Array.isArray(value) ? value.slice() : { ...value };
  own.add(copy);
  return copy;
}

/** Sets a member, `__proto__` too. */
function define(object, key, value) {
  if (key === "__proto__") {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    object[key] = value;
  }
}

function nothingAt(path) {
  return new RangeError(`a JSON Patch leads to nothing: /${path.join("/")}`);
}

module.exports = { patched };
