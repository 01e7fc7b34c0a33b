import Navtree
import NavtreeEngine
import Testing

/// The errors of the library beside those of the protocol.
@Suite struct LibraryErrorTests {
  /// Kinds that no call of a session has.
  private static let others: Set<ErrorKind> = [
    .unknownFlow, .unknownSession, .unknownSubscription, .invalidFlow, .invalidScenarios,
  ]

  @Test(arguments: ErrorKind.allCases) func theLibraryHasTheKindsOfTheProtocol(kind: ErrorKind) {
    let error = NavtreeError(Failure(kind, "it failed"))
    #expect(error.kind.rawValue == (Self.others.contains(kind) ? "invalidParams" : kind.rawValue))
  }
}
