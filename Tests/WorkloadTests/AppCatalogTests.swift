import RandomStreams
import Testing

@testable import Workload

/// Classes expanded to members, whatever the order in which they are listed.
@Suite struct AppCatalogTests {
  private static func appClass(_ name: String, _ count: Int) -> AppClass {
    var app = AppClass(name: name)
    app.count = count
    return app
  }

  private static let classes = [
    appClass("maps", 1), appClass("chat", 3), appClass("widget", 2), appClass("a", 1),
  ]

  @Test func membersAreConsecutiveAndClassesSorted() {
    let catalog = AppCatalog(classes: Self.classes)
    #expect(catalog.classes.map(\.name) == ["a", "chat", "maps", "widget"])
    #expect(catalog.firstMember == [0, 1, 4, 5, 7])
    #expect(catalog.count == 7)
    #expect(
      (0..<7).map { catalog.name(of: $0) }
        == ["a", "chat-1", "chat-2", "chat-3", "maps", "widget-1", "widget-2"])
    #expect((0..<7).map { catalog.classIndex(of: $0) } == [0, 1, 1, 1, 2, 3, 3])
  }

  /// The identity of a member in draws is its name and ordinal, so it survives a change of the
  /// others.
  @Test func entitiesDoNotDependOnTheOthers() {
    let catalog = AppCatalog(classes: Self.classes)
    let alone = AppCatalog(classes: [Self.classes[1]])
    #expect((0..<3).map { alone.entity(of: $0) } == (1..<4).map { catalog.entity(of: $0) })
    #expect(alone.entity(of: 0) == stableHash("chat", ordinal: 0))
    let entities = (0..<7).map { catalog.entity(of: $0) }
    #expect(Set(entities).count == 7)
  }

  @Test func anEmptyCatalogHasNobody() {
    #expect(AppCatalog(classes: []).count == 0)
  }

  @Test func everyMemberIsFoundInItsClass() {
    let sizes = [1, 5, 1, 1, 17, 2, 100, 1]
    let classes = sizes.enumerated().map { Self.appClass("class\($0)", $1) }
    let catalog = AppCatalog(classes: classes)
    for member in 0..<catalog.count {
      let index = catalog.classIndex(of: member)
      #expect(catalog.firstMember[index] <= member && member < catalog.firstMember[index + 1])
    }
  }
}
