import NavtreeFlow
import NavtreeJSON
import NavigationTree

/// A lifecycle event that hasn't been reported yet.
struct Occurrence {
  let event: LifecycleEvent
  let screen: ScreenID
  let type: Int
  /// The handled action that led to it, as an index of the change's causes.
  let cause: Int?
  /// The number of lifecycle rules that led to each other, this one included.
  let generation: Int
  /// The former params of a screen whose params have changed.
  var former: [JSONValue]?
}
