import NavtreeFlow
import NavtreeJSON

/// An effect that is to be asked for, its values taken.
struct EffectRequest {
  let template: EffectTemplate
  /// By field of the definition's input.
  let input: [JSONValue]
  let key: UTF8Key?
}
