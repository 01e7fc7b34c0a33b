"use strict";

const newline = 10;

/** Cuts chunks of bytes into lines. A line of many chunks is joined once, when its end has come. */
class Lines {
  #parts = [];

  /** Calls `take` with each line that `chunk` completes, without its newline. */
  feed(chunk, take) {
    const last = chunk.lastIndexOf(newline);
    if (last < 0) {
      this.#parts.push(chunk);
      return;
    }
    let text;
    if (this.#parts.length > 0) {
      this.#parts.push(chunk.subarray(0, last));
      text = Buffer.concat(this.#parts).toString();
      this.#parts = [];
    } else {
      text = chunk.toString("utf8", 0, last);
    }
    if (last + 1 < chunk.length) this.#parts.push(chunk.subarray(last + 1));

    let start = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
      take(text.slice(start, end));
      start = end + 1;
    }
    take(text.slice(start));
  }
}

module.exports = { Lines };
