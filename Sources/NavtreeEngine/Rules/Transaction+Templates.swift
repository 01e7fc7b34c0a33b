import NavtreeFlow
import NavtreeJSON
import NavtreeYAML

extension Transaction {
  /// The navigation that a template requests, with its values.
  func request(_ template: NavigationTemplate, at location: SourceLocation) throws(Failure)
    -> NavigationRequest
  {
    try template.map(TemplateValues(transaction: self, location: location))
  }

  func request(_ template: ScreenTemplate) throws(Failure) -> ScreenRequest {
    try template.map(TemplateValues(transaction: self, location: template.location))
  }

  func request(_ tree: TreeTemplate, at location: SourceLocation) throws(Failure) -> TreeRequest {
    try tree.map(TemplateValues(transaction: self, location: location))
  }
}

/// The values of a navigation's templates in a session.
private struct TemplateValues: NavigationEvaluator {
  let transaction: Transaction
  /// The place of the navigation in the flow.
  let location: SourceLocation

  func value(of template: ValueTemplate) throws(Failure) -> JSONValue { try transaction.value(of: template) }

  func text(of template: ValueTemplate) throws(Failure) -> String { try transaction.text(of: template) }

  func number(of template: ValueTemplate) throws(Failure) -> Int {
    guard case .integer(let number) = try transaction.value(of: template), (0..<Int.max).contains(number)
    else {
      throw transaction.flowDefect("the count of pop is no integer from 0", at: location)
    }
    return number
  }

  func object(of template: ValueTemplate, at place: SourceLocation?) throws(Failure) -> JSONObject {
    try transaction.object(of: template, at: place ?? location)
  }
}
