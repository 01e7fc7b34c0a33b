import NavtreeFiles
import NavtreeScenarios
import NavtreeText

/// The output of a run for people: text as it comes, with a line below it that says how far the run is.
final class TestConsole {
  private let stream: FileDescriptor
  private let isTerminal: Bool
  let isColoured: Bool
  private let clock = Stopwatch()
  private let line: ProgressLine

  init(_ stream: FileDescriptor) {
    self.stream = stream
    line = ProgressLine(on: stream)
    isTerminal = Console.showsProgress(on: stream)
    isColoured = Console.isColoured(stream)
  }

  /// Writes text above the line.
  func write(_ text: String) throws {
    line.end()
    do {
      try stream.writeAll(text)
    } catch {
      throw Console.fail(
        "\(stream.number == Console.error.number ? "standard error" : "standard output"): \(error)", .ioError)
    }
  }

  func show(_ counts: TestRun.Counts, of total: Int) {
    line.show("\(counts.all)/\(total): \(counts.sentence)  \(rate(of: counts))")
  }

  /// Writes the last line: the counts, and the time on a terminal.
  func finish(_ run: TestRun, leftOut: Int) throws {
    if Console.isQuiet { return }
    let counts = run.counts
    var line = counts.sentence
    if leftOut > 0 { line += ", \(leftOut) not selected" }
    if let seed = run.seed { line += ", order of seed \(seed)" }
    if isTerminal { line += " in \(Self.decimal(clock.seconds)) s, \(rate(of: counts))" }
    let paint = counts.haveAllPassed ? Paint.green : .red
    try write((isColoured ? paint(line) : line) + "\n")
  }

  private func rate(of counts: TestRun.Counts) -> String {
    let done = Double(counts.all - counts.skipped)
    return "\(Int(done / max(clock.seconds, 0.001)))/s"
  }

  private static func decimal(_ seconds: Double) -> String {
    let hundredths = Int(seconds * 100)
    return "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
  }
}
