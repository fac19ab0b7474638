import RandomStreams

/// All processes of a device: classes expanded to members, in an order that does not depend on the
/// order in which a scenario lists them.
///
/// Classes are sorted by the bytes of their names; the members of a class are consecutive. A
/// member's index is its identity inside a run; its ``entity`` hash is its identity in the keys of
/// random draws.
public struct AppCatalog: Sendable {
  /// The classes, sorted by the bytes of their names.
  public let classes: [AppClass]
  /// The index of the first member of each class, and at the end the number of members.
  public let firstMember: [Int]

  /// Expands classes to members.
  ///
  /// - Parameter classes: Descriptions with distinct names and positive counts.
  public init(classes: [AppClass]) {
    self.classes = classes.sorted { ExactText($0.name) < ExactText($1.name) }
    var first = [0]
    for appClass in self.classes { first.append(first[first.count - 1] + appClass.count) }
    firstMember = first
  }

  /// The number of members.
  public var count: Int { firstMember[firstMember.count - 1] }

  /// The class of a member.
  ///
  /// Complexity: O(log classes).
  public func classIndex(of member: Int) -> Int {
    var low = 0
    var high = classes.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if firstMember[middle] <= member { low = middle } else { high = middle }
    }
    return low
  }

  /// The name of a member: `chat` for the only one of its class, else `chat-1`, `chat-2` and so on.
  public func name(of member: Int) -> String {
    let index = classIndex(of: member)
    let appClass = classes[index]
    guard appClass.count > 1 else { return appClass.name }
    return "\(appClass.name)-\(member - firstMember[index] + 1)"
  }

  /// The key of a member's random draws: a stable hash of its class name and ordinal.
  public func entity(of member: Int) -> UInt64 {
    let index = classIndex(of: member)
    return stableHash(classes[index].name, ordinal: member - firstMember[index])
  }
}
