import NavtreeText
import NavtreeEngine
import NavtreeJSON

/// The prefixes of effect keys: each opening of a session has its own.
package struct KeyPrefixes {
  /// A source of random bits.
  package typealias Source = @Sendable () -> UInt64

  private let random: Source
  /// The prefixes of the first openings on a virtual clock.
  private var taken: Set<UTF8Key> = []
  /// By session, the number of its openings among them.
  private var counts: [UTF8Key: Int] = [:]
  /// The number of the last opening after them.
  private var lastNumber = KeyPrefixes.mostTaken
  /// The recorded prefix of the next opening.
  var recorded: String?
  /// The prefix of the opening that the present call has made.
  private(set) var last: (session: String, prefix: String)?

  init(random: @escaping Source) {
    self.random = random
  }

  /// The openings on a virtual clock that are remembered by name.
  private static let mostTaken = 4_096

  /// The prefix of a session that is about to be opened.
  ///
  /// A real clock's has 64 random bits, which no opening in any process shares. A virtual clock's is the same in
  /// each run: the name, and from the second opening on a number. After `mostTaken` openings each has a number that
  /// no other one has, so that names needn't be remembered.
  mutating func next(for session: String, on clock: SessionClock.Kind) -> String {
    if let recorded { return recorded }
    switch clock {
    case .real: return "\(session).\(random().hexadecimal)"
    case .virtual:
      let isEarly = taken.count < Self.mostTaken
      var number = isEarly ? (counts[UTF8Key(session)] ?? 0) + 1 : lastNumber + 1
      while taken.contains(UTF8Key(Self.prefix(session, number))) { number += 1 }
      if !isEarly { lastNumber = number }
      return Self.prefix(session, number)
    }
  }

  private static func prefix(_ session: String, _ number: Int) -> String {
    number == 1 ? session : "\(session).\(number)"
  }

  /// Takes the prefix of a session that is open.
  mutating func take(_ session: Session) {
    if session.clock.kind == .virtual, taken.count < Self.mostTaken {
      taken.insert(UTF8Key(session.keyPrefix))
      counts[UTF8Key(session.name), default: 0] += 1
    }
    last = (session.name, session.keyPrefix)
    recorded = nil
  }

  /// The prefix of the session that the present call has opened, if its name doesn't say it.
  mutating func takeLast() -> String? {
    defer { last = nil }
    return last.flatMap { $0.prefix == $0.session ? nil : $0.prefix }
  }
}
