import ArgumentParser
import NavtreeJSON
import NavtreePersistence
import NavtreeEngine
import NavtreeText

/// `navtree store verify`: reads the whole store, and reports damage.
struct StoreVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Read the whole store, and report damage.")

  @Argument(help: "The store's file or URL.")
  var store: StoreArgument

  @OptionGroup(title: "Output") var form: OutputForm<TextFormat>

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run() throws {
    let (sound, findings) = try verify()
    if form.isJSON {
      let list = findings.map { finding -> JSONValue in
        ["session": finding.session.map { .string($0) } ?? .null, "message": .string(finding.message)]
      }
      let answer: JSONObject = [
        "ok": .boolean(findings.isEmpty), "sound": .array(sound.map { .string($0) }),
        "findings": .array(list),
      ]
      try Console.write("\(JSONValue.object(answer))".escapingControls + "\n")
    } else {
      for finding in findings {
        let place = finding.session.map { "session '\($0)'" } ?? "file"
        try Console.write("\(place): \(finding.message)".escapingControls + "\n")
      }
      try Console.report("\(sound.count.counted("session")) sound, \(findings.count.counted("finding"))\n")
    }
    if !findings.isEmpty { throw ExitCode.failure }
  }

  private func verify() throws -> (sound: [String], findings: [StoreFinding]) {
    if store.keepsFields { return try store.readFields().verify() }
    let progress = ProgressLine()
    defer { progress.end() }
    let (sound, findings) = try store.read().verify { progress.show("\($0.counted("session")) read") }
    guard store.location.isDatabase else { return (sound.map(\.name), findings) }
    // A schema may keep sessions and fields.
    let fields = try store.readFields().verify()
    return (sound.map(\.name), findings + fields.findings)
  }
}

/// `navtree store vacuum`: releases free space.
struct StoreVacuumCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vacuum", abstract: "Replace changes by snapshots, and release free space."
  )

  @Argument(help: "The store's file or URL.")
  var store: StoreArgument

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run() throws {
    if store.keepsFields {
      let fields = try store.writeFields()
      try StoreArgument.orFail { () throws(Failure) in try fields.vacuum() }
    } else {
      let sessions = try store.write()
      let progress = ProgressLine()
      defer { progress.end() }
      var count = 0
      try StoreArgument.orFail { () throws(Failure) in
        try sessions.vacuum {
          count = $0
          progress.show("\(count.counted("session"))")
        }
      }
      progress.end()
      try Console.report("\(count.counted("session")) compacted\n")
    }
  }
}
