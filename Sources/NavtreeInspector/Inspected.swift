#if Inspector
  /// The sessions behind a page. All calls come from one thread.
  package protocol Inspected: AnyObject {
    /// Follows the sessions, for some milliseconds at most.
    func follow() -> InspectedProgress

    /// Lines with which a page can begin now, in place of all that were followed.
    func opening() -> [UInt8]

    /// Answers a request of JSON-RPC.
    func answer(_ request: [UInt8]) -> [UInt8]
  }

  /// The part that was followed.
  package struct InspectedProgress {
    /// Lines for the page, each with its newline.
    package var lines: [UInt8] = []
    /// Whether the lines replace all lines before them.
    package var startsOver = false
    /// Whether there is more to follow at once.
    package var hasMore = false
    /// Whether nothing comes besides what there is to follow.
    package var hasEnded = false

    package init() {}
  }
#endif
