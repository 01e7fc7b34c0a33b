// The same classes as those of `require`, so that `instanceof` holds for both.
export * from "./index.js";
