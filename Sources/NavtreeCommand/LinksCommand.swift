import ArgumentParser
import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import NavtreeText
import OrderedCollections

/// `navtree links`: lists a flow's URLs.
struct LinksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "links",
    abstract: "List the URLs that a flow opens.",
    discussion: """
      Each line has a pattern, the screens that it opens, and its condition. --export writes what platforms want to know \
      of them; with --check nothing is written, and the file that is deployed is compared.

        navtree links my.navtree.yaml
        navtree links my.navtree.yaml --export sitemap --domain example.org
        navtree links my.navtree.yaml --export intents --domain example.org
      """)

  @Argument(help: ArgumentHelp(InputFile.flowHelp, valueName: "flow"))
  var file: InputFile?

  @OptionGroup(title: "Output") var form: OutputForm<TextFormat>

  @OptionGroup(title: "Output") var place: OutputPlace

  @OptionGroup(title: "Common options") var common: CommonOptions

  @Option(
    help: ArgumentHelp(
      "Write instead apple-app-site-association, assetlinks.json, intent filters or a sitemap.",
      valueName: "kind"))
  var export: LinkExport.Form?

  @Option(
    help: ArgumentHelp(
      "The domain of the links; by default those of the flow's prefixes.", valueName: "domain"))
  var domain: String?

  @Option(
    help: ArgumentHelp(
      "The app: TEAM.BUNDLE for Apple, a package for Android. May be repeated.", valueName: "id"))
  var appID: [String] = []

  @Option(help: ArgumentHelp("For android: the SHA-256 of a certificate of the app.", valueName: "sha256"))
  var fingerprint: [String] = []

  @Option(
    help: ArgumentHelp("A file that should be what is exported.", valueName: "file"), completion: .file())
  var check: String?

  func validate() throws {
    if export == nil, check != nil || domain != nil || !appID.isEmpty || !fingerprint.isEmpty {
      throw ValidationError("--domain, --app-id, --fingerprint and --check are for --export")
    }
    if export != nil, form.isJSON { throw ValidationError("--export has a form of its own") }
    if check != nil, place.output != nil {
      throw ValidationError("--check writes no file: leave out --output")
    }
  }

  private func write(_ export: LinkExport.Form, of flow: FlowDefinition) throws {
    let text: String
    do throws(LinkExport.Fault) {
      text = try LinkExport(flow: flow, domain: domain, apps: appID, fingerprints: fingerprint).text(export)
    } catch {
      throw Console.fail(error.message, .usage)
    }
    guard let check else { return try place.write(text) }
    let deployed = try InputFile(named: check).allBytes()
    func value(_ bytes: [UInt8]) -> JSONValue? { try? JSONValue(parsing: bytes, maximumDepth: 64) }
    let wanted = Array(text.utf8)
    // Spaces and line ends of JSON say nothing.
    if deployed == wanted || value(deployed).map({ $0 == value(wanted) }) == true { return }
    throw Console.fail(
      "\(check) isn't what the flow's links are: navtree links --export \(export.rawValue) -o \(check)",
      .failure)
  }

  func run() throws {
    let file = try file.orOnlyFlow()
    let flow = try file.loadedFlow()
    if let export { return try write(export, of: flow) }
    let document = flow.normalised
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
