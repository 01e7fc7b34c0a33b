import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeEngine

/// Reads the params of a request into the fields of a navigation.
struct ParamsReader: FieldWalker {
  typealias Values = JSONValue
  typealias Fault = Failure

  let call: NavigationCall
  /// The names of the fields, in their order; none is looked up by its text.
  let names: [ParameterName]
  private var position = 0

  init(call: NavigationCall, names: [ParameterName]) {
    self.call = call
    self.names = names
  }

  private var params: Params { call.params }

  private mutating func next() -> ParameterName {
    defer { position &+= 1 }
    return names[position]
  }

  mutating func screen(_ screen: inout ScreenRequest) throws(Failure) {
    position &+= 2
    screen.type = try call.type(named: try params.text(.screen), "/screen")
    screen.params = try params.object(.params)
  }

  mutating func awaiting(_ screen: inout ScreenRequest) throws(Failure) {
    position &+= 2
    let then = try call.action(.then)
    let otherwise = try call.action(.otherwise)
    if then != nil || otherwise != nil { screen.awaiting = Awaiting(then: then, otherwise: otherwise) }
  }

  mutating func slot(_ key: Key, _ name: inout String?, _ summary: String) throws(Failure) {
    name = try params.string(next())
  }

  mutating func flag(_ key: Key, _ flag: inout Bool, _ summary: String) throws(Failure) {
    flag = try params.boolean(next(), default: flag)
  }

  mutating func choice<Choice: NavigationChoice>(
    _ key: Key, _ choice: inout Choice, flag: Key?, _ summary: String
  ) throws(Failure) {
    let name = next()
    let given: Choice? = try params.choice(name)
    if let given { choice = given }
    guard let flag else { return }
    guard try params.boolean(next()), let short = Choice(rawValue: flag.rawValue) else { return }
    choice = short
    if let given, given != short {
      throw Failure(
        .invalidParams,
        "'\(flag.rawValue)' is short for '\(name.text): \(flag.rawValue)', and '\(name.text)' is \(given.rawValue)",
        ["pointer": .string("/\(name.text)")])
    }
  }

  mutating func count(_ key: Key, _ count: inout Int, _ summary: String) throws(Failure) {
    count = try params.integer(next(), in: 0...Int.max - 1) ?? count
  }

  mutating func part(_ key: Key, _ name: inout String, _ style: SlotStyle, _ summary: String)
    throws(Failure)
  {
    name = try params.text(next())
  }

  mutating func url(_ key: Key, _ url: inout String, _ summary: String) throws(Failure) {
    url = try params.text(next())
  }

  mutating func identity(_ key: Key, _ identity: inout JSONValue?, _ summary: String) throws(Failure) {
    identity = try params.value(next())
  }

  mutating func result(_ key: Key, _ result: inout JSONValue?, _ summary: String) throws(Failure) {
    result = try params.value(next())
  }

  mutating func params(_ key: Key, _ params: inout JSONObject, _ summary: String) throws(Failure) {
    params = try self.params.object(next()) ?? params
  }

  mutating func params(_ key: Key, _ params: inout JSONObject?, of tab: String, _ summary: String)
    throws(Failure)
  {
    params = try self.params.object(next())
  }

  mutating func tree(_ key: Key, _ tree: inout TreeRequest, _ summary: String) throws(Failure) {
    position &+= 1
    tree = try call.tree()
  }
}

extension Parameter {
  /// The parameters of a navigation, from the description of its fields.
  static func parameters(of navigation: NavigationTemplate) -> [Parameter] {
    VerbField.fields(of: navigation.verb).map { field in
      guard let name = ParameterName(stringValue: field.key.rawValue) else {
        preconditionFailure("'\(field.key.rawValue)' is no parameter's name")
      }
      return Parameter(
        name, field.kind.shape, required: field.isRequired, field.summary.asPhrase, errors: field.kind.errors)
    }
  }
}

extension VerbField.Kind {
  fileprivate var shape: Shape {
    switch self {
    case .screen, .slot, .action, .text: .string
    case .flag: .boolean
    case .choice(let choices): .choice(choices)
    case .count: .integer
    case .value: .any
    case .object: .object
    case .tree: .shared(.tree)
    }
  }

  fileprivate var errors: [ErrorKind] {
    switch self {
    case .screen: [.unknownScreen]
    case .slot, .action, .text, .flag, .choice, .count, .value, .object, .tree: []
    }
  }
}

extension String {
  /// A sentence as a description beside others.
  fileprivate var asPhrase: String {
    prefix(1).lowercased() + dropFirst().dropLast(hasSuffix(".") ? 1 : 0)
  }
}
