import NavtreeFlow
import NavtreeJSON
import NavtreeYAML

/// A flow's file, which is read, checked and compiled.
///
/// Diagnostics lie in the file and in its order, an error and a flow exclude each other, and the normal form of a flow
/// loads and is its own normal form. Its bundle is the same flow, and tells the same.
enum FlowTarget {
  static func run(_ bytes: [UInt8]) {
    var limits = YAMLLimits()
    limits.nodes = 20_000
    let outcome = FlowLoader.load(bytes, file: "fuzz.navtree.yaml", limits: limits)
    check(outcome)
    guard let flow = outcome.flow else { return }
    let normalised = flow.normalised
    let bundle = FlowBundle.value(of: flow, outcome.sources, name: outcome.source.file).description
    let bundled = FlowLoader.load(Array(bundle.utf8), file: "fuzz.navtree.json", limits: limits)
    if bundled.flow?.normalised.isIdentical(to: normalised) != true
      || bundled.diagnostics != outcome.diagnostics
    {
      fatalError("the bundle isn't the flow: \(bundled.diagnostics.map(\.message))")
    }
    let text = normalised.description
    if text.unicodeScalars.contains(where: isRefusedUnescaped) { return }
    let again = FlowLoader.load(Array(text.utf8), file: "again.navtree.yaml")
    check(again)
    guard let reloaded = again.flow else {
      fatalError(
        "the normal form doesn't load:\n\(DiagnosticReport(again.diagnostics, in: again.source).text)")
    }
    if !reloaded.normalised.isIdentical(to: normalised) { fatalError("the normal form has another one") }
  }

  /// The characters that JSON strings hold unescaped, and libyaml reads as a break or refuses.
  private static func isRefusedUnescaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFE}", "\u{FFFF}": true
    default: false
    }
  }

  private static func check(_ outcome: FlowLoader.Outcome) {
    DiagnosticCheck.check(outcome.diagnostics, in: outcome.source, isAnswered: outcome.flow != nil)
  }
}
