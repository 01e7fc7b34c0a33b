import NavtreeFlow
import NavtreeJSON
import NavigationTree

/// Writes the params of a navigation that differ from their defaults.
struct StoredFieldWriter: FieldWalker {
  typealias Values = JSONValue
  typealias Fault = Never

  let form: StoredNavigation
  private(set) var params: JSONObject = [:]

  init(form: StoredNavigation) { self.form = form }

  /// Its awaiting actions stand with the screen.
  mutating func screen(_ screen: inout ScreenRequest) { params = form.json(screen) }

  func awaiting(_ screen: inout ScreenRequest) {}

  mutating func slot(_ key: Key, _ name: inout String?, _ summary: String) {
    params[key.rawValue] = name.map { .string($0) }
  }

  mutating func flag(_ key: Key, _ flag: inout Bool, _ summary: String) {
    if flag { params[key.rawValue] = true }
  }

  mutating func choice<Choice: NavigationChoice>(
    _ key: Key, _ choice: inout Choice, flag: Key?, _ summary: String
  ) {
    if choice != Choice.allCases.first { params[key.rawValue] = .string(choice.rawValue) }
  }

  mutating func count(_ key: Key, _ count: inout Int, _ summary: String) {
    params[key.rawValue] = .integer(count)
  }

  mutating func text(_ key: Key, _ text: inout String, _ role: TextRole, _ summary: String) {
    params[key.rawValue] = .string(role.isURL ? form.mask?.url(text) ?? text : text)
  }

  mutating func value(_ key: Key, _ value: inout JSONValue?, _ summary: String) {
    params[key.rawValue] = value.map { form.mask?.shown($0, as: key) ?? $0 }
  }

  mutating func params(_ key: Key, _ params: inout JSONObject, _ summary: String) {
    self.params[key.rawValue] = .object(form.mask?.shown(params) ?? params)
  }

  mutating func params(_ key: Key, _ params: inout JSONObject?, of tab: String, _ summary: String) {
    self.params[key.rawValue] = params.map { .object(form.mask?.shown($0) ?? $0) }
  }

  mutating func tree(_ key: Key, _ tree: inout TreeRequest, _ summary: String) {
    params[key.rawValue] = form.json(tree)
  }
}

/// Reads the params of a stored navigation.
struct StoredFieldReader: FieldWalker {
  typealias Values = JSONValue
  typealias Fault = StoredFault

  let form: StoredNavigation
  let params: StoredReader

  func screen(_ screen: inout ScreenRequest) throws(StoredFault) { screen = try form.screen(params) }

  func awaiting(_ screen: inout ScreenRequest) {}

  func slot(_ key: Key, _ name: inout String?, _ summary: String) throws(StoredFault) {
    name = try params.text(key.rawValue)
  }

  func flag(_ key: Key, _ flag: inout Bool, _ summary: String) throws(StoredFault) {
    flag = try params.flag(key.rawValue) ?? flag
  }

  func choice<Choice: NavigationChoice>(
    _ key: Key, _ choice: inout Choice, flag: Key?, _ summary: String
  ) throws(StoredFault) {
    var isShort = false
    // An older form has the flag alone.
    if let flag { try self.flag(flag, &isShort, summary) }
    let text = try params.text(key.rawValue) ?? (isShort ? flag?.rawValue : nil)
    guard let text else { return }
    guard let given = Choice(rawValue: text) else {
      throw try params.member(key.rawValue).fault("is none of the choices")
    }
    choice = given
  }

  func count(_ key: Key, _ count: inout Int, _ summary: String) throws(StoredFault) {
    count = try params.id(key.rawValue)
  }

  func text(_ key: Key, _ text: inout String, _ role: TextRole, _ summary: String) throws(StoredFault) {
    text = try params.string(key.rawValue)
  }

  func value(_ key: Key, _ value: inout JSONValue?, _ summary: String) { value = params[key.rawValue]?.value }

  func params(_ key: Key, _ params: inout JSONObject, _ summary: String) throws(StoredFault) {
    params = try self.params.object(key.rawValue)
  }

  func params(_ key: Key, _ params: inout JSONObject?, of tab: String, _ summary: String)
    throws(StoredFault)
  {
    params = try self.params.ifAny(key.rawValue) { (it) throws(StoredFault) in try it.object() }
  }

  func tree(_ key: Key, _ tree: inout TreeRequest, _ summary: String) throws(StoredFault) {
    tree = try form.tree(params.member(key.rawValue))
  }
}
