import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import NavtreeYAML

/// Reads the state before the first step.
struct GivenReader {
  let context: ReadingContext
  let steps: StepReader

  private var sink: DiagnosticSink { context.sink }

  func given(_ node: YAMLNode) -> Scenario.Given {
    let reader = ObjectReader(node, .given, sink)
    var given = Scenario.Given()
    given.location = reader.keys.first.flatMap { reader.name(of: $0) }?.location ?? node.location
    refuse([.link, .tree, .snapshot], together: reader, hint: "take one out")
    refuse([.snapshot, .shared], together: reader, hint: "a snapshot has its own shared state: take one out")
    if let link = reader[.link] {
      LinkCheck(context: context).check(link)
      given.link = link.text
    }
    if let tree = reader[.tree] {
      if context.flow != nil { ScreenCheck(context: context).checkTree(tree) }
      given.tree = ValueCompiler.data(tree, sink).map { Expected(Self.tree($0), of: tree) }
    }
    if let snapshot = reader[.snapshot] { given.snapshot = self.snapshot(snapshot) }
    if let shared = reader[.shared] {
      if let flow = context.flow {
        ValueCheck(sink: sink).check(shared, flow.shared, of: "the shared state", isPartial: false)
      }
      if case .object(let members)? = ValueCompiler.data(shared, sink) { given.shared = members }
    }
    if let part = reader[.part] {
      let names = part.oneOrMore
      given.part = names.compactMap { name in
        steps.part(name).map { Step(location: name.location, verb: .part(name: name.text, steps: $0)) }
      }
    }
    return given
  }

  /// A tree without the keys that belong to the author.
  ///
  /// Recursion is bounded by the depth of the value.
  private static func tree(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): return .array(elements.map(tree))
    case .object(let members) where members["screen"]?.string != nil:
      var members = members.filter { !$0.key.isAuthorsKey }
      if let slots = members["slots"]?.object { members["slots"] = .object(slots.mapValues(tree)) }
      return .object(members)
    default: return value
    }
  }

  /// Reports keys of which there may be one.
  private func refuse(_ keys: Set<Key>, together reader: ObjectReader, hint: Hint) {
    let found = reader.keys.filter(keys.contains)
    guard found.count > 1, let other = reader.name(of: found[1]) else { return }
    sink.error(
      .conflictingKeys, "the start is one of '\(found[0].rawValue)' and '\(found[1].rawValue)'", at: other,
      hint: hint)
  }

  private func snapshot(_ node: YAMLNode) -> JSONValue? {
    guard node.kind == .scalar else {
      guard let value = ValueCompiler.data(node, sink) else { return nil }
      return checked(value, node)
    }
    guard let text = node.string else {
      sink.error(
        .wrongType, "'snapshot' must be a path or a snapshot, not \(FormChecker.describe(node))", at: node)
      return nil
    }
    let path = context.references.path(of: text)
    switch context.references.snapshot(path) {
    case .failure(let fault):
      sink.error(
        .unknownSnapshot, "\(path): \(fault.message)", at: node,
        hint: fault.hint.map { Hint($0) } ?? "the path is relative to this file")
      return nil
    case .success(let bytes):
      do {
        return checked(try JSONValue(parsing: bytes), node)
      } catch {
        sink.error(
          .unknownSnapshot, "\(path) isn't JSON: \(error)", at: node,
          hint: "write the result of snapshot.save there")
        return nil
      }
    }
  }

  /// A snapshot of the flow; nil, and reported, if the value isn't one.
  private func checked(_ value: JSONValue, _ node: YAMLNode) -> JSONValue? {
    do {
      let stored = try StoredSession(value)
      if let flow = context.flow, stored.flow != flow.name {
        sink.error(
          .misfit, "the snapshot is of the flow '\(stored.flow)', not of '\(flow.name)'", at: node,
          hint: "save one of a session of this flow")
      }
      return value
    } catch {
      let place = node.kind == .scalar ? node : node.member(at: error.pointer)
      sink.error(
        .misfit,
        "\(error.pointer.isEmpty ? "the snapshot:" : "the snapshot's \(error.pointer)") \(error.message)",
        at: place,
        hint: "a snapshot is what snapshot.save answers")
      return nil
    }
  }
}
