internal import DequeModule
import NavtreeJSON
import NavtreeText

/// The answers that a session remembers, oldest first, up to a limit.
///
/// What was asked stays done after an undo, so the history doesn't revert it. A store that can't be written does.
struct RememberedAnswers {
  private var entries: Deque<(number: Int, answer: RememberedAnswer)> = []
  /// The numbers of the answers, by the hash of the key.
  private var numbersByKey: [String: Int] = [:]
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  subscript(key: String) -> RememberedAnswer? { numbersByKey[key].flatMap { self[$0] } }

  private subscript(number: Int) -> RememberedAnswer? { index(of: number).map { entries[$0].answer } }

  /// Adds an answer.
  ///
  /// - Returns: the former entries of the numbers that this touches.
  mutating func append(_ answer: RememberedAnswer) -> [FormerEntry<RememberedAnswers>] {
    let number = (entries.last?.number ?? 0) + 1
    var steps = [FormerEntry<RememberedAnswers>(key: number, entry: put(answer, for: number))]
    steps += forgetOldest()
    return steps
  }

  /// Forgets the oldest answers beyond the limit.
  private mutating func forgetOldest() -> [FormerEntry<RememberedAnswers>] {
    var steps: [FormerEntry<RememberedAnswers>] = []
    while entries.count > limit, let oldest = entries.first {
      steps.append(FormerEntry(key: oldest.number, entry: put(nil, for: oldest.number)))
    }
    return steps
  }

  /// The index of the first entry that doesn't stand before a number.
  ///
  /// - Complexity: O(log *n*)
  private func position(of number: Int) -> Int { entries.partitioningIndex { $0.number >= number } }

  private func index(of number: Int) -> Int? {
    let position = position(of: number)
    return position < entries.count && entries[position].number == number ? position : nil
  }
}

extension StoredPart {
  package static let requests = StoredPart("requests", key: "number", isSeldom: true)
}

extension RememberedAnswers: Ledger {
  static var part: StoredPart { .requests }

  /// - Complexity: O(1) at both ends.
  @discardableResult
  mutating func put(_ answer: RememberedAnswer?, for number: Int) -> RememberedAnswer? {
    let index = position(of: number)
    var former: RememberedAnswer?
    if index < entries.count, entries[index].number == number {
      let removed = entries.remove(at: index).answer
      if numbersByKey[removed.key] == number { numbersByKey[removed.key] = nil }
      former = removed
    }
    if let answer {
      entries.insert((number, answer), at: index)
      numbersByKey[answer.key] = number
    }
    return former
  }

  var numbers: [Int] { entries.map(\.number) }

  func division(of number: Int, _ form: EntryForm) -> StoredDivision? {
    self[number].map { entry in
      StoredDivision([
        Self.part.key: .integer(number), "key": .string(entry.key), "content": .string(entry.content),
        "answer": .object(entry.answer),
      ])
    }
  }

  /// The limit may be lower than when the answers were stored.
  mutating func restore(_ stored: LedgerEntry) throws(StoredFault) {
    let reader = stored.reader
    let answer = RememberedAnswer(
      key: try reader.string("key"), content: try reader.string("content"),
      answer: try reader.object("answer"))
    put(answer, for: stored.number)
    _ = forgetOldest()
  }
}
