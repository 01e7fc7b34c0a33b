import NavtreeFlow
import NavtreeJSON

/// An effect to be requested, with its values.
struct EffectRequest {
  let template: EffectTemplate
  /// By field of the definition's input.
  let input: [JSONValue]
  let key: UTF8Key?
}
