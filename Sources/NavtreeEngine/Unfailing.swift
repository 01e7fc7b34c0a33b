/// Runs a closure that can't fail where it stands; a failure stops a debug build.
///
/// - Parameter why: the reason that it can't fail.
@discardableResult
package func unfailing<Result, Problem: Error>(
  _ why: StaticString, _ body: () throws(Problem) -> Result
) -> Result? {
  do {
    return try body()
  } catch {
    assertionFailure("\(why), but \(error)")
    return nil
  }
}
