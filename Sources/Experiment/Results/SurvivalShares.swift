import Device
import Workload

/// How many of the left apps of one policy are still alive after a while.
public struct SurvivalShares: Sendable, Equatable {
  /// The policy's label.
  public let policy: String
  /// The share alive at each of `SurvivalTable.minutes`; nil = nobody was at risk any more.
  public let alive: [Double?]

  /// Notes the shares of a policy.
  public init(policy: String, alive: [Double?]) {
    self.policy = policy
    self.alive = alive
  }
}

extension SavedResults {
  /// The name of all footprint classes together in `survival.csv`.
  public static let everyClass = "all"

  /// Reads the shares of a folder of one point; empty when it has no `survival.csv`.
  ///
  /// - Throws: ``Problem``, from the table.
  public func survival() throws(Problem) -> [SurvivalShares] {
    guard (try? FileSystem.kind(of: survivalPath)) == .file else { return [] }
    var found: [SurvivalShares] = []
    do throws(TraceError) {
      var csv = try CSVReader(CSVInput(path: survivalPath), separator: UInt8(ascii: ","))
      let policy = try csv.requiredColumn("policy")
      let footprintClass = try csv.requiredColumn("class")
      let share = try csv.requiredColumn("alive_frac")
      while try csv.next() {
        guard try csv.text(footprintClass).isExactly(Self.everyClass) else { continue }
        let label = try csv.text(policy)
        let value = csv.isBlank(share) ? nil : Double(try csv.text(share))
        if let last = found.last, last.policy.isExactly(label) {
          found[found.count - 1] = SurvivalShares(policy: label, alive: last.alive + [value])
        } else {
          found.append(SurvivalShares(policy: label, alive: [value]))
        }
      }
    } catch {
      throw .table(error)
    }
    return found
  }
}
