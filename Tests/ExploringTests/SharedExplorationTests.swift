import NavtreeExploring
import NavtreeFlow
import NavtreeTestSupport
import Testing

/// Explorations by several threads, beside those by one.
struct SharedExplorationTests {
  /// What an exploration says, as text and as JSON, and what it has told before its end.
  private static func told(
    _ flow: FlowDefinition, jobs: Int, _ set: (inout Explorer.Settings) -> Void = { _ in }
  ) throws -> [String] {
    var settings = Explorer.Settings()
    settings.maxStates = rounds(2_000, inDebug: 150)
    settings.jobs = jobs
    settings.leastWaiting = 1
    var found: [String] = []
    settings.found = { found.append($0.text(in: flow)) }
    set(&settings)
    let exploration = try Explorer(flow, settings).run()
    return found + [exploration.text(), "\(exploration.json)"]
  }

  @Test(arguments: [
    "airline", "bank", "console", "tabs", "foresight/chess", "foresight/greenhouse", "foresight/laundry",
  ])
  func severalThreadsTellWhatOneDoes(name: String) throws {
    let flow = try specFlow(name)
    let one = try Self.told(flow, jobs: 1)
    #expect(try Self.told(flow, jobs: 2) == one)
    #expect(try Self.told(flow, jobs: 5) == one)
  }

  @Test(arguments: 0..<rounds(60, inDebug: 12))
  func randomFlowsToo(seed: Int) throws {
    guard let flow = RandomFlow(seed: UInt64(seed))?.flow else { return }
    #expect(try Self.told(flow, jobs: 3) == Self.told(flow, jobs: 1))
  }

  @Test func boundsAreThoseOfOneThread() throws {
    let flow = try specFlow("tabs")
    for set: (inout Explorer.Settings) -> Void in [
      { $0.maxDepth = 3 }, { $0.hostNavigation = true }, { $0.maxStates = 60 },
      { $0.until = try? ExplorationEnd("screens(50)") },
    ] {
      #expect(try Self.told(flow, jobs: 3, set) == Self.told(flow, jobs: 1, set))
    }
  }

  /// One that ends in the middle ends its threads.
  @Test func anExplorationIsStopped() throws {
    var count = 0
    let told = try Self.told(specFlow("tabs"), jobs: 3) { settings in
      settings.isOver = {
        count += 1
        return count > 60
      }
    }
    #expect(told.last?.contains("stopped") == true)
  }
}
