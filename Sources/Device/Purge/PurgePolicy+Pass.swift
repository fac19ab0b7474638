/// The pass over the candidates that policies of order ``CandidateOrder/score`` make at each purge.
extension PurgePolicy where Self: ~Copyable {
  /// Rows that are tested together, without a branch, so that vector instructions do it.
  private static var blockRows: Int { 16 }
  /// How far ahead of the score its ``prefetchScore(_:)`` goes.
  private static var rowsAhead: Int { 12 }

  /// One pass; equal scores: oldest band change first, then app order.
  ///
  /// Complexity: O(candidates).
  public mutating func largestScore(_ columns: CandidateColumns, now: Double) -> Int {
    var best = BestRow()
    var row = 0
    if Self.revisesParts, let bound = takeBoundForAll() { columns.noteForAll(bound) }
    raise(best.score)
    // One that was nearly the best last time: after it, few others need a score.
    compare(min(columns.nextBest.pointee, columns.count &- 1), &best, columns, now)
    while row &+ Self.blockRows <= columns.count {
      let mayFollow =
        best.score == Self.ceiling
        ? isAnyOlder(than: columns.changes[best.row], columns, from: row)
        : mayAnyReach(best.score, columns, from: row, now: now)
      if mayFollow {
        var places = reachingPlaces(best.score, columns, from: row, now: now)
        while places != 0 {
          compare(row &+ places.trailingZeroBitCount, &best, columns, now)
          places &= places &- 1
        }
      }
      row &+= Self.blockRows
    }
    while row < columns.count {
      compare(row, &best, columns, now)
      row &+= 1
    }
    return best.row
  }

  /// Whether any row of a block may reach the best score so far; what cannot reach this one cannot
  /// reach a later one, which is not smaller.
  @inline(__always)
  private func mayAnyReach(
    _ best: Double, _ columns: CandidateColumns, from row: Int, now: Double
  ) -> Bool {
    // No range and no early exit: both would keep the compiler from making vectors of this. So
    // would a bit for each row.
    var reaching: UInt64 = 0
    var place = 0
    while place < Self.blockRows {
      let app = columns.app(row &+ place)
      let parts = columns.parts(row &+ place)
      reaching |= mayReach(best, app, parts, now: now) ? 1 : 0
      place &+= 1
    }
    return reaching != 0
  }

  /// A bit for each row of a block that may reach the best score so far: found without a branch for
  /// each, which the processor would often guess wrong.
  @inline(__always)
  private func reachingPlaces(
    _ best: Double, _ columns: CandidateColumns, from row: Int, now: Double
  ) -> UInt64 {
    var places: UInt64 = 0
    var place = 0
    while place < Self.blockRows {
      let isReaching = mayReach(
        best, columns.app(row &+ place), columns.parts(row &+ place), now: now)
      places |= (isReaching ? 1 : 0) &<< UInt64(truncatingIfNeeded: place)
      place &+= 1
    }
    return places
  }

  /// Whether any row of a block changed its band as early as this: all that matters among equals.
  @inline(__always)
  private func isAnyOlder(
    than change: UInt64, _ columns: CandidateColumns, from row: Int
  ) -> Bool {
    // The sign of the difference: times are far below 2⁶³, and vectors of this set compare none.
    var signs: UInt64 = 0
    var place = 0
    while place < Self.blockRows {
      signs |= columns.changes[row &+ place] &- change &- 1
      place &+= 1
    }
    return signs >> 63 != 0
  }

  @inline(__always)
  private mutating func compare(
    _ row: Int, _ best: inout BestRow, _ columns: CandidateColumns, _ now: Double
  ) {
    let app = columns.app(row)
    var parts = columns.parts(row)
    guard mayReach(best.score, app, parts, now: now) else { return }
    prefetchScore(columns.app(min(row &+ Self.rowsAhead, columns.count &- 1)))
    if Self.revisesParts, revise(app, &parts) {
      columns.note(row, parts)
      guard mayReach(best.score, app, parts, now: now) else { return }
    }
    let score = score(app, parts, now: now)
    if score > best.score {
      if best.score > -.infinity { columns.nextBest.pointee = best.row }
      best = BestRow(row: row, score: score)
      raise(score)
    } else if score == best.score, columns.comesBefore(row, best.row) {
      best.row = row
    }
  }
}
