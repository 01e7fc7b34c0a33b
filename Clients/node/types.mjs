/**
 * Writes what navtree says of itself: `methods.d.ts`, the types of all methods, notifications and errors, and in `lib`
 * the errors' classes and the names of the methods that take a session.
 *
 *     NAVTREE_BINARY=.build/debug/navtree node Clients/node/types.mjs
 */
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Navtree } from "./index.mjs";

const width = 110;
const mark = "// Written by types.mjs from `rpc.discover`.";

/** The files, by their paths here, for the description that `rpc.discover` answers. */
export function files(description) {
  return {
    "methods.d.ts": declarations(description),
    "lib/kinds.js": classes(description.components.errors),
    "lib/methods.js": methodsOfSessions(description.methods),
  };
}

function classes(errors) {
  const bases = 'const { NavtreeError, Diagnosed } = require("./navtree-error.js");';
  const lines = ['"use strict";', "", mark, "", bases, ""];
  for (const [kind, { message }] of Object.entries(errors)) {
    lines.push(`/** ${sentence(message)} */`, `class ${typeName(kind)} extends ${baseOf(kind)} {}`, "");
  }
  const names = Object.keys(errors).map((kind) => `  ${typeName(kind)},`);
  return [...lines, "module.exports = {", ...names, "};", ""].join("\n");
}

/** Errors about files have places in them. */
function baseOf(kind) {
  return ["invalidFlow", "invalidScenarios"].includes(kind) ? "Diagnosed" : "NavtreeError";
}

function sentence(text) {
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

function methodsOfSessions(methods) {
  const names = methods.filter(({ params }) => params.some(({ name }) => name === "session")).map(({ name }) => name);
  return ['"use strict";', "", mark, "", "/** The methods that take the name of a session. */",
    "const ofSession = new Set([", ...names.map((name) => `  "${name}",`), "]);", "",
    "module.exports = { ofSession };", ""].join("\n");
}

function declarations({ methods, components, "x-notifications": notifications }) {
  const lines = [mark, "", 'import type { Diagnosed, NavtreeError } from "./index.js";', ""];
  const kinds = Object.keys(components.errors);
  lines.push("/** The kinds of errors that navtree answers. */", "export type ProtocolErrorKind =");
  lines.push(...kinds.map((kind, index) => `  | "${kind}"${index === kinds.length - 1 ? ";" : ""}`), "");
  for (const [kind, { message }] of Object.entries(components.errors)) {
    lines.push(...comment(sentence(message), ""), `export class ${typeName(kind)} extends ${baseOf(kind)} {}`, "");
  }
  for (const [name, schema] of Object.entries(components.schemas)) {
    lines.push(...comment(schema.description, ""), `export type ${typeName(name)} = ${typeOf(schema, "")};`, "");
  }
  lines.push("/** All methods, with their params and results. */", "export interface Methods {");
  for (const { name, summary, params, result } of methods) {
    const members = params.map(({ name, summary, required, schema }) => ({ name, summary, required, schema }));
    lines.push(...comment(summary, "  "), `  ${key(name)}: {`);
    lines.push(`    params: ${membersOf(members, "    ")};`, `    result: ${typeOf(result.schema, "    ")};`, "  };");
  }
  lines.push("}", "", "/** All notifications, with their params. */", "export interface Notifications {");
  for (const { name, summary, schema } of notifications) {
    lines.push(...comment(summary, "  "), `  ${key(name)}: ${typeOf(schema, "  ")};`);
  }
  lines.push("}", "");
  return lines.join("\n");
}

function typeOf(schema, indent) {
  if (schema.$ref !== undefined) return typeName(schema.$ref.split("/").pop());
  if (schema.anyOf !== undefined && schema.properties === undefined) {
    const types = schema.anyOf.map((each) => typeOf(each, indent));
    return types.includes("any") ? "any" : [...new Set(types)].join(" | ");
  }
  if (schema.enum !== undefined) return schema.enum.map((each) => JSON.stringify(each)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(" | ");
  switch (schema.type) {
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    case "integer":
    case "number":
      return "number";
    case "array":
      return `Array<${schema.items === undefined ? "any" : typeOf(schema.items, indent)}>`;
    case "object":
      return objectType(schema, indent);
    default:
      return "any";
  }
}

function objectType({ properties, anyOf, required = anyOf?.[0].required ?? [], additionalProperties }, indent) {
  if (properties === undefined) {
    const values = typeof additionalProperties === "object" ? typeOf(additionalProperties, indent) : "any";
    return `Record<string, ${values}>`;
  }
  const members = Object.entries(properties).map(([name, schema]) => {
    return { name, summary: schema.description, required: required.includes(name), schema };
  });
  return membersOf(members, indent, additionalProperties === true);
}

function membersOf(members, indent, isOpen = false) {
  const inner = indent + "  ";
  const lines = members.flatMap(({ name, summary, required, schema }) => {
    return [...comment(summary, inner), `${inner}${key(name)}${required ? "" : "?"}: ${typeOf(schema, inner)};`];
  });
  if (isOpen) lines.push(`${inner}[name: string]: any;`);
  return lines.length === 0 ? "{}" : `{\n${lines.join("\n")}\n${indent}}`;
}

function comment(text, indent) {
  if (text === undefined) return [];
  const whole = `${indent}/** ${text.replaceAll("*/", "*\\/")} */`;
  if (whole.length <= width) return [whole];
  const lines = [`${indent}/**`];
  let line = `${indent} *`;
  for (const word of text.replaceAll("*/", "*\\/").split(" ")) {
    if (line.length + 1 + word.length > width) {
      lines.push(line);
      line = `${indent} *`;
    }
    line += ` ${word}`;
  }
  return [...lines, line, `${indent} */`];
}

function typeName(name) {
  return name[0].toUpperCase() + name.slice(1);
}

function key(name) {
  return /^[A-Za-z]\w*$/.test(name) ? name : JSON.stringify(name);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const app = await Navtree.open();
  const description = await app.call("rpc.discover");
  await app.close();
  for (const [path, text] of Object.entries(files(description))) {
    const url = new URL(path, import.meta.url);
    if (await readFile(url, "utf8").catch(() => "") !== text) await writeFile(url, text);
  }
}
