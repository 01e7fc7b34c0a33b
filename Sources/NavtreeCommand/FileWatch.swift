#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Repeats work whenever one of its files changes.
enum FileWatch {
  /// The time between two looks at the files, in microseconds.
  private static let interval: UInt32 = 200_000

  /// Works at once and after each change, until a signal ends the process.
  ///
  /// - Parameters:
  ///   - files: the files to look at; asked before each look.
  ///   - run: does the work, and says what it did.
  static func forever(_ files: () -> [InputFile], run: () throws -> String) throws -> Never {
    var seen: [String: InputFile.Revision]?
    while true {
      let found = revisions(of: files())
      if found != seen {
        let sentence = try run()
        // A file that changes meanwhile counts as changed.
        let now = revisions(of: files())
        seen = now.merging(found.filter { now[$0.key] != nil }) { $1 }
        Console.complain("navtree: \(sentence), watching\n")
      }
      usleep(interval)
    }
  }

  private static func revisions(of files: [InputFile]) -> [String: InputFile.Revision] {
    Dictionary(files.compactMap { file in file.revision.map { (file.path, $0) } }) { first, _ in first }
  }
}
