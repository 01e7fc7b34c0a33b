import NavigationTree
import Navtree
import NavtreeEngine
import NavtreePersistence
import Testing

/// The names of the library beside those of the modules below it.
@Suite struct LibraryNameTests {
  /// Kinds that no call of a session has.
  private static let others: Set<ErrorKind> = [
    .unknownFlow, .unknownSession, .unknownSubscription, .invalidFlow, .invalidScenarios,
  ]

  @Test(arguments: ErrorKind.allCases) func theLibraryHasTheKindsOfTheProtocol(kind: ErrorKind) {
    let error = NavtreeError(Failure(kind, "it failed"))
    #expect(error.kind.rawValue == (Self.others.contains(kind) ? "invalidParams" : kind.rawValue))
  }

  @Test func theLibraryHasTheStylesOfSlots() {
    #expect(Navtree.Screen.Style.allCases.map(\.rawValue) == SlotStyle.allCases.map(\.rawValue))
  }

  @Test func theLibraryHasTheDurabilitiesOfStores() {
    #expect(Store.Durability.allCases.map(\.rawValue) == Durability.allCases.map(\.rawValue))
  }
}
