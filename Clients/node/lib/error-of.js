"use strict";

const kinds = require("./kinds.js");
const { NavtreeError } = require("./navtree-error.js");

/** The error that an answer carries. */
function errorOf({ message, data }) {
  const kind = data?.kind ?? "internal";
  const name = kind[0].toUpperCase() + kind.slice(1);
  const type = Object.hasOwn(kinds, name) ? kinds[name] : NavtreeError;
  return new type(kind, sentence(data?.message ?? message, data), data, data?.hint);
}

/** navtree's sentence, followed by the diagnostics of a flow and the hint. */
function sentence(message, data) {
  let text = message;
  if (Array.isArray(data?.diagnostics)) {
    for (const each of data.diagnostics) {
      text += `\n${each.file}:${each.line}:${each.column}: ${each.severity}: ${each.message} [${each.code}]`;
      if (each.hint !== undefined) text += `\n  hint: ${each.hint}`;
    }
  }
  return data?.hint === undefined ? text : `${text} (${data.hint})`;
}

module.exports = { errorOf };
