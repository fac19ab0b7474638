import Device
import Foundation
import Testing
import Workload

@testable import Scenario

/// The scenarios in `scenarios/`: they load, read back and explain what they should.
@Suite struct ShippedScenariosTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("scenarios").path

  private func load(_ name: String) throws -> ScenarioFile {
    try ScenarioFile.load(path: "\(Self.folder)/\(name).yaml")
  }

  @Test func allOfThemLoadAndReadBack() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
      .filter { $0.hasSuffix(".yaml") }
    #expect(names.count >= 4)
    for name in names {
      let path = "\(Self.folder)/\(name)"
      let scenario = try ScenarioFile.load(path: path)
      #expect(scenario.notes.isEmpty, "\(name)")
      let again = try ScenarioFile.parse(Array(scenario.resolvedText().utf8), path: path)
      #expect(again.points.map(\.id) == scenario.points.map(\.id), "\(name)")
    }
  }

  @Test func thePhone() throws {
    let scenario = try load("phone")
    let catalog = scenario.points[0].catalog
    #expect(members(catalog, isHelper: false) == 60)
    #expect(members(catalog, isHelper: true) == 200)
    #expect(scenario.points[0].device.ramMiB == 4096)
    #expect(scenario.replications == 20)
    #expect(
      scenario.policies.map(\.label)
        == [
          "jetsam", "lru", "fifo", "lfu", "largest", "value", "habit", "gdsf", "random", "belady",
        ])
    #expect(scenario.comparison.baseline == "jetsam")
  }

  @Test func thePhonesExplainEveryField() throws {
    let phone = try text("phone")
    let android = try text("android")
    for key in Self.keys {
      #expect(
        phone.contains(" \(key): ") || android.contains(" \(key): "), "\(key) is in neither")
    }
    #expect(try checkComments(of: phone, against: .init()) > 50)
    let device = DeviceConfiguration(profile: .android, ramMiB: 6144)
    #expect(try checkComments(of: android, against: device) > 30)
  }

  private static let keys =
    DeviceConfiguration.parameterFields.map(\.key)
    + DeviceConfiguration.backgroundSectionFields.map(\.key)
    + AppClass.parameterFields.map(\.key) + UserBehaviour.parameterFields.map(\.key)
    + UserBehaviour.sessionFields.map(\.key) + UserBehaviour.nextAppFields.map(\.key)

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(Self.folder)/\(name).yaml", encoding: .utf8)
  }

  @Test func aCommentedFieldIsReadWithItsFirstSignTakenAway() throws {
    for name in ["phone", "android"] {
      let path = "\(Self.folder)/\(name).yaml"
      let lines = try text(name).split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init)
      let expected = try load(name).resolvedText()
      var uncommented = lines
      for (index, line) in lines.enumerated() {
        let body = line.drop { $0 == " " }
        guard body.hasPrefix("# "), let colon = body.firstIndex(of: ":"),
          Self.keys.contains(String(body[body.index(body.startIndex, offsetBy: 2)..<colon]))
        else { continue }
        uncommented[index] = String(line.prefix { $0 == " " } + body.dropFirst(2))
        var alone = lines
        alone[index] = uncommented[index]
        let scenario = try ScenarioFile.parse(
          Array(alone.joined(separator: "\n").utf8), path: path)
        #expect(scenario.resolvedText() == expected, "\(name):\(index + 1): \(line)")
      }
      #expect(uncommented.filter { $0.count > 100 }.isEmpty)
      let all = try ScenarioFile.parse(
        Array(uncommented.joined(separator: "\n").utf8), path: path)
      #expect(all.resolvedText() == expected, "\(name)")
    }
  }

  /// A default shown in a comment must be the default: with the first `#` away nothing changes.
  ///
  /// - Returns: How many comments show a field.
  private func checkComments(
    of text: String, against configuration: DeviceConfiguration
  ) throws -> Int {
    let commented = text.split(separator: "\n").compactMap { line -> Substring? in
      let body = line.drop { $0 == " " }
      guard body.hasPrefix("# "), let colon = body.firstIndex(of: ":"),
        Self.keys.contains(String(body[body.index(body.startIndex, offsetBy: 2)..<colon]))
      else { return nil }
      return body.dropFirst(2)
    }
    let device = keyed(
      resolvedPairs(DeviceConfiguration.parameterFields, of: configuration, commented: false))
    for line in commented {
      let key = String(line.prefix { $0 != ":" })
      guard let expected = device[key] else { continue }
      let stated = line.dropFirst(key.count + 1).drop { $0 == " " }
      let field = DeviceConfiguration.parameterFields.first { $0.key == key }
      let quantity = try #require(field).quantity
      let words = stated.split(separator: " ")
      let value =
        quantity == .number || quantity == .perDay ? "\(words[0])" : "\(words[0]) \(words[1])"
      #expect(
        try quantity.value(of: value) == quantity.value(of: expected),
        "\(key) is \(expected), the scenario says \(value)")
    }
    return commented.count
  }

  private func members(_ catalog: AppCatalog, isHelper: Bool) -> Int {
    catalog.classes.filter { $0.kind.isHelper == isHelper }.reduce(0) { $0 + $1.count }
  }

  private func keyed(_ pairs: [ResolvedPair]) -> [String: String] {
    var result: [String: String] = [:]
    for pair in pairs { if case .quantity(let text) = pair.value { result[pair.key] = text } }
    return result
  }

  @Test func theOthers() throws {
    let sweep = try load("ram-sweep")
    #expect(sweep.points.count == 8)
    #expect(sweep.sweptKeys == ["device.ram", "user.next_app.recency_mix", "user.next_app.zipf"])
    let thousands = try load("thousands")
    #expect(members(thousands.points[0].catalog, isHelper: false) == 5000)
    let trace = try load("trace")
    #expect(trace.points.map(\.isDeterministic) == [true, true, true])
    guard case .trace(let reference) = trace.points[0].workload else { return }
    let rows = try NativeTrace.read(path: reference.path).rows
    #expect(rows.count == 300)
    #expect(trace.points[0].catalog(covering: Trace(rows: rows)).catalog.count == 15)
  }
}
