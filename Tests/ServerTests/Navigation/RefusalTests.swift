import NavtreeJSON
import NavtreeJSONReading
import OrderedCollections
import NavtreeServer
import NavtreeEngine
import NavtreeTestSupport
import Testing

/// `Specs/behaviour/refusals.transcript`, the table of refused navigation.
@Suite struct RefusalTests {
  private struct Refusal: Hashable, Comparable, CustomStringConvertible {
    let method: String
    let kind: String

    var description: String { "\(method): \(kind)" }

    static func < (left: Refusal, right: Refusal) -> Bool { left.description < right.description }
  }

  /// Methods that remove nothing, and so ask no screen.
  private static let removingNothing: Set = ["push", "select", "focus", "setParams"]

  @Test func everyRefusalIsInTheTable() throws {
    let shown = try Self.shown()
    var expected: Set<Refusal> = []
    for group in MethodTable.groups where ["Built-in navigation", "Windows", "Links"].contains(group.title) {
      for method in group.methods {
        var kinds = Set(method.parameters.flatMap(\.errors) + [.invalidParams])
        if Self.removingNothing.contains(method.name) { kinds.remove(.dismissRefused) }
        expected.formUnion(kinds.map { Refusal(method: method.name, kind: $0.rawValue) })
      }
    }
    #expect(expected.subtracting(shown).sorted() == [])
  }

  @Test func everyWayInWhichAChangeFailsIsInTheTable() throws {
    let shown = Set(try Self.shown().map(\.kind))
    #expect(ErrorKind.ofChanges.map(\.rawValue).filter { !shown.contains($0) } == [])
  }

  private static func shown() throws -> Set<Refusal> {
    let text = try #require(Files.text(of: "\(Files.package)/Specs/behaviour/refusals.transcript"))
    var shown: Set<Refusal> = []
    var method = ""
    for line in text.split(separator: "\n") where line.hasPrefix("> ") || line.hasPrefix("< ") {
      let message = try JSONValue(parsing: Array(line.dropFirst(2).utf8))
      if line.hasPrefix(">") {
        method = message["method"]?.string ?? ""
      } else if let kind = message["error"]?["data"]?["kind"]?.string {
        shown.insert(Refusal(method: method, kind: kind))
      }
    }
    return shown
  }
}
