import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeText
import NavtreeYAML

/// Compares literal values of a file of scenarios with what a flow declares.
struct ValueCheck {
  let sink: DiagnosticSink

  /// Checks the members of a map against a record.
  ///
  /// - Parameters:
  ///   - owner: The record in messages, such as `the output of 'fetch'`.
  ///   - isPartial: Whether members, also those of members, may be left out.
  @discardableResult
  func check(_ node: YAMLNode, _ record: RecordDefinition, of owner: String, isPartial: Bool) -> Bool {
    var isRight = true
    var isMisspelt = false
    for pair in node.pairs {
      guard let index = record.names.index(of: pair.key.text) else {
        reportUnknown(pair.key, owner, among: record.names.names)
        isRight = false
        isMisspelt = true
        continue
      }
      // What is shown of a sensitive value, whatever its type.
      if isPartial, record.fields[index].sensitive, pair.value.string == StateView.hidden.string { continue }
      if !check(pair.value, record.fields[index].schema, as: pair.key.text, isPartial) { isRight = false }
    }
    if isPartial || isMisspelt { return isRight }
    let missing = record.fields.filter { $0.initial == nil && node[$0.name] == nil }
    if !missing.isEmpty {
      let names = missing.map { "'\($0.name)'" }.joined(separator: ", ")
      sink.error(
        .missingParam, "\(owner) needs \(names)", at: ObjectReader.place(of: node), in: node,
        hint: "add \(missing.map { "\($0.name): …" }.joined(separator: ", "))")
      return false
    }
    return isRight
  }

  func reportUnknown(_ key: YAMLNode, _ owner: String, among names: [String]) {
    sink.error(
      .unknownField, "\(owner) has no '\(key.text)'", at: key,
      hint: .known(key.text, among: names))
  }

  /// Checks a value against a schema. Recursion is bounded by the depth of YAML.
  func check(_ node: YAMLNode, _ schema: Schema, as name: String, _ isPartial: Bool) -> Bool {
    if node.isBroken { return true }
    if isPartial, node.kind == .mapping, schema.types.contains(.object), let words = schema.constraints?.words
    {
      var isRight = true
      for pair in node.pairs {
        if words.propertyNames.index(of: pair.key.text) == nil, case .refused = words.additional {
          reportUnknown(pair.key, "'\(name)'", among: words.propertyNames.names)
          isRight = false
        } else if !check(
          pair.value, schema.property(pair.key.text), as: "\(name).\(pair.key.text)", true)
        {
          isRight = false
        }
      }
      return isRight
    }
    if isPartial, node.kind == .sequence, schema.types.contains(.array) {
      guard let items = schema.constraints?.words.items else { return true }
      var isRight = true
      for (index, element) in node.elements.enumerated()
      where !check(element, items, as: "\(name)[\(index)]", true) {
        isRight = false
      }
      return isRight
    }
    guard var value = ValueCompiler.data(node, sink) else { return false }
    do {
      try schema.fit(&value)
      return true
    } catch {
      let place = (try? JSONPointer(parsing: error.pointer)).map(node.member) ?? node
      sink.error(
        .misfit, "'\(name)'\(error.pointer.isEmpty ? "" : " at \(error.pointer)") \(error.message)",
        at: place,
        hint: error.hint.map(Hint.sentence))
      return false
    }
  }
}
