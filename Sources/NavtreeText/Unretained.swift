// Counting a reference up and down is two atomic operations, each as long as 20 other instructions. A dispatch looks at
// ten objects and arrays that the flow or the session keeps alive anyway: to count them took a tenth of its time.

extension Unmanaged {
  /// Uses an object that something else keeps alive meanwhile, such as a part of a flow.
  @inlinable @inline(__always)
  package func use<Result, Problem: Error>(
    _ body: (Instance) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    // What it takes can't throw an error of a declared type.
    try _withUnsafeGuaranteedRef { object in
      Swift.Result { () throws(Problem) -> Result in try body(object) }
    }.get()
  }
}

extension Optional where Wrapped: AnyObject {
  /// The object, which something else keeps alive.
  @inlinable @inline(__always)
  package var unretained: Unmanaged<Wrapped>? {
    if let object = self { .passUnretained(object) } else { nil }
  }
}

extension Array where Element == UInt8 {
  /// The bytes where they lie, which something else keeps alive and unchanged.
  @inlinable @inline(__always)
  package var unretained: UnsafeRawBufferPointer { withUnsafeBytes { $0 } }
}
