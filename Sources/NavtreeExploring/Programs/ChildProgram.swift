package import NavtreeFiles
internal import NavtreeSystem

/// A program that runs beside this one, with pipes to its input and output; its errors go where this one's go.
///
/// It has a process group of its own, which ends with it.
package final class ChildProgram {
  package let identifier: Int32
  private var input: Int32
  private let output: Int32
  /// The status of a program that has been waited for.
  private var status: Int32?

  /// - Parameter command: a command line of the shell.
  package init(command: String) throws(SystemError) {
    // A program that no longer reads is reported as an error.
    signal(SIGPIPE, SIG_IGN)
    let input = try Pipe()
    let output: Pipe
    do throws(SystemError) {
      output = try Pipe()
    } catch {
      input.close()
      throw error
    }
    let start = ProgramStart(
      "/bin/sh", ["/bin/sh", "-c", command],
      [(input.reading, STDIN_FILENO), (output.writing, STDOUT_FILENO)], signals: [SIGPIPE, SIGINT, SIGTERM])
    let started = Result { () throws(SystemError) in try start.run() }
    closeEnd(input.reading)
    closeEnd(output.writing)
    self.input = input.writing
    self.output = output.reading
    switch started {
    case .success(let number): identifier = number
    case .failure(let error):
      identifier = 0
      status = 0
      throw error
    }
    for end in [input.writing, output.reading] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  deinit {
    end(patience: 0)
    closeEnd(output)
  }

  /// Two ends that no other child inherits.
  private struct Pipe {
    let reading: Int32
    let writing: Int32

    init() throws(SystemError) {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw SystemError.last }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      (reading, writing) = (ends[0], ends[1])
    }

    func close() {
      closeEnd(reading)
      closeEnd(writing)
    }
  }
}

extension ChildProgram {
  /// Writes once, as many bytes as the program takes without waiting.
  ///
  /// - Returns: the number of bytes taken.
  package func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
    let count = bytes.withUnsafeBytes { systemWrite(input, $0.baseAddress, $0.count) }
    if count >= 0 { return count }
    let error = SystemError.last
    if error.isInterruption { return 0 }
    throw error
  }

  /// Reads what is there, without waiting.
  ///
  /// - Returns: nil at the end of its output.
  package func read() throws(SystemError) -> [UInt8]? {
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, filled in
      count = systemRead(output, buffer.baseAddress, buffer.count)
      filled = max(count, 0)
    }
    if count > 0 { return bytes }
    if count == 0 { return nil }
    let error = SystemError.last
    if error.isInterruption { return [] }
    throw error
  }

  /// Waits until there is output, or room for input if that is wanted; a signal or the time ends it.
  package func wait(toWrite: Bool, milliseconds: Int) {
    var descriptors = [
      pollfd(fd: output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: input, events: Int16(POLLOUT), revents: 0),
    ]
    poll(&descriptors, toWrite ? 2 : 1, Int32(clamping: max(milliseconds, 0)))
  }

  /// Ends its input.
  package func closeInput() {
    if input >= 0 { closeEnd(input) }
    input = -1
  }

  /// Ends the program: by the end of its input, after some time by signals, to all processes of its group.
  ///
  /// - Parameter patience: the time that it has to end by itself, in milliseconds.
  /// - Returns: its exit status, or the negative number of the signal that ended it.
  @discardableResult
  package func end(patience: Int) -> Int32 {
    closeInput()
    if let status { return status }
    if !hasEnded(within: patience) {
      kill(-identifier, SIGTERM)
      _ = hasEnded(within: min(patience, Self.lastPatience))
    }
    // It isn't waited for yet, so that its group's number is nobody else's.
    kill(-identifier, SIGKILL)
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    let result = signal == 0 ? (status >> 8) & 0xFF : -signal
    self.status = result
    return result
  }

  /// The time between the signal that asks a program to end and the one that ends it, in milliseconds.
  private static let lastPatience = 500

  /// Whether the program ends within a time, in milliseconds.
  private func hasEnded(within patience: Int) -> Bool {
    let clock = SystemClock()
    let end = clock.now + patience
    while true {
      var information = siginfo_t()
      let code = waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT)
      if code == 0, information.si_signo == SIGCHLD { return true }
      if clock.now >= end { return false }
      usleep(2_000)
    }
  }
}

// A method with the name of a system function hides that function.
private func closeEnd(_ number: Int32) { close(number) }

private func systemRead(_ number: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(number, buffer, count)
}

private func systemWrite(_ number: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(number, buffer, count)
}
