// What a change made of a state.

import { at, tokens } from "./pointer.js";

const most = 400;

/** The differences of an entry: `{pointer, kind, before, after, from}`, kinds added, removed, changed and moved. */
export function differences(before, after, entry) {
  const found = [];
  const places = [...Object.keys(entry.set || {}), ...(entry.gone || [])];
  const seen = new Set();
  for (const pointer of places) {
    // A place inside another one is told with it.
    if (isInside(pointer, seen)) continue;
    seen.add(pointer);
    const path = tokens(pointer);
    compare(at(before, path), at(after, path), pointer, found, 0);
    if (found.length > most) break;
  }
  return found;
}

/** Whether a place is one of some, or inside one. */
function isInside(pointer, places) {
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf("/", end - 1)) {
    if (places.has(pointer.slice(0, end))) return true;
  }
  return places.has("");
}

export function compare(before, after, pointer, found, depth) {
  if (before === after || found.length > most) return;
  if (before === undefined) return void found.push({ pointer, kind: "added", after });
  if (after === undefined) return void found.push({ pointer, kind: "removed", before });
  const isObject = (value) => value !== null && typeof value === "object";
  if (!isObject(before) || !isObject(after) || Array.isArray(before) !== Array.isArray(after) || depth > 20) {
    if (JSON.stringify(before) !== JSON.stringify(after)) found.push({ pointer, kind: "changed", before, after });
    return;
  }
  if (Array.isArray(before)) return compareLists(before, after, pointer, found, depth);
  const isPlace = (value) => value.screen !== undefined && value.slot !== undefined;
  if (isPlace(before) && isPlace(after) && (before.parent !== after.parent || before.slot !== after.slot)) {
    found.push({
      pointer, kind: "moved", from: place(before), to: place(after), before: place(before), after: place(after),
    });
    before = { ...before, parent: after.parent, slot: after.slot };
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    compare(before[key], after[key], pointer + "/" + escape(key), found, depth + 1);
  }
}

function compareLists(before, after, pointer, found, depth) {
  if (before.length > 2000 || after.length > 2000) {
    found.push({ pointer, kind: "changed", before, after });
    return;
  }
  const texts = (list) => list.map((value) => JSON.stringify(value));
  const [old, fresh] = [texts(before), texts(after)];
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start++;
  let tail = 0;
  while (tail < old.length - start && tail < fresh.length - start &&
    old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]) tail++;
  const places = new Map();
  for (let i = start; i < old.length - tail; i++) {
    if (!places.has(old[i])) places.set(old[i], []);
    places.get(old[i]).push(i);
  }
  const unmatched = [];
  const moved = [];
  for (let i = start; i < fresh.length - tail; i++) {
    const from = places.get(fresh[i]);
    if (from && from.length > 0) moved.push([from.shift(), i]);
    else unmatched.push(i);
  }
  const left = [...places.values()].flat().sort((a, b) => a - b);
  if (before.length === after.length && moved.length === 0) {
    for (const i of unmatched) compare(before[i], after[i], pointer + "/" + i, found, depth + 1);
    return;
  }
  for (const i of left) found.push({ pointer: pointer + "/" + i, kind: "removed", before: before[i] });
  for (const i of unmatched) found.push({ pointer: pointer + "/" + i, kind: "added", after: after[i] });
  // Elements that only make room for others have moved by themselves.
  let last = -1;
  for (const [from, to] of moved) {
    if (from > last) {
      last = from;
      continue;
    }
    found.push({
      pointer: pointer + "/" + to, kind: "moved", from: pointer + "/" + from, before: after[to], after: after[to],
    });
  }
}

function place(row) {
  return row.parent === null ? "root" : "#" + row.parent + "/" + row.slot;
}

function escape(key) {
  return key.replace(/~/g, "~0").replace(/\//g, "~1");
}
