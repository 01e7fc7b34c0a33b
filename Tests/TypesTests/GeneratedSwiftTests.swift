import NavtreeFlow
import NavtreeJSON
import NavtreeTestSupport
import NavtreeTypes
import Testing

/// The compiler of Swift over the modules that were built with the tests.
struct SwiftCompiler {
  /// The folder of the build.
  static let build: String = {
    var folder = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false).dropLast()
    while !folder.isEmpty {
      let path = folder.joined(separator: "/")
      if Files.size(of: "\(path)/Modules/NavtreeJSON.swiftmodule") != nil { return path }
      folder.removeLast()
    }
    return "\(Files.package)/.build/debug"
  }()

  let workplace = Workplace()

  /// With the module maps of the C libraries that the modules were built over.
  static let command: String = {
    let maps = Files.paths(below: "\(Files.package)/Sources", endingIn: "module.modulemap")
    let made = ["NavtreeCRE2", "NavtreeCSimdJSON"].map { "\(build)/\($0).build/module.modulemap" }
    let flags = (maps + made).map { "-Xcc -fmodule-map-file='\($0)'" }.joined(separator: " ")
    return "swiftc -swift-version 6 -I '\(build)/Modules' \(flags)"
  }()

  /// The objects of the library, and the C libraries.
  static let linked: String = {
    let modules = [
      "Navtree", "NavtreeSystem", "NavtreeText", "NavtreeJSON", "NavtreeJSONReading", "NavtreeRegex",
      "NavtreeCEL",
      "NavigationTree",
      "NavtreeYAML", "NavtreeFlow", "NavtreeEngine", "NavtreeFiles", "NavtreePersistence", "NavtreeCRE2",
      "NavtreeCSimdJSON",
      "OrderedCollections", "InternalCollectionsUtilities", "DequeModule", "HeapModule", "BasicContainers",
      "ContainersPreview",
    ]
    let objects = modules.flatMap(Self.objects(of:)).map { "'\($0)'" }.joined(separator: " ")
    return "\(objects) -lyaml -lsqlite3 -lsimdjson -lre2 -lstdc++"
  }()

  /// The objects of a module's present sources: a folder of builds keeps those of former ones.
  private static func objects(of module: String) -> [String] {
    let folder = "\(build)/\(module).build"
    guard let sources = Files.text(of: folder + "/sources") else {
      return Files.paths(below: folder, endingIn: ".o")
    }
    return sources.split(separator: "\n").map { source in
      "\(folder)/\(source.split(separator: "/").last?.filter { $0 != "'" } ?? "").o"
    }
  }

  /// The errors about all files of the folder.
  func errors() -> String {
    workplace.run("\(Self.command) -typecheck *.swift").text.split(separator: "\n")
      .filter { $0.contains(": error:") }.joined(separator: "\n")
  }

  /// The errors and warnings about all files of the folder.
  func faults() -> String {
    let outcome = workplace.run("\(Self.command) -typecheck *.swift")
    let lines = outcome.text.split(separator: "\n").filter {
      $0.contains(": error:") || $0.contains(": warning:")
    }
    return outcome.status == 0 && lines.isEmpty ? "" : lines.prefix(10).joined(separator: "\n") + "\nfailed"
  }
}

@Suite struct GeneratedSwiftTests {
  @Test func flowsCompile() throws {
    let compiler = SwiftCompiler()
    try #require(SampleFlow.all.count > 50)
    // All take long: a third of them, in debug a sixth, and the sample.
    let flows = SampleFlow.all.enumerated().filter {
      SampleFlow.isThorough || $0.offset % rounds(3, inDebug: 6) == 0
    }.map(
      \.element)
    for flow in flows + SampleFlow.sample {
      compiler.workplace.write(flow.text(.swift), to: "\(flow.name).swift")
    }
    #expect(compiler.faults() == "")
  }

  @Test func valuesOfTranscriptsAreReadAndWritten() throws {
    let compiler = SwiftCompiler()
    var cases = ""
    var lines = ""
    var count = 0
    for flow in SampleFlow.sample {
      compiler.workplace.write(flow.text(.swift), to: "\(flow.name).swift")
      cases += Self.cases(of: flow)
      for value in TranscriptValue.of(flow) {
        lines += "\(JSONValue.array([.string("\(flow.name) \(Self.key(value.kind))"), value.value]))\n"
        count += 1
      }
    }
    try #require(count > 50)
    compiler.workplace.write(lines, to: "values")
    compiler.workplace.write(
      Self.program.split(separator: "CASES").joined(separator: cases), to: "main.swift")
    let outcome = compiler.workplace.run(
      "\(SwiftCompiler.command) -Onone *.swift \(SwiftCompiler.linked) -o program && ./program values")
    #expect(outcome.status == 0, "\(outcome.text.suffix(2000))")
    #expect(outcome.text.split(separator: "\n").last == "\(count) values")
  }

