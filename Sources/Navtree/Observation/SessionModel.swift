#if canImport(Observation)
  public import Observation

  /// A session that views observe, on the main actor.
  ///
  /// ```swift
  /// let model = SessionModel(try Session(flow))
  /// // In a view's body:
  /// Text(model.tree["/main"]?.state["title"]?.string ?? "")
  /// ```
  /// Send actions and navigate by ``session``. The model takes the answers of handlers and runs due timers by itself, as
  /// long as it is there.
  ///
  /// Observation is as fine as a change: whoever has read anything of the model is told of each change of the session, and
  /// reads again. Screens with types of the flow, as `navtree types swift` makes them, are observed by field.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @MainActor @Observable
  public final class SessionModel {
    /// The session.
    @ObservationIgnored public let session: Session
    /// The number of the last change.
    public private(set) var seq: Int

    /// A model of a session that the main actor owns.
    public init(_ session: Session) {
      self.session = session
      seq = session.seq
      session.whenChanged.append { [weak self] in self?.follow() }
      Task { [weak self] in
        let bell = Bell()
        while self?.beginWaiting(bell) == true {
          guard await bell.wait() else { return }
          self?.session.mailbox.leave(bell)
        }
      }
    }

    /// The screens.
    public var tree: ScreenTree {
      _ = seq
      return session.tree
    }

    /// The active screen of the first window.
    public var active: Screen? {
      _ = seq
      return session.active
    }

    /// The shared state.
    public var shared: Fields {
      _ = seq
      return session.shared
    }

    private func follow() { seq = session.seq }

    /// Does what there is to do, and waits for more; false once the session is closed.
    private func beginWaiting(_ bell: Bell) -> Bool {
      repeat {
        if session.isClosed { return false }
        session.takeMail()
      } while !session.join(bell)
      return true
    }
  }
#endif
