package import NavtreeJSON
import NavigationTree

/// The fields of a request by their positions; what isn't given is nil.
///
/// A fault is kept by the source, which knows the names that a caller uses.
package protocol RequestSource: AnyObject {
  func text(_ position: Int) -> String?
  func flag(_ position: Int) -> Bool?
  func count(_ position: Int) -> Int?
  func value(_ position: Int) -> JSONValue?
  func object(_ position: Int) -> JSONObject?
  func tree(_ position: Int, of flow: FlowDefinition) -> TreeRequest?
  func screenType(_ position: Int, of flow: FlowDefinition) -> Int?
  func action(_ position: Int, of flow: FlowDefinition) -> Int?
  /// Refuses a text that isn't one of the choices.
  func refuse(_ position: Int)
  /// Refuses a choice beside a flag that is short for another one.
  func refuse(_ choice: String, _ position: Int, besideFlag flag: Int)
}

/// Each request passes here: it stands in this module, so that walking is compiled for this reader.
struct RequestReader: FieldWalker {
  typealias Values = JSONValue
  typealias Fault = Never

  let source: any RequestSource
  let flow: FlowDefinition
  private var position = 0

  init(source: any RequestSource, flow: FlowDefinition) {
    self.source = source
    self.flow = flow
  }

  private mutating func next() -> Int {
    position &+= 1
    return position &- 1
  }

  mutating func screen(_ screen: inout ScreenRequest) {
    if let type = source.screenType(next(), of: flow) { screen.type = type }
    screen.params = source.object(next())
  }

  mutating func awaiting(_ screen: inout ScreenRequest) {
    let then = source.action(next(), of: flow)
    let otherwise = source.action(next(), of: flow)
    if then != nil || otherwise != nil { screen.awaiting = Awaiting(then: then, otherwise: otherwise) }
  }

  mutating func slot(_ key: Key, _ name: inout String?, _ summary: String) { name = source.text(next()) }

  mutating func flag(_ key: Key, _ flag: inout Bool, _ summary: String) { flag = source.flag(next()) ?? flag }

  mutating func choice<Choice: NavigationChoice>(
    _ key: Key, _ choice: inout Choice, flag: Key?, _ summary: String
  ) {
    let position = next()
    let text = source.text(position)
    if let text {
      guard let given = Choice(rawValue: text) else { return source.refuse(position) }
      choice = given
    }
    guard let flag else { return }
    let short = next()
    guard source.flag(short) == true, let meant = Choice(rawValue: flag.rawValue) else { return }
    if let text, choice != meant { source.refuse(text, position, besideFlag: short) }
    choice = meant
  }

  mutating func count(_ key: Key, _ count: inout Int, _ summary: String) {
    count = source.count(next()) ?? count
  }

  mutating func text(_ key: Key, _ text: inout String, _ role: TextRole, _ summary: String) {
    text = source.text(next()) ?? text
  }

  mutating func value(_ key: Key, _ value: inout JSONValue?, _ summary: String) {
    value = source.value(next())
  }

  mutating func params(_ key: Key, _ params: inout JSONObject, _ summary: String) {
    params = source.object(next()) ?? params
  }

  mutating func params(_ key: Key, _ params: inout JSONObject?, of tab: String, _ summary: String) {
    params = source.object(next())
  }

  mutating func tree(_ key: Key, _ tree: inout TreeRequest, _ summary: String) {
    tree = source.tree(next(), of: flow) ?? tree
  }
}
