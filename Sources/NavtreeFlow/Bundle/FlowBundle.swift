package import NavtreeJSON
import NavtreeJSONReading
import NavtreeText
package import NavtreeYAML

/// A flow with its parts in one file of JSON: its normal form, and its texts with their events.
///
/// The flow is compiled from the texts, by their events: so places and warnings are those of the YAML, and libyaml
/// isn't needed. The normal form is there for others.
package enum FlowBundle {
  /// The version of the form of the file.
  package static let format = 1

  private enum Key {
    static let bundle = "bundle"
    static let digest = "digest"
    static let sources = "sources"
    static let file = "file"
    static let text = "text"
    static let events = "events"
    static let strings = "strings"
  }

  /// Whether a text is meant as a bundle: JSON whose first key is `bundle`.
  package static func isBundle(_ bytes: [UInt8]) -> Bool {
    let isSpace: (UInt8) -> Bool = { " \t\r\n".utf8.contains($0) }
    let members = bytes.drop(while: isSpace)
    return members.first == UInt8(ascii: "{")
      && members.dropFirst().drop(while: isSpace).starts(with: "\"\(Key.bundle)\"".utf8)
  }

  // MARK: Writing

  /// - Parameters:
  ///   - sources: The flow's files, its own first.
  ///   - name: The name of the flow's file in messages; the others lie beside it.
  /// - Complexity: O(size of the texts)
  package static func value(of flow: FlowDefinition, _ sources: [SourceText], name: String) -> JSONValue {
    let folder = PartPath.folder(of: sources[0].file)
    let texts = sources.map { source in
      let log = EventLog(of: source)
      let path = source.number == 0 ? name : PartPath.folder(of: name) + source.file.dropFirst(folder.count)
      return JSONValue.object([
        Key.file: .string(path), Key.text: .string(String(decoding: source.bytes, as: UTF8.self)),
        Key.events: .array(log.numbers.map { .integer(Int($0)) }),
        Key.strings: .array(log.strings.map { .string($0) }),
      ])
    }
    var members: JSONObject = [
      Key.bundle: .integer(format), Key.digest: "", "hash": .string(flow.fingerprint.description),
      "flow": flow.normalised, Key.sources: .array(texts),
    ]
    members[Key.digest] = .string(digest(of: members))
    return .object(members)
  }

  /// The fingerprint of all other members.
  private static func digest(of members: JSONObject) -> String {
    var members = members
    members[Key.digest] = ""
    return Fingerprint(of: .object(members)).description
  }

  // MARK: Reading

  /// The reason that a bundle can't be read.
  struct Fault: Error {
    var code = DiagnosticCode.badBundle
    let message: String
    var hint = "make it again: navtree bundle FLOW -o FILE"
    /// The byte at which it is seen.
    var offset = 0
  }

  /// The files of the flow, its own first.
  ///
  /// - Complexity: O(*n*)
  static func sources(_ bytes: [UInt8], _ limits: YAMLLimits) throws(Fault) -> [SourceText] {
    guard bytes.count <= limits.bytes else {
      throw Fault(
        code: .limit, message: "the bundle has more than \(limits.bytes) bytes, the limit (yamlBytes)",
        hint: "split the flow, or move data out of it")
    }
    let members = try members(bytes)
    guard let format = members[Key.bundle]?.integer else { throw damage("it has no version") }
    guard format == self.format else {
      throw Fault(
        message: "this is a bundle of version \(format), and this navtree reads version \(self.format)",
        hint: "make it again with this navtree: navtree bundle FLOW -o FILE")
    }
    let (written, digest) = (members[Key.digest]?.string ?? "", digest(of: members))
    guard written == digest else {
      throw Fault(
        message:
          "the bundle is damaged, or was changed: its digest is \(digest), and it says '\(written.echo)'")
    }
    var sources: [SourceText] = []
    for source in members[Key.sources]?.array ?? [] {
      guard let text = self.source(source, number: sources.count) else {
        throw damage("a source isn't right")
      }
      sources.append(text)
    }
    if sources.isEmpty { throw damage("it has no sources") }
    return sources
  }

  private static func members(_ bytes: [UInt8]) throws(Fault) -> JSONObject {
    do throws(JSONError) {
      return try JSONValue(parsing: bytes).object ?? [:]
    } catch {
      let offset = if case .syntax(let fault) = error { fault.offset } else { 0 }
      throw damage("\(error)", at: offset)
    }
  }

  private static func source(_ value: JSONValue, number: Int) -> SourceText? {
    guard let file = value[Key.file]?.string, let text = value[Key.text]?.string,
      let numbers = value[Key.events]?.array, let strings = value[Key.strings]?.array
    else { return nil }
    let codes = numbers.compactMap { $0.integer.flatMap { Int32(exactly: $0) } }
    let texts = strings.compactMap(\.string)
    guard codes.count == numbers.count, texts.count == strings.count,
      let log = EventLog(codes, texts, ofText: text.utf8.count)
    else { return nil }
    return SourceText(file: file, bytes: Array(text.utf8), number: Int32(clamping: number), events: log)
  }

  private static func damage(_ reason: String, at offset: Int = 0) -> Fault {
    Fault(message: "the bundle is damaged: \(reason)", offset: offset)
  }
}
