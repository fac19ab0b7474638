import Workload

/// What may be done with an output folder that exists.
public enum ExistingFolder: Sendable {
  /// Nothing: it is an error.
  case refuse
  /// Replace what an earlier run wrote.
  case replace
  /// Continue an unfinished run; nothing at the path is as good.
  case resume
}

/// Why an output folder cannot be used.
public enum FolderError: Error, Equatable {
  /// The call is wrong: a folder that exists, or of something else.
  case usage(String)
  /// A failed operation.
  case file(FileError)

  /// One line for the user.
  public var message: String {
    switch self {
    case .usage(let text): text
    case .file(let error): error.message
    }
  }
}

/// The folder a batch writes to.
///
/// While a batch runs, the folder holds only its journal, `unfinished.journal`. The result files
/// appear complete, one by one, when every item is finished; `manifest.json` is the last of them,
/// and then the journal goes. So a folder without a journal is complete, and a folder that has
/// neither journal nor manifest was not written here and is never touched.
public struct OutputFolder: Sendable {
  /// The journal's name.
  public static let journalName = "unfinished.journal"
  /// The manifest's name.
  public static let manifestName = "manifest.json"
  /// The name of the file that says where the scenario was, for those with traces.
  public static let originName = "origin.txt"
  /// Every file a batch writes besides journal and manifest.
  public static let resultNames = [
    "runs.csv", "summary.csv", "compare.csv", "survival.csv", "apps.csv", "timing.csv",
    "failures.csv", originName,
  ]

  /// The folder, as the user named it.
  public let path: String

  /// The path of a file in the folder.
  public func file(_ name: String) -> String {
    path.hasSuffix("/") ? path + name : "\(path)/\(name)"
  }
}

/// A folder that is ready to be written to.
public enum PreparedFolder: Sendable {
  /// Run what the store does not have.
  case open(OutputFolder, ResultStore)
  /// An earlier run of the same batch is complete.
  case complete(OutputFolder)
}

extension OutputFolder {
  /// Makes the folder, or makes it ready.
  ///
  /// - Parameters:
  ///   - path: The folder, as the user named it; missing folders above it are made.
  ///   - existing: What may be done with a folder that is there.
  ///   - identity: What the results depend on.
  ///   - itemCount: How many items the batch has.
  /// - Returns: The folder with its store, or that nothing is left to do.
  /// - Throws: ``FolderError``.
  public static func prepare(
    _ path: String, existing: ExistingFolder, identity: BatchIdentity, itemCount: Int
  ) throws(FolderError) -> PreparedFolder {
    let path = try named(path)
    let folder = OutputFolder(path: path)
    switch try attempt({ () throws(FileError) in try FileSystem.kind(of: path) }) {
    case .nothing where FileSystem.isLink(path):
      throw .usage("\(path) is a link that leads nowhere")
    case .nothing:
      try attempt { () throws(FileError) in
        try FileSystem.makeParents(of: path)
        try FileSystem.makeFolder(path)
      }
    case .file, .other:
      throw .usage("\(path) exists and is not a folder")
    case .folder:
      // A folder of somebody else comes first: neither option would help.
      let content = try folder.content()
      if existing == .refuse {
        throw .usage("\(path) exists: --force replaces its results, --resume continues them")
      }
      if existing == .resume, case .complete(let found) = content {
        try folder.check(found, identity)
        return .complete(folder)
      }
    }
    // The journal is locked before anything is removed: another process may be writing.
    let store = try folder.openJournal(identity, itemCount, discarding: existing == .replace)
    try folder.clear()
    return .open(folder, store)
  }

  /// A path that a folder can be made at: `new/.` and `new/./` are `new`.
  private static func named(_ path: String) throws(FolderError) -> String {
    guard !path.isEmpty, !path.isExactly("-") else {
      throw .usage(
        "a folder is needed for the results, not \(path.isEmpty ? "an empty name" : "'-'")")
    }
    var bytes = Array(path.utf8)
    while bytes.count > 1,
      bytes.last == UInt8(ascii: "/") || bytes.suffix(2).elementsEqual("/.".utf8)
    { bytes.removeLast() }
    let name = String(decoding: bytes, as: UTF8.self)
    let exists = try attempt { () throws(FileError) in try FileSystem.kind(of: name) } != .nothing
    if !exists, FileSystem.name(of: name).isExactly("..") {
      throw .usage("\(path) names no folder that could be made: it ends with '..'")
    }
    return name
  }

  /// Ends the batch: the journal goes, the results stay.
  public func finish() throws(FileError) {
    try FileSystem.removeFile(file(Self.journalName))
    try FileSystem.syncFolder(path)
  }

  private enum Content {
    case empty
    case unfinished
    case complete(identity: String)
  }

  /// What an existing folder holds; a folder of somebody else is an error.
  private func content() throws(FolderError) -> Content {
    let names = try attempt { () throws(FileError) in try FileSystem.names(in: path) }
    if names.containsExactly(Self.journalName) { return .unfinished }
    if names.containsExactly(Self.manifestName) {
      let text = try attempt { () throws(FileError) in
        try FileSystem.read(file(Self.manifestName))
      }
      if let identity = BatchIdentity.line(inManifest: String(decoding: text, as: UTF8.self)) {
        return .complete(identity: identity)
      }
    }
    if names.isEmpty { return .empty }
    throw .usage("\(path) holds files that jetsim did not write; choose another folder")
  }

  private func clear() throws(FolderError) {
    let ours = [Self.manifestName] + Self.resultNames
    // A kill while a result was written leaves its temporary file.
    let leftOver = try attempt { () throws(FileError) in
      try FileSystem.names(in: path).filter { name in
        name.hasSuffix(".tmp") && ours.contains { name.hasPrefix(".\($0).") }
      }
    }
    for name in ours + leftOver {
      try attempt { () throws(FileError) in try FileSystem.removeFile(file(name)) }
    }
  }

  private func openJournal(
    _ identity: BatchIdentity, _ itemCount: Int, discarding: Bool
  ) throws(FolderError) -> ResultStore {
    do {
      return try ResultStore(
        journal: file(Self.journalName), header: identity.line, itemCount: itemCount,
        discarding: discarding)
    } catch {
      switch error {
      case .file(let error): throw .file(error)
      case .inUse: throw .usage("another jetsim is writing to \(path)")
      case .otherHeader(let found):
        try check(found, identity)
        throw .usage("\(path) holds a journal of another program version")
      }
    }
  }

  private func check(_ found: String, _ identity: BatchIdentity) throws(FolderError) {
    guard let difference = identity.difference(from: found) else { return }
    throw .usage("\(path) holds results of another batch, --resume needs the same: \(difference)")
  }
}

/// Runs a file operation and wraps its error.
private func attempt<Result>(
  _ body: () throws(FileError) -> Result
) throws(FolderError) -> Result {
  do {
    return try body()
  } catch {
    throw .file(error)
  }
}
