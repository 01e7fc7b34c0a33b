import NavtreeYAML

/// Checks the form of all that a file declares, without what its names mean.
struct FormWalk {
  let sink: DiagnosticSink

  /// - Parameter dispensable: a required key that may be missing even so.
  /// - Complexity: O(size of the part with its aliases expanded).
  func check(_ node: YAMLNode, _ name: FormatObject.Name, dispensable: Key? = nil) {
    let reader = ObjectReader(node, name, sink, dispensable: dispensable)
    let object = Format.object(name)
    for key in reader.keys {
      // A value that stands for its key is the map itself.
      guard let value = reader[key], let entry = object[key.rawValue], !value.isSame(as: node) else {
        continue
      }
      walk(value, entry.form)
    }
  }

  /// Checks the content of a value of the right form. Recursion is bounded by the depth of YAML.
  private func walk(_ node: YAMLNode, _ form: Form) {
    switch form {
    case .text, .name, .screen, .boolean, .integer, .number, .duration, .delay, .times, .choice, .expression,
      .message, .value, .data, .pointer, .types, .presents, .start, .tree, .opening, .instant, .call:
      break
    case .field, .schema, .returned:
      let name: FormatObject.Name =
        switch form {
        case .field: .field
        case .returned: .returned
        default: .schema
        }
      if node.kind == .mapping { check(node, name) }
      for element in node.elements where FormChecker.check(element, .schema, as: "an item's schema", sink) {
        walk(element, .schema)
      }
    case .action:
      if node.kind == .mapping { check(node, .action) }
      for element in node.elements where FormChecker.check(element, .object(.rule), as: "a rule", sink) {
        check(element, .rule)
      }
    case .retries:
      if node.kind == .mapping { check(node, .retry) }
    case .object(let name), .short(_, let name, _, _), .flagged(let name), .word(_, let name),
      .objectOrNull(let name):
      if node.kind == .mapping { check(node, name) }
    case .map(.name(let noun), let member):
      for pair in FormChecker.members(of: node, noun, member, sink) { walk(pair.value, member) }
    case .map(_, let member):
      for pair in node.pairs where FormChecker.isMember(pair, "member", sink, anyName: true) {
        if FormChecker.check(pair.value, member, as: "'\(pair.key.text)'", sink) { walk(pair.value, member) }
      }
    case .list(let element), .oneOrMore(let element):
      if node.kind != .sequence { return walk(node, element) }
      for item in node.elements where FormChecker.fits(item, element) { walk(item, element) }
    }
  }
}
