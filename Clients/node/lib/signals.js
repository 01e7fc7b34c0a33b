"use strict";

// A signal is often shared by many requests, and Node warns of more than ten listeners: each has one here.
const watched = new WeakMap();

/** Calls `action` once when `signal` is aborted; answers a function that stops waiting for it. */
function onAbort(signal, action) {
  let entry = watched.get(signal);
  if (entry === undefined) {
    const actions = new Set();
    const listener = () => {
      watched.delete(signal);
      for (const each of actions) each();
    };
    entry = { actions, listener };
    watched.set(signal, entry);
    signal.addEventListener("abort", listener, { once: true });
  }
  const { actions, listener } = entry;
  const own = () => action();
  actions.add(own);
  return () => {
    if (!actions.delete(own) || actions.size > 0 || watched.get(signal) !== entry) return;
    watched.delete(signal);
    signal.removeEventListener("abort", listener);
  };
}

module.exports = { onAbort };
