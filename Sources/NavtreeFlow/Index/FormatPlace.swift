import NavtreeYAML

/// The meaning of a place in a file: the form of the value there, and what its names stand for.
///
/// The index of a flow and an editor's completions follow the same tables with it, each over its own nodes.
package struct FormatPlace {
  private(set) var form: Form
  /// The map whose key has the value, and that key.
  package private(set) var object: FormatObject.Name?
  package private(set) var key = ""
  /// The declarations around it.
  package private(set) var screen: String?
  private(set) var action: String?
  private(set) var effect: String?
  private(set) var link: String?
  /// The key of the map of names that it is in: the slot, the invariant.
  private(set) var member: String?
  /// The names that `let` gives to values, as far as they stand above it.
  private(set) var locals: [String] = []
  /// The kind of the name that a text here is.
  package private(set) var names: FlowSymbol.Kind?
  /// The kind of the names that the keys of a map here are, and whether it declares them.
  package private(set) var keys: FlowSymbol.Kind?
  package private(set) var isDeclaring = false
  /// The record whose fields a map here gives, and the members that lead into one of them.
  package private(set) var record: FlowSymbol.Record?
  package private(set) var path: [String] = []
  /// The words that the keys beside this one suggest: the members of an object, the values of an enum.
  private(set) var siblings: [String] = []
  /// Whether expressions read all screens: in invariants and scenarios.
  private(set) var isOfSession = false
  private(set) var isOfScenarios = false

  private init(_ form: Form) {
    self.form = form
  }

  /// The root of a flow or a part, or of a file of scenarios.
  package static func root(ofScenarios: Bool) -> FormatPlace {
    var place = FormatPlace(.object(ofScenarios ? .scenarios : .flow))
    place.isOfScenarios = ofScenarios
    place.isOfSession = ofScenarios
    return place
  }

  /// The map that a value here is, if its keys are the format's.
  package func mapping(_ node: some FormatNode) -> FormatObject.Name? {
    switch form {
    case .oneOrMore(let element): with(element).mapping(node)
    case .field: .field
    case .schema: .schema
    case .returned: .returned
    case .action: .action
    case .start: node.member("screen") != nil || node.member("when") != nil ? .start : nil
    case .tree, .opening: isTree(node) ? .tree : nil
    default: form.objectName
    }
  }

  private func with(_ form: Form) -> FormatPlace {
    var place = self
    place.form = form
    return place
  }

  private func isTree(_ node: some FormatNode) -> Bool {
    node.members.contains { Format.object(.tree)[$0.key.text] != nil } || node.members.count != 1
  }

  // MARK: Below it

  /// The place of an item of a list here.
  package func item() -> FormatPlace {
    var place = self
    switch form {
    case .list(let element), .oneOrMore(let element): place.form = element
    case .presents: place.form = .screen
    case .action: place.form = .object(.rule)
    case .start: place.form = .object(.choice)
    case .tree, .opening: place.form = .tree
    case .types, .field, .schema, .returned: place.form = .types
    default: break
    }
    place.name()
    return place
  }

  /// The place of the value of a key of a map here.
  package func value<Node: FormatNode>(of key: Node, in node: Node) -> FormatPlace {
    if let object = mapping(node), let entry = Format.object(object)[key.text] {
      return value(of: entry, in: object, node)
    }
    var place = self
    let text = key.text
    switch form {
    case .map(let names, let member):
      place.form = member
      place.path = record == nil ? path : path + [text]
      if isDeclaring { place.member = text }
      if case .name(let noun) = names, isDeclaring { place.enter(noun, text) }
      if self.key == "stubs" { place.effect = text }
      if self.key == "screens", isOfScenarios { place.screen = nil }
      if object == .observe { place.screen = text }
      if self.key == "migrations" { (place.keys, place.isDeclaring) = (nil, false) }
    case .tree, .opening:
      place.form = .value
      place.take(record: .params(text))
      return place
    case .call:
      if let payload = Format.payload(ofAction: text) {
        place.form = .object(payload)
        place.name()
        return place
      }
      place.form = .value
      place.take(record: .payload(text))
      return place
    case .value, .data:
      place.path.append(text)
    case .start: break
    default: place.form = .value
    }
    let (record, path) = (place.record, place.path)
    place.name()
    if record != nil, place.record == nil { (place.record, place.path) = (record, path) }
    return place
  }

  private mutating func enter(_ noun: String, _ name: String) {
    switch noun {
    case "screen" where key == "screens": screen = name
    case "action": action = name
    case "effect": effect = name
    default: break
    }
  }

  private func value<Node: FormatNode>(
    of entry: FormatObject.Entry, in object: FormatObject.Name, _ node: Node
  ) -> FormatPlace {
    var place = self
    place.form = entry.form
    place.object = object
    place.key = entry.key.rawValue
    place.record = nil
    place.path = []
    if object == .flow || object == .part {
      (place.screen, place.action, place.effect) = (nil, nil, nil)
      place.isOfSession = entry.key == .invariants
    }
    if object == .link { place.link = node.member("url")?.text ?? "" }
    if object == .tree, let screen = node.member("screen")?.text { place.screen = screen }
    if object == .effectAnswer { place.effect = node.member("effect")?.text }
    if object == .effectRequest { place.effect = node.member("name")?.text }
    if object == .scenarioStep || object == .scenario { place.screen = nil }
    if object == .rule || object == .action || object == .lastRule, let names = node.member("let") {
      place.locals += names.members.map(\.key.text)
    }
    if entry.key == .required { place.siblings = node.member("properties")?.members.map(\.key.text) ?? [] }
    if entry.key == .default || entry.key == .const {
      place.siblings = node.member("enum")?.items.map(\.text) ?? []
      if node.member("type")?.text == "boolean" { place.siblings = ["false", "true"] }
    }
    if object == .lifecycle { place.action = nil }
    place.name()
    place.nameRecord(of: node)
    return place
  }

  /// The place of the value that stands for a map of one key.
  func alone() -> FormatPlace {
    if case .oneOrMore(let element) = form, case .short = element { return with(element).alone() }
    guard case .short(let key, let name, _, _) = form, let entry = Format.object(name)[key.rawValue] else {
      return self
    }
    var place = self
    (place.form, place.object, place.key) = (entry.form, name, key.rawValue)
    place.name()
    return place
  }

  // MARK: Names

  private mutating func take(record: FlowSymbol.Record) {
    self.record = record
    path = []
    names = nil
    (keys, isDeclaring) = (.field(record), false)
  }

  /// Sets what names stand for by the form, and by the key that has it.
  private mutating func name() {
    names = nil
    keys = nil
    isDeclaring = false
    record = nil
    switch form {
    case .screen, .presents, .tree, .opening, .start: names = .screen
    case .types, .field, .schema, .returned: names = .type
    case .call: (names, keys) = (.action, .action)
    case .short: names = alone().names
    case .oneOrMore(let element), .list(let element):
      if case .short = element { names = with(element).alone().names } else { names = nameOfText }
    case .name, .text, .message: names = nameOfText
    case .map(let noun, _): nameKeys(noun)
    default: break
    }
    if case .pointer = form { record = .state(screen) }
    if case .list(.text) = form, key == "required" { names = nil }
  }

  private var nameOfText: FlowSymbol.Kind? {
    guard let object else { return nil }
    switch (object, key) {
    case (.ask, "name"), (.items, "from"), (.entity, "from"), (.effectAnswer, "effect"),
      (.effectRequest, "name"):
      return .effect
    case (.observe, "state"): return .field(.state(screen))
    case (.ask, "done"), (.ask, "failed"), (.ask, "next"), (.send, "action"), (.later, "action"),
      (.broadcast, "action"):
      return .action
    case (_, "persist"): return .store
    case (.screen, "selected"), (.screen, "focus"), (.tree, "selected"), (.tree, "focus"):
      return .slot(screen)
    case (.navigation(.select), "tab"), (.navigation(.focus), "pane"), (_, "in"): return .slot(nil)
    case (.scenarioStep, "part"), (.given, "part"): return .part
    case (.expectation, "broken"): return .invariant
    case (.expectation, "effects"): return .effect
    case (.windowStep, "open"), (.windowStep, "close"), (.openedURL, "window"), (_, "window"): return .window
    case (.link, "at"), (.scenarioStep, "at"), (.effectAnswer, "at"), (.effectRequest, "at"), (.send, "to"),
      (.later, "to"), (.expectation, "active"):
      return .address
    case (.tree, "then"), (.tree, "otherwise"): return .action
    default:
      guard object.isNavigation else { return nil }
      if key == "then" || key == "otherwise", case .name = form { return .action }
      return key == "at" || key == "to" ? .address : nil
    }
  }

  private mutating func nameKeys(_ noun: Form.MapKey) {
    isDeclaring = true
    switch (object, key) {
    case (.flow, "shared"), (.part, "shared"): keys = .field(.shared)
    case (.flow, "types"), (.part, "types"): keys = .type
    case (.flow, "effects"), (.part, "effects"): keys = .effect
    case (.flow, "screens"), (.part, "screens"): keys = .screen
    case (.flow, "windows"), (.part, "windows"): keys = .window
    case (.flow, "invariants"), (.part, "invariants"): keys = .invariant
    case (.flow, "stores"), (.part, "stores"): keys = .store
    case (_, "actions") where object != .rename: keys = .action
    case (.screen, "params"): keys = .field(.params(screen))
    case (.screen, "state"): keys = .field(.state(screen))
    case (.action, "payload"): keys = action.map { .field(.payload($0)) }
    case (.effect, "input"): keys = effect.map { .field(.input($0)) }
    case (.effect, "output"): keys = effect.map { .field(.output($0)) }
    case (.effect, "next"): keys = effect.map { .field(.next($0)) }
    case (.effect, "errors"): keys = effect.map { .field(.errors($0)) }
    case (.flow, "computed"), (.part, "computed"): keys = .computed(nil)
    case (.screen, "computed"): keys = .computed(screen)
    case (.flow, "guards"), (.part, "guards"): keys = .condition(nil)
    case (.screen, "guards"): keys = .condition(screen)
    case (.screen, "slots"), (.screen, "tabs"), (.screen, "panes"): keys = .slot(screen)
    case (.scenarios, "parts"): keys = .part
    case (_, "let"): keys = .local("\(screen ?? "").\(action ?? "")")
    case (.link, "query"): keys = link.map { .link($0) }
    case (_, "properties"): keys = .member
    default:
      isDeclaring = false
      switch (object, key) {
      case (.migration, _), (.rename, _), (.drop, _): break
      case (_, "set"): record = screen.map { .state($0) }
      case (_, "shared"): record = .shared
      case (.observe, "state"): keys = .screen
      case (.tree, "slots"): keys = .slot(screen)
      case (_, "stubs"): keys = .effect
      case (.expectation, "screens"): keys = .address
      case (.expectation, "state"): record = .state(nil)
      case (.screenParts, "state"): record = .state(nil)
      case (.screenParts, "params"): record = .params(nil)
      case (.screenParts, "computed"): keys = .computed(nil)
      default: break
      }
      if let record { keys = .field(record) }
    }
  }

  /// The record that a value gives, by the names beside its key.
  private mutating func nameRecord(of node: some FormatNode) {
    func sibling(_ key: String) -> String? { node.member(key)?.text }
    let found: FlowSymbol.Record?
    switch (object, key) {
    case (.ask, "with"): found = sibling("name").map { .input($0) }
    case (.items, "with"), (.entity, "with"): found = sibling("from").map { .input($0) }
    case (.send, "with"), (.later, "with"), (.broadcast, "with"):
      found = sibling("action").map { .payload($0) }
    case (.navigation(.setParams), "params"): found = .params(screen)
    case (.effectRequest, "input"): found = effect.map { .input($0) }
    case (.stub, "output"), (.effectAnswer, "output"): found = effect.map { .output($0) }
    case (.stub, "next"), (.effectAnswer, "next"): found = effect.map { .next($0) }
    case (.stub, "error"), (.effectAnswer, "error"): found = effect.map { .errors($0) }
    case (.screenParts, "params"): found = .params(sibling("screen"))
    case (.screenParts, "state"): found = .state(sibling("screen"))
    case (.screen, _), (.migration, _), (.link, _): found = nil
    case (.tree, "state"): found = .state(sibling("screen"))
    case (_, "params"): found = sibling("screen").map { .params($0) }
    default: found = nil
    }
    if let found { take(record: found) }
  }

  /// Whether a text here may be a URL to open.
  var isURL: Bool { if case .opening = form { true } else { key == "url" && object != .link } }

  /// Whether a text here is the path of a file.
  package var isPath: Bool {
    key == "include" && (object == .flow || object == .part) || key == "flow" && object == .scenarios
  }

  // MARK: Expressions

  /// The way in which a text here holds expressions.
  package enum Language { case none, expression, template }

  package var language: Language {
    switch form {
    case .oneOrMore(let element), .list(let element): element.language
    case .short: alone().language
    default: form.language
    }
  }
}

extension Form {
  fileprivate var language: FormatPlace.Language {
    switch self {
    case .expression: .expression
    case .message, .value, .pointer, .delay: .template
    default: .none
    }
  }
}
