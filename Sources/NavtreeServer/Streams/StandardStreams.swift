package import NavtreeFiles
internal import NavtreeSystem

/// The streams of a process that speaks a protocol on its standard output.
package struct StandardStreams: Sendable {
  package let input: FileDescriptor
  /// The real standard output, which carries only the protocol.
  package let output: FileDescriptor

  /// Moves standard output aside and points its number at standard error, so that no stray print can corrupt
  /// the protocol.
  ///
  /// A closed standard stream is first opened on the null device, so that its number is never another file's.
  package static func claim() throws(SystemError) -> StandardStreams {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
      // The system takes the lowest free number, which is this one.
      guard open("/dev/null", O_RDWR) == number else { throw SystemError.last }
    }
    let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    guard output >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else { throw SystemError.last }
    return StandardStreams(input: FileDescriptor(STDIN_FILENO), output: FileDescriptor(output))
  }
}
