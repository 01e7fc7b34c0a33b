/// Names, each with its index in declared order.
///
/// A look-up takes bytes as they stand in a request, so that it makes no string.
package struct NameTable: Sendable {
  package private(set) var names: [String] = []
  private var keys: [Key] = []
  /// Index of a name plus 1 by hash, 0 where there is none; a power of two at most half full.
  private var buckets: [Int32] = [0, 0, 0, 0]

  package init() {}

  package init(_ names: some Collection<String>) {
    self.names.reserveCapacity(names.count)
    keys.reserveCapacity(names.count)
    var size = buckets.count
    while names.count * 2 > size { size *= 2 }
    if size > buckets.count { buckets = Array(repeating: 0, count: size) }
    for name in names { insert(name) }
  }

  package var count: Int { names.count }

  package subscript(index: Int) -> String { names[index] }

  /// Gives the name an index, the one that it has already if it was there.
  @discardableResult
  package mutating func insert(_ name: String) -> Int {
    if let known = index(of: name) { return known }
    names.append(name)
    keys.append(Key(name))
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

  /// - Complexity: O(1) for names of up to 16 bytes, else O(length of the name).
  package func index(of bytes: UnsafeRawBufferPointer) -> Int? {
    let key = Key(bytes)
    var bucket = key.hash & (buckets.count - 1)
    while buckets[bucket] != 0 {
      let index = Int(buckets[bucket]) - 1
      if keys[index] == key, key.isWhole || names[index].utf8.elementsEqual(bytes) { return index }
      bucket = (bucket + 1) & (buckets.count - 1)
    }
    return nil
  }

  private mutating func place(_ index: Int) {
    var bucket = keys[index].hash & (buckets.count - 1)
    while buckets[bucket] != 0 { bucket = (bucket + 1) & (buckets.count - 1) }
    buckets[bucket] = Int32(index + 1)
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
