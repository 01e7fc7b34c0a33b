import NavtreeText

/// A summary of a run in Markdown: the counts of each file, and the failures in full.
struct MarkdownReport {
  let run: TestRun

  /// The failures shown in full: GitHub Actions takes a summary of 1 MiB.
  private static let most = 100

  var text: String {
    let counts = run.counts
    var text = "## \(counts.haveAllPassed ? "✅" : "❌") navtree test: \(counts.sentence)\n\n"
    text += "| file | passed | failed | not run |\n| --- | ---: | ---: | ---: |\n"
    for (file, counts) in countsByFile {
      text +=
        "| \(Self.cell(file)) | \(counts.passed) | \(counts.failed + counts.wrong) | \(counts.skipped) |\n"
    }
    let failures = run.entries.compactMap(failure)
    for failure in failures.prefix(Self.most) { text += failure }
    if failures.count > Self.most { text += "\n… \(failures.count - Self.most) more\n" }
    return text
  }

  private var countsByFile: [(file: String, counts: TestRun.Counts)] {
    var list: [(file: String, counts: TestRun.Counts)] = []
    var indices: [String: Int] = [:]
    for entry in run.entries {
      let file = entry.file
      let index = indices[file] ?? list.count
      if index == list.count {
        indices[file] = index
        list.append((file, TestRun.Counts()))
      }
      list[index].counts.add(entry)
    }
    return list
  }

  private func failure(_ entry: TestRun.Entry) -> String? {
    switch entry {
    case .scenario(let result):
      result.hasPassed
        ? nil
        : Self.section(
          "\(result.name) — \(result.file):\(result.failureLine)", FailureStory(result).text)
    case .skipped: nil
    case .wrongFile(let file): Self.section(file.name, file.text())
    }
  }

  private static func section(_ title: String, _ text: String) -> String {
    // A fence is longer than any in the text (CommonMark, section 4.5).
    var fence = "```"
    while text.contains(fence) { fence += "`" }
    return """

      <details open><summary>\(cell(title))</summary>

      \(fence)text
      \(text)\(fence)

      </details>

      """
  }

  /// A text on one line in which nothing is markup.
  private static func cell(_ text: String) -> String {
    text.escapingControls.replacingScalars { scalar in
      switch scalar {
      case "<": "&lt;"
      case ">": "&gt;"
      case "&": "&amp;"
      case "|", "\\", "`", "*", "_", "[", "]", "~", "#", "!": "&#\(scalar.value);"
      default: nil
      }
    }
  }
}
