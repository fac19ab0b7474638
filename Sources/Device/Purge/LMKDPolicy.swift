/// Android's lmkd: within a band the process whose score was set longest ago, but the heaviest at
/// or below oom_score_adj 200.
///
/// [lmkd.cpp `find_and_kill_process`, Android 13.] The bands stand for scores: idle 900 and more
/// (cached), ageing 700 (previous), background and media 200 (perceptible), in front 0. A score's
/// list is in order of the last change of score, so its tail is the oldest band change; the size
/// counts only where the user would notice. With `heaviest` (ro.lmk.kill_heaviest_task) it counts
/// in every band. O(log candidates) a purge.
struct LMKDPolicy: PurgePolicy, ~Copyable {
  static let description = PolicyDescription(
    name: "lmkd", summary: "oldest band change; the largest resident one at or below adj 200",
    source: "Android 13 lmkd.cpp, find_and_kill_process; O(log n) a purge",
    parameters: [
      PolicyParameter(
        "heaviest", .flag, default: .flag(false),
        "the largest resident process in every band (ro.lmk.kill_heaviest_task)")
    ])
  static var order: CandidateOrder { .key }
  static var readsCompression: Bool { true }
  static var followsScores: Bool { true }

  private let takesHeaviest: Bool
  private let isAndroid: Bool

  init(_ setup: PolicySetup) {
    takesHeaviest = setup.flag("heaviest", in: Self.description)
    isAndroid = setup.profile == .android
  }

  mutating func key(_ candidate: Candidate) -> Double {
    let isPerceptible =
      candidate.band == .media || (candidate.band == .background && !isAndroid)
    return takesHeaviest || isPerceptible ? -Double(candidate.residentKiB) : 0
  }
}
