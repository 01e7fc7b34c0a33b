import NavtreeJSON
import NavtreeTestSupport

/// The writer of one random flow.
struct RandomFlowWriter {
  private var random: SeededGenerator
  private var shared: [RandomField] = []
  private var states: [[RandomField]] = []
  /// The screens that each screen's slots take, by slot.
  private var slots: [[(name: String, style: String, screens: [Int])]] = []
  private(set) var payloads: [String: [(action: String, payloads: [JSONObject])]] = [:]
  private(set) var urls: [String] = []
  private(set) var outputs: [String: [JSONObject]] = [:]
  private(set) var errors: [String: [JSONObject]] = [:]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func document() -> JSONObject {
    let count = Int.random(in: 2...5, using: &random)
    let hasTabs = count > 2 && chance(4)
    shared = fields(0...2, "s")
    for _ in 0..<count { states.append(fields(1...2, "f")) }
    for screen in 0..<count { slots.append(hasTabs && screen == 0 ? [] : slots(of: screen, among: count)) }
    var effects: JSONObject = [:]
    for number in 0..<Int.random(in: 0...1, using: &random) {
      let output = field("v")
      var effect: JSONObject = [
        "output": ["v": output.givenSchema],
        "errors": ["code": ["type": "string", "enum": ["x", "y"]]],
      ]
      if chance(2) { effect["timeout"] = "2ms" }
      effects["e\(number)"] = .object(effect)
      outputs["e\(number)"] = output.values.map { ["v": $0] }
      errors["e\(number)"] = [["code": "x"], ["code": "y"]]
      outputFields["e\(number)"] = output
    }
    var screens: JSONObject = [:]
    for screen in 0..<count {
      screens["s\(screen)"] = .object(
        hasTabs && screen == 0
          ? ["kind": "tabs", "tabs": ["one": "s1", "two": "s2"]]
          : self.screen(screen))
    }
    var document: JSONObject = ["navtree": 1, "flow": "random", "start": "s0"]
    if !shared.isEmpty { document["shared"] = schemas(of: shared) }
    if !effects.isEmpty { document["effects"] = .object(effects) }
    if !hasTabs, let links = links() { document["links"] = links }
    if !shared.isEmpty, chance(2) {
      document["invariants"] = ["i0": ["always": .string(condition(over: places(of: nil, payload: [])))]]
    }
    if !shared.isEmpty, chance(3) {
      document["actions"] = ["own": .object(["rules": .array([.object(sharedRule())])])]
      payloads["*"] = [("own", [[:]])]
    }
    document["screens"] = .object(screens)
    var invariants = document["invariants"]?.object ?? [:]
    invariants["possible"] = ["possible": .string(property(among: count))]
    invariants["leadsTo"] = [
      "leadsTo": ["from": .string(property(among: count)), "to": .string(property(among: count))]
    ]
    document["invariants"] = .object(invariants)
    return document
  }

  /// A condition over the whole session.
  private mutating func property(among count: Int) -> String {
    if chance(4) { return "owed.effects.size() \(chance(2) ? "==" : "!=") 0" }
    if !shared.isEmpty, chance(2) { return condition(over: places(of: nil, payload: [])) }
    return "screens.exists(s, s.type == 's\(Int.random(in: 0..<count, using: &random))')"
  }

  private var outputFields: [String: RandomField] = [:]

  // MARK: Fields

  private mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  private mutating func field(_ name: String) -> RandomField {
    let kinds: [RandomField.Kind] = [.boolean, .integer(max: Int.random(in: 1...3, using: &random)), .word]
    return RandomField(name: name, kind: kinds[Int.random(in: 0..<3, using: &random)])
  }

  private mutating func fields(_ range: ClosedRange<Int>, _ prefix: String) -> [RandomField] {
    let count = Int.random(in: range, using: &random)
    return (0..<count).map { field("\(prefix)\($0)") }
  }

  private func schemas(of fields: [RandomField]) -> JSONValue {
    var object: JSONObject = [:]
    for field in fields { object[field.name] = field.schema }
    return .object(object)
  }

