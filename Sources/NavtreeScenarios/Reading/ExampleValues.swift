import NavtreeCEL
import NavtreeJSON

/// One example of a scenario: the values of `example.x`.
struct ExampleValues {
  /// Counted from 1; nil for a scenario without examples.
  let number: Int?
  let values: JSONObject
  /// The names of the members of all examples of the scenario.
  let names: [String]
  /// The number of these names, the same for all examples of the file that have the same ones.
  let form: Int

  static let none = ExampleValues(number: nil, values: [:], names: [], form: 0)

  /// Declares `example`. Whether a member is there is known when it is read: a stub or a part also serves scenarios
  /// without examples.
  func declare(in environment: inout CELEnvironment, at number: Int? = nil) {
    environment.declare(
      "example",
      .object(
        CELObjectType(name: "example", fields: names.map { CELField($0, .dyn) }, isOpen: self.number == nil)),
      at: number)
  }
}

extension ExampleValues: CELActivation {
  func variable(_ number: Int, budget: inout CELBudget) throws(CELError) -> CELValue {
    CELValue(.object(values))
  }

  func field(_ number: Int, of variable: Int, budget: inout CELBudget) throws(CELError) -> CELValue {
    throw CELError(.unknownName, "an example isn't read by fields")
  }
}
