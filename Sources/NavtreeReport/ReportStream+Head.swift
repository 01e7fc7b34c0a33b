extension ReportStream {
  /// Facts for the head of the page.
  package struct Head {
    package let title: String
    package let isLive: Bool
    package let drives: Bool
    /// Whether there is no host.
    package let isPlayground: Bool
    /// Whether its recording is compared with the one before.
    package let isCompared: Bool

    package init(
      title: String, isLive: Bool = false, drives: Bool = false, isPlayground: Bool = false,
      isCompared: Bool = false
    ) {
      self.title = title
      self.isLive = isLive
      self.drives = drives
      self.isPlayground = isPlayground
      self.isCompared = isCompared
    }
  }
}
