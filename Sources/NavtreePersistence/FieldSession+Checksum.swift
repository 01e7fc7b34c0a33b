extension FieldSession {
  /// The checksum of a value, or of the end of a place without bytes.
  ///
  /// It covers the session and its store, since the row's number of one may lead to another.
  package func checksum(of bytes: UnsafeRawBufferPointer?, at place: String, _ version: FieldVersion) -> Int {
    var checksum = Checksum(seed: version.seq)
    for text in ["\(version.epoch)", key, store, place] { checksum.add(text) }
    if let bytes { checksum.add(bytes) }
    return checksum.column
  }

  /// Whether a value is the one that was written.
  package func isAsWritten(
    _ bytes: UnsafeRawBufferPointer?, at place: String, _ version: FieldVersion, _ checksum: Int
  ) -> Bool {
    checksum == self.checksum(of: bytes, at: place, version)
      || Self.isAsFormerlyWritten(bytes, at: place, version, checksum)
  }

  /// Whether a value is the one that a table of an older version has, whose checksums leave the session out.
  package static func isAsFormerlyWritten(
    _ bytes: UnsafeRawBufferPointer?, at place: String, _ version: FieldVersion, _ checksum: Int
  ) -> Bool {
    guard let bytes else { return checksum == 0 }
    let seed = Array(place.utf8).withUnsafeBytes {
      Checksum.of($0, seed: version.seq &+ version.epoch &* 1_000_003)
    }
    return checksum == Checksum.of(bytes, seed: seed)
  }
}
