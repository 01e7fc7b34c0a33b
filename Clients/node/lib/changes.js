"use strict";

const { patched } = require("./patch.js");

/** The most operations, transitions or events that wait for a slow consumer. */
const most = 1000;

/** The value that an answer brings; null where there is none at the place that is followed. */
const present = (answer) => answer.value ?? null;

// Each form of subscriptions: `begin` gives the first value from the answer; `step` the change that a
// notification brings, with the value after it; `merge` what two changes have in common beside the value of the
// second; and `resume` the change that leads to the value of a new subscription to the same, after a restart.

const patch = {
  begin: present,
  step: (value, { patch }) => ({ value: patched(value, patch), patch }),
  merge(first, second) {
    const patch = [...first.patch, ...second.patch];
    return { patch: patch.length <= most ? patch : whole(second.value) };
  },
  resume: (_, value) => ({ value, patch: whole(value) }),
};

const value = {
  begin: present,
  step: (_, { value }) => ({ value }),
  merge: () => ({}),
  resume: (_, value) => ({ value }),
};

const list = {
  begin: present,
  step: (value, { list }) => ({ value: listAfter(value, list), list }),
  // The changes of a list can't follow each other in one: two of them are the whole list.
  merge: (_, second) => ({ list: { initial: second.value } }),
  resume: (_, value) => ({ value, list: { initial: value } }),
};

/** Which of the screens that a change touches were there before it; for `merge` alone. */
const before = Symbol("before");

/** The value is a map of the rows by id, written in place: a change costs the same with any number of screens. */
const transitions = {
  begin: (answer) => new Map(answer.value.map((row) => [row.id, row])),
  step(rows, { transitions }) {
    const known = new Map();
    for (const each of transitions) follow(rows, each, known);
    return { value: rows, transitions, [before]: known };
  },
  merge(first, second) {
    const transitions = [...first.transitions, ...second.transitions];
    const known = new Map([...first[before], ...second[before], ...first[before]]);
    const isShort = transitions.length <= most;
    return { transitions: isShort ? transitions : [sum(known, second.value)], [before]: known };
  },
  resume(rows, present) {
    const known = new Map([...present.keys()].map((id) => [id, rows.has(id)]));
    for (const id of rows.keys()) known.set(id, true);
    return { value: present, transitions: [sum(known, present)], [before]: known };
  },
};

/** Actions and lifecycle events, none of which stands for another: the last of them are kept. */
const events = {
  begin: () => undefined,
  step: (_, params) => ({ events: [params], missed: params.missed ?? 0 }),
  merge(first, second) {
    const events = [...first.events, ...second.events];
    const cut = Math.max(0, events.length - most);
    return { events: events.slice(cut), missed: first.missed + second.missed + cut };
  },
  resume: () => undefined,
};

/** The form of a subscription with these params. */
function formOf(params) {
  if (params.lifecycle === true) return events;
  return { value, list, transitions, actions: events }[params.form] ?? patch;
}

function whole(value) {
  return [{ op: "replace", path: "", value }];
}

/** A list after `{removed, moved, added, changed}` or `{initial}`. */
function listAfter(former, { initial, removed = [], moved = [], added = [], changed = [] }) {
  if (initial !== undefined) return initial;
  const list = [...former];
  for (const index of removed) list.splice(index, 1);
  for (const [from, to] of moved) list.splice(to, 0, ...list.splice(from, 1));
  for (const [index, value] of added) list.splice(index, 0, value);
  for (const [index, value] of changed) list[index] = value;
  return list;
}

function follow(rows, { op, from, slot, created, removed }, known) {
  const chosen = op === "select" ? "selected" : op === "focus" ? "focus" : undefined;
  const touched = [...removed, ...created, ...(chosen === undefined ? [] : [{ id: from }])];
  for (const { id } of touched) {
    if (!known.has(id)) known.set(id, rows.has(id));
  }
  for (const { id } of removed) rows.delete(id);
  for (const row of created) rows.set(row.id, row);
  if (chosen !== undefined && rows.has(from)) rows.set(from, { ...rows.get(from), [chosen]: slot });
}

/** One transition in place of several; `before` says which of the touched screens the consumer knows. */
function sum(before, rows) {
  const removed = [];
  const created = new Map();
  for (const [id, isKnown] of before) {
    if (rows.has(id)) created.set(id, rows.get(id));
    else if (isKnown) removed.push({ id });
  }
  return { op: "travel", created: parentsFirst(created), removed };
}

function parentsFirst(rows) {
  const ordered = new Set();
  for (const each of rows.values()) {
    const chain = [];
    for (let row = each; row !== undefined && !ordered.has(row); row = rows.get(row.parent)) chain.push(row);
    for (const row of chain.reverse()) ordered.add(row);
  }
  return [...ordered];
}

module.exports = { formOf };
