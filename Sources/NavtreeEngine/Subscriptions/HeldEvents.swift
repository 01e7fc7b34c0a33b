/// An action or a lifecycle event as it is written for all followers.
package struct ToldEvent {
  /// The change that it is a part of.
  package let seq: Int
  /// The number of earlier events that the follower isn't told of.
  package internal(set) var missed = 0
  /// The members of the notification after these.
  package internal(set) var text: [UInt8]
}

/// The last actions held for all followers of a session, because the reader is behind or more would wait than may.
struct HeldEvents {
  /// The most events that are kept.
  static let longest = 1_000

  private var told: [ToldEvent] = []
  /// The index of the oldest one that is kept.
  private var start = 0
  /// The number of the event at index 0.
  private var base = 0
  /// The bytes of the kept texts.
  private var bytes = 0

  /// Adds events.
  ///
  /// - Parameter most: the bytes of texts that are kept at most, or the text of the last one.
  /// - Returns: the number of the first of them.
  mutating func append(_ events: [ToldEvent], atMost most: Int) -> Int {
    let first = base + told.count
    for event in events {
      told.append(event)
      bytes += event.text.count
      while told.count - start > Self.longest || bytes > most, told.count - start > 1 {
        bytes -= told[start].text.count
        told[start].text = []
        start += 1
      }
    }
    if start > Self.longest {
      told.removeFirst(start)
      base += start
      start = 0
    }
    return first
  }

  /// The kept events from one on, the first with the number of those before it.
  func from(_ number: Int) -> [ToldEvent] {
    let index = max(start, number - base)
    var events = Array(told.dropFirst(index))
    if !events.isEmpty { events[0].missed = base + index - number }
    return events
  }

  mutating func removeAll() { self = HeldEvents() }
}
