import ArgumentParser
import NavtreeCTemplates
import NavtreeFiles
import NavtreeText

/// `navtree skill`: pages that teach an agent to work with navtree from the command line.
struct SkillCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "skill",
    abstract: "Write what an agent should know to work with navtree: a skill.",
    discussion: """
      Writes SKILL.md and its pages to standard output, or with --install into the folder navtree below a folder of \
      skills. Files that say the same stay; one that differs stops it, before anything is written.

        navtree skill --install .claude/skills
      """)

  @Option(
    help: ArgumentHelp("Write the files into DIR/navtree instead.", valueName: "dir"), completion: .directory)
  var install: String?

  @Flag(help: "Write over files that differ, such as those of an older navtree.")
  var force = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if force, install == nil { throw ValidationError("--force goes with --install") }
    if install?.isEmpty == true { throw ValidationError("--install names a folder") }
  }

  func run() throws {
    let pages = Self.pages
    guard let install else {
      return try Console.write(pages.map { "\($0.name == pages[0].name ? "" : "\n")\($0.text)" }.joined())
    }
    let folder = "\(install)/navtree"
    var written: [String] = []
    for page in pages {
      let path = "\(folder)/\(page.name)"
      switch Self.text(of: path) {
      case .some(page.text): continue
      case .some where !force:
        throw Console.fail("\(path): it is there already, and differs (--force writes over it)", .ioError)
      case _: written.append(path)
      }
    }
    if let fault = OutputFile.makeFolder(folder) {
      throw Console.fail("\(fault.path): \(fault.error)", .ioError)
    }
    for page in pages where written.contains("\(folder)/\(page.name)") {
      try OutputFile(path: "\(folder)/\(page.name)").write(page.text)
    }
    try Console.report(
      written.isEmpty
        ? "\(folder.escapingControls): up to date\n"
        : written.map { "\($0.escapingControls): written\n" }.joined())
  }

  /// The pages, the first of which leads to the others.
  private static var pages: [(name: String, text: String)] {
    var pages: [(name: String, text: String)] = []
    while let name = navtree_skill_name(Int32(pages.count)), let text = navtree_skill_text(Int32(pages.count))
    {
      pages.append((String(cString: name), String(cString: text)))
    }
    return pages
  }

  /// The text of a file; nil if there is none.
  private static func text(of path: String) -> String? {
    guard InputFile(named: path).exists else { return nil }
    let bytes = try? RegularFile(path: path).bytes(atMost: 1 << 20)
    return String(decoding: bytes ?? [], as: UTF8.self)
  }
}
