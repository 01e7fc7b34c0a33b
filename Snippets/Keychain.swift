// A store that the flow names, in the keychain of Apple's platforms. The checks of navtree run on Linux, where none of this
// is compiled: see Docs/guides/apple.md.

#if canImport(Security)
  import Foundation
  import Navtree
  import Security

  /// One item of the keychain for each key.
  final class Keychain: FieldStore {
    struct Failed: Error, CustomStringConvertible {
      let status: OSStatus
      var description: String { (SecCopyErrorMessageString(status, nil) as String?) ?? "OSStatus \(status)" }
    }

    private let service: String

    init(service: String) { self.service = service }

    func text(of key: String) throws -> String? {
      var query = item(key)
      query[kSecReturnData] = true
      var found: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &found)
      if status == errSecItemNotFound { return nil }
      try check(status)
      return (found as? Data).map { String(decoding: $0, as: UTF8.self) }
    }

    func keep(_ text: String?, as key: String) throws {
      guard let text else {
        let status = SecItemDelete(item(key) as CFDictionary)
        return status == errSecItemNotFound ? () : try check(status)
      }
      let content: [CFString: Any] = [
        kSecValueData: Data(text.utf8), kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
      ]
      let status = SecItemUpdate(item(key) as CFDictionary, content as CFDictionary)
      if status != errSecItemNotFound { return try check(status) }
      try check(SecItemAdd(item(key).merging(content) { $1 } as CFDictionary, nil))
    }

    private func item(_ key: String) -> [CFString: Any] {
      [kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: key]
    }

    private func check(_ status: OSStatus) throws {
      if status != errSecSuccess { throw Failed(status: status) }
    }
  }

  // The secrets of the flow are in the keychain, everything else in a file.
  let flow = try Flow(
    yaml: """
      navtree: 1
      flow: safe
      start: safe
      stores: { secrets: { sensitive: true } }
      shared: { token: { type: string, default: "", sensitive: true, persist: secrets } }
      screens:
        safe: { actions: { sign: { payload: { token: string }, shared: { token: "${action.token}" } } } }
      """)
  let store = Store.memory.keeping("secrets", in: Keychain(service: "navtree-snippet"))
  let session = try Session(flow, store: store)
  try session.send("sign", ["token": "abc"])
#endif
