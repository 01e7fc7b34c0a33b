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

// NAVTREE_PORTABLE=1 builds what platforms without these libraries get.
let portable = Context.environment["NAVTREE_PORTABLE"] != nil

/// A library in C or C++ that other platforms do without.
func native(_ name: String, on platforms: [Platform] = [.linux]) -> [Target.Dependency] {
  portable ? [] : [.target(name: name, condition: .when(platforms: platforms))]
}

// Apple's SDKs have SQLite: there no other one is looked for, such as Homebrew's.
#if os(Linux)
  let sqlite: String? = "sqlite3"
#else
  let sqlite: String? = nil
#endif

/// A library of swift-nio.
func nio(_ name: String) -> Target.Dependency {
  .product(name: name, package: "swift-nio", condition: .when(traits: ["Inspector"]))
}

let json: [Target.Dependency] = ["NavtreeJSON", "NavtreeJSONReading", collections]

let package = Package(
  name: "navtree",
  platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .executable(name: "navtree", targets: ["NavtreeCommand"]),
    .library(name: "Navtree", targets: ["Navtree"]),
    .library(name: "NavtreeTesting", targets: ["NavtreeTesting"]),
    .library(name: "NavigationTree", targets: ["NavigationTree"]),
    .plugin(name: "NavtreePlugin", targets: ["NavtreePlugin"]),
    .library(name: "NavtreeCEL", targets: ["NavtreeCEL", "NavtreeJSON", "NavtreeJSONReading"]),
  ],
  traits: [
    .trait(name: "Inspector", description: "navtree inspect, which serves a page on the loopback address."),
    .trait(name: "PostgreSQL", description: "Stores in PostgreSQL; libpq is loaded when one is first used."),
    .trait(name: "Plugin", description: "The program for the machine that builds, for NavtreePlugin."),
    .default(enabledTraits: ["Inspector", "PostgreSQL"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.1.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
  ],
  targets: [
    .systemLibrary(
      name: "NavtreeCYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(
      name: "NavtreeCSQLite", pkgConfig: sqlite, providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "NavtreeCEdit", pkgConfig: "libedit", providers: [.apt(["libedit-dev"]), .brew(["libedit"])]),
    .systemLibrary(
      name: "NavtreeCZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .target(
      name: "NavtreeCSimdJSON", linkerSettings: [.linkedLibrary("simdjson", .when(platforms: [.linux]))]),
    .target(name: "NavtreeCRE2", linkerSettings: [.linkedLibrary("re2", .when(platforms: [.linux]))]),
    .target(name: "NavtreeJSON", dependencies: [collections], swiftSettings: settings),
    .target(
      name: "NavtreeJSONReading", dependencies: ["NavtreeJSON", collections] + native("NavtreeCSimdJSON"),
      swiftSettings: settings),
    .target(name: "NavtreeSystem", swiftSettings: settings),
    .target(name: "NavtreeText", swiftSettings: settings),
    .target(
      name: "NavtreeRegex", dependencies: ["NavtreeSystem"] + native("NavtreeCRE2"), swiftSettings: settings),
    .target(
      name: "NavtreeCEL", dependencies: ["NavtreeSystem", "NavtreeText", "NavtreeRegex"] + json,
      swiftSettings: settings),
    .target(name: "NavigationTree", dependencies: ["NavtreeJSON"], swiftSettings: settings),
    .target(
      name: "NavtreeYAML",
      dependencies: ["NavtreeText"] + json + native("NavtreeCYAML", on: [.linux, .macOS]),
      swiftSettings: settings),
    .target(
      name: "NavtreeFlow",
      dependencies: ["NavtreeText", "NavtreeRegex", "NavtreeCEL", "NavtreeYAML", "NavigationTree"] + json,
      swiftSettings: settings),
    .target(
      name: "NavtreeEngine",
      dependencies: [
        "NavtreeText", "NavtreeYAML", "NavtreeFlow", "NavtreeCEL", "NavigationTree", deque, heap,
      ] + json,
      swiftSettings: settings),
    .target(
      name: "NavtreeCoverage",
      dependencies: [
        "NavtreeText", "NavtreeEngine", "NavtreeGraph", "NavtreeYAML", "NavtreeFlow", "NavtreeCEL",
        "NavigationTree",
      ] + json,
      swiftSettings: settings),
    .target(
      name: "NavtreePersistence",
      dependencies: ["NavtreeSystem", "NavtreeCSQLite", "NavtreeEngine", "NavtreeFlow", "NavigationTree"]
        + json,
      swiftSettings: settings),
    .target(
      name: "NavtreePostgreSQL",
      dependencies: ["NavtreeSystem", "NavtreePersistence", "NavtreeEngine", "NavtreeFlow"] + json,
      swiftSettings: settings),
    .target(
      name: "NavtreeGraph",
      dependencies: ["NavtreeText", "NavtreeYAML", "NavtreeFlow", "NavigationTree"] + json,
      swiftSettings: settings),
    .target(name: "NavtreeFiles", dependencies: ["NavtreeSystem", "NavtreeYAML"], swiftSettings: settings),
    .target(
      name: "NavtreeServer",
      dependencies: [
        "NavtreeSystem", "NavtreeText", "NavtreeFiles", "NavtreePersistence", "NavtreeEngine", "NavtreeGraph",
        "NavtreeYAML",
        "NavtreeFlow", "NavtreeCEL", "NavigationTree",
      ] + json,
      swiftSettings: settings),
    .target(
      name: "NavtreeScenarios",
      dependencies: [
        "NavtreeSystem", "NavtreeText", "NavtreeRegex", "NavtreeServer", "NavtreePersistence",
        "NavtreeCoverage",
        "NavtreeEngine", "NavtreeYAML", "NavtreeFlow", "NavtreeCEL", "NavigationTree",
      ] + json,
      swiftSettings: settings),
    .target(
      name: "NavtreeEditor",
      dependencies: [
        "NavtreeText", "NavtreeScenarios", "NavtreeYAML", "NavtreeFlow", "NavtreeCEL", "NavigationTree",
      ] + json,
      swiftSettings: settings),
    .target(
      name: "NavtreeExploring",
      dependencies: [
        "NavtreeSystem", "NavtreeText", "NavtreeRegex", "NavtreeScenarios", "NavtreeServer",
        "NavtreePersistence",
        "NavtreeCoverage", "NavtreeFiles", "NavtreeEngine", "NavtreeYAML", "NavtreeFlow", "NavtreeCEL",
        "NavigationTree",
      ] + json,
      swiftSettings: settings),
    .target(
      name: "NavtreeReport",
      dependencies: [
        "NavtreeText", "NavtreeServer", "NavtreeCoverage", "NavtreeEngine", "NavtreeYAML", "NavtreeFlow",
        "NavigationTree",
        "NavtreeCZlib",
      ] + json,
      swiftSettings: settings),
    // The page of reports and of the inspector, as make inspector builds it.
    .target(name: "NavtreeCPage", exclude: ["page.html", "graph.html"]),
    // The templates of navtree init and the pages of navtree skill, from Specs.
    .target(name: "NavtreeCTemplates"),
    .target(
      name: "NavtreeTypes",
      dependencies: ["NavtreeFlow", "NavtreeCEL", "NavigationTree", "NavtreeText"] + json,
      swiftSettings: settings),
    .target(
      name: "Navtree",
      dependencies: [
        "NavtreeSystem", "NavtreeText", "NavtreeFiles", "NavtreePersistence", "NavtreeEngine", "NavtreeYAML",
        "NavtreeFlow",
        "NavigationTree",
        deque,
      ] + json,
      swiftSettings: settings),
    .target(
      name: "NavtreeTesting",
      dependencies: ["Navtree", "NavtreeScenarios", "NavtreeFiles", "NavtreeYAML", "NavtreeFlow"] + json,
      swiftSettings: settings),
    .target(
      name: "NavtreeInspector",
      dependencies: [nio("NIOCore"), nio("NIOPosix"), nio("NIOHTTP1")],
      swiftSettings: settings),
    .target(
      name: "NavtreeAgents",
      dependencies: [
        "NavtreeSystem", "NavtreeText", "NavtreeFiles", "NavtreeScenarios", "NavtreeServer", "NavtreeEngine",
        "NavtreeFlow",
      ]
        + json,
      swiftSettings: settings),
    .executableTarget(
      name: "NavtreeCommand",
      dependencies: [
        "NavtreeSystem", "NavtreeCPage", "NavtreeCTemplates", "NavtreeReport", "NavtreeAgents",
        "NavtreeEditor",
        "NavtreeTypes", "NavtreeExploring", "NavtreeScenarios", "NavtreeServer", "NavtreePersistence",
        "NavtreeCoverage", "NavtreeGraph",
        "NavtreeEngine", "NavtreeYAML", "NavtreeFlow", "NavtreeCEL", "NavigationTree", "NavtreeText",
        "NavtreeFiles",
        "NavtreeCEdit",
        .target(name: "NavtreeInspector", condition: .when(traits: ["Inspector"])),
        .target(name: "NavtreePostgreSQL", condition: .when(traits: ["PostgreSQL"])),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ] + json,
      swiftSettings: settings),
    .plugin(
      name: "NavtreePlugin", capability: .buildTool(),
      dependencies: [.target(name: "NavtreeCommand", condition: .when(traits: ["Plugin"]))],
      path: "Sources/NavtreePlugin"),
    .target(
      name: "NavtreeTestSupport", dependencies: ["NavtreeSystem", "NavtreeText"] + json,
      path: "Tests/TestSupport",
      swiftSettings: settings),
    .testTarget(
      name: "JSONTests", dependencies: ["NavtreeTestSupport"] + json, swiftSettings: settings),
    .testTarget(
      name: "CELTests", dependencies: ["NavtreeSystem", "NavtreeCEL", "NavtreeTestSupport"] + json,
      swiftSettings: settings),
    .testTarget(
      name: "NavigationTreeTests", dependencies: ["NavigationTree", "NavtreeTestSupport"] + json,
      swiftSettings: settings),
    .testTarget(
      name: "FlowTests",
      dependencies: [
        "NavtreeSystem", "NavtreeGraph", "NavtreeYAML", "NavtreeFlow", "NavtreeFiles", "NavtreeText",
        "NavtreeRegex",
        "NavtreeCEL",
        "NavigationTree", "NavtreeTestSupport",
      ] + json,
      swiftSettings: settings),
    .testTarget(
      name: "EngineTests",
      dependencies: ["NavtreeEngine", "NavtreeYAML", "NavtreeFlow", "NavigationTree", "NavtreeTestSupport"]
        + json,
      swiftSettings: settings),
    .testTarget(
      name: "NavtreeTests",
      dependencies: ["NavtreeSystem", "Navtree", "NavtreeTesting", "NavtreeCSQLite", "NavtreeTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "NavtreeSystem", "NavtreeReport", "NavtreeExploring", "NavtreeScenarios", "NavtreeServer",
        "NavtreeFiles",
        "NavtreePersistence", "NavtreeCSQLite", "NavtreeEngine", "NavtreeYAML", "NavtreeFlow",
        "NavigationTree",
        "NavtreeCommand", "Navtree", "NavtreeTestSupport",
      ] + json,
      swiftSettings: settings),
    .testTarget(
      name: "PostgreSQLTests",
      dependencies: [
        "NavtreeSystem", "NavtreePostgreSQL", "NavtreePersistence", "NavtreeServer", "NavtreeEngine",
        "NavtreeFlow",
        "NavtreeScenarios", "NavtreeExploring", "NavtreeCommand", "NavtreeTestSupport",
      ] + json,
      swiftSettings: settings),
    .testTarget(
      name: "ScenarioTests",
      dependencies: [
        "NavtreeScenarios", "NavtreeCoverage", "NavtreeServer", "NavtreeEngine", "NavtreeYAML", "NavtreeFlow",
        "NavtreeCEL",
        "NavigationTree", "NavtreeTestSupport",
      ] + json,
      swiftSettings: settings),
    .testTarget(
      name: "ExploringTests",
      dependencies: [
        "NavtreeExploring", "NavtreeScenarios", "NavtreeCoverage", "NavtreeServer", "NavtreePersistence",
        "NavtreeEngine", "NavtreeText", "NavtreeYAML", "NavtreeFlow", "NavtreeCEL", "NavigationTree",
        "NavtreeTestSupport",
      ] + json,
      swiftSettings: settings),
    .testTarget(
      name: "TypesTests",
      dependencies: [
        "NavtreeSystem", "NavtreeTypes", "NavtreeFlow", "NavtreeFiles", "Navtree", "NavtreeTestSupport",
      ] + json,
      swiftSettings: settings),
  ],
  cxxLanguageStandard: .cxx17
)

// An app as phones get it, and the conformance suites in the same build: see .ci/portable.
if portable {
  package.targets.removeAll { $0.type == .test }
  package.targets += [
    .executableTarget(
      name: "Phone", dependencies: ["Navtree"], path: "Tests/Phone", swiftSettings: settings),
    .executableTarget(
      name: "PhoneTests",
      dependencies: [
        "NavtreeSystem", "NavtreeTesting", "NavtreeExploring", "NavtreeFiles", "NavtreeScenarios",
        "NavtreeServer",
        "NavtreePersistence", "NavtreeEngine", "NavtreeFlow", "NavtreeRegex", "NavtreeCEL",
        "NavtreeTestSupport",
      ] + json,
      path: "Tests", exclude: ["Editor", "Expected", "Faults", "Wire"],
      sources: [
        "PhoneTests", "CELTests/ConformanceTests.swift", "CELTests/TaggedValue.swift",
        "FlowTests/Regex/RandomPattern.swift", "FlowTests/Regex/RegexTests.swift",
        "JSONTests/PatchSuiteTests.swift", "ServerTests/Navigation/LinksSuiteTests.swift",
        "ServerTests/Navigation/NavigationSuite.swift", "ServerTests/Navigation/StackSuiteTests.swift",
        "ServerTests/Navigation/TabsSuiteTests.swift", "ServerTests/RPC/ExampleHandler.swift",
        "ServerTests/RPC/RPCSuiteTests.swift", "ServerTests/Support/Conversation.swift",
      ],
      swiftSettings: settings),
  ]
}

// Needed only by `make bench-parts` and .ci/run: they reach into the modules.
if Context.environment["NAVTREE_BENCHMARKS"] != nil {
  package.targets += [
    .executableTarget(
      name: "FlowBenchmark", dependencies: ["NavtreeSystem", "NavtreeCYAML", "NavtreeYAML", "NavtreeFlow"],
      path: "Benchmarks/Flow",
      exclude: ["README.md"], swiftSettings: settings),
    .executableTarget(
      name: "LibraryBenchmark",
      dependencies: [
        "NavtreeSystem", "Navtree", "NavtreeEngine", "NavtreeYAML", "NavtreeFlow", "NavigationTree",
        "NavtreeText",
      ] + json,
      path: "Benchmarks/Library", exclude: ["README.md"], swiftSettings: settings),
    .executableTarget(
      name: "JSONBenchmark", dependencies: ["NavtreeSystem"] + json, path: "Benchmarks/JSON",
      exclude: ["README.md"],
      swiftSettings: settings),
    .executableTarget(
      name: "RegexBenchmark", dependencies: ["NavtreeRegex"], path: "Benchmarks/Regex",
      exclude: ["README.md"], swiftSettings: settings),
  ]
}

// Needed only by `make fuzz`: the fuzzers reach into the modules.
if Context.environment["NAVTREE_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "NavtreeSystem", "NavtreeScenarios", "NavtreeServer", "NavtreePersistence", "NavtreeFiles",
        "NavtreeEngine",
        "NavtreeYAML", "NavtreeFlow",
        "NavtreeCEL", "NavtreeTestSupport",
      ] + json,
      path: "Fuzz/Sources", swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])]))
}

// The static binary is downloaded: what no request passes is small in it, rather than fast.
if Context.environment["NAVTREE_STATIC"] != nil {
  let cold: Set = [
    "NavtreeAgents", "NavtreeCommand", "NavtreeCoverage", "NavtreeEditor", "NavtreeExploring", "NavtreeFlow",
    "NavtreeGraph", "NavtreeInspector", "NavtreeReport", "NavtreeScenarios", "NavtreeTypes", "NavtreeYAML",
  ]
  for target in package.targets where cold.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-Osize"]))
  }
}
