import Testing

// A test target would need an index of the sources, to look for tests of XCTest in it.
await Testing.__swiftPMEntryPoint() as Never
