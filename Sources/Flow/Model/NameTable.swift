import JSON

/// Names, each with its index in declared order.
///
/// A look-up takes bytes as they stand in a request, so that it makes no string.
package struct NameTable: Sendable {
  package private(set) var names: [String] = []
  /// The UTF-8 of all names, one after another, and where each ends.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// Index of a name plus 1 by hash, 0 where there is none; a power of two at most half full.
  private var buckets: [Int32] = [0, 0, 0, 0]

  package init() {}

  package init(_ names: some Sequence<String>) {
    for name in names { insert(name) }
  }

  package var count: Int { names.count }

  package subscript(index: Int) -> String { names[index] }

  /// Gives the name an index, the one that it has already if it was there.
  @discardableResult
  package mutating func insert(_ name: String) -> Int {
    if let known = index(of: name) { return known }
    names.append(name)
    bytes.append(contentsOf: name.utf8)
    ends.append(bytes.count)
    if names.count * 2 > buckets.count {
      buckets = Array(repeating: 0, count: buckets.count * 2)
      for index in names.indices { place(index) }
    } else {
      place(names.count - 1)
    }
    return names.count - 1
  }

  /// - Complexity: O(length of the name).
  package func index(of name: String) -> Int? {
    var name = name
    return name.withUTF8 { index(of: UnsafeRawBufferPointer($0)) }
  }

  /// - Complexity: O(length of the name).
  package func index(of bytes: UnsafeRawBufferPointer) -> Int? {
    var bucket = Self.hash(bytes) & (buckets.count - 1)
    while buckets[bucket] != 0 {
      let index = Int(buckets[bucket]) - 1
      if isName(index, bytes) { return index }
      bucket = (bucket + 1) & (buckets.count - 1)
    }
    return nil
  }

  private mutating func place(_ index: Int) {
    var name = names[index]
    var bucket = name.withUTF8 { Self.hash(UnsafeRawBufferPointer($0)) } & (buckets.count - 1)
    while buckets[bucket] != 0 { bucket = (bucket + 1) & (buckets.count - 1) }
    buckets[bucket] = Int32(index + 1)
  }

  /// A word at a time, multiplied as in FNV-1a: names that a person wrote are short.
  private static func hash(_ bytes: UnsafeRawBufferPointer) -> Int {
    var hash = UInt64(truncatingIfNeeded: bytes.count) &* 0x9e37_79b9_7f4a_7c15
    var place = 0
    while place &+ 8 <= bytes.count {
      hash = (hash ^ bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)) &* 0x9e37_79b9_7f4a_7c15
      hash ^= hash &>> 29
      place &+= 8
    }
    while place < bytes.count {
      hash = (hash ^ UInt64(bytes[place])) &* 0x100_0000_01b3
      place &+= 1
    }
    return Int(truncatingIfNeeded: (hash ^ (hash &>> 32)) &>> 1)
  }

  private func isName(_ index: Int, _ other: UnsafeRawBufferPointer) -> Bool {
    let start = index == 0 ? 0 : ends[index - 1]
    return bytes.withUnsafeBytes { other.equals(UnsafeRawBufferPointer(rebasing: $0[start..<ends[index]])) }
  }
}
