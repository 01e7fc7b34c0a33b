"use strict";

/** The hint of a message: the name that `name` may have been meant for; empty where none is like it. */
function didYouMean(name, names) {
  const most = Math.min(2, Math.floor(name.length / 3));
  const near = [...names].map((each) => [distance(name, each), each]).filter(([count]) => count <= most);
  const [best] = near.sort(([a], [b]) => a - b);
  return best === undefined ? undefined : `did you mean '${best[1]}'?`;
}

/** How many characters must be added, taken away, changed, or swapped with the next one. */
function distance(a, b) {
  let [former, last] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= a.length; row += 1) {
    const present = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      let least = Math.min(last[column] + 1, present[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1));
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwapped) least = Math.min(least, former[column - 2] + 1);
      present.push(least);
    }
    [former, last] = [last, present];
  }
  return last[b.length];
}

module.exports = { didYouMean };
