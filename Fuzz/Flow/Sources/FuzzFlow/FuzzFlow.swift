import NavtreeFlow
import NavtreeJSON

/// libFuzzer's entry: the bytes are a flow's file, which is read, checked and compiled.
///
/// Beside crashes and hangs, these properties are checked: diagnostics lie in the file and in its order, an
/// error and a flow exclude each other, and the normal form of a flow loads and is its own normal form.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  guard let bytes else { return 0 }
  var limits = YAMLLimits()
  limits.nodes = 20_000
  let file = Array(UnsafeBufferPointer(start: bytes, count: count))
  let outcome = FlowLoader.load(file, file: "fuzz.navtree.yaml", limits: limits)
  check(outcome)
  guard let flow = outcome.flow else { return 0 }
  let normalised = flow.normalised
  let text = normalised.description
  if text.unicodeScalars.contains(where: isRefusedUnescaped) { return 0 }
  let again = FlowLoader.load(Array(text.utf8), file: "again.navtree.yaml")
  check(again)
  guard let reloaded = again.flow else {
    fatalError("the normal form doesn't load:\n\(DiagnosticReport(again.diagnostics, in: again.source).text)")
  }
  if !reloaded.normalised.isIdentical(to: normalised) { fatalError("the normal form has another one") }
  return 0
}

/// The characters that JSON strings hold unescaped, and libyaml reads as a break or refuses.
private func isRefusedUnescaped(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar {
  case "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFE}", "\u{FFFF}": true
  default: false
  }
}

private func check(_ outcome: FlowLoader.Outcome) {
  let hasErrors = outcome.diagnostics.contains { $0.severity == .error }
  if hasErrors == (outcome.flow != nil) { fatalError("a flow and errors, or neither") }
  var last = SourceLocation(line: 1, column: 1, endColumn: 1)
  for diagnostic in outcome.diagnostics {
    let place = diagnostic.location
    if place.line < 1 || place.line > outcome.source.lineCount || place.column < 1
      || place.endColumn <= place.column
    {
      fatalError("\(diagnostic) lies nowhere")
    }
    if (place.line, place.column) < (last.line, last.column) { fatalError("\(diagnostic) is out of order") }
    last = place
  }
  _ = DiagnosticReport(outcome.diagnostics, in: outcome.source, coloured: true).text
  _ = DiagnosticReport(outcome.diagnostics, in: outcome.source).json.description
}