  private func places(of screen: Int?, payload: [RandomField]) -> [RandomPlace] {
    let state = screen.map { states[$0] } ?? []
    return state.map { RandomPlace(path: "state.\($0.name)", field: $0) }
      + shared.map { RandomPlace(path: "shared.\($0.name)", field: $0) }
      + payload.map { RandomPlace(path: "action.\($0.name)", field: $0) }
  }

  // MARK: Expressions

  private mutating func condition(over places: [RandomPlace]) -> String {
    guard let place = places.randomElement(using: &random) else { return "true" }
    let one = comparison(of: place, among: places)
    guard chance(3), let other = places.randomElement(using: &random) else { return one }
    return "(\(one)) \(chance(2) ? "&&" : "||") (\(comparison(of: other, among: places)))"
  }

  private mutating func comparison(of place: RandomPlace, among places: [RandomPlace]) -> String {
    let peers = places.filter { $0.field.kind == place.field.kind && $0.path != place.path }
    let peer = chance(4) ? peers.randomElement(using: &random) : nil
    switch place.field.kind {
    case .boolean:
      return peer.map { "\(place.path) == \($0.path)" } ?? (chance(2) ? "!\(place.path)" : place.path)
    case .integer(let max):
      let sign = ["==", "!=", "<", ">="].randomElement(using: &random) ?? "=="
      return "\(place.path) \(sign) \(peer?.path ?? String(Int.random(in: 0...max + 1, using: &random)))"
    case .word:
      let word = RandomField.words.randomElement(using: &random) ?? "a"
      return "\(place.path) \(chance(2) ? "==" : "!=") \(peer?.path ?? "'\(word)'")"
    }
  }

  /// A value for a field.
  private mutating func value(for target: RandomPlace, among places: [RandomPlace]) -> JSONValue {
    let peers = places.filter { $0.field.kind == target.field.kind && $0.path != target.path }
    if chance(3), let peer = peers.randomElement(using: &random) { return .string("${\(peer.path)}") }
    switch target.field.kind {
    case .boolean where chance(2): return .string("${!\(target.path)}")
    case .integer(let max) where chance(2):
      // Unguarded, it fails at the end.
      return .string(
        chance(3) || max == 2
          ? "${\(target.path) + 1}" : "${\(target.path) == \(max) ? 0 : \(target.path) + 1}")
    default: return target.field.values.randomElement(using: &random) ?? .null
    }
  }

  // MARK: Screens

  private mutating func slots(of screen: Int, among count: Int) -> [(String, String, [Int])] {
    let later = Array((screen + 1)..<max(count, screen + 1))
    guard let first = later.randomElement(using: &random) else { return [] }
    var slots = [("next", "push", [first])]
    if chance(3), let other = later.randomElement(using: &random) { slots.append(("over", "sheet", [other])) }
    if screen == 0, later.count > 1 { slots[0].2 = Array(Set([first, later[0]])).sorted() }
    return slots
  }

  private mutating func screen(_ number: Int) -> JSONObject {
    var screen: JSONObject = [:]
    if !states[number].isEmpty { screen["state"] = schemas(of: states[number]) }
    if !slots[number].isEmpty {
      var object: JSONObject = [:]
      for slot in slots[number] {
        object[slot.name] = [
          "presents": .array(slot.screens.map { "s\($0)" }.map { .string($0) }), "style": .string(slot.style),
        ]
      }
      screen["slots"] = .object(object)
    }
    var actions: JSONObject = [:]
    var own: [(String, [JSONObject])] = []
    for index in 0..<Int.random(in: 2...4, using: &random) {
      let name = "a\(number)\(index)"
      let payload = chance(2) ? [field("p")] : []
      var action: JSONObject = ["private": false]
      if !payload.isEmpty { action["payload"] = ["p": payload[0].givenSchema] }
      action["rules"] = rules(of: number, payload, &actions)
      actions[name] = .object(action)
      own.append((name, payload.first.map { $0.values.map { ["p": $0] } } ?? [[:]]))
    }
    if actions["tick"] != nil { own.append(("tick", [[:]])) }
    screen["actions"] = .object(actions)
    payloads["s\(number)"] = own
    return screen
  }

