import NavtreeFiles
import NavtreeSystem
package import NavtreeJSON
import NavtreeJSONReading

/// An app under test, behind an adapter: a program that does what it is told a line, and answers each with what it
/// sees then.
package final class Adapter {
  package enum Answer {
    /// The app is quiet, and shows this.
    case sees(JSONObject)
    /// The app offers nothing of that kind, and has done nothing.
    case cannot(String)
  }

  package struct Settings: Sendable {
    package let command: String
    /// The time for each answer, in milliseconds.
    package let timeout: Int
    /// Whether the user wants an end.
    package let isInterrupted: @Sendable () -> Bool

    package init(
      command: String, timeout: Int = Settings.standardTimeout,
      isInterrupted: @escaping @Sendable () -> Bool = { false }
    ) {
      self.command = command
      self.timeout = timeout
      self.isInterrupted = isInterrupted
    }

    package static let standardTimeout = 10_000
  }

  /// The longest line of an adapter, in bytes.
  package static let longestLine = 1 << 20
  /// The time that an adapter has to end its app, in milliseconds.
  private static let patience = 2_000
  /// The longest wait without a look at the user, in milliseconds.
  private static let watch = 100

  private let settings: Settings
  private let program: ChildProgram
  private let clock = SystemClock()
  /// The output that isn't taken yet.
  private var pending: [UInt8] = []
  /// Whether its output has ended.
  private var isAtEnd = false

  package init(_ settings: Settings) throws(AdapterFault) {
    self.settings = settings
    do throws(SystemError) {
      program = try ChildProgram(command: settings.command)
    } catch {
      throw .start(error)
    }
  }

  deinit { program.end(patience: Self.patience) }

  /// Has the app do something.
  ///
  /// - Parameter request: the value of `do`.
  package func ask(_ request: JSONValue) throws(AdapterFault) -> Answer {
    try receive()
    try checkSilence()
    let end = clock.now + settings.timeout
    try send(request, until: end)
    return try Self.answer(in: try line(until: end))
  }

  /// Checks that nothing was written beside the answers.
  package func checkSilence() throws(AdapterFault) {
    guard !pending.isEmpty else { return }
    let line = pending.prefix { $0 != UInt8(ascii: "\n") }
    throw .second(String(decoding: line, as: UTF8.self))
  }

  // MARK: Lines

  private func send(_ request: JSONValue, until end: Int) throws(AdapterFault) {
    var bytes = Array(JSONValue.object(["do": request]).description.utf8)[...]
    bytes.append(UInt8(ascii: "\n"))
    while !bytes.isEmpty {
      do throws(SystemError) {
        bytes = bytes.dropFirst(try program.write(bytes))
      } catch {
        throw ended()
      }
      if bytes.isEmpty { return }
      guard try wait(toWrite: true, until: end) else { throw .deaf(milliseconds: settings.timeout) }
      try receive()
      // An answer to what isn't sent yet.
      try checkSilence()
    }
  }

  private func line(until end: Int) throws(AdapterFault) -> [UInt8] {
    var searched = 0
    while true {
      if let index = pending[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(pending[..<index])
        pending.removeSubrange(...index)
        return line
      }
      searched = pending.count
      if pending.count > Self.longestLine { throw .long(bytes: Self.longestLine) }
      if isAtEnd { throw ended() }
      guard try wait(toWrite: false, until: end) else { throw .hung(milliseconds: settings.timeout) }
      try receive()
    }
  }

  /// Takes what is there of its output.
  private func receive() throws(AdapterFault) {
    while !isAtEnd, pending.count <= Self.longestLine {
      do throws(SystemError) {
        guard let bytes = try program.read() else {
          isAtEnd = true
          return
        }
        if bytes.isEmpty { return }
        pending += bytes
      } catch {
        throw ended()
      }
    }
  }

  /// - Returns: false if the time is over.
  private func wait(toWrite: Bool, until end: Int) throws(AdapterFault) -> Bool {
    if settings.isInterrupted() { throw .interrupted }
    let rest = end - clock.now
    if rest <= 0 { return false }
    program.wait(toWrite: toWrite, milliseconds: min(rest, Self.watch))
    return true
  }

  private func ended() -> AdapterFault { .ended(status: program.end(patience: Self.patience)) }

  // MARK: Answers

  private static func answer(in line: [UInt8]) throws(AdapterFault) -> Answer {
    let text = String(decoding: line, as: UTF8.self)
    let value: JSONValue
    do {
      value = try JSONValue(parsing: line)
    } catch {
      throw .rubbish(text)
    }
    guard let members = value.object, members.count == 1, let member = members.first else {
      throw .wrong(text, because: "an answer is {\"see\": {…}} or {\"cannot\": WHY}")
    }
    switch (member.key, member.value) {
    case ("see", .object(let seen)): return .sees(seen)
    case ("cannot", .string(let reason)): return .cannot(reason)
    case ("see", _): throw .wrong(text, because: "'see' is an object")
    case ("cannot", _): throw .wrong(text, because: "'cannot' is a sentence")
    default: throw .wrong(text, because: "there is no 'see' and no 'cannot'")
    }
  }
}
