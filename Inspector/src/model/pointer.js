// JSON Pointers (RFC 6901) into documents that share their unchanged parts.

export function tokens(pointer) {
  if (pointer === "") return [];
  const tokens = pointer.slice(1).split("/");
  return pointer.includes("~") ? tokens.map((token) => token.replace(/~1/g, "/").replace(/~0/g, "~")) : tokens;
}

export function at(value, path) {
  for (const token of path) {
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, token)) return undefined;
    value = value[token];
  }
  return value;
}

/** A document in which only what `owned` has is written in place; the rest is copied first. */
export class Draft {
  constructor(document) {
    this.owned = new Set();
    this.document = this.own(document);
  }

  own(value) {
    if (this.owned.has(value)) return value;
    const copy = Array.isArray(value) ? value.slice() : Object.assign(Object.create(null), value);
    this.owned.add(copy);
    return copy;
  }

  holder(path) {
    let value = this.document;
    for (let i = 0; i < path.length - 1; i++) {
      const token = path[i];
      const inner = value[token];
      const next = this.own(inner !== null && typeof inner === "object" ? inner : {});
      value[token] = next;
      value = next;
    }
    return value;
  }

  set(pointer, value) {
    const path = tokens(pointer);
    if (path.length > 0) this.holder(path)[path[path.length - 1]] = value;
  }

  remove(pointer) {
    const path = tokens(pointer);
    if (at(this.document, path) === undefined) return;
    const holder = this.holder(path);
    const token = path[path.length - 1];
    if (Array.isArray(holder)) holder.splice(Number(token), 1);
    else delete holder[token];
  }

  apply(change) {
    for (const pointer in change.set) this.set(pointer, change.set[pointer]);
    if (change.gone) for (const pointer of change.gone) this.remove(pointer);
  }
}
