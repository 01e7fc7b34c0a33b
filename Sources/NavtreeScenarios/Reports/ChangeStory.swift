import NavigationTree
package import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeText
import NavtreeYAML

/// The changes of a session step by step, for people: each place that differs with its values before and after, and the
/// rule that wrote it.
package struct ChangeStory {
  private let recorder: CoverageRecorder
  private var picture: SessionPicture
  /// The components of a path, such as `state` and `text`; places whose paths lack them aren't told.
  private let asked: [Substring]

  /// The most places of one step that are told.
  private static let most = 12

  private var flow: FlowDefinition { recorder.flow }

  /// - Parameters:
  ///   - recorder: counts what the session does, and that alone.
  ///   - place: a path or a part of one, whose changes alone are told; nil for all.
  package init(of session: Session, countedBy recorder: CoverageRecorder, at place: String? = nil) {
    self.recorder = recorder
    asked = place?.split(separator: "/") ?? []
    picture = SessionPicture(of: session)
    recorder.runs = []
  }

  /// A line for each place that has changed since the last time, such as
  /// `shared/outbox  0 -> 1  flow.yaml:42 on save`. Sensitive values are masked.
  ///
  /// - Complexity: O(size of all screens).
  package mutating func lines(in session: Session) -> [String] {
    let after = SessionPicture(of: session)
    let changes = PictureChanges(from: picture, to: after, in: flow)
    let runs = recorder.runs ?? []
    recorder.runs = []
    picture = after
    var navigations: [String] = []
    for run in runs {
      for step in run.rule.parts.compactMap(\.navigation) { navigations.append(text(of: run, step.location)) }
    }
    // Which of several has moved a screen isn't known.
    let navigation = navigations.count == 1 ? navigations.first : nil
    let moved = changes.differences.dropLast(changes.places.count).compactMap { line(of: $0, navigation) }
    let written = changes.places.compactMap { place -> String? in
      if ["parent", "slot", "screen"].contains(place.pointer.tokens.first) { return nil }
      let isField = place.screen == nil || place.pointer.tokens.first == "state"
      return line(of: changes.difference(place), isField ? writer(of: place, in: after, runs) : navigation)
    }
    let lines = moved + written
    return lines.count <= Self.most
      ? lines : lines.prefix(Self.most) + ["… \(lines.count - Self.most) more"]
  }

  /// - Returns: nil for a place that isn't asked for.
  private func line(of difference: ScenarioFailure.Difference, _ writer: String?) -> String? {
    if !asked.isEmpty, !difference.pointer.split(separator: "/").contains(asked) { return nil }
    func text(_ value: JSONValue?) -> String { value.map(ConditionValues.brief) ?? "nothing" }
    let values = "\(text(difference.expected)) -> \(text(difference.actual))"
    return "\(difference.pointer)  \(values)\(writer.map { "  \($0)" } ?? "")".escapingControls
  }

  /// The last rule that wrote to a field.
  private func writer(
    of place: PictureChanges.Place, in picture: SessionPicture, _ runs: [CoverageRecorder.Run]
  ) -> String? {
    let type = place.screen.flatMap { picture[$0]?["screen"]?.string }.flatMap(flow.screenNames.index(of:))
    let fields = (type.map { flow.screens[$0].state } ?? flow.shared).fields
    let name = place.screen == nil ? place.pointer.tokens.first : place.pointer.tokens.dropFirst().first
    for run in runs.reversed() where place.screen == nil || place.screen == "\(run.screen.number)" {
      for step in run.rule.parts.reversed() {
        let target = place.screen == nil ? step.sharedWrite?.target : step.write?.target ?? step.removal
        if let target, fields.indices.contains(target.field), fields[target.field].name == name {
          return text(of: run, target.location)
        }
      }
    }
    return nil
  }

  private func text(of run: CoverageRecorder.Run, _ location: SourceLocation) -> String {
    "\(flow.file(of: location)):\(location.line) on \(run.trigger)"
  }
}
