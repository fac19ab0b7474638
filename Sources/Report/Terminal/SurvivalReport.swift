import Workload
import Device
import Experiment

/// How long apps live after they are left, as a small table.
struct SurvivalReport {
  private let shares: [SurvivalShares]

  /// A report on policies in a given order.
  init(_ shares: [SurvivalShares], order: [String]) {
    self.shares = order.compactMap { label in shares.first { $0.policy.isExactly(label) } }
  }

  /// The table behind an empty line; nothing when no app was ever left.
  var text: String {
    guard shares.contains(where: { $0.alive.contains { $0 != nil } }) else { return "" }
    var table = TextTable(
      header: [[""] + SurvivalTable.minutes.map(Self.title)],
      sides: [.left] + SurvivalTable.minutes.map { _ in .right }, labels: 0)
    for policy in shares {
      table.row(
        [policy.policy]
          + policy.alive.map { share in
            share.map { NumberText.fixed($0 * 100, decimals: 1) } ?? ""
          })
    }
    return "\nLeft apps still alive without a visit, % (Kaplan-Meier):\n" + table.text
  }

  /// `15 min`, `4 h`.
  private static func title(_ minutes: Int) -> String {
    minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h"
  }
}
