import Testing
import Workload

@testable import Device

/// Formulas as policies: what is refused where, and that they equal the built-in policies.
@Suite struct FormulaPolicyTests {
  @Test(arguments: [
    "idle", "idle * footprint / launch_cost", "-uses / (age * footprint)", "2", "_pi * idle",
    "idle > 300 ? footprint : 0", "min(idle, 3600) * freed", "log(unused) * footprint^0.5",
    "band == 0 && is_helper", "p_next * -1", "1e-3*idle", ".5*idle", "idle / 5.", "idle - -1 * 2",
    "max(gap_mean, unused) + use_rate * uses_ever - compressed / (resident + 1)", "idle\n*2",
    "abs(-1 / (2 - 1)) * idle", "sqrt(4) * idle",
  ])
  func isAFormula(text: String) { #expect(FormulaPolicy.check(text) == nil) }

  @Test(arguments: [
    ("", 0), ("   ", 0), ("idle = 7", 5), ("idle += 1", 6), ("1,2", 1), ("0,5*idle", 1),
    ("(idle,2)", 5), ("min(idle, (1,2))", 12), ("idle + foo", 7), ("Idle", 0), ("foo(idle)", 0),
    ("idle / 0", 5), ("idle + 1 / (1 - 1)", 9), ("1/-0", 1), ("sqrt(-1) * idle", 0),
    ("idle + log(0)", 7), ("idle * 0^-1", 8), ("10^400", 2), ("idle +", 6), ("* idle", 0),
    ("(idle", 5), ("idle)", 4), ("idle idle", 5), ("2idle", 1), ("idle(3)", 0), ("sin()", 4),
    ("sin(1, 2)", 8), ("idle > 3 ? 1", 9), ("idle % 2", 5), ("idle; 2", 4), ("\"a\"", 0),
    ("idle # x", 5), ("é * idle", 0), ("idle * é", 7), ("idle\u{0}", 4), ("nan", 0), ("inf", 0),
    ("rnd()", 0), ("1e400", 0), ("1.2.3", 3), ("!idle", 0),
  ])
  func isRefusedWithItsPlace(text: String, position: Int) {
    let error = FormulaPolicy.check(text)
    #expect(error?.position == position, "\(text): \(String(describing: error))")
    #expect(error?.message.isEmpty == false)
  }

  @Test func anUnknownNameHasANearestOne() {
    #expect(FormulaPolicy.check("footprin * idle")?.suggestion == "footprint")
    #expect(FormulaPolicy.check("idel")?.suggestion == "idle")
    #expect(FormulaPolicy.check("launch_costs")?.suggestion == "launch_cost")
    #expect(FormulaPolicy.check("sqr(idle)")?.suggestion == "sqrt")
    #expect(FormulaPolicy.check("xyzzy")?.suggestion == nil)
    #expect(FormulaPolicy.check("idle = 3")?.message.contains("==") == true)
  }

  @Test func aTextIsNotTooLong() {
    let long = String(repeating: "idle+", count: 1000) + "idle"
    #expect(FormulaPolicy.check(long)?.position == FormulaPolicy.longestText)
    let deep = String(repeating: "(", count: 900) + "idle" + String(repeating: ")", count: 900)
    #expect(FormulaPolicy.check(deep) == nil)
  }

  private static let pairs = [
    ("jetsam", "idle"), ("lru", "unused"), ("mru", "-unused"), ("fifo", "age"),
    ("largest", "footprint"), ("smallest", "-footprint"), ("lfu", "-uses"),
    ("age-size", "idle * footprint"), ("hyperbolic", "-uses / (age * footprint)"),
    ("restart-cost", "-launch_cost"), ("kernel-lmk", "resident"), ("oomd", "compressed"),
    ("value", "-launch_cost / freed * 3600 / (3600 + max(gap_mean, unused))"),
    ("habit", "-p_next * (is_helper ? 0.1 : launch_cost) / freed"),
  ]

  @Test func equalsTheBuiltInPolicy() throws {
    for seed in UInt64(600)..<612 {
      let scenario = try RandomScenario(seed: seed, isPlain: seed % 4 == 0)
      for (name, formula) in Self.pairs {
        // A trigger that never fires leaves oomd's order alone.
        let arguments: [PolicySpecification.Argument] =
          name == "oomd" ? [.init("used", .number(1))] : []
        let builtIn = try PolicyRegistry.run(
          PolicySpecification(name, arguments: arguments), scenario.run, plan: scenario.plan)
        let report: RunReport
        do {
          report = try PolicyRegistry.run(.score(formula), scenario.run, plan: scenario.plan)
        } catch RunFailure.policy {
          // `/ freed` of an app without memory; the built-in policies take a KiB for it.
          continue
        }
        #expect(report == builtIn, "\(formula) and \(name), seed \(seed)")
      }
    }
  }

  @Test func aValueThatIsNotFiniteEndsTheRun() throws {
    let launches = PlainLaunches([(0, 10), (1, 20), (2, 30)], budget: 30)
    var failure: RunFailure?
    do {
      _ = try launches.report(.score("1 / (footprint - 10)"))
    } catch let error as RunFailure {
      failure = error
    }
    #expect(
      failure
        == .policy(
          "score: '1 / (footprint - 10)' is inf for 100000 with footprint = 10.0"))
    #expect(throws: RunFailure.self) { try launches.report(.score("log(0 - idle)")) }
  }

  @Test func aWrongFormulaIsNoPolicy() throws {
    let launches = PlainLaunches(apps: [0, 1], slots: 1)
    #expect(
      throws: RunFailure.setup(
        "score: a formula cannot assign; compare with '==' (character 6 of 'idle = 7')")
    ) {
      try launches.report(.score("idle = 7"))
    }
  }

  @Test func theLabelIsTheFormula() {
    let specification = PolicySpecification.score("idle * footprint")
    #expect(specification.label(in: FormulaPolicy.description) == "score[idle * footprint]")
    #expect(PolicySpecification.score("idle").label(in: FormulaPolicy.description) == "score[idle]")
  }

  @Test func everyVariableHasAMeaningAndAValue() throws {
    #expect(FormulaPolicy.variables.count == FormulaVariable.allCases.count)
    for (name, meaning) in FormulaPolicy.variables {
      #expect(!meaning.isEmpty)
      let scenario = try RandomScenario(seed: 601, isPlain: false)
      let report = try PolicyRegistry.run(.score(name), scenario.run, plan: scenario.plan)
      #expect(report.planFingerprint != 0)
    }
  }
}
