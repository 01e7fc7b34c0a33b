import NavtreeFlow
import NavtreeJSON
import NavigationTree

/// A lifecycle event of a screen that hasn't been told yet.
struct Occurrence {
  let event: LifecycleEvent
  let screen: ScreenID
  /// The screen's type.
  let type: Int
  /// The handled action that led to it, as an index of the change's causes.
  let cause: Int?
  /// How many rules of this kind led to each other, this one's included.
  let generation: Int
  /// The former params of a screen whose params have changed.
  var former: [JSONValue]?
}
