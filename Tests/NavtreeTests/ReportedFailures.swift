import Testing

/// The failures that a test reports.
func failures(_ body: () async throws -> Void) async throws -> [String] {
  let told = Told()
  try await withKnownIssue(isIntermittent: true) {
    try await body()
  } matching: { issue in
    told.texts.append(issue.comments.map(\.rawValue).joined())
    return true
  }
  return told.texts
}

private final class Told: @unchecked Sendable { var texts: [String] = [] }
