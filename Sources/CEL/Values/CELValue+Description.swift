extension CELValue: CustomStringConvertible {
  public var description: String { "" }
}
