import { fileURLToPath } from "node:url";

const flags = [
  ["clock", "--clock"], ["durability", "--durability"], ["onLoss", "--on-loss"], ["logLevel", "--log-level"],
  ["record", "--record"],
];

const known = new Set([
  "store", "restart", "session", "link", "shared", "limits", "root", "binary", "cwd", "env", "stderr", "signal",
  "onError", "on", "client", ...flags.map(([name]) => name),
]);

/** The command line of `navtree serve` with these options. */
export function argumentsOf(options) {
  for (const name of Object.keys(options)) {
    if (known.has(name)) continue;
    throw new TypeError(`navtree has no option '${name}': there are ${[...known].sort().join(", ")}`);
  }
  const stores = options.store === undefined ? [] : [options.store].flat();
  if (options.restart && stores.length === 0) {
    throw new TypeError("restart needs a store: without one, the session would begin anew");
  }
  // The flows are loaded by their paths, which may lead anywhere.
  const args = ["serve", "--root", options.root ?? "/"];
  for (const store of stores) args.push("--store", store);
  for (const [name, flag] of flags) {
    if (options[name] !== undefined) args.push(flag, String(options[name]));
  }
  for (const [name, value] of Object.entries(options.limits ?? {})) args.push("--limit", `${name}=${value}`);
  return args;
}

/** The params of `flow.load` for each flow: a path, a file's URL, or `{path}` or `{yaml, name, files}`. */
export function flowsOf(flow) {
  if (flow === undefined || flow === null) return [];
  return [flow].flat().map((each) => {
    if (typeof each === "string") return { path: each };
    if (each instanceof URL) return { path: fileURLToPath(each) };
    if (each !== null && typeof each === "object" && ("path" in each || "yaml" in each)) return each;
    throw new TypeError("a flow is a path, a file's URL, {path} or {yaml, name}");
  });
}
