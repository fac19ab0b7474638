import Workload

extension ImportFormat {
  /// The recent-task lists of StudentLife (Wang et al., UbiComp 2014): every 20 minutes, the most
  /// recent task first.
  static let studentLife = ImportFormat(
    name: "studentlife",
    summary: "StudentLife recent-task lists (user,unix_time,rank,…,base_package), plain or .gz",
    options: [
      ImportOption("user", "ID", "the user to import; needed when the files hold several"),
      ImportOption(
        "visits", oneOf: ["rank0", "order"],
        "rank0: a visit when the first app changed; order: also the apps that moved up between"),
      ImportOption(
        "package", oneOf: ["base", "top"], "the app of a task: owner of its first or top activity"),
      ImportOption(
        "drop", "APP,…", "apps to leave out of all lists, such as home screens",
        isRepeatable: true),
    ],
    sniff: { sample in
      let columns = header(sample)
      return ["user", "unix_time", "rank", "base_package"].allSatisfy {
        columns.containsExactly($0)
      }
    },
    read: { (files, values) throws(ImportError) in
      let user = values["user"]
      guard user?.isExactly("all") != true else {
        throw .usage("a trace is one user's: --user all would mix several; import one by one")
      }
      var log = StudentLifeLog(user: user, package: "\(values["package"] ?? "base")_package")
      do throws(TraceError) {
        for file in files { try log.read(file.open()) }
      } catch {
        throw .trace(error)
      }
      return try log.result(
        rule: values.has("visits", "order") ? .order : .firstRank, dropped: values.list("drop"))
    })
}

/// The task lists of one user.
private struct StudentLifeLog {
  private let user: String?
  private let package: String
  private var rows = 0
  private var rowsOfUser = 0
  private var file = ""
  private var users: [String] = []
  private var snapshots: [TaskSnapshot] = []

  init(user: String?, package: String) {
    self.user = user
    self.package = package
  }

  // MARK: Reading

  mutating func read(_ input: consuming CSVInput) throws(TraceError) {
    var csv = try CSVReader(input)
    file = csv.fileName
    let userColumn = try csv.requiredColumn("user")
    let timeColumn = try csv.requiredColumn("unix_time")
    let rankColumn = try csv.requiredColumn("rank")
    let packageColumn = try csv.requiredColumn(package)
    while try csv.next() {
      rows += 1
      let name = try csv.text(userColumn)
      if !users.containsExactly(name) { users.append(name) }
      // Without a choice the first user is read; a second one is an error later on.
      guard name.isExactly(user ?? users[0]) else { continue }
      rowsOfUser += 1
      let time = try csv.requiredNumber(timeColumn, .seconds)
      let rank = try csv.requiredNumber(rankColumn, .whole)
      let app = try csv.name(packageColumn)
      guard !app.isEmpty, !app.isExactly(NativeTrace.frontApp) else {
        throw csv.error(packageColumn, "\(package) is empty; the name of an app was expected")
      }
      if let last = snapshots.last, time < last.time {
        throw csv.error(
          timeColumn, "unix_time goes back from \(NativeTrace.seconds(last.time))",
          suggestion: "sort the rows by user, time and rank")
      }
      if rank == 0, snapshots.last?.time != time { snapshots.append(TaskSnapshot(time: time)) }
      let expected = snapshots.last?.time == time ? snapshots[snapshots.count - 1].entries : 0
      guard rank == expected else {
        throw csv.error(
          rankColumn, "rank \(rank) where \(expected) was expected",
          suggestion: "the ranks of a list count from 0")
      }
      snapshots[snapshots.count - 1].add(app)
    }
  }

  // MARK: Result

  func result(rule: TaskVisitRule, dropped: [String]) throws(ImportError) -> ImportResult {
    try checkUser()
    let reduced = snapshots.map { $0.without(dropped) }
    let visits = rule.visits(reduced)
    guard let start = snapshots.first?.time, !visits.isEmpty else {
      throw .trace(
        TraceError(file: file, message: "no task list holds an app that is left"))
    }
    let trace = Trace(rows: visits.map { TraceRow(time: $0.time - start, app: $0.app) })
    var counts: [(what: String, count: Int)] = [
      ("rows", rows), ("rows of the user", rowsOfUser), ("task lists", snapshots.count),
    ]
    if !dropped.isEmpty {
      counts.append(
        ("tasks dropped", zip(snapshots, reduced).reduce(0) { $0 + $1.0.entries - $1.1.entries }))
      counts.append(("task lists left empty", reduced.count { $0.apps.isEmpty }))
    }
    counts.append(("visits", visits.count))
    counts.append(("apps", TracePlan.appNames(in: trace).count))
    return ImportResult(
      trace: trace, notes: notes(rule: rule, dropped: dropped, start: start), counts: counts)
  }

  private func checkUser() throws(ImportError) {
    let shown = users.prefix(20).map { TraceError.quote($0) }.joined(separator: ", ")
    let more = users.count > 20 ? " and \(users.count - 20) more" : ""
    guard let user else {
      guard users.count > 1 else { return }
      throw .usage("the file has the users \(shown)\(more); choose one with --user")
    }
    guard !users.containsExactly(user) else { return }
    let advice = NearestName.advice(user, in: users).map { "; \($0)" } ?? ""
    throw .usage("there is no user \(TraceError.quote(user)), only \(shown)\(more)\(advice)")
  }

  private func notes(rule: TaskVisitRule, dropped: [String], start: Ticks) -> [String] {
    var notes = ["time 0 is Unix time \(NativeTrace.seconds(start)), the first task list"]
    let gaps = zip(snapshots, snapshots.dropFirst()).map { $1.time - $0.time }.sorted()
    if !gaps.isEmpty {
      let usual = gaps[gaps.count / 2]
      let long = gaps.filter { $0 > 2 * usual }
      notes.append("task lists are \(NativeTrace.seconds(usual)) s apart (median)")
      if let longest = long.last {
        notes.append(
          "gaps of more than twice that, phone off or not logged: \(long.count), the longest "
            + "\(NativeTrace.seconds(longest)) s; what was used in them is unknown")
      }
    }
    switch rule {
    case .firstRank:
      notes.append(
        "lost: every visit that began and ended between two lists (--visits order finds some of "
          + "them), and a return to the same app")
    case .order:
      notes.append(
        "visits between two lists are in their true order, but their times are spread evenly; "
          + "lost: all but the last visit of an app between two lists")
    }
    notes.append("lost: lengths of visits; each lasts until the next")
    notes.append("no footprints; those of the scenario's apps apply, or its default")
    let seen = snapshots.flatMap(\.apps).distinct
    for name in dropped where !seen.containsExactly(name) {
      let advice = NearestName.advice(name, in: seen).map { "; \($0)" } ?? ""
      notes.append("--drop \(TraceError.quote(name)) is in no list\(advice)")
    }
    let homes = seen.filter { $0.contains("launcher") && !dropped.containsExactly($0) }
    if !homes.isEmpty {
      notes.append(
        "\(homes.joined(separator: ", ")) may be a home screen; --drop leaves it out")
    }
    return notes
  }
}
