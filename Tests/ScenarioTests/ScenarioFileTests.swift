import Device
import RandomStreams
import Testing
import Workload

@testable import Scenario

/// The sections of a scenario besides apps, policies and sweep.
@Suite struct ScenarioFileTests {
  @Test func theSmallestScenarioTakesDefaults() throws {
    let scenario = try parse(smallScenario)
    #expect(scenario.name == "s")
    #expect(scenario.seed == 1)
    #expect(scenario.replications == 1)
    #expect(scenario.points.count == 1)
    #expect(scenario.sweptKeys.isEmpty)
    #expect(scenario.comparison == ComparisonSettings())
    #expect(scenario.notes.isEmpty)
    let point = scenario.points[0]
    #expect(point.device == DeviceConfiguration())
    #expect(point.workload == .user(UserBehaviour()))
    #expect(point.duration == Ticks.perDay)
    #expect(point.warmUp == 0)
    #expect(point.maxEvents == nil)
    #expect(point.samplerMode == .fast)
    #expect(point.replications == 1)
    #expect(point.policies.map(\.label) == ["lru"])
    #expect(!point.isDeterministic)
  }

  @Test func everySectionIsRead() throws {
    let scenario = try parse(
      """
      version: 1
      name: phone
      seed: 18446744073709551615
      duration: 14 d
      warm_up: 1 d
      replications: 20
      run: {max_events: 1e6}
      device: {profile: ios, ram: 6 GiB, idle_line: 10 %, growth_steps: 3, kill_latency: 80 ms}
      background: {grant: 180 s, pushes_per_hour: 2}
      apps: [{name: chat, footprint: 100 MiB}]
      user:
        sessions: {gap: {exponential: {mean: 10 min}}, length: 100 s, day_shape: flat}
        next_app: {recency_mix: 20 %, zipf: 1.1}
        calls_per_day: 2.5
        call_accepted: 0.5
      random: {sampler: gsl}
      policies: [jetsam, lru]
      compare: {baseline: jetsam, adjust: bonferroni, metrics: [resume_frac], confidence: 90 %}
      definitions: {anything: [goes, here]}
      """)
    #expect(scenario.name == "phone")
    #expect(scenario.seed == .max)
    #expect(scenario.replications == 20)
    let point = scenario.points[0]
    #expect(point.duration == 14 * Ticks.perDay)
    #expect(point.warmUp == Ticks.perDay)
    #expect(point.maxEvents == 1_000_000)
    #expect(point.samplerMode == .gsl)
    var device = DeviceConfiguration(profile: .ios, ramMiB: 6144)
    device.idleLine = 0.1
    device.growthSteps = 3
    device.killLatencySeconds = 0.08
    device.grantSeconds = .constant(180)
    device.pushesPerHour = 2
    #expect(point.device == device)
    var user = UserBehaviour()
    user.sessionGapSeconds = .exponential(mean: 600)
    user.sessionLengthSeconds = .constant(100)
    user.dayShape = UserBehaviour.flatDayShape
    user.nextApp.recencyMix = 0.2
    user.nextApp.zipfExponent = 1.1
    user.callsPerDay = 2.5
    user.callAcceptedFraction = 0.5
    #expect(point.workload == .user(user))
    #expect(scenario.comparison.baseline == "jetsam")
    #expect(scenario.comparison.adjustment == .bonferroni)
    #expect(scenario.comparison.metrics == ["resume_frac"])
    #expect(scenario.comparison.confidence == 0.9)
  }

  @Test func memoryLinesFollowTheRAM() throws {
    for (ram, idle) in [("3 GiB", 0.10), ("4 GiB", 0.09), ("8 GiB", 0.08)] {
      let point = try parse(smallScenario + "\ndevice: {ram: \(ram)}").points[0]
      #expect(point.device.idleLine == idle)
    }
    let stated = try parse(smallScenario + "\ndevice: {idle_line: 7 %, ram: 8 GiB}").points[0]
    #expect(stated.device.idleLine == 0.07)
    let plain = try parse(smallScenario + "\ndevice: {profile: plain, ram: 800 MiB}").points[0]
    #expect(plain.device.usableFraction == 1)
  }