  private static func key(_ kind: TranscriptValue.Kind) -> String {
    switch kind {
    case .screen: "screen"
    case .action: "action"
    case .input(let name): "input \(name)"
    case .output(let name): "output \(name)"
    }
  }

  /// The types of a flow's values; the names of these flows are nowhere the same in Swift.
  private static func cases(of flow: SampleFlow) -> String {
    let name = flow.name
    var actions = flow.flow.screens.filter { !$0.actions.isEmpty }.map {
      "\(name).\(typeName($0.name)).Action.self"
    }
    if !flow.flow.actions.isEmpty { actions.append("\(name).Action.self") }
    var cases = "  case \"\(name) screen\": [\(name).Screen.self]\n"
    cases += "  case \"\(name) action\": [\(actions.joined(separator: ", "))]\n"
    for effect in flow.flow.effects where flow.path != names {
      let type = "\(name).Effect.\(typeName(effect.name))"
      cases += "  case \"\(name) input \(effect.name)\": [\(type).Input.self]\n"
      cases += "  case \"\(name) output \(effect.name)\": [\(type).Output.self]\n"
    }
    return cases
  }

  private static let names = "Tests/Expected/Types/names.navtree.yaml"

  private static func typeName(_ name: String) -> String {
    let type = name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return ["Type", "Error", "Place"].contains(type) ? type + "_" : type
  }

  /// Reads each value as one of its types, writes it, and compares; and again through Foundation's coders.
  private static let program = """
    import Foundation
    import Navtree

    func types(_ key: String) -> [any JSONConvertible.Type] {
      switch key {
    CASES
      default: []
      }
    }

    func fault(_ type: any JSONConvertible.Type, _ json: JSONValue) -> String? {
      do {
        let value = try type.init(json: json)
        if let fault = difference(json, value.json) { return fault }
        let again = try JSONDecoder().decode(type, from: try JSONEncoder().encode(value))
        return again.json == value.json ? nil : "Foundation's coders change \\(value.json) to \\(again.json)"
      } catch {
        return "\\(error)"
      }
    }

    /// Whether a value that was read and written has lost anything. What was left out may be there as its default.
    func difference(_ value: JSONValue, _ written: JSONValue) -> String? {
      switch (value, written) {
      case (.object(let members), .object(let others)):
        for (name, member) in members {
          guard let other = others[name] else { return "lost \\(name) of \\(value)" }
          if let fault = difference(member, other) { return fault }
        }
        return nil
      case (.array(let elements), .array(let others)) where elements.count == others.count:
        return zip(elements, others).lazy.compactMap { difference($0, $1) }.first
      default: return value == written ? nil : "\\(value) is written as \\(written)"
      }
    }

    var count = 0
    for line in try String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8).split(separator: "\\n") {
      let pair = try JSONDecoder().decode(JSONValue.self, from: Data(line.utf8))
      guard let key = pair[0]?.string, let value = pair[1] else { continue }
      let faults = types(key).map { fault($0, value) }
      if faults.isEmpty || !faults.contains(nil) {
        print(key, value, faults.compactMap { $0 })
        exit(1)
      }
      count += 1
    }
    print("\\(count) values")
    """

