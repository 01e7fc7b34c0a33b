#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `bench NAVTREE FLOW EFFECTS`: prints what navtree costs, with a flow that counts and one that has an effect.
@main
struct Bench {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 5 else {
      print("usage: bench NAVTREE FLOW EFFECTS OBJECTS")
      exit(64)
    }
    let folder = arguments[0].split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let navtree = [arguments[1], "serve", arguments[2]]
    do {
      try Floor(navtree: navtree, floor: (folder + ["floor"]).joined(separator: "/")).measure()
      try Effects(navtree: [arguments[1], "serve", arguments[3]]).measure()
      if Instructions.canCount {
        try Instructions(navtree: navtree).measure()
        try Instructions(navtree: navtree).measureFollowing(objects: arguments[4])
      } else {
        print("Instructions weren't counted: valgrind isn't installed")
      }
    } catch {
      print("bench: \(error)")
      exit(1)
    }
  }
}
