import NavigationTree
import NavtreeEngine
import NavtreeText

/// The address of a screen: a path such as `/main/detail`, an id such as `#3`, or both (`/main/detail#3`).
///
/// A path means whichever screen is there. An id means one screen: it is never used again.
public struct Address: Hashable, Sendable {
  enum Form: Hashable, Sendable {
    case text(String)
    case id(Int)
    case active(window: String?)
  }

  let form: Form

  /// An address by its text.
  public init(_ text: String) { form = .text(text) }

  /// The screen with an id, wherever it is.
  public init(_ id: Screen.ID) { form = .id(id.number) }

  private init(form: Form) { self.form = form }

  /// The active screen of the only window.
  public static let active = Address(form: .active(window: nil))

  /// The active screen of a window.
  public static func active(in window: String) -> Address { Address(form: .active(window: window)) }
}

extension Address: ExpressibleByStringLiteral {
  /// An address by its text.
  public init(stringLiteral text: String) { self.init(text) }
}

extension Address: CustomStringConvertible {
  /// The text; empty for an active screen.
  public var description: String {
    switch form {
    case .text(let text): text
    case .id(let number): "#\(number)"
    case .active: ""
    }
  }
}

extension NavtreeEngine.Session {
  /// The screen at an address and its window, whose focus moves there.
  ///
  /// - Parameter isAnywhere: Whether the first window is the default.
  @inline(__always)
  func focus(on address: Address, isAnywhere: Bool = false) throws(Failure) -> Cursor {
    switch address.form {
    case .id(let number): return try focus(on: ScreenID(number))
    case .active(let window):
      return try focus(on: nil, window: window ?? (isAnywhere ? windows.first?.window : nil))
    case .text(var text):
      // `withUTF8` keeps the type of no error.
      let found = text.withUTF8 { bytes -> Result<Cursor, Failure> in
        let bytes = UnsafeRawBufferPointer(bytes)
        guard let address = NavigationTree.Address(bytes) else { return .failure(Self.noAddress(bytes)) }
        do throws(Failure) {
          return .success(try focus(on: address, window: nil))
        } catch {
          return .failure(error)
        }
      }
      return try found.get()
    }
  }

  /// The screen at an address, and its window. No focus moves.
  func find(_ address: Address) throws(Failure) -> Cursor {
    switch address.form {
    case .id(let number): return try find(NavigationTree.Address(ScreenID(number)), window: nil)
    case .active(let window): return try find(nil, window: window)
    case .text(var text):
      let found = text.withUTF8 { bytes -> Result<Cursor, Failure> in
        let bytes = UnsafeRawBufferPointer(bytes)
        guard let address = NavigationTree.Address(bytes) else { return .failure(Self.noAddress(bytes)) }
        do throws(Failure) {
          return .success(try find(address, window: nil))
        } catch {
          return .failure(error)
        }
      }
      return try found.get()
    }
  }

  private static func noAddress(_ bytes: UnsafeRawBufferPointer) -> Failure {
    let text = String(decoding: bytes, as: UTF8.self)
    return Failure(
      .noScreenAt, "'\(text.echo)' is no address",
      ["at": .string(text.echo), "hint": "a path such as /main/detail, or an id such as #3"])
  }
}
