import ArgumentParser
import NavtreeJSON
import NavtreePersistence
import NavtreeEngine
import NavtreeSystem
import NavtreeText

/// `navtree store verify`: reads the whole store, and reports damage.
struct StoreVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Read the whole store, and report damage.")

  @Argument(help: "The store's file or URL.")
  var store: StoreArgument

  @OptionGroup
  var named: NamedStores

  @OptionGroup(title: "Output") var form: OutputForm<TextFormat>

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run() throws {
    let (sound, findings, unread) = try verify()
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
    for store in unread {
      Console.note("the store '\(store)' keeps some of it and isn't read (--store \(store)=URL)")
    }
    if !findings.isEmpty { throw ExitCode.failure }
  }

  /// The sound sessions, the defects, and the stores of flows that keep some of the sessions and have no place here.
  private func verify() throws -> (sound: [String], findings: [StoreFinding], unread: [String]) {
    if store.keepsFields {
      let (sound, findings) = try store.readFields().verify()
      return (sound, findings, [])
    }
    let progress = ProgressLine()
    defer { progress.end() }
    let sessions = try store.read(named)
    var (sound, findings) = sessions.verify { progress.show("\($0.counted("session")) read") }
    // A schema may keep sessions and fields.
    if store.location.isDatabase { findings += try store.readFields().verify().findings }
    let unread = Set(sound.flatMap(\.stores)).filter { !sessions.hasPlace(for: $0) }
    return (sound.map(\.name), findings, unread.sorted())
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
      try Console.orFail { () throws(Failure) in try fields.vacuum() }
    } else {
      // It would be made; but one whose creation was interrupted can't be read.
      if case .file(let path) = store.location, access(path, F_OK) != 0 {
        throw Console.fail(.store(path, String(cString: strerror(errno))))
      }
      let sessions = try store.write()
      let progress = ProgressLine()
      defer { progress.end() }
      var count = 0
      let passedOver = try Console.orFail { () throws(Failure) in
        try sessions.vacuum {
          count = $0
          progress.show("\(count.counted("session"))")
        }
      }
      progress.end()
      let rest = passedOver == 0 ? "" : ", \(passedOver) passed over: open in a process, or damaged"
      try Console.report("\(count.counted("session")) compacted\(rest)\n")
    }
  }
}
