import ArgumentParser
import NavtreeFlow
import NavtreeScenarios
import NavtreeYAML

/// The options that mend files as their hints say.
struct FixOptions: ParsableArguments {
  @Flag(
    help: "Mend what is certain, in the files: a spelling, a missing ${}, another tool's keyword, an indent.")
  var fix = false

  @Flag(help: "Apply the other hints too, which may not be what was meant.")
  var unsafeFixes = false

  @Flag(help: "Show the changes as a unified diff instead of making them; the status is 1 if there are any.")
  var diff = false

  var isWanted: Bool { fix || unsafeFixes || diff }
  var writes: Bool { isWanted && !diff }

  /// Mends flows with their parts, then scenarios: each mistake in the file in which it stands.
  ///
  /// - Returns: Whether changes were shown instead.
  /// - Throws: the exit status of a file that can't be read or written, after reporting why.
  func apply(to files: [InputFile]) throws -> Bool {
    var texts: [String: [UInt8]] = [:]
    var before: [String: SourceText] = [:]
    var counts = 0
    var unfinished: [String] = []
    for file in files.filter({ !$0.isOfScenarios }) + files.filter(\.isOfScenarios) {
      // Standard input is read once.
      guard let bytes = try? file.bytes() else { continue }
      try file.checkIsNoBundle(bytes)
      before[file.name] = before[file.name] ?? SourceText(file: file.name, bytes: bytes)
      var mending = Mending(isUnsafe: unsafeFixes, texts: texts) { texts in
        Self.read(file, texts.merging([file.name: bytes]) { changed, _ in changed })
      }
      mending.run()
      for source in mending.sources where before[source.file] == nil { before[source.file] = source }
      texts = mending.texts
      counts += mending.count
      if mending.isUnfinished { unfinished.append(file.name) }
    }
    if !unfinished.isEmpty {
      Console.summarise(
        "navtree: more can be mended than in one run; run it again for \(unfinished.joined(separator: ", "))\n"
      )
    }
    let changed = texts.keys.sorted().filter { texts[$0] != before[$0]?.bytes }
    if diff {
      for name in changed {
        guard let old = before[name], let text = texts[name] else { continue }
        try Console.showDifference(of: old, from: SourceText(file: name, bytes: text))
      }
      return !changed.isEmpty
    }
    for name in changed {
      try OutputFile(path: name).write(String(decoding: texts[name] ?? [], as: UTF8.self))
    }
    if !changed.isEmpty {
      Console.summarise(
        "navtree: \(counts == 1 ? "1 fix" : "\(counts) fixes") in \(changed.count.counted("file"))\n")
    }
    return false
  }

  private static func read(_ file: InputFile, _ texts: [String: [UInt8]]) -> Mending.Reading {
    if file.isOfScenarios {
      guard let outcome = try? file.readScenarios(texts: texts) else { return ([], []) }
      return (outcome.diagnostics, outcome.sources)
    }
    guard let outcome = try? file.outcome(checksParts: true, texts: texts) else { return ([], []) }
    return (outcome.diagnostics, outcome.sources)
  }
}
