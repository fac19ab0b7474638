import RandomStreams
import Workload

@testable import Device

/// A small scenario drawn from a seed: features on and off at random, and a user who does
/// everything at any time.
struct RandomScenario {
  let run: DeviceRun
  let plan: UserPlan

  /// Draws one; `isPlain` is the profile, nil = mostly `ios`.
  init(seed: UInt64, replication: UInt64 = 0, isPlain: Bool? = nil) throws {
    var draws = StreamFamily(seed: seed, replication: 0).stream(.test, entity: 0, occurrence: 0)
    let drawsPlain = draws.uniform() < 0.15
    let device = Self.device(isPlain ?? drawsPlain ? .plain : .ios, &draws)
    var classes: [AppClass] = []
    for number in 0..<1 + draws.below(5) {
      classes.append(Self.appClass("class\(number)", device, &draws))
    }
    let catalog = AppCatalog(classes: classes)
    let end = Ticks(rounding: 400 * (1 + 3 * draws.uniform()))
    let drawn = try UserPlan(
      behaviour: Self.behaviour(&draws), catalog: catalog, seed: seed, replication: replication,
      end: end)
    var events = drawn.storedEvents ?? []
    events += Self.chaos(catalog, end, &draws)
    events.sort { $0.time < $1.time }
    plan = UserPlan(events: events)
    var run = DeviceRun(
      configuration: device, catalog: catalog, seed: seed, replication: replication, end: end)
    run.checksInvariants = true
    run.keepsAppCounts = true
    self.run = run
  }

  private static func device(
    _ profile: DeviceProfile, _ draws: inout RandomStream
  ) -> DeviceConfiguration {
    func maybe(_ probability: Double) -> Bool { draws.uniform() < probability }
    var device = DeviceConfiguration(profile: profile, ramMiB: 200 + 1500 * draws.uniform())
    guard profile == .ios else { return device }
    if maybe(0.3) { device.idleLine = 0.5 * draws.uniform() }
    if maybe(0.3) { device.criticalLine = 0.4 * draws.uniform() }
    if maybe(0.3) { device.softLine = draws.uniform() }
    if maybe(0.3) { device.reaperLine = draws.uniform() }
    if maybe(0.3) { device.compressLine = draws.uniform() }
    if maybe(0.3) { device.compressRatio = 1 + draws.uniform() }
    if maybe(0.2) { device.compressorLimit = 0.2 * draws.uniform() }
    if maybe(0.2) { device.compressFraction = draws.uniform() }
    if maybe(0.5) { device.freezerSlots = Int(draws.below(4)) }
    if maybe(0.5) { device.freezerReserve = 0 }
    if maybe(0.2) { device.freezerBudgetMiB = 100 * draws.uniform() }
    if maybe(0.2) { device.freezerIntervalSeconds = 0.5 }
    if maybe(0.2) { device.storageEmergenciesPerDay = 100 }
    if maybe(0.3) { device.killLatencySeconds = maybe(0.5) ? 0 : 5 * draws.uniform() }
    if maybe(0.3) { device.reaperIdleSeconds = 60 * draws.uniform() }
    if maybe(0.3) { device.reaperIntervalSeconds = 60 * draws.uniform() + 0.1 }
    if maybe(0.3) { device.growthFactor = 1 + 3 * draws.uniform() }
    if maybe(0.2) { device.growthSteps = Int(draws.below(20)) }
    if maybe(0.3) { device.backgroundTrim = 0.1 + 0.9 * draws.uniform() }
    if maybe(0.3) { device.appLimitFraction = draws.uniform() }
    if maybe(0.3) { device.warningLine = 0.99; device.warningClearLine = 0.995 }
    if maybe(0.2) { device.pressureCriticalLine = 0.9; device.pressureCriticalClearLine = 0.95 }
    if maybe(0.2) { device.sustainedSeconds = 20 * draws.uniform() + 0.1 }
    if maybe(0.2) { device.ageingSeconds = maybe(0.5) ? 0 : 20 * draws.uniform() }
    if maybe(0.2) { device.launchWatchdogSeconds = 3 * draws.uniform() + 0.1 }
    if maybe(0.2) { device.backgroundTaskLimit = Double(draws.below(3)) }
    if maybe(0.5) { device.grantSeconds = .exponential(mean: 20) }
    return device
  }

