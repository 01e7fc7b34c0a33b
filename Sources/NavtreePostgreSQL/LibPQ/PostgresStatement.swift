/// A statement with its parameters, `$1` and so on.
package struct PostgresStatement {
  let sql: String
  let values: [PostgresValue]

  package init(_ sql: String, _ values: PostgresValue...) { self.init(sql, values: values) }

  package init(_ sql: String, values: [PostgresValue]) {
    self.sql = sql
    self.values = values
  }
}

/// A parameter of a statement, in PostgreSQL's binary format.
package enum PostgresValue {
  case integer(Int)
  case text(String)
  case bytes([UInt8])
  case integers([Int])
  case byteArrays([[UInt8]?])
  case texts([String])
  case null

  /// The `oid` of its type in `pg_type`.
  var type: UInt32 {
    switch self {
    case .integer: 20
    case .text, .null: 25
    case .bytes: 17
    case .integers: 1016
    case .byteArrays: 1001
    case .texts: 1009
    }
  }

  /// A list of numbers, which the statement casts: `$1::bigint[]`.
  package static func list(_ numbers: some Sequence<Int>) -> PostgresValue {
    .text("{" + numbers.map { "\($0)" }.joined(separator: ",") + "}")
  }

  static func optional(_ text: String?) -> PostgresValue { text.map { .text($0) } ?? .null }
}

/// The parameters of a statement as libpq takes them.
struct PostgresParameters {
  private var storage: [UInt8] = []
  private var offsets: [Int?] = []
  let types: [UInt32]
  private(set) var lengths: [Int32] = []
  let formats: [Int32]

  init(_ values: [PostgresValue]) {
    types = values.map(\.type)
    formats = Array(repeating: 1, count: values.count)
    for value in values {
      offsets.append(storage.count)
      switch value {
      case .integer(let number): append(Int64(number))
      case .text(let text): storage += text.utf8
      case .bytes(let bytes): storage += bytes
      case .integers(let numbers):
        appendArrayHead(of: PostgresValue.integer(0).type, count: numbers.count, hasNulls: false)
        for number in numbers {
          append(Int32(8))
          append(Int64(number))
        }
      case .byteArrays(let arrays): append(arrays, of: PostgresValue.bytes([]).type)
      case .texts(let texts): append(texts.map { Array($0.utf8) }, of: PostgresValue.null.type)
      case .null: offsets[offsets.count - 1] = nil
      }
      lengths.append(Int32(clamping: storage.count - (offsets.last?.flatMap { $0 } ?? storage.count)))
    }
    // An empty value has a place too.
    storage.append(0)
  }

  private mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.bigEndian) { storage += $0 }
  }

  /// The head of an array of one dimension: the number of dimensions, whether there are nulls, the type, the count and
  /// the first index. Each element follows after its length.
  private mutating func appendArrayHead(of type: UInt32, count: Int, hasNulls: Bool) {
    for number in [1, hasNulls ? 1 : 0, Int32(bitPattern: type), Int32(clamping: count), 1] { append(number) }
  }

  private mutating func append(_ arrays: [[UInt8]?], of type: UInt32) {
    appendArrayHead(of: type, count: arrays.count, hasNulls: arrays.contains(nil))
    for array in arrays {
      append(array.map { Int32(clamping: $0.count) } ?? -1)
      storage += array ?? []
    }
  }

  func withPointers<Result>(_ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result) -> Result {
    storage.withUnsafeBytes { bytes in
      let base = bytes.bindMemory(to: CChar.self).baseAddress
      return offsets.map { offset in offset.flatMap { offset in base.map { $0 + offset } } }
        .withUnsafeBufferPointer { body($0.baseAddress) }
    }
  }
}

/// The only owner of a statement's result, which it frees. Its columns are in binary format.
package final class PostgresRows {
  private let result: LibPQ.Result
  private let library: LibPQ

  init(_ result: LibPQ.Result, _ library: LibPQ) {
    self.result = result
    self.library = library
  }

  deinit { library.clear(result) }

  package var count: Int { Int(library.rowCount(result)) }

  /// An `int8`, an `int4` or a `bool`; 0 without a value.
  package func integer(_ row: Int, _ column: Int) -> Int {
    withBytes(row, column) { bytes in
      let isNegative = bytes.count >= 4 && (bytes.first ?? 0) >= 0x80
      return bytes.prefix(8).reduce(isNegative ? -1 : 0) { $0 << 8 | Int($1) }
    }
  }

  package func text(_ row: Int, _ column: Int) -> String {
    withBytes(row, column) { String(decoding: $0, as: UTF8.self) }
  }

  /// - Complexity: O(*n*), it copies.
  package func bytes(_ row: Int, _ column: Int) -> [UInt8] { withBytes(row, column) { Array($0) } }

  package func isNull(_ row: Int, _ column: Int) -> Bool {
    library.isNull(result, Int32(row), Int32(column)) != 0
  }

  private func withBytes<Value>(_ row: Int, _ column: Int, _ body: (UnsafeRawBufferPointer) -> Value) -> Value
  {
    let start = library.value(result, Int32(row), Int32(column))
    let count = Int(library.length(result, Int32(row), Int32(column)))
    return body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }
}
