import ArgumentParser
import Persistence

/// Where a store is, as the command line gives it: `sqlite:PATH` or `memory:`.
struct StoreURL: ExpressibleByArgument {
  let path: String

  init?(argument: String) {
    if argument == "memory:" {
      path = SessionStore.memory
    } else if argument.hasPrefix("sqlite:"), argument.utf8.count > 7 {
      path = String(argument.dropFirst(7))
    } else {
      return nil
    }
  }
}
