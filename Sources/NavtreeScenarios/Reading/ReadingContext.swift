import NavtreeFlow
import NavtreeYAML

/// The knowledge that all readers of a file share.
final class ReadingContext {
  let sink: DiagnosticSink
  /// Nil where it has errors: then only the form is checked.
  let flow: FlowDefinition?
  let references: ReferenceFiles
  /// Called before each scenario is read, and for each of its examples.
  let willRead: () -> Void
  let conditions: ConditionCompiler?
  let places: PlaceTypes?
  var parts = PartTable()
  /// The handling of actions by the screens that may get them.
  var definitions: [ActionPlace: [ActionDefinition]] = [:]
  /// The forms of examples, each a list of names: the empty one is that of scenarios without.
  private var exampleForms: [[String]: Int] = [[]: 0]
  /// The nodes that copies for examples may still have.
  var room: Int
  /// The steps of all scenarios so far, those of parts each time that they are used.
  private var stepCount = 0
  /// The parts that may run each other, one in the other.
  let partDepth: Int

  /// The most steps of a file: parts that run others twice make very many of few lines.
  private static let mostSteps = 1_000_000

  /// An action and the path that it is sent to.
  struct ActionPlace: Hashable {
    let action: String
    let at: String?
  }

  init(
    _ flow: FlowDefinition?, _ references: ReferenceFiles, _ limits: YAMLLimits, _ sink: DiagnosticSink,
    _ willRead: @escaping () -> Void
  ) {
    self.willRead = willRead
    self.flow = flow
    self.references = references
    self.sink = sink
    room = limits.nodes
    partDepth = limits.partDepth
    conditions = flow.map { ConditionCompiler($0, sink) }
    places = flow.map { PlaceTypes($0, sink) }
  }

  /// The number of the form of examples with these names.
  func number(ofExamplesWith names: [String]) -> Int {
    let number = exampleForms[names] ?? exampleForms.count
    exampleForms[names] = number
    return number
  }

  /// Whether the file may have so many steps more; a report if not.
  ///
  /// - Parameter isFinal: whether they count from here on.
  func admits(_ count: Int, isFinal: Bool, at node: YAMLNode) -> Bool {
    if stepCount + count > Self.mostSteps {
      sink.error(
        .limit, "the scenarios have more than \(Self.mostSteps) steps, those of parts counted at each use",
        at: node, hint: "split the file")
      return false
    }
    if isFinal { stepCount += count }
    return true
  }

  /// Finds the windows and roots that the file itself makes.
  func declareWindows(of root: YAMLNode) {
    guard let places else { return }
    WindowFinder(places: places).find(in: root)
  }

  /// The declared effect of a name; nil, and reported, if there is none.
  func effect(_ name: YAMLNode) -> EffectDefinition? {
    guard let flow else { return nil }
    if let effect = flow.effects.first(where: { $0.name.utf8.elementsEqual(name.text.utf8) }) {
      return effect
    }
    let names = flow.effects.map(\.name)
    sink.error(
      .unknownEffect, "the flow has no effect '\(name.text)'", at: name,
      hint: .known(name.text, among: names))
    return nil
  }
}

/// The parts of a file by name.
struct PartTable {
  private(set) var pairs: [YAMLNode.Pair] = []
  private var indexes: [String: Int] = [:]
  private var used: Set<Int> = []
  /// The steps of those that read alike in every scenario.
  var steps: [String: [Step]] = [:]

  init() {}

  init(_ node: YAMLNode?, _ sink: DiagnosticSink) {
    guard let node else { return }
    for pair in FormChecker.members(of: node, "part", .list(.object(.scenarioStep)), sink) {
      indexes[pair.key.text] = pairs.count
      pairs.append(pair)
    }
  }

  var names: [String] { pairs.map(\.key.text) }

  /// The list of steps of a part, which is used by that.
  mutating func use(_ name: String) -> YAMLNode? {
    guard let index = indexes[name] else { return nil }
    used.insert(index)
    return pairs[index].value
  }

  var unused: [YAMLNode.Pair] { pairs.indices.filter { !used.contains($0) }.map { pairs[$0] } }
}
