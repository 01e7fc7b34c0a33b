import NavtreeCEL
import NavtreeJSON
import OrderedCollections
import Testing
import NavtreeTestSupport
import NavtreeSystem

/// The tests of google/cel-spec, from `cel.jsonl`.
@Suite struct ConformanceTests {
  /// Tests outside the module's scope: protocol buffers and their extensions, the zone database, and other
  /// extensions.
  static let unmet: Set<String> = [
    "proto", "enum", "strong_enum", "wrappers", "any", "struct", "timezones", "checker", "extension:proto",
    "extension:network", "extension:block",
  ]

  @Test(.enabled(if: Conformance.has("cel.jsonl"), "no conformance data"))
  func everyTestOfTheSuiteThatIsNotLeftOutPasses() throws {
    let tests = try Conformance.tests("cel.jsonl").filter { test in
      !(test["needs"]?.array ?? []).contains { Self.unmet.contains($0.string ?? "") }
    }
    try #require(!tests.isEmpty)
    var passed = 0
    for test in tests {
      let id = test["id"]?.string ?? ""
      if let fault = ConformanceTest(test).fault() {
        print("cel: \(id): \(fault)")
        Issue.record("\(id): \(fault)")
      } else {
        passed += 1
      }
    }
    print("cel: \(passed)/\(tests.count)")
    #expect(passed == tests.count)
  }

  @Test(.enabled(if: Conformance.has("cel.jsonl"), "no conformance data"))
  func theCheckerFindsTheTypesOfTheSuite() throws {
    let needs: Set<String> = Self.unmet.subtracting(["checker"]).union(["type_env"])
    let tests = try Conformance.tests("cel.jsonl").filter { test in
      test["deduced_type"]?.string != nil
        && !(test["needs"]?.array ?? []).contains { needs.contains($0.string ?? "") }
    }
    try #require(!tests.isEmpty)
    for test in tests {
      let fault = ConformanceTest(test).typeFault()
      #expect(fault == nil, "\(test["id"]?.string ?? ""): \(fault ?? "")")
    }
  }
}

/// One test of the suite.
struct ConformanceTest {
  let expression: String
  let environment: CELEnvironment
  let bindings: [CELValue?]
  let expected: JSONValue
  let isError: Bool
  let deducedType: String?

  init(_ test: JSONValue) {
    expression = test["expr"]?.string ?? ""
    expected = test["value"] ?? .null
    isError = test["error"]?.boolean ?? false
    deducedType = test["deduced_type"]?.string
    var environment = CELEnvironment(
      container: test["container"]?.string ?? "", isChecked: test["disable_check"]?.boolean != true)
    var bindings: [CELValue?] = []
    let types = test["types"]?.object ?? [:]
    let values = test["bindings"]?.object ?? [:]
    for name in Set(types.keys).union(values.keys).sorted() {
      let type = types[name]?.string.flatMap(TaggedValue.type) ?? .dyn
      environment.declare(name, type)
      bindings.append(values[name].flatMap(TaggedValue.decode))
    }
    self.environment = environment
    self.bindings = bindings
  }

  /// The fault of the evaluation, if any.
  func fault() -> String? {
    let program: CELProgram
    do {
      program = try CEL.compile(expression, in: environment)
    } catch {
      if isError { return nil }
      return error.diagnostics.map { "\($0.message) at \($0.range.start)" }.joined(separator: "; ")
    }
    var budget = CELBudget()
    do {
      let value = try program.evaluate(Bindings(values: bindings), budget: &budget)
      if isError { return "gives \(value) instead of an error" }
      return TaggedValue.matches(value, expected) ? typeFault() : "gives \(value), expected \(expected)"
    } catch {
      return isError ? nil : "fails: \(error)"
    }
  }

  /// The fault of the type that the checker finds, if any.
  func typeFault() -> String? {
    guard let deducedType else { return nil }
    do {
      let found = try CEL.compile(expression, in: environment).resultType.description
      return found == deducedType ? nil : "has the type \(found), expected \(deducedType)"
    } catch {
      return error.diagnostics.map(\.message).joined(separator: "; ")
    }
  }
}

struct Bindings: CELActivation {
  let values: [CELValue?]

  func variable(_ number: Int, budget: inout CELBudget) throws(CELError) -> CELValue {
    guard let value = values[number] else { throw CELError(.unknownName, "the variable has no value") }
    return value
  }

  func field(_ number: Int, of variable: Int, budget: inout CELBudget) throws(CELError) -> CELValue {
    throw CELError(.unknownName, "there are no records")
  }
}
