/// The part of a document between two comments, which is made from the code:
/// `<!-- NAME: generated from … -->` and `<!-- end of NAME -->`.
struct GeneratedPart {
  let name: String
  let text: String

  /// The document with this part renewed; nil if it has no place for it.
  func put(into document: String) -> String? {
    let lines = document.split(separator: "\n", omittingEmptySubsequences: false)
    guard let begin = lines.firstIndex(where: { $0.hasPrefix("<!-- \(name): generated from ") }),
      let end = lines.firstIndex(of: "<!-- end of \(name) -->"), begin < end
    else { return nil }
    let part = text.split(separator: "\n", omittingEmptySubsequences: false)
    return (lines[...begin] + part + lines[end...]).joined(separator: "\n")
  }
}
