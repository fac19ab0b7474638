import Glibc
import Synchronization

/// The finished items of a batch: in memory, or in a journal on disk that survives a kill.
///
/// Workers append in the order in which they finish; readers ask by item, so the order of the
/// journal shows nowhere. A journal keeps 24 bytes an item in memory.
public final class ResultStore: Sendable {
  /// A line in the journal, or in memory.
  struct Place {
    var offset: Int64
    var length: Int
  }

  private struct State: ~Copyable {
    /// Where each item stands: in the journal, or as an index into `lines`.
    var places: [Place?]
    var finished = 0
    /// The journal's descriptor; -1 when the items are held in memory.
    var descriptor: Int32 = -1
    var end: Int64 = 0
    var unsynced = false
    var lastSync: UInt64 = 0
    var isSealed = false
    var lines: [[UInt8]] = []
  }

  private let state: Mutex<State>
  /// The journal's path; empty when the items are held in memory.
  public let path: String
  /// How many items the batch has.
  public let itemCount: Int

  /// Holds all items in memory.
  public init(itemCount: Int) {
    self.itemCount = itemCount
    path = ""
    state = Mutex(State(places: Array(repeating: nil, count: itemCount)))
  }

  /// Opens the journal at a path, or begins one.
  ///
  /// A last line that a kill cut short is dropped, and so is everything after a damaged line.
  ///
  /// - Parameters:
  ///   - path: The journal; its folder must exist.
  ///   - header: The first line: what the journal is for. An existing journal must have the same.
  ///   - itemCount: How many items the batch has.
  ///   - discarding: Whether an existing journal is emptied first.
  /// - Throws: ``JournalError``: another header, in use by another process, or a failed operation.
  public init(
    journal path: String, header: String, itemCount: Int, discarding: Bool = false
  ) throws(JournalError) {
    self.path = path
    self.itemCount = itemCount
    var state = State(places: Array(repeating: nil, count: itemCount))
    state.descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_APPEND, 0o666)
    guard state.descriptor >= 0 else { throw .file(.last(path, "open")) }
    guard flock(state.descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let isHeld = errno == EWOULDBLOCK
      close(state.descriptor)
      throw isHeld ? .inUse : .file(.last(path, "lock"))
    }
    do throws(JournalError) {
      if discarding, ftruncate(state.descriptor, 0) != 0 {
        throw JournalError.file(.last(path, "cut"))
      }
      var journal = JournalReader(descriptor: state.descriptor, path: path)
      state.end = Int64(try journal.load(header: header, into: &state.places))
      state.finished = journal.finished
    } catch {
      close(state.descriptor)
      throw error
    }
    self.state = Mutex(state)
  }

  deinit {
    state.withLock { state in
      if state.descriptor >= 0 { close(state.descriptor) }
    }
  }

  /// How many items are finished.
  public var finishedCount: Int { state.withLock { $0.finished } }

  /// Whether an item is finished.
  public func contains(_ item: Int) -> Bool { state.withLock { $0.places[item] != nil } }

  /// Keeps the runs of an item.
  ///
  /// The line is complete in the file when this returns; the file is flushed to the disk at most
  /// five times a second.
  public func append(item: Int, runs: [RunRecord]) throws(FileError) {
    let line = JournalLine.encode(item: item, runs: runs)
    try state.withLock { (state) throws(FileError) in
      if state.isSealed || state.places[item] != nil { return }
      if state.descriptor < 0 {
        state.places[item] = Place(offset: Int64(state.lines.count), length: line.count)
        state.lines.append(line)
      } else {
        try writeAll(line, to: state.descriptor, path: path)
        state.places[item] = Place(offset: state.end, length: line.count)
        state.end += Int64(line.count)
        state.unsynced = true
        let now = Clock.monotonicNanoseconds()
        if now - state.lastSync > 200_000_000 { try sync(&state, now) }
      }
      state.finished += 1
    }
  }

  /// The runs of an item; nil when it is not finished.
  ///
  /// Without `details` those of the runs are passed over.
  public func runs(of item: Int, details: Bool = true) throws(FileError) -> [RunRecord]? {
    let line = try state.withLock { (state) throws(FileError) -> [UInt8]? in
      guard let place = state.places[item] else { return nil }
      if state.descriptor < 0 { return state.lines[Int(place.offset)] }
      return try JournalReader(descriptor: state.descriptor, path: path).line(at: place)
    }
    guard let line else { return nil }
    return JournalLine.decode(line.dropLast(), details: details)?.runs
  }

  /// Flushes the journal and takes nothing more: the process is about to end.
  public func seal() {
    state.withLock { state in
      if state.descriptor >= 0, state.unsynced { fsync(state.descriptor) }
      state.isSealed = true
    }
  }

  private func sync(_ state: inout State, _ now: UInt64) throws(FileError) {
    guard fsync(state.descriptor) == 0 else { throw .last(path, "flush") }
    state.unsynced = false
    state.lastSync = now
  }
}
