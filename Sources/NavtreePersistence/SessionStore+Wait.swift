import NavtreeEngine

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension SessionStore {
  /// The pause between two attempts, in milliseconds.
  private static let pause = 25

  /// Locks a session, and waits for another process that has locked it, for `patience` at most.
  func takeWaiting(_ id: Int, _ name: String) throws(Failure) {
    let end = ContinuousClock.now + .milliseconds(patience)
    while true {
      do {
        return try tables.take(id, name)
      } catch {
        guard error.kind == .conflict, ContinuousClock.now < end else { throw error }
        poll(nil, 0, Int32(Self.pause))
        // Those that are open stay this process's meanwhile.
        tables.keepUp()
      }
    }
  }
}
