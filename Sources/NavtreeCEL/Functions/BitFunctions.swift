/// `math.bitAnd`, `bitOr`, `bitXor`, `bitNot`, `bitShiftLeft` and `bitShiftRight`.
enum BitFunctions {
  static let functions: [Function] = [
    binary("math.bitAnd", { $0 & $1 }, { $0 & $1 }),
    binary("math.bitOr", { $0 | $1 }, { $0 | $1 }),
    binary("math.bitXor", { $0 ^ $1 }, { $0 ^ $1 }),
    .global(
      "math.bitNot", [.takes(.int, gives: .int), .takes(.uint, gives: .uint)],
      .one { value, _ throws(CELError) in
        switch value {
        case .int(let number): return .int(~number)
        case .uint(let number): return .uint(~number)
        default: throw .noOverload("math.bitNot", value)
        }
      }),
    // Shifts fill with zeros on either side, and give 0 from 64 on.
    shift("math.bitShiftLeft") { $0 << $1 },
    shift("math.bitShiftRight") { $0 >> $1 },
  ]

  private static func binary(
    _ name: String, _ ints: @escaping @Sendable (Int, Int) -> Int,
    _ uints: @escaping @Sendable (UInt, UInt) -> UInt
  ) -> Function {
    .global(
      name, [.takes(.int, .int, gives: .int), .takes(.uint, .uint, gives: .uint)],
      .two { left, right, _ throws(CELError) in
        switch (left, right) {
        case (.int(let a), .int(let b)): return .int(ints(a, b))
        case (.uint(let a), .uint(let b)): return .uint(uints(a, b))
        default: throw .noOverload(name, left, right)
        }
      })
  }

  private static func shift(_ name: String, _ body: @escaping @Sendable (UInt, Int) -> UInt) -> Function {
    .global(
      name, [.takes(.int, .int, gives: .int), .takes(.uint, .int, gives: .uint)],
      .two { left, right, _ throws(CELError) in
        switch (left, right) {
        case (.int, .int(..<0)), (.uint, .int(..<0)):
          throw CELError(.invalidArgument, "'\(name)' can't shift by \(right)")
        case (.int(let number), .int(let count)):
          return .int(Int(bitPattern: body(UInt(bitPattern: number), count)))
        case (.uint(let number), .int(let count)): return .uint(body(number, count))
        default: throw .noOverload(name, left, right)
        }
      })
  }
}
