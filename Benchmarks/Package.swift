// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v14)],
  targets: [
    .executableTarget(name: "floor", linkerSettings: [.linkedLibrary("simdjson")]),
    .executableTarget(
      name: "bench",
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ],
  cxxLanguageStandard: .cxx17
)
