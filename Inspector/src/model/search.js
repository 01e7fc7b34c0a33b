// The texts that a search looks into, as one text for each block of entries.

import { titleOf } from "./session.js";

/** Entries of a block. */
const size = 500;
/** Characters of a value that are searched. */
const longest = 2000;

export class SearchTexts {
  constructor(session) {
    this.session = session;
    this.blocks = [];
  }

  /** The index after the last entry of the block that an entry is in. */
  end(index) {
    return Math.min((Math.floor(index / size) + 1) * size, this.session.count);
  }

  /** The block that begins at an index: one line for each entry. */
  block(start) {
    const { session } = this;
    const end = this.end(start);
    const known = this.blocks[start / size];
    if (known && known.end === end) return known;
    const texts = [];
    // Parsed for this alone: entries that are looked at stay parsed instead.
    for (let i = start; i < end; i++) texts.push(textOf(session, i));
    const block = { end, text: texts.join("\n") };
    return (this.blocks[start / size] = block);
  }

  /** Calls `take` with each entry from an index to the end of its block whose text has the query in it. */
  find(query, index, take) {
    const start = Math.floor(index / size) * size;
    const { text, end } = this.block(start);
    if (!text.includes(query)) return;
    let at = 0;
    for (let i = start; i < end; i++) {
      const next = i + 1 < end ? text.indexOf("\n", at) : text.length;
      if (i >= index) {
        const found = text.indexOf(query, at);
        if (found < 0) return;
        if (found + query.length <= next) take(i);
      }
      at = next + 1;
    }
  }
}

function textOf(session, index) {
  const entry = session.isOpening(index) ? session.entry(index) : JSON.parse(session.texts[index]);
  let text = titleOf(entry);
  for (const action of entry.actions || []) {
    text += " " + action.action + " " + (action.at || "") + " " + written(action.payload);
  }
  if (entry.params) text += " " + written(entry.params);
  if (entry.origin) text += " " + entry.origin;
  if (entry.error) text += " " + entry.error.kind + " " + entry.error.message;
  for (const effect of entry.effects || []) text += " " + effect.name;
  return text.toLowerCase().replaceAll("\n", " ");
}

function written(value) {
  const text = value === undefined ? "" : JSON.stringify(value);
  return text.length > longest ? text.slice(0, longest) : text;
}
