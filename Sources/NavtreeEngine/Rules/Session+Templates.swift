import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Session {
  /// The navigation that a template requests, with its values.
  func request(_ template: NavigationTemplate, at location: SourceLocation) throws(Failure)
    -> NavigationRequest
  {
    try template.map(TemplateValues(session: self, location: location))
  }

  func request(_ template: ScreenTemplate) throws(Failure) -> ScreenRequest {
    try template.map(TemplateValues(session: self, location: template.location))
  }

  func request(_ tree: TreeTemplate, at location: SourceLocation) throws(Failure) -> TreeRequest {
    try tree.map(TemplateValues(session: self, location: location))
  }
}

/// The values of a navigation's templates in a session.
private struct TemplateValues: NavigationEvaluator {
  let session: Session
  /// The place of the navigation in the flow.
  let location: SourceLocation

  func value(of template: ValueTemplate) throws(Failure) -> JSONValue { try session.value(of: template) }

  func text(of template: ValueTemplate) throws(Failure) -> String { try session.text(of: template) }

  func number(of template: ValueTemplate) throws(Failure) -> Int {
    guard case .integer(let number) = try session.value(of: template), (0..<Int.max).contains(number) else {
      throw session.flowDefect("the count of pop is no integer from 0", at: location)
    }
    return number
  }

  func object(of template: ValueTemplate, at place: SourceLocation?) throws(Failure) -> JSONObject {
    try session.object(of: template, at: place ?? location)
  }
}
