export { Navtree } from "./lib/navtree.js";
export { DismissRefused, EffectFailed, NavtreeError, NotHandled, ProcessDied, Rejected } from "./lib/errors.js";
