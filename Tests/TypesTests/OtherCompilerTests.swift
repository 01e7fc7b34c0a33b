import NavtreeFlow
import NavtreeJSON
import NavtreeTestSupport
import NavtreeTypes
import Testing

@Suite(.enabled(if: Shell.has("tsc"), "TypeScript isn't installed"))
struct GeneratedTypeScriptTests {
  @Test func allFlowsCompileAndTakeTheValuesOfTranscripts() throws {
    let workplace = Workplace()
    var count = 0
    for flow in SampleFlow.all {
      var text = flow.text(.typescript)
      text += "\nexport function fits<T>() { return <V extends T>(value: V) => value; }\n"
      for value in TranscriptValue.of(flow) {
        guard let type = Self.type(value.kind) else { continue }
        // It is taken for the end of a line.
        let literal = "\(value.value)".replacing("\u{2028}", with: "\\u2028")
        text += "fits<\(type)>()(\(literal));\n"
        count += 1
      }
      workplace.write(text, to: "\(flow.name).ts")
    }
    try #require(count > 100)
    #expect(Self.faults(in: workplace) == "")
  }

  private static func type(_ kind: TranscriptValue.Kind) -> String? {
    switch kind {
    case .screen: "Screen"
    case .action: "Action"
    case .input, .output: nil
    }
  }

  @Test func theCompilerStopsMistakes() throws {
    let workplace = Workplace()
    let wrong = "// @ts-expect-error"
    for (renamed, mark) in [("", ""), ("total", wrong)] {
      let uses = """
        declare const app: Navtree;
        at(app, "userList", "/main").select({ index: 0 });
        \(wrong)
        at(app, "userList", "/main").selcet({ index: 0 });
        \(wrong)
        at(app, "userList", "/main").select({ row: 0 });
        at(app, "userList").dispatch("list.more", {});
        at(app, "userDetail", { session: "a", window: "main" }).computed.then(({ name }) => name.length);
        at(app.session("a"), "userDetail", "/main/detail").link.then((url) => url?.length);
        const search: UserListSearch = { type: "search", query: "ada" };
        app.session("a").dispatch(search.type, search);
        \(wrong)
        at(app, "userList", "/main", { sesion: "a" });
        \(wrong)
        at(app, "userList").dispatch("list.mroe", {});
        address("main", "detail");
        \(wrong)
        address("main", "detial");
        link.usersIdFollowers(3);
        \(wrong)
        link.usersIdFollowers("3");
        handle(app, { fetchUsers: (input) => ({ items: [], cursor: input.cursor }) });
        \(wrong)
        handle(app, { fetchUsers: (input) => ({ items: [], cursor: input.crusor }) });
        handle(app.session("a"), { fetchUsers: async (_input, { answer }) => {
          await answer({ items: [] });
          \(wrong)
          await answer({ itmes: [] });
          return { items: [] };
        } }, { replace: true })();
        \(mark)
        at(app, "userDetail").state.then((state) => state.count);

        """
      workplace.write(
        try SampleFlow.social(count: renamed).text(.typescript) + uses, to: "social\(renamed).ts")
    }
    #expect(Self.faults(in: workplace) == "")
  }

  /// The faults that the compiler finds in a folder's files.
  private static func faults(in workplace: Workplace) -> String {
    // The client's own types, without those of all methods, which are written when it is packed.
    let client = Files.text(of: Files.package + "/Clients/node/index.d.ts") ?? ""
    workplace.write(client.replacing("./methods.js", with: "./methods"), to: "navtree.d.ts")
    let methods = ["Action", "ListChanges", "Patch", "Row", "Screen", "Transition"].map {
      "export type \($0) = any;"
    }
    workplace.write(
      methods.joined(separator: "\n")
        + "\nexport interface Methods { [name: string]: { params: any; result: any }; dispatch: { params: any; result: any } }"
        + "\nexport interface Notifications { [name: string]: any }\n", to: "methods.d.ts")
    workplace.write(
      """
      {"compilerOptions": {"strict": true, "noEmit": true, "target": "es2020", "module": "esnext",
        "moduleResolution": "node", "lib": ["es2020"], "types": [], "baseUrl": ".", "skipLibCheck": true,
        "noUnusedLocals": true, "noUnusedParameters": true, "paths": {"navtree": ["./navtree"]}}, "include": ["*.ts"]}
      """, to: "tsconfig.json")
    let outcome = workplace.run("tsc -p .")
    return outcome.status == 0 ? "" : String(outcome.text.prefix(2000)) + "failed"
  }
}

/// The interpreter that has the packages which tests check against.
enum PythonChecker {
  static let python = Files.package + "/.build-python/bin/python3"
  static let isInstalled = Shell.run("'\(python)' -m mypy --version").status == 0
}

@Suite(.enabled(if: PythonChecker.isInstalled, "mypy isn't installed"))
struct GeneratedPythonTests {
  private static let python = PythonChecker.python
  private static let client = Files.package + "/Clients/python/src"

