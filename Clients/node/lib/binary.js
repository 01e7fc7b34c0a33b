import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { NavtreeError } from "./errors.js";

const inPackage = fileURLToPath(new URL("../bin/navtree", import.meta.url));

/** The path of navtree: in this package, else what NAVTREE_BINARY names, else in a folder of PATH. */
export function findBinary(env) {
  if (isProgram(inPackage)) return inPackage;
  const named = env.NAVTREE_BINARY;
  if (named) {
    if (isProgram(named)) return named;
    throw notFound(`NAVTREE_BINARY is ${named}, which is no program`);
  }
  for (const folder of (env.PATH ?? "").split(delimiter)) {
    const path = join(folder === "" ? "." : folder, "navtree");
    if (isProgram(path)) return path;
  }
  throw notFound("NAVTREE_BINARY is not set, and no folder of PATH has it");
}

function notFound(reason) {
  const hint = "install a package that holds it, set NAVTREE_BINARY to its path, or put it in the PATH";
  const message = `navtree was not found: the package has no ${inPackage}, ${reason} (${hint})`;
  return new NavtreeError("binaryNotFound", message, {}, hint);
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
