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
  var held: Held?

  init(_ number: Int, _ query: Query, _ form: SubscriptionRequest.Form, in flow: FlowDefinition) {
    self.number = number
    self.query = query
    self.form = form
    reads = query.reads(in: flow)
  }

  /// Evaluates the query for the first time.
  func start(in transaction: Transaction) throws(Failure) {
    matches = [:]
    var reader = QueryReader(query, in: transaction)
    answer = try reader.answer()
    guard case .screens = query.subject else { return }
    for match in answer.array ?? [] {
      if let id = match["id"]?.integer { matches[ScreenID(id)] = match }
    }
  }

  /// Evaluates the query again after a change; an answer that fails is null.
  ///
  /// - Parameter isStructural: whether screens came or went.
  /// - Complexity: over a type whose expressions read only their own screen: O(number of touched screens of
  ///   it, of those that came or went, and of matches); else that of the query.
  func renew(in transaction: Transaction, _ followers: Followers, isStructural: Bool) {
    let touches = followers.touches
    do {
      guard case .screens(let type, _, _) = query.subject, !reads.now, !reads.parent else {
        return try start(in: transaction)
      }
      // The census goes on with each change, whether or not this query needs it for this one.
      let movement = isStructural ? followers.census.movement(of: type, in: transaction) : nil
      guard !(reads.shared && touches.hasShared), case .array = answer else {
        return try start(in: transaction)
      }
      var asked = touches.screens.elements.map(\.key).filter {
        transaction.world.windows.place(of: $0)?.type == type
      }
      var isFelt = !asked.isEmpty
      if let movement {
        for id in movement.gone where matches.removeValue(forKey: id) != nil { isFelt = true }
        if !movement.new.isEmpty { isFelt = true }
        // Those that the history has brought back may be touched too, and are asked once.
        asked += movement.new.filter { touches.screens.index(of: $0) == nil }
      }
      guard isFelt else { return }
      var reader = QueryReader(query, in: transaction)
      for (id, match) in try reader.matches(among: asked) { matches[id] = match }
      answer = .array(matches.keys.sorted().compactMap { matches[$0] })
    } catch {
      answer = .null
    }
  }
}
