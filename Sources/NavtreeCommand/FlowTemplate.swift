import ArgumentParser
import NavigationTree
import NavtreeCTemplates
import NavtreeText

/// A flow to start from: a file of `Specs/templates`, which passes the strictest check.
enum FlowTemplate: String, CaseIterable, Sendable {
  /// A list and a detail: the format in forty lines.
  case notes
  /// A catalogue, a cart, a payment and orders, in tabs.
  case shop
  /// Folders, threads and messages in panes, and letters that can be taken back.
  case mail
  /// Steps with validation, uploads and a check, which go on after a kill.
  case onboarding
  /// Three tabs with stacks, a badge and links.
  case tabs

  /// The path of the format's JSON Schema for the editor: beside the flow.
  static let schema = "flow.schema.json"

  /// The names, for people.
  static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// - Throws: a sentence that lists the templates.
  static func named(_ name: String) throws -> FlowTemplate {
    if let template = FlowTemplate(rawValue: name) { return template }
    let known = Spelling.hint(for: name, among: allCases.map(\.rawValue)) ?? "known: \(list)"
    throw ValidationError("no template named '\(name)' (\(known))")
  }

  /// The default file name.
  var file: String { rawValue + InputFile.flowEnding }

  /// The flow's name for a file: the file's up to its first dot, if that is a name.
  func name(forFile path: String) -> String {
    let file = path.split(separator: "/").last ?? ""
    let stem = String(file.prefix { $0 != "." })
    return NavigationPath.isName(stem) ? stem : rawValue
  }

  /// The file's text, with a name for the flow.
  func text(name: String) -> String {
    let text = navtree_template(rawValue).map { String(cString: $0) } ?? ""
    return text.replacing("\nflow: \(rawValue)\n", with: "\nflow: \(name)\n", maxReplacements: 1)
  }
}
