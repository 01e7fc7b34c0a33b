/// Names, each with its index in declared order.
///
/// A look-up takes bytes as in a request, so that it makes no string. Hashes are seeded, so that colliding
/// names can't be chosen; the order of names doesn't depend on the seed.
@usableFromInline
package struct NameTable: Sendable {
  package private(set) var names: [String] = []
  /// By hash; a power of two at most half full.
  private var buckets = [Bucket](repeating: .empty, count: 4)
  private let seed = Seed.ofProcess
  /// The bytes of the longest name: those that are longer aren't looked for.
  private var longest = 0

  package init() {}

  package init(_ names: [String]) {
    self.names.reserveCapacity(names.count)
    var size = buckets.count
    while names.count * 2 > size { size *= 2 }
    if size > buckets.count { buckets = Array(repeating: .empty, count: size) }
    for name in names { insert(name) }
  }

  package var count: Int { names.count }

  package subscript(index: Int) -> String { names[index] }

  /// Adds a name unless it is there, and returns its index.
  @discardableResult
  package mutating func insert(_ name: String) -> Int {
    if let known = index(of: name) { return known }
    names.append(name)
    longest = max(longest, name.utf8.count)
    if names.count * 2 > buckets.count {
      let known = buckets.filter { !$0.isEmpty }
      buckets = Array(repeating: .empty, count: buckets.count * 2)
      for bucket in known { enter(bucket) }
    }
    enter(Bucket(key: key(of: name), index: names.count - 1))
    return names.count - 1
  }

  /// - Complexity: O(length of the name).
  package func index(of name: String) -> Int? {
    var name = name
    return name.withUTF8 { index(of: UnsafeRawBufferPointer($0)) }
  }

  /// - Complexity: O(1) for names of up to 16 bytes, else O(length of the name).
  @usableFromInline
  package func index(of bytes: UnsafeRawBufferPointer) -> Int? {
    if bytes.count > Key.longestWhole { return bytes.count > longest ? nil : search(Key(bytes, seed), bytes) }
    let key = Key(whole: bytes)
    let bucket = buckets[key.place(seed) & (buckets.count &- 1)]
    // Nearly all names are at their first place. The search is apart, since it has this save registers: 20 instructions.
    return bucket.key == key && !bucket.isEmpty ? bucket.index : search(key, bytes)
  }

  /// The index of a name that is most often the last one: an eighth of the instructions, if it is.
  ///
  /// - Parameter last: the last one of this table.
  /// - Complexity: as ``index(of:)``.
  @inlinable @inline(__always)
  package func index(of bytes: UnsafeRawBufferPointer, _ last: inout Last) -> Int? {
    if bytes.count > Key.longestWhole { return index(of: bytes) }
    let key = Key(whole: bytes)
    if key == last.key { return last.index }
    return note(key, bytes, &last)
  }

  @inline(never) @usableFromInline
  func note(_ key: Key, _ bytes: UnsafeRawBufferPointer, _ last: inout Last) -> Int? {
    guard let index = index(of: bytes) else { return nil }
    last = Last(key: key, index: index)
    return index
  }

  @inline(never)
  private func search(_ key: Key, _ bytes: UnsafeRawBufferPointer) -> Int? {
    let mask = buckets.count &- 1
    var place = key.place(seed) & mask
    while true {
      let bucket = buckets[place]
      if bucket.isEmpty { return nil }
      if bucket.key == key, key.isWhole || isName(bucket.index, bytes) { return bucket.index }
      place = (place &+ 1) & mask
    }
  }

  /// Whether a name of at least eight bytes is the one with an index.
  @inline(never)
  private func isName(_ index: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
    names[index].utf8.withContiguousStorageIfAvailable { name in
      let name = UnsafeRawBufferPointer(name)
      guard name.count == bytes.count else { return false }
      var offset = 0
      while offset + 8 < bytes.count {
        guard Self.word(name, offset) == Self.word(bytes, offset) else { return false }
        offset += 8
      }
      // The last word overlaps the one before it.
      return Self.word(name, bytes.count - 8) == Self.word(bytes, bytes.count - 8)
    } ?? names[index].utf8.elementsEqual(bytes)
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  /// The number of buckets that a look-up of the name passes.
  package func probes(of name: String) -> Int {
    let key = key(of: name)
    let mask = buckets.count - 1
    var place = key.place(seed) & mask
    var count = 1
    while !buckets[place].isEmpty, !names[buckets[place].index].utf8.elementsEqual(name.utf8) {
      place = (place + 1) & mask
      count += 1
    }
    return count
  }

  private mutating func enter(_ bucket: Bucket) {
    var place = bucket.key.place(seed) & (buckets.count - 1)
    while !buckets[place].isEmpty { place = (place + 1) & (buckets.count - 1) }
    buckets[place] = bucket
  }

  private func key(of name: String) -> Key {
    var name = name
    return name.withUTF8 { Key(UnsafeRawBufferPointer($0), seed) }
  }

  /// Two numbers that are random as the hashes of Swift are: with SWIFT_DETERMINISTIC_HASHING in the environment, where
  /// instructions are counted, they are always the same.
  fileprivate struct Seed: Sendable {
    let first = UInt64(truncatingIfNeeded: 1.hashValue)
    let second = UInt64(truncatingIfNeeded: 2.hashValue)

    static let ofProcess = Seed()

    /// The product of 128 bits, folded, so that a difference in any one bit spreads.
    @inline(__always)
    func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
      let product = (left ^ first).multipliedFullWidth(by: right ^ second)
      return product.high ^ product.low
    }
  }

  /// The last name that was found in a table.
  @usableFromInline
  package struct Last: Sendable {
    @usableFromInline let key: Key
    @usableFromInline let index: Int

    /// None.
    package init() { self.init(key: Key(count: -1, head: 0, tail: 0), index: -1) }

    init(key: Key, index: Int) {
      self.key = key
      self.index = index
    }
  }

  private struct Bucket: Sendable {
    let key: Key
    /// Negative when the bucket is empty.
    let index: Int

    static let empty = Bucket(key: Key(count: 0, head: 0, tail: 0), index: -1)

    var isEmpty: Bool { index < 0 }
  }

  /// A name of up to 16 bytes as a whole: its length and its first and last eight bytes, which may overlap.
  /// For a longer name a hash replaces the first eight.
  @usableFromInline
  struct Key: Sendable, Equatable {
    @usableFromInline let count: Int
    @usableFromInline let head: UInt64
    @usableFromInline let tail: UInt64

    init(count: Int, head: UInt64, tail: UInt64) {
      self.count = count
      self.head = head
      self.tail = tail
    }

    /// The key of any name.
    fileprivate init(_ bytes: UnsafeRawBufferPointer, _ seed: Seed) {
      guard bytes.count > Self.longestWhole else {
        self.init(whole: bytes)
        return
      }
      self.init(
        count: bytes.count, head: Self.hash(bytes, seed),
        tail: bytes.loadUnaligned(fromByteOffset: bytes.count &- 8, as: UInt64.self))
    }

    /// The key of a name that it determines.
    @inlinable @inline(__always)
    init(whole bytes: UnsafeRawBufferPointer) {
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

    @inlinable @inline(__always)
    static func == (one: Key, other: Key) -> Bool {
      (one.count ^ other.count == 0) && (one.head ^ other.head) | (one.tail ^ other.tail) == 0
    }

    /// A hash of at least all but the last eight bytes, by eight; the last step may overlap the others.
    private static func hash(_ bytes: UnsafeRawBufferPointer, _ seed: Seed) -> UInt64 {
      var hash = UInt64(truncatingIfNeeded: bytes.count)
      var offset = 0
      while offset < bytes.count - 8 {
        hash = seed.mix(hash, bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        offset += 8
      }
      return hash
    }

    /// Whether the key determines the name.
    var isWhole: Bool { count <= Self.longestWhole }

    @inlinable static var longestWhole: Int { 16 }

    /// The upper half of a second product: by the mix alone, one seed in sixty took five probes a look-up of
    /// 4,000 names that differ in their last digits; with this, none takes as many as 1.6.
    @inline(__always)
    fileprivate func place(_ seed: Seed) -> Int {
      let hash = seed.mix(head, tail ^ UInt64(truncatingIfNeeded: count)) &* 0x9e37_79b9_7f4a_7c15
      return Int(truncatingIfNeeded: hash >> 32)
    }
  }
}
