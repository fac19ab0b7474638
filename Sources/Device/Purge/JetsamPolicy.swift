/// XNU's order: within a band, the process whose last band change is oldest goes first.
///
/// A background refresh lifts an app out of the idle band and so renews its place
/// [XNU kern_memorystatus.c: a process is appended whenever its priority is set]. O(1) a purge.
struct JetsamPolicy: PurgePolicy, ~Copyable {
  static let description = PolicyDescription(
    name: "jetsam", summary: "oldest band change: XNU's memorystatus list order",
    source: "XNU kern_memorystatus.c (xnu-11417); O(1) a purge")
  static var order: CandidateOrder { .bandChange }

  init(_ setup: PolicySetup) {}
}
