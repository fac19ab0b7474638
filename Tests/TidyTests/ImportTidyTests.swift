import Testing

/// The arrows between the rooms point one way only.
@Suite struct ImportTidyTests {
  /// What each room may import of the project; system modules are free.
  private static let arrows: [(room: String, mayImport: [String])] = [
    ("EventQueue", []),
    ("RandomStreams", ["CGSL", "CShims"]),
    ("Statistics", ["CGSL"]),
    ("Workload", ["RandomStreams", "Statistics"]),
    (
      "Device",
      ["EventQueue", "RandomStreams", "Workload", "Statistics", "CMuParser", "CShims"]
    ),
    ("TraceImport", ["Workload"]),
    ("Scenario", ["CYAML", "Device", "Workload", "RandomStreams"]),
    (
      "Experiment",
      [
        "Scenario", "Device", "Workload", "RandomStreams", "Statistics", "TraceImport", "CGSL",
        "CShims",
      ]
    ),
    ("Report", ["Experiment", "Device", "Scenario", "Workload", "Statistics", "CSQLite"]),
    (
      "jetsim",
      [
        "Report", "Experiment", "Scenario", "TraceImport", "Device", "Workload", "RandomStreams",
        "Statistics", "CShims",
      ]
    ),
  ]

  private static let systemModules = ["Glibc", "Synchronization", "Dispatch"]

  @Test func importsFollowTheArrows() {
    for arrow in Self.arrows {
      let files = Repository.current.swiftFiles(in: ["Sources/\(arrow.room)"])
      #expect(!files.isEmpty, "no sources in \(arrow.room)")
      for file in files {
        for (number, line) in file.code.enumerated() {
          guard let module = Self.importedModule(line) else { continue }
          let isLegal = arrow.mayImport.contains(module) || Self.systemModules.contains(module)
          #expect(isLegal, "\(file.path):\(number + 1) imports \(module)")
        }
      }
    }
  }

  /// Every folder below Sources is a room with arrows, or a C module.
  @Test func everyRoomHasArrows() {
    for file in Repository.current.swiftFiles(in: ["Sources"]) {
      let room = file.path.split(separator: "/")[1]
      #expect(Self.arrows.contains { $0.room == room }, "no arrows are stated for \(room)")
    }
  }

  private static func importedModule(_ line: String) -> String? {
    var words = line.split(separator: " ")
    while let first = words.first, first.hasPrefix("@") || isAccessLevel(first) {
      words.removeFirst()
    }
    guard words.count >= 2, words[0] == "import" else { return nil }
    let isScoped = ["struct", "class", "enum", "func", "protocol", "typealias"].contains(words[1])
    let name = isScoped && words.count > 2 ? words[2] : words[1]
    return name.split(separator: ".").first.map(String.init)
  }

  private static func isAccessLevel(_ word: Substring) -> Bool {
    ["public", "package", "internal", "fileprivate", "private"].contains(word)
  }
}
