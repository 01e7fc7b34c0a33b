import NavtreeJSON

/// Checks the keys of a map that has been read to its end.
///
/// It reads the document in place, while that is still being composed.
struct YAMLKeyChecker {
  let advice: YAMLAdvice
  let entries: UnsafeBufferPointer<YAMLDocument.Entry>
  let texts: UnsafeBufferPointer<String>
  private var source: SourceText { advice.source }
  /// Faults after which no more are looked for.
  let limit: Int

  /// Maps of up to this many pairs are searched for each key, which costs less than a set.
  private static let few = 8

  /// A single fault of the map's own place says that the map is no value at all.
  func faults(of map: Int) -> [Diagnostic] {
    var faults: [Diagnostic] = []
    var index = map + 1
    let first = index
    let pairs = Int(entries[map].count)
    var seen = pairs > Self.few ? Set<UTF8Key>(minimumCapacity: pairs) : []
    for pair in 0..<pairs {
      let key = key(at: index)
      if entries[key].kind != .scalar {
        if let fault = doubleBraces(of: map, around: index) { return [fault] }
        faults.append(
          Diagnostic(
            .error, .yamlKey, "a key must be a name, not a map or a list", at: location(of: index),
            hint: advice.quoting("if it is text, quote it", at: entries[index].start)))
      } else if entries[key].style == .plain, entries[key].tag == .none, texts[key] == "<<" {
        faults.append(
          Diagnostic(
            .error, .yamlMerge, "merge keys are not part of YAML 1.2", at: location(of: index),
            hint: "write the keys out, or use an alias for a whole value: key: *name"))
      } else if pairs > Self.few
        ? !seen.insert(UTF8Key(texts[key])).inserted : hasKey(texts[key], from: first, count: pair)
      {
        faults.append(
          Diagnostic(
            .error, .duplicateKey, "'\(texts[key])' is here twice", at: location(of: index),
            hint: "only one of them can hold; take one out"))
      }
      if faults.count > limit { break }
      index = next(after: index)
    }
    return faults
  }

  /// The braces of another language around an expression: `{{action.text}}`.
  private func doubleBraces(of map: Int, around key: Int) -> Diagnostic? {
    let (outer, inner) = (entries[map], entries[key])
    guard outer.style == .flow, inner.style == .flow, inner.kind == .mapping, outer.count == 1,
      outer.start.line == outer.end.line, inner.start.column == outer.start.column + 1,
      inner.end.column == outer.end.column - 1, source.shortLine(Int(outer.start.line)) != nil
    else { return nil }
    let bytes = source.bytes[source.offset(of: inner.start)..<source.offset(of: inner.end)]
    let text = LineText.trimmed(String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self))
    guard !text.isEmpty else { return nil }
    return Diagnostic(
      .error, .yamlKey, "'{{' is a map in a map in YAML, and no expression", at: location(of: map),
      hint: .write(LineText.quoted("${\(text)}"), isCertain: true))
  }

  /// The target of an alias, or the entry itself.
  private func key(at index: Int) -> Int {
    entries[index].kind == .alias ? Int(entries[index].target) : index
  }

  /// The key after a key and its value.
  private func next(after index: Int) -> Int {
    Int(entries[Int(entries[index].next)].next)
  }

  private func location(of entry: Int) -> SourceLocation {
    source.location(from: entries[entry].start, to: entries[entry].end)
  }

  private func hasKey(_ text: String, from first: Int, count: Int) -> Bool {
    var index = first
    for _ in 0..<count {
      let key = key(at: index)
      if entries[key].kind == .scalar, texts[key].hasSameBytes(as: text) { return true }
      index = next(after: index)
    }
    return false
  }
}
