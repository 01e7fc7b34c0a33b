#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

import NavtreeCEL
import NavtreeJSON
import NavtreeJSONReading
import OrderedCollections

// Reads bindings (a JSON object of records, one line), then expressions, one a line; answers each with the
// seconds of one evaluation. With an expression and a count as arguments it evaluates that often and prints
// nothing, for an instruction counter.

/// Records as a session holds them: fields by number.
final class Records: CELActivation {
  let records: [[JSONValue]]

  init(_ records: [[JSONValue]]) { self.records = records }

  func variable(_ number: Int, budget: inout CELBudget) throws(CELError) -> CELValue {
    throw CELError(.host, "no record is read as a whole")
  }

  func field(_ number: Int, of variable: Int, budget: inout CELBudget) throws(CELError) -> CELValue {
    CELValue(records[variable][number])
  }
}

guard let first = readLine(), case .object(let bindings) = try JSONValue(parsing: first) else {
  print("the first line must be an object")
  exit(2)
}
var environment = CELEnvironment()
var records: [[JSONValue]] = []
for (name, value) in bindings {
  let members = value.object ?? [:]
  environment.declare(record: name, fields: members.keys.map { CELField($0, .dyn) })
  records.append(Array(members.values))
}
let activation = Records(records)

func run(_ program: CELProgram, _ activation: Records, _ count: Int) throws {
  for _ in 0..<count {
    var budget = CELBudget()
    _ = try program.evaluate(activation, budget: &budget)
  }
}

let arguments = CommandLine.arguments
if arguments.count == 3, let count = Int(arguments[2]) {
  try run(try CEL.compile(arguments[1], in: environment), activation, count)
  exit(0)
}
let clock = ContinuousClock()
while let source = readLine() {
  let program = try CEL.compile(source, in: environment)
  var count = 1
  while true {
    let start = clock.now
    try run(program, activation, count)
    let time = (clock.now - start) / .seconds(1)
    if time > 0.05 {
      print(time / Double(count))
      fflush(nil)
      break
    }
    count *= 2
  }
}
