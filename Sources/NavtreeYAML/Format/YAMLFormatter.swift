import NavtreeText

/// Writes a file of YAML in navtree's one form: what it says stays, and so do its comments.
package enum YAMLFormatter {
  /// The reasons why a text isn't formatted, each with its place.
  package struct Refusal: Error {
    package let diagnostics: [Diagnostic]
  }

  /// The most times that a form is formed again.
  private static let mostForms = 8

  /// The text in that form, which says the same: it is read again before it is returned.
  ///
  /// - Throws: for a text with errors of YAML.
  /// - Complexity: O(size of the file), bounded by the limits.
  package static func format(
    _ source: SourceText, _ vocabulary: any YAMLVocabulary, limits: YAMLLimits = YAMLLimits()
  ) throws(Refusal) -> [UInt8] {
    let before = YAMLComposer.compose(source, vocabulary, limits: limits)
    guard before.diagnostics.isEmpty else { throw Refusal(diagnostics: before.diagnostics) }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let hasMark = source.bytes.starts(with: mark)
    let text = hasMark ? SourceText(file: source.file, bytes: Array(source.bytes.dropFirst(3))) : source
    let formatted: [UInt8]
    do throws(YAMLSyntaxError) {
      var form = try self.text(of: text, limits)
      // A comment that stands between two lists may belong to another one once they are moved.
      for _ in 0..<mostForms {
        let next = try self.text(of: SourceText(file: text.file, bytes: Array(form.utf8)), limits)
        if next == form { break }
        if try comments(in: Array(next.utf8), limits) < comments(in: text.bytes, limits) { break }
        form = next
      }
      formatted = (hasMark ? mark : []) + Array(form.utf8)
    } catch {
      throw Refusal(diagnostics: [YAMLAdvice(on: source, vocabulary).diagnostic(for: error)])
    }
    let after = YAMLComposer.compose(
      SourceText(file: source.file, bytes: formatted, number: source.number), vocabulary, limits: limits)
    if let place = difference(before.document, after.document) {
      let location = source.location(from: place, to: YAMLMark(line: place.line + 1, column: 0))
      throw Refusal(diagnostics: [
        Diagnostic(
          .error, .yamlSyntax, "the form of this place would change what it says, so the file stays as it is",
          at: location, hint: "write it in another way, such as in double quotes")
      ])
    }
    return formatted
  }

  /// The edits that format some lines of a text: those of the whole that touch them, from the top down; or all, where
  /// the text would say something else with those alone.
  ///
  /// - Parameter lines: counted from 0; nil: all.
  package static func edits(
    of source: SourceText, in lines: ClosedRange<Int>? = nil, _ vocabulary: any YAMLVocabulary,
    limits: YAMLLimits = YAMLLimits()
  ) throws(Refusal) -> [SourceEdit] {
    let formatted = SourceText(
      file: source.file, bytes: try format(source, vocabulary, limits: limits), number: source.number)
    let all = TextHunk.all(from: source, to: formatted)
    guard let lines else { return all.map(\.edit) }
    let some = all.filter {
      lines.overlaps($0.lines.lowerBound...max($0.lines.lowerBound, $0.lines.upperBound - 1))
    }.map(\.edit)
    var text = source
    for edit in some.reversed() {
      text = SourceText(file: source.file, bytes: edit.applied(to: text), number: source.number)
    }
    return (try? format(text, vocabulary, limits: limits)) == formatted.bytes ? some : all.map(\.edit)
  }

  private static func text(of source: SourceText, _ limits: YAMLLimits) throws(YAMLSyntaxError) -> String {
    var reader = try FormatReader(source, limits: limits)
    let root = reader.read()
    var writer = FormatWriter(source, reader.comments)
    writer.write(root, head: reader.head, foot: reader.foot)
    let end = source.lineEnd
    return writer.lines.map { $0 + end }.joined()
  }

  private static func comments(in bytes: [UInt8], _ limits: YAMLLimits) throws(YAMLSyntaxError) -> Int {
    var reader = try FormatReader(SourceText(file: "", bytes: bytes), limits: limits)
    _ = reader.read()
    return reader.comments.count
  }

  /// The place of the first node that another document has otherwise.
  private static func difference(_ left: YAMLDocument?, _ right: YAMLDocument?) -> YAMLMark? {
    guard let left, let right else {
      return left == nil && right == nil ? nil : YAMLMark(line: 0, column: 0)
    }
    for (index, (before, after)) in zip(left.entries, right.entries).enumerated() {
      let (old, new) = (left.texts[index], right.texts[index])
      let isSame =
        before.kind == after.kind && before.tag == after.tag && before.count == after.count
        && before.target == after.target && old.hasSameScalars(as: new)
        && isString(before, old) == isString(after, new)
      if !isSame { return before.start }
    }
    return left.entries.count == right.entries.count ? nil : left.entries.last?.start
  }

  /// Texts that are equal have the same value where both are strings, or neither is.
  private static func isString(_ entry: YAMLDocument.Entry, _ text: String) -> Bool {
    guard entry.kind == .scalar else { return false }
    if case .string = YAMLScalar(text, style: entry.style, tag: entry.tag) { return true }
    return false
  }
}

extension String {
  fileprivate func hasSameScalars(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
