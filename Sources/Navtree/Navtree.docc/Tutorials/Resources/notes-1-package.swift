// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "notes",
  platforms: [.macOS(.v14)],
  dependencies: [.package(path: "../navtree")],
  targets: [
    .executableTarget(name: "Notes", dependencies: [.product(name: "Navtree", package: "navtree")]),
    .testTarget(
      name: "NotesTests", dependencies: [.product(name: "NavtreeTesting", package: "navtree")]),
  ]
)
