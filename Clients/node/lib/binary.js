"use strict";

const { accessSync, constants, statSync } = require("node:fs");
const { delimiter, join, resolve } = require("node:path");
const { BinaryNotFound } = require("./errors.js");

const inPackage = join(__dirname, "../bin/navtree");
const platform = `@navtree/${process.platform}-${process.arch}`;

/**
 * The path of navtree: `named`, where one is; else that of this package or of its platform's, else what NAVTREE_BINARY
 * names, else in a folder of PATH.
 */
function findBinary(env, named = undefined, cwd = "") {
  if (named !== undefined) {
    // A bare name is looked for in PATH.
    const isBare = !named.includes("/") && !named.includes("\\");
    const found = isBare ? inPath(env, named) : [resolve(cwd, named)].find(isProgram);
    if (found !== undefined) return found;
    throw notFound(`the option 'binary' is ${named}, which is no program`);
  }
  const installed = [inPackage, ofPlatform()].find(isProgram);
  if (installed !== undefined) return installed;
  const variable = env.NAVTREE_BINARY;
  if (variable) {
    if (isProgram(variable)) return variable;
    throw notFound(`${missing()}, and NAVTREE_BINARY is ${variable}, which is no program`);
  }
  const found = inPath(env, "navtree");
  if (found !== undefined) return found;
  throw notFound(`${missing()}, NAVTREE_BINARY is not set, and no folder of PATH has it`);
}

/** The binary of the package for this platform, which npm installs beside this one. */
function ofPlatform() {
  try {
    return require.resolve(`${platform}/bin/navtree`);
  } catch {
    return undefined;
  }
}

function inPath(env, name) {
  return (env.PATH ?? "").split(delimiter).map((folder) => join(folder === "" ? "." : folder, name)).find(isProgram);
}

function missing() {
  return `the package has no ${inPackage}, ${platform} isn't installed`;
}

function notFound(reason) {
  const hint = "install a package that holds it, set NAVTREE_BINARY to its path, or put it in the PATH";
  return new BinaryNotFound("binaryNotFound", `navtree was not found: ${reason} (${hint})`, {}, hint);
}

function isProgram(path) {
  if (path === undefined) return false;
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

module.exports = { findBinary };
