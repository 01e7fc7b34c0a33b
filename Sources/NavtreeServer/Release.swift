/// The version of this program and of the protocol that it speaks.
package enum Release {
  package static let version = "0.1.0"
  /// The version of the protocol that it speaks.
  package static let protocolVersion = 1
}