  @Test func versionIsRequired() {
    #expect(
      failure("name: x\n") == "s.yaml:1:1: error: missing key 'version', expected 'version: 1'")
    #expect(
      failure("version: 2\nfuture: x\n")
        == "s.yaml:1:10: error: version: found '2', expected 1, the version this program reads")
    #expect(
      failure("- version: 1\n")
        == "s.yaml:1:1: error: found a list, expected a mapping such as 'version: 1'")
    #expect(failure("null\n").hasPrefix("s.yaml:1:1: error: found 'null', expected a mapping"))
  }

  @Test func unknownKeysNameTheNearest() {
    #expect(
      failure(adding: "devize: {ram: 4 GiB}")
        == "s.yaml:5:1: error: unknown key 'devize' (did you mean 'device'?)")
    #expect(
      failure(adding: "device: {rma: 4 GiB}")
        == "s.yaml:5:10: error: unknown key 'rma' in device (did you mean 'ram'?)")
    #expect(
      failure(adding: "user:\n  sessions: {gaps: 3 s}")
        == "s.yaml:6:14: error: unknown key 'gaps' in user.sessions (did you mean 'gap'?)")
    #expect(
      failure(adding: "random: {xyz: fast}")
        == "s.yaml:5:10: error: unknown key 'xyz' in random, expected one of sampler")
    #expect(failure(adding: "background: {grnt: 3 s}").hasSuffix("(did you mean 'grant'?)"))
    #expect(failure(adding: "compare: {base: lru}").contains("5:11: error: unknown key 'base'"))
  }

  @Test func unknownKeysNameTheSectionTheyBelongTo() {
    func expect(_ text: String, _ expected: String) {
      #expect(failure(adding: text).hasSuffix(expected), "\(text): \(failure(adding: text))")
    }
    expect("device: {footprint: 9 MiB}", "in device: it belongs to apps or default_app")
    expect("profile: ios", "unknown key 'profile': it belongs to device")
    expect("default_app: {ram: 4 GiB}", "in default_app: it belongs to device")
    expect("user: {gap: 3 s}", "in user: it belongs to user.sessions")
    expect("device: {seed: 3}", "in device: it belongs to the top level")
    expect("user: {sessions: {grant: 3 s}}", "in user.sessions: it belongs to background")
    // A list of ninety keys helps nobody.
    expect(
      "device: {quxquuxcorge: 1}",
      "unknown key 'quxquuxcorge' in device; 'jetsim check FILE --resolved' prints all there are")
    expect("random: {quxquuxcorge: 1}", "expected one of sampler")
    // A parameter of a distribution is no key of a section.
    #expect(
      failure(adding: "user: {sessions: {gap: {normal: {count: 3}}}}").contains(
        "expected one of"))
    expect(
      "replications: 18446744073709551616",
      "found '18446744073709551616', expected a whole number from 1 to 1000000")
  }

  @Test func missingKeysPointToTheMapping() {
    #expect(
      failure("version: 1\nduration: 1 d\napps: [{name: a}]\n")
        == "s.yaml:1:1: error: missing key 'policies'")
    #expect(
      failure("version: 1\npolicies: [lru]\napps: [{name: a}]\n")
        == "s.yaml:1:1: error: missing key 'duration'")
    #expect(
      failure("version: 1\nduration: 1 d\npolicies: [lru]\n")
        == "s.yaml:1:1: error: missing key 'apps'")
  }

  @Test func valuesOfTheWrongShape() {
    #expect(
      failure(adding: "device: [4 GiB]")
        == "s.yaml:5:9: error: device: found a list, expected a mapping (key: value)")
    #expect(
      failure(adding: "device: {ram: [4 GiB]}").contains("5:15: error: device.ram: found a list"))
    #expect(failure(adding: "device: {ram: ~}").contains("device.ram: found '~', expected a size"))
    #expect(
      failure(adding: "device: {ram: }").contains("device.ram: found nothing, expected a size"))
    #expect(
      failure(adding: "name: [x]").contains("5:7: error: name: found a list, expected a name"))
  }

  @Test func quantitiesOutOfRange() {
    #expect(
      failure(adding: "device: {idle_line: 12}")
        == "s.yaml:5:21: error: device.idle_line: found '12', expected a value from 0 % to 100 % "
        + "(did you mean '12 %'?)")
    #expect(
      failure(adding: "device: {ram: -4 GiB}").contains(
        "device.ram: found '-4 GiB', expected a value from 1 KiB to 8 TiB"))
    #expect(
      failure(adding: "device: {ram: .inf}").contains("5:15: error: device.ram: found '.inf'"))
    #expect(
      failure(adding: "device: {growth_steps: 1.5}").contains(
        "device.growth_steps: found '1.5', expected a whole number from 0 to 1000"))
    #expect(
      failure(adding: "device: {warning_line: 50 %, warning_clear_line: 40 %}")
        == "s.yaml:5:50: error: device.warning_clear_line: warning_clear_line (40 %) is below "
        + "warning_line (50 %)")
    for (marks, error) in [
      ("high_watermark: 0.5 %", "device.high_watermark: high_watermark (0.5 %) is below low_"),
      ("min_watermark: 2 %", "device.min_watermark: low_watermark (0.75 %) is below min_watermark"),
    ] {
      let message = failure(adding: "device: {profile: android, \(marks)}")
      #expect(message.contains(error), "\(message)")
    }
  }

  @Test func seedsAreExact() throws {
    let scenario = try parse(smallScenario + "\nseed: 9007199254740993")
    #expect(scenario.seed == 9_007_199_254_740_993)
    #expect(
      failure(adding: "seed: 18446744073709551616")
        == "s.yaml:5:7: error: seed: found '18446744073709551616', expected a whole number from "
        + "0 to 18446744073709551615")
    #expect(failure(adding: "seed: 0012").hasSuffix("(did you mean '12'?)"))
    #expect(failure(adding: "seed: 1_000").hasSuffix("(did you mean '1000'?)"))
    #expect(failure(adding: "seed: -1").contains("expected a whole number from 0 to"))
  }

  @Test func times() {
    let base = "version: 1\napps: [{name: a}]\npolicies: [lru]\n"
    #expect(
      failure(base + "duration: 14").contains("4:11: error: duration: found '14', expected a du"))
    #expect(
      failure(base + "duration: 0 s").contains("duration: found '0 s', expected a value from"))
    #expect(
      failure(base + "duration: 1e9 d").contains("duration: found '1e9 d', expected a value from"))
    #expect(failure(base + "duration: .nan").contains("expected a finite number"))
    #expect(
      failure(base + "duration: trace").contains("duration: found 'trace', expected a duration"))
    #expect(
      failure(base + "duration: 1 d\nwarm_up: 24 h")
        == "s.yaml:5:10: error: warm_up: the warm-up (1 d) leaves nothing of the duration (1 d)")
    #expect(failure(base + "duration: 1 d\nwarm_up: mser5").contains("'mser5' is not available"))
    #expect((try? parse(base + "duration: 1 d\nwarm_up: none").points[0].warmUp) == 0)
  }

  @Test func replications() {
    #expect(
      failure(adding: "replications: {min: 10, max: 200}").contains(
        "5:15: error: replications: replications until a precision is reached are not available"))
    #expect(failure(adding: "replications: 0").contains("expected a whole number from 1 to"))
    #expect(failure(adding: "replications: 1e3x").contains("replications: found '1e3x'"))
  }

  @Test func dayShapes() throws {
    let weights = (0..<24).map { "\($0)" }.joined(separator: ", ")
    let scenario = try parse(smallScenario + "\nuser: {sessions: {day_shape: [\(weights)]}}")
    guard case .user(let user) = scenario.points[0].workload else { return }
    #expect(user.dayShape == (0..<24).map(Double.init))
    #expect(
      failure(adding: "user: {sessions: {day_shape: [1, 2]}}").contains(
        "5:30: error: user.sessions.day_shape: found a list, expected default, flat or a list of 24"
      ))
    let zeros = [String](repeating: "0", count: 24).joined(separator: ", ")
    #expect(failure(adding: "user: {sessions: {day_shape: [\(zeros)]}}").contains("found 24 zeros"))
    let negative = "-1, " + [String](repeating: "1", count: 23).joined(separator: ", ")
    #expect(
      failure(adding: "user: {sessions: {day_shape: [\(negative)]}}").contains(
        "5:31: error: user.sessions.day_shape[0]: found '-1'"))
  }

  @Test func words() {
    #expect(
      failure(adding: "device: {profile: IOS}")
        == "s.yaml:5:19: error: device.profile: found 'IOS', expected one of ios, "
        + "android, plain (did you mean 'ios'?)")
    #expect(failure(adding: "random: {sampler: gls}").hasSuffix("(did you mean 'gsl'?)"))
    #expect(failure(adding: "compare: {adjust: holms}").hasSuffix("(did you mean 'holm'?)"))
    #expect(
      failure(adding: "compare: {baseline: jetsam}").contains(
        "5:21: error: compare.baseline: no policy is labelled 'jetsam', expected one of lru"))
    #expect(
      failure(adding: "compare: {metrics: [resume_fraq]}").contains(
        "5:21: error: compare.metrics[0]: there is no metric 'resume_fraq' (did you mean 'resume_fr"
      ))
  }

  @Test func recordIsRefused() {
    #expect(
      failure(adding: "record: {series: [available_mib], interval: 60 s}")
        == "s.yaml:5:1: error: 'record' is not available in this version")
    for value in ["all", "{events: true}", "[a]", ""] {
      let failure = failure(adding: "record: \(value)")
      #expect(failure.hasSuffix("'record' is not available in this version"), "\(failure)")
    }
  }

  @Test func carriageReturnsAndByteOrderMarksChangeNothing() throws {
    let plain = try parse(smallScenario)
    let dos = try parse(smallScenario.split(separator: "\n").joined(separator: "\r\n") + "\r\n")
    let marked = try parse("\u{feff}" + smallScenario)
    #expect(dos.points[0].id == plain.points[0].id)
    #expect(marked.points[0].id == plain.points[0].id)
  }

  @Test func filesThatCannotBeRead() throws {
    func failure(_ path: String) -> ScenarioError? {
      do {
        _ = try ScenarioFile.load(path: path, policies: somePolicies)
        return nil
      } catch {
        return error
      }
    }
    let missing = failure("/nonexistent/s.yaml")
    #expect(
      missing?.description
        == "/nonexistent/s.yaml: error: cannot open: No such file or directory")
    #expect(missing?.exitCode == 74)
    #expect(failure("/")?.kind == .io)
    #expect(failure("/dev/zero")?.kind == .io)
    try withFolder(["s.yaml": smallScenario, "bad.yaml": "a: 1\n"]) { (folder: String) throws in
      #expect(failure(folder + "/s.yaml") == nil)
      #expect(failure(folder + "/bad.yaml")?.exitCode == 65)
      #expect(
        try ScenarioFile.load(path: folder + "/s.yaml", policies: somePolicies).name == "s")
    }
  }
}
