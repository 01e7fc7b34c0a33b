#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What the system answered instead of doing what it was asked.
package struct SystemError: Error, Hashable, Sendable {
  package let code: Int32

  /// That of the call that has just failed.
  package static var last: SystemError { SystemError(code: errno) }

  /// Nobody reads any more.
  var isClosedPipe: Bool { code == EPIPE || code == ECONNRESET }

  /// Nothing failed, and nothing was done: the call may be made again.
  var isInterruption: Bool { code == EINTR || code == EAGAIN || code == EWOULDBLOCK }
}

extension SystemError: CustomStringConvertible {
  package var description: String { String(cString: strerror(code)) }
}
