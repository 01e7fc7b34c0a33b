import NavtreeJSON
import NavtreeJSONReading

/// A value, a patch or another value, and a pointer, a line each.
///
/// The difference of two values leads from one to the other, a pointer is written as it was read, and what was added is
/// found and can be taken out again.
enum PatchTarget {
  static func run(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
    guard lines.count == 3, let old = value(lines[0]), let new = value(lines[1]) else { return }
    if let patch = try? JSONPatch(new) {
      guard let again = try? JSONPatch(patch.value), again == patch else {
        fatalError("\(patch.value) reads otherwise")
      }
      if let patched = try? old.applying(patch, maximumDepth: 64) { compare(old, patched) }
    }
    compare(old, new)
    compare(new, old)
    point(into: old, String(decoding: lines[2], as: UTF8.self), new)
  }

  private static func value(_ bytes: ArraySlice<UInt8>) -> JSONValue? {
    try? JSONValue(parsing: bytes, maximumDepth: 64)
  }

  private static func compare(_ old: JSONValue, _ new: JSONValue) {
    for key in [nil, "id"] {
      let patch = JSONPatch(from: old, to: new, key: key)
      guard let patched = try? old.applying(patch), patched == new else {
        fatalError("\(patch.value) doesn't lead from \(old) to \(new)")
      }
    }
    if let old = old.array, let new = new.array { _ = JSONListChanges(from: old, to: new, key: "id") }
  }

  private static func point(into value: JSONValue, _ text: String, _ new: JSONValue) {
    guard let pointer = try? JSONPointer(parsing: text) else { return }
    if pointer.description != text { fatalError("\(text) is written as \(pointer)") }
    if pointer.tokens.last == "-" { return }
    var changed = value
    let old: JSONValue?
    do { old = try changed.add(new, at: pointer) } catch { return }
    guard changed[pointer] == new else { fatalError("\(pointer) isn't what was added") }
    if let old {
      _ = try? changed.replace(at: pointer, with: old)
    } else if !pointer.isEmpty {
      _ = try? changed.remove(at: pointer)
    }
    guard changed == value else {
      fatalError("\(value) has become \(changed) by \(pointer)")
    }
  }
}