  private static func appClass(
    _ name: String, _ device: DeviceConfiguration, _ draws: inout RandomStream
  ) -> AppClass {
    func maybe(_ probability: Double) -> Bool { draws.uniform() < probability }
    var app = AppClass(name: name)
    let size = device.ramMiB * draws.uniform()
    app.kind = maybe(0.25) ? maybe(0.5) ? .daemon : .extension : .app
    app.count = 1 + Int(draws.below(4))
    app.footprintMiB =
      maybe(0.1)
      ? .constant(0)
      : maybe(0.5) ? .uniform(min: 0, max: size) : .lognormal(mu: 4, sigma: 1)
    if maybe(0.4) { app.filePagesMiB = maybe(0.3) ? 0 : 300 * draws.uniform() }
    if maybe(0.3) { app.purgeableMiB = 100 * draws.uniform() }
    app.coldLaunchSeconds = maybe(0.2) ? .constant(0) : .exponential(mean: 3)
    if maybe(0.3) { app.taskProbability = draws.uniform() }
    if maybe(0.2) { app.hasExpirationHandler = false }
    if maybe(0.1) { app.exitsOnSuspend = true }
    if maybe(0.2) { app.softLimitMiB = size * draws.uniform() }
    if maybe(0.2) { app.inactiveSoftLimitMiB = size * draws.uniform() }
    if maybe(0.1) { app.fatalLimitMiB = 2 * size * draws.uniform() }
    if maybe(0.1) { app.inactiveFatalLimitMiB = size * draws.uniform() }
    if maybe(0.2) { app.audioProbability = 0.4 * draws.uniform() }
    if maybe(0.2) { app.accessoryProbability = 0.3 * draws.uniform() }
    if maybe(0.2) { app.locationProbability = 0.3 * draws.uniform() }
    if maybe(0.1) { app.lockProbability = 0.5 * draws.uniform() }
    if maybe(0.2) { app.crashesPerHour = 50 * draws.uniform() }
    if maybe(0.5) { app.pushesPerDay = 500 * draws.uniform() }
    if maybe(0.5) { app.refreshesPerDay = 500 * draws.uniform() }
    if maybe(0.3) { app.locationsPerDay = 200 * draws.uniform() }
    if maybe(0.3) { app.voipPushesPerDay = 200 * draws.uniform() }
    if maybe(0.3) { app.processingPerDay = 500 * draws.uniform() }
    if app.kind.isHelper { app.demandsPerDay = 2000 * draws.uniform() }
    return app
  }

  private static func behaviour(_ draws: inout RandomStream) -> UserBehaviour {
    var user = UserBehaviour()
    user.dayShape = UserBehaviour.flatDayShape
    user.sessionGapSeconds = .exponential(mean: 100 * draws.uniform() + 1)
    user.sessionLengthSeconds = .exponential(mean: 200 * draws.uniform() + 1)
    user.visitLengthSeconds = .exponential(mean: 30 * draws.uniform() + 2)
    user.callsPerDay = 500 * draws.uniform()
    user.callLengthSeconds = .exponential(mean: 40)
    user.alertsPerDay = 500 * draws.uniform()
    user.forceQuitsPerDay = 500 * draws.uniform()
    user.notificationsPerDay = 1000 * draws.uniform()
    user.nextApp.recencyMix = draws.uniform()
    return user
  }

  /// Events of any kind at any time, whatever the user is about.
  private static func chaos(
    _ catalog: AppCatalog, _ end: Ticks, _ draws: inout RandomStream
  ) -> [PlanEvent] {
    let kinds: [PlanEventKind] = [
      .open, .home, .lock, .callDeclined, .callAccepted, .callEnd, .forceQuit, .push, .crash,
      .memoryWarning, .processing, .location,
    ]
    let apps = (0..<catalog.count).filter {
      catalog.classes[catalog.classIndex(of: $0)].kind == .app
    }
    guard !apps.isEmpty, draws.uniform() < 0.7 else { return [] }
    return (0..<draws.below(60)).map { number in
      let kind = kinds[Int(draws.below(UInt64(kinds.count)))]
      let isAboutAnApp: Bool =
        switch kind {
        case .home, .lock, .callDeclined, .callAccepted, .callEnd, .memoryWarning: false
        default: true
        }
      let app = apps[Int(draws.below(UInt64(apps.count)))]
      // Times that coincide now and then.
      let time = draws.below(end / 1_000_000 + 1) * 1_000_000
      return PlanEvent(
        time: time, kind: kind, app: isAboutAnApp ? AppID(app) : PlanEvent.noApp,
        occurrence: UInt32(100_000 + number))
    }
  }
}
