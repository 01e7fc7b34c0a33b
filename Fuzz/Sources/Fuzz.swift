/// The readers of outside text and bytes that are fuzzed, by the name that `--target=` gives.
private enum Target: String, CaseIterable {
  case line, flow, patch, cel, snapshot, recording, store, scenario

  /// The one that the command line names.
  static let chosen: Target = {
    let option = "--target="
    let name = CommandLine.arguments.first { $0.hasPrefix(option) }?.dropFirst(option.utf8.count)
    if let target = name.flatMap({ Target(rawValue: String($0)) }) { return target }
    fatalError("--target=NAME is one of \(allCases.map(\.rawValue).joined(separator: ", "))")
  }()

  func run(_ bytes: [UInt8]) {
    switch self {
    case .line: LineTarget.run(bytes)
    case .flow: FlowTarget.run(bytes)
    case .patch: PatchTarget.run(bytes)
    case .cel: ExpressionTarget.run(bytes)
    case .snapshot: SnapshotTarget.run(bytes)
    case .recording: RecordingTarget.run(bytes)
    case .store: StoreTarget.run(bytes)
    case .scenario: ScenarioTarget.run(bytes)
    }
  }
}

/// libFuzzer's entry. A broken property ends the process like a crash.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  Target.chosen.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
