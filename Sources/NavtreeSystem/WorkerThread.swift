/// A thread that runs a body, and is joined or detached by whoever started it.
package struct WorkerThread {
  private let thread: pthread_t

  /// The stack of a thread, as large as a main thread's.
  private static var stackSize: Int { 8 << 20 }

  private final class Body {
    let run: () -> Void

    init(_ run: @escaping () -> Void) {
      self.run = run
    }
  }

  /// Starts it; nil if the system has none left.
  package init?(_ run: @escaping () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, Self.stackSize)
    let body = Unmanaged.passRetained(Body(run))
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = pthread_create(&thread, &attributes, { Self.start($0) }, body.toOpaque())
      if code == 0, let thread {
        self.thread = thread
        return
      }
    #else
      var thread = pthread_t()
      let code = pthread_create(&thread, &attributes, { Self.start($0) }, body.toOpaque())
      if code == 0 {
        self.thread = thread
        return
      }
    #endif
    body.release()
    return nil
  }

  private static func start(_ body: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let body else { return nil }
    Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run()
    return nil
  }

  package func join() { pthread_join(thread, nil) }

  package func detach() { pthread_detach(thread) }
}
