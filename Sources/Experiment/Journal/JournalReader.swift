import Glibc

/// Why a journal cannot be used.
public enum JournalError: Error, Equatable {
  /// It belongs to another batch: the header it has.
  case otherHeader(String)
  /// Another process writes it.
  case inUse
  /// A failed operation.
  case file(FileError)
}

/// Reads the journal behind an open descriptor.
struct JournalReader {
  let descriptor: Int32
  let path: String
  /// How many items ``load(header:into:)`` found.
  private(set) var finished = 0

  init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  /// Notes where each finished item stands and cuts off what is not whole.
  ///
  /// An empty file gets the header. Returns where the next line goes.
  mutating func load(
    header: String, into places: inout [ResultStore.Place?]
  ) throws(JournalError) -> Int {
    let found: String?
    do {
      found = try firstLine()
    } catch {
      throw .file(error)
    }
    if let found, found != header { throw .otherHeader(found) }
    do throws(FileError) {
      let start = header.utf8.count + 1
      let end = found == nil ? 0 : try scan(from: start, into: &places)
      guard ftruncate(descriptor, off_t(end)) == 0 else { throw FileError.last(path, "cut") }
      if end > 0 { return end }
      try writeAll(Array((header + "\n").utf8), to: descriptor, path: path)
      guard fsync(descriptor) == 0 else { throw FileError.last(path, "flush") }
      return start
    } catch {
      throw .file(error)
    }
  }

  /// The bytes of a line, its line end included.
  func line(at place: ResultStore.Place) throws(FileError) -> [UInt8] {
    try bytes(from: Int(place.offset), count: place.length)
  }

  private func firstLine() throws(FileError) -> String? {
    let start = try bytes(from: 0, count: min(try size(), 1 << 16))
    guard let end = start.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    return String(decoding: start[..<end], as: UTF8.self)
  }

  private mutating func scan(
    from start: Int, into places: inout [ResultStore.Place?]
  ) throws(FileError) -> Int {
    let size = try size()
    // Mapped, not read: a journal may be larger than memory.
    guard let base = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), base != MAP_FAILED
    else { throw .last(path, "map") }
    defer { munmap(base, size) }
    let text = UnsafeRawBufferPointer(start: base, count: size)
    var position = start
    while let end = text[position...].firstIndex(of: UInt8(ascii: "\n")),
      let item = JournalLine.decode(text[position..<end], details: false)?.item, item < places.count
    {
      if places[item] == nil { finished += 1 }
      places[item] = ResultStore.Place(offset: Int64(position), length: end + 1 - position)
      position = end + 1
    }
    return position
  }

  private func size() throws(FileError) -> Int {
    var information = stat()
    guard fstat(descriptor, &information) == 0 else { throw .last(path, "look at it") }
    return Int(information.st_size)
  }

  private func bytes(from offset: Int, count: Int) throws(FileError) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: count)
    var start = 0
    while start < count {
      let got = result.withUnsafeMutableBytes { buffer in
        pread(
          descriptor, buffer.baseAddress.map { $0 + start }, count - start, off_t(offset + start))
      }
      if got < 0, errno == EINTR { continue }
      guard got > 0 else {
        throw got < 0 ? .last(path, "read") : FileError(path: path, operation: "read", code: EIO)
      }
      start += got
    }
    return result
  }
}
