import NavtreeCEL
import NavtreeJSON
import NavigationTree
import OrderedCollections

/// Somebody who follows the answer to a query.
final class QuerySubscription {
  /// Changes that aren't told yet, because the reader is behind.
  struct Held {
    let told: JSONValue
    let since: Int
    var seq: Int
  }

  let number: Int
  let query: Query
  let form: SubscriptionRequest.Form
  let reads: Query.Reads
  /// The answer as it is.
  private(set) var answer = JSONValue.null
  /// The matches among the screens of a type, by id.
  private var matches: [ScreenID: JSONValue] = [:]
  /// All screens of that type.
  private var candidates: Set<ScreenID> = []
  var held: Held?

  init(_ number: Int, _ query: Query, _ form: SubscriptionRequest.Form) {
    self.number = number
    self.query = query
    self.form = form
    reads = query.reads
  }

  /// Asks for the first time.
  func start(in session: Session) throws(Failure) {
    matches = [:]
    candidates = []
    answer = try session.answer(query)
    guard case .screens(let type, _, _) = query.subject else { return }
    candidates = Set(session.ids(ofType: type))
    for match in answer.array ?? [] {
      if let id = match["id"]?.integer { matches[ScreenID(id)] = match }
    }
  }

  /// Asks anew after a change; an answer that can't be had is null.
  ///
  /// - Parameter isStructural: whether screens came or went.
  /// - Complexity: of a type whose expressions read nothing but their own screen: O(number of touched screens of
  ///   it, and of matches), where screens came or went O(number of screens of it); else that of the query.
  func renew(in session: Session, after touches: Touches, isStructural: Bool) {
    do {
      guard case .screens(let type, _, _) = query.subject, !reads.now, !reads.parent,
        !(reads.shared && touches.hasShared), case .array = answer
      else { return try start(in: session) }
      var asked = Array(touches.screens.keys.filter { session.world.windows.place(of: $0)?.type == type })
      var isFelt = !asked.isEmpty
      if isStructural {
        let present = Set(session.ids(ofType: type))
        for id in candidates.subtracting(present) {
          if matches.removeValue(forKey: id) != nil { isFelt = true }
        }
        let new = present.subtracting(candidates)
        if !new.isEmpty { isFelt = true }
        asked += new.sorted()
        candidates = present
      }
      guard isFelt else { return }
      var budget = CELBudget(limit: session.traits.costLimit)
      for id in asked { matches[id] = try session.match(id, query, budget: &budget) }
      answer = .array(matches.keys.sorted().compactMap { matches[$0] })
    } catch {
      answer = .null
    }
  }
}
