/// The actions that a screen type declares, by the flow's index of the action's name.
///
/// Its size grows with the declared actions, not with all the flow's names.
package struct ActionTable: Sendable {
  package struct Element: Sendable {
    /// The index of the action's name in the flow.
    package let action: Int
    package let definition: ActionDefinition
  }

  /// In declared order.
  package private(set) var elements: [Element] = []
  /// Index of an element plus 1 by action, 0 where there is none; a power of two at most half full.
  private var buckets: [Int32] = [0, 0]

  package init() {}

  package var isEmpty: Bool { elements.isEmpty }

  /// The rules of all actions.
  package var rules: [Rule] { elements.flatMap(\.definition.rules) }

  /// The actions that requests may send, in declared order.
  package var open: [Int] { elements.lazy.filter { !$0.definition.isPrivate }.map(\.action) }

  /// The definition of an action; nil if it isn't declared.
  package subscript(action: Int) -> ActionDefinition? { find(action)?.takeUnretainedValue() }

  /// The definition of an action, which the table keeps alive; nil if it isn't declared.
  package func find(_ action: Int) -> Unmanaged<ActionDefinition>? {
    var bucket = action & (buckets.count - 1)
    while buckets[bucket] != 0 {
      let index = Int(buckets[bucket]) - 1
      if elements[index].action == action { return .passUnretained(elements[index].definition) }
      bucket = (bucket + 1) & (buckets.count - 1)
    }
    return nil
  }

  /// Declares an action that isn't declared yet.
  package mutating func append(_ definition: ActionDefinition, for action: Int) {
    elements.append(Element(action: action, definition: definition))
    if elements.count * 2 > buckets.count {
      buckets = Array(repeating: 0, count: buckets.count * 2)
      for index in elements.indices { place(index) }
    } else {
      place(elements.count - 1)
    }
  }

  private mutating func place(_ index: Int) {
    var bucket = elements[index].action & (buckets.count - 1)
    while buckets[bucket] != 0 { bucket = (bucket + 1) & (buckets.count - 1) }
    buckets[bucket] = Int32(clamping: index + 1)
  }
}
