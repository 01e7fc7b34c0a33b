package import NavtreeFiles
internal import NavtreeJSON
import NavtreeSystem

/// A second source of requests, a socket, whose answers go back there. Each line is one request.
///
/// Its peer waits for an answer before the next request: the next one is handled when it has taken that.
package final class ServeCompanion {
  let descriptor: FileDescriptor
  private var splitter = LineSplitter(limit: ServeCompanion.longest)
  /// The rest of an answer, which the peer hasn't taken yet.
  private var rest: [UInt8] = []
  private(set) var hasEnded = false

  /// The most bytes of a request.
  private static let longest = 128 << 10
  private static let chunk = 64 << 10

  /// - Parameter descriptor: a socket that doesn't block. Its creator closes it.
  package init(_ descriptor: FileDescriptor) {
    self.descriptor = descriptor
  }

  /// What `poll` waits for.
  var events: Int16 { Int16(rest.isEmpty ? POLLIN : POLLOUT) }

  /// Reads what is there or, first, writes what the peer takes.
  func exchange() {
    do {
      if rest.isEmpty {
        if try splitter.append(atMost: Self.chunk, from: descriptor) == 0 { hasEnded = true }
      } else {
        rest.removeFirst(try rest.withUnsafeBytes { try descriptor.write($0) })
      }
    } catch {
      hasEnded = true
    }
  }

  /// Answers the requests that have come.
  func answer(_ work: (_ line: UnsafeRawBufferPointer, _ output: inout JSONWriter) -> Void) {
    while !hasEnded, rest.isEmpty {
      switch splitter.next() {
      case .whole(let line):
        var output = JSONWriter()
        work(line, &output)
        rest = output.withUnsafeBytes { Array($0) }
        if !rest.isEmpty { exchange() }
      case .tooLong: hasEnded = true
      case nil: return
      }
    }
  }
}
