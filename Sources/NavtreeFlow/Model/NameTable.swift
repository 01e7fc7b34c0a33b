/// Names, each with its index in declared order.
///
/// A look-up takes bytes as they stand in a request, so that it makes no string.
package struct NameTable: Sendable {
  package private(set) var names: [String] = []
  /// By hash; a power of two at most half full.
  private var buckets = [Bucket](repeating: .empty, count: 4)

  package init() {}

  package init(_ names: some Collection<String>) {
    self.names.reserveCapacity(names.count)
    var size = buckets.count
    while names.count * 2 > size { size *= 2 }
    if size > buckets.count { buckets = Array(repeating: .empty, count: size) }
    for name in names { insert(name) }
  }

  package var count: Int { names.count }

  package subscript(index: Int) -> String { names[index] }

  /// Gives the name an index, the one that it has already if it was there.
  @discardableResult
  package mutating func insert(_ name: String) -> Int {
    if let known = index(of: name) { return known }
    names.append(name)
    if names.count * 2 > buckets.count {
      buckets = Array(repeating: .empty, count: buckets.count * 2)
      for index in names.indices { enter(index) }
    } else {
      enter(names.count - 1)
    }
    return names.count - 1
  }

  /// - Complexity: O(length of the name).
  package func index(of name: String) -> Int? {
    var name = name
    return name.withUTF8 { index(of: UnsafeRawBufferPointer($0)) }
  }

  /// - Complexity: O(1) for names of up to 16 bytes, else O(length of the name).
  package func index(of bytes: UnsafeRawBufferPointer) -> Int? {
    let key = Key(bytes)
    let mask = buckets.count &- 1
    var place = key.hash & mask
    while true {
      let bucket = buckets[place]
      if bucket.isEmpty { return nil }
      if bucket.key == key, key.isWhole || names[bucket.index].utf8.elementsEqual(bytes) {
        return bucket.index
      }
      place = (place &+ 1) & mask
    }
  }

  private mutating func enter(_ index: Int) {
    let key = Key(names[index])
    var place = key.hash & (buckets.count - 1)
    while !buckets[place].isEmpty { place = (place + 1) & (buckets.count - 1) }
    buckets[place] = Bucket(key: key, index: index)
  }

  private struct Bucket: Sendable {
    let key: Key
    /// Negative where there is no name.
    let index: Int

    static let empty = Bucket(key: Key(UnsafeRawBufferPointer(start: nil, count: 0)), index: -1)

    var isEmpty: Bool { index < 0 }
  }

  /// The length of a name, its first and its last eight bytes, which may overlap: all of it up to 16 bytes.
  private struct Key: Sendable, Equatable {
    let count: Int
    let head: UInt64
    let tail: UInt64

    init(_ name: String) {
      var name = name
      self = name.withUTF8 { Key(UnsafeRawBufferPointer($0)) }
    }

    @inline(__always)
    init(_ bytes: UnsafeRawBufferPointer) {
      count = bytes.count
      switch bytes.count {
      case 8...:
        head = bytes.loadUnaligned(as: UInt64.self)
        tail = bytes.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
      case 4...:
        head = UInt64(bytes.loadUnaligned(as: UInt32.self))
        tail = UInt64(bytes.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
      case 1...:
        head = UInt64(bytes[0]) | UInt64(bytes[count / 2]) << 8
        tail = UInt64(bytes[count &- 1])
      default:
        head = 0
        tail = 0
      }
    }

    /// Whether it tells the whole name.
    var isWhole: Bool { count <= 16 }

    /// Folded from a product of 128 bits, so that names that differ in one letter, wherever, part ways.
    var hash: Int {
      let left = head ^ 0x9e37_79b9_7f4a_7c15
      let right = tail ^ 0xa076_1d64_78bd_642f ^ UInt64(truncatingIfNeeded: count)
      let product = left.multipliedFullWidth(by: right)
      return Int(truncatingIfNeeded: product.high ^ product.low)
    }
  }
}
