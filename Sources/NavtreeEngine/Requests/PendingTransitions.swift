import NavtreeJSON

/// The transitions that a host hasn't shown yet, and the requests that wait for that. Neither is stored or forked.
struct PendingTransitions {
  private struct Entry {
    var seq: Int
    var count: Int
    /// The instant from which they count as shown.
    var due: Int
  }

  /// The most changes that are told apart; further ones end with the last.
  private static let most = 1_000

  /// By ascending seq.
  private var changes: [Entry] = []
  /// In order.
  var requests: [QueuedRequest] = []
  /// The number of the last request that was queued.
  private(set) var last = 0

  /// Whether none has been pending since the last count.
  var isEmpty: Bool { changes.isEmpty }

  /// The number of transitions that are pending at an instant.
  mutating func count(at now: Int) -> Int {
    if changes.isEmpty { return 0 }
    changes.removeAll { $0.due <= now }
    return changes.reduce(0) { $0 + $1.count }
  }

  mutating func add(_ count: Int, of seq: Int, due: Int) {
    if changes.count >= Self.most, let former = changes.popLast() {
      changes.append(Entry(seq: seq, count: former.count + count, due: due))
    } else {
      changes.append(Entry(seq: seq, count: count, due: due))
    }
  }

  /// Ends those of the changes up to one.
  mutating func end(through seq: Int) { changes.removeAll { $0.seq <= seq } }

  mutating func postpone(by milliseconds: Int) {
    for index in changes.indices { changes[index].due += milliseconds }
  }

  /// The instant at which the first request may run at the latest; nil if none waits.
  var turn: Int? { requests.isEmpty ? nil : changes.map(\.due).max() ?? .min }

  mutating func append(_ asked: RememberedAnswer?, _ run: @escaping (Int, Failure?) -> Void) -> Int {
    last += 1
    let waits = asked.map {
      RememberedAnswer(key: $0.key, content: $0.content, answer: ["queued": .integer(last)])
    }
    requests.append(QueuedRequest(number: last, waits: waits, run: run))
    return last
  }

  /// What is answered to a request with a key that waits already.
  func answer(toRequest key: String) -> RememberedAnswer? {
    requests.lazy.compactMap(\.waits).first { $0.key == key }
  }
}

/// A request that waits until transitions are shown.
package struct QueuedRequest {
  /// Unique in its session, from 1.
  let number: Int
  /// The answer that it waits, if it has a key.
  let waits: RememberedAnswer?
  /// Runs it under its number and tells the outcome; with a failure that is the outcome.
  let run: (Int, Failure?) -> Void
}
