import NavtreeFlow
import NavtreeJSON
import NavtreeTestSupport
import NavtreeYAML
import Testing

/// A flow with a planted fault, as `Specs/exploring/faults.yaml` tells of it.
struct PlantedFault: CustomTestStringConvertible {
  enum Command: String {
    case explore, fuzz, diff
  }

  static let folder = "\(Files.package)/Specs/exploring"

  /// The flow, without the suffix of its file; for `diff` the older version.
  let file: String
  /// For `diff`: the newer version.
  let newer: String?
  let command: Command
  /// The beginning of the line that tells it.
  let finds: String
  /// The fewest moves that show it; nil where it is something that never happens.
  let steps: Int?
  /// Whether it takes what an exploration never does, such as a kill.
  let isForFuzzAlone: Bool
  private let edits: [String]

  var testDescription: String { newer ?? file }

  init?(_ json: JSONValue) {
    guard let file = json["file"]?.string, let command = json["command"]?.string.flatMap(Command.init),
      let finds = json["finds"]?.string, let edits = json["mend"]?.array?.compactMap(\.string),
      edits.count % 2 == 0
    else { return nil }
    self.file = file
    self.command = command
    self.finds = finds
    self.edits = edits
    newer = json["to"]?.string
    steps = json["steps"]?.integer
    isForFuzzAlone = json["alone"] == true
  }

  static let all: [PlantedFault] = {
    let source = SourceText(file: "faults.yaml", bytes: Files.bytes(of: "\(folder)/faults.yaml") ?? [])
    return YAMLComposer.compose(source, FlowVocabulary()).document?.root.json?.array?.compactMap(
      PlantedFault.init) ?? []
  }()

  static func all(of command: Command) -> [PlantedFault] { all.filter { $0.command == command } }

  /// The text of the flow that has the fault.
  var text: String {
    get throws { try #require(Files.text(of: "\(Self.folder)/\(newer ?? file).navtree.yaml")) }
  }

  /// The text of the flow without the fault.
  var mended: String {
    get throws {
      var text = try text
      for index in stride(from: 0, to: edits.count, by: 2) {
        let parts = text.pieces(between: edits[index])
        try #require(parts.count > 1, "\(file) doesn't have: \(edits[index])")
        text = parts.joined(separator: edits[index + 1])
      }
      return text
    }
  }

  var flow: FlowDefinition { get throws { try load(text) } }

  var mendedFlow: FlowDefinition { get throws { try load(mended) } }

  private func load(_ text: String) throws -> FlowDefinition {
    let outcome = FlowLoader.load(Array(text.utf8), file: "\(newer ?? file).navtree.yaml", isStrict: true)
    #expect(DiagnosticReport(outcome.diagnostics, in: outcome.sources).text == "")
    return try #require(outcome.flow)
  }
}

extension String {
  /// The texts around each occurrence of another.
  fileprivate func pieces(between separator: String) -> [String] {
    var pieces: [String] = []
    var piece: [UInt8] = []
    var rest = Array(utf8)[...]
    let bytes = Array(separator.utf8)
    while !rest.isEmpty {
      if rest.starts(with: bytes) {
        pieces.append(String(decoding: piece, as: UTF8.self))
        piece = []
        rest = rest.dropFirst(bytes.count)
      } else {
        piece.append(rest.removeFirst())
      }
    }
    return pieces + [String(decoding: piece, as: UTF8.self)]
  }
}
