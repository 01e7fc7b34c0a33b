// swift-tools-version: 6.2
import PackageDescription

// What a flow is loaded with has package access, which ends at a package: the sources are linked into this one.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let collections = Target.Dependency.product(name: "OrderedCollections", package: "swift-collections")

let package = Package(
  name: "fuzz-flow",
  platforms: [.macOS(.v14)],
  dependencies: [.package(url: "https://github.com/apple/swift-collections", from: "1.1.0")],
  targets: [
    .systemLibrary(name: "CLibYAML", pkgConfig: "yaml-0.1"),
    .target(name: "CSimdJSON", linkerSettings: [.linkedLibrary("simdjson")]),
    .target(name: "CRE2", linkerSettings: [.linkedLibrary("re2")]),
    .target(name: "JSON", dependencies: ["CSimdJSON", collections], swiftSettings: settings),
    .target(name: "CEL", dependencies: ["JSON", "CRE2", collections], swiftSettings: settings),
    .target(name: "NavigationTree", dependencies: ["JSON"], swiftSettings: settings),
    .target(
      name: "Flow", dependencies: ["CLibYAML", "CRE2", "CEL", "JSON", "NavigationTree", collections],
      swiftSettings: settings),
    .executableTarget(
      name: "FuzzFlow", dependencies: ["Flow", "JSON"],
      swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])]),
  ],
  cxxLanguageStandard: .cxx17
)
