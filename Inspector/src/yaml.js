// Values as YAML that reads back as the same.

const plain = /^[A-Za-z_/][A-Za-z0-9_./-]*$/;
const words = new Set(["null", "true", "false", "yes", "no", "on", "off", "y", "n"]);

export const yaml = {
  scalar(value) {
    if (typeof value !== "string") return JSON.stringify(value);
    if (plain.test(value) && !words.has(value.toLowerCase())) return value;
    // A double-quoted scalar of YAML takes the escapes of JSON.
    return JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, (character) =>
      "\\u" + character.charCodeAt(0).toString(16).padStart(4, "0"));
  },

  flow(value) {
    if (Array.isArray(value)) return value.length === 0 ? "[]" : "[" + value.map(yaml.flow).join(", ") + "]";
    if (value !== null && typeof value === "object") {
      const members = Object.keys(value).filter((key) => value[key] !== undefined)
        .map((key) => yaml.scalar(key) + ": " + yaml.flow(value[key]));
      return members.length === 0 ? "{}" : "{ " + members.join(", ") + " }";
    }
    return yaml.scalar(value);
  },

  /** A map as an element of a list. */
  item(map, indent) {
    const space = " ".repeat(indent);
    const keys = Object.keys(map).filter((key) => map[key] !== undefined);
    return keys.map((key, i) => space + (i === 0 ? "- " : "  ") + key + ": " + yaml.flow(map[key]) + "\n").join("");
  },
};
