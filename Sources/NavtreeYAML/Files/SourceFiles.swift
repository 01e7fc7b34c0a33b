/// The files that a flow is read from: its own, and the parts that were asked for.
///
/// Each is read once and keeps its number, however often the flow is composed.
package final class SourceFiles {
  /// By number.
  package private(set) var sources: [SourceText]
  private let reader: PartReader
  private var parts: [String: Result<SourceText, PartFault>] = [:]
  /// The paths of all parts that were asked for, readable or not, in that order.
  package private(set) var paths: [String] = []

  package init(_ source: SourceText, parts: @escaping PartReader) {
    sources = [source]
    reader = parts
  }

  /// The files of a bundle, the flow's own first.
  package init(bundled sources: [SourceText]) {
    self.sources = sources
    reader = { _ in .failure(PartFault("the bundle doesn't hold it")) }
    for source in sources.dropFirst() { parts[path(of: source)] = .success(source) }
  }

  package var bytes: Int { sources.reduce(0) { $0 + $1.bytes.count } }

  /// The name of a part in messages.
  package func name(of path: String) -> String { PartPath.folder(of: sources[0].file) + path }

  private func path(of part: SourceText) -> String {
    String(part.file.dropFirst(PartPath.folder(of: sources[0].file).count))
  }

  /// A part by its path below the flow's folder.
  package func part(_ path: String) -> Result<SourceText, PartFault> {
    if let part = parts[path] { return part }
    paths.append(path)
    let part = reader(path).map { bytes in
      SourceText(file: name(of: path), bytes: bytes, number: Int32(clamping: sources.count))
    }
    if case .success(let source) = part { sources.append(source) }
    parts[path] = part
    return part
  }
}
