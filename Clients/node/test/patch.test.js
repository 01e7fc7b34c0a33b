import assert from "node:assert/strict";
import { test } from "node:test";
import { Lines } from "../lib/lines.js";
import { patched } from "../lib/patch.js";
import { random } from "./helpers.js";

const cases = {
  "a member is added": [{ a: 1 }, [{ op: "add", path: "/b", value: 2 }], { a: 1, b: 2 }],
  "an element is inserted": [[1, 3], [{ op: "add", path: "/1", value: 2 }], [1, 2, 3]],
  "an element is appended": [[1], [{ op: "add", path: "/-", value: 2 }], [1, 2]],
  "a nested value is replaced": [{ a: [{ b: 1 }] }, [{ op: "replace", path: "/a/0/b", value: 2 }], { a: [{ b: 2 }] }],
  "the whole is replaced": [{ a: 1 }, [{ op: "replace", path: "", value: null }], null],
  "a member is removed": [{ a: 1, b: 2 }, [{ op: "remove", path: "/a" }], { b: 2 }],
  "an element is removed": [[1, 2, 3], [{ op: "remove", path: "/1" }], [1, 3]],
  "a value is moved": [{ a: [1, 2], b: {} }, [{ op: "move", from: "/a/0", path: "/b/c" }], { a: [2], b: { c: 1 } }],
  "a copy is apart": [
    { a: { b: 1 } },
    [{ op: "copy", from: "/a", path: "/c" }, { op: "replace", path: "/c/b", value: 2 }],
    { a: { b: 1 }, c: { b: 2 } },
  ],
  "a pointer is escaped": [{ "a/b": 1, "~": 2 }, [{ op: "remove", path: "/a~1b" }, { op: "remove", path: "/~0" }], {}],
  "a pointer is unescaped once": [{ "~1": 1, "/": 2 }, [{ op: "remove", path: "/~01" }], { "/": 2 }],
  "a member may be called __proto__": [
    JSON.parse('{"__proto__":{"a":1}}'),
    [{ op: "replace", path: "/__proto__/a", value: 2 }],
    JSON.parse('{"__proto__":{"a":2}}'),
  ],
};

for (const [name, [before, patch, after]] of Object.entries(cases)) {
  test(name, () => {
    const text = JSON.stringify(before);
    assert.equal(JSON.stringify(patched(before, patch)), JSON.stringify(after));
    assert.equal(JSON.stringify(before), text);
  });
}

test("what a patch doesn't touch is shared", () => {
  const before = { a: { b: 1 }, c: [{}] };
  const after = patched(before, [{ op: "replace", path: "/a/b", value: 2 }]);
  assert.equal(after.c, before.c);
});

test("a patch that leads to nothing fails", () => {
  for (const path of ["/b/c", "/a/b", "/__proto__/x", "/constructor/x"]) {
    assert.throws(() => patched({ a: 1 }, [{ op: "add", path, value: 1 }]), RangeError, path);
  }
  assert.throws(() => patched([1], [{ op: "add", path: "/3", value: 1 }]), RangeError);
  assert.throws(() => patched({}, [{ op: "remove", path: "/a" }]), RangeError);
});

test("how bytes are cut into chunks never matters", () => {
  const text = ["", "{}", "é😀\u2028", "x".repeat(300), "", "last"].map((line) => `${line}\n`).join("");
  const bytes = Buffer.from(text);
  const below = random(3);
  for (let round = 0; round < 200; round += 1) {
    const lines = new Lines();
    const found = [];
    for (let start = 0; start < bytes.length; ) {
      const end = start + 1 + below([2, 10, 400][round % 3]);
      lines.feed(bytes.subarray(start, end), (line) => found.push(line));
      start = end;
    }
    assert.equal(found.map((line) => `${line}\n`).join(""), text);
  }
});
