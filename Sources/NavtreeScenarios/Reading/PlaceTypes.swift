import NavigationTree
import NavtreeFlow
import NavtreeText
import NavtreeYAML

/// The screen types that may be at a path, by the flow's start, rules, links and slots.
final class PlaceTypes {
  private let flow: FlowDefinition
  private let sink: DiagnosticSink
  private var roots: Set<Int>
  /// Nil: any.
  private var windows: Set<String>?
  private var known: [String: Set<Int>] = [:]
  private let all: Set<Int>

  init(_ flow: FlowDefinition, _ sink: DiagnosticSink) {
    self.flow = flow
    self.sink = sink
    all = Set(flow.screens.indices)
    roots = flow.rootTypes
    windows = flow.windowNames
  }

  func declare(window: String) { windows?.insert(window) }
  func declareAnyWindow() { windows = nil }
  func declareAnyRoot() { roots = all }
  func declare(root name: String) { if let type = flow.screenNames.index(of: name) { roots.insert(type) } }

  /// All types, for a screen that no path names.
  var anywhere: Set<Int> { all }

  /// The types that the screen at a path may have; nil, and reported, for a path that leads nowhere.
  ///
  /// - Parameter node: The path, an id such as `#17`, or both.
  func types(at node: YAMLNode, takesID: Bool = true) -> Set<Int>? {
    var text = node.text
    if let types = known[text] { return types }
    if takesID, let mark = text.lastIndex(of: "#"), Int(text[text.index(after: mark)...]) != nil {
      text = String(text[..<mark])
      if text.isEmpty { return all }
    }
    guard let path = NavigationPath(text) else {
      let meant = "/" + text.split(separator: "/").joined(separator: "/")
      sink.error(
        .pointer, "'\(node.text)' is no path: '/', a window, and slots, such as /main/detail", at: node,
        hint: NavigationPath(meant) == nil ? nil : .write(meant))
      return nil
    }
    if !hasWindow(path.window) {
      reportWindow(path.window, node)
      return nil
    }
    var types = roots
    for (depth, slot) in path.slots.enumerated() {
      let next = self.types(in: slot, of: types)
      if next.isEmpty {
        let slots = Set(types.flatMap { flow.screens[$0].slots.map(\.name) }).sorted()
        let place = NavigationPath(window: path.window, slots: Array(path.slots[..<depth]))
        sink.error(
          .unknownSlot, "no screen at \(place) has a slot '\(slot)'", at: node,
          hint: Hint.spelling(slot, among: slots, in: node)
            ?? (slots.isEmpty ? "it has none" : "it has: \(slots.joined(separator: ", "))"))
        return nil
      }
      types = next
    }
    known[node.text] = types
    return types
  }

  /// Whether a window may be open.
  func hasWindow(_ name: String) -> Bool { windows?.contains(name) ?? true }

  func reportWindow(_ name: String, _ node: YAMLNode) {
    let names = (windows ?? []).sorted()
    sink.error(
      .unknownWindow, "neither the flow nor a step opens a window '\(name)'", at: node,
      hint: Hint.spelling(name, among: names, in: node) ?? "there are: \(names.joined(separator: ", "))")
  }

  private func types(in slot: String, of holders: Set<Int>) -> Set<Int> {
    var types: Set<Int> = []
    for holder in holders {
      guard let slot = flow.screens[holder].slots.first(where: { $0.name == slot }) else { continue }
      if let presented = slot.presents.types {
        types.formUnion(presented)
      } else {
        return all
      }
    }
    return types
  }

  /// The types of the screen at a path and of those that hold it: an action bubbles up through them.
  func typesAlong(_ node: YAMLNode) -> Set<Int>? {
    guard let types = types(at: node) else { return nil }
    guard let path = NavigationPath(node.text.prefix { $0 != "#" }) else { return all }
    var along = types
    var holders = roots
    along.formUnion(holders)
    for slot in path.slots {
      holders = self.types(in: slot, of: holders)
      along.formUnion(holders)
    }
    return along
  }
}
