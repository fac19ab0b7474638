import Glibc
import Workload

/// The few operations on files and folders that a batch needs, with every return value checked.
public enum FileSystem {
  /// What stands at a path.
  public enum Kind: Sendable { case nothing, file, folder, other }

  /// What stands at a path; links are followed.
  public static func kind(of path: String) throws(FileError) -> Kind {
    var information = stat()
    guard stat(path, &information) == 0 else {
      if errno == ENOENT { return .nothing }
      throw .last(path, "look at it")
    }
    switch information.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  /// Whether a link stands at a path, wherever it leads.
  static func isLink(_ path: String) -> Bool {
    var information = stat()
    return lstat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFLNK
  }

  /// All bytes of a file, or of standard input for `-`.
  public static func read(_ path: String) throws(FileError) -> [UInt8] {
    if path == "-" { return try drain(STDIN_FILENO, path: "standard input") }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last(path, "open") }
    defer { close(descriptor) }
    return try drain(descriptor, path: path)
  }

  static func drain(_ descriptor: Int32, path: String) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw .last(path, "read")
      }
      if count == 0 { return bytes }
      bytes.append(contentsOf: chunk[..<count])
    }
  }

  /// Whether the last byte of a file ends a line; also true where that cannot be told.
  static func endsWithLine(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return true }
    defer { close(descriptor) }
    let end = lseek(descriptor, 0, SEEK_END)
    var byte: UInt8 = 0
    guard end > 0, pread(descriptor, &byte, 1, end - 1) == 1 else { return true }
    return byte == UInt8(ascii: "\n")
  }

  /// The names in a folder, sorted by their bytes, without `.` and `..`.
  public static func names(in folder: String) throws(FileError) -> [String] {
    guard let stream = opendir(folder) else { throw .last(folder, "list") }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.map(ExactText.init).sorted().map(\.text)
  }

  /// Makes a folder whose parent exists.
  public static func makeFolder(_ path: String) throws(FileError) {
    guard mkdir(path, 0o777) == 0 else { throw .last(path, "create the folder") }
    try syncFolder(parent(of: path))
  }

  /// Makes every missing folder above a path.
  ///
  /// Another process may make one of them meanwhile; that is as good.
  public static func makeParents(of path: String) throws(FileError) {
    let folder = parent(of: path)
    guard try kind(of: folder) == .nothing else { return }
    try makeParents(of: folder)
    do {
      try makeFolder(folder)
    } catch {
      if error.code != EEXIST { throw error }
    }
  }

  /// Removes a file; a file that is not there is no error.
  public static func removeFile(_ path: String) throws(FileError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw .last(path, "remove") }
  }

  /// Flushes a folder, so that names made or replaced in it survive a power cut.
  ///
  /// File systems that cannot flush a folder say `EINVAL`; that is no error.
  public static func syncFolder(_ path: String) throws(FileError) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last(path, "open") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw .last(path, "flush") }
  }

  /// The folder that holds a path.
  public static func parent(of path: String) -> String {
    var trimmed = Substring(path)
    while trimmed.count > 1, trimmed.last == "/" { trimmed.removeLast() }
    guard let slash = trimmed.lastIndex(of: "/") else { return "." }
    return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
  }

  /// The last component of a path.
  public static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The path with links resolved; the path itself where that fails.
  static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}
