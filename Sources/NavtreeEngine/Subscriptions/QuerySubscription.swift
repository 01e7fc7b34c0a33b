import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections

/// A subscription to the answer of a query.
final class QuerySubscription {
  /// Changes that are held, because the reader is behind or more would wait than may.
  struct Held {
    let told: JSONValue
    let since: Int
    var seq: Int
  }

  let number: Int
  let query: Query
  let form: SubscriptionRequest.Form
  let reads: Query.Reads
  /// The present answer.
  private(set) var answer = JSONValue.null
  /// The matches among the screens of a type, by id.
  private var matches: [ScreenID: JSONValue] = [:]
  /// All screens of that type.
  private var candidates: Set<ScreenID> = []
  var held: Held?

  init(_ number: Int, _ query: Query, _ form: SubscriptionRequest.Form, in flow: FlowDefinition) {
    self.number = number
    self.query = query
    self.form = form
    reads = query.reads(in: flow)
  }

  /// Evaluates the query for the first time.
  func start(in session: Session) throws(Failure) {
    matches = [:]
    candidates = []
    var reader = QueryReader(query, in: session)
    answer = try reader.answer()
    guard case .screens(let type, _, _) = query.subject else { return }
    candidates = Set(session.world.windows.ids(ofType: type))
    for match in answer.array ?? [] {
      if let id = match["id"]?.integer { matches[ScreenID(id)] = match }
    }
  }

  /// Evaluates the query again after a change; an answer that fails is null.
  ///
  /// - Parameter isStructural: whether screens came or went.
  /// - Complexity: over a type whose expressions read only their own screen: O(number of touched screens of
  ///   it, and of matches), if screens came or went O(number of screens of it); else that of the query.
  func renew(in session: Session, after touches: Touches, isStructural: Bool) {
    do {
      guard case .screens(let type, _, _) = query.subject, !reads.now, !reads.parent,
        !(reads.shared && touches.hasShared), case .array = answer
      else { return try start(in: session) }
      var asked = touches.screens.elements.map(\.key).filter {
        session.world.windows.place(of: $0)?.type == type
      }
      var isFelt = !asked.isEmpty
      if isStructural {
        let current = Set(session.world.windows.ids(ofType: type))
        for id in candidates.subtracting(current) {
          if matches.removeValue(forKey: id) != nil { isFelt = true }
        }
        let new = current.subtracting(candidates)
        if !new.isEmpty { isFelt = true }
        asked += new.sorted()
        candidates = current
      }
      guard isFelt else { return }
      var reader = QueryReader(query, in: session)
      for id in asked { matches[id] = try reader.match(id) }
      answer = .array(matches.keys.sorted().compactMap { matches[$0] })
    } catch {
      answer = .null
    }
  }
}
