#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What an action costs in instructions, counted by valgrind: the same in every run, whatever else the machine
/// does.
struct Instructions {
  let navtree: [String]

  static var canCount: Bool {
    let paths = getenv("PATH").map { String(cString: $0) } ?? ""
    return paths.split(separator: ":").contains { access("\($0)/valgrind", X_OK) == 0 }
  }

  func measure() throws {
    print("An action, in instructions, the reading of its line and the writing of its answer among them")
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
        // A screen of its own is the root of each session.
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

  /// What an action costs with those who follow it, their notifications among it.
  ///
  /// - Parameter objects: the flow with a list of many objects.
  func measureFollowing(objects: String) throws {
    print("An action that is followed, in instructions, the notification among them")
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

  private func compare(
    _ name: String, _ small: Int, _ large: Int, of scenario: (Int) -> (Conversation, [String])
  ) throws {
    let counts = try [small, large].map { size in
      let (conversation, params) = scenario(size)
      return try count(conversation, params)
    }
    print(
      "  \(name) \(small): \(Int(counts[0])), \(large): \(Int(counts[1])), ratio \(decimal(counts[1] / counts[0], places: 3))"
    )
  }

  /// The instructions of an action: what more actions cost more, so that start and setup fall out.
  private func count(_ conversation: Conversation, _ params: [String]) throws -> Double {
    let (few, many) = (1_000, 5_000)
    let counts = try [few, many].map { times in
      try total(conversation.input(dispatching: params, times: times))
    }
    return Double(counts[1] - counts[0]) / Double(many - few)
  }

  private func total(_ input: [UInt8]) throws -> Int {
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
  /// Whether these bytes are among them.
  fileprivate func contains(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first else { return true }
    return indices.contains { self[$0] == first && self[$0...].starts(with: bytes) }
  }
}
