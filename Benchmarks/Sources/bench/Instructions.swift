#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The cost of an action in instructions, counted by valgrind: the same in every run, whatever the load.
struct Instructions {
  let navtree: [String]

  static var canCount: Bool {
    let paths = getenv("PATH").map { String(cString: $0) } ?? ""
    return paths.split(separator: ":").contains { access("\($0)/valgrind", X_OK) == 0 }
  }

  func measure() throws {
    show("An action, in instructions, the reading of its line and the writing of its answer among them")
    try compare(
      "to the active screen, at depth", 5, 10_000,
      of: { depth in
        var conversation = Conversation()
        conversation.push(depth)
        return (conversation, [#"{"action":{"type":"inc"}}"#])
      })
    try compare(
      "with so many other screens alive", 10, 10_000,
      of: { others in
        var conversation = Conversation()
        conversation.push(4)
        // The root of each session is a separate screen.
        for index in 0..<others {
          conversation.prepare("session.open", #"{"flow":"counter","session":"other\#(index)"}"#)
        }
        return (conversation, [#"{"session":"counter","action":{"type":"inc"}}"#])
      })
    try compare(
      "to two screens in turn that lie two apart, at depth", 5, 10_000,
      of: { depth in
        var conversation = Conversation()
        conversation.push(depth)
        // Ids are given in order, the root's is 1.
        let addresses = [depth + 1, depth - 1]
        return (conversation, addresses.map { ##"{"at":"#\##($0)","action":{"type":"inc"}}"## })
      })
  }

  /// The cost of an action with followers, their notifications included.
  ///
  /// - Parameter objects: the flow with a list of many objects.
  func measureFollowing(objects: String) throws {
    show("An action that is followed, in instructions, the notification among them")
    try compare(
      "on one of a thousand screens, with so many of them followed", 1, 1_000,
      of: { followed in
        var conversation = Conversation()
        conversation.push(1_000)
        for index in 0..<followed {
          // The first is the one that is written.
          conversation.prepare(
            "subscribe", ##"{"at":"#\##((499 + index) % 1_000 + 1)","depth":1,"initial":false}"##)
        }
        return (conversation, [##"{"at":"#500","action":{"type":"inc"}}"##])
      })
    let canvas = Instructions(navtree: Array(navtree.dropLast()) + [objects])
    for form in ["patch", "list"] {
      try canvas.compare(
        "on one of so many objects of a list, told as \(form)", 100, 100_000,
        of: { count in
          var conversation = Conversation()
          let list = (0..<count).map { #"{"id":\#($0),"x":0}"# }.joined(separator: ",")
          conversation.prepare("dispatch", #"{"action":{"type":"fill","objects":[\#(list)]}}"#)
          conversation.prepare(
            "subscribe", #"{"at":"/main","pointer":"/state/objects","form":"\#(form)","initial":false}"#)
          let params = [1, 2, 3].map { #"{"action":{"type":"move","index":\#(count / 2),"x":\#($0)}}"# }
          return (conversation, params)
        })
    }
  }

  /// Operations at the focus, each with its reverse, so that the tree is as before.
  private static let operations: [(name: String, on: String?, requests: [Request])] = [
    ("push, pop", nil, [Request("push", #"{"screen":"page"}"#), Request("pop", "{}")]),
    ("push, back", nil, [Request("push", #"{"screen":"page"}"#), Request("back", "{}")]),
    ("present, dismiss", nil, [Request("present", #"{"screen":"sheet"}"#), Request("dismiss", "{}")]),
    ("replace", nil, [Request("replace", #"{"screen":"page"}"#)]),
    ("setParams", nil, [Request("setParams", #"{"params":{"number":1}}"#)]),
    ("navigate to the top", nil, [Request("navigate", #"{"screen":"page","params":{"number":0}}"#)]),
    (
      "navigate to nothing, popTo", nil,
      [
        Request("navigate", #"{"screen":"page","params":{"number":7}}"#),
        Request("popTo", #"{"screen":"page","identity":0}"#),
      ]
    ),
    (
      "push three, popTo", nil,
      (1...3).map { Request("push", #"{"screen":"page","params":{"number":\#($0)}}"#) } + [
        Request("popTo", #"{"screen":"page","identity":0}"#)
      ]
    ),
    ("select", "tabs", [Request("select", #"{"tab":"two"}"#), Request("select", #"{"tab":"one"}"#)]),
    ("focus", "split", [Request("focus", #"{"pane":"right"}"#), Request("focus", #"{"pane":"left"}"#)]),
    ("reset of a pane", "split", [Request("reset", #"{"tree":["page","page"]}"#)]),
    ("link.open, pop", nil, [Request("link.open", #"{"url":"/pages/7"}"#), Request("pop", "{}")]),
    ("link.url", nil, [Request("link.url", "{}")]),
  ]

  /// The cost of navigation, from screens at two depths, with the flow that has every kind of it.
  func measureNavigation() throws {
    show("Navigation from the active screen, likewise")
    for operation in Self.operations {
      let counts = try [10, 100_000].map { depth in
        var conversation = Conversation()
        for _ in 0..<depth { conversation.prepare("push", #"{"screen":"page"}"#) }
        if let screen = operation.on { conversation.prepare("push", #"{"screen":"\#(screen)"}"#) }
        return try count(navtree) {
          conversation.input(operation.requests, times: $0 * operation.requests.count)
        }
      }
      show(
        "  \(operation.name), at depth 10: \(Int(counts[0])), 100000: \(Int(counts[1])), ratio \(ratio(counts))"
      )
    }
    // Only the removed screens count: as many on a chain that is ten times as deep.
    let counts = try [10_000, 100_000].map { depth in
      var conversation = Conversation()
      for _ in 0..<depth { conversation.prepare("push", #"{"screen":"page"}"#) }
      let pushes = (0..<100).map { _ in Request("push", #"{"screen":"page","params":{"number":1}}"#) }
      let cycle = pushes + [Request("popTo", #"{"screen":"page","identity":0}"#)]
      return try count(navtree, 5, 25) { conversation.input(cycle, times: $0 * cycle.count) }
    }
    show(
      "  a hundred pushes and popTo, at depth 10000: \(Int(counts[0])), 100000: \(Int(counts[1])), ratio \(ratio(counts))"
    )
  }

  private func ratio(_ counts: [Double]) -> String { decimal(counts[1] / counts[0], places: 3) }

  private func compare(
    _ name: String, _ small: Int, _ large: Int, of scenario: (Int) -> (Conversation, [String])
  ) throws {
    let counts = try [small, large].map { size in
      let (conversation, params) = scenario(size)
      return try count(navtree) { conversation.input(dispatching: params, times: $0) }
    }
    show("  \(name) \(small): \(Int(counts[0])), \(large): \(Int(counts[1])), ratio \(ratio(counts))")
  }

  /// The instructions for this many repetitions: the difference to fewer, so that start and setup cancel out.
  private func count(
    _ navtree: [String], _ few: Int = 1_000, _ many: Int = 5_000, _ input: (Int) -> [UInt8]
  ) throws -> Double {
    let counts = try [few, many].map { try total(navtree, input($0)) }
    return Double(counts[1] - counts[0]) / Double(many - few)
  }

  private func total(_ navtree: [String], _ input: [UInt8]) throws -> Int {
    var folder = Array("/tmp/navtree-bench-XXXXXX".utf8CString)
    guard mkdtemp(&folder) != nil else { throw Run.Failure.couldNotStart("mkdtemp") }
    let path = String(decoding: folder.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    let file = path + "/callgrind"
    defer {
      unlink(file)
      rmdir(path)
    }
    let valgrind = ["valgrind", "--tool=callgrind", "--quiet", "--callgrind-out-file=" + file]
    let run = try Run(valgrind + navtree + ["--limit", "sessions=20000"], input: input)
    guard !run.output.contains("\"error\"") else {
      throw WrongAnswer(answer: String(decoding: run.output.prefix(1_000), as: UTF8.self))
    }
    return try summary(file)
  }

  /// The total that callgrind writes at the end of its file: `summary: 123`, or `totals: 123`.
  private func summary(_ path: String) throws -> Int {
    guard let stream = fopen(path, "r") else { throw Run.Failure.couldNotStart("valgrind") }
    defer { fclose(stream) }
    var line = [CChar](repeating: 0, count: 4096)
    while fgets(&line, Int32(line.count), stream) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      let words = text.split(whereSeparator: { $0 == " " || $0 == "\n" })
      if words.first == "summary:" || words.first == "totals:",
        let total = words.dropFirst().first.flatMap({ Int($0) })
      {
        return total
      }
    }
    throw Run.Failure.couldNotStart("callgrind")
  }
}

extension [UInt8] {
  /// Whether these bytes occur among them.
  fileprivate func contains(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first else { return true }
    return indices.contains { self[$0] == first && self[$0...].starts(with: bytes) }
  }
}
