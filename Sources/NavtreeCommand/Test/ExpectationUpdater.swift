import ArgumentParser
import NavtreeFiles
import NavtreeScenarios
import NavtreeText
import NavtreeYAML

/// `navtree test --update`: fills in the expectations that say `record`.
struct ExpectationUpdater {
  let plan: TestPlan

  /// Rewrites the files, and says what it wrote and what it left.
  ///
  /// - Throws: the exit status if it isn't that of success, after reporting why.
  func run() throws {
    var isDone = true
    var count = 0
    var last: Int?
    for test in plan.tests where test.file != last {
      last = test.file
      switch test.content {
      case .transcript: continue
      case .wrong(let file):
        Console.complain(file.text(coloured: Console.isColoured(Console.error)))
        isDone = false
      case .scenario(let file, _):
        let update = ExpectationUpdate(of: file)
        if !update.left.isEmpty { isDone = false }
        count += update.written.count
        try write(update, to: file)
      }
    }
    if count == 0, isDone { try Console.write("no step says 'expect: record'\n") }
    if !isDone { throw ExitCode.failure }
  }

  private func write(_ update: ExpectationUpdate, to file: ScenarioFile) throws {
    if !update.written.isEmpty {
      try OutputFile(path: file.name).replace { bytes in
        // Someone may have changed it meanwhile.
        guard bytes == file.source.bytes else {
          throw Console.fail("\(file.name): it has changed meanwhile, and is left as it is", .failure)
        }
        return String(decoding: update.bytes, as: UTF8.self)
      }
    }
    for note in update.written {
      try Console.write("\(place(note, file)): wrote \(note.text)".escapingControls + "\n")
    }
    for note in update.left {
      Console.complain("\(place(note, file)): left as it is: \(note.text)".escapingControls + "\n")
    }
  }

  private func place(_ note: ExpectationUpdate.Note, _ file: ScenarioFile) -> String {
    "\(file.name):\(note.line)"
  }
}
