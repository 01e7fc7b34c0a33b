import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import NavtreeTestSupport

/// A value that crossed the wire in a transcript, and the type that it should have.
struct TranscriptValue: Hashable {
  enum Kind: Hashable {
    case screen, action
    /// Of the effect with the name.
    case input(String), output(String)
  }

  let kind: Kind
  let value: JSONValue

  /// The values of all transcripts by the paths of their flows.
  static let all: [String: [TranscriptValue]] = {
    var values: [String: [TranscriptValue]] = [:]
    for path in Files.paths(below: Files.package + "/Specs", endingIn: ".transcript") {
      guard let text = Files.text(of: path) else { continue }
      var reader = TranscriptReader()
      for line in text.split(separator: "\n") { reader.read(line) }
      for (flow, found) in reader.values { values[flow, default: []] += found }
    }
    let path = "Tests/Expected/Types/names.values"
    let lines = Files.text(of: "\(Files.package)/\(path)")?.split(separator: "\n") ?? []
    values["Tests/Expected/Types/names.navtree.yaml"] = lines.compactMap { line in
      guard let value = try? JSONValue(parsing: line) else { return nil }
      return TranscriptValue(kind: value["type"] == nil ? .screen : .action, value: value)
    }
    return values.mapValues { values in
      var seen: Set<TranscriptValue> = []
      return values.filter { seen.insert($0).inserted }
    }
  }()

  static func of(_ flow: SampleFlow) -> [TranscriptValue] { all[flow.path] ?? [] }
}

/// Collects the values of a transcript's lines.
private struct TranscriptReader {
  private(set) var values: [String: [TranscriptValue]] = [:]
  /// The paths of the flows that are served; values are those of the only one.
  private var flow: String?
  private var requests: [JSONValue: JSONValue] = [:]
  /// The names of the effects that were requested, by number.
  private var effects: [JSONValue: String] = [:]

  private static let screenMembers = [
    "id", "screen", "at", "params", "state", "computed", "selected", "focus", "slots",
  ]

  mutating func read(_ line: Substring) {
    if line.hasPrefix("$ ") {
      let flows = line.split(separator: " ").filter { $0.hasSuffix(".navtree.yaml") }
      flow = flows.count == 1 ? String(flows[0]) : nil
      (requests, effects) = ([:], [:])
      return
    }
    guard line.hasPrefix("> ") || line.hasPrefix("< "), let json = try? JSONValue(parsing: line.dropFirst(2))
    else {
      return
    }
    if line.hasPrefix("> ") {
      for request in json.array ?? [json] {
        // Later values may be those of another flow.
        if request["method"] == "flow.load" { flow = nil }
        if let id = request["id"] { requests[id] = request }
      }
    } else {
      for answer in json.array ?? [json] { take(answer) }
    }
  }

  private mutating func take(_ answer: JSONValue) {
    if answer["method"] == "effect.requested", let params = answer["params"],
      let name = params["name"]?.string
    {
      if let effect = params["effect"] { effects[effect] = name }
      if let input = params["input"] { add(.input(name), input) }
    }
    if answer["method"] != nil { addScreens(answer) }
    guard let id = answer["id"], let request = requests[id], let result = answer["result"] else { return }
    switch request["method"] {
    case "dispatch":
      // An answer that nobody handled is a result too.
      if result["handledBy"] != nil, let action = request["params"]?["action"],
        action["type"]?.string?.hasPrefix("nav.") == false,
        request["params"]?["session"] == nil
      {
        add(.action, action)
      }
    case "effect.done":
      if let effect = request["params"]?["effect"], let name = effects[effect],
        let output = request["params"]?["output"]
      {
        add(.output(name), output)
      }
    default: break
    }
    // A snapshot leaves fields out, which are kept elsewhere.
    if request["method"]?.string?.hasPrefix("snapshot.") == false { addScreens(result) }
  }

  /// Adds all screens in a value, but those within another.
  private mutating func addScreens(_ value: JSONValue) {
    switch value {
    case .array(let elements): for element in elements { addScreens(element) }
    case .object(let members):
      guard members["screen"]?.string != nil, members["id"]?.integer != nil, members["state"]?.object != nil,
        members["params"]?.object != nil
      else {
        for member in members.values { addScreens(member) }
        return
      }
      var screen = JSONObject()
      for name in Self.screenMembers { if let member = members[name] { screen[name] = member } }
      add(.screen, .object(screen))
    case .null, .boolean, .integer, .number, .string: break
    }
  }

  private mutating func add(_ kind: TranscriptValue.Kind, _ value: JSONValue) {
    guard let flow else { return }
    values[flow, default: []].append(TranscriptValue(kind: kind, value: value))
  }
}
