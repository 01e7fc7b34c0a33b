import NavigationTree
import Testing

@Suite struct AddressTests {
  private static let cases: [(text: String, read: String?)] = [
    ("/main", "/main nil"),
    ("/main/detail", "/main/detail nil"),
    ("/main/detail#17", "/main/detail #17"),
    ("#17", "nil #17"),
    ("#0", "nil #0"),
    ("#9223372036854775807", "nil #9223372036854775807"),
    ("#9223372036854775808", nil),
    ("#99999999999999999999", nil),
    ("#017", nil),
    ("#", nil),
    ("#-1", nil),
    ("#x", nil),
    ("", nil),
    ("/", nil),
    ("main", nil),
    ("main#17", nil),
  ]

  @Test(arguments: cases) func anAddressIsAPathAnIdOrBoth(text: String, read: String?) {
    let found = Array(text.utf8).withUnsafeBytes { bytes in
      Address(bytes).map { address in
        let path = address.path.map { String(decoding: $0, as: UTF8.self) } ?? "nil"
        return "\(path) \(address.id.map(\.description) ?? "nil")"
      }
    }
    #expect(found == read)
  }

  @Test(arguments: ["/main", "/main/detail/list", "/a-b/c_d/E9"])
  func aPathIsWrittenAsItIsRead(text: String) throws {
    #expect(try #require(NavigationPath(text)).description == text)
  }

  @Test(arguments: ["", "main", "/", "/main/", "//main", "/main//detail", "/main#1"])
  func whatIsNoPathIsRefused(text: String) {
    #expect(NavigationPath(text) == nil)
  }
}
