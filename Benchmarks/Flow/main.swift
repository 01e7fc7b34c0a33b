import NavtreeCYAML
import NavtreeFlow
import NavtreeYAML
import NavtreeSystem

// Loads a flow of 10,000 lines, and has libyaml alone scan the same bytes: the CPU time of each, the best of
// several rounds, and their ratio. With a file's name it measures that file instead. Then it does so with a flow of
// 100 parts, with one of 32,000 names, and loads a flow of 200,000 lines, and one beyond the limit.

/// A list that opens a detail, with the parts of real screens.
func screens(_ index: Int) -> String {
  """
    list\(index):
      kind: list
      title: List \(index)
      params:
        source: { type: string, enum: [all, followers, following], default: all }
        of: integer?
      state:
        users:
          type: array
          maxItems: 1000
          items: { type: object, required: [id], properties: { id: integer, name: string } }
        query: { type: string, maxLength: 200, default: "" }
        count: integer
      computed:
        shown: state.users.filter(u, u.name.contains(state.query))
      slots:
        detail: { presents: [detail\(index)] }
      actions:
        search:
          payload: { query: { type: string, maxLength: 200 } }
          set: { query: "${action.query}" }
        select:
          payload: { index: { type: integer, minimum: 0 } }
          rules:
            - when: action.index < size(state.users)
              present:
                screen: detail\(index)
                params: { user: "${state.users[action.index].id}" }
            - reject: no such row
        inc: { set: { count: "${state.count + 1}" } }
    detail\(index):
      kind: detail
      params:
        user: integer
      state:
        count: integer
      identity: params.user
      slots:
        list: { presents: [list\(index), list\(index == 0 ? 0 : index - 1)] }
      actions:
        followers:
          present:
            screen: list\(index)
            params:
              source: followers
              of: "${params.user}"
        inc: { set: { count: "${state.count + 1}" } }
        close:
          dismiss: true

  """
}

/// A flow of this many lines.
func flow(lines: Int) -> [UInt8] {
  var text = ""
  var count = 4
  var index = 0
  while count < lines {
    let screens = screens(index)
    text += screens
    count += screens.utf8.count { $0 == 0x0A }
    index += 1
  }
  return Array("navtree: 1\nflow: large\nstart: list\(index - 1)\nscreens:\n\(text)".utf8)
}

/// A flow in so many parts, some hundred lines each, and their texts by path.
func flow(parts count: Int) -> (own: [UInt8], parts: [String: [UInt8]]) {
  var parts: [String: [UInt8]] = [:]
  var include = ""
  for part in 0..<count {
    parts["part\(part).yaml"] = Array(
      "navtree: 1\nscreens:\n\(screens(2 * part))\(screens(2 * part + 1))".utf8)
    include += "  - part\(part).yaml\n"
  }
  return (Array("navtree: 1\nflow: large\nstart: list\(2 * count - 1)\ninclude:\n\(include)".utf8), parts)
}

/// A flow of so many screens, each with hardly more than a name and a slot for the next.
func flow(names count: Int) -> [UInt8] {
  var text = "navtree: 1\nflow: names\nstart: s0\nscreens:\n"
  for index in 0..<count {
    let next = "s\((index + 1) % count)"
    text += "  s\(index):\n    state: { n: integer }\n    slots: { next: { presents: [\(next)] } }\n"
    text += "    actions: { go: { present: \(next) } }\n"
  }
  return Array(text.utf8)
}

/// Scans the bytes with libyaml, and ignores the events.
func scan(_ bytes: [UInt8]) {
  var parser = yaml_parser_t()
  yaml_parser_initialize(&parser)
  defer { yaml_parser_delete(&parser) }
  bytes.withUnsafeBufferPointer {
    yaml_parser_set_input_string(&parser, $0.baseAddress, $0.count)
    var event = yaml_event_t()
    while yaml_parser_parse(&parser, &event) == 1 {
      let isLast = event.type == YAML_STREAM_END_EVENT
      yaml_event_delete(&event)
      if isLast { return }
    }
  }
}

/// Milliseconds of CPU, the least of several rounds. The result, which a process would keep, is released
/// after the clock has stopped.
func measure<Value>(_ body: () -> Value) -> Double {
  var least = Double.infinity
  for _ in 0..<15 {
    let start = clock()
    let value = body()
    least = min(least, Double(clock() - start) * 1000 / Double(CLOCKS_PER_SEC))
    withExtendedLifetime(value) {}
  }
  return least
}

func read(_ path: String) -> [UInt8] {
  guard let file = fopen(path, "rb") else { return [] }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
  return bytes
}

/// Compares the load of a flow with libyaml's scan of the same bytes.
func compare(_ own: [UInt8], parts: [String: [UInt8]] = [:]) {
  let reader = PartFault.reader(of: parts)
  let texts = [own] + parts.values
  let outcome = FlowLoader.load(own, file: "large.navtree.yaml", parts: reader)
  print(DiagnosticReport(Array(outcome.diagnostics.prefix(3)), in: outcome.sources).text, terminator: "")
  let bare = measure { for text in texts { scan(text) } }
  let composed = measure {
    texts.map { YAMLComposer.compose(SourceText(file: "", bytes: $0), FlowVocabulary()) }
  }
  let loaded = measure { FlowLoader.load(own, file: "large.navtree.yaml", parts: reader) }
  let lines = outcome.sources.reduce(0) { $0 + $1.lineCount }
  let bytes = texts.reduce(0) { $0 + $1.count }
  print(
    "files: \(texts.count), lines: \(lines), bytes: \(bytes), screens: \(outcome.flow?.screens.count ?? 0)")
  print("libyaml's events: \(bare) ms, with a tree of nodes: \(composed) ms, the whole load: \(loaded) ms")
  print("ratio: \((loaded / bare * 100).rounded() / 100)")
}

if CommandLine.arguments.count > 1 {
  compare(read(CommandLine.arguments[1]))
} else {
  compare(flow(lines: 10_000))
  let (own, parts) = flow(parts: 100)
  compare(own, parts: parts)
  compare(flow(names: 32_000))
  for lines in [200_000, 1_200_000] {
    let bytes = flow(lines: lines)
    let start = clock()
    let outcome = FlowLoader.load(bytes, file: "huge.navtree.yaml")
    let time = Double(clock() - start) * 1000 / Double(CLOCKS_PER_SEC)
    print(
      "lines: \(lines), bytes: \(bytes.count), screens: \(outcome.flow?.screens.count ?? 0), load: \(time) ms"
    )
    print(DiagnosticReport(outcome.diagnostics, in: outcome.source).text, terminator: "")
  }
}
