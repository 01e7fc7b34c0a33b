// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v14)],
  targets: [
    .executableTarget(name: "floor", linkerSettings: [.linkedLibrary("simdjson")])
  ],
  cxxLanguageStandard: .cxx17
)
