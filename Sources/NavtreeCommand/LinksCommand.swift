import ArgumentParser
import NavtreeFlow
import NavtreeJSON
import NavtreeText
import OrderedCollections

/// `navtree links`: lists a flow's URLs.
struct LinksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "links",
    abstract: "List the URLs that a flow opens.",
    discussion:
      "Each line has a pattern, the screens that it opens, and its condition."
  )

  @Argument(help: ArgumentHelp(InputFile.flowHelp, valueName: "flow"))
  var file: InputFile?

  @OptionGroup(title: "Output") var form: OutputForm<TextFormat>

  @OptionGroup(title: "Output") var place: OutputPlace

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run() throws {
    let file = try file.orOnlyFlow()
    let document = try file.loadedFlow().normalised
    let links = document["links"]?.array ?? []
    if form.isJSON {
      return try place.write(
        "\(JSONValue.object(["prefixes": document["prefixes"] ?? [], "links": .array(links)]))\n")
    }
    let rows = links.map { (url: $0["url"]?.string ?? "", opens: Self.opened(by: $0)) }
    let width = min(60, rows.map(\.url.count).max() ?? 0)
    var lines = rows.map { row in
      row.url + String(repeating: " ", count: max(0, width - row.url.count)) + "  \(row.opens)"
    }
    if let prefixes = document["prefixes"]?.array, !prefixes.isEmpty {
      lines.append("each also after \(prefixes.compactMap(\.string).joined(separator: ", "))")
    }
    try place.write(lines.map { $0.escapingControls + "\n" }.joined())
  }

  /// The chain of screens, with the place and the condition: `userList > userDetail at /main, when …`.
  private static func opened(by link: JSONValue) -> String {
    var text = chain(link["opens"] ?? .null)
    if let at = link["at"]?.string { text += " at \(at)" }
    if link["mode"]?.string == "push" { text += ", pushed" }
    if let when = link["when"]?.string { text += ", when \(when)" }
    return text
  }

  private static func chain(_ tree: JSONValue) -> String {
    switch tree {
    case .string(let name): name
    case .array(let screens): screens.map(chain).joined(separator: " > ")
    case .object(let object): object["screen"]?.string ?? object.keys.first ?? ""
    case .null, .boolean, .integer, .number: ""
    }
  }
}
