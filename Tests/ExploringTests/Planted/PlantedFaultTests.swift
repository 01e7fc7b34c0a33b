import NavtreeExploring
import NavtreeFlow
import NavtreeTestSupport
import Testing

/// The flows of `Specs/exploring`: each has one fault, which is found, and an edit after which nothing is found.
struct PlantedFaultTests {
  @Test func eachFlowHasItsFaultInTheTable() {
    let flows = Files.names(in: PlantedFault.folder, endingIn: ".navtree.yaml")
    let named = PlantedFault.all.flatMap { [$0.file, $0.newer].compactMap(\.self) }
    #expect(PlantedFault.all.count >= 16)
    #expect(named.map { "\($0).navtree.yaml" }.sorted() == flows)
  }

  @Test(arguments: PlantedFault.all) func aMendedFlowIsRight(fault: PlantedFault) throws {
    #expect(try fault.mendedFlow.name == fault.flow.name)
  }

  @Test(arguments: PlantedFault.all(of: .diff)) func aComparisonFindsTheFault(fault: PlantedFault) throws {
    let bytes = try #require(Files.bytes(of: "\(PlantedFault.folder)/\(fault.file).navtree.yaml"))
    let old = try #require(FlowLoader.load(bytes, file: "\(fault.file).navtree.yaml").flow)
    let lines = FlowDifference(from: old, to: try fault.flow).entries.map(\.line)
    #expect(lines.contains { $0.hasPrefix(fault.finds) }, "\(lines)")
    let mended = FlowDifference(from: old, to: try fault.mendedFlow).entries.map(\.line)
    #expect(!mended.contains { $0.hasPrefix(fault.finds) }, "\(mended)")
  }
}
