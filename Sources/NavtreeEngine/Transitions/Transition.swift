import NavtreeJSON
import NavigationTree

/// A change of the tree of screens, as a host that draws them makes it.
package struct Transition {
  package enum Operation: String, Sendable, CaseIterable {
    case push, pop, present, dismiss, replace, select, focus, reset, open, close, moved, collapse, expand
    case travel
  }

  var operation: Operation
  var from: ScreenID?
  var to: ScreenID?
  /// The slot, and its style; nil for the root of a window.
  var slot: (name: String, style: SlotStyle)?
  var window: String
  var moves: [ScreenMove]
  /// The name of the action, lifecycle event or method that asked for it; nil for changes in sum.
  var by: String?
  var hint: JSONValue?
  /// Whether the screen that is presented next takes the place of the removed one.
  var isReplaced = false
}

extension Transition {
  /// The moves of a journey, or of several changes in sum, parents before children.
  init(travel moves: [ScreenMove], by name: String?, in transaction: Transaction) {
    let sorted = moves.sorted { left, right in
      let depths = [left, right].map { transaction.world.windows.place(of: $0.id)?.depth ?? 0 }
      return (depths[0], left.id) < (depths[1], right.id)
    }
    self.init(operation: .travel, window: "", moves: sorted, by: name)
  }
}

/// The place of a screen among the others, and its selection.
struct ScreenStanding: Equatable {
  let window: String
  let parent: ScreenID?
  /// The name of the slot in the parent.
  let slot: String?
  /// The index of the selected tab, or of the pane in focus.
  let selection: Int
  /// Whether only that pane is shown; nil for a screen that never collapses.
  var isCollapsed: Bool?
}

/// A screen that came, went or stands elsewhere.
struct ScreenMove {
  let id: ScreenID
  let type: Int
  /// Nil: it wasn't there.
  var before: ScreenStanding?
  /// Nil: it is gone.
  var after: ScreenStanding?
  var params: [JSONValue]
}

/// The moves of several transitions, in sum: each screen's first standing, and its last one.
struct MoveSum {
  /// In a session that takes the place of another, an id may be that of a screen of another type.
  private struct Key: Hashable {
    let id: ScreenID
    let type: Int
  }

  private var moves: [Key: ScreenMove] = [:]

  /// - Complexity: O(number of moves).
  mutating func add(_ added: [ScreenMove]) {
    for move in added {
      let key = Key(id: move.id, type: move.type)
      guard var known = moves[key] else {
        moves[key] = move
        continue
      }
      known.after = move.after
      known.params = move.params
      moves[key] = known.before == known.after ? nil : known
    }
  }

  /// All moves; those of a window alone, if one is named.
  func moves(in window: String?) -> [ScreenMove] {
    let all = Array(moves.values)
    return window.map(all.seen) ?? all
  }
}

extension [ScreenMove] {
  /// The moves as a reader sees them who follows one window: what stands in another one is gone.
  func seen(in window: String) -> [ScreenMove] {
    compactMap { move in
      guard move.before?.window == window || move.after?.window == window else { return nil }
      var move = move
      if move.after?.window != window { move.after = nil }
      return move
    }
  }
}
