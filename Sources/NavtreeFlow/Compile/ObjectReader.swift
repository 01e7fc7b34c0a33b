import NavigationTree
import NavtreeJSON
import NavtreeText
package import NavtreeYAML

/// A map of the flow, checked against its table: every key is known, and every value has an allowed form.
package struct ObjectReader {
  package let node: YAMLNode
  private var values: [Entry] = []

  private struct Entry {
    let key: Key
    let name: YAMLNode.Position
    let value: YAMLNode.Position
  }

  /// Reports unknown and missing keys, and values of the wrong form, which it leaves out.
  ///
  /// - Parameters:
  ///   - dispensable: a required key that may be missing even so.
  ///   - other: a key that is read elsewhere.
  package init(
    _ node: YAMLNode, _ name: FormatObject.Name, _ sink: DiagnosticSink, dispensable: Key? = nil,
    without other: Key? = nil
  ) {
    self.node = node
    let object = Format.object(name)
    if let first = Self.bare(node, object, sink) {
      values.append(Entry(key: first, name: node.position, value: node.position))
      broken.append(first)
      return
    }
    values.reserveCapacity(node.count)
    lazy var keys = MapKeys(of: node)
    for pair in node.pairs {
      let text = pair.key.text
      // Merge keys and keys that aren't names were reported.
      if pair.key.kind != .scalar || text == "<<" { continue }
      var known = object[text]
      if known == nil {
        if text.isAuthorsKey { continue }
        // A value read under the key that was meant reports no errors of its own.
        known = Self.reportUnknown(text, pair, of: keys, object, sink).flatMap { meant in
          keys.contains(meant) ? nil : object[meant]
        }
      }
      guard let entry = known else {
        isAmiss = true
        continue
      }
      if entry.key == other || has(entry.key) { continue }
      values.append(Entry(key: entry.key, name: pair.key.position, value: pair.value.position))
      let isMeant = object[text] == nil
      if isMeant
        ? !FormChecker.fits(pair.value, entry.form)
        : !FormChecker.check(pair.value, entry.form, as: "'\(text)'", sink)
      {
        broken.append(entry.key)
        sink.note(broken: entry.key)
      }
    }
    checkAlternatives(of: object, sink)
    if object.required.allSatisfy({ has($0.key) }) { return }
    let missing = isAmiss ? [] : object.required.filter { !has($0.key) && $0.key != dispensable }
    if let first = missing.first {
      let owner = name == .flow ? "the flow" : "this \(name.noun)"
      let hint =
        "add \(first.key.rawValue): \(first.summary.prefix(1).lowercased())\(first.summary.dropFirst().dropLast())"
      let names = missing.map { "'\($0.key.rawValue)'" }.joined(separator: ", ")
      sink.error(
        .missingKey, "\(owner) has no \(names)", at: Self.place(of: node), in: node, hint: Hint(hint))
    }
  }

  /// Checks that exactly one of the keys is there that exclude each other.
  private func checkAlternatives(of object: FormatObject, _ sink: DiagnosticSink) {
    guard let first = object.alternatives.first else { return }
    let present = object.alternatives.filter(has)
    if present.count > 1 {
      sink.error(
        .conflictingKeys, "'\(present[1].rawValue)' can't stand beside '\(present[0].rawValue)'",
        at: Self.place(of: node), in: node,
        hint: object.name == .invariant ? "give it a name of its own" : "take one of them out")
    } else if present.isEmpty, !isAmiss {
      let all = object.alternatives.map(\.rawValue).joined(separator: ", ")
      sink.error(
        .missingKey, "this \(object.name.noun) has no '\(first.rawValue)'", at: Self.place(of: node),
        in: node,
        hint: Hint("add one of \(all)"))
    }
  }

  /// A map with one key at most, which a plain value stands for.
  private init(_ node: YAMLNode, only: (key: Key, isFlag: Bool)?) {
    self.node = node
    isShort = true
    guard let (key, isFlag) = only else { return }
    values = [Entry(key: key, name: node.position, value: node.position)]
    flag = isFlag ? key : nil
  }

  /// The map that a value of a form stands for; nil for a form without maps.
  init?(_ node: YAMLNode, as form: Form, _ sink: DiagnosticSink) {
    guard let name = form.objectName else { return nil }
    self =
      node.kind == .mapping ? ObjectReader(node, name, sink) : ObjectReader(node, only: form.only(of: node))
  }

  /// The map that a value stands for; a value that is no map stands for one key.
  package init(_ node: YAMLNode, _ name: FormatObject.Name, alone key: Key, _ sink: DiagnosticSink) {
    self = node.kind == .mapping ? ObjectReader(node, name, sink) : ObjectReader(node, only: (key, false))
  }

  /// Whether a plain value stands for the map.
  private(set) var isShort = false
  /// The flag for which a word stands.
  private var flag: Key?

  /// Whether an unknown key may stand for a missing one.
  package private(set) var isAmiss = false

  /// Keys whose values are of the wrong form.
  private var broken: [Key] = []

  /// The value of a key, if it is there and has the right form.
  package subscript(key: Key) -> YAMLNode? {
    guard let index = values.firstIndex(where: { $0.key == key }) else { return nil }
    return broken.isEmpty || !broken.contains(key) ? node.node(at: values[index].value) : nil
  }

  /// Whether the key is there with a value of the wrong form.
  package func isBroken(_ key: Key) -> Bool { broken.contains(key) }

  /// Whether the key is there, with a valid value or not.
  package func has(_ key: Key) -> Bool {
    values.contains { $0.key == key }
  }

  /// The node of the key itself.
  package func name(of key: Key) -> YAMLNode? {
    values.first { $0.key == key }.map { node.node(at: $0.name) }
  }

  /// The keys that are there, in the order of the file.
  package var keys: [Key] { values.map(\.key) }

  /// The author's own texts, by their keys.
  var texts: JSONObject {
    var texts = JSONObject()
    for pair in node.pairs where pair.key.text.isAuthorsKey {
      if case .string(let text)? = pair.value.json { texts[pair.key.text] = .string(text) }
    }
    return texts
  }

  package func boolean(_ key: Key) -> Bool? {
    if flag == key { return true }
    guard let value = self[key], case .boolean(let boolean) = value.scalar else { return nil }
    return boolean
  }

  package func integer(_ key: Key) -> Int? {
    guard let value = self[key], case .integer(let integer) = value.scalar else { return nil }
    return integer
  }

  func number(_ key: Key) -> Double? {
    switch self[key]?.scalar {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    case .null, .boolean, .hugeInteger, .string, nil: nil
    }
  }

  package func text(_ key: Key) -> String? {
    self[key]?.text
  }

  /// The place to report for a node: of a map its first key, since a caret under twenty lines doesn't help.
  package static func place(of node: YAMLNode) -> SourceLocation {
    for pair in node.pairs where node.style == .block { return pair.key.location }
    return node.location
  }

  /// The key that is missing above a map; reported.
  private static func bare(_ node: YAMLNode, _ object: FormatObject, _ sink: DiagnosticSink) -> Key? {
    let key: Key
    switch object.name {
    case .navigation(.setParams): key = .params
    case .navigation(.reset): key = .tree
    case .navigation(.dismiss): key = .result
    case .schema, .field, .returned: key = .properties
    default: return nil
    }
    // Nearly all maps begin with a known key.
    if let first = node.pairs.first(where: { _ in true }), object[first.key.text] != nil { return nil }
    let names = object.entries.map(\.key.rawValue)
    let keys = MapKeys(of: node)
    let isBare = node.pairs.allSatisfy { pair in
      pair.key.kind == .scalar && object[pair.key.text] == nil && !pair.key.text.isAuthorsKey
        && Spelling.suggestion(for: pair.key.text, among: names) == nil
        && (key != .properties || mayBeMember(pair, of: keys, object))
    }
    guard isBare, node.count > 0, let pair = node.pairs.first(where: { _ in true }) else { return nil }
    let hint: Hint
    if let written = Rewriting.written(node) {
      let type = key == .properties ? "type: object, " : ""
      let text = "{ \(type)\(key.rawValue): \(written) }"
      hint = Hint("write \(text)", .edit(SourceEdit(node.location, with: text)))
    } else {
      hint = "put the lines under \(key.rawValue):"
    }
    sink.error(
      .unknownKey,
      "'\(pair.key.text)' is no key of a \(object.name.noun): a map stands under '\(key.rawValue)'",
      at: pair.key, hint: hint)
    return key
  }

  /// Whether a key of a schema reads as an object's member: `{ name: string }`.
  private static func mayBeMember(_ pair: YAMLNode.Pair, of keys: MapKeys, _ object: FormatObject) -> Bool {
    ForeignKeys.meaning(of: pair.key.text, pair.value, beside: keys, in: object) == nil
      && NavigationPath.isName(pair.key.text) && (pair.value.string != nil || pair.value.kind != .scalar)
  }

  /// The known key that an unknown one was probably meant to be.
  ///
  /// - Parameters:
  ///   - value: The value of the unknown key.
  ///   - keys: The keys of the map that has it.
  static func meaning(of text: String, _ value: YAMLNode, beside keys: MapKeys, in object: FormatObject)
    -> (name: String, isAlone: Bool)?
  {
    if let name = ForeignKeys.meaning(of: text, value, beside: keys, in: object) {
      // What is said of all needs a value of its own: `dismiss: all`.
      return (name, !text.hasSuffix("All"))
    }
    let similar = object.entries.map(\.key.rawValue).filter {
      !ForeignKeys.isUnlike(text, $0) && !keys.contains($0)
    }
    return Spelling.candidate(for: text, among: similar)
  }

  /// Reports an unknown key, and returns the key that was probably meant.
  private static func reportUnknown(
    _ text: String, _ pair: YAMLNode.Pair, of keys: MapKeys, _ object: FormatObject,
    _ sink: DiagnosticSink
  ) -> String? {
    let names = object.entries.map(\.key.rawValue)
    let meant = meaning(of: text, pair.value, beside: keys, in: object)
    let noun =
      object.name == .flow
      ? "the flow" : "\(FormChecker.article(object.name.noun)) \(object.name.noun)"
    sink.error(
      .unknownKey, "'\(text)' is no key of \(noun)", at: pair.key,
      hint: meant.map { meant in
        let (meant, isCertain) = meant
        let form = object[meant]?.form
        if let form, pair.value.kind != .scalar, !FormChecker.fits(pair.value, form) {
          return Hint("'\(meant)' is meant, which is \(form.noun)")
        }
        return .meant(meant, isCertain: isCertain)
      }
        ?? ForeignKeys.advice(for: text, pair.value, of: keys.node, in: object)
        ?? "known here: \(names.joined(separator: ", "))")
    return meant?.name
  }
}
