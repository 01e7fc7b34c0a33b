import NavtreeFlow
import NavtreeJSON
import NavtreeYAML

/// Reads the steps of a scenario for one of its examples.
final class StepReader {
  let context: ReadingContext
  let example: ExampleValues
  private let templates: ExampleTemplates
  /// The steps of the parts that were read for this example.
  private var steps: [String: [Step]] = [:]
  /// The parts that are being read, outermost first.
  private var trail: [String] = []

  private var sink: DiagnosticSink { context.sink }

  static let verbs: [Key] = [
    .do, .back, .answer, .advance, .open, .window, .transitions, .save, .restore, .kill, .part,
  ]

  init(_ context: ReadingContext, _ example: ExampleValues, _ templates: ExampleTemplates) {
    self.context = context
    self.example = example
    self.templates = templates
  }

  func steps(_ node: YAMLNode?) -> [Step] {
    guard let node else { return [] }
    var steps: [Step] = []
    steps.reserveCapacity(node.count)
    for element in node.elements where element.kind == .mapping {
      if let step = step(element) { steps.append(step) }
    }
    return steps
  }

  /// The conditions over the session of one expression or a list.
  func conditions(_ node: YAMLNode?) -> [Condition] {
    guard let node, let compiler = context.conditions else { return [] }
    if node.kind != .sequence {
      return compiler.condition(node, over: nil, example).map { [$0] } ?? []
    }
    return node.elements.compactMap { compiler.condition($0, over: nil, example) }
  }

  private func step(_ node: YAMLNode) -> Step? {
    let reader = ObjectReader(node, .scenarioStep, sink)
    let verbs = reader.keys.filter(Self.verbs.contains)
    guard let key = verbs.first, let name = reader.name(of: key) else {
      if !reader.isAmiss {
        sink.error(
          .missingKey, "this step has no verb", at: ObjectReader.place(of: node), in: node,
          hint: "add one of \(Self.verbs.map(\.rawValue).joined(separator: ", "))")
      }
      return nil
    }
    if verbs.count > 1, let other = reader.name(of: verbs[1]) {
      sink.error(
        .conflictingKeys,
        "a step has one verb, and this one has '\(key.rawValue)' and '\(verbs[1].rawValue)'",
        at: other, hint: "begin a step of its own: - \(verbs[1].rawValue): …")
    }
    if let at = reader[.at] { _ = context.places?.types(at: at) }
    let expectation = reader[.expect].flatMap {
      ExpectationReader(steps: self, at: reader[.at]).expectation($0, afterPart: key == .part)
    }
    guard let value = reader[key], let verb = verb(key, value, reader) else { return nil }
    var at = reader.text(.at)
    if key == .answer, let own = value[Key.at.rawValue] {
      if let at, at != own.text {
        sink.error(
          .conflictingKeys, "the step is at \(at), and this at \(own.text)", at: own,
          hint: "leave one of them out")
      }
      at = own.text
    }
    return Step(location: name.location, verb: verb, at: at, expect: expectation)
  }

  private func verb(_ key: Key, _ value: YAMLNode, _ reader: ObjectReader) -> Step.Verb? {
    switch key {
    case .do:
      return StepActionReader(steps: self).act(value, at: reader[.at], error: reader[.expect]?["error"])
    case .back: return isTrue(value, key) ? .back : nil
    case .kill: return isTrue(value, key) ? .kill : nil
    case .answer:
      return StubReader(context: context, example: example).answer(value, error: reader[.expect]?["error"])
        .map { .answer($0) }
    case .advance: return DurationTemplate.milliseconds(of: value).map { .advance($0) }
    case .open: return opened(value, error: reader[.expect]?["error"])
    case .window: return WindowReader(context: context).verb(value)
    case .transitions: return .transitions(areShown: value.text == "done")
    case .save: return .save(value.text)
    case .restore: return .restore(value.text)
    default: return part(value).map { .part(name: value.text, steps: $0) }
    }
  }

  private func isTrue(_ value: YAMLNode, _ key: Key) -> Bool {
    if value.scalar == .boolean(true) { return true }
    sink.error(
      .wrongValue, "'\(key.rawValue)' is true, or left out with its step", at: value, hint: .write("true"))
    return false
  }

  /// - Parameter error: The error that is expected: a URL may fit no link on purpose.
  private func opened(_ value: YAMLNode, error: YAMLNode?) -> Step.Verb? {
    var params = JSONObject()
    let reader = ObjectReader(value, .openedURL, alone: .url, sink)
    guard let url = reader[.url] else { return nil }
    if let window = reader.text(.window) { params["window"] = .string(window) }
    if let force = reader.boolean(.force) { params["force"] = .boolean(force) }
    if error == nil || error?.scalar == .null { LinkCheck(context: context).check(url) }
    return .open(url: url.text, params: params)
  }

  /// The steps of a part; nil, and reported, if there is no such part.
  func part(_ name: YAMLNode) -> [Step]? {
    let text = name.text
    if let start = trail.firstIndex(of: text) {
      let circle = (trail[start...] + [text]).joined(separator: " → ")
      sink.error(.endless, "'\(text)' runs itself: \(circle)", at: name, hint: "take this step out")
      return nil
    }
    guard let node = context.parts.use(text) else {
      let names = context.parts.names
      sink.error(
        .unknownPart, "no part named '\(text)'", at: name,
        hint: Hint.spelling(text, among: names)
          ?? (names.isEmpty
            ? "declare it: parts: { \(text): [{ do: … }] }" : "there are: \(names.joined(separator: ", "))"))
      return nil
    }
    if let known = steps[text] ?? (example.number == nil ? context.parts.steps[text] : nil) { return known }
    guard node.kind == .sequence, let expanded = templates.expanded(node, room: &context.room) else {
      return []
    }
    var read: [Step] = []
    if trail.count < context.partDepth {
      trail.append(text)
      read = steps(expanded)
      trail.removeLast()
    }
    if trail.count >= context.partDepth || read.contains(where: { $0.partDepth >= context.partDepth }) {
      sink.error(
        .limit, "more than \(context.partDepth) parts run each other, one in the other", at: name,
        hint: "put the steps of some into the parts that run them")
      read = []
    } else if !context.admits(read.stepCount, isFinal: false, at: name) {
      read = []
    }
    steps[text] = read
    if example.number == nil { context.parts.steps[text] = read }
    return read
  }
}