  @Test func aTypedSessionRuns() throws {
    let compiler = SwiftCompiler()
    compiler.workplace.write(try SampleFlow.social().text(.swift), to: "Social.swift")
    compiler.workplace.write(
      """
      import Navtree
      import Observation

      struct Host: Social.Handlers {
        func fetchUsers(_ input: Social.Effect.FetchUsers.Input) async throws -> Social.Effect.FetchUsers.Output {
          Social.Effect.FetchUsers.Output(items: [.init(id: input.of ?? 7, name: "Ada")])
        }
      }

      let social = try SocialSession(clock: .virtual())
      social.perform(Host())
      await social.session.settled()
      try social.main.userList.select(index: 0)
      try social.main.userList.detail.userDetail.inc()
      if case .userDetail(let detail)? = social.active { print(detail.state.count, detail.computed?.name ?? "") }
      print(social.main.userList.screen?.state.items.map(\\.name) ?? [])
      do { try social.main.userDetail.inc() } catch { print(error.kind) }
      do { try social.main.userList.select(index: 9) } catch { print(error.kind) }
      print(social.shared.followed)

      // What is read is observed by field, and what a navigator does comes back.
      func track(_ name: String, _ read: () -> Void) {
        withObservationTracking(read) { print(name, "changed") }
      }
      track("count") { _ = social.main.userList.screen?.state.count }
      track("items") { _ = social.main.userList.screen?.state.items }
      track("name") { _ = social.main.userList.detail.userDetail.screen?.computed?.name }
      track("followed") { _ = social.shared.followed }
      try social.main.userList.inc()
      try social.main.userList.detail.userDetail.follow()
      if let chain = social.main.chain {
        print(chain.path.compactMap { social.screen($0)?.id.number })
        chain.path = []
      }
      if case .userList(let list)? = social.active { print(list.slots.detail == nil, list.state == list.state) }
      """, to: "main.swift")
    let outcome = compiler.workplace.run(
      "\(SwiftCompiler.command) -Onone *.swift \(SwiftCompiler.linked) -o program && ./program")
    #expect(
      outcome.text
        == """
        1 Ada
        ["Ada"]
        noScreenAt
        rejected
        {}
        count changed
        followed changed
        [2]
        name changed
        true true

        """)
  }

  @Test func theCompilerStopsMistakes() throws {
    let uses = [
      ("Social.UserDetail.State(json: json).count", true),
      ("Social.UserList.Action.select(index: 0)", true),
      ("Social.UserList.Action.selcet(index: 0)", false),
      ("Social.UserList.Action.select(row: 0)", false),
      ("social.main.userList.select(index: 0)", true),
      ("social.at(\"/main\").userDetail.screen?.computed?.name?.isEmpty", true),
      ("social.main.userList.selcet(index: 0)", false),
      ("social.main.userList.detial.userDetail.inc()", false),
      ("Social.address(.main, .detail, .list)", true),
      ("Social.address(.main, .detial)", false),
      ("Social.Link.usersIdFollowers(id: 3)", true),
      ("Social.Link.usersIdFollowers(id: \"3\")", false),
      ("social.main.userList.listRemove(key: 3)", true),
      ("social.main.userList.listRemove(key: \"a\")", true),
      ("social.main.userList.listRemove(key: true)", false),
      ("SocialSession(limits: Limits(), shared: [:])", true),
      ("SocialSession.flow.hash", true),
    ]
    let compiler = SwiftCompiler()
    let lines = uses.map { "  _ = try \($0.0)" }.joined(separator: "\n")
    compiler.workplace.write(
      "import Navtree\nfunc use(_ json: JSONValue, _ social: SocialSession) throws {\n\(lines)\n}\n",
      to: "Use.swift")
    for renamed in ["", "total"] {
      compiler.workplace.write(try SampleFlow.social(count: renamed).text(.swift), to: "Social.swift")
      let faults = compiler.errors()
      for (number, use) in uses.enumerated() {
        let isRight = use.1 && (renamed.isEmpty || !use.0.hasSuffix(".count"))
        #expect(faults.contains("Use.swift:\(number + 3):") != isRight, "\(use.0)\n\(faults)")
      }
    }
  }

  @Test func aSwitchOverTheScreensIsExhaustive() throws {
    let compiler = SwiftCompiler()
    compiler.workplace.write(try SampleFlow.social().text(.swift), to: "Social.swift")
    let all = [
      "userList(let list): list.id", "userDetail(let detail): detail.id", "filterSheet(let sheet): sheet.id",
    ]
    for cases in [all, Array(all.dropLast())] {
      let lines = (cases + ["cut(let id, _): id"]).map { "  case .\($0)\n" }.joined()
      compiler.workplace.write(
        "import Navtree\nfunc id(_ screen: SocialScreen) -> Navtree.Screen.ID {\n  switch screen {\n\(lines)  }\n}\n",
        to: "Use.swift")
      #expect((compiler.faults() == "") == (cases.count == all.count))
    }
  }
}

extension SampleFlow {
  /// People and their followers, with another name for the count of a person's screen.
  static func social(count: String = "") throws -> SampleFlow {
    let path = Files.package + "/Specs/social.navtree.yaml"
    var lines = try #require(Files.text(of: path)).split(separator: "\n")
    let start = try #require(lines.firstIndex { $0.hasPrefix("  userDetail:") })
    if !count.isEmpty {
      for index in lines.indices[start...] {
        lines[index] = lines[index].replacing("count", with: count)[...]
      }
    }
    let text = lines.joined(separator: "\n")
    return try #require(SampleFlow(path, text, name: "social"))
  }
}