  @Test func allFlowsCheckAndTakeTheValuesOfTranscripts() throws {
    let workplace = Workplace()
    var lines = ""
    var count = 0
    for flow in SampleFlow.all {
      workplace.write(flow.text(.python), to: "\(flow.name).py")
      for value in TranscriptValue.of(flow) {
        let type: String? =
          switch value.kind {
          case .screen: "Screen"
          case .action: "Action"
          case .input, .output: nil
          }
        guard let type else { continue }
        lines += "\(JSONValue.array([.string(flow.name), .string(type), value.value]))\n"
        count += 1
      }
    }
    try #require(count > 100)
    #expect(Self.faults(in: workplace) == "")
    workplace.write(lines, to: "values")
    workplace.write(Self.program, to: "check.txt")
    let outcome = workplace.run("PYTHONPATH='\(Self.client)' '\(Self.python)' check.txt values")
    #expect(outcome.text.split(separator: "\n").last == "\(count) values", "\(outcome.text.suffix(2000))")
  }

  /// A class of links doesn't hide from its own text what that needs.
  @Test func linksMayHaveTheNamesOfTypesAndFunctions() throws {
    let workplace = Workplace()
    let names = ["bool", "cast", "float", "int", "list", "staticmethod", "str", "link", "json", "quote"]
    let links = names.map { "  - { url: /\($0), opens: home }\n" }.joined()
    let text = """
      navtree: 1
      flow: links
      start: home
      screens: { home: {} }
      links:
      \(links)  - { url: "/of/{n:integer}/{x:number?}", query: { text: string?, on: boolean? }, opens: home }
      """
    let flow = try #require(SampleFlow(Files.package + "/links.navtree.yaml", text, name: "links"))
    workplace.write(flow.text(.python), to: "links.py")
    #expect(Self.faults(in: workplace) == "")
    let outcome = workplace.run(
      "PYTHONPATH='\(Self.client)' '\(Self.python)' -c 'from links import Link; print(Link.cast_())'")
    #expect(outcome.text == "/cast\n")
  }

  /// Checks values against the types of a module when it runs.
  private static let program = """
    import importlib, json, sys, typing

    def unfit(value, wanted, hints):
        origin, arguments = typing.get_origin(wanted), typing.get_args(wanted)
        if wanted is typing.Any:
            return None
        if wanted is type(None) or wanted is None:
            return None if value is None else f"{value!r} isn't null"
        if origin is typing.Union:
            faults = [unfit(value, each, hints) for each in arguments]
            return None if None in faults else f"{value!r}: {faults}"
        if origin is typing.Literal:
            return None if value in arguments else f"{value!r} isn't one of {arguments}"
        if origin is list:
            return next((fault for each in value for fault in [unfit(each, arguments[0], hints)] if fault), None) \
    if isinstance(value, list) else f"{value!r} isn't a list"
        if origin is dict:
            return next((fault for each in value.values() for fault in [unfit(each, arguments[1], hints)] if fault), None) \
    if isinstance(value, dict) else f"{value!r} isn't an object"
        if wanted is float:
            return None if isinstance(value, (int, float)) and not isinstance(value, bool) else f"{value!r} isn't a number"
        if wanted in (str, int, bool):
            return None if type(value) is wanted else f"{value!r} isn't {wanted.__name__}"
        if not isinstance(value, dict):
            return f"{value!r} isn't an object"
        if wanted not in hints:
            hints[wanted] = typing.get_type_hints(wanted)
        for name in wanted.__required_keys__ - value.keys():
            return f"{value!r} has no {name} of {wanted.__name__}"
        for name, each in value.items():
            fault = unfit(each, hints[wanted][name], hints) if name in hints[wanted] else None
            if fault:
                return f"{name}: {fault}"

    count, hints = 0, {}
    sys.path.insert(0, ".")
    for line in open(sys.argv[1], encoding="utf-8"):
        flow, name, value = json.loads(line)
        module = importlib.import_module(flow)
        fault = unfit(value, getattr(module, name), hints)
        if fault:
            sys.exit(f"{flow} {name} {value}: {fault}")
        count += 1
    print(count, "values")
    """

  @Test func theCheckerStopsMistakes() throws {
    let workplace = Workplace()
    // A mark that isn't needed is a fault too.
    let wrong = "  # type: ignore"
    for (renamed, mark) in [("", ""), ("total", wrong)] {
      workplace.write(try SampleFlow.social(count: renamed).text(.python), to: "social\(renamed).py")
      workplace.write(
        """
        from navtree import AsyncNavtree, Navtree
        from social\(renamed) import Link, UserListSearch, address, user_detail, user_detail_async, user_list


        def use(app: Navtree) -> None:
            user_list(app, "/main").select(index=0)
            user_list(app, session="a", window="main").open_filter()
            user_list(app.session("a")).list_move(key=1)
            user_list(app, sesion="a")\(wrong)
            user_list(app).list_move(kex=1)\(wrong)
            search: UserListSearch = {"type": "search", "query": "a"}
            app.session("a").dispatch(search["type"], {"query": search["query"]})
            print(user_detail(app).computed["name"] + user_detail(app).screen.computed["name"])
            print(user_detail(app).computed["nam"], user_detail(app).link)\(wrong)
            print(user_list(app).screen.state["items"][0]["name"] + "a")
            user_list(app, "/main").selcet(index=0)\(wrong)
            user_list(app, "/main").select(row=0)\(wrong)
            user_list(app).dispatch("list.more")
            user_list(app).dispatch("list.mroe")\(wrong)
            address("main", "detail")
            address("main", "detial")\(wrong)
            Link.users_id_followers(id=3)
            Link.users_id_followers(id="3")\(wrong)
            print(user_detail(app).state["count"] + 1)\(mark)


        async def use_async(app: AsyncNavtree) -> int:
            receipt = await user_detail_async(app.session("a")).follow()
            print((await user_detail_async(app, session="a").screen).computed["followed"] or receipt.active)
            return (await user_detail_async(app).computed)["name"]\(wrong)

        """, to: "use\(renamed).py")
    }
    #expect(Self.faults(in: workplace) == "")
  }

