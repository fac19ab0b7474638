/// How many other apps were opened since each app was last opened, for the apps opened last.
///
/// The opens of the past lie on a tape, one place an open; a bit for each place says whether it is
/// the last open of its app. The depth of an app is the number of bits behind its own: those of its
/// word and a count for the words behind. When the end of the tape is reached the places that hold
/// a bit move together. A use costs O(1), O(``limit``) once in ``limit`` uses; a depth is O(1).
struct RecencyDepths: ~Copyable {
  /// How many apps are remembered.
  static let limit = 512
  private static let wordCount = 16
  private static let places = 64 * wordCount
  private static let absent = UInt32.max

  private let place: AppColumn<UInt32>
  private let tape: UnsafeMutablePointer<AppID>
  private let words: UnsafeMutablePointer<UInt64>
  /// For each word, how many bits the words behind it have.
  private let behind: UnsafeMutablePointer<Int>
  private var end = 0
  private var count = 0

  init(appCount: Int) {
    place = AppColumn(Self.absent, count: appCount)
    tape = .allocate(capacity: Self.places)
    tape.initialize(repeating: noApp, count: Self.places)
    words = .allocate(capacity: Self.wordCount)
    words.initialize(repeating: 0, count: Self.wordCount)
    behind = .allocate(capacity: Self.wordCount)
    behind.initialize(repeating: 0, count: Self.wordCount)
  }

  deinit {
    tape.deallocate()
    words.deallocate()
    behind.deallocate()
  }

  /// The app opened last, if any.
  @inline(__always)
  var first: AppID { end > 0 ? tape[end &- 1] : noApp }

  /// The depth of an app, 0 = opened last; negative when it is not remembered.
  @inline(__always)
  subscript(app: AppID) -> Int {
    let own = place[app]
    guard own != Self.absent else { return -1 }
    let word = Int(own >> 6)
    let after = (words[word] >> UInt64(own & 63)) >> 1
    return after.nonzeroBitCount &+ behind[word]
  }

  /// Brings closer what the depth of an app is had from.
  @inline(__always)
  func prefetch(_ app: AppID) { place.prefetch(app) }

  /// Moves an app to depth 0; the deepest one is forgotten when there are too many.
  mutating func touch(_ app: AppID) {
    if place[app] != Self.absent {
      remove(app)
    } else if count == Self.limit {
      removeDeepest()
    }
    if end == Self.places { closeUp() }
    put(app)
  }

  private mutating func put(_ app: AppID) {
    let word = end >> 6
    tape[end] = app
    place[app] = UInt32(end)
    words[word] |= 1 << UInt64(end & 63)
    shift(before: word, by: 1)
    end += 1
    count += 1
  }

  private mutating func remove(_ app: AppID) {
    let word = Int(place[app] >> 6)
    words[word] &= ~(1 << UInt64(place[app] & 63))
    place[app] = Self.absent
    shift(before: word, by: -1)
    count -= 1
  }

  /// Adds to the counts of the words before one.
  @inline(__always)
  private func shift(before word: Int, by change: Int) {
    var place = 0
    while place < word {
      behind[place] &+= change
      place &+= 1
    }
  }

  private mutating func removeDeepest() {
    var word = 0
    while words[word] == 0 { word += 1 }
    remove(tape[word << 6 + words[word].trailingZeroBitCount])
  }

  private mutating func closeUp() {
    behind.update(repeating: 0, count: Self.wordCount)
    end = 0
    count = 0
    for word in 0..<Self.wordCount {
      // Never behind the place that is read, so nothing unread is overwritten.
      var bits = words[word]
      words[word] = 0
      while bits != 0 {
        put(tape[word << 6 + bits.trailingZeroBitCount])
        bits &= bits &- 1
      }
    }
  }
}
