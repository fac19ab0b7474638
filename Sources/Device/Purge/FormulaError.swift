/// What is wrong with the text of a formula.
public struct FormulaError: Error, Sendable, Equatable {
  /// The place in the text, counted in characters from 0.
  public var position: Int
  /// What is wrong, as part of a sentence.
  public var message: String
  /// The known name that is most like an unknown one, if any is.
  public var suggestion: String?

  /// Describes an error.
  public init(position: Int, message: String, suggestion: String? = nil) {
    self.position = position
    self.message = message
    self.suggestion = suggestion
  }
}
