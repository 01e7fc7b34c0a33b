/// The folder below which requests may name files.
package struct FlowRoot: Sendable {
  private let name: String

  package init(_ name: String) {
    self.name = name
  }

  /// The working folder.
  package static let working = FlowRoot(".")

  /// The reason why it is no folder; nil if it is one.
  package var fault: SystemError? { path == nil ? .last : nil }

  /// The reason why a flow's file, or the folder of its parts, isn't below the root; nil if both are.
  ///
  /// Symbolic links are resolved. Of a file outside it doesn't tell whether it exists.
  package func fault(of file: String) -> String? {
    let root = path.map { $0 == "/" ? $0 : $0 + "/" }
    let isInside = [FlowFolder.path(ofFlow: file), file].allSatisfy { place in
      guard let root, let resolved = Self.nearest(to: place) else { return false }
      return (resolved + "/").hasPrefix(root)
    }
    return isInside ? nil : "it is outside of the folder that requests may read, \(name)"
  }

  private var path: String? { FlowFolder.realPath(name + "/.") }

  /// A path without symbolic links; where nothing is there, that of the nearest folder above it.
  private static func nearest(to place: String) -> String? {
    if let path = FlowFolder.realPath(place) { return path }
    let folder = FlowFolder.path(ofFlow: place.hasSuffix("/") ? String(place.dropLast()) : place)
    return folder == place ? nil : nearest(to: folder)
  }
}
