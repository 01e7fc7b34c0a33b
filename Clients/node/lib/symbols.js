"use strict";

// Node 18 before 18.18 and its predecessors lack it; `await using` of compilers looks for it here.
if (Symbol.asyncDispose === undefined) {
  Object.defineProperty(Symbol, "asyncDispose", { value: Symbol("Symbol.asyncDispose") });
}
