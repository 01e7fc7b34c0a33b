import Foundation
import PackagePlugin

/// The bundle and the types of each flow among a target's files: `my.navtree.yaml` gives the resource
/// `my.navtree.json` and `my.navtree.swift`.
@main
struct NavtreePlugin: BuildToolPlugin {
  private static let ending = ".navtree.yaml"

  /// Whether it is a flow, and no part of one, which has no key `flow`.
  private static func isFlow(_ file: URL) -> Bool {
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.contains(/(?m)^(\{.*\W)?["']?flow["']?\s*:/)
  }

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let files = (target as? any SourceModuleTarget)?.sourceFiles.map(\.url) ?? []
    let flows = files.filter { $0.lastPathComponent.hasSuffix(Self.ending) && Self.isFlow($0) }
    if flows.isEmpty { return [] }
    guard let tool = try? context.tool(named: "NavtreeCommand").url else {
      Diagnostics.error("the package navtree needs the trait Plugin: .package(…, traits: [\"Plugin\"])")
      return []
    }
    // A flow may include any of them.
    let inputs = files.filter { ["yaml", "yml"].contains($0.pathExtension) }
    return flows.flatMap { flow -> [Command] in
      let path = flow.path(percentEncoded: false)
      let name = String(flow.lastPathComponent.dropLast(Self.ending.count))
      func command(_ command: String, _ options: [String], _ file: String) -> Command {
        let output = context.pluginWorkDirectoryURL.appending(path: file)
        return .buildCommand(
          displayName: "navtree \(command) \(flow.lastPathComponent)", executable: tool,
          arguments: [command, path, "-o", output.path(percentEncoded: false)] + options, inputFiles: inputs,
          outputFiles: [output])
      }
      return [
        // The build machine's folders are nobody's business.
        command("bundle", ["--name", flow.lastPathComponent], "\(name).navtree.json"),
        command("types", ["--lang", "swift"], "\(name).navtree.swift"),
      ]
    }
  }
}
