/// Returns a number for a name that is the same in every process and on every machine.
///
/// The 64-bit FNV-1a hash of the name's UTF-8 bytes (Fowler, Noll & Vo; `draft-eastlake-fnv`),
/// mixed with the ordinal. It serves as the entity of a key, so the draws of an app depend on its
/// name and its number within the group, not on the order of the scenario file.
///
/// - Parameters:
///   - name: the name; two spellings that differ in one byte are different names.
///   - ordinal: which of several entities of that name.
/// - Returns: the entity for a key.
/// - Complexity: O(*n*) for a name of *n* bytes.
public func stableHash(_ name: String, ordinal: Int) -> UInt64 {
  var name = name
  return name.withUTF8 { mixed(fowlerNollVo($0), ordinal) }
}

/// The same for a name that is given as its bytes.
public func stableHash(_ name: ArraySlice<UInt8>, ordinal: Int) -> UInt64 {
  name.withUnsafeBufferPointer { mixed(fowlerNollVo($0), ordinal) }
}

/// The same for a text that comes in pieces and is never held as a whole.
public struct StableHasher: Sendable {
  private var hash = fowlerNollVoStart

  /// Nothing was fed yet.
  public init() {}

  /// Adds a piece of the text.
  ///
  /// - Complexity: O(*n*) for a piece of *n* bytes.
  public mutating func feed(_ piece: String) {
    var piece = piece
    hash = piece.withUTF8 { fowlerNollVo($0, from: hash) }
  }

  /// The hash of all pieces in a row, as ``stableHash(_:ordinal:)`` gives it.
  public func value(ordinal: Int) -> UInt64 { mixed(hash, ordinal) }
}

private let fowlerNollVoStart: UInt64 = 0xcbf2_9ce4_8422_2325

private func fowlerNollVo(
  _ bytes: UnsafeBufferPointer<UInt8>, from start: UInt64 = fowlerNollVoStart
) -> UInt64 {
  var hash = start
  for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
  return hash
}

private func mixed(_ hash: UInt64, _ ordinal: Int) -> UInt64 {
  mix64(mix64(hash) &+ UInt64(bitPattern: Int64(ordinal)) &* 0x9e37_79b9_7f4a_7c15)
}
