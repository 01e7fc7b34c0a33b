import NavtreeText
import Testing

@Suite struct NameTableTests {
  private static let kinds: [(name: String, make: @Sendable (Int) -> String)] = [
    ("short", { "s\($0)" }),
    ("of 16 bytes that end alike", { "\(1_000_000 + $0)bbbbbbbbb" }),
    ("long, equal in their first and last eight bytes", { "aaaaaaaa\(1_000_000 + $0)bbbbbbbb" }),
    ("long, equal up to one byte", { "\(String(repeating: "a", count: 40))\($0)" }),
    ("of one letter, told apart by length", { String(repeating: "a", count: $0 % 400) + "\($0 / 400)" }),
  ]

  @Test(arguments: [1000, 4000, 16000], kinds.map(\.name))
  func aLookUpPassesFewBucketsWhateverTheNames(count: Int, kind: String) throws {
    let make = try #require(Self.kinds.first { $0.name == kind }).make
    let names = (0..<count).map(make)
    let table = NameTable(names)
    // Half full, with hashes that are as good as random: 1.5 on average.
    #expect(names.reduce(0) { $0 + table.probes(of: $1) } < count * 2)
    #expect(names.indices.allSatisfy { table.index(of: names[$0]) == $0 })
  }

  @Test func aNameIsTheSameWhateverTheLastOneWas() {
    let names = (0..<40).map { String(repeating: "n", count: $0 / 2) + ($0.isMultiple(of: 2) ? "a" : "b") }
    let table = NameTable(names)
    var last = NameTable.Last()
    for name in names + ["", "c", "nc", String(repeating: "n", count: 12)] {
      for next in [name, name, "a", "nnnnb", "unknown"] {
        let found = Array(next.utf8).withUnsafeBytes { table.index(of: $0, &last) }
        #expect(found == names.firstIndex(of: next))
      }
    }
  }

  @Test func namesThatDifferAnywhereAreDifferentAtEachLength() {
    for length in 0...40 {
      let name = [UInt8](repeating: UInt8(ascii: "a"), count: length)
      var names = [String(decoding: name, as: UTF8.self)]
      for place in 0..<length {
        var other = name
        other[place] = UInt8(ascii: "b")
        names.append(String(decoding: other, as: UTF8.self))
      }
      let table = NameTable(names)
      #expect(table.names == names)
      #expect(table.index(of: "\(names[0])a") == nil)
    }
  }
}
