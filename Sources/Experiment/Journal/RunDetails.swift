public import Device

/// What is kept of one run besides its metrics: for `survival.csv` and `apps.csv`.
public struct RunDetails: Sendable, Equatable {
  /// How long suspended apps lived.
  public var survival = SurvivalTable()
  /// What happened to each app; empty when that is not kept.
  public var apps: [AppSummary] = []

  /// Nothing happened.
  public init() {}

  /// Adds what happened in another run of the same apps.
  public mutating func add(_ other: RunDetails) {
    survival.merge(other.survival)
    if apps.isEmpty { apps = [AppSummary](repeating: AppSummary(), count: other.apps.count) }
    for index in other.apps.indices where index < apps.count { apps[index].add(other.apps[index]) }
  }
}

extension RunDetails {
  private static let separator = UInt8(ascii: "|")

  /// Appends the details as text: two parts, each behind a `|`.
  func encode(into bytes: inout [UInt8]) {
    bytes.append(Self.separator)
    CompactNumbers.append(sparse: survival.counts, width: 1, to: &bytes)
    bytes.append(Self.separator)
    guard !apps.isEmpty else { return }
    CompactNumbers.append(UInt32(apps.count), to: &bytes)
    bytes.append(Self.separator)
    var rows: [UInt32] = []
    rows.reserveCapacity(apps.count * 5)
    for app in apps {
      rows.append(app.starts)
      rows.append(app.resumes)
      rows.append(app.backgroundStarts)
      rows.append(app.purges)
      rows.append(app.regrets)
    }
    CompactNumbers.append(sparse: rows, width: 5, to: &bytes)
  }

  /// Reads what ``encode(into:)`` wrote, without the first `|`; nil for anything else.
  init?(decoding text: ArraySlice<UInt8>) {
    let parts = text.split(separator: Self.separator, omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3 else { return nil }
    var counts = SurvivalTable().counts
    let isWhole = CompactNumbers.readSparse(parts[0], width: 1) { index, row in
      if index < counts.count { counts[index] = row[row.startIndex] }
    }
    guard isWhole, let survival = SurvivalTable(counts: counts) else { return nil }
    self.survival = survival
    guard parts.count == 3 else { return }
    guard let size = CompactNumbers.read(parts[1])?.first else { return nil }
    var apps = [AppSummary](repeating: AppSummary(), count: Int(size))
    let areWhole = CompactNumbers.readSparse(parts[2], width: 5) { index, row in
      guard index < apps.count else { return }
      let first = row.startIndex
      apps[index].starts = row[first]
      apps[index].resumes = row[first + 1]
      apps[index].backgroundStarts = row[first + 2]
      apps[index].purges = row[first + 3]
      apps[index].regrets = row[first + 4]
    }
    guard areWhole else { return nil }
    self.apps = apps
  }
}
