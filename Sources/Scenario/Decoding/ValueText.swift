import Workload

/// Values as a scenario writes them.
public enum ValueText {
  /// Whether two texts mean the same value: `4 GiB`, `4GiB` and `4096 MiB`.
  ///
  /// Blanks never count. Numbers with a unit are equal where they are the same amount of the same
  /// quantity; everything else must be the same text.
  public static func areEqual(_ first: String, _ second: String) -> Bool {
    if first.filter({ $0 != " " }).isExactly(second.filter { $0 != " " }) { return true }
    let quantities: [Quantity] = [
      .number, .mebibytes, .seconds, .fraction, .mebibytesPerSecond,
    ]
    return quantities.contains { quantity in
      guard let x = try? quantity.value(of: first), let y = try? quantity.value(of: second) else {
        return false
      }
      return x == y
    }
  }
}
