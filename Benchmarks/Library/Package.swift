// swift-tools-version: 6.2
import PackageDescription

// The engine has package access, which ends at a package: its sources are linked into this one.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let collections = Target.Dependency.product(name: "OrderedCollections", package: "swift-collections")
let deque = Target.Dependency.product(name: "DequeModule", package: "swift-collections")
let heap = Target.Dependency.product(name: "HeapModule", package: "swift-collections")

let json: [Target.Dependency] = ["NavtreeJSON", "NavtreeJSONReading", collections]

let package = Package(
  name: "library-benchmark",
  platforms: [.macOS(.v14)],
  dependencies: [.package(url: "https://github.com/apple/swift-collections", from: "1.1.0")],
  targets: [
    .systemLibrary(name: "NavtreeCYAML", pkgConfig: "yaml-0.1"),
    .systemLibrary(name: "NavtreeCSQLite", pkgConfig: "sqlite3"),
    .target(name: "NavtreeCSimdJSON", linkerSettings: [.linkedLibrary("simdjson")]),
    .target(name: "NavtreeCRE2", linkerSettings: [.linkedLibrary("re2")]),
    .target(name: "NavtreeJSON", dependencies: [collections], swiftSettings: settings),
    .target(
      name: "NavtreeJSONReading", dependencies: ["NavtreeJSON", "NavtreeCSimdJSON", collections],
      swiftSettings: settings),
    .target(name: "NavtreeText", swiftSettings: settings),
    .target(name: "NavtreeRegex", dependencies: ["NavtreeCRE2"], swiftSettings: settings),
    .target(
      name: "NavtreeCEL", dependencies: ["NavtreeText", "NavtreeRegex"] + json, swiftSettings: settings),
    .target(name: "NavigationTree", dependencies: ["NavtreeJSON"], swiftSettings: settings),
    .target(
      name: "NavtreeFlow",
      dependencies: ["NavtreeCYAML", "NavtreeText", "NavtreeRegex", "NavtreeCEL", "NavigationTree"] + json,
      swiftSettings: settings),
    .target(
      name: "NavtreeEngine",
      dependencies: ["NavtreeText", "NavtreeFlow", "NavtreeCEL", "NavigationTree", deque, heap] + json,
      swiftSettings: settings),
    .target(
      name: "NavtreePersistence",
      dependencies: ["NavtreeCSQLite", "NavtreeEngine", "NavtreeFlow", "NavigationTree"] + json,
      swiftSettings: settings),
    .target(name: "NavtreeFiles", dependencies: ["NavtreeFlow"], swiftSettings: settings),
    .target(
      name: "Navtree",
      dependencies: [
        "NavtreeText", "NavtreeFiles", "NavtreePersistence", "NavtreeEngine", "NavtreeFlow", "NavigationTree",
      ] + json,
      swiftSettings: settings),
    .executableTarget(
      name: "LibraryBenchmark",
      dependencies: ["Navtree", "NavtreeEngine", "NavtreeFlow", "NavigationTree"] + json,
      swiftSettings: settings),
  ],
  cxxLanguageStandard: .cxx17
)
