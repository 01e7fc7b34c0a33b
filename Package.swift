// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let collections = Target.Dependency.product(name: "OrderedCollections", package: "swift-collections")
let deque = Target.Dependency.product(name: "DequeModule", package: "swift-collections")
let heap = Target.Dependency.product(name: "HeapModule", package: "swift-collections")

let package = Package(
  name: "navtree",
  platforms: [.macOS(.v14)],
  products: [
    .executable(name: "navtree", targets: ["navtree"]),
    .library(name: "NavigationTree", targets: ["NavigationTree"]),
    .library(name: "CEL", targets: ["CEL", "JSON"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.1.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CLibYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .target(name: "CSimdJSON", linkerSettings: [.linkedLibrary("simdjson")]),
    .target(name: "CRE2", linkerSettings: [.linkedLibrary("re2")]),
    .target(name: "JSON", dependencies: ["CSimdJSON", collections], swiftSettings: settings),
    .target(name: "CEL", dependencies: ["JSON", "CRE2", collections], swiftSettings: settings),
    .target(name: "NavigationTree", dependencies: ["JSON"], swiftSettings: settings),
    .target(
      name: "Flow", dependencies: ["CLibYAML", "CRE2", "CEL", "JSON", "NavigationTree", collections],
      swiftSettings: settings),
    .target(
      name: "Session", dependencies: ["Flow", "CEL", "JSON", "NavigationTree", collections, deque, heap],
      swiftSettings: settings),
    .target(
      name: "Persistence",
      dependencies: ["CSQLite", "Session", "Flow", "JSON", "NavigationTree", collections],
      swiftSettings: settings),
    .target(
      name: "Server",
      dependencies: ["Persistence", "Session", "Flow", "CEL", "JSON", "NavigationTree", collections],
      swiftSettings: settings),
    .executableTarget(
      name: "navtree",
      dependencies: [
        "Server", "Persistence", "Session", "Flow", "CEL", "JSON",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    .target(
      name: "TestSupport", dependencies: ["JSON"], path: "Tests/TestSupport", swiftSettings: settings),
    .testTarget(
      name: "JSONTests", dependencies: ["JSON", "TestSupport", collections], swiftSettings: settings),
    .testTarget(
      name: "CELTests", dependencies: ["CEL", "JSON", "TestSupport", collections], swiftSettings: settings),
    .testTarget(
      name: "NavigationTreeTests", dependencies: ["NavigationTree", "JSON", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "FlowTests", dependencies: ["Flow", "CEL", "JSON", "NavigationTree", "TestSupport", collections],
      swiftSettings: settings),
    .testTarget(
      name: "SessionTests",
      dependencies: ["Session", "Flow", "JSON", "NavigationTree", "TestSupport", collections],
      swiftSettings: settings),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "Server", "Persistence", "Session", "Flow", "JSON", "navtree", "TestSupport", collections,
      ],
      swiftSettings: settings),
  ],
  cxxLanguageStandard: .cxx17
)
