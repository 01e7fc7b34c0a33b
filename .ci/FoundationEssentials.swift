// The names of FoundationEssentials that swift-argument-parser uses, without the module, whose code would be a tenth of
// the static binary. Foundation's encoder serves `--experimental-dump-help` alone, which is refused.

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

public protocol LocalizedError: Error {
  var errorDescription: String? { get }
}

public struct Data {}

public final class JSONEncoder {
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let prettyPrinted = OutputFormatting(rawValue: 1)
    public static let sortedKeys = OutputFormatting(rawValue: 2)
  }

  public var outputFormatting: OutputFormatting = []

  public init() {}

  /// Ends the program: an answer in place of the description would be false.
  public func encode(_ value: some Encodable) throws -> Data {
    let sentence = "navtree: the static binary can't describe its commands as JSON; that of make build can\n"
    _ = sentence.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    exit(64)
  }
}

extension String {
  public enum Encoding {
    case utf8
  }

  public init?(data: Data, encoding: Encoding) { return nil }
}
