internal import NavtreeCZlib
import NavtreeText

/// Gzip (RFC 1952) in base64, made chunk by chunk.
final class GzipText {
  /// zlib's state points back to it, so that it must not move.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private var packed = [UInt8](repeating: 0, count: 1 << 16)
  /// Up to two bytes that wait for a group of three.
  private var rest: [UInt8] = []

  init() {
    stream.initialize(to: z_stream())
    let code = navtree_gzip_begin(stream)
    precondition(code == Z_OK, "zlib can't begin: \(code)")
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// Writes the text of a chunk, as far as it is known.
  func write(_ chunk: [UInt8], isLast: Bool = false, _ sink: ([UInt8]) throws -> Void) rethrows {
    var chunk = chunk
    try chunk.withUnsafeMutableBufferPointer { chunk in
      stream.pointee.next_in = chunk.baseAddress
      stream.pointee.avail_in = UInt32(chunk.count)
      var isFull = true
      while isFull {
        let count = packed.withUnsafeMutableBufferPointer { packed in
          stream.pointee.next_out = packed.baseAddress
          stream.pointee.avail_out = UInt32(packed.count)
          deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
          return packed.count - Int(stream.pointee.avail_out)
        }
        isFull = count == packed.count
        let text = text(of: packed[..<count], isLast: isLast && !isFull)
        if !text.isEmpty { try sink(text) }
      }
    }
  }

  private func text(of bytes: ArraySlice<UInt8>, isLast: Bool) -> [UInt8] {
    rest += bytes
    let known = rest.prefix(isLast ? rest.count : rest.count / 3 * 3)
    rest.removeFirst(known.count)
    return Base64.encode(known)
  }
}
