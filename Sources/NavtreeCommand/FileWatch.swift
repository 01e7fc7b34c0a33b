import NavtreeFiles
import NavtreeSystem

/// Repeats work whenever one of its files changes.
enum FileWatch {
  /// The time between two looks at the files, in microseconds.
  private static let interval: UInt32 = 200_000

  /// Works at once and after each change, until a signal ends the process.
  ///
  /// - Parameters:
  ///   - files: the files to look at; asked before each look.
  ///   - run: does the work. It returns what it did, for people, and further files to look at.
  static func forever(_ files: () -> [InputFile], run: () throws -> (String, [InputFile])) throws -> Never {
    var seen: [String: InputFile.Revision]?
    var further: [InputFile] = []
    while true {
      let files = files()
      let found = revisions(of: files + further)
      if found != seen {
        let sentence: String
        let start = SystemClock().now
        (sentence, further) = try run()
        seen = revisions(of: files + further, found, workedOnSince: start)
        Console.note("\(sentence), watching")
      }
      usleep(interval)
    }
  }

  /// The revisions that work has taken note of.
  ///
  /// A file that changes meanwhile counts as changed, also one that the work itself has found.
  ///
  /// - Parameters:
  ///   - found: the revisions before the work.
  ///   - start: the time at which it began.
  static func revisions(
    of files: [InputFile], _ found: [String: InputFile.Revision], workedOnSince start: Int
  ) -> [String: InputFile.Revision] {
    let now = revisions(of: files)
    return now.merging(found.filter { now[$0.key] != nil }) { $1 }
      .filter { found[$0.key] != nil || $0.value.milliseconds < start }
  }

  static func revisions(of files: [InputFile]) -> [String: InputFile.Revision] {
    Dictionary(files.compactMap { file in file.revision.map { (file.path, $0) } }) { first, _ in first }
  }
}
