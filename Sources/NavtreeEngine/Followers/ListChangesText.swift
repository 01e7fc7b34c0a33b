import NavtreeJSON

/// The changes of a list, as `form: list` reports them.
struct ListChangesText {
  /// Indexes in the former list, highest first.
  private var removed: [Int] = []
  private var moved: [(from: Int, to: Int)] = []
  /// Indexes in the present list, lowest first.
  private var added: [Int] = []
  private var changed: [Int] = []

  private init() {}

  var isEmpty: Bool { removed.isEmpty && moved.isEmpty && added.isEmpty && changed.isEmpty }

  /// The changes from one list to another; nil if the key doesn't distinguish their elements.
  ///
  /// - Complexity: that of `JSONListChanges(from:to:key:)`.
  init?(from old: [JSONValue], to now: [JSONValue], key: String) {
    guard let changes = JSONListChanges(from: old, to: now, key: key) else { return nil }
    removed = changes.removed
    moved = changes.moved
    added = changes.added
    changed = changes.changed.map(\.new).sorted()
  }

  /// The writes to a list; nil if the key doesn't distinguish its elements and has to.
  ///
  /// - Complexity: O(number of places written); if an element was removed and inserted again, or all were
  ///   written, that of `JSONListChanges(from:to:key:)`.
  init?(_ touch: ValueTouch, now: [JSONValue], key: String) {
    if touch.before != nil || touch.list?.isReordered(in: now, key: key) ?? false {
      guard case .array(let old) = touch.rewound(.array(now)) else { return nil }
      self.init(from: old, to: now, key: key)
      return
    }
    self.init()
    removed = (touch.list?.removed ?? []).reversed().map(\.index)
    added = (touch.list?.inserted ?? []).filter(now.indices.contains)
    for (token, inside) in touch.inside {
      guard let index = Int(token), now.indices.contains(index), inside.isFelt(in: now[index]) else {
        continue
      }
      changed.append(index)
    }
    changed.sort()
  }

  func write(_ now: [JSONValue], to output: inout JSONWriter) {
    output.append(#"{"removed":["#)
    for (position, index) in removed.enumerated() {
      if position > 0 { output.append(",") }
      output.appendInteger(index)
    }
    output.append(#"],"moved":["#)
    for (position, move) in moved.enumerated() {
      if position > 0 { output.append(",") }
      output.append("[")
      output.appendInteger(move.from)
      output.append(",")
      output.appendInteger(move.to)
      output.append("]")
    }
    output.append(#"],"added":["#)
    write(added, of: now, to: &output)
    output.append(#"],"changed":["#)
    write(changed, of: now, to: &output)
    output.append("]}")
  }

  private func write(_ indexes: [Int], of now: [JSONValue], to output: inout JSONWriter) {
    for (position, index) in indexes.enumerated() {
      if position > 0 { output.append(",") }
      output.append("[")
      output.appendInteger(index)
      output.append(",")
      output.appendValue(now[index])
      output.append("]")
    }
  }
}

extension ListTouch {
  /// Whether a removed element was inserted again.
  fileprivate func isReordered(in now: [JSONValue], key: String) -> Bool {
    guard !removed.isEmpty, !inserted.isEmpty else { return false }
    let gone = Set(removed.compactMap { $0.value[key] })
    return inserted.contains { index in
      now.indices.contains(index) && now[index][key].map(gone.contains) ?? false
    }
  }
}
