import ArgumentParser
import NavtreeCEL
import NavtreeJSON
import NavtreeText
import NavtreeFlow
import NavtreeYAML

/// `navtree eval`: evaluates an expression.
struct EvalCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "eval",
    abstract: "Evaluate an expression, and write its value and type.",
    discussion: """
      The language is the Common Expression Language, as in flows.

        navtree eval 'items.filter(i, i > limit)' --bind items='[1, 2, 3]' --bind limit=1
      """)

  @Argument(help: "The expression.")
  var expression: String

  @Option(
    name: .customLong("bind"), help: ArgumentHelp("The value of a variable, as JSON.", valueName: "name=json")
  )
  var bindings: [Binding] = []

  @Flag(help: "Write the cost of the evaluation too.")
  var cost = false

  @OptionGroup(title: "Output") var form: OutputForm<TextFormat>

  /// The arguments with an expression such as `-1` or `-a` behind `--`, since it would be read as an option.
  static func separated(_ arguments: [String]) -> [String] {
    guard !arguments.contains("--") else { return arguments }
    let flags = ["--cost", "--json", "--quiet", "-q", "--help", "-h", "-help", "--version"]
    let options = ["--bind", "--format", "--color"]
    var expression: Int?
    var isValue = false
    for (index, argument) in arguments.enumerated() {
      if isValue {
        isValue = false
      } else if options.contains(argument) {
        isValue = true
      } else if !argument.hasPrefix("-") {
        return arguments
      } else if !flags.contains(argument), !options.contains(where: { argument.hasPrefix("\($0)=") }) {
        guard expression == nil else { return arguments }
        expression = index
      }
    }
    guard let expression else { return arguments }
    var separated = arguments
    separated.remove(at: expression)
    return separated + ["--", arguments[expression]]
  }

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run() throws {
    var environment = CELEnvironment()
    for binding in bindings { environment.declare(binding.name, .dyn) }
    let program: CELProgram
    do {
      program = try CEL.compile(expression, in: environment)
    } catch {
      throw try refuse(
        error.diagnostics.map { fault in
          EvalFault(
            code: fault.code.rawValue, category: DiagnosticCode(fault.code), message: fault.message,
            range: fault.range, hint: fault.hint)
        }, .usage)
    }
    var budget = CELBudget()
    do {
      // The last of several values for a name counts, as in a JSON object.
      let values = BoundValues(environment.names.map { name in bindings.last { $0.name == name }?.value })
      try tell(program.evaluate(values, budget: &budget), cost: budget.used)
    } catch let error as CELError {
      throw try refuse(
        [
          EvalFault(
            code: error.code.rawValue, category: .expression, message: error.message,
            range: error.range ?? CELSourceRange(0, expression.unicodeScalars.count), hint: nil)
        ], .failure)
    }
  }

  private func tell(_ value: CELValue, cost used: Int) throws {
    guard form.isJSON else {
      return try Console.write(
        "\(value) (\(value.kind.rawValue))".escapingControls + "\n" + (cost ? "cost: \(used)\n" : ""))
    }
    var answer: JSONObject = ["type": .string(value.kind.rawValue), "text": .string("\(value)")]
    // JSON has no form for some values.
    if let value = try? value.json() { answer["value"] = value }
    if cost { answer["cost"] = .integer(used) }
    try Console.write("\(JSONValue.object(answer))".escapingControls + "\n")
  }

  /// Reports the faults of the expression.
  ///
  /// - Returns: the exit status, to be thrown.
  private func refuse(_ faults: [EvalFault], _ status: ExitCode) throws -> ExitCode {
    let source = SourceText(file: "<expression>", bytes: Array(expression.utf8))
    if form.isJSON {
      let errors = JSONValue.array(faults.map { .object($0.json(in: source)) })
      try Console.write("\(JSONValue.object(["errors": errors]))".escapingControls + "\n")
    } else {
      let report = DiagnosticReport(
        faults.map { $0.diagnostic(in: source) }, in: source, coloured: Console.isColoured(Console.error))
      Console.complain(report.text)
    }
    return status
  }
}

/// The values that `--bind` gave, by the numbers of their variables.
private struct BoundValues: CELActivation {
  private let values: [CELValue]

  init(_ values: [JSONValue?]) {
    self.values = values.map { $0.map { CELValue($0) } ?? .null }
  }

  func variable(_ number: Int, budget: inout CELBudget) throws(CELError) -> CELValue {
    guard values.indices.contains(number) else { throw CELError(.unknownName, "no such variable") }
    return values[number]
  }

  func field(_ number: Int, of variable: Int, budget: inout CELBudget) throws(CELError) -> CELValue {
    // No variable here was declared with fields.
    throw CELError(.unknownName, "no such field")
  }
}
