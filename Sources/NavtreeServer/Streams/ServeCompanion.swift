package import NavtreeFiles
internal import NavtreeJSON

/// A second source of requests, a socket, whose answers go back there. Each line is one request.
///
/// Its peer waits for an answer before the next request. One that doesn't is left.
package final class ServeCompanion {
  let descriptor: FileDescriptor
  private var splitter = LineSplitter(limit: ServeCompanion.longest)
  private(set) var hasEnded = false

  /// The most bytes of a request.
  private static let longest = 128 << 10
  private static let chunk = 64 << 10

  /// - Parameter descriptor: a socket that doesn't block. Its creator closes it.
  package init(_ descriptor: FileDescriptor) {
    self.descriptor = descriptor
  }

  /// Reads what is there.
  func read() {
    do {
      if try splitter.append(atMost: Self.chunk, from: descriptor) == 0 { hasEnded = true }
    } catch {
      hasEnded = true
    }
  }

  /// Answers the requests that have come.
  func answer(_ work: (_ line: UnsafeRawBufferPointer, _ output: inout JSONWriter) -> Void) {
    while !hasEnded {
      switch splitter.next() {
      case .whole(let line):
        var output = JSONWriter()
        work(line, &output)
        let descriptor = self.descriptor
        let count = output.withUnsafeBytes { bytes in (try? descriptor.write(bytes)) ?? 0 }
        if count < output.count { hasEnded = true }
      case .tooLong: hasEnded = true
      case nil: return
      }
    }
  }
}
