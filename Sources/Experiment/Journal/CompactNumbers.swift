/// Small whole numbers as text: five bits a character, fewest first, of the range `0` … `o`.
///
/// A character above the middle says that more follow, so a number needs no separator. Neither
/// commas nor tabs nor line ends occur.
enum CompactNumbers {
  private static let base = UInt8(ascii: "0")

  /// Appends a number.
  @inline(__always)
  static func append(_ number: UInt32, to bytes: inout [UInt8]) {
    var rest = number
    while rest >= 32 {
      bytes.append(base + 32 + UInt8(truncatingIfNeeded: rest & 31))
      rest >>= 5
    }
    bytes.append(base + UInt8(truncatingIfNeeded: rest))
  }

  /// Reads the numbers that ``append(_:to:)`` wrote; nil for anything else.
  static func read(_ text: ArraySlice<UInt8>) -> [UInt32]? {
    var numbers: [UInt32] = []
    var number: UInt64 = 0
    var shift: UInt64 = 0
    for byte in text {
      guard byte >= base, byte < base + 64, shift < 35 else { return nil }
      let digit = UInt64(byte - base)
      number |= (digit & 31) << shift
      shift += 5
      guard digit < 32 else { continue }
      guard let value = UInt32(exactly: number) else { return nil }
      numbers.append(value)
      (number, shift) = (0, 0)
    }
    return shift == 0 ? numbers : nil
  }

  /// Appends rows of numbers that are mostly all zero: each other row behind the count of rows
  /// left out.
  ///
  /// - Parameters:
  ///   - numbers: The rows one after the other.
  ///   - width: The length of a row.
  ///   - bytes: What they are appended to.
  static func append(sparse numbers: [UInt32], width: Int, to bytes: inout [UInt8]) {
    var skipped: UInt32 = 0
    for start in stride(from: 0, to: numbers.count, by: width) {
      let row = numbers[start..<start + width]
      guard row.contains(where: { $0 != 0 }) else {
        skipped += 1
        continue
      }
      append(skipped, to: &bytes)
      for number in row { append(number, to: &bytes) }
      skipped = 0
    }
  }

  /// Reads what ``append(sparse:width:to:)`` wrote.
  ///
  /// - Returns: Whether the text was whole; `body` got the number and the values of each row.
  static func readSparse(
    _ text: ArraySlice<UInt8>, width: Int, _ body: (Int, ArraySlice<UInt32>) -> Void
  ) -> Bool {
    guard let numbers = read(text), numbers.count % (width + 1) == 0 else { return false }
    var row = 0
    for start in stride(from: 0, to: numbers.count, by: width + 1) {
      row += Int(numbers[start])
      body(row, numbers[start + 1...start + width])
      row += 1
    }
    return true
  }
}
