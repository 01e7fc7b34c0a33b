import NavtreeCEL

extension CELError {
  var exceedsCost: Bool { code == .costExceeded }

  /// The message without the values that it may quote.
  var messageWithoutValues: String { exceedsCost ? message : code.meaning }
}
