// swift-tools-version: 6.2
import PackageDescription

/// Settings every Swift target shares: Swift 6 language mode, warnings are errors.
///
/// Build flags: `JETSIM_CHECKS` (set in debug builds) checks the invariants of the event queue and
/// of the device after every mutation.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .define("JETSIM_CHECKS", .when(configuration: .debug)),
]

let package = Package(
  name: "jetsim",
  products: [
    .library(name: "EventQueue", targets: ["EventQueue"]),
    .executable(name: "jetsim", targets: ["jetsim"]),
    .executable(name: "bench", targets: ["bench"]),
  ],
  targets: [
    // MARK: C libraries and accessors
    .systemLibrary(
      name: "CGSL", pkgConfig: "gsl", providers: [.apt(["libgsl-dev"]), .brew(["gsl"])]),
    .systemLibrary(
      name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(
      name: "CMuParser", pkgConfig: "muparser", providers: [.apt(["libmuparser-dev"])]),
    .target(name: "CShims", dependencies: ["CGSL"]),

    // MARK: The house, front to back
    .target(name: "EventQueue", swiftSettings: strict),
    .target(name: "RandomStreams", dependencies: ["CGSL", "CShims"], swiftSettings: strict),
    .target(name: "Statistics", dependencies: ["CGSL"], swiftSettings: strict),
    .target(
      name: "Workload", dependencies: ["RandomStreams", "Statistics"], swiftSettings: strict),
    .target(
      name: "Device",
      dependencies: [
        "CShims", "CMuParser", "EventQueue", "RandomStreams", "Workload", "Statistics",
      ],
      swiftSettings: strict),
    .target(name: "TraceImport", dependencies: ["Workload"], swiftSettings: strict),
    .target(
      name: "Scenario", dependencies: ["CYAML", "Device", "Workload", "RandomStreams"],
      swiftSettings: strict),
    .target(
      name: "Experiment",
      dependencies: [
        "Scenario", "Device", "Workload", "RandomStreams", "Statistics", "TraceImport", "CGSL",
        "CShims",
      ], swiftSettings: strict),
    .target(
      name: "Report",
      dependencies: ["Experiment", "Device", "Scenario", "Workload", "Statistics"],
      swiftSettings: strict),
    .executableTarget(
      name: "jetsim",
      dependencies: [
        "Report", "Experiment", "Scenario", "TraceImport", "Device", "Workload", "RandomStreams",
        "Statistics", "CShims",
      ], swiftSettings: strict),
    .executableTarget(
      name: "bench",
      dependencies: [
        "EventQueue", "RandomStreams", "Statistics", "Workload", "Device", "Scenario",
        "Experiment", "Report", "TraceImport", "CGSL", "CShims",
      ],
      path: "Benchmarks/bench", swiftSettings: strict),

    // MARK: Tests
    .testTarget(name: "EventQueueTests", dependencies: ["EventQueue"], swiftSettings: strict),
    .testTarget(
      name: "RandomStreamsTests", dependencies: ["RandomStreams", "CGSL", "CShims"],
      swiftSettings: strict),
    .testTarget(name: "StatisticsTests", dependencies: ["Statistics"], swiftSettings: strict),
    .testTarget(
      name: "WorkloadTests", dependencies: ["Workload", "RandomStreams"], swiftSettings: strict),
    .testTarget(
      name: "DeviceTests",
      dependencies: ["Device", "EventQueue", "Workload", "RandomStreams", "Statistics"],
      swiftSettings: strict),
    .testTarget(
      name: "TraceImportTests", dependencies: ["TraceImport", "Workload"], swiftSettings: strict),
    .testTarget(
      name: "ScenarioTests", dependencies: ["Scenario", "Device", "Workload", "RandomStreams"],
      swiftSettings: strict),
    .testTarget(
      name: "ExperimentTests", dependencies: ["Experiment", "Scenario", "Device", "Statistics"],
      swiftSettings: strict),
    .testTarget(
      name: "ReportTests",
      dependencies: ["Report", "Experiment", "Scenario", "Device", "Statistics"],
      swiftSettings: strict),
    .testTarget(name: "CommandLineTests", dependencies: ["jetsim"], swiftSettings: strict),
    .testTarget(name: "TidyTests", swiftSettings: strict),
  ]
)
