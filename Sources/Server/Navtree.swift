/// What this program is.
package enum Navtree {
  package static let version = "0.1.0"
  /// The version of the protocol that it speaks.
  package static let protocolVersion = 1
}
