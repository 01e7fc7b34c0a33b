import NavtreeEngine
import Observation

/// The reads of a session that something tracks, by screen and field, with the one registrar that tells of them.
///
/// What nothing tracks costs one look at the thread; the changes of a session are logged only while something is
/// tracked.
final class Observed: Observable, @unchecked Sendable {
  private let registrar = ObservationRegistrar()
  private let probe: Probe
  private let probePath: KeyPath<Observed, Int>
  private let lock = Lock()
  /// The key paths of the places that are tracked, which are told of once.
  private var paths: [Touch: KeyPath<Observed, Int>] = [:]
  private var readings: [WeakReading] = []
  /// The number of them beyond which those that are gone are removed.
  private var mostReadings = 64
  private var lastReading = 0
  /// The touched places; the session's own.
  private var log: TouchLog?

  private struct WeakReading { weak var reading: Reading? }

  init() {
    let probe = Probe()
    self.probe = probe
    probePath = \Observed.[probe: probe]
  }

  /// Names a place in key paths.
  private subscript(touch: Touch) -> Int { touch.number }
  private subscript(probe probe: Probe) -> Int { 0 }

  /// Whether something tracks what this thread reads.
  ///
  /// The library of observation doesn't tell; but it hashes the key path that is read, and that hashes the probe.
  var isTracking: Bool {
    probe.take()
    registrar.access(self, keyPath: probePath)
    return probe.take()
  }

  /// Tracks a place.
  func track(_ touch: Touch) {
    let path = lock.locked {
      if let path = paths[touch] { return path }
      let path = \Observed.[touch]
      paths[touch] = path
      return path
    }
    registrar.access(self, keyPath: path)
  }

  /// Tracks whatever will be read of something: whoever has asked for it is told, though others may read it.
  func beginReading() -> Reading {
    let reading = lock.locked {
      if readings.count >= mostReadings {
        readings.removeAll { $0.reading == nil }
        mostReadings = max(64, 2 * readings.count)
      }
      lastReading += 1
      let reading = Reading(lastReading)
      readings.append(WeakReading(reading: reading))
      return reading
    }
    track(reading.place)
    return reading
  }

  /// Takes a place as read.
  func read(_ touch: Touch, in reading: Reading?) {
    if let reading { _ = lock.locked { reading.places.insert(touch) } }
    if isTracking { track(touch) }
  }

  /// Begins to log the changes of a session.
  func follow(_ engine: NavtreeEngine.Session) { if log == nil { log = engine.logTouches() } }

  /// Goes on, since the change that ended the log was undone.
  func resume(_ engine: NavtreeEngine.Session) { if log != nil { log = engine.logTouches() } }

  /// Tells of what the changes since the last time have touched.
  func report(_ engine: NavtreeEngine.Session) {
    let touches = log?.take()
    let (told, isWanted) = lock.locked {
      var told: [KeyPath<Observed, Int>] = []
      if let touches {
        for touch in touches { if let path = paths.removeValue(forKey: touch) { told.append(path) } }
        readings.removeAll { entry in
          guard let reading = entry.reading else { return true }
          guard !reading.places.isDisjoint(with: touches) else { return false }
          if let path = paths.removeValue(forKey: reading.place) { told.append(path) }
          return true
        }
      } else {
        // Something was tracked before the log began.
        told = Array(paths.values)
        paths = [:]
      }
      return (told, !paths.isEmpty || !readings.isEmpty)
    }
    if !isWanted, log != nil {
      engine.endTouchLog()
      log = nil
    } else if isWanted {
      follow(engine)
    }
    for path in told { registrar.withMutation(of: self, keyPath: path) {} }
  }

  /// Tells of a place that may be shown otherwise than it is.
  func tell(_ touch: Touch) {
    guard let path = lock.locked({ paths.removeValue(forKey: touch) }) else { return }
    registrar.withMutation(of: self, keyPath: path) {}
  }
}

/// The places that were read of something.
final class Reading: @unchecked Sendable {
  /// Stands for all of them.
  let place: Touch
  /// Guarded by the lock of ``Observed``.
  fileprivate(set) var places: Set<Touch> = []

  fileprivate init(_ number: Int) { place = Touch(.other, screen: 0, number) }
}

/// Notices that it is hashed.
private final class Probe: Hashable, @unchecked Sendable {
  private let lock = Lock()
  private var isHashed = false

  /// Whether it was hashed since the last time.
  @discardableResult
  func take() -> Bool {
    lock.locked {
      defer { isHashed = false }
      return isHashed
    }
  }

  static func == (one: Probe, other: Probe) -> Bool { one === other }

  func hash(into hasher: inout Hasher) {
    lock.locked { isHashed = true }
    hasher.combine(ObjectIdentifier(self))
  }
}