  private mutating func rules(of screen: Int, _ payload: [RandomField], _ actions: inout JSONObject)
    -> JSONValue
  {
    var rules: [JSONValue] = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let places = places(of: screen, payload: payload)
      var rule: JSONObject = [:]
      if !places.isEmpty, !chance(4) { rule["when"] = .string(condition(over: places)) }
      addWork(to: &rule, of: screen, places, &actions)
      rules.append(.object(rule))
      if rule["when"] == nil { break }
    }
    return .array(rules)
  }

  private mutating func addWork(
    to rule: inout JSONObject, of screen: Int, _ places: [RandomPlace], _ actions: inout JSONObject
  ) {
    switch Int.random(in: 0..<12, using: &random) {
    case 0...3: set(in: &rule, places)
    case 4...6:
      guard let slot = slots[screen].randomElement(using: &random),
        let target = slot.screens.randomElement(using: &random)
      else { return set(in: &rule, places) }
      rule["present"] = [
        "screen": .string("s\(target)"), "in": .string(slot.name), "ifOccupied": "ignore",
      ]
      if chance(3) { set(in: &rule, places) }
    case 7 where screen > 0:
      rule["dismiss"] = true
    case 8:
      guard let effect = outputFields.keys.sorted().randomElement(using: &random),
        let output = outputFields[effect]
      else { return set(in: &rule, places) }
      rule["effect"] = [
        "name": .string(effect), "done": "got", "failed": "failed",
        "policy": .string(chance(2) ? "leading" : "latest"),
      ]
      addTakers(of: output, screen, &actions)
    case 9:
      rule["cancel"] = "t"
      rule["after"] = [
        "delay": .string("\(Int.random(in: 1...3, using: &random))ms"), "key": "t", "send": "tick",
      ]
      if actions["tick"] == nil {
        var tick: JSONObject = [:]
        if chance(2), !states[screen].isEmpty || !shared.isEmpty {
          tick["when"] = .string(condition(over: self.places(of: screen, payload: [])))
        }
        set(in: &tick, self.places(of: screen, payload: []))
        // What anybody may send is tried as a user's move too.
        actions["tick"] = ["private": false, "rules": [.object(tick)]]
      }
    case 10: rule["reject"] = "no"
    default:
      rule["send"] = ["to": "self", "action": .string("a\(screen)0"), "with": [:]]
      // Its payload may be missing, so that sending fails.
      set(in: &rule, places)
    }
  }

  private mutating func addTakers(of output: RandomField, _ screen: Int, _ actions: inout JSONObject) {
    guard actions["got"] == nil else { return }
    let places = self.places(of: screen, payload: [])
    let answer = RandomPlace(path: "action.output.v", field: output)
    var got: JSONObject = [:]
    // An action that reads no answer may be sent by anybody.
    let isGuarded = chance(2)
    got["when"] = .string(
      isGuarded ? comparison(of: answer, among: places + [answer]) : "\(answer.path) == \(answer.path)")
    set(in: &got, places + [answer])
    actions["got"] = .array([.object(got)])
    var failed: JSONObject = ["when": .string("action.error.code == '\(chance(2) ? "x" : "z")'")]
    set(in: &failed, places)
    actions["failed"] = .array([.object(failed)])
  }

  /// Sets a field, or replies if there is none.
  private mutating func set(in rule: inout JSONObject, _ places: [RandomPlace]) {
    let targets = places.filter { !$0.path.hasPrefix("action.") }
    guard let target = targets.randomElement(using: &random) else {
      rule["reply"] = "nothing"
      return
    }
    let key = target.path.hasPrefix("state.") ? "set" : "shared"
    rule[key] = .object([target.field.name: value(for: target, among: places)])
  }

  private mutating func sharedRule() -> JSONObject {
    var rule: JSONObject = [:]
    let places = self.places(of: nil, payload: [])
    if chance(2) { rule["when"] = .string(condition(over: places)) }
    set(in: &rule, places)
    return rule
  }

  // MARK: Links

  private mutating func links() -> JSONValue? {
    guard chance(2), let slot = slots[0].first, let target = slot.screens.randomElement(using: &random) else {
      return nil
    }
    var link: JSONObject = ["url": "/there", "opens": ["s0", .string("s\(target)")]]
    if !shared.isEmpty, chance(2) {
      link["when"] = .string(condition(over: places(of: nil, payload: [])))
    }
    urls = ["/there"]
    return [.object(link)]
  }
}
