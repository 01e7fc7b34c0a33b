/// The next numbers of a session.
struct Counters: Equatable {
  var screen = 1
  var timer = 1
  var effect = 1

  subscript(counter: StoredCounter) -> Int {
    get { self[keyPath: counter.place] }
    set { self[keyPath: counter.place] = newValue }
  }
}

extension StoredCounter {
  fileprivate var place: WritableKeyPath<Counters, Int> {
    switch self {
    case .screen: \.screen
    case .timer: \.timer
    case .effect: \.effect
    }
  }
}
