import Dispatch
import Glibc
import Synchronization

/// Threads that work off the items of a batch and put what they find into a store.
///
/// Every worker takes the next item that nobody has taken; which worker that is decides nothing,
/// because an item's result depends on its number only.
final class WorkerPool: Sendable {
  private let work: @Sendable (Int) -> [RunRecord]
  private let store: ResultStore
  private let next = Atomic<Int>(0)
  private let runsDone = Atomic<Int>(0)
  private let error = Mutex<FileError?>(nil)
  private let workerEnded = DispatchSemaphore(value: 0)

  /// Prepares to work off items.
  ///
  /// - Parameters:
  ///   - store: Where the results go; the items it lacks are worked off in their order.
  ///   - work: What is done for an item; called on several threads.
  init(store: ResultStore, work: @escaping @Sendable (Int) -> [RunRecord]) {
    self.store = store
    self.work = work
  }

  /// Works everything off.
  ///
  /// - Parameters:
  ///   - jobs: The number of threads, at least 1.
  ///   - tick: Called on this thread about ten times a second with the number of runs done.
  /// - Throws: The first ``FileError`` of the store; the items not begun are left alone then.
  func run(jobs: Int, tick: (Int) -> Void) throws(FileError) {
    let count = max(1, min(jobs, store.itemCount - store.finishedCount))
    var threads: [pthread_t] = []
    for _ in 0..<count {
      var thread = pthread_t()
      let box = Unmanaged.passRetained(self)
      let code = pthread_create(
        &thread, nil,
        { raw in
          if let raw { Unmanaged<WorkerPool>.fromOpaque(raw).takeRetainedValue().workOff() }
          return nil
        }, box.toOpaque())
      if code == 0 { threads.append(thread) } else { box.release() }
    }
    if threads.isEmpty { workOff() }
    var ended = 0
    while ended < threads.count {
      if workerEnded.wait(timeout: .now() + .milliseconds(100)) == .success { ended += 1 }
      tick(runsDone.load(ordering: .relaxed))
    }
    for thread in threads { pthread_join(thread, nil) }
    if let error = error.withLock({ $0 }) { throw error }
  }

  private func workOff() {
    defer { workerEnded.signal() }
    while true {
      let item = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard item < store.itemCount else { return }
      if store.contains(item) { continue }
      let runs = work(item)
      do {
        try store.append(item: item, runs: runs)
      } catch {
        self.error.withLock { if $0 == nil { $0 = error } }
        next.store(store.itemCount, ordering: .relaxed)
        return
      }
      runsDone.wrappingAdd(runs.count, ordering: .relaxed)
    }
  }
}

/// How many processors are online.
public func availableProcessors() -> Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
