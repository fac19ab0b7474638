/// Distinct names in the order of their first use: each is stored and checked once, however many
/// rows carry it.
///
/// An open-addressing table over the UTF-8 bytes: names that differ in one byte differ, also where
/// Unicode calls them equivalent.
struct CSVNameTable {
  /// The distinct names in the order of their first use.
  private(set) var names: [String] = []

  /// Positions in `names` plus 1, and 0 where free.
  ///
  /// The count is a power of two, at most half of it used.
  private var slots = [UInt32](repeating: 0, count: 64)

  /// Returns the position of a name, adding it when it is new; nil when the bytes are not UTF-8.
  ///
  /// - Complexity: O(length), amortised.
  mutating func index(of bytes: Span<UInt8>) -> Int? {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: Self.hash(bytes)) & mask
    while slots[slot] != 0 {
      let position = Int(slots[slot]) - 1
      if Self.isEqual(names[position], bytes) { return position }
      slot = (slot + 1) & mask
    }
    guard let valid = try? UTF8Span(validating: bytes) else { return nil }
    names.append(String(copying: valid))
    slots[slot] = UInt32(names.count)
    if names.count * 2 > slots.count { grow() }
    return names.count - 1
  }

  /// Returns the position of a name, adding it when it is new.
  mutating func index(of name: String) -> Int {
    guard let position = index(of: name.utf8.span) else {
      preconditionFailure("a String is always UTF-8")
    }
    return position
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    let mask = slots.count - 1
    for (position, name) in names.enumerated() {
      var slot = Int(truncatingIfNeeded: Self.hash(name.utf8.span)) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = UInt32(position + 1)
    }
  }

  private static func isEqual(_ name: String, _ bytes: Span<UInt8>) -> Bool {
    let held = name.utf8.span
    guard held.count == bytes.count else { return false }
    for index in held.indices where held[index] != bytes[index] { return false }
    return true
  }

  /// FNV-1a; the multiplication of the last step leaves the low bits well mixed.
  private static func hash(_ bytes: Span<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for index in bytes.indices { hash = (hash ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01b3 }
    return hash ^ hash >> 32
  }
}
