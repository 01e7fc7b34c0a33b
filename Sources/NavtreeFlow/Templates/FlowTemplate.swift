import NavigationTree
import NavtreeText

/// A flow to start from, which passes the strictest check. `Specs/templates` holds the same files.
package enum FlowTemplate: String, CaseIterable, Sendable {
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
  package static let schema = "flow.schema.json"

  /// - Throws: a sentence that lists the templates.
  package init(named name: String) throws(UnknownTemplate) {
    guard let template = FlowTemplate(rawValue: name) else { throw UnknownTemplate(name: name) }
    self = template
  }

  /// The default file name.
  package var file: String { rawValue + Format.fileSuffix }

  /// The flow's name for a file: the file's up to its first dot, if that is a name.
  package func name(forFile path: String) -> String {
    let file = path.split(separator: "/").last ?? ""
    let stem = String(file.prefix { $0 != "." })
    return NavigationPath.isName(stem) ? stem : rawValue
  }

  /// The file's text, with a name for the flow.
  package func text(name: String) -> String {
    source.replacing("\nflow: \(rawValue)\n", with: "\nflow: \(name)\n", maxReplacements: 1)
  }

  private var source: String {
    switch self {
    case .notes: Self.notesText
    case .shop: Self.shopText + Self.shopScreensText
    case .mail: Self.mailText + Self.mailScreensText
    case .onboarding: Self.onboardingText + Self.onboardingScreensText
    case .tabs: Self.tabsText
    }
  }
}

/// A name that no template has.
package struct UnknownTemplate: Error, CustomStringConvertible {
  package let name: String

  package var description: String {
    let names = FlowTemplate.allCases.map(\.rawValue)
    let known = Spelling.hint(for: name, among: names) ?? "known: \(names.joined(separator: ", "))"
    return "no template named '\(name)' (\(known))"
  }
}
