import NavtreeFlow
import NavtreeJSON
import NavtreeYAML

/// Writes a tree of a text that doesn't parse as one that does.
enum TextWriter {
  static func write(_ node: TextNode, _ bytes: inout [UInt8]) {
    switch node.kind {
    case .mapping:
      bytes.append(UInt8(ascii: "{"))
      var seen: Set<String> = []
      for (key, value) in node.members where seen.insert(key.text).inserted {
        if seen.count > 1 { bytes.append(UInt8(ascii: ",")) }
        bytes += Array("\(JSONValue.string(key.text)): ".utf8)
        write(value, &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    case .sequence:
      bytes.append(UInt8(ascii: "["))
      for (index, item) in node.items.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(item, &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .scalar:
      let text = node.text
      let isPlain =
        !node.isQuoted
        && (text.isEmpty || ["true", "false", "null", "~"].contains(text) || Double(text) != nil)
      bytes += Array((isPlain ? text.isEmpty ? "null" : text : "\(JSONValue.string(text))").utf8)
    }
  }
}
