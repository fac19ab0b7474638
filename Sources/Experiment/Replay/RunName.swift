public import Scenario
import Workload

/// Which run of a scenario is meant by `POINT/POLICY/REPLICATION`.
///
/// The point may be shortened as long as only one begins so, and left out where there is only one;
/// the policy is named by its label, which may hold slashes of its own.
public struct RunName: Sendable, Equatable {
  /// The position of the point in the scenario.
  public let point: Int
  /// The position of the policy in the scenario.
  public let policy: Int
  /// The replication, from 0.
  public let replication: Int

  /// Why a name is refused; one line for the user.
  public struct Refusal: Error, Equatable {
    /// What is wrong, with the nearest name where there is one.
    public let message: String
  }

  /// Finds a run by its name.
  ///
  /// - Throws: ``Refusal`` for what names no run, or several.
  public init(_ text: String, in scenario: ScenarioFile) throws(Refusal) {
    try self.init(
      text, points: scenario.points.map(\.id), labels: scenario.policies.map(\.label))
  }

  init(_ text: String, points: [String], labels: [String]) throws(Refusal) {
    guard let last = text.lastIndex(of: "/") else {
      throw Refusal(message: "'\(text)' is no run: write POINT/POLICY/REPLICATION")
    }
    let number = text[text.index(after: last)...]
    guard let replication = Int(number), replication >= 0 else {
      throw Refusal(message: "'\(number)' at the end of '\(text)' is no replication")
    }
    self.replication = replication
    let rest = String(text[..<last])
    if points.count == 1, let policy = labels.firstIndex(of: rest) {
      (point, self.policy) = (0, policy)
      return
    }
    guard let first = rest.firstIndex(of: "/") else {
      guard points.count == 1 else {
        throw Refusal(
          message: "'\(text)' names no point: the scenario has \(points.count), write "
            + "POINT/POLICY/REPLICATION")
      }
      point = 0
      policy = try Self.policy(rest, in: labels)
      return
    }
    point = try Self.point(String(rest[..<first]), in: points)
    policy = try Self.policy(String(rest[rest.index(after: first)...]), in: labels)
  }

  private static func point(_ name: String, in points: [String]) throws(Refusal) -> Int {
    if let exact = points.firstIndex(of: name) { return exact }
    let found = points.indices.filter { !name.isEmpty && points[$0].hasPrefix(name) }
    if found.count == 1 { return found[0] }
    if found.count > 1 {
      let some = found.prefix(4).map { points[$0] }.joined(separator: ", ")
      throw Refusal(message: "'\(name)' is the beginning of \(found.count) points: \(some)")
    }
    let hint = NearestName.advice(name, in: points) ?? "there are \(some(points))"
    throw Refusal(message: "there is no point '\(name)'; \(hint)")
  }

  private static func policy(_ label: String, in labels: [String]) throws(Refusal) -> Int {
    if let found = labels.firstIndex(of: label) { return found }
    let hint = NearestName.advice(label, in: labels) ?? "there are \(some(labels))"
    throw Refusal(message: "no policy is labelled '\(label)'; \(hint)")
  }

  private static func some(_ names: [String]) -> String {
    names.prefix(8).joined(separator: ", ") + (names.count > 8 ? " and more" : "")
  }
}
