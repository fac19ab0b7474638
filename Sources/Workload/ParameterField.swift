public import RandomStreams

/// What a number of a configuration measures; it decides which units a scenario may write.
public enum Quantity: String, Sendable {
  /// A duration; a scenario writes `30 s`, `250 ms`, `5 min`, `2 h`, `14 d`.
  case seconds
  /// An amount of memory, held in MiB; a scenario writes `4 GiB`, `220 MiB`, `64 KiB`, `1 GB`.
  case mebibytes
  /// A share between 0 and 1; a scenario writes `12 %` or `0.12`.
  case fraction
  /// A plain number without a unit.
  case number
  /// Events a day; a scenario writes a plain number.
  case perDay
  /// Memory a second, held in MiB/s; a scenario writes `200 MiB/s`.
  case mebibytesPerSecond
}

/// One configurable field of a type: its key in a scenario, its unit, its range and its meaning.
///
/// Every configuration type lists its fields once, in `parameterFields`; decoding a scenario,
/// printing it resolved, sweeping it and its JSON Schema all read that list.
public struct ParameterField<Root>: Sendable {
  /// Where the value lives and what type it has.
  public enum Access: Sendable {
    /// A number within a range.
    case number(any WritableKeyPath<Root, Double> & Sendable, ClosedRange<Double>)
    /// A number that may be absent (`none`).
    case optionalNumber(any WritableKeyPath<Root, Double?> & Sendable, ClosedRange<Double>)
    /// A whole number within a range.
    case integer(any WritableKeyPath<Root, Int> & Sendable, ClosedRange<Int>)
    /// A switch.
    case flag(any WritableKeyPath<Root, Bool> & Sendable)
    /// A distribution, or a plain quantity as a constant.
    case distribution(any WritableKeyPath<Root, Distribution> & Sendable)
  }

  /// The key in a scenario, in snake case.
  public let key: String
  /// What the value measures.
  public let quantity: Quantity
  /// Where the value lives.
  public let access: Access
  /// One line: meaning and, in brackets, where the default comes from.
  public let meaning: String

  /// Describes a field.
  public init(_ key: String, _ quantity: Quantity, _ access: Access, _ meaning: String) {
    self.key = key
    self.quantity = quantity
    self.access = access
    self.meaning = meaning
  }
}
