internal import NavtreeSystem

/// An error reported by the system.
package struct SystemError: Error, Hashable, Sendable {
  package let code: Int32

  package init(code: Int32) { self.code = code }

  /// The error of the call that has just failed.
  package static var last: SystemError { SystemError(code: errno) }

  /// The error of a file that exists already.
  package static var exists: SystemError { SystemError(code: EEXIST) }

  /// The error of a file that is a folder.
  package static var isFolder: SystemError { SystemError(code: EISDIR) }

  /// The error of a path that is longer than any.
  package static var nameTooLong: SystemError { SystemError(code: ENAMETOOLONG) }

  /// The reader has closed its end.
  package var isClosedPipe: Bool { code == EPIPE || code == ECONNRESET }

  /// Nothing failed and nothing was done: the call may be repeated.
  package var isInterruption: Bool { code == EINTR || code == EAGAIN || code == EWOULDBLOCK }
}

extension SystemError: CustomStringConvertible {
  package var description: String { String(cString: strerror(code)) }
}
