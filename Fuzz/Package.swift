// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "fuzz",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "navtree", path: ".."),
    .package(url: "https://github.com/apple/swift-collections", from: "1.1.0"),
  ],
  targets: [
    .executableTarget(
      name: "FuzzCEL",
      dependencies: [
        .product(name: "NavtreeCEL", package: "navtree"),
        .product(name: "OrderedCollections", package: "swift-collections"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6), .unsafeFlags(["-parse-as-library"])])
  ]
)
