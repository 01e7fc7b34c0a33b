import NavtreeSystem

/// The reason that a pattern can't be compiled.
package struct PatternFault: Error, Equatable {
  package let message: String
}

/// A compiled regular expression in RE2's syntax, without RE2: matching takes time linear in the text.
package final class LinearExpression: Sendable {
  package let pattern: String
  /// Instructions in the compiled program.
  package var programSize: Int { program.size }
  private let program: PatternProgram
  // Whoever holds the mutex has the automaton.
  private nonisolated(unsafe) let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private nonisolated(unsafe) var automaton: MatchAutomaton

  /// - Parameter memory: Bytes that the compiled program may take.
  package init(_ pattern: String, memory: Int) throws(PatternFault) {
    let program: PatternProgram
    do {
      program = try PatternProgram(pattern, memory: memory)
    } catch {
      mutex.deallocate()
      // A message is as long as that of RE2 may be.
      throw PatternFault(message: String(decoding: error.message.utf8.prefix(255), as: UTF8.self))
    }
    self.pattern = pattern
    self.program = program
    automaton = MatchAutomaton(program)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Whether the pattern matches anywhere in a text; never nil, as it is where memory can run out.
  package func matches(_ text: String) -> Bool? {
    var text = text
    return text.withUTF8 { bytes in
      if pthread_mutex_trylock(mutex) == 0 {
        defer { pthread_mutex_unlock(mutex) }
        if let isMatch = automaton.matches(bytes) { return isMatch }
      }
      return PikeMachine(program).firstMatch(in: bytes) != nil
    }
  }

  /// The leftmost match, in bytes of UTF-8.
  package func firstMatch(in text: String) -> Range<Int>? {
    var text = text
    return text.withUTF8 { PikeMachine(program).firstMatch(in: $0) }
  }
}