  private static func faults(in workplace: Workplace) -> String {
    let outcome = workplace.run(
      "MYPYPATH='\(client)' '\(python)' -m mypy --strict --python-version 3.9 --cache-dir '\(Files.package)/.build/mypy' *.py"
    )
    return outcome.status == 0 ? "" : String(outcome.text.suffix(2000)) + "failed"
  }
}

@Suite(
  .enabled(
    if: SampleFlow.isThorough && Shell.has("kotlinc"), "kotlinc takes long, or isn't installed: make types"))
struct GeneratedKotlinTests {
  @Test func allFlowsCompileAndTakeTheValuesOfTranscripts() throws {
    let workplace = Workplace()
    var calls = ""
    var count = 0
    for flow in SampleFlow.all {
      workplace.write(flow.text(.kotlin), to: "\(flow.name).kt")
      for value in TranscriptValue.of(flow) where value.kind == .screen {
        count += 1
        calls +=
          "fun value\(count)() = check(\(Self.literal(value.value))) { \(flow.name).Screen.fromJson(it).toJson() }\n"
      }
    }
    try #require(count > 100)
    let social = try #require(SampleFlow.all.first { $0.path.hasSuffix("/social.navtree.yaml") })
    // One without a payload, and one with it.
    for members in [#""type" to "list.more""#, #""type" to "select", "index" to 1L"#] {
      count += 1
      calls +=
        "fun value\(count)() = check(mapOf<String, Any?>(\(members))) { "
        + "\(social.name).UserList.Action.fromJson(it).toJson() }\n"
    }
    let main = (1...count).map { "    value\($0)()\n" }.joined()
    workplace.write(
      Self.program + calls + "fun main() {\n\(main)    println(\"\(count) values\")\n}\n", to: "main.kt")
    let outcome = workplace.run(
      "JAVA_OPTS=-Xss512m kotlinc -nowarn *.kt -include-runtime -d all.jar && java -jar all.jar || java -cp all.jar MainKt"
    )
    #expect(outcome.text.split(separator: "\n").last == "\(count) values", "\(outcome.text.suffix(3000))")
  }

  private static let program = """
    fun check(value: Any?, write: (Any?) -> Any?) {
        val written = write(value)
        if (!contains(written, value)) throw IllegalStateException("$value is written as $written")
    }
    fun contains(written: Any?, value: Any?): Boolean = when (value) {
        is Map<*, *> -> written is Map<*, *> && value.all { it.key in written && contains(written[it.key], it.value) }
        is List<*> -> written is List<*> && value.size == written.size && value.indices.all { contains(written[it], value[it]) }
        is Number -> written is Number && written.toDouble() == value.toDouble()
        else -> written == value
    }

    """

  private static func literal(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .boolean, .number: "\(value)"
    case .integer(.min): "Long.MIN_VALUE"
    case .integer(let integer): "\(integer)L"
    case .string: "\(value)".split(separator: "$", omittingEmptySubsequences: false).joined(separator: "\\$")
    case .array(let elements): "listOf<Any?>(\(elements.map(literal).joined(separator: ", ")))"
    case .object(let members):
      "mapOf<String, Any?>(\(members.map { "\(literal(.string($0.key))) to \(literal($0.value))" }.joined(separator: ", ")))"
    }
  }

  @Test(arguments: [
    ("", "Social.UserDetail.State.fromJson(json).count", true),
    ("total", "Social.UserDetail.State.fromJson(json).count", false),
    ("", "Social.UserList.Action.Select(index = 0L)", true),
    ("", "Social.UserList.Action.Selcet(index = 0L)", false),
  ])
  func theCompilerStopsMistakes(renamed: String, line: String, isRight: Bool) throws {
    let workplace = Workplace()
    workplace.write(try SampleFlow.social(count: renamed).text(.kotlin), to: "Social.kt")
    workplace.write("fun use(json: Any?) = \(line)\n", to: "Use.kt")
    let outcome = workplace.run("JAVA_OPTS=-Xss512m kotlinc -nowarn *.kt -d all.jar")
    #expect((outcome.status == 0) == isRight, "\(outcome.text.suffix(2000))")
  }
}
